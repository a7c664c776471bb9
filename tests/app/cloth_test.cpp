// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The verb cloth and the scenes of cloth, as a user runs them.
#include <fcntl.h>

#include <chrono>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "dermis/dermis.h"
#include "dermis/gltf/gltf.h"
#include "dermis/meshes/obj.h"
#include "support/gltf_import.h"
#include "support/program.h"

namespace dermis::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

/// A sheet in a plane z = const.
std::string sheet(double left, double right, double low, double high, double z, int cells) {
  Mesh mesh;
  for (int row = 0; row <= cells; ++row) {
    for (int column = 0; column <= cells; ++column) {
      mesh.positions.push_back(
          {left + (right - left) * column / cells, low + (high - low) * row / cells, z});
    }
  }
  for (int row = 0; row < cells; ++row) {
    for (int column = 0; column < cells; ++column) {
      const auto a = static_cast<std::uint32_t>(row * (cells + 1) + column);
      const auto b = static_cast<std::uint32_t>(a + cells + 1);
      mesh.triangles.push_back({a, a + 1, b});
      mesh.triangles.push_back({a + 1, b + 1, b});
    }
  }
  return to_obj(mesh);
}

class ClothVerb : public Program {
 protected:
  void write(const std::string& file, const std::string& content) {
    std::ofstream(folder_ / file) << content;
  }
  /// A cape behind the back of a body as large as a man.
  void write_cape() { write("cape.obj", sheet(-0.15, 0.15, 0.9, 1.42, -0.2, 10)); }

  Json run_json(const std::string& arguments) {
    const Outcome outcome = run(arguments + " --json");
    EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.err;
    return outcome.status == 0 ? Json::parse(outcome.out) : Json();
  }

  Model read_model(const std::string& file) {
    auto imported = import_gltf(folder_ / file);
    EXPECT_TRUE(imported) << imported.error().message;
    return imported ? std::move(imported->model) : Model();
  }

  [[nodiscard]] std::size_t count_files(const std::string& folder, const std::string& start) const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder)) {
      count += entry.path().filename().string().starts_with(start) ? 1U : 0U;
    }
    return count;
  }
};

/// The method reaches the cloth: the work differs, the motion does not.
TEST_F(ClothVerb, SearchesByTheMethodAskedFor) {
  write_cape();
  std::map<std::string, double> tests;
  std::set<std::string> hashes;
  for (const std::string method : {"meshlets", "boxes", "brute-force"}) {
    const Json json = run_json(
        "cloth --body mannequin --clip walk --cloth cape.obj --seconds 0.2 --method " + method);
    tests[method] = json["triangle_tests_per_vertex"];
    hashes.insert(json["hash"]);
  }
  EXPECT_EQ(tests["brute-force"], 2576);
  EXPECT_LT(tests["meshlets"], 260);
  EXPECT_LT(tests["boxes"], 260);
  EXPECT_NE(tests["meshlets"], tests["boxes"]);
  EXPECT_EQ(hashes.size(), 1U);
}

TEST_F(ClothVerb, DemoKeepsClothOutOfTheBody) {
  const Json first = run_json("demo skirt --seconds 0.5 -o skirt.glb");
  EXPECT_EQ(first["inside"], 0);
  EXPECT_LE(first["stretch"], 0.1);
  EXPECT_GT(first["contacts_per_step"], 0);
  EXPECT_GT(first["pairs_saved"], 0.9);
  EXPECT_EQ(first["cloth"]["vertices"], 264);
  EXPECT_EQ(first["body"]["vertices"], 1290);
  EXPECT_EQ(first["frames"], 16);
  EXPECT_EQ(first["hash"].get<std::string>().size(), 16U);
  for (const char* const method : {"boxes", "meshlets"}) {
    const Json again = run_json("demo skirt --seconds 0.5 --method " + std::string(method));
    EXPECT_EQ(again["hash"], first["hash"]) << method;
  }
  const Model model = read_model("skirt.glb");
  ASSERT_EQ(model.clips.size(), 1U);
  EXPECT_NEAR(model.clips[0].end(), 0.5, 1e-6);
  ASSERT_EQ(model.parts.size(), 2U);
  EXPECT_EQ(model.parts[0].node_name, "body");
  EXPECT_EQ(model.parts[1].node_name, "cloth");
  EXPECT_EQ(model.morph_targets.size(), 15U);
}

