// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/names.h"

#include "dermis/base/nearest_name.h"

namespace dermis {

Error unknown_name(std::string_view noun, std::string_view name,
                   std::span<const std::string> names) {
  std::string message = "there is no " + std::string(noun) + " '" + std::string(name) + "'" +
                        did_you_mean(name, names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    message += i == 0 ? "; there are " : i + 1 == names.size() ? " and " : ", ";
    message += names[i];
  }
  return {message};
}

}  // namespace dermis
