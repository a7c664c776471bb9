// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "accessor.h"

#include <cstring>
#include <limits>
#include <type_traits>

#include "dermis/base/counted.h"
#include "extensions.h"
#include "meshopt.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

std::size_t component_size(int type) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
      return 4;
    default:
      return 0;
  }
}

std::size_t type_width(int type) {
  switch (type) {
    case TINYGLTF_TYPE_SCALAR:
      return 1;
    case TINYGLTF_TYPE_MAT2:
      return 4;
    case TINYGLTF_TYPE_MAT3:
      return 9;
    case TINYGLTF_TYPE_MAT4:
      return 16;
    default:
      return static_cast<std::size_t>(type);  // VEC2, VEC3, VEC4
  }
}

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// glTF 2.0, 3.6.2.2: c / max, and at least −1 for signed types.
template <class T>
float to_float(T value, bool normalized) {
  if constexpr (std::is_floating_point_v<T>) {
    return value;
  } else {
    const auto plain = static_cast<double>(value);
    if (!normalized) return static_cast<float>(plain);
    const double scaled = plain / std::numeric_limits<T>::max();
    return static_cast<float>(scaled < -1 ? -1 : scaled);
  }
}

float load_float(const std::byte* at, int type, bool normalized) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return to_float(load<std::int8_t>(at), normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return to_float(load<std::uint8_t>(at), normalized);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return to_float(load<std::int16_t>(at), normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return to_float(load<std::uint16_t>(at), normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return to_float(load<std::uint32_t>(at), normalized);
    default:
      return load<float>(at);
  }
}

std::uint32_t load_integer(const std::byte* at, int type) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return load<std::uint8_t>(at);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return load<std::uint16_t>(at);
    default:
      return load<std::uint32_t>(at);
  }
}

bool is_unsigned_type(int type) {
  return type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
         type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
         type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

}  // namespace

AccessorReader::AccessorReader(const Document& document, Budget& budget)
    : document_(document), budget_(budget), decompressed_(document.gltf.bufferViews.size()) {}

const tinygltf::Accessor& AccessorReader::get(int accessor, const std::string& who) const {
  const auto& all = document_.gltf.accessors;
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= all.size()) {
    throw Problem(who, " is accessor ", accessor, ", but ", there_are(all.size(), "accessor"));
  }
  return all[accessor];
}

std::size_t AccessorReader::count(int accessor, const std::string& who) const {
  return get(accessor, who).count;
}

std::span<const std::byte> AccessorReader::view(int index, const std::string& who) {
  const auto& views = document_.gltf.bufferViews;
  if (index < 0 || static_cast<std::size_t>(index) >= views.size()) {
    throw Problem(who, " uses bufferView ", index, ", but ", there_are(views.size(), "bufferView"));
  }
  const tinygltf::BufferView& view = views[index];
  const auto slice = [&](std::size_t buffer, std::size_t offset, std::size_t length) {
    if (buffer >= document_.buffers.size()) {
      throw Problem("bufferViews[", index, "].buffer is ", buffer, ", but ",
                    there_are(document_.buffers.size(), "buffer"));
    }
    const std::span<const std::byte> bytes = document_.buffers[buffer].bytes();
    if (offset > bytes.size() || length > bytes.size() - offset) {
      throw Problem("bufferViews[", index, "] ends at byte ", offset + length, ", but buffers[",
                    buffer, "] has ", counted(bytes.size(), "byte"));
    }
    return bytes.subspan(offset, length);
  };
  const auto compressed = view.extensions.find(kMeshoptCompression);
  if (compressed == view.extensions.end()) {
    return slice(static_cast<std::size_t>(view.buffer), view.byteOffset, view.byteLength);
  }
  auto& cache = decompressed_[index];
  if (!cache) {
    const MeshoptView source =
        describe_meshopt(compressed->second, "bufferViews[" + std::to_string(index) + "]");
    cache = decode_meshopt(source, slice(source.buffer, source.offset, source.length), budget_);
  }
  return *cache;
}

