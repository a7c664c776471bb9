// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Files that the program writes, and files that it must not overwrite.
#include "app/file_ending.h"
#include "dermis/dermis.h"
#include "dermis/gltf/gltf.h"
#include "dermis/meshes/obj.h"
#include "support/program.h"

namespace dermis::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

class Output : public Program {
 protected:
  void write(const std::string& file, const std::string& content) {
    std::ofstream(folder_ / file, std::ios::binary) << content;
  }
  /// Expects the command to be refused and the input to stay unchanged.
  void expect_kept(const std::string& input, const std::string& arguments,
                   const std::vector<std::string>& words) {
    const std::string before = read(folder_ / input);
    expect_refused(arguments, words);
    EXPECT_TRUE(read(folder_ / input) == before) << arguments << " overwrote " << input;
  }
  [[nodiscard]] std::size_t file_count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
};

TEST_F(Output, IsNeverTheInput) {
  ASSERT_TRUE(export_glb(make_dwarf(), folder_ / "d.glb"));
  const std::vector<std::string> words{"d.glb is the input of", "does not overwrite"};
  expect_kept("d.glb", "bake d.glb -o d.glb", words);
  expect_kept("d.glb", "pose d.glb -o d.glb", words);
  expect_kept("d.glb", "make d.glb -o d.glb", words);
  expect_kept("d.glb", "make d.glb --subdivide 1 -o d.glb", words);
  expect_kept("d.glb", "limbs d.glb -o d.glb", words);
  expect_kept("d.glb", "limbs d.glb --glb d.glb", words);
  write("cloth.obj", "v 0 3 0\nv 1 3 0\nv 0 3 1\nf 1 2 3\n");
  expect_kept("d.glb", "cloth --body d.glb --cloth cloth.obj --seconds 0 -o d.glb", words);
}

TEST_F(Output, IsNotTheInputUnderAnotherName) {
  ASSERT_TRUE(export_glb(make_dwarf(), folder_ / "d.glb"));
  fs::create_directory(folder_ / "sub");
  fs::create_symlink("d.glb", folder_ / "soft.glb");
  fs::create_hard_link(folder_ / "d.glb", folder_ / "hard.glb");
  fs::create_directory_symlink(".", folder_ / "here");
  const std::string full = (folder_ / "d.glb").string();
  for (const std::string& name :
       {std::string("./d.glb"), std::string("sub/../d.glb"), std::string("soft.glb"),
        std::string("hard.glb"), std::string("here/d.glb"), full}) {
    expect_kept("d.glb", "make d.glb -o " + name, {name + " is the input 'd.glb'"});
  }
  expect_kept("d.glb", "make soft.glb -o d.glb", {"d.glb is the input 'soft.glb'"});
  EXPECT_TRUE(fs::is_symlink(folder_ / "soft.glb"));
  EXPECT_EQ(fs::hard_link_count(folder_ / "d.glb"), 2U);
  // A copy is a different file and may be overwritten.
  fs::copy_file(folder_ / "d.glb", folder_ / "copy.glb");
  EXPECT_EQ(run("make d.glb -o copy.glb").status, 0);
}

TEST_F(Output, IsNoOtherFileThatIsRead) {
  ASSERT_EQ(run("limbs dwarf -o limbs.json").status, 0);
  expect_kept("limbs.json", "limbs dwarf --shape limbs.json -o limbs.json", {"limbs.json is the"});
  write("words.json", R"({"limbs": []})");
  expect_kept("words.json", "limbs dwarf --overrides words.json -o words.json",
              {"words.json is the"});
}

TEST_F(Output, IsNoBufferOfTheModel) {
  write("model.gltf", R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                   "min": [0, 0, 0], "max": [1, 1, 0]}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}],
    "buffers": [{"byteLength": 36, "uri": "data.glb"}]})");
  const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  write("data.glb", std::string(reinterpret_cast<const char*>(corners), sizeof(corners)));
  expect_kept("data.glb", "make model.gltf -o data.glb", {"data.glb is the input", "of make"});
  expect_kept("data.glb", "limbs model.gltf --glb ./data.glb",
              {"data.glb is the input", "of limbs"});
  EXPECT_EQ(run("make model.gltf -o other.glb").status, 0);
}

