// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dermis/math/types.h"

namespace dermis::gltf {

using OrderedJson = nlohmann::ordered_json;

inline constexpr int kFloat = 5126;
inline constexpr int kUnsignedShort = 5123;
inline constexpr int kUnsignedInt = 5125;
inline constexpr int kArrayBuffer = 34962;
inline constexpr int kElementArrayBuffer = 34963;

/// The file being written: JSON, and the binary chunk that its accessors describe.
class GlbWriter {
 public:
  template <class T>
  int add(const std::vector<T>& numbers, int width, const char* type, int component,
          int target = 0) {
    while (binary_.size() % 4 != 0) binary_.push_back({});
    const std::size_t offset = binary_.size();
    const std::size_t bytes = numbers.size() * sizeof(T);
    binary_.resize(offset + bytes);
    if (bytes > 0) std::memcpy(binary_.data() + offset, numbers.data(), bytes);
    OrderedJson view{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", bytes}};
    if (target != 0) view["target"] = target;
    json["bufferViews"].push_back(view);
    json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                 {"componentType", component},
                                 {"count", numbers.size() / width},
                                 {"type", type}});
    return static_cast<int>(json["accessors"].size()) - 1;
  }

  int add_vectors(const std::vector<Vec3>& vectors, int target, bool with_bounds) {
    std::vector<float> numbers;
    numbers.reserve(3 * vectors.size());
    for (const Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
    const int accessor = add(numbers, 3, "VEC3", kFloat, target);
    if (!with_bounds) return accessor;
    std::vector<float> low(3, std::numeric_limits<float>::infinity());
    std::vector<float> high(3, -std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      low[i % 3] = std::min(low[i % 3], numbers[i]);
      high[i % 3] = std::max(high[i % 3], numbers[i]);
    }
    json["accessors"][accessor]["min"] = low;
    json["accessors"][accessor]["max"] = high;
    return accessor;
  }

  int add_times(const std::vector<float>& times) {
    const int accessor = add(times, 1, "SCALAR", kFloat);
    json["accessors"][accessor]["min"] = OrderedJson::array({times.front()});
    json["accessors"][accessor]["max"] = OrderedJson::array({times.back()});
    return accessor;
  }

  /// The GLB container: header, JSON padded with spaces, binary chunk padded with zeros.
  std::vector<std::byte> finish() {
    while (binary_.size() % 4 != 0) binary_.push_back({});
    json["buffers"] = OrderedJson::array({{{"byteLength", binary_.size()}}});
    std::string text = json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::vector<std::byte> out;
    const auto put = [&](const void* data, std::size_t size) {
      const auto* const bytes = static_cast<const std::byte*>(data);
      out.insert(out.end(), bytes, bytes + size);
    };
    const auto put_u32 = [&](std::size_t value) {
      const auto v = static_cast<std::uint32_t>(value);
      put(&v, sizeof v);
    };
    put("glTF", 4);
    put_u32(2);
    put_u32(12 + 8 + text.size() + 8 + binary_.size());
    put_u32(text.size());
    put("JSON", 4);
    put(text.data(), text.size());
    put_u32(binary_.size());
    put("BIN", 4);  // including its terminating zero
    put(binary_.data(), binary_.size());
    return out;
  }

  OrderedJson json;

 private:
  std::vector<std::byte> binary_;
};

}  // namespace dermis::gltf
