// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <string>

#include "dermis/ccd/motion_contacts.h"

namespace dermis {

namespace {

struct Name {
  MotionMethod method;
  std::string_view name;
};
constexpr Name kNames[] = {{MotionMethod::space_time, "space-time"},
                           {MotionMethod::swept, "swept"},
                           {MotionMethod::swept_static_front, "swept-static-front"},
                           {MotionMethod::brute_force, "brute-force"}};

}  // namespace

std::string_view to_string(MotionMethod method) {
  for (const auto& [known, name] : kNames) {
    if (known == method) return name;
  }
  return "unknown";
}

Result<MotionMethod> motion_method_named(std::string_view name) {
  std::string known;
  for (const auto& [method, its_name] : kNames) {
    if (its_name == name) return method;
    known += (known.empty() ? "" : ", ") + std::string(its_name);
  }
  return Error{"there is no method '" + std::string(name) + "' for motion; there are " + known};
}

}  // namespace dermis
