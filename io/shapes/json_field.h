// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/io/printable.h"
#include "dermis/math/types.h"
#include "dermis/result.h"
#include "io/problem.h"
#include "math/float_mode.h"

namespace dermis::shapes {

using Json = nlohmann::json;
using io::Problem;

/// A name as errors show it: files may hold very long ones.
std::string shown(const std::string& name);

/// An object without fields that come twice, and not deep enough to hurt whoever recurses.
Json parse_object(std::string_view text);

/// A value, and how errors call it: "limbs[2].name", "bound.radius of the limb 'arm'".
class JsonField {
 public:
  explicit JsonField(const Json& value) : value_(value) {}

  /// The same; errors call what is in it "… of the limb 'arm'".
  [[nodiscard]] JsonField of(const std::string& owner) const;

  [[nodiscard]] JsonField at(const std::string& key) const;
  [[nodiscard]] std::vector<JsonField> items() const;
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const std::string& name() const;  ///< a text that is not empty
  [[nodiscard]] float number() const;
  [[nodiscard]] Vec3 vector() const;
  [[nodiscard]] const Json& value() const { return value_; }

  void allow_only(std::initializer_list<std::string_view> keys) const;

  /// "<field> is <value>, <why>".
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  JsonField(const Json& value, std::string path, std::string owner)
      : value_(value), path_(std::move(path)), owner_(std::move(owner)) {}
  [[nodiscard]] std::string member(const std::string& key) const;

  const Json& value_;
  std::string path_, owner_;
};

/// What `read` makes of a text, or the reason why not, which starts with the file's name.
template <class T, class Read>
Result<T> guarded(const std::string& label, Read read) {
  const math::DefinedFloatMode mode;
  try {
    return read();
  } catch (const std::bad_alloc&) {
    return Error{label + ": there is not enough memory to read it"};
  } catch (const std::exception& problem) {
    return Error{printable(label + ": " + problem.what())};
  }
}

}  // namespace dermis::shapes