TEST_F(ClothVerb, DemoWritesFrames) {
  const Outcome text = run("demo drop --seconds 0.5 --standing --self-collision --obj frames");
  ASSERT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("stands"));
  EXPECT_THAT(text.out, HasSubstr("0 inside"));
  EXPECT_THAT(text.out, HasSubstr("itself"));
  EXPECT_EQ(count_files("frames", "cloth-"), 16U);
  EXPECT_EQ(count_files("frames", "body-"), 16U);
  EXPECT_EQ(parse_obj(read(folder_ / "frames/cloth-00015.obj"), "frames/cloth-00015.obj")
                ->positions.size(),
            264U);
  EXPECT_EQ(
      parse_obj(read(folder_ / "frames/body-00015.obj"), "frames/body-00015.obj")->positions.size(),
      1290U);
  expect_refused("demo skirt --size huge", {"--size", "huge"});
  expect_refused("demo skirt --seconds -1", {"--seconds -1"});
  expect_refused("demo skirt --seconds nan", {"--seconds nan"});
  expect_refused("demo skirt --players 4", {"--players", "skirt"});
  expect_refused("demo men --standing", {"--standing", "skirt"});
  expect_refused("demo skirt -o no/such/x.glb", {"no/such/x.glb", "no folder 'no/such'"});
  expect_refused("demo drop --obj /dev/null/x", {"/dev/null/x"});
}

TEST_F(ClothVerb, MovesWhatUsersHave) {
  write_cape();
  const Outcome text = run(
      "cloth --body mannequin --clip walk --cloth cape.obj --pin-above 1.4 --seconds 0.3 -o a.glb");
  ASSERT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.err, IsEmpty());
  EXPECT_THAT(text.out, HasSubstr("to look at: a.glb"));
  const Json skin = run_json(
      "cloth --body mannequin --clip walk --cloth cape.obj --pin-above 1.4 --seconds 0.3 "
      "--method boxes");
  EXPECT_EQ(skin["pinned"], 11);
  EXPECT_EQ(skin["inside"], 0);
  EXPECT_EQ(skin["steps_done"], 18);
  EXPECT_EQ(skin["method"], "boxes");
  // All other options.
  const Json all = run_json(
      "cloth --body mannequin --clip walk --start 0.2 --cloth cape.obj --at 0,0.01,-0.05 "
      "--pin-above 1.4 --pin-joint chest --density 0.3 --stretch 4000 --shear 400 --bend 1e-4 "
      "--damping 0.1 --friction 0.2 --thickness 0.004 --wind 0,0,-3 --gravity 0,-9.8,0 --floor 0 "
      "--self-collision --small-steps 12 --fps 120 --seconds 0.2 --skinning dual-quaternion "
      "--obj frames");
  EXPECT_EQ(all["method"], "meshlets");
  EXPECT_EQ(all["steps"], 24);
  EXPECT_EQ(all["small_steps"], 12);
  EXPECT_EQ(count_files("frames", "cloth-"), 7U);
  // Without a clip, the body stands still. Falling cloth is 4.9 t² lower, apart from the drag of
  // the air.
  const Json fallen =
      run_json("cloth --body mannequin --cloth cape.obj --at 0,0,-2 --seconds 0.5 --obj fallen");
  EXPECT_EQ(fallen["method"], "meshlets");
  const auto end = parse_obj(read(folder_ / "fallen/cloth-00015.obj"), "fallen/cloth-00015.obj");
  EXPECT_NEAR(end->positions[0][1], 0.9 - 9.81 * 0.5 * 0.5 / 2, 0.2);
}

TEST_F(ClothVerb, HelpHasAnExampleThatWorks) {
  const Outcome help = run("cloth --help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("Example: dermis demo drop --seconds 0 --obj drop && dermis "
                                  "cloth --body mannequin --clip walk --cloth drop/cloth-00000.obj "
                                  "--seconds 3 -o fallen.glb\n"));
  EXPECT_EQ(run("demo drop --seconds 0 --obj drop").status, 0);
  EXPECT_EQ(run_json("cloth --body mannequin --clip walk --cloth drop/cloth-00000.obj --seconds 3 "
                     "-o fallen.glb")["inside"],
            0);
}

