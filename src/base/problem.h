// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace dermis::base {

/// A problem with a file, as a sentence without the file's name. Readers throw it internally and
/// turn it into an Error at their boundary.
class Problem : public std::runtime_error {
 public:
  template <class... Words>
  explicit Problem(const Words&... words) : std::runtime_error(join(words...)) {}

 private:
  template <class... Words>
  static std::string join(const Words&... words) {
    std::ostringstream sentence;
    (sentence << ... << words);
    return sentence.str();
  }
};

}  // namespace dermis::base
