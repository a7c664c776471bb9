// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/float_mode.h"
#include "base/problem.h"
#include "dermis/base/printable.h"
#include "dermis/base/result.h"
#include "dermis/math/types.h"

namespace dermis::shapes {

using Json = nlohmann::json;
using base::Problem;

/// A name for error messages, shortened: files may contain very long ones.
std::string shown(const std::string& name);

/// Parses a JSON object. Throws a Problem if a field occurs twice in an object, or if the nesting
/// is deeper than 16 levels.
Json parse_object(std::string_view text);

/// A JSON value with its name for errors: "limbs[2].name", "bound.radius of the limb 'arm'".
class JsonField {
 public:
  explicit JsonField(const Json& value) : value_(value) {}

  /// The same value. Errors about its fields end in "of <owner>", such as "of the limb 'arm'".
  [[nodiscard]] JsonField of(const std::string& owner) const;

  [[nodiscard]] JsonField at(const std::string& key) const;
  [[nodiscard]] std::vector<JsonField> items() const;
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const std::string& name() const;  ///< a text that is not empty
  [[nodiscard]] float number() const;
  [[nodiscard]] Vec3 vector() const;
  [[nodiscard]] const Json& value() const { return value_; }

  void allow_only(std::initializer_list<std::string_view> keys) const;

  /// Throws the Problem "<field> is <value>, <why>".
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  JsonField(const Json& value, std::string path, std::string owner)
      : value_(value), path_(std::move(path)), owner_(std::move(owner)) {}
  [[nodiscard]] std::string member(const std::string& key) const;

  const Json& value_;
  std::string path_, owner_;
};

/// The result of `read`, or an Error that starts with the file's name.
template <class T, class Read>
Result<T> guarded(const std::string& label, Read read) {
  const base::DefinedFloatMode mode;
  try {
    return read();
  } catch (const std::bad_alloc&) {
    return Error{label + ": there is not enough memory to read it"};
  } catch (const std::exception& problem) {
    return Error{printable(label + ": " + problem.what())};
  }
}

}  // namespace dermis::shapes
