// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>

#include "app/demo/cloth.h"
#include "app/demo/motion.h"
#include "app/demo/soccer.h"
#include "app/output.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/base/file.h"
#include "dermis/base/nearest_name.h"
#include "dermis/dermis.h"
#include "dermis/meshes/obj.h"
#include "scenes/engine.h"
#include "scenes/scene.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

using scenes::DemoScene;
using scenes::Scene;

struct DemoArguments {
  std::string scene{scenes::demo_scenes().front().name};
  std::optional<std::size_t> frame, triangles;
  std::string folder;
  std::uint32_t spheres = 0;
  std::optional<double> seconds;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint32_t> players;
  ClothDemo cloth;
  bool json = false;
};

const DemoScene& scene_named(const std::string& name) {
  const auto all = scenes::demo_scenes();
  const auto found = std::ranges::find(all, name, &DemoScene::name);
  if (found != all.end()) return *found;
  std::vector<std::string> known;
  for (const DemoScene& scene : all) known.emplace_back(scene.name);
  for (const auto& scene : scenes::named_moving_scenes()) known.push_back(scene.name);
  for (const char* const scene : {"soccer", "skirt", "drop"}) known.emplace_back(scene);
  throw Failure{fmt::format("there is no scene '{}'{}; there are {}", name,
                            did_you_mean(name, known), fmt::join(known, ", "))};
}

/// The pairs of one frame, between all characters.
struct Answer {
  Pairs contacts;  ///< from all pairs of characters; the counters are sums
  std::vector<JointContacts> joints;
  double ms = 0;  ///< the fastest of several tries
};

Answer ask(const Scene& scene, std::span<const Pose> poses, std::vector<Character>& cast) {
  constexpr int kTries = 10;
  Answer answer;
  for (int i = 0; i < kTries; ++i) {
    const scenes::Stopwatch watch;
    Pairs all;
    for (std::size_t a = 0; a < cast.size(); ++a) need(cast[a].set_pose(poses[a]));
    for (std::size_t a = 0; a < cast.size(); ++a) {
      for (std::size_t b = a + 1; b < cast.size(); ++b) {
        const Pairs found = find_pairs(cast[a], cast[b]);
        all.pairs.insert(all.pairs.end(), found.pairs.begin(), found.pairs.end());
        all.stats += found.stats;
      }
    }
    const double ms = watch.ms();
    answer.ms = i == 0 ? ms : std::min(answer.ms, ms);
    answer.contacts = std::move(all);
  }
  if (cast.size() == 2) {
    answer.joints = by_joints(answer.contacts, scene.model_of(0), scene.model_of(1));
  }
  return answer;
}

/// Repeats the query by brute force if that takes only a moment. Returns the milliseconds it took.
std::optional<double> check(const Scene& scene, const std::vector<Character>& cast,
                            const Pairs& contacts) {
  constexpr std::size_t kMostTriangles = 20'000;
  if (cast.size() != 2 || scene.model_of(0).triangles.size() > kMostTriangles) return {};
  const scenes::Stopwatch watch;
  const Pairs judged = scenes::find_pairs(cast[0], cast[1], scenes::Engine::brute_force);
  const double ms = watch.ms();
  expect_same(contacts.pairs, judged.pairs);
  return ms;
}

void write_characters(const Scene& scene, std::span<const Pose> poses, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Failure{folder + ": cannot be made: " + error.message()};
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Model& model = scene.model_of(i);
    const auto file = std::filesystem::path(folder) / fmt::format("{:02}.obj", i);
    need(write_file(file, to_obj(model, need(posed_vertices(model, poses[i])))));
  }
}

