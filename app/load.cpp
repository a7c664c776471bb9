// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/load.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>  // all of it, once in this library

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "app/file_ending.h"
#include "app/named_option.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/verbs.h"
#include "dermis/base/nearest_name.h"
#include "dermis/base/printable.h"
#include "dermis/model/procedural.h"
#include "dermis/model/scaled.h"
#include "dermis/skinning/skin.h"

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
    std::vector<std::string> labels;
    for (const Part& part : model.parts) {
      labels.insert(labels.end(), {part.node_name, part.mesh_name, part.label()});
    }
    throw Failure{fmt::format("{}: there is no part '{}'{}; the parts are {}", option, name,
                              did_you_mean(name, labels), known)};
  }
}

/// parse_triple() as floats. A Failure if a number is too large for a float.
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

void expect_within(double value, const std::string& option, double least, double most,
                   const std::string& what) {
  if (value >= least && value <= most) return;
  throw Failure{fmt::format("{} {:g}: {} must be {:g} to {:g}", option, value, what, least, most)};
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

CLI::Validator non_negative() {
  const auto refuse = [](const std::string& text) {
    return text.starts_with('-') ? text + ", expected a number of 0 or more" : std::string();
  };
  return {refuse, ""};
}

std::string what_is_read(const std::string& reader, const std::string& others) {
  return fmt::format("{} reads .glb, .gltf and .vrm models{}, and the built-in {}", reader,
                     others.empty() ? "" : ", " + others, fmt::join(procedural_names(), ", "));
}

std::string ModelOptions::option(const std::string& name) const {
  return "--" + prefix_ + name + suffix_;
}

void ModelOptions::add_to(CLI::App& verb, const std::string& name, const std::string& suffix) {
  reads = what_is_read(name.starts_with("--") ? verb.get_name() + " " + name : verb.get_name());
  verb.add_option(name, file,
                  fmt::format("a .glb, .gltf or .vrm file, or a built-in model: {}",
                              fmt::join(procedural_names(), ", ")))
      ->required();
  add_choices_to(verb, "", suffix);
}

void ModelOptions::add_choices_to(CLI::App& verb, const std::string& prefix,
                                  const std::string& suffix) {
  verb_ = verb.get_name();
  prefix_ = prefix;
  suffix_ = suffix;
  const auto add_names = [&](const std::string& name, std::vector<std::string>& names,
                             const std::string& help) {
    verb.add_option(option(name), names, help)
        ->type_name("NAME")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  add_names("only", only, "use only the parts of this node, mesh or node/mesh/primitive");
  add_names("without", without, "leave out parts of this node, mesh or node/mesh/primitive");
  add_names("ignore-extension", ignored_extensions,
            "read a file that requires this glTF extension as if it did not");
  clip_files.add_to(verb, prefix, suffix);
  auto* const unit_option =
      verb.add_option(option("unit"), unit, "the unit of the file, instead of metres: cm, m or in")
          ->type_name("UNIT");
  verb.add_option(option("scale"), scale, "metres per unit of the file")
      ->type_name("FACTOR")
      ->excludes(unit_option);
}

ImportedModel ModelOptions::load() const {
  ImportedModel imported;
  std::error_code ignored;
  const auto builtin = std::ranges::find(procedural_names(), file);
  if (builtin != procedural_names().end() && !std::filesystem::exists(file, ignored)) {
    imported.model = need(make_procedural(file));
    imported.weights.skinned_vertices = imported.model.positions.size();
  } else {
    auto result =
        import_gltf(std::filesystem::path(file), {.ignored_extensions = ignored_extensions});
    if (!result) {
      const std::string& error = result.error().message;
      throw Failure{error + hint(error)};
    }
    imported = std::move(*result);
  }
  std::vector<std::string> inputs = clip_files.inputs();
  inputs.insert(inputs.end(), imported.other_files.begin(), imported.other_files.end());
  refuse_outputs(inputs);
  if (!only.empty() || !without.empty()) choose_parts(imported.model);
  for (const std::string& warning :
       clip_files.replace_clips(imported.model, file, {.ignored_extensions = ignored_extensions})) {
    fmt::print(stderr, "dermis: {}\n", printable(warning));
    imported.warnings.push_back(warning);
  }
  refuse_outputs(clip_files.inputs());  // now with the buffers of these files
  if (unit || scale) imported.model = scaled(std::move(imported.model), metres_per_unit());
  return imported;
}

std::optional<ClipSource> ModelOptions::clips_alone() const {
  auto source = import_clip_source(file, {.ignored_extensions = ignored_extensions});
  if (!source || source->has_mesh || source->clips.empty()) return std::nullopt;
  return *std::move(source);
}

std::string ModelOptions::hint(const std::string& error) const {
  if (error.find("it requires ") != std::string::npos) {
    return "; " + option("ignore-extension") + " NAME reads the file without it";
  }
  if (error.find("the mesh is empty") != std::string::npos && clips_alone()) {
    return "; to use the clips of a file without a mesh, give a model, and " + option("clips") +
           " with this file";
  }
  if (has_ending(file, ".glb") || has_ending(file, ".gltf") || has_ending(file, ".vrm")) return "";
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) return "; " + reads;
  const std::vector<std::string> builtin(procedural_names().begin(), procedural_names().end());
  return did_you_mean(file, builtin);
}

float ModelOptions::metres_per_unit() const {
  if (scale) {
    const double factor = parse_number(*scale, option("scale"));
    expect_within(factor, option("scale"), 1e-6, 1e6, "metres per unit");
    return static_cast<float>(factor);
  }
  constexpr std::pair<std::string_view, float> kUnits[] = {
      {"cm", 0.01F}, {"m", 1.0F}, {"in", 0.0254F}};
  for (const auto& [name, metres] : kUnits) {
    if (*unit == name) return metres;
  }
  throw Failure{fmt::format("{} is '{}', expected cm, m or in", option("unit"), *unit)};
}

void ModelOptions::refuse_outputs(const std::vector<std::string>& inputs) const {
  for (const std::string& output : outputs) {
    if (!output.empty()) refuse_inputs(output, verb_, inputs);
  }
}

void ModelOptions::choose_parts(Model& model) const {
  check_names(model, only, option("only"));
  check_names(model, without, option("without"));
  model = keep_parts(model, [&](const Part& part) {
    const auto named = [&](const std::string& name) { return matches(part, name); };
    return (only.empty() || std::ranges::any_of(only, named)) &&
           std::ranges::none_of(without, named);
  });
  if (model.triangles.empty()) throw Failure{file + ": no triangle is left"};
}

void PoseOptions::add_to(CLI::App& verb, const std::string& suffix) {
  suffix_ = suffix;
  auto* const clip_option = verb.add_option("--clip" + suffix, clip,
                                            "clip name or 0-based index; default: the stored pose")
                                ->type_name("CLIP");
  verb.add_option("--time" + suffix, time,
                  "time in seconds, clamped to the clip; default: its start")
      ->type_name("T")
      ->needs(clip_option);
  verb.add_flag("--bind" + suffix, bind, "use the bind pose")->excludes(clip_option);
  verb.add_option("--turn" + suffix, turn, "turn about +Y, in degrees")->type_name("DEG");
  verb.add_option("--at" + suffix, at, "move by this vector, after --turn")->type_name("X,Y,Z");
}

Pose PoseOptions::pose(const Model& model, const ModelOptions& from) const {
  const std::string& file = from.file;
  Pose pose;
  if (bind) {
    pose = bind_pose(model);
  } else if (clip) {
    const Clip& chosen = model.clips[from.clip_files.find(model, *clip, file)];
    pose = sample(model, chosen, time ? parse_number(*time, "--time" + suffix_) : chosen.start());
  } else {
    pose = stored_pose(model);
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
  posed.pose = pose.pose(posed.model, model);
  posed.vertices = need(posed_vertices(posed.model, posed.pose, skinning), model.file);
  return posed;
}

Collider bake_visibly(const Model& model, const std::string& file, BakeOptions options) {
  Progress progress("baking " + printable(file));
  options.progress = [&](double share) { progress.show(share); };
  return need(bake(model, options), file);
}

void add_skinning_option(CLI::App& verb, Skinning& skinning, const std::string& suffix) {
  add_named_option(verb, "--skinning" + suffix, skinning, "how joint transforms are blended",
                   "SKINNING");
}

void add_tolerance_option(CLI::App& verb, double& tolerance) {
  verb.add_option("--tolerance", tolerance, "features closer than this may count as touching")
      ->type_name("DISTANCE")
      ->capture_default_str();
}

void check_tolerance(double tolerance) {
  expect_within(tolerance, "--tolerance", 0, 1e9, "the distance");
}

void add_center_option(CLI::App& verb, spheres::RefitCenter& center) {
  add_named_option(verb, "--centre", center,
                   "centers of refitted spheres in the papers' engine (average as in the papers)",
                   "CENTRE");
}

}  // namespace dermis::app
