// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dermis/model/model.h"
#include "dermis/result.h"
#include "dermis/skinning/skinning.h"

namespace dermis {

/// Where the centre of a refitted ball goes.
enum class RefitCentre : std::uint32_t {
  mid_range,  ///< the middle of the box of the centres it encloses
  average,    ///< of those centres: the papers' choice, looser on every level
};

struct BakeOptions {
  Skinning skinning = Skinning::linear;
  /// How many triangles, and how many vertices, are deformed together at most: 8 … 128.
  std::uint32_t meshlet_size = 32;
  /// For the papers' methods: a node of the sphere tree is left out when its ball is larger than
  /// this share of the one above it; 1 and more keep the tree binary. The papers' choice.
  float collapse = 0.6F;
  RefitCentre centre = RefitCentre::mid_range;
  /// Told now and then how far the work is, 0…1, by one thread at a time.
  std::function<void(double)> progress = {};
};

/// What is computed once per model so that its characters collide fast: the tree, what each node
/// needs to follow a pose, and the vertices. Immutable; copies share the data.
class Collider {
 public:
  struct Data;
  explicit Collider(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  [[nodiscard]] Skinning skinning() const;
  [[nodiscard]] std::size_t triangle_count() const;
  /// Those that a pose can tell apart: files split vertices at texture seams and hard edges.
  [[nodiscard]] std::size_t vertex_count() const;
  [[nodiscard]] std::size_t joint_count() const;
  [[nodiscard]] std::size_t morph_target_count() const;
  [[nodiscard]] std::size_t meshlet_count() const;
  /// Spheres are for the papers' methods alone: baked when they are first asked for, here or in a
  /// query.
  [[nodiscard]] std::size_t sphere_count() const;
  /// What it takes in memory.
  struct Bytes {
    std::size_t skin = 0;       ///< rest positions, influences, morph targets
    std::size_t triangles = 0;  ///< as the model has them
    std::size_t meshlets = 0;   ///< vertices and triangles once more, in the order of a pass
    std::size_t boxes = 0;      ///< the tree, and what its refit needs
    std::size_t spheres = 0;    ///< 0 while there are none
  };
  [[nodiscard]] Bytes bytes() const;
  /// All of that but the spheres.
  [[nodiscard]] std::size_t byte_count() const;
  [[nodiscard]] const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

/// By all cores, and the same whatever their number. Refuses models in which validate() finds
/// something wrong.
Result<Collider> bake(const Model& model, const BakeOptions& options = {});

/// Everything that is wrong with a collider, one sentence each: whether the tree is one, and
/// whether every refitted box encloses its vertices in a few poses; the same for spheres, if there
/// are any.
std::vector<std::string> validate(const Collider& collider);

}  // namespace dermis