void print(const DemoScene& named, const Scene& scene, const std::vector<Character>& cast,
           const Answer& answer, std::optional<double> checked_ms, double bake_ms) {
  const Model& model = scene.models.front();
  const QueryStats& stats = answer.contacts.stats;
  std::size_t meshlets = 0;
  for (const Character& character : cast) meshlets += character.collider().meshlet_count();
  fmt::print("{}\n\n", named.about);
  fmt::print("  characters  {}: {}, {}, {} each\n", cast.size(),
             counted(model.triangles.size(), "triangle"), counted(model.positions.size(), "vertex"),
             counted(model.skeleton.joints.size(), "joint"));
  fmt::print("  baked       {} each, once, in {:.0f} ms\n",
             counted(cast.front().collider().meshlet_count(), "meshlet"), bake_ms);
  fmt::print("  collided    {} of triangles meet, found in {:.3g} ms ({})\n",
             counted(answer.contacts.pairs.size(), "pair"), answer.ms, to_string(current_isa()));
  fmt::print("              {} refitted, {} of {} deformed\n", counted(stats.boxes_refitted, "box"),
             grouped(stats.meshlets_deformed), counted(meshlets, "meshlet"));
  if (checked_ms) {
    fmt::print("  checked     brute force deforms everything and finds the same in {:.0f} ms\n",
               *checked_ms);
  }
  if (answer.joints.empty()) return;
  constexpr std::size_t kMostShown = 8;
  const std::span joints(answer.joints);
  const std::span shown = joints.first(std::min(joints.size(), kMostShown));
  std::size_t width = std::string_view("second").size();
  for (const JointContacts& between : shown) {
    width = std::max({width, between.a.size(), between.b.size()});
  }
  fmt::print("\n  {:<{}}  {:<{}}  pairs\n", "first", width, "second", width);
  for (const JointContacts& between : shown) {
    fmt::print("  {:<{}}  {:<{}}  {:>5}\n", between.a, width, between.b, width, between.pairs);
  }
  if (joints.size() > kMostShown) {
    fmt::print("  … and {} of joints\n", counted(joints.size() - kMostShown, "more pair"));
  }
}

void run_soccer(const DemoArguments& options) {
  if (options.frame || options.triangles || options.spheres > 0) {
    throw Failure{"--frame, --triangles and --spheres are not for soccer"};
  }
#if DERMIS_ODE
  SoccerDemo demo;
  demo.seconds = options.seconds.value_or(demo.seconds);
  demo.seed = options.seed.value_or(demo.seed);
  demo.players = options.players.value_or(demo.players);
  demo.output = options.folder;
  demo.json = options.json;
  demo_soccer(demo);
#else
  throw Failure{"this program was built without ODE, which soccer needs (scripts/setup build)"};
#endif
}

void run_cloth_scene(const DemoArguments& options) {
  if (options.frame || options.triangles || options.spheres > 0 || options.seed ||
      options.players) {
    throw Failure{"--frame, --triangles, --spheres, --seed and --players are not for " +
                  options.scene};
  }
  constexpr double kSeconds = 10;
  demo_cloth(options.scene, options.cloth, options.seconds.value_or(kSeconds), options.folder,
             options.json);
}

