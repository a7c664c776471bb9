// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

/// Plain data as a sequence of bytes, in the layout that it has in memory.
namespace dermis::base {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

class ByteWriter {
 public:
  template <class T>
  void add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  /// Adds the number of values, then the values.
  template <class T>
  void add_all(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    add(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size_bytes());
  }
  template <class T>
  void add_all(const std::vector<T>& values) {
    add_all(std::span<const T>(values));
  }
  void add_text(const std::string& text) { add_all(std::span<const char>(text)); }

  std::vector<std::byte> bytes;

 private:
  void append(const void* data, std::size_t size) {
    const auto* const begin = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
};

/// Reads the output of ByteWriter. After a failure, all results are empty. Never allocates more
/// than the number of bytes that are left.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
  T get() {
    T value{};
    if (const std::byte* const from = take(sizeof(T))) std::memcpy(&value, from, sizeof(T));
    return value;
  }
  template <class T>
  std::vector<T> get_all() {
    const auto count = get<std::uint64_t>();
    std::vector<T> values;
    if (count > rest_.size() / sizeof(T)) {
      failed_ = true;
    } else if (const std::byte* const from = take(count * sizeof(T));
               from != nullptr && count > 0) {
      values.resize(count);
      std::memcpy(values.data(), from, count * sizeof(T));
    }
    return values;
  }
  std::string get_text() {
    const std::vector<char> text = get_all<char>();
    return {text.begin(), text.end()};
  }

  /// Whether all bytes were read, and none were missing.
  [[nodiscard]] bool complete() const { return !failed_ && rest_.empty(); }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  const std::byte* take(std::size_t size) {
    failed_ = failed_ || size > rest_.size();
    if (failed_) return nullptr;
    const std::byte* const from = rest_.data();
    rest_ = rest_.subspan(size);
    return from;
  }

  std::span<const std::byte> rest_;
  bool failed_ = false;
};

}  // namespace dermis::base
