// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "builder.h"
#include "draco.h"

namespace dermis::gltf {

/// One primitive of one node's mesh during the import.
struct Source {
  const tinygltf::Primitive& primitive;
  std::string field;  ///< "meshes[0].primitives[1]"
  int skin = -1;      ///< −1: rigid
};

/// Whether an attribute affects the positions of vertices; the others are for viewers.
bool moves_vertices(const std::string& attribute);

/// Throws a Problem if an attribute does not have one element per position.
void check_count(std::size_t count, std::size_t vertices, const std::string& what);

/// The attributes of a primitive, from accessors or from Draco.
class Attributes {
 public:
  Attributes(Builder& builder, const Source& source);

  [[nodiscard]] bool has(const std::string& name) const;
  Floats floats(const std::string& name, std::size_t width);
  Integers joints(const std::string& name);
  /// The vertex indices in the order of use. Without indices, the vertices in file order.
  std::vector<std::uint32_t> indices(std::size_t vertices);
  /// Whether another primitive with the same accessors may share this one's vertices.
  [[nodiscard]] bool shareable() const { return !compressed_; }

 private:
  void decode(const tinygltf::Value& extension);

  Builder& builder_;
  const Source& source_;
  bool compressed_ = false;
  DracoMesh decoded_;
};

}  // namespace dermis::gltf
