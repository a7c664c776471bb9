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

/// One primitive of one node's mesh, on its way into the model.
struct Source {
  const tinygltf::Primitive& primitive;
  std::string field;  ///< "meshes[0].primitives[1]"
  int skin = -1;      ///< −1: rigid
};

/// Attributes that decide where vertices are; the others are for viewers.
bool moves_vertices(const std::string& attribute);

/// Refuses an attribute that is not as long as the positions.
void check_count(std::size_t count, std::size_t vertices, const std::string& what);

/// The attributes of a primitive, from accessors or from Draco.
class Attributes {
 public:
  Attributes(Builder& builder, const Source& source);

  [[nodiscard]] bool has(const std::string& name) const;
  Floats floats(const std::string& name, std::size_t width);
  Integers joints(const std::string& name);
  /// The order in which vertices are used; without indices the order they stand in.
  std::vector<std::uint32_t> indices(std::size_t vertices);
  /// Whether another primitive with the same accessors may share its vertices.
  [[nodiscard]] bool shareable() const { return !compressed_; }

 private:
  void decode(const tinygltf::Value& extension);

  Builder& builder_;
  const Source& source_;
  bool compressed_ = false;
  DracoMesh decoded_;
};

}  // namespace dermis::gltf
