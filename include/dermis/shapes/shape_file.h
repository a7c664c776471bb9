// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/collider/collider.h"
#include "dermis/limbs/collide_shape.h"
#include "dermis/limbs/make_limbs.h"
#include "dermis/model/model.h"

/// @defgroup shapes shapes
/// Collide shapes in files and as meshes; models with fewer triangles. Link dermis::shapes.

/// @file
/// Collide shapes as JSON, for artists to edit and other engines to read. Link dermis::shapes.
///
///     {"schema": 1, "model": "man", "clips": ["walk"], "limbs": [
///       {"name": "arm", "parent": null, "follows": "upper_arm",
///        "joints": ["upper_arm", "forearm"],
///        "bound": {"a": [0, 1, 0], "b": [0, 2, 0], "radius": 0.1}, "volumes": []}]}
///
/// A joint is given by the name of its node. If that name is missing or belongs to several joints,
/// the joint is given by "#" and its index; "#7" always means an index. All fields are required,
/// and unknown fields are refused. The limb of each triangle is not written; it follows from the
/// joints.
namespace dermis {

/// The shape as JSON, limb after limb. `shape` must belong to `model`. Parsing restores the same
/// floats.
std::string to_json(const CollideShape& shape, const Model& model);

/// Reads a shape for `model`, which must be valid (see validate(); asserted). Limbs may be in any
/// order; the result has parents before their children. The file's model name and clips need not
/// match `model`. `label` replaces the file name in errors.
Result<CollideShape> parse_shape(std::string_view text, const Model& model,
                                 const std::string& label);
/// The same for a collider, for hosts that have no model. with_limbs() takes the result.
Result<CollideShape> parse_shape(std::string_view text, const Collider& collider,
                                 const std::string& label);
/// Reads a shape from a file, as parse_shape() does.
Result<CollideShape> load_shape(const std::filesystem::path& file, const Model& model);
/// The same for a collider.
Result<CollideShape> load_shape(const std::filesystem::path& file, const Collider& collider);

/// Writes the result of to_json() to `file`, completely or not at all. Refuses scenery.
Result<void> save_shape(const CollideShape& shape, const Model& model,
                        const std::filesystem::path& file);

/// Limbs as artists define them: {"limbs": [{"name": "arm", "joints": ["upper_arm", "forearm"]}]}.
/// Does not check that a model has these joints; group_joints() does.
Result<std::vector<LimbOverride>> parse_overrides(std::string_view text, const std::string& label);
/// Reads overrides from a file, as parse_overrides() does.
Result<std::vector<LimbOverride>> load_overrides(const std::filesystem::path& file);

}  // namespace dermis
