// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/method.h"

#include <string>

namespace dermis {

std::string_view to_string(Method method) {
  switch (method) {
    case Method::meshlets:
      return "meshlets";
    case Method::eager:
      return "eager";
    case Method::on_demand_spheres:
      return "on-demand-spheres";
    case Method::bottom_up_spheres:
      return "bottom-up-spheres";
    case Method::bottom_up_boxes:
      return "bottom-up-boxes";
    case Method::brute_force:
      break;
  }
  return "brute-force";
}

std::vector<Method> all_methods() {
  return {Method::meshlets,          Method::eager,           Method::on_demand_spheres,
          Method::bottom_up_spheres, Method::bottom_up_boxes, Method::brute_force};
}

Result<Method> method_named(std::string_view name) {
  std::string known;
  for (const Method method : all_methods()) {
    if (to_string(method) == name) return method;
    known += (known.empty() ? "" : ", ") + std::string(to_string(method));
  }
  return Error{"there is no method '" + std::string(name) + "'; the methods are " + known};
}

}  // namespace dermis
