// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/clip_files.h"
#include "dermis/collider/collider.h"
#include "dermis/gltf/gltf.h"
#include "dermis/model/pose.h"
#include "dermis/motion/impact_time.h"
#include "dermis/spheres/spheres.h"
#include "dermis/triangle/pairs.h"

namespace dermis::app {

/// parse_number() reads one finite number, parse_triple() three numbers with commas between them.
/// Any other text is a Failure that names `option`.
double parse_number(const std::string& text, const std::string& option);
Point parse_triple(const std::string& text, const std::string& option);

/// Throws Failure unless `value` is between `least` and `most`: "--fps 0: frames per second must be
/// 0.001 to 10000". NaN is outside every range.
void expect_within(double value, const std::string& option, double least, double most,
                   const std::string& what);

/// Refuses numbers below 0 for an option that takes a count: CLI11 would wrap them around.
CLI::Validator non_negative();

/// Lists the files that a verb takes: "pose reads .glb, .gltf and .vrm models, and the built-in
/// dwarf, man, creature, mannequin". `others` adds more of them, such as ".dermis colliders".
std::string what_is_read(const std::string& reader, const std::string& others = "");

/// Options that a verb takes twice, for two models, end in "-a" and "-b".

/// The model, its parts, its clips and its unit: FILE --only NAME --without NAME --ignore-extension
/// NAME --clips FILE... --unit UNIT | --scale FACTOR.
struct ModelOptions {
  std::string file;
  std::vector<std::string> only, without, ignored_extensions;
  ClipFileOptions clip_files;
  std::optional<std::string> unit, scale;
  /// The files that the verb writes. load() refuses a model that reads one of them as a buffer.
  std::vector<std::string> outputs;
  std::string reads;  ///< what_is_read(), for the error about a file in another format

  void add_to(CLI::App& verb, const std::string& name = "FILE", const std::string& suffix = "");
  /// All but the file. Options are "--PREFIXonlySUFFIX" and so on.
  void add_choices_to(CLI::App& verb, const std::string& prefix, const std::string& suffix);
  /// Prints warnings about clips of other files on stderr.
  [[nodiscard]] ImportedModel load() const;
  /// The clips of a file without a mesh; empty for all other files.
  [[nodiscard]] std::optional<ClipSource> clips_alone() const;

 private:
  void choose_parts(Model& model) const;
  void refuse_outputs(const std::vector<std::string>& inputs) const;
  /// A hint for a file that was refused: the option that ignores an extension, the formats that can
  /// be read, or a built-in name that is spelled similarly.
  [[nodiscard]] std::string hint(const std::string& error) const;
  /// Metres per unit of the file, by --unit or --scale.
  [[nodiscard]] float metres_per_unit() const;

  /// "--PREFIXnameSUFFIX"
  [[nodiscard]] std::string option(const std::string& name) const;

  std::string verb_, prefix_, suffix_;
};

/// The pose of a model: --clip C --time T | --bind, then --turn DEG, then --at x,y,z.
struct PoseOptions {
  std::optional<std::string> clip, time, at, turn;
  bool bind = false;

  void add_to(CLI::App& verb, const std::string& suffix = "");
  /// `model` was loaded by `from`, which names it in errors.
  [[nodiscard]] Pose pose(const Model& model, const ModelOptions& from) const;

 private:
  std::string suffix_;
};

/// Bakes with a progress bar; `file` names the model in errors.
Collider bake_visibly(const Model& model, const std::string& file, BakeOptions options = {});

/// --skinning linear|spherical|dual-quaternion
void add_skinning_option(CLI::App& verb, Skinning& skinning, const std::string& suffix = "");

/// --tolerance DISTANCE. Call check_tolerance() before using the value.
void add_tolerance_option(CLI::App& verb, double& tolerance);
void check_tolerance(double tolerance);

/// --centre mid-range|average
void add_center_option(CLI::App& verb, spheres::RefitCenter& center);

/// A model in a pose, with its vertices in world space.
struct PosedModel {
  Model model;
  Pose pose;
  std::vector<Vec3> vertices;
  Skinning skinning = Skinning::linear;

  [[nodiscard]] PosedMesh mesh() const { return {vertices, model.triangles}; }
};

/// The model, its pose, and the skinning method.
struct CharacterOptions {
  ModelOptions model;
  PoseOptions pose;
  Skinning skinning = Skinning::linear;

  void add_to(CLI::App& verb, const std::string& name = "FILE", const std::string& suffix = "");
  [[nodiscard]] PosedModel load() const;
};

}  // namespace dermis::app
