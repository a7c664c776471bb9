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

/// The files for frames of cloth: a .glb file, a folder of .obj files, both or none.
struct FrameFiles {
  std::string glb, folder;

  /// Makes the folder. Throws Failure if a file could not be written later, has another ending than
  /// its format, or is one of the `inputs`. `writer` names the verb in messages.
  void prepare(const std::string& writer, const std::vector<std::string>& inputs) const;
};

/// Frames of a body and of cloth on it, about 30 per second. OBJ files are written immediately:
/// cloth-00000.obj and body-00000.obj, and so on. The animation has fewer frames if 30 per second
/// would be more than viewers support, or would make a file of more than about 150 MB.
class ClothFrames {
 public:
  /// Refers to the body.
  ClothFrames(const Model& body, Skinning skinning, FrameFiles files, double steps_per_second);

  /// Call this after each step, and once before the first one with `step` = 0.
  void add(std::size_t step, const Pose& pose, const Cloth& cloth);
  /// Writes the animation if files() has a .glb file. `name` is the name of its clip.
  void write_glb(const std::string& name, const Cloth& cloth);

  [[nodiscard]] const FrameFiles& files() const { return files_; }
  /// The number of frames of the animation.
  [[nodiscard]] std::size_t count() const { return frames_.size(); }
  [[nodiscard]] double per_second() const { return steps_per_second_ / double(kept_); }
  /// Whether the animation has fewer frames per second than the OBJ files.
  [[nodiscard]] bool is_thinned() const { return kept_ > every_; }

 private:
  struct Frame {
    Pose pose;
    std::vector<Vec3> cloth;
  };
  void write_objs(std::size_t step, const Pose& pose, const Cloth& cloth) const;
  /// Drops every second frame until a file can hold the frames as morph targets of `vertices`
  /// vertices.
  void thin(std::size_t vertices);

  const Model& body_;
  Skinning skinning_;
  FrameFiles files_;
  double steps_per_second_;
  std::size_t every_;  ///< steps from one frame to the next
  std::size_t kept_;   ///< the same for the animation
  std::vector<Frame> frames_;
};

}  // namespace dermis::app
