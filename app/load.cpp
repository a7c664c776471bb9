// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "load.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>  // all of it, once in this library

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "dermis/io/file.h"
#include "dermis/io/obj.h"
#include "dermis/io/ply.h"
#include "dermis/io/printable.h"
#include "dermis/model/procedural.h"
#include "dermis/skinning/skin.h"
#include "progress.h"
#include "verbs.h"

namespace dermis::app {

namespace {

bool matches(const Part& part, const std::string& name) {
  return name == part.node_name || name == part.mesh_name || name == part.label();
}

void check_names(const Model& model, const std::vector<std::string>& names,
                 const std::string& option) {
  for (const std::string& name : names) {
    const auto named = [&](const Part& part) { return matches(part, name); };
    if (std::ranges::any_of(model.parts, named)) continue;
    std::string known;
    for (const Part& part : model.parts) {
      known += (known.empty() ? "" : ", ") + part.label();
      if (known.size() > 400) {
        known += ", …";
        break;
      }
    }
    throw Failure{fmt::format("{}: there is no part '{}'; the parts are {}", option, name, known)};
  }
}

/// The same as floats.
Vec3 float_triple(const std::string& text, const std::string& option) {
  const auto [x, y, z] = parse_triple(text, option);
  const Vec3 triple{float(x), float(y), float(z)};
  if (!std::isfinite(triple.x) || !std::isfinite(triple.y) || !std::isfinite(triple.z)) {
    throw Failure{fmt::format("{} is '{}', too large for a float", option, text)};
  }
  return triple;
}

}  // namespace

double parse_number(const std::string& text, const std::string& option) {
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  double value = 0;
  in >> value;
  // Streams read neither nan nor inf; an overflow sets the fail bit.
  if (!in || !(in >> std::ws).eof()) {
    throw Failure{fmt::format("{} is '{}', expected a finite number", option, text)};
  }
  return value;
}

Point parse_triple(const std::string& text, const std::string& option) {
  std::vector<double> values;
  std::istringstream in(text);
  for (std::string piece; std::getline(in, piece, ',');) {
    values.push_back(parse_number(piece, option));
  }
  if (values.size() != 3 || text.ends_with(',')) {
    throw Failure{fmt::format("{} is '{}', expected three numbers x,y,z", option, text)};
  }
  return {values[0], values[1], values[2]};
}

Mesh read_mesh(const std::string& file) {
  const auto bytes = need(read_file(file, "the file"), file);
  if (file.ends_with(".ply")) return need(parse_ply(bytes), file);
  return need(parse_obj({reinterpret_cast<const char*>(bytes.data()), bytes.size()}),  // NOLINT
              file);
}

void ModelOptions::add_to(CLI::App& verb, const std::string& name, const std::string& suffix) {
  suffix_ = suffix;
  verb.add_option(name, file, "a .glb or .gltf file, or one of: dwarf, man, creature, mannequin")
      ->required();
  const auto add_names = [&](const std::string& option, std::vector<std::string>& names,
                             const std::string& help) {
    verb.add_option(option + suffix, names, help)
        ->type_name("NAME")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  add_names("--only", only, "keep only parts of this node, mesh or node/mesh/primitive");
  add_names("--without", without, "leave out parts of this node, mesh or node/mesh/primitive");
}

Imported ModelOptions::load() const {
  Imported imported;
  std::error_code ignored;
  const auto builtin = std::ranges::find(procedural_names(), file);
  if (builtin != procedural_names().end() && !std::filesystem::exists(file, ignored)) {
    imported.model = need(make_procedural(file));
    imported.weights.skinned_vertices = imported.model.positions.size();
  } else {
    imported = need(import_gltf(std::filesystem::path(file)));
  }
  if (only.empty() && without.empty()) return imported;

  check_names(imported.model, only, "--only" + suffix_);
  check_names(imported.model, without, "--without" + suffix_);
  imported.model = keep_parts(imported.model, [&](const Part& part) {
    const auto named = [&](const std::string& name) { return matches(part, name); };
    return (only.empty() || std::ranges::any_of(only, named)) &&
           std::ranges::none_of(without, named);
  });
  if (imported.model.triangles.empty()) throw Failure{file + ": no triangle is left"};
  return imported;
}

void PoseOptions::add_to(CLI::App& verb, const std::string& suffix) {
  suffix_ = suffix;
  auto* const clip_option = verb.add_option("--clip" + suffix, clip,
                                            "a clip's name, or its 0-based index; none: as stored")
                                ->type_name("CLIP");
  verb.add_option("--time" + suffix, time, "seconds; clamps to the clip; its start when absent")
      ->type_name("T")
      ->needs(clip_option);
  verb.add_flag("--bind" + suffix, bind, "the bind pose")->excludes(clip_option);
  verb.add_option("--turn" + suffix, turn, "turn about +Y")->type_name("DEG");
  verb.add_option("--at" + suffix, at, "then move to")->type_name("X,Y,Z");
}

Pose PoseOptions::pose(const Model& model, const std::string& file) const {
  Pose pose;
  if (bind) {
    pose = bind_pose(model);
  } else if (clip) {
    const Clip& chosen = model.clips[need(find_clip(model, *clip), file)];
    pose = sample(model, chosen, time ? parse_number(*time, "--time" + suffix_) : chosen.start());
  } else {
    pose = rest_pose(model);
  }
  if (!at && !turn) return pose;
  const Vec3 position = at ? float_triple(*at, "--at" + suffix_) : Vec3{};
  return placed(std::move(pose),
                placement(position, turn ? parse_number(*turn, "--turn" + suffix_) : 0));
}

void CharacterOptions::add_to(CLI::App& verb, const std::string& name, const std::string& suffix) {
  model.add_to(verb, name, suffix);
  pose.add_to(verb, suffix);
  add_skinning_option(verb, skinning, suffix);
}

PosedModel CharacterOptions::load() const {
  PosedModel posed{model.load().model, {}, {}, skinning};
  posed.pose = pose.pose(posed.model, model.file);
  posed.vertices = need(posed_vertices(posed.model, posed.pose, skinning), model.file);
  return posed;
}

Collider bake_visibly(const Model& model, const std::string& file, BakeOptions options) {
  Progress progress("baking " + printable(file));
  options.progress = [&](double share) { progress.show(share); };
  return need(bake(model, options), file);
}

void add_skinning_option(CLI::App& verb, Skinning& skinning, const std::string& suffix) {
  const auto set = [&skinning](const std::string& name) { skinning = need(skinning_named(name)); };
  verb.add_option_function<std::string>(
          "--skinning" + suffix, set,
          "how joints are blended: linear, spherical or dual-quaternion")
      ->type_name("SKINNING")
      ->default_str(std::string(to_string(skinning)));
}

void add_tolerance_option(CLI::App& verb, ContactOptions& options) {
  verb.add_option("--tolerance", options.tolerance, "what is nearer may count as touching")
      ->type_name("DISTANCE")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
}

void add_centre_option(CLI::App& verb, RefitCentre& centre) {
  const auto set = [&centre](const std::string& name) {
    centre = name == "average" ? RefitCentre::average : RefitCentre::mid_range;
  };
  verb.add_option_function<std::string>(
          "--centre", set,
          "where refitted spheres have their centres: mid-range, or average as in the papers")
      ->check(CLI::IsMember({"mid-range", "average"}))
      ->type_name("CENTRE");
}

}  // namespace dermis::app
