// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace dermis {

/// A friend of all public classes: the library's own sources reach their private data through it,
/// and public headers need no accessors for internals.
struct Internals {
  template <class Object>
  static auto& state(Object& object) {
    return *object.state_;
  }
  template <class Object>
  static auto& hint(Object& object) {
    return object.hint_;
  }
  /// Makes an object that shares its state with its copies.
  template <class Object, class... Arguments>
  static Object make_shared(Arguments&&... arguments) {
    return Object(std::make_shared<typename Object::State>(static_cast<Arguments&&>(arguments)...));
  }
};

}  // namespace dermis
