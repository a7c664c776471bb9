// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dermis/dermis.h"

/// The fifth paper's scenes: a skirt on a body, and a square of cloth that falls on its shoulder.
namespace dermis::scenes {

enum class ClothSize { paper, ten_thousand, fifty_thousand };

struct DressedOptions {
  std::string scene = "skirt";  ///< or "drop"
  ClothSize size = ClothSize::paper;
  bool walking = true;
  ClothSolver solver = ClothSolver::position_based;
  bool self_collision = false;
  std::uint32_t small_steps = 0;
};

/// The search for skin near the cloth.
enum class SkinMethod {
  boxes,
  boxes_by_tolerance,  ///< enlarged by a tolerance, as in the paper
  meshlets,
  brute_force,
  naive,  ///< brute force that tests every triangle
};
/// The search that a method uses.
NearestMethod search_of(SkinMethod method);

/// A body and cloth on it. At paper size, the body has 1,290 vertices and 2,576 triangles, and the
/// cloth has 264 vertices. Larger skirts are on the man; larger squares fall on the creature.
/// Callers choose the number of steps: app/demo/demo.cpp and app/bench/cloth.cpp.
class Dressed {
 public:
  static constexpr double kStepsPerSecond = 60;

  explicit Dressed(const DressedOptions& options);

  /// The body in its first pose, prepared for a search.
  [[nodiscard]] Character wearer(SkinMethod method) const;
  /// The cloth on the wearer, in its first position.
  [[nodiscard]] Cloth cloth(const Character& wearer, SkinMethod method) const;
  /// The pose after `step` steps.
  [[nodiscard]] Pose pose(std::size_t step) const;

  [[nodiscard]] const Model& body() const { return body_; }
  [[nodiscard]] const DressedOptions& options() const { return options_; }
  /// The number of vertices of the cloth.
  [[nodiscard]] std::size_t vertex_count() const { return rest_.positions.size(); }

 private:
  DressedOptions options_;
  Model body_;
  std::optional<Collider> collider_;
  std::uint32_t clip_ = 0;
  Mesh rest_;
  std::vector<std::uint32_t> waistband_;
};

}  // namespace dermis::scenes

namespace dermis {

template <>
struct EnumTable<scenes::ClothSize> {
  static constexpr std::string_view kNoun = "size";
  static constexpr Named<scenes::ClothSize> kNames[] = {{scenes::ClothSize::paper, "paper"},
                                                        {scenes::ClothSize::ten_thousand, "10k"},
                                                        {scenes::ClothSize::fifty_thousand, "50k"}};
};

template <>
struct EnumTable<scenes::SkinMethod> {
  static constexpr std::string_view kNoun = "method";
  static constexpr Named<scenes::SkinMethod> kNames[] = {
      {scenes::SkinMethod::meshlets, "meshlets"},
      {scenes::SkinMethod::boxes, "boxes"},
      {scenes::SkinMethod::brute_force, "brute-force"},
      {scenes::SkinMethod::boxes_by_tolerance, "boxes-by-tolerance"},
      {scenes::SkinMethod::naive, "naive"}};
};

}  // namespace dermis
