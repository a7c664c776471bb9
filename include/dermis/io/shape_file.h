// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/limbs/collide_shape.h"
#include "dermis/limbs/make_limbs.h"
#include "dermis/model/model.h"
#include "dermis/result.h"

/// Collide shapes as JSON, for artists to edit and other engines to read. Link dermis::shapes.
///
///     {"schema": 1, "model": "man", "clips": ["walk"], "limbs": [
///       {"name": "arm", "parent": null, "follows": "upper_arm", "joints": ["upper_arm",
///       "forearm"],
///        "bound": {"a": [0, 1, 0], "b": [0, 2, 0], "radius": 0.1}, "volumes": []}]}
///
/// Joints go by the names of their nodes, and by "#" and their index where a name is missing or
/// stands for several joints; "#7" is always understood as an index. All fields are required, and
/// others are refused. What triangles belong to is not written: it follows from the joints.
namespace dermis {

/// A shape that suits the model, one limb after the other. Numbers come back as the same floats.
std::string to_json(const CollideShape& shape, const Model& model);

/// For a model that passes validate(). Limbs may stand in any order: parents are moved before what
/// hangs on them. Neither the model's name nor its clips need to be those of the file. `label`
/// stands for the file's name in errors.
Result<CollideShape> parse_shape(std::string_view text, const Model& model,
                                 const std::string& label);
Result<CollideShape> load_shape(const std::filesystem::path& file, const Model& model);

/// Writes to_json() to a file, wholly or not at all. Refuses scenery.
Result<void> save_shape(const CollideShape& shape, const Model& model,
                        const std::filesystem::path& file);

/// What artists say about limbs: {"limbs": [{"name": "arm", "joints": ["upper_arm", "forearm"]}]}.
/// Whether the model has such joints is for group_joints() to say.
Result<std::vector<LimbOverride>> parse_overrides(std::string_view text, const std::string& label);
Result<std::vector<LimbOverride>> load_overrides(const std::filesystem::path& file);

}  // namespace dermis
