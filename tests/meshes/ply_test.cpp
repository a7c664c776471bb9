// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/meshes/ply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <string>

namespace dermis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<Mesh> parse(const std::string& text) {
  return parse_ply(std::as_bytes(std::span(text)), "table.ply");
}

const std::string kText =
    "ply\nformat ascii 1.0\ncomment by hand\nelement vertex 4\nproperty float x\n"
    "property float y\nproperty double z\nproperty uchar red\nelement face 2\n"
    "property list uchar int vertex_indices\nend_header\n"
    "0 0 0.5 255\n1 0 0 0\n1 1 0 0\n0 1 -2e-3 7\n3 0 1 2\n4 0 1 2 3\n";

TEST(Ply, ReadsText) {
  const auto mesh = parse(kText);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_THAT(mesh->positions,
              ElementsAre(Point{0, 0, 0.5}, Point{1, 0, 0}, Point{1, 1, 0}, Point{0, 1, -2e-3}));
  EXPECT_THAT(mesh->triangles,
              ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 2}, Triangle{0, 2, 3}));
}

/// The bytes of a number in a file of this byte order.
template <class T>
std::string bytes(T value, bool big_endian) {
  std::string result(sizeof(T), '\0');
  std::memcpy(result.data(), &value, sizeof(T));
  if (big_endian == (std::endian::native == std::endian::little)) {
    result = std::string(result.rbegin(), result.rend());
  }
  return result;
}

TEST(Ply, ReadsBinaryOfEitherByteOrder) {
  for (const bool big : {false, true}) {
    std::string file = "ply\r\nformat binary_" + std::string(big ? "big" : "little") +
                       "_endian 1.0\r\nelement camera 1\r\nproperty short angle\r\n"
                       "element vertex 3\r\nproperty double x\r\nproperty float y\r\n"
                       "property int z\r\nproperty list uint8 uint16 marks\r\nelement face 1\r\n"
                       "property list uchar uint vertex_index\r\nend_header\r\n";
    file += bytes<short>(-3, big);
    for (int v = 0; v < 3; ++v) {
      file += bytes(0.1 * v, big) + bytes(-2.5F, big) + bytes(-7 * v, big);
      file += bytes<unsigned char>(2, big) + bytes<unsigned short>(9, big) + bytes<short>(9, big);
    }
    file += bytes<unsigned char>(3, big);
    for (const unsigned corner : {2U, 0U, 1U}) file += bytes(corner, big);
    const auto mesh = parse(file);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_THAT(mesh->positions, ElementsAre(Point{0, -2.5, 0}, Point{0.1 * 1, -2.5, -7},
                                             Point{0.1 * 2, -2.5, -14}));
    EXPECT_THAT(mesh->triangles, ElementsAre(Triangle{2, 0, 1}));
    for (std::size_t length = 0; length < file.size(); ++length) {
      EXPECT_FALSE(parse(file.substr(0, length))) << length;
    }
  }
}

TEST(Ply, SaysWhatIsWrong) {
  const auto expect = [](const std::string& from, const std::string& to, const std::string& why) {
    std::string text = kText;
    text.replace(text.find(from), from.size(), to);
    const auto mesh = parse(text);
    ASSERT_FALSE(mesh) << to;
    EXPECT_THAT(mesh.error().message, HasSubstr(why));
  };
  expect("ply", "obj", "does not begin with 'ply'");
  expect("format ascii 1.0\n", "", "names no format");
  expect("ascii", "morse", "'morse'");
  expect("end_header", "end_heade", "'end_heade'");
  expect("vertex 4", "vertex four", "element vertex four");
  expect("vertex 4", "vertex 99999999999", "ends too early");
  expect("float x", "quad x", "'quad'");
  expect("double z", "double w", "no z");
  expect("vertex_indices", "corners", "'vertex_indices'");
  expect("list uchar int", "list float int", "fractions");
  expect("3 0 1 2", "3 0 1 4", "the vertex 4, but there are 4");
  expect("3 0 1 2", "2 0 1", "face 0 has 2 corners");
  expect("3 0 1 2", "3 0 1 -2", "face 0 has a corner that is no vertex");
  expect("3 0 1 2", "3 0 1 1.5", "no vertex");
  expect("3 0 1 2", "300 0 1 2", "longer than the file");
  expect("0 0 0.5", "0 nan 0.5", "vertex 0 has a coordinate that is not finite");
  expect("0 0 0.5", "0 zero 0.5", "'zero' is not a number");
  EXPECT_FALSE(parse(""));
}

}  // namespace
}  // namespace dermis
