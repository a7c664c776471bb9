// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "dermis/bounds/collider_file.h"
#include "dermis/io/printable.h"
#include "dermis/query/collide.h"
#include "load.h"
#include "peak_memory.h"
#include "report.h"
#include "scenes/stopwatch.h"
#include "verbs.h"

namespace dermis::app {

namespace {

struct InfoArguments {
  ModelOptions model;
  bool json = false;
};

/// What queries keep of a model, and what it took to make it.
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

/// What a character takes before the first query, and when all of it has been looked at.
struct CharacterBytes {
  std::size_t untouched, touched;

  explicit CharacterBytes(const Collider& collider) {
    const Character character(collider);
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
          {"character_bytes", character.untouched},
          {"character_bytes_touched", character.touched}};
}

void print_size(const Collider& collider) {
  const double triangles = double(std::max<std::size_t>(collider.triangle_count(), 1));
  const Collider::Bytes bytes = collider.bytes();
  fmt::print(
      "  {}, {:.1f} MB, {:.0f} bytes per triangle (skin {:.0f}, triangles {:.0f}, meshlets {:.0f}, "
      "boxes {:.0f})\n",
      counted(collider.meshlet_count(), "meshlet"), double(collider.byte_count()) / 1e6,
      bytes_per_triangle(collider), double(bytes.skin) / triangles,
      double(bytes.triangles) / triangles, double(bytes.meshlets) / triangles,
      double(bytes.boxes) / triangles);
  const CharacterBytes character(collider);
  fmt::print("  a character takes {:.1f} kB more, and up to {:.0f} kB once queries touch it\n",
             double(character.untouched) / 1e3, double(character.touched) / 1e3);
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

/// The nearest node above a joint's that is a joint too; kNone for a root of the joint tree.
std::uint32_t joint_parent(const Skeleton& skeleton, const std::vector<std::uint32_t>& joint_of,
                           std::uint32_t joint) {
  for (auto n = skeleton.nodes[skeleton.joints[joint].node].parent; n != kNone;
       n = skeleton.nodes[n].parent) {
    if (joint_of[n] != kNone) return joint_of[n];
  }
  return kNone;
}

Json describe(const Imported& imported, const Baked& baked) {
  const Model& model = imported.model;
  const Skeleton& skeleton = model.skeleton;
  Json json;
  json["schema"] = 1;
  json["name"] = model.name;
  json["triangles"] = model.triangles.size();
  json["vertices"] = model.positions.size();
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
  std::vector<std::uint32_t> joint_of(skeleton.nodes.size(), kNone);
  for (std::uint32_t j = 0; j < skeleton.joints.size(); ++j) {
    auto& first = joint_of[skeleton.joints[j].node];
    if (first == kNone) first = j;
  }
  json["joints"] = Json::array();
  for (std::uint32_t j = 0; j < skeleton.joints.size(); ++j) {
    const std::uint32_t parent = joint_parent(skeleton, joint_of, j);
    json["joints"].push_back({{"name", skeleton.nodes[skeleton.joints[j].node].name},
                              {"parent", parent == kNone ? Json(nullptr) : Json(parent)},
                              {"rigid", skeleton.joints[j].rigid}});
  }
  json["clips"] = Json::array();
  for (const Clip& clip : model.clips) {
    json["clips"].push_back({{"name", clip.name}, {"start", clip.start()}, {"end", clip.end()}});
  }
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

void print(const Imported& imported, const Baked& baked) {
  const Model& model = imported.model;
  const Skeleton& skeleton = model.skeleton;
  const InfluenceCount influences = count_influences(model);
  const auto rigid = std::ranges::count_if(skeleton.joints, &Joint::rigid);
  fmt::print("{}\n", printable(model.name));
  fmt::print("  triangles   {}\n", model.triangles.size());
  fmt::print("  vertices    {}\n", model.positions.size());
  fmt::print("  influences  at most {}, {:.2f} on average\n", influences.max, influences.mean);
  fmt::print("  joints      {}{}\n", skeleton.joints.size() - rigid,
             rigid == 0 ? "" : fmt::format(", and {} for rigid parts", rigid));
  if (!model.morph_targets.empty()) fmt::print("  morphs      {}\n", model.morph_targets.size());

  fmt::print("\nparts\n");
  for (const Part& part : model.parts) {
    fmt::print("  {:<40} {:>8} triangles {:>8} vertices\n", printable(part.label()),
               part.triangle_count, part.vertex_count);
  }
  if (!model.clips.empty()) fmt::print("\nclips\n");
  for (std::size_t c = 0; c < model.clips.size(); ++c) {
    const Clip& clip = model.clips[c];
    fmt::print("  {:>3}  {:<34} {:>7.3f} … {:.3f} s\n", c,
               clip.name.empty() ? "(unnamed)" : printable(clip.name), clip.start(), clip.end());
  }

  const WeightReport& weights = imported.weights;
  fmt::print("\nweights\n");
  if (weights.skinned_vertices == 0) {
    fmt::print("  no skin: every vertex follows one joint\n");
  } else {
    fmt::print(
        "  {} of {} skinned vertices had weights off 1 by more than 0.001 (largest {:.3g}); "
        "all are normalised\n",
        weights.off, weights.skinned_vertices, weights.largest_deviation);
  }
  if (weights.without_weight > 0) {
    fmt::print("  {} vertices have no weight and follow the joint in their first slot\n",
               weights.without_weight);
  }
  fmt::print("\nbaked for queries\n");
  print_size(baked.collider);
  fmt::print("  in {:.0f} ms", baked.ms);
  if (baked.peak_bytes) fmt::print(", with {:.1f} MB at once", double(*baked.peak_bytes) / 1e6);
  fmt::print("\n");
  if (!imported.warnings.empty()) fmt::print("\nwarnings\n");
  for (const std::string& warning : imported.warnings) fmt::print("  {}\n", printable(warning));
}

/// A baked file.
void run_collider(const InfoArguments& options) {
  const Collider collider = need(load_collider(options.model.file));
  const auto problems = validate(collider);
  if (!problems.empty()) throw Failure{options.model.file + ": " + problems.front()};
  if (options.json) {
    Json json{{"schema", 1}};
    json.update(describe(collider));
    fmt::print("{}\n", json.dump(2));
    return;
  }
  fmt::print("baked collider\n");
  fmt::print("  triangles   {}\n", collider.triangle_count());
  fmt::print("  vertices    {}\n", collider.vertex_count());
  fmt::print("  joints      {}\n", collider.joint_count());
  fmt::print("  skinning    {}\n", to_string(collider.skinning()));
  if (collider.morph_target_count() > 0) {
    fmt::print("  morphs      {}\n", collider.morph_target_count());
  }
  print_size(collider);
  fmt::print("  its bounds are sound\n");
}

void run_info(const InfoArguments& options) {
  if (options.model.file.ends_with(".dermis")) return run_collider(options);
  const Imported imported = options.model.load();
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
  auto* const verb = program.add_subcommand("info", "what is in a model, or in a .dermis file");
  verb->footer("Example: dermis info fox.glb --json");
  const auto options = std::make_shared<InfoArguments>();
  options->model.add_to(*verb);
  verb->add_flag("--json", options->json, "for machines");
  verb->callback([options] { run_info(*options); });
}

}  // namespace dermis::app
