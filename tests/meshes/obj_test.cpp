// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/meshes/obj.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "support/models.h"

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

TEST(Obj, GivesBackTheSameFloats) {
  const Model model = test::single_triangle();
  const std::vector<Vec3> posed{
      {0.1F, 1e-40F, -3.4e38F}, {1.0F / 3, 16777216, 0}, {-0.3F, 2, 1e10F}};
  std::istringstream in(to_obj(model, posed));
  std::vector<Vec3> read_back;
  std::vector<std::string> faces;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("f ")) faces.push_back(line);
    if (!line.starts_with("v ")) continue;
    float f[3];
    char* at = line.data() + 2;
    for (float& x : f) x = std::strtof(at, &at);
    read_back.push_back({f[0], f[1], f[2]});
  }
  EXPECT_EQ(read_back, posed);
  EXPECT_THAT(faces, testing::ElementsAre("f 1 2 3"));
}

TEST(Obj, NamesCannotBreakLines) {
  Model model = test::single_triangle();
  model.parts[0].mesh_name = "evil\nv 1 2 3";
  EXPECT_THAT(to_obj(model, model.positions), testing::HasSubstr("g root/evil v 1 2 3/0\n"));
}

}  // namespace
}  // namespace dermis