AccessorReader::Rows AccessorReader::rows(int view_index, std::size_t offset, std::size_t stride,
                                          std::size_t element, std::size_t count,
                                          const std::string& who) {
  const std::span<const std::byte> bytes = view(view_index, who);
  if (stride == 0) stride = element;
  // No overflow is possible: numbers in the file are at most 2³¹, strides at most 252.
  const std::size_t end = count == 0 ? offset : offset + (count - 1) * stride + element;
  if (end > bytes.size()) {
    throw Problem(who, " needs ", counted(end, "byte"), " for its ", counted(count, "element"),
                  ", but bufferViews[", view_index, "] has ", bytes.size());
  }
  return {bytes.data() + offset, stride};
}

template <class T, class Convert>
std::vector<T> AccessorReader::read(int index, std::size_t width, const std::string& who,
                                    Convert convert) {
  const tinygltf::Accessor& accessor = get(index, who);
  const std::string label = who + " (accessors[" + std::to_string(index) + "])";
  const std::size_t own_width = type_width(accessor.type);
  if (own_width != width) {
    throw Problem(label, " has ", counted(own_width, "number"), " per element, expected ", width);
  }
  const std::size_t component = component_size(accessor.componentType);
  if (component == 0) {
    throw Problem(label, " has componentType ", accessor.componentType, ", which is not supported");
  }
  const std::size_t element = component * width;

  std::vector<T> values;
  if (accessor.bufferView >= 0) {
    const auto& view = document_.gltf.bufferViews;
    const std::size_t stride = static_cast<std::size_t>(accessor.bufferView) < view.size()
                                   ? view[accessor.bufferView].byteStride
                                   : 0;
    const Rows source =
        rows(accessor.bufferView, accessor.byteOffset, stride, element, accessor.count, label);
    values.resize(accessor.count * width);
    for (std::size_t i = 0; i < accessor.count; ++i) {
      for (std::size_t k = 0; k < width; ++k) {
        values[i * width + k] = convert(source.data + i * source.stride + k * component, accessor);
      }
    }
  } else {
    // All zeros, except for the sparse part if there is one. No bytes back the count, so a small
    // file could ask for any amount of memory.
    if (!budget_.holds(accessor.count * width * sizeof(T))) {
      throw Problem(label, ".count is ", accessor.count, " without a bufferView, in a file of ",
                    counted(document_.bytes, "byte"));
    }
    budget_.take(accessor.count * width * sizeof(T));
    values.resize(accessor.count * width);
  }

  if (accessor.sparse.isSparse) {
    const auto& sparse = accessor.sparse;
    const auto count = static_cast<std::size_t>(sparse.count);
    if (!is_unsigned_type(sparse.indices.componentType)) {
      throw Problem(label, ".sparse.indices.componentType is ", sparse.indices.componentType);
    }
    const Rows indices =
        rows(sparse.indices.bufferView, sparse.indices.byteOffset, 0,
             component_size(sparse.indices.componentType), count, label + ".sparse.indices");
    const Rows replacements = rows(sparse.values.bufferView, sparse.values.byteOffset, 0, element,
                                   count, label + ".sparse.values");
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at =
          load_integer(indices.data + i * indices.stride, sparse.indices.componentType);
      if (at >= accessor.count) {
        throw Problem(label, ".sparse index ", i, " is ", at, ", but the accessor has ",
                      counted(accessor.count, "element"));
      }
      for (std::size_t k = 0; k < width; ++k) {
        values[at * width + k] =
            convert(replacements.data + i * replacements.stride + k * component, accessor);
      }
    }
  }
  return values;
}

Floats AccessorReader::read_floats(int accessor, std::size_t width, const std::string& who) {
  const auto convert = [](const std::byte* at, const tinygltf::Accessor& a) {
    return load_float(at, a.componentType, a.normalized);
  };
  auto values = read<float>(accessor, width, who, convert);
  return {values.size() / width, width, std::move(values)};
}

Integers AccessorReader::read_integers(int accessor, std::size_t width, const std::string& who) {
  if (const int type = get(accessor, who).componentType; !is_unsigned_type(type)) {
    throw Problem(who, " (accessors[", accessor, "]) has componentType ", type,
                  ", expected unsigned integers");
  }
  const auto convert = [](const std::byte* at, const tinygltf::Accessor& a) {
    return load_integer(at, a.componentType);
  };
  auto values = read<std::uint32_t>(accessor, width, who, convert);
  return {values.size() / width, width, std::move(values)};
}

}  // namespace dermis::gltf
