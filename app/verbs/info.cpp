// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "app/file_ending.h"
#include "app/load.h"
#include "app/peak_memory.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/base/printable.h"
#include "dermis/collider/collider_file.h"
#include "dermis/model/procedural.h"
#include "dermis/query/find_pairs.h"
#include "dermis/skinning/skin.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

struct InfoArguments {
  ModelOptions model;
  bool json = false;
};

/// The baked collider of a model, with the time and the peak memory of baking.
struct Baked {
  Collider collider;
  double ms = 0;
  std::optional<std::uint64_t> peak_bytes;
};

Baked bake_and_watch(const Model& model, const std::string& file) {
  const PeakMemory memory;
  const scenes::Stopwatch watch;
  Collider collider = bake_visibly(model, file);
  const double ms = watch.ms();
  return {std::move(collider), ms, memory.bytes()};
}

double bytes_per_triangle(const Collider& collider) {
  return double(collider.byte_count()) /
         double(std::max<std::size_t>(collider.triangle_count(), 1));
}

/// Memory of a character before the first query, and after all of it has been deformed.
struct CharacterBytes {
  std::size_t untouched, touched;

  explicit CharacterBytes(const Collider& collider) {
    const Character character = need(Character::make(collider));
    untouched = character.byte_count();
    static_cast<void>(deform_all(character));
    touched = character.byte_count();
  }
};

Json describe(const Collider& collider) {
  const Collider::Bytes bytes = collider.bytes();
  const CharacterBytes character(collider);
  return {{"triangles", collider.triangle_count()},
          {"vertices", collider.vertex_count()},
          {"joints", collider.joint_count()},
          {"skinning", to_string(collider.skinning())},
          {"morph_targets", collider.morph_target_count()},
          {"meshlets", collider.meshlet_count()},
          {"bytes", collider.byte_count()},
          {"bytes_per_triangle", bytes_per_triangle(collider)},
          {"skin_bytes", bytes.skin},
          {"triangle_bytes", bytes.triangles},
          {"meshlet_bytes", bytes.meshlets},
          {"box_bytes", bytes.boxes},
          {"name_bytes", bytes.names},
          {"character_bytes", character.untouched},
          {"character_bytes_touched", character.touched}};
}

void print_size(const Collider& collider) {
  const double triangles = double(std::max<std::size_t>(collider.triangle_count(), 1));
  const Collider::Bytes bytes = collider.bytes();
  fmt::print(
      "  {}, {:.1f} MB, {:.0f} bytes per triangle (skin {:.0f}, triangles {:.0f}, meshlets {:.0f}, "
      "boxes {:.0f}, names {:.0f})\n",
      counted(collider.meshlet_count(), "meshlet"), double(collider.byte_count()) / 1e6,
      bytes_per_triangle(collider), double(bytes.skin) / triangles,
      double(bytes.triangles) / triangles, double(bytes.meshlets) / triangles,
      double(bytes.boxes) / triangles, double(bytes.names) / triangles);
  const CharacterBytes character(collider);
  fmt::print("  a character takes {:.1f} kB more, and up to {:.0f} kB once queries touch it\n",
             double(character.untouched) / 1e3, double(character.touched) / 1e3);
}