TEST_F(ClothVerb, LongAnimationsHaveFewerFrames) {
  write("small.obj", sheet(-0.1, 0.1, 1, 1.2, -2, 1));
  const Json long_one = run_json(
      "cloth --body dwarf --clip walk --cloth small.obj --pin-above 0 --pin-joint hips "
      "--seconds 25 -o long.glb");
  EXPECT_EQ(long_one["frames_per_second"], 15.0);
  EXPECT_EQ(long_one["frames"], 376);
  EXPECT_NEAR(read_model("long.glb").clips[0].end(), 25, 1e-4);
}

/// The recorded body has the same vertices as the simulated one.
TEST_F(ClothVerb, RecordsBodiesAsTheyAre) {
  write("small.obj", sheet(-0.1, 0.1, 1, 1.2, -2, 2));
  Model scaled = make_dwarf();
  scaled.skeleton.nodes[0].stored.scale = {0.8F, 0.8F, 0.8F};
  for (Vec3& p : scaled.positions) p = {100 * p.x, 100 * p.y, 100 * p.z};
  for (Joint& joint : scaled.skeleton.joints) {
    for (Vec3* const c : {&joint.inverse_bind.x, &joint.inverse_bind.y, &joint.inverse_bind.z}) {
      *c = {c->x / 100, c->y / 100, c->z / 100};
    }
  }
  ASSERT_TRUE(export_glb(scaled, folder_ / "scaled.glb"));
  const auto check = [&](const std::string& name, const Model& body, Skinning skinning) {
    const std::string words(to_string(skinning));
    run_json("cloth --clip walk --cloth small.obj --seconds 0.2 -o " + words + name +
             ".glb --skinning " + words + " --body " + name);
    const Model model = read_model(words + name + ".glb");
    ASSERT_EQ(model.clips.size(), 1U);
    for (const double time : {0.0, 0.1, 0.2}) {
      const auto shown = posed(model, sample(model, model.clips[0], time));
      const auto was = *posed_vertices(body, sample(body, body.clips[0], time), skinning);
      expect_near({shown.begin(), shown.begin() + static_cast<std::ptrdiff_t>(was.size())}, was,
                  1e-5F);
    }
  };
  check("dwarf", make_dwarf(), Skinning::linear);
  check("dwarf", make_dwarf(), Skinning::dual_quaternion);
  check("scaled.glb", read_model("scaled.glb"), Skinning::linear);
}

TEST_F(ClothVerb, WarnsOfBodiesThatAreNotClosed) {
  write_cape();
  Model open = make_mannequin();
  open.triangles.pop_back();
  --open.parts[0].triangle_count;
  ASSERT_TRUE(export_glb(open, folder_ / "open.glb"));
  const Outcome outcome = run("cloth --body open.glb --cloth cape.obj --seconds 0.05 --json");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("open.glb: the body is not closed: 3 sides"));
  EXPECT_THAT(outcome.err, HasSubstr("the side that triangles face"));
}

