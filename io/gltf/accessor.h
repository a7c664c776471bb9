// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "budget.h"
#include "document.h"

namespace dermis::gltf {

/// `count` elements of `width` numbers each, one element after the other.
struct Floats {
  std::size_t count = 0;
  std::size_t width = 1;
  std::vector<float> values;
};
struct Integers {
  std::size_t count = 0;
  std::size_t width = 1;
  std::vector<std::uint32_t> values;
};

/// Decodes accessors: strides, sparse and normalised data, meshopt-compressed buffer views. Every
/// read is checked against the bytes that exist.
class AccessorReader {
 public:
  AccessorReader(const Document& document, Budget& budget);

  /// `who` names the field that uses the accessor, for errors.
  Floats read_floats(int accessor, std::size_t width, const std::string& who);
  Integers read_integers(int accessor, std::size_t width, const std::string& who);

  /// The number of elements of an accessor, without reading it.
  std::size_t count(int accessor, const std::string& who) const;

  /// The bytes of a buffer view, decompressed if necessary.
  std::span<const std::byte> view(int index, const std::string& who);

 private:
  struct Rows {
    const std::byte* data;
    std::size_t stride;
  };

  const tinygltf::Accessor& get(int accessor, const std::string& who) const;
  Rows rows(int view, std::size_t offset, std::size_t stride, std::size_t element,
            std::size_t count, const std::string& who);
  template <class T, class Convert>
  std::vector<T> read(int accessor, std::size_t width, const std::string& who, Convert convert);

  const Document& document_;
  Budget& budget_;
  std::vector<std::optional<std::vector<std::byte>>> decompressed_;  ///< by buffer view
};

}  // namespace dermis::gltf
