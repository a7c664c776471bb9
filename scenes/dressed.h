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
/// "paper", "10k", "50k".
std::string to_string(ClothSize size);

struct DressedOptions {
  std::string scene = "skirt";  ///< or "drop"
  ClothSize size = ClothSize::paper;
  bool walking = true;
  ClothSolver solver = ClothSolver::position_based;
  bool self_collision = false;
  std::uint32_t small_steps = 0;
};

/// Which skin search cloth uses.
enum class SkinMethod {
  boxes,
  boxes_by_tolerance,  ///< as the paper sizes them
  meshlets,
  brute_force,
  naive,  ///< brute force that looks at every triangle itself
};
std::string to_string(SkinMethod method);

/// A body and cloth on it. At paper size the body has 1,290 vertices and 2,576 triangles, and the
/// cloth 264 vertices. Larger skirts are worn by the man, and larger squares fall on the creature.
class Dressed {
 public:
  static constexpr double kStepsPerSecond = 60;

  explicit Dressed(const DressedOptions& options);

  /// Another search for the same body.
  [[nodiscard]] std::unique_ptr<SkinSearch> search(SkinMethod method) const;
  /// The cloth where it starts, with the search's body in the first pose.
  [[nodiscard]] Cloth cloth(SkinSearch& search) const;
  /// After so many steps.
  [[nodiscard]] Pose pose(std::size_t step) const;

  [[nodiscard]] const Model& body() const { return body_; }
  [[nodiscard]] const DressedOptions& options() const { return options_; }
  /// Of the cloth.
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
