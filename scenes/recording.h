// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dermis/dermis.h"

namespace dermis::scenes {

/// Characters in motion as one model with one clip, which any viewer of glTF plays. Every joint is
/// a node of its own, so that it can be where physics puts it.
class Recording {
 public:
  explicit Recording(double frames_per_second) : frames_per_second_(frames_per_second) {}

  /// Before the first frame. Refers to the model.
  void add(const Model& model, std::string name);
  /// A pose for each of them, of joints that turn and move, but do not stretch.
  void add_frame(const std::vector<Pose>& poses);

  [[nodiscard]] std::size_t frame_count() const { return frames_; }
  [[nodiscard]] Model model(const std::string& name) const;

 private:
  struct Actor {
    const Model* model;
    std::string name;
    std::vector<std::vector<Transform>> joints;  ///< of each frame: where joints are
  };
  double frames_per_second_;
  std::size_t frames_ = 0;
  std::vector<Actor> actors_;
};

}  // namespace dermis::scenes
