// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dermis/dermis.h"

namespace dermis::scenes {

/// Characters and cloths in motion as one model with one clip, which any viewer of glTF plays.
/// Every joint is a node of its own, so that it can be where physics puts it. A cloth has a morph
/// target per frame, so that its vertices go in straight lines from one to the next. WebGL promises
/// three.js room for some 200 targets; software rendering shows 2,000.
class Recording {
 public:
  explicit Recording(double frames_per_second) : frames_per_second_(frames_per_second) {}

  /// Before the first frame. Refers to the model.
  void add(const Model& model, std::string name);
  /// Before the first frame.
  void add_cloth(std::vector<Triangle> triangles, std::string name);
  /// A pose for each character, of joints that turn and move, but do not stretch; and the vertices
  /// of each cloth.
  void add_frame(const std::vector<Pose>& poses,
                 const std::vector<std::vector<Point>>& cloths = {});

  [[nodiscard]] std::size_t frame_count() const { return frames_; }
  /// A part for each character, in the order in which they were added, then one for each cloth.
  [[nodiscard]] Model model(const std::string& name) const;

 private:
  struct Actor {
    const Model* model;
    std::string name;
    std::vector<std::vector<Transform>> joints;  ///< of each frame: where joints are
  };
  struct Cloth {
    std::vector<Triangle> triangles;
    std::string name;
    std::vector<std::vector<Vec3>> frames;  ///< the vertices in each
  };
  static void append(const Cloth& cloth, const std::vector<float>& times, Model& result,
                     Clip& clip);

  double frames_per_second_;
  std::size_t frames_ = 0;
  std::vector<Actor> actors_;
  std::vector<Cloth> cloths_;
};

}  // namespace dermis::scenes
