// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/attachments.h"
#include "base/internals.h"
#include "collider/box_refit.h"
#include "collider/box_tree.h"
#include "collider/collider_names.h"
#include "collider/meshlets.h"
#include "collider/root_box.h"
#include "dermis/collider/collider.h"
#include "skinning/skin_data.h"

namespace dermis {

namespace collider {
/// The reason why a valid model cannot be blended like this; empty if it can.
std::string why_not(const Model& model, Skinning skinning);
}  // namespace collider

struct Collider::Data {
  /// Bakes the model.
  Data(const Model& model, collider::ColliderNames names, const BakeOptions& options);
  /// Assembles data that were baked before.
  Data(const Model& model, collider::ColliderNames names, Pose bind, skinning::SkinData skin,
       const collider::Patches& patches, collider::BoxTree tree, collider::BoxRefit refit);

  collider::ColliderNames names;
  Pose bind;
  skinning::SkinData skin;
  std::vector<Triangle> triangles;
  double weight_error = 0;  ///< largest difference of a vertex's sum of weights from 1
  collider::Meshlets meshlets;
  collider::BoxTree box_tree;
  collider::BoxRefit box_refit;
  collider::RootBox root_box;
};

/// The data that copies of a Collider share. Colliders with other limbs or attachments can have the
/// same data.
struct Collider::State {
  explicit State(std::shared_ptr<const Data> shared)
      : data(std::move(shared)), limbs(data, &data->names.limbs) {}

  std::shared_ptr<const Data> data;
  std::shared_ptr<const LimbTable> limbs;
  base::Attachments attached;  ///< data of higher rooms
};

inline const Collider::Data& data_of(const Collider& collider) {
  return *Internals::state(collider).data;
}

inline Collider collider_of(std::shared_ptr<const Collider::Data> data) {
  return Internals::make_shared<Collider>(std::move(data));
}

/// A collider with the same data, and with one more attachment.
template <class T>
Collider with_attachment(const Collider& collider, std::shared_ptr<T> object) {
  auto& old = Internals::state(collider);
  Collider result = collider_of(old.data);
  auto& made = Internals::state(result);
  made.attached.set(std::move(object));
  made.attached.add_missing(old.attached);
  made.limbs = old.limbs;
  return result;
}

}  // namespace dermis
