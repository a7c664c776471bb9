// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "draco.h"

#include "problem.h"

#if DERMIS_DRACO
#include <draco/compression/decode.h>
#endif

namespace dermis::gltf {

#if DERMIS_DRACO

namespace {

Floats read_attribute(const draco::Mesh& mesh, const draco::PointAttribute& attribute) {
  Floats result;
  result.width = static_cast<std::size_t>(attribute.num_components());
  result.count = mesh.num_points();
  result.values.resize(result.count * result.width);
  for (std::size_t i = 0; i < result.count; ++i) {
    const auto at = attribute.mapped_index(draco::PointIndex(static_cast<std::uint32_t>(i)));
    attribute.ConvertValue<float>(at, static_cast<std::int8_t>(result.width),
                                  result.values.data() + i * result.width);
  }
  return result;
}

}  // namespace

DracoMesh decode_draco(std::span<const std::byte> compressed,
                       const std::map<std::string, int>& attribute_ids, const std::string& who) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(compressed.data()), compressed.size());
  draco::Decoder decoder;
  auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok()) {
    throw Problem(who, " cannot be decompressed: ", decoded.status().error_msg_string());
  }
  const draco::Mesh& mesh = *decoded.value();
  DracoMesh result;
  result.vertex_count = mesh.num_points();
  for (std::uint32_t f = 0; f < mesh.num_faces(); ++f) {
    for (const draco::PointIndex& point : mesh.face(draco::FaceIndex(f))) {
      result.indices.push_back(point.value());
    }
  }
  for (const auto& [name, id] : attribute_ids) {
    const draco::PointAttribute* const attribute =
        mesh.GetAttributeByUniqueId(static_cast<std::uint32_t>(id));
    if (attribute == nullptr) throw Problem(who, " lacks Draco attribute ", id, " (", name, ")");
    result.attributes[name] = read_attribute(mesh, *attribute);
  }
  return result;
}

#else

DracoMesh decode_draco(std::span<const std::byte> /*compressed*/,
                       const std::map<std::string, int>& /*attribute_ids*/,
                       const std::string& who) {
  throw Problem(who, " is compressed with Draco, which this build leaves out");
}

#endif

}  // namespace dermis::gltf
