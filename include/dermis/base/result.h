// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

/// @defgroup base base
/// Results, names of enums, executors, instruction sets, float modes, attachments, files and bytes.
///
/// All comments of the public headers use three words with these meanings:
///
/// - *Refuses* X: given X, the function returns an Error. It changes nothing, unless its comment
///   says otherwise. Functions that return a Result also refuse values outside of stated ranges.
/// - *Asserted*: a violation is an error in the host's code. Builds with assertions stop the
///   program; in other builds the behavior is undefined.
/// - *Must*, without one of these words: a rule about threads, lifetimes or data that is not
///   checked.
///
/// Public functions throw nothing but std::bad_alloc, when memory runs out. After such an
/// exception, an object that the call was changing may only be destroyed or assigned. Functions
/// that you pass in (progress, filters, sinks) must not throw; for executors see Executor::run().
namespace dermis {

/// The reason for a failure, as one sentence for the user.
struct Error {
  std::string message;  ///< the sentence, in English
};

/// Either a T or an Error. It converts to bool; * and -> give the value. Reading the part that is
/// missing is misuse (asserted). A moved-from Result, like every moved-from object of this library,
/// may only be destroyed or assigned.
template <class T>
class [[nodiscard]] Result {
 public:
  /// Success with this value.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(*-explicit-*)
  /// Failure with this reason.
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(*-explicit-*)

  /// True if there is a value.
  explicit operator bool() const { return state_.index() == 0; }
  /// The value. There must be one (asserted, also below).
  T& operator*() & { return *operator->(); }
  /// The value, read-only.
  const T& operator*() const& { return *operator->(); }
  /// The value, to be moved out of a temporary.
  T&& operator*() && { return std::move(*operator->()); }
  /// Access to members of the value.
  T* operator->() {
    assert(*this);
    return std::get_if<0>(&state_);
  }
  /// Read-only access to members of the value.
  const T* operator->() const {
    assert(*this);
    return std::get_if<0>(&state_);
  }

  /// The reason for the failure. There must be no value (asserted).
  [[nodiscard]] const Error& error() const {
    assert(!*this);
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  /// Success.
  Result() = default;
  /// Failure with this reason.
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(*-explicit-*)

  /// True on success.
  explicit operator bool() const { return !error_.has_value(); }
  /// The reason for the failure. There must be one (asserted).
  [[nodiscard]] const Error& error() const {
    assert(error_);
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace dermis
