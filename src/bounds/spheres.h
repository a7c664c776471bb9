// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>

#include "bounds/pose_motion.h"
#include "bounds/sphere_groups.h"
#include "bounds/sphere_refit.h"
#include "bounds/sphere_tree.h"
#include "dermis/bounds/collider.h"
#include "dermis/skinning/skin.h"

namespace dermis::bounds {

struct SphereOptions {
  float collapse = 0.6F;
  RefitCentre centre = RefitCentre::mid_range;
};

/// What the papers' sphere engine needs of a collider.
struct Spheres {
  Spheres(const Model& model, const Skin& skin, const SphereOptions& options);

  SphereTree tree;
  SphereGroups groups;
  SphereRefit refit;
  RefitCentre centre;

  [[nodiscard]] std::size_t byte_count() const;
};

/// Baked when somebody first asks for them, by whoever that is while others wait.
class LazySpheres {
 public:
  explicit LazySpheres(const SphereOptions& options) : options_(options) {}
  LazySpheres(const LazySpheres& other) : options_(other.options_) {
    if (const Spheres* const baked = other.baked()) set(*baked);
  }
  LazySpheres& operator=(const LazySpheres&) = delete;

  [[nodiscard]] const Spheres& of(const Skin& skin, std::span<const Triangle> triangles) const;
  /// Nobody has asked yet: nullptr.
  [[nodiscard]] const Spheres* baked() const { return spheres_.load(std::memory_order_acquire); }
  [[nodiscard]] const SphereOptions& options() const { return options_; }

  void set(const Spheres& spheres);

 private:
  SphereOptions options_;
  mutable std::mutex baking_;
  mutable std::unique_ptr<const Spheres> owned_;
  mutable std::atomic<const Spheres*> spheres_ = nullptr;
};

}  // namespace dermis::bounds
