// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

namespace dermis {

/// A friend of all public classes: the library's own sources reach their private data through it,
/// and public headers need no accessors for internals.
struct Internals {
  template <class Object>
  static auto& state(Object& object) {
    return *object.state_;
  }
  template <class Object>
  static auto& data(const Object& object) {
    return *object.data_;
  }
  template <class Object>
  static const auto& data_pointer(const Object& object) {
    return object.data_;
  }
  template <class Object>
  static auto& attached(const Object& object) {
    return *object.attached_;
  }
  template <class Object>
  static auto& limbs(Object& object) {
    return object.limbs_;
  }
  /// Calls a private constructor.
  template <class Object, class... Arguments>
  static Object make(Arguments&&... arguments) {
    return Object(static_cast<Arguments&&>(arguments)...);
  }
};

}  // namespace dermis
