// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dermis/bounds/collider.h"
#include "dermis/ccd/contact_time.h"
#include "dermis/io/gltf.h"
#include "dermis/model/mesh.h"
#include "dermis/model/pose.h"
#include "dermis/query/contacts.h"

namespace dermis::app {

/// A finite number, or three with commas between them, and nothing else in the text; `option` names
/// it in errors.
double parse_number(const std::string& text, const std::string& option);
Point parse_triple(const std::string& text, const std::string& option);

/// A .obj or .ply file.
Mesh read_mesh(const std::string& file);

/// Options that a verb takes twice, for two models, end in "-a" and "-b".

/// Which model, and which of its parts: FILE --only NAME --without NAME.
struct ModelOptions {
  std::string file;
  std::vector<std::string> only, without;

  void add_to(CLI::App& verb, const std::string& name = "FILE", const std::string& suffix = "");
  [[nodiscard]] Imported load() const;

 private:
  std::string suffix_;
};

/// How it stands: --clip C --time T | --bind, then --turn DEG, then --at x,y,z.
struct PoseOptions {
  std::optional<std::string> clip, time, at, turn;
  bool bind = false;

  void add_to(CLI::App& verb, const std::string& suffix = "");
  /// `file` names the model in errors.
  [[nodiscard]] Pose pose(const Model& model, const std::string& file) const;

 private:
  std::string suffix_;
};

/// Bakes with a progress bar; `file` names the model in errors.
Collider bake_visibly(const Model& model, const std::string& file, BakeOptions options = {});

/// --skinning linear|spherical|dual-quaternion
void add_skinning_option(CLI::App& verb, Skinning& skinning, const std::string& suffix = "");

/// --tolerance DISTANCE
void add_tolerance_option(CLI::App& verb, ContactOptions& options);

/// --centre mid-range|average
void add_centre_option(CLI::App& verb, RefitCentre& centre);

/// A model as it stands in the world.
struct PosedModel {
  Model model;
  Pose pose;
  std::vector<Vec3> vertices;
  Skinning skinning = Skinning::linear;

  [[nodiscard]] PosedMesh mesh() const { return {vertices, model.triangles}; }
};

/// Which model, how it stands, and how its joints are blended.
struct CharacterOptions {
  ModelOptions model;
  PoseOptions pose;
  Skinning skinning = Skinning::linear;

  void add_to(CLI::App& verb, const std::string& name = "FILE", const std::string& suffix = "");
  [[nodiscard]] PosedModel load() const;
};

}  // namespace dermis::app