void run_demo(const DemoArguments& options) {
  if (is_cloth_scene(options.scene)) return run_cloth_scene(options);
  if (options.cloth.any()) {
    throw Failure{
        "--size, --standing, --self-collision, --method, --solver and --obj are for skirt and "
        "drop"};
  }
  if (options.scene == "soccer") return run_soccer(options);
  if (options.seconds || options.seed || options.players) {
    throw Failure{"--seconds is for soccer, skirt and drop; --seed and --players are for soccer"};
  }
  for (const scenes::NamedMovingScene& moving : scenes::named_moving_scenes()) {
    if (moving.name != options.scene) continue;
    if (options.frame || options.spheres > 0) {
      throw Failure{"--frame and --spheres are for scenes of characters; '" + options.scene +
                    "' is one of meshes in motion"};
    }
    check_output_folder(options.folder, {"demo " + options.scene, ".obj"}, {}, {});
    const auto [least, most] = std::ranges::minmax(moving.sizes);
    const std::size_t triangles = options.triangles.value_or(least);
    if (triangles < least || triangles > most) {
      throw Failure{fmt::format("--triangles {}: '{}' has {} to {}", triangles, moving.name,
                                grouped(least), grouped(most))};
    }
    demo_motion(moving, triangles, options.folder, options.json);
    return;
  }
  const DemoScene& named = scene_named(options.scene);
  if (options.triangles) throw Failure{"--triangles is for scenes of meshes in motion"};
  check_output_folder(options.folder, {"demo " + options.scene, ".obj"}, {}, {});
  const Scene scene = named.make();
  const std::size_t frame = options.frame.value_or(named.frame);
  if (frame >= scene.frames.size()) {
    throw Failure{
        fmt::format("--frame {}: the scene has {}", frame, counted(scene.frames.size(), "frame"))};
  }
  const std::vector<Pose>& poses = scene.frames[frame];
  const scenes::Stopwatch baking;
  const Collider collider = need(bake(scene.models.front()));
  const double bake_ms = baking.ms();
  std::vector<Character> cast;
  cast.reserve(scene.cast.size());
  for (std::size_t i = 0; i < scene.cast.size(); ++i) {
    cast.push_back(need(Character::make(collider)));
  }
  const Answer answer = ask(scene, poses, cast);
  if (!options.folder.empty()) write_characters(scene, poses, options.folder);
  if (!options.json) {
    print(named, scene, cast, answer, check(scene, cast, answer.contacts), bake_ms);
    fmt::print(
        "\nThe same with any model: dermis collide A.glb B.glb --clip-a Walk --time-a 0.3 "
        "--names\n");
    return;
  }
  const Model& model = scene.models.front();
  const QueryStats& stats = answer.contacts.stats;
  Json out{{"schema", 1},
           {"scene", named.name},
           {"frame", frame},
           {"triangles", model.triangles.size()},
           {"vertices", model.positions.size()},
           {"joints", model.skeleton.joints.size()},
           {"characters", cast.size()},
           {"contacts", answer.contacts.pairs.size()},
           {"boxes_refitted", stats.boxes_refitted},
           {"meshlets_deformed", stats.meshlets_deformed},
           {"vertices_deformed", stats.vertices_deformed},
           {"triangle_tests", stats.triangle_tests},
           {"bake_ms", bake_ms},
           {"collide_ms", answer.ms},
           {"isa", to_string(current_isa())}};
  out["between"] = Json::array();
  for (const JointContacts& between : answer.joints) {
    out["between"].push_back({{"a", between.a}, {"b", between.b}, {"pairs", between.pairs}});
  }
  if (options.spheres > 0) {
    for (std::size_t a = 0; a < cast.size(); ++a) {
      for (std::size_t b = a + 1; b < cast.size(); ++b) {
        static_cast<void>(scenes::find_pairs(cast[a], cast[b], scenes::Engine::on_demand_spheres));
      }
    }
    for (const Character& character : cast) {
      out["spheres"].push_back(describe_spheres(character, options.spheres));
    }
  }
  fmt::print("{}\n", to_text(out));
}

}  // namespace

void add_demo(CLI::App& program) {
  auto* const verb = program.add_subcommand("demo", "find collisions in a built-in scene");
  std::string footer = "Scenes:\n";
  for (const DemoScene& scene : scenes::demo_scenes()) {
    footer += fmt::format("  {:<15} {}\n", scene.name, scene.about);
  }
  for (const auto& scene : scenes::named_moving_scenes()) {
    footer += fmt::format("  {:<15} {}\n", scene.name, scene.about);
  }
  footer += fmt::format("  {:<15} {}\n", "soccer",
                        "Players run, kick, are hit and fall over: limbs, and physics by ODE.");
  for (const char* const scene : {"skirt", "drop"}) {
    footer += fmt::format("  {:<15} {}\n", scene, about_cloth_scene(scene));
  }
  verb->footer(footer +
               "Example: dermis demo men --frame 117 -o men\n"
               "Example: dermis demo soccer --seconds 20 -o soccer.glb\n"
               "Example: dermis demo skirt -o skirt.glb");
  const auto options = std::make_shared<DemoArguments>();
  verb->add_option("SCENE", options->scene, "name of the scene")->capture_default_str();
  verb->add_option("--frame", options->frame, "frame of the scene")
      ->type_name("N")
      ->check(non_negative());
  verb->add_option("--triangles", options->triangles,
                   "for meshes in motion: approximate number of triangles")
      ->type_name("N")
      ->check(non_negative());
  verb->add_option("-o,--output", options->folder,
                   "a folder for the posed characters, or all keyframes, as .obj files; for "
                   "soccer, skirt and drop: a .glb file for the animation")
      ->type_name("PATH");
  verb->add_option("--seconds", options->seconds,
                   "for soccer, skirt and drop: duration; default: 10")
      ->type_name("N");
  verb->add_option("--seed", options->seed, "for soccer: seed of the random numbers")
      ->type_name("S")
      ->check(non_negative());
  verb->add_option("--players", options->players, "for soccer: number of players, 2 to 22")
      ->type_name("N")
      ->check(non_negative());
  options->cloth.add_to(*verb);
  verb->add_option("--spheres", options->spheres,
                   "with --json: print the spheres on this level of the trees; 1 is the root")
      ->type_name("LEVEL")
      ->check(non_negative());
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { run_demo(*options); });
}

}  // namespace dermis::app
