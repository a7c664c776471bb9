// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "meshopt.h"

#include <meshoptimizer.h>

#include "extensions.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

std::size_t number(const tinygltf::Value& object, const char* key, std::size_t absent) {
  if (!object.Has(key)) return absent;
  return static_cast<std::size_t>(object.Get(key).GetNumberAsInt());
}

std::string text(const tinygltf::Value& object, const char* key, const char* absent) {
  return object.Has(key) && object.Get(key).IsString() ? object.Get(key).Get<std::string>()
                                                       : absent;
}

/// The best possible compression ratio: 16 bytes of the same vertex component take at least 2 bits.
/// A count beyond it must be wrong, and is refused before memory is allocated.
constexpr std::size_t kBestRatio = 64;

}  // namespace

MeshoptView describe_meshopt(const tinygltf::Value& extension, const std::string& label) {
  if (!extension.IsObject()) throw Problem(label, ".", kMeshoptCompression, " is not an object");
  MeshoptView view;
  view.label = label + "." + kMeshoptCompression;
  view.buffer = number(extension, "buffer", 0);
  view.offset = number(extension, "byteOffset", 0);
  view.length = number(extension, "byteLength", 0);
  view.stride = number(extension, "byteStride", 0);
  view.count = number(extension, "count", 0);
  view.mode = text(extension, "mode", "");
  view.filter = text(extension, "filter", "NONE");
  return view;
}

std::vector<std::byte> decode_meshopt(const MeshoptView& view,
                                      std::span<const std::byte> compressed, Budget& budget) {
  const bool attributes = view.mode == "ATTRIBUTES";
  const bool triangles = view.mode == "TRIANGLES";
  if (!attributes && !triangles && view.mode != "INDICES") {
    throw Problem(view.label, ".mode is '", view.mode.substr(0, 40), "'");
  }
  const bool stride_ok = attributes ? view.stride > 0 && view.stride <= 256 && view.stride % 4 == 0
                                    : view.stride == 2 || view.stride == 4;
  if (!stride_ok) throw Problem(view.label, ".byteStride is ", view.stride);
  if (triangles && view.count % 3 != 0) throw Problem(view.label, ".count is ", view.count);
  if (view.count * view.stride > kBestRatio * compressed.size()) {
    throw Problem(view.label, ".count is ", view.count, " for ", compressed.size(),
                  " compressed bytes");
  }

  budget.take(view.count * view.stride);
  std::vector<std::byte> bytes(view.count * view.stride);
  const auto* const source = reinterpret_cast<const unsigned char*>(compressed.data());
  int failed = 0;
  if (attributes) {
    failed = meshopt_decodeVertexBuffer(bytes.data(), view.count, view.stride, source,
                                        compressed.size());
  } else if (triangles) {
    failed =
        meshopt_decodeIndexBuffer(bytes.data(), view.count, view.stride, source, compressed.size());
  } else {
    failed = meshopt_decodeIndexSequence(bytes.data(), view.count, view.stride, source,
                                         compressed.size());
  }
  if (failed != 0) throw Problem(view.label, " cannot be decompressed (code ", failed, ")");

  if (view.filter == "OCTAHEDRAL" && (view.stride == 4 || view.stride == 8)) {
    meshopt_decodeFilterOct(bytes.data(), view.count, view.stride);
  } else if (view.filter == "QUATERNION" && view.stride == 8) {
    meshopt_decodeFilterQuat(bytes.data(), view.count, view.stride);
  } else if (view.filter == "EXPONENTIAL" && view.stride % 4 == 0) {
    meshopt_decodeFilterExp(bytes.data(), view.count, view.stride);
  } else if (view.filter != "NONE") {
    throw Problem(view.label, ".filter is '", view.filter.substr(0, 40), "' with byteStride ",
                  view.stride);
  }
  return bytes;
}

}  // namespace dermis::gltf