/// A bounding box that grows, in metres.
class Extent {
 public:
  /// Vertices without a triangle do not count.
  void add(const Model& model, std::span<const Vec3> vertices) {
    for (const Triangle& triangle : model.triangles) {
      for (const std::uint32_t v : triangle) {
        const double place[3] = {vertices[v].x, vertices[v].y, vertices[v].z};
        for (std::size_t i = 0; i < 3; ++i) {
          low_[i] = std::min(low_[i], place[i]);
          high_[i] = std::max(high_[i], place[i]);
        }
      }
    }
  }
  /// Width, height and depth; empty if nothing was added.
  [[nodiscard]] std::optional<std::array<double, 3>> size() const {
    if (low_[0] > high_[0]) return {};
    return std::array{high_[0] - low_[0], high_[1] - low_[1], high_[2] - low_[2]};
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::array<double, 3> low_{kInfinity, kInfinity, kInfinity};
  std::array<double, 3> high_{-kInfinity, -kInfinity, -kInfinity};
};

using Size = std::optional<std::array<double, 3>>;

/// The size in the bind pose. Empty if a vertex would be too far away for a float.
Size size_of(const Model& model) {
  Extent extent;
  if (const auto vertices = posed_vertices(model, bind_pose(model))) extent.add(model, *vertices);
  return extent.size();
}

/// The size of the box around some poses of all clips. Empty without clips.
Size size_in_clips(const Model& model) {
  constexpr int kPosesPerClip = 9;
  constexpr std::size_t kMostClips = 50;  // if there are more, some are left out
  const Skin skin(model);
  std::vector<Vec3> vertices(skin.vertex_count());
  Extent extent;
  const std::size_t stride = model.clips.size() / kMostClips + 1;
  for (std::size_t c = 0; c < model.clips.size(); c += stride) {
    const Clip& clip = model.clips[c];
    for (int i = 0; i < kPosesPerClip; ++i) {
      const double share = double(i) / (kPosesPerClip - 1);
      const Pose pose = sample(model, clip, clip.start() + share * (clip.end() - clip.start()));
      if (skin.deform(pose, vertices)) extent.add(model, vertices);
    }
  }
  return extent.size();
}

/// A warning if the model can hardly be in metres.
std::optional<std::string> unit_warning(const Size& size) {
  constexpr double kLargest = 20;
  constexpr double kSmallest = 0.02;
  if (!size) return {};
  const double longest = std::ranges::max(*size);
  if (longest > kLargest) {
    return fmt::format("its longest side is {:.3g} m; if its unit is the centimetre, use --unit cm",
                       longest);
  }
  if (longest < kSmallest) {
    return fmt::format("its longest side is {:.3g} m; if its unit is not the metre, use --scale",
                       longest);
  }
  return {};
}

Json to_json(const Size& size) {
  return size ? Json{(*size)[0], (*size)[1], (*size)[2]} : Json(nullptr);
}

void print_size_of(const char* label, const Size& size, const char* poses) {
  if (!size) return;
  fmt::print("  {:<10}  {:.3g} × {:.3g} × {:.3g} m (width × height × depth {})\n", label,
             (*size)[0], (*size)[1], (*size)[2], poses);
}

struct InfluenceCount {
  std::size_t max = 0;
  double mean = 0;
};

InfluenceCount count_influences(const Model& model) {
  InfluenceCount count;
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    count.max = std::max(count.max, model.influences.of(v).size());
  }
  if (!model.positions.empty()) {
    count.mean = double(model.influences.size()) / double(model.positions.size());
  }
  return count;
}

Json describe(const std::vector<Clip>& clips) {
  Json json = Json::array();
  for (const Clip& clip : clips) {
    json.push_back({{"name", clip.name}, {"start", clip.start()}, {"end", clip.end()}});
  }
  return json;
}

void print(const std::vector<Clip>& clips) {
  if (!clips.empty()) fmt::print("\nclips\n");
  for (std::size_t c = 0; c < clips.size(); ++c) {
    const Clip& clip = clips[c];
    fmt::print("  {:>3}  {:<34} {:>7.3f} … {:.3f} s\n", c,
               clip.name.empty() ? "(unnamed)" : printable(clip.name), clip.start(), clip.end());
  }
}

void print_warnings(const std::vector<std::string>& warnings) {
  if (!warnings.empty()) fmt::print("\nwarnings\n");
  for (const std::string& warning : warnings) fmt::print("  {}\n", printable(warning));
}

