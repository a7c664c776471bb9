// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "dermis/cloth/cloth.h"
#include "scenes/dressed.h"

namespace dermis::app {

/// Options of the scenes "skirt" and "drop": --size, --standing, --self-collision, --method,
/// --solver, --obj.
struct ClothDemo {
  std::string folder;
  scenes::ClothSize size = scenes::ClothSize::paper;
  scenes::SkinMethod method = scenes::SkinMethod::meshlets;
  ClothSolver solver = ClothSolver::position_based;
  bool standing = false, self_collision = false;

  void add_to(CLI::App& verb);
  /// Whether any of them was given.
  [[nodiscard]] bool any() const;

 private:
  const CLI::App* verb_ = nullptr;
};

bool is_cloth_scene(const std::string& scene);
/// A description of the scene.
std::string about_cloth_scene(const std::string& scene);

/// Simulates cloth on a body, prints the results, and writes the animation.
void demo_cloth(const std::string& scene, const ClothDemo& options, double seconds,
                const std::string& output, bool json);

}  // namespace dermis::app
