// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "dermis/cloth/cloth.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/skinning/skinning.h"

namespace dermis::app {

/// Where frames of cloth go: a .glb file, a folder of .obj files, both or none.
struct FrameFiles {
  std::string glb, folder;

  /// Failure where a file could not be written when all is done.
  void check() const;
};

/// Frames of a body and of cloth on it, some 30 per second. OBJ files are written at once:
/// cloth-00000.obj and body-00000.obj, and so on. The animation has fewer frames where 30 per
/// second would be more than viewers hold, or files of more than some 150 MB.
class ClothFrames {
 public:
  /// Refers to the body.
  ClothFrames(const Model& body, Skinning skinning, FrameFiles files, double steps_per_second);

  /// After each step, and before the first one: after 0 steps.
  void add(std::size_t step, const Pose& pose, const Cloth& cloth);
  /// The animation, if one is asked for; its clip has this name.
  void write_glb(const std::string& name, const Cloth& cloth);

  [[nodiscard]] const FrameFiles& files() const { return files_; }
  /// Of the animation.
  [[nodiscard]] std::size_t count() const { return frames_.size(); }
  [[nodiscard]] double per_second() const { return steps_per_second_ / double(kept_); }
  /// Whether it has fewer frames per second than there are OBJ files.
  [[nodiscard]] bool is_thinned() const { return kept_ > every_; }

 private:
  struct Frame {
    Pose pose;
    std::vector<Vec3> cloth;
  };
  void write_objs(std::size_t step, const Pose& pose, const Cloth& cloth) const;
  /// Drops every second frame until targets of so many vertices are few enough.
  void thin(std::size_t vertices);

  const Model& body_;
  Skinning skinning_;
  FrameFiles files_;
  double steps_per_second_;
  std::size_t every_;  ///< steps from one frame to the next
  std::size_t kept_;   ///< the same of the animation
  std::vector<Frame> frames_;
};

}  // namespace dermis::app
