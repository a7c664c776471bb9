// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/base/executor.h"
#include "dermis/base/result.h"
#include "dermis/model/limb_table.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/skinning/skinning.h"

/// @defgroup collider collider
/// The data computed once per model: meshlets, the tree of boxes, refit data, `.dermis` files.
namespace dermis {

/// Options of bake().
struct BakeOptions {
  Skinning skinning = Skinning::linear;  ///< the way in which joints move vertices
  /// The largest number of triangles, and of vertices, in one meshlet. A meshlet is a group of
  /// neighboring triangles whose vertices are always deformed together. 8 to 128.
  std::uint32_t meshlet_size = 32;
  /// The limbs of the model: their names, parents and joints. The other members are computed from
  /// `joint_limbs`. No value: group_joints() with default options.
  std::optional<LimbTable> limbs = {};
  /// Receives the progress from 0 to 1. Called from several threads, but never at the same time.
  std::function<void(double)> progress = {};
  Executor* executor = nullptr;  ///< null: default_executor()
};

/// A model, prepared for collision queries. Immutable; copies share the data, and any number of
/// threads may use them. References and spans that functions return are valid as long as a copy of
/// the collider, or a character made from it, exists. Indices of triangles, joints and morph
/// targets must exist (asserted).
class Collider {
 public:
  /// The skinning that the model was baked for.
  [[nodiscard]] Skinning skinning() const;
  /// The number of triangles, as in the model.
  [[nodiscard]] std::size_t triangle_count() const;
  /// The number of vertices after welding. Files split vertices at texture seams and hard edges;
  /// vertices that are equal in every pose are welded to one.
  [[nodiscard]] std::size_t vertex_count() const;
  /// The number of joints, as in the model and in every pose.
  [[nodiscard]] std::size_t joint_count() const;
  /// The number of morph targets, as in the model and in every pose.
  [[nodiscard]] std::size_t morph_target_count() const;
  /// The number of meshlets; see BakeOptions::meshlet_size.
  [[nodiscard]] std::size_t meshlet_count() const;
  /// The triangles, in the order of the model. Corners are indices of welded vertices, as
  /// posed_vertices(character) returns them.
  [[nodiscard]] std::span<const Triangle> triangles() const;

  /// A run of triangles that came from one primitive of the model.
  struct PartRange {
    std::string label;                 ///< Part::label(): "node/mesh/primitive"
    std::uint32_t first_triangle = 0;  ///< index into triangles()
    std::uint32_t triangle_count = 0;  ///< number of triangles
  };
  /// The name of the model.
  [[nodiscard]] const std::string& name() const;
  /// The parts of the model. They cover all triangles, in order, without gaps.
  [[nodiscard]] std::span<const PartRange> parts() const;
  /// The index of the part that a triangle belongs to.
  [[nodiscard]] std::uint32_t part_of(std::uint32_t triangle) const;
  /// The name of a joint; may be empty. Joints are numbered as in Pose::joints.
  [[nodiscard]] const std::string& joint_name(std::uint32_t joint) const;
  /// The parent joint: the first joint of the nearest ancestor node that has joints. kNone if no
  /// ancestor has one.
  [[nodiscard]] std::uint32_t joint_parent(std::uint32_t joint) const;
  /// The name of a morph target; may be empty. Targets are numbered as in Pose::morph_weights.
  [[nodiscard]] const std::string& morph_target_name(std::uint32_t target) const;
  /// The first joint with this name. The error lists the names.
  [[nodiscard]] Result<std::uint32_t> find_joint(std::string_view name) const;
  /// The joints that move the corners of a triangle, ascending.
  [[nodiscard]] std::vector<std::uint32_t> joints_of(std::uint32_t triangle) const;
  /// The limbs of the model: names, joints, triangles. After with_limbs(), these are the limbs of
  /// the new shape. If that shape is scenery (make_scenery()), they stay as they were.
  [[nodiscard]] const LimbTable& limbs() const;
  /// The bind pose: bind_pose(model) with all morph weights set to 0.
  [[nodiscard]] const Pose& bind_pose() const;
  /// Model::metres_per_unit: multiply the translations of joint matrices by it if they are in the
  /// units of the model's file.
  [[nodiscard]] float metres_per_unit() const;
  /// The box around the vertices in the bind pose.
  [[nodiscard]] Bounds rest_bounds() const;

  /// Memory in bytes, by purpose.
  struct Bytes {
    std::size_t skin = 0;       ///< rest positions, influences, morph targets
    std::size_t triangles = 0;  ///< in the order of the model
    std::size_t meshlets = 0;   ///< vertices and triangles again, in the order of deformation
    std::size_t boxes = 0;      ///< the tree and its refit data
    std::size_t names = 0;      ///< parts, limbs, the bind pose
  };
  /// The memory of the collider, without limb shapes, sphere trees and body boxes.
  [[nodiscard]] Bytes bytes() const;
  /// The sum of all bytes(), plus the size of the object itself.
  [[nodiscard]] std::size_t byte_count() const;

  /// Opaque: the library's own data.
  struct Data;

 private:
  friend struct Internals;
  struct State;
  explicit Collider(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

/// Prepares a model. Runs on `options.executor`; the result does not depend on it. Refuses a model
/// in which validate() finds a problem, options out of range, 2³¹ or more triangles, limbs that do
/// not fit the model's number of joints or share a name, and, unless skinning is linear, vertices
/// with more than 64 influences.
Result<Collider> bake(const Model& model, const BakeOptions& options = {});

/// The first problem of a collider, as one sentence. Checks that the tree is well formed, and that
/// every refitted box encloses its vertices in four test poses. Empty: no problem.
std::vector<std::string> validate(const Collider& collider);

}  // namespace dermis