TEST_F(ClothVerb, RefusesWhatCannotBe) {
  write_cape();
  const std::string good = "cloth --body mannequin --clip walk --cloth cape.obj ";
  expect_refused("cloth --cloth cape.obj --json", {"--body"});
  expect_refused("cloth --body mannequin --json", {"--cloth"});
  expect_refused(good, {"--output", "--obj", "--json"});
  expect_refused(good + "-o no/such/x.glb", {"no/such/x.glb"});
  expect_refused(good + "-o .", {".: is a folder"});
  expect_refused("cloth --body mannequin --clip dance --cloth cape.obj --json",
                 {"mannequin", "no clip 'dance'", "'walk'"});
  expect_refused("cloth --body mannequin --clip wlak --cloth cape.obj --json",
                 {"did you mean walk?"});
  expect_refused("cloth --body nobody.glb --cloth cape.obj --json", {"nobody.glb"});
  expect_refused("cloth --body mannequin --cloth none.obj --json", {"none.obj", "does not exist"});
  write("noise.obj", "v 1 2\n");
  expect_refused("cloth --body mannequin --cloth noise.obj --json", {"noise.obj", "line 1"});
  write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
  expect_refused("cloth --body mannequin --cloth points.obj --json", {"points.obj", "triangles"});
  write("double.obj", "v 0 3 0\nv 0 3 0\nv 0 4 0\nf 1 2 3\n");
  expect_refused("cloth --body mannequin --cloth double.obj --json",
                 {"double.obj", "vertices 0 and 1", "merge"});
  write("lonely.obj", "v 0 3 0\nv 1 3 0\nv 0 4 0\nv 5 5 5\nf 1 2 3\n");
  expect_refused("cloth --body mannequin --cloth lonely.obj --json", {"lonely.obj", "vertex 3"});
  expect_refused(good + "--at 0,0,0.2 --json", {"cape.obj", "inside the body", "--at"});
  expect_refused(good + "--at 0,1 --json", {"--at", "0,1"});
  expect_refused(good + "--pin-above 2 --json", {"--pin-above 2", "1.42"});
  expect_refused(good + "--pin-near 0.001 --json", {"--pin-near 0.001"});
  expect_refused(good + "--pin-above 1 --at 0,0,-3 --json", {"cape.obj", "metre", "--pin-joint"});
  expect_refused(good + "--pin-above 1 --pin-joint nose --json", {"--pin-joint", "'nose'", "hips"});
  expect_refused(good + "--pin-joint hips --json", {"--pin-joint", "--pin-above"});
  expect_refused(good + "--start 99 --json", {"--start 99", "'walk'"});
  expect_refused("cloth --body mannequin --cloth cape.obj --start 1 --json",
                 {"--start 1", "--clip"});
  expect_refused(good + "--skinning spherical --method boxes --json", {"boxes", "spherical"});
  expect_refused(good + "--method magic --json", {"--method", "magic"});
  expect_refused(good + "--solver magic --json", {"--solver", "magic"});
  expect_refused(good + "--solver mass-spring --small-steps 1 --stretch 1e8 --json",
                 {"flew apart", "--small-steps"});
  const std::vector<std::pair<std::string, std::string>> absurd{
      {"--density", "0"},   {"--density", "nan"}, {"--stretch", "-1"},
      {"--shear", "-1"},    {"--bend", "1e9"},    {"--damping", "inf"},
      {"--friction", "-2"}, {"--thickness", "0"}, {"--wind", "1e9,0,0"},
      {"--gravity", "x"},   {"--floor", "1e300"}, {"--small-steps", "20000"},
      {"--fps", "5"},       {"--fps", "2000"},    {"--seconds", "-3"},
      {"--seconds", "1e9"}, {"--pin-near", "2"},  {"--pin-above", "nan"}};
  for (const auto& [option, value] : absurd) {
    expect_refused(good + option + " " + value + " --json", {option});
  }
}

TEST_F(ClothVerb, CtrlCKeepsWhatIsDone) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGINT, SIG_DFL);
    const int out = open((folder_ / "stdout.txt").c_str(), O_CREAT | O_WRONLY, 0600);
    if (out < 0 || dup2(out, STDOUT_FILENO) < 0 || chdir(folder_.c_str()) != 0) _exit(99);
    execl(DERMIS_PROGRAM, "dermis", "demo", "skirt", "--seconds", "600", "--obj", "frames", "-o",
          "long.glb", nullptr);
    _exit(98);
  }
  const auto is_there = [&] { return std::filesystem::exists(folder_ / "frames/cloth-00002.obj"); };
  for (int i = 0; i < 6000 && !is_there(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(is_there());
  EXPECT_EQ(kill(child, SIGINT), 0);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_THAT(read(folder_ / "stdout.txt"),
              testing::ContainsRegex("stopped after [0-9]+ of 36,000 steps"));
  const Model model = read_model("long.glb");
  ASSERT_EQ(model.clips.size(), 1U);
  EXPECT_GE(model.clips[0].end(), 2 / 30.0 - 1e-6);
  EXPECT_LT(model.clips[0].end(), 300);
}

}  // namespace
}  // namespace dermis::test
