// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace dermis::test {

using Json = nlohmann::json;

/// A glTF file under construction: JSON that tests may edit freely, and a binary buffer.
class GltfDocument {
 public:
  Json json = {{"asset", {{"version", "2.0"}}}};

  /// Appends numbers to the buffer, in a buffer view of their own. Returns its index.
  template <class T>
  int add_view(const std::vector<T>& numbers) {
    while (binary_.size() % 4 != 0) binary_.push_back({});
    const std::size_t offset = binary_.size();
    binary_.resize(offset + numbers.size() * sizeof(T));
    if (!numbers.empty()) {
      std::memcpy(binary_.data() + offset, numbers.data(), numbers.size() * sizeof(T));
    }
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", offset}, {"byteLength", numbers.size() * sizeof(T)}});
    return static_cast<int>(json["bufferViews"].size()) - 1;
  }

  /// Adds numbers as an accessor over a view of their own. Returns its index.
  template <class T>
  int add_accessor(const std::vector<T>& numbers, const char* type, bool normalized = false) {
    Json accessor{{"bufferView", add_view(numbers)},
                  {"componentType", component_type<T>()},
                  {"count", numbers.size() / width(type)},
                  {"type", type}};
    if (normalized) accessor["normalized"] = true;
    json["accessors"].push_back(accessor);
    return static_cast<int>(json["accessors"].size()) - 1;
  }

  [[nodiscard]] std::vector<std::byte>& binary() { return binary_; }

  /// The file as .gltf, with its buffer in a data URI.
  [[nodiscard]] std::vector<std::byte> gltf() const {
    Json out = json;
    if (!binary_.empty() && !out.contains("buffers")) {
      out["buffers"] = Json::array({{{"byteLength", binary_.size()},
                                     {"uri", "data:application/octet-stream;base64," + base64()}}});
    }
    return to_bytes(out.dump());
  }

  /// The file as .glb.
  [[nodiscard]] std::vector<std::byte> glb() const {
    Json out = json;
    if (!binary_.empty()) out["buffers"] = Json::array({{{"byteLength", binary_.size()}}});
    std::string text = out.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::vector<std::byte> file;
    const auto put_u32 = [&](std::size_t value) {
      for (int i = 0; i < 4; ++i) file.push_back(static_cast<std::byte>(value >> (8 * i)));
    };
    const std::size_t padded = (binary_.size() + 3) / 4 * 4;
    put_u32(0x46546c67);
    put_u32(2);
    put_u32(12 + 8 + text.size() + (padded > 0 ? 8 + padded : 0));
    put_u32(text.size());
    put_u32(0x4e4f534a);
    for (const char c : text) file.push_back(static_cast<std::byte>(c));
    if (padded > 0) {
      put_u32(padded);
      put_u32(0x004e4942);
      file.insert(file.end(), binary_.begin(), binary_.end());
      file.resize(file.size() + padded - binary_.size());
    }
    return file;
  }

  static std::vector<std::byte> to_bytes(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
  }

 private:
  template <class T>
  static constexpr int component_type() {
    if constexpr (std::is_same_v<T, std::int8_t>) return 5120;
    if constexpr (std::is_same_v<T, std::uint8_t>) return 5121;
    if constexpr (std::is_same_v<T, std::int16_t>) return 5122;
    if constexpr (std::is_same_v<T, std::uint16_t>) return 5123;
    if constexpr (std::is_same_v<T, std::uint32_t>) return 5125;
    return 5126;
  }

  static std::size_t width(const std::string& type) {
    if (type == "SCALAR") return 1;
    return type == "MAT4" ? 16 : static_cast<std::size_t>(type.back() - '0');
  }

  [[nodiscard]] std::string base64() const {
    constexpr const char* kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < binary_.size(); i += 3) {
      std::uint32_t window = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto byte =
            i + k < binary_.size() ? std::to_integer<std::uint32_t>(binary_[i + k]) : 0;
        window = window << 8 | byte;
      }
      for (std::size_t k = 0; k < 4; ++k) {
        text += i + k <= binary_.size() ? kDigits[window >> (18 - 6 * k) & 63] : '=';
      }
    }
    return text;
  }

  std::vector<std::byte> binary_;
};

/// Two triangles (a unit square in z = 0) on one node, rigid.
inline GltfDocument square() {
  GltfDocument document;
  const int positions = document.add_accessor<float>({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3");
  const int indices = document.add_accessor<std::uint16_t>({0, 1, 2, 0, 2, 3}, "SCALAR");
  document.json["meshes"] = Json::array(
      {{{"name", "square"},
        {"primitives",
         Json::array({{{"attributes", {{"POSITION", positions}}}, {"indices", indices}}})}}});
  document.json["nodes"] = Json::array({{{"name", "holder"}, {"mesh", 0}}});
  document.json["scenes"] = Json::array({{{"nodes", {0}}}});
  document.json["scene"] = 0;
  return document;
}

/// The square, skinned to two joints: the lower edge follows 'root'; the upper edge follows 'root'
/// by half, and its child 'tip' by half. Node 0 holds the mesh, 1 is root, 2 is tip (at y = 1 from
/// root).
inline GltfDocument skinned_square() {
  GltfDocument document = square();
  Json& attributes = document.json["meshes"][0]["primitives"][0]["attributes"];
  attributes["JOINTS_0"] =
      document.add_accessor<std::uint8_t>({0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, "VEC4");
  attributes["WEIGHTS_0"] = document.add_accessor<float>(
      {1, 0, 0, 0, 1, 0, 0, 0, 0.5F, 0.5F, 0, 0, 0.5F, 0.5F, 0, 0}, "VEC4");
  const int inverse_bind =
      document.add_accessor<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1},
                                   "MAT4");
  document.json["nodes"] = Json::array({{{"name", "holder"}, {"mesh", 0}, {"skin", 0}},
                                        {{"name", "root"}, {"children", {2}}},
                                        {{"name", "tip"}, {"translation", {0, 1, 0}}}});
  document.json["skins"] =
      Json::array({{{"joints", {1, 2}}, {"inverseBindMatrices", inverse_bind}}});
  document.json["scenes"] = Json::array({{{"nodes", {0, 1}}}});
  return document;
}

}  // namespace dermis::test