Json describe(const ImportedModel& imported, const Baked& baked) {
  const Model& model = imported.model;
  const Skeleton& skeleton = model.skeleton;
  Json json;
  json["schema"] = 1;
  json["name"] = model.name;
  json["triangles"] = model.triangles.size();
  json["vertices"] = model.positions.size();
  json["size"] = to_json(size_of(model));
  json["size_in_clips"] = to_json(size_in_clips(model));
  json["metres_per_unit"] = model.metres_per_unit;
  const InfluenceCount influences = count_influences(model);
  json["influences"] = {{"max", influences.max}, {"mean", influences.mean}};
  json["parts"] = Json::array();
  for (const Part& part : model.parts) {
    json["parts"].push_back({{"name", part.label()},
                             {"node", part.node_name},
                             {"mesh", part.mesh_name},
                             {"primitive", part.primitive},
                             {"first_triangle", part.first_triangle},
                             {"triangles", part.triangle_count},
                             {"first_vertex", part.first_vertex},
                             {"vertices", part.vertex_count}});
  }
  json["joints"] = Json::array();
  for (std::uint32_t j = 0; j < skeleton.joints.size(); ++j) {
    const std::uint32_t parent = baked.collider.joint_parent(j);
    json["joints"].push_back({{"name", skeleton.nodes[skeleton.joints[j].node].name},
                              {"parent", parent == kNone ? Json(nullptr) : Json(parent)},
                              {"rigid", skeleton.joints[j].rigid}});
  }
  json["clips"] = describe(model.clips);
  json["morph_targets"] = Json::array();
  for (const MorphTarget& target : model.morph_targets)
    json["morph_targets"].push_back(target.name);
  json["weights"] = {{"skinned_vertices", imported.weights.skinned_vertices},
                     {"off", imported.weights.off},
                     {"largest_deviation", imported.weights.largest_deviation},
                     {"without_weight", imported.weights.without_weight}};
  json["collider"] = describe(baked.collider);
  json["collider"]["bake_ms"] = baked.ms;
  json["collider"]["bake_peak_bytes"] = baked.peak_bytes ? Json(*baked.peak_bytes) : Json(nullptr);
  json["warnings"] = imported.warnings;
  return json;
}

void print(const ImportedModel& imported, const Baked& baked) {
  const Model& model = imported.model;
  const Skeleton& skeleton = model.skeleton;
  const InfluenceCount influences = count_influences(model);
  const auto rigid = std::ranges::count_if(skeleton.joints, &Joint::rigid);
  fmt::print("{}\n", printable(model.name));
  fmt::print("  triangles   {}\n", grouped(model.triangles.size()));
  fmt::print("  vertices    {}\n", grouped(model.positions.size()));
  print_size_of("size", size_of(model), "in the bind pose");
  print_size_of("in clips", size_in_clips(model), "of the box around all poses");
  fmt::print("  influences  at most {}, {:.2f} on average\n", influences.max, influences.mean);
  fmt::print("  joints      {}{}\n", skeleton.joints.size() - rigid,
             rigid == 0   ? ""
             : rigid == 1 ? ", and 1 for a rigid part"
                          : fmt::format(", and {} for rigid parts", rigid));
  if (!model.morph_targets.empty()) fmt::print("  morphs      {}\n", model.morph_targets.size());

  fmt::print("\nparts\n");
  for (const Part& part : model.parts) {
    fmt::print("  {:<40} {:>18} {:>17}\n", printable(part.label()),
               counted(part.triangle_count, "triangle"), counted(part.vertex_count, "vertex"));
  }
  print(model.clips);

  const WeightReport& weights = imported.weights;
  fmt::print("\nweights\n");
  if (weights.skinned_vertices == 0) {
    fmt::print("  no skin: every vertex follows one joint\n");
  } else {
    fmt::print(
        "  {} of {} had weights off 1 by more than 0.001 (largest {:.3g}); all are normalised\n",
        grouped(weights.off), counted(weights.skinned_vertices, "skinned vertex"),
        weights.largest_deviation);
  }
  if (weights.without_weight > 0) {
    const bool one = weights.without_weight == 1;
    fmt::print("  {} {} no weight and {} the joint in {} first slot\n",
               counted(weights.without_weight, "vertex"), one ? "has" : "have",
               one ? "follows" : "follow", one ? "its" : "their");
  }
  fmt::print("\nbaked for queries\n");
  print_size(baked.collider);
  fmt::print("  in {:.0f} ms", baked.ms);
  if (baked.peak_bytes) fmt::print(", with {:.1f} MB at once", double(*baked.peak_bytes) / 1e6);
  fmt::print("\n");
  print_warnings(imported.warnings);
}

/// Width, height and depth of a box.
Json size_of(const Bounds& box) {
  return {double{box.high.x} - double{box.low.x}, double{box.high.y} - double{box.low.y},
          double{box.high.z} - double{box.low.z}};
}

