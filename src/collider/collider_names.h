// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/byte_stream.h"
#include "dermis/collider/collider.h"
#include "dermis/model/limb_table.h"

namespace dermis::collider {

/// The names, parts, limbs and unit of a model that a collider keeps, so that hosts need the model
/// for baking alone.
struct ColliderNames {
  std::string model;
  float metres_per_unit = 1;
  std::vector<Collider::PartRange> parts;
  LimbTable limbs;
};

/// The names of a valid model. Refuses limbs of another model.
Result<ColliderNames> names_of(const Model& model, const std::optional<LimbTable>& limbs);

/// Writes `limbs` in the place of those in `names`. A new layout needs a new kFormatVersion
/// (collider_file.cpp).
void write(base::ByteWriter& writer, const ColliderNames& names, const LimbTable& limbs);

/// Reads the names of a collider with these triangles, joints and influences. A problem is the end
/// of a sentence about the file.
ColliderNames read_names(base::ByteReader& reader, const Model& model, std::string& problem);

}  // namespace dermis::collider
