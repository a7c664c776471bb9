// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/meshes/obj.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dermis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Obj, ReadsVerticesAndFaces) {
  const auto mesh = parse_obj(
      "# by hand\nmtllib x.mtl\no thing\nv 0 0 0\nv 1 0 0 1\r\nv  1 +1 0.25\nv -1e-3 1 0\n"
      "vt 0 0\nvn 0 0 1\ng a b\ns off\nf 1 2 3\nf 1/1/1 2//1 3/1 -1\n\nf -4 -3 -2",
      "table.obj");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_THAT(mesh->positions,
              ElementsAre(Point{0, 0, 0}, Point{1, 0, 0}, Point{1, 1, 0.25}, Point{-1e-3, 1, 0}));
  EXPECT_THAT(mesh->triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 2}, Triangle{0, 2, 3},
                                           Triangle{0, 1, 2}));
}

TEST(Obj, SaysWhatIsWrong) {
  const auto why = [](const std::string& text) {
    const auto mesh = parse_obj(text, "table.obj");
    return mesh ? "" : mesh.error().message;
  };
  const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  EXPECT_EQ(why(""), "table.obj: the OBJ file has no vertices");
  EXPECT_THAT(why("v 0 0\n"), HasSubstr("line 1 is a vertex"));
  EXPECT_THAT(why("v 0 0 nan\n"), HasSubstr("line 1 is a vertex"));
  EXPECT_THAT(why("v 0 0 x\n"), HasSubstr("line 1 is a vertex"));
  for (const char* face :
       {"f 1 2", "f 1 2 4", "f 0 1 2", "f 1 2 -4", "f 1 2 x", "f", "f 1 2 99999999999999999999"}) {
    EXPECT_THAT(why(vertices + face), HasSubstr("line 4 is a face")) << face;
  }
}

}  // namespace
}  // namespace dermis