/// Describes a .dermis file.
void run_collider(const InfoArguments& options) {
  if (!options.model.only.empty() || !options.model.without.empty()) {
    throw Failure{options.model.file +
                  ": --only and --without choose parts of a model; a .dermis file has all of its "
                  "parts baked"};
  }
  const Collider collider = need(load_collider(options.model.file));
  const auto problems = validate(collider);
  if (!problems.empty()) throw Failure{options.model.file + ": " + problems.front()};
  if (options.json) {
    Json json{{"schema", 1}};
    json.update(describe(collider));
    json["name"] = collider.name();
    json["size"] = size_of(collider.rest_bounds());
    json["metres_per_unit"] = collider.metres_per_unit();
    json["parts"] = Json::array();
    for (const Collider::PartRange& part : collider.parts()) {
      json["parts"].push_back({{"name", part.label},
                               {"first_triangle", part.first_triangle},
                               {"triangles", part.triangle_count}});
    }
    json["limbs"] = Json::array();
    for (const LimbInfo& limb : collider.limbs().limbs) json["limbs"].push_back(limb.name);
    fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
    return;
  }
  fmt::print("{}, a baked collider\n", printable(collider.name()));
  fmt::print("  triangles   {}\n", grouped(collider.triangle_count()));
  fmt::print("  vertices    {}\n", grouped(collider.vertex_count()));
  fmt::print("  joints      {}\n", collider.joint_count());
  fmt::print("  skinning    {}\n", to_string(collider.skinning()));
  if (collider.morph_target_count() > 0) {
    fmt::print("  morphs      {}\n", collider.morph_target_count());
  }
  const Json size = size_of(collider.rest_bounds());
  fmt::print("  size        {:.3g} × {:.3g} × {:.3g} m (width × height × depth in the bind pose)\n",
             size[0].get<double>(), size[1].get<double>(), size[2].get<double>());
  fmt::print("\nparts\n");
  for (const Collider::PartRange& part : collider.parts()) {
    fmt::print("  {:<40} {:>18}\n", printable(part.label),
               counted(part.triangle_count, "triangle"));
  }
  fmt::print("\nlimbs\n");
  for (const LimbInfo& limb : collider.limbs().limbs) fmt::print("  {}\n", printable(limb.name));
  fmt::print("\nbaked for queries\n");
  print_size(collider);
  fmt::print("  its bounds are sound\n");
}

/// Describes a file that has clips and no mesh.
void print(const std::string& file, const ClipSource& source, bool as_json) {
  const std::string name = std::filesystem::path(file).stem().string();
  if (as_json) {
    const Json json{{"schema", 1},
                    {"name", name},
                    {"triangles", 0},
                    {"vertices", 0},
                    {"size", nullptr},
                    {"parts", Json::array()},
                    {"joints", Json::array()},
                    {"nodes", source.nodes.size()},
                    {"clips", describe(source.clips)},
                    {"warnings", source.warnings}};
    fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
    return;
  }
  fmt::print("{}, clips without a mesh (for --clips)\n", printable(name));
  fmt::print("  nodes       {}\n", source.nodes.size());
  print(source.clips);
  print_warnings(source.warnings);
}

void run_info(const InfoArguments& options) {
  if (has_ending(options.model.file, ".dermis")) return run_collider(options);
  ImportedModel imported;
  try {
    imported = options.model.load();
  } catch (const Failure&) {
    const auto source = options.model.clips_alone();
    const bool chosen = !options.model.only.empty() || !options.model.without.empty() ||
                        !options.model.clip_files.files.empty();
    if (!source || chosen) throw;
    return print(options.model.file, *source, options.json);
  }
  if (const auto warning = unit_warning(size_of(imported.model))) {
    imported.warnings.push_back(*warning);
  }
  const Baked baked = bake_and_watch(imported.model, options.model.file);
  if (options.json) {
    fmt::print("{}\n",
               describe(imported, baked).dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    print(imported, baked);
  }
}

}  // namespace

void add_info(CLI::App& program) {
  auto* const verb = program.add_subcommand("info", "describe a model, or a .dermis file");
  verb->footer("Example: dermis info creature --json");
  const auto options = std::make_shared<InfoArguments>();
  options->model.add_to(*verb);
  options->model.reads = what_is_read("info", ".dermis colliders");
  verb->get_option("FILE")->description(
      fmt::format("a .glb, .gltf or .dermis file, or a built-in model: {}",
                  fmt::join(procedural_names(), ", ")));
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { run_info(*options); });
}

}  // namespace dermis::app
