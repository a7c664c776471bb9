// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "dermis/result.h"

namespace dermis {

/// How a query finds its pairs. Methods differ in speed, never in answers.
enum class Method {
  meshlets,
  eager,
  on_demand_spheres,  ///< Kavan and Žára 2005: spheres refitted from joint matrices when looked at
  bottom_up_spheres,  ///< their baseline: all vertices deformed, all spheres refitted from the
                      ///< leaves up
  bottom_up_boxes,    ///< the same with axis-aligned boxes
  brute_force,        ///< all vertices deformed, every triangle against every other
};

std::string_view to_string(Method method);
std::vector<Method> all_methods();
/// The method of this name; the error lists the names.
Result<Method> method_named(std::string_view name);

}  // namespace dermis
