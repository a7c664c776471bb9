// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>

#include "demo_cloth.h"
#include "demo_motion.h"
#include "demo_soccer.h"
#include "dermis/dermis.h"
#include "dermis/io/file.h"
#include "dermis/io/obj.h"
#include "report.h"
#include "scenes/scene.h"
#include "scenes/stopwatch.h"
#include "verbs.h"

namespace dermis::app {

namespace {

using scenes::NamedScene;
using scenes::Scene;

struct DemoArguments {
  std::string scene{scenes::named_scenes().front().name};
  std::optional<std::size_t> frame, triangles;
  std::string folder;
  std::uint32_t spheres = 0;
  std::optional<double> seconds;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint32_t> players;
  ClothDemo cloth;
  bool json = false;
};

const NamedScene& scene_named(const std::string& name) {
  const auto all = scenes::named_scenes();
  const auto found = std::ranges::find(all, name, &NamedScene::name);
  if (found != all.end()) return *found;
  std::string known;
  for (const NamedScene& scene : all)
    known += (known.empty() ? "" : ", ") + std::string(scene.name);
  for (const auto& scene : scenes::named_moving_scenes()) known += ", " + scene.name;
  known += ", soccer, skirt, drop";
  throw Failure{fmt::format("there is no scene '{}'; there are {}", name, known)};
}

/// What was found in one frame, between all characters.
struct Answer {
  Contacts contacts;  ///< of all pairs of characters together; the counters are sums
  std::vector<JointContacts> joints;
  double ms = 0;  ///< the fastest of several tries
};

Answer ask(const Scene& scene, std::span<const Pose> poses, std::vector<Character>& cast) {
  constexpr int kTries = 10;
  Answer answer;
  for (int i = 0; i < kTries; ++i) {
    const scenes::Stopwatch watch;
    Contacts all;
    for (std::size_t a = 0; a < cast.size(); ++a) need(cast[a].set_pose(poses[a]));
    for (std::size_t a = 0; a < cast.size(); ++a) {
      for (std::size_t b = a + 1; b < cast.size(); ++b) {
        const Contacts found = find_all(cast[a], cast[b]);
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

/// The same question to brute force, where that takes a moment only. Milliseconds.
std::optional<double> check(const Scene& scene, const std::vector<Character>& cast,
                            const Contacts& contacts) {
  constexpr std::size_t kMostTriangles = 20'000;
  if (cast.size() != 2 || scene.model_of(0).triangles.size() > kMostTriangles) return {};
  const scenes::Stopwatch watch;
  const Contacts judged = find_all(cast[0], cast[1], {Method::brute_force});
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

void print(const NamedScene& named, const Scene& scene, const std::vector<Character>& cast,
           const Answer& answer, std::optional<double> checked_ms, double bake_ms) {
  const Model& model = scene.models.front();
  const QueryStats& stats = answer.contacts.stats;
  std::size_t meshlets = 0;
  for (const Character& character : cast) meshlets += character.collider().meshlet_count();
  fmt::print("{}\n\n", named.about);
  fmt::print("  characters  {}: {} triangles, {} vertices, {} joints each\n", cast.size(),
             grouped(model.triangles.size()), grouped(model.positions.size()),
             model.skeleton.joints.size());
  fmt::print("  baked       {} meshlets each, once, in {:.0f} ms\n",
             grouped(cast.front().collider().meshlet_count()), bake_ms);
  fmt::print("  collided    {} of triangles meet, found in {:.3g} ms ({})\n",
             counted(answer.contacts.pairs.size(), "pair"), answer.ms, to_string(best_isa()));
  fmt::print("              {} boxes refitted, {} of {} meshlets deformed\n",
             grouped(stats.boxes_refitted), grouped(stats.meshlets_deformed), grouped(meshlets));
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
    fmt::print("  … and {} more pairs of joints\n", joints.size() - kMostShown);
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
    const auto [least, most] = std::ranges::minmax(moving.sizes);
    const std::size_t triangles = options.triangles.value_or(least);
    if (triangles < least || triangles > most) {
      throw Failure{fmt::format("--triangles {}: '{}' has {} to {}", triangles, moving.name,
                                grouped(least), grouped(most))};
    }
    demo_motion(moving, triangles, options.folder, options.json);
    return;
  }
  const NamedScene& named = scene_named(options.scene);
  if (options.triangles) throw Failure{"--triangles is for scenes of meshes in motion"};
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
  for (std::size_t i = 0; i < scene.cast.size(); ++i) cast.emplace_back(collider);
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
           {"isa", to_string(best_isa())}};
  out["between"] = Json::array();
  for (const JointContacts& between : answer.joints) {
    out["between"].push_back({{"a", between.a}, {"b", between.b}, {"pairs", between.pairs}});
  }
  if (options.spheres > 0) {
    for (std::size_t a = 0; a < cast.size(); ++a) {
      for (std::size_t b = a + 1; b < cast.size(); ++b) {
        static_cast<void>(find_all(cast[a], cast[b], {Method::on_demand_spheres}));
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
  auto* const verb = program.add_subcommand("demo", "the main job on a built-in scene");
  std::string footer = "Scenes:\n";
  for (const NamedScene& scene : scenes::named_scenes()) {
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
  verb->add_option("SCENE", options->scene, "which one")->capture_default_str();
  verb->add_option("--frame", options->frame, "which frame of it")->type_name("N");
  verb->add_option("--triangles", options->triangles, "of meshes in motion: about how many")
      ->type_name("N");
  verb->add_option("-o,--output", options->folder,
                   "a folder for the posed characters, or all keyframes, as .obj files; of "
                   "soccer, skirt and drop, a .glb file of what happens")
      ->type_name("PATH");
  verb->add_option("--seconds", options->seconds,
                   "of soccer, skirt and drop: how long, 10 if not said")
      ->type_name("N");
  verb->add_option("--seed", options->seed, "of soccer: which game")->type_name("S");
  verb->add_option("--players", options->players, "of soccer: 2 to 22")->type_name("N");
  options->cloth.add_to(*verb);
  verb->add_option("--spheres", options->spheres,
                   "with --json: the spheres on this level of the trees, 1 the root")
      ->type_name("LEVEL");
  verb->add_flag("--json", options->json, "for machines");
  verb->callback([options] { run_demo(*options); });
}

}  // namespace dermis::app