TEST_F(Output, FramesOfClothDoNotReplaceTheCloth) {
  fs::create_directory(folder_ / "frames");
  write("frames/cloth-00000.obj", "v 0 3 0\nv 1 3 0\nv 0 3 1\nf 1 2 3\n");
  expect_kept("frames/cloth-00000.obj",
              "cloth --body dwarf --cloth frames/cloth-00000.obj --seconds 0 --obj frames",
              {"frames/cloth-00000.obj is the input", "cloth --obj"});
  EXPECT_FALSE(fs::exists(folder_ / "frames/body-00000.obj"));
  EXPECT_EQ(
      run("cloth --body dwarf --cloth frames/cloth-00000.obj --seconds 0 --obj others").status, 0);
}

TEST_F(Output, HasTheEndingOfItsFormat) {
  write("cloth.obj", "v 0 3 0\nv 1 3 0\nv 0 3 1\nf 1 2 3\n");
  expect_refused("pose man -o x.fbx", {"x.fbx: pose writes .obj"});
  expect_refused("pose man -o x", {"x: pose writes .obj"});
  expect_refused("pose man -o .obj", {".obj: is an ending without a name", "NAME.obj"});
  expect_refused("make man -o out.gltf", {"out.gltf: make writes .glb"});
  expect_refused("bake man -o man.glb", {"man.glb: bake writes .dermis"});
  expect_refused("limbs dwarf -o x.glb", {"x.glb: limbs --output writes .json"});
  expect_refused("limbs dwarf --glb x.json", {"x.json: limbs --glb writes .glb"});
  expect_refused("cloth --body dwarf --cloth cloth.obj -o x.fbx", {"x.fbx: cloth writes .glb"});
  expect_refused("cloth --body dwarf --cloth cloth.obj --obj x.obj", {"x.obj", "name a folder"});
  expect_refused("demo skirt -o x.gltf", {"x.gltf: demo skirt writes .glb"});
  expect_refused("demo men -o men.glb", {"men.glb: demo men writes .obj files into a folder"});
  expect_refused("demo tablecloth -o x.obj", {"x.obj: demo tablecloth writes .obj files into a"});
#if DERMIS_ODE
  expect_refused("demo soccer -o x.obj", {"x.obj: demo soccer writes .glb"});
#endif
  EXPECT_EQ(file_count(), 3U) << "only cloth.obj, stdout.txt and stderr.txt";
  EXPECT_EQ(run("pose dwarf -o upper.OBJ").status, 0);
  EXPECT_EQ(run("make dwarf -o Upper.Glb").status, 0);
}

TEST_F(Output, MayBeADeviceOrStandardOutput) {
  EXPECT_EQ(run("make dwarf -o /dev/null").status, 0);
  EXPECT_EQ(run("bake dwarf -o /dev/null").status, 0);
  if (fs::exists("/dev/full")) expect_refused("pose dwarf -o /dev/full", {"/dev/full", "space"});
  fs::create_symlink("/dev/null", folder_ / "nothing");
  EXPECT_EQ(run("pose dwarf -o nothing").status, 0);
  EXPECT_EQ(run("pose dwarf -o /dev/stdout | head -n 1 > piped.txt; cat piped.txt").status, 0);
  EXPECT_THAT(read(folder_ / "piped.txt"), StartsWith("# dwarf"));
  EXPECT_EQ(run("pose dwarf -o /dev/stdout").status, 0);  // redirected to a regular file
  EXPECT_THAT(read(folder_ / "stdout.txt"), StartsWith("# dwarf"));
}

TEST(FileEnding, IgnoresCase) {
  EXPECT_TRUE(app::has_ending("x.obj", ".obj"));
  EXPECT_TRUE(app::has_ending("folder/X.ObJ", ".obj"));
  EXPECT_FALSE(app::has_ending(".obj", ".obj"));
  EXPECT_FALSE(app::has_ending("folder/.obj", ".obj"));
  EXPECT_FALSE(app::has_ending("x.obj.txt", ".obj"));
  EXPECT_FALSE(app::has_ending("xobj", ".obj"));
  EXPECT_FALSE(app::has_ending("", ".obj"));
}

}  // namespace
}  // namespace dermis::test
