// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/verbs/cloth_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/colors.h"
#include "app/output.h"
#include "app/verbs.h"
#include "dermis/base/file.h"
#include "dermis/gltf/gltf.h"
#include "dermis/meshes/obj.h"
#include "dermis/skinning/skin.h"
#include "scenes/recording.h"

namespace dermis::app {

namespace {

namespace fs = std::filesystem;

/// The largest number of morph targets of `vertices` vertices in an animation. three.js shows
/// 2,000, and each has a position and a normal per vertex.
std::size_t most_frames(std::size_t vertices) {
  constexpr std::size_t kMost = 600;
  constexpr std::size_t kMostBytes = 150'000'000;
  return std::clamp<std::size_t>(kMostBytes / (24 * vertices), 2, kMost);
}

/// The body with joints that are not turned or scaled at rest, as Recording needs them. This does
/// not move the posed vertices: they depend on the poses alone.
Model with_plain_joints(Model body) {
  for (Joint& joint : body.skeleton.joints) {
    const auto& [x, y, z, t] = joint.inverse_bind;
    // p, the joint's position, is the point that the matrix maps to the origin. Found by Cramer's
    // rule.
    const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& c) {
      return double{a.x} * (double{b.y} * c.z - double{b.z} * c.y) +
             double{a.y} * (double{b.z} * c.x - double{b.x} * c.z) +
             double{a.z} * (double{b.x} * c.y - double{b.y} * c.x);
    };
    const double all = volume(x, y, z);
    Affine plain;  // -p
    if (all != 0) {
      plain.t = {float(volume(t, y, z) / all), float(volume(x, t, z) / all),
                 float(volume(x, y, t) / all)};
    }
    if (!std::isfinite(plain.t.x + plain.t.y + plain.t.z)) plain = {};
    joint.inverse_bind = plain;
  }
  return body;
}

/// Whether a matrix only rotates and translates, apart from the scale that it had in the first
/// frame.
bool only_moved(const Affine& now, const Transform& first) {
  Transform parts = decompose(now);
  parts.scale = first.scale;
  const Affine again = to_affine(parts);
  const double size =
      std::max({std::abs(first.scale.x), std::abs(first.scale.y), std::abs(first.scale.z)});
  const auto near = [&](const Vec3& a, const Vec3& b) {
    constexpr double kOff = 1e-4;
    const double off = std::max(
        {std::abs(double{a.x} - b.x), std::abs(double{a.y} - b.y), std::abs(double{a.z} - b.z)});
    return off <= kOff * size;
  };
  return near(now.x, again.x) && near(now.y, again.y) && near(now.z, again.z);
}

std::vector<Point> to_points(const std::vector<Vec3>& vertices) {
  std::vector<Point> points;
  points.reserve(vertices.size());
  for (const Vec3& v : vertices) points.push_back({v.x, v.y, v.z});
  return points;
}

}  // namespace

void FrameFiles::prepare(const std::string& writer, const std::vector<std::string>& inputs) const {
  check_output(glb, {writer, ".glb"}, inputs);
  check_output_folder(folder, {writer + " --obj", ".obj"}, {"cloth-", "body-"}, inputs);
  if (!folder.empty()) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw Failure{folder + ": cannot be made: " + error.message()};
  }
}

ClothFrames::ClothFrames(const Model& body, Skinning skinning, FrameFiles files,
                         double steps_per_second)
    : body_(body),
      skinning_(skinning),
      files_(std::move(files)),
      steps_per_second_(steps_per_second),
      every_(static_cast<std::size_t>(std::max(1L, std::lround(steps_per_second / 30)))),
      kept_(every_) {}

void ClothFrames::add(std::size_t step, const Pose& pose, const Cloth& cloth) {
  if (step % every_ == 0 && !files_.folder.empty()) write_objs(step, pose, cloth);
  if (step % kept_ != 0 || files_.glb.empty()) return;
  Frame& frame = frames_.emplace_back(pose);
  frame.cloth.reserve(cloth.positions().size());
  for (const auto& [x, y, z] : cloth.positions()) {
    frame.cloth.push_back({float(x), float(y), float(z)});
  }
  thin(frame.cloth.size());
}

void ClothFrames::thin(std::size_t vertices) {
  while (frames_.size() > most_frames(vertices)) {
    for (std::size_t f = 2; f < frames_.size(); f += 2) frames_[f / 2] = std::move(frames_[f]);
    frames_.resize((frames_.size() + 1) / 2);
    kept_ *= 2;
  }
}

void ClothFrames::write_objs(std::size_t step, const Pose& pose, const Cloth& cloth) const {
  const auto file = [&](const char* what) {
    return fs::path(files_.folder) / fmt::format("{}-{:05}.obj", what, step / every_);
  };
  need(write_file(file("cloth"), to_obj(Mesh{cloth.positions(), cloth.triangles()})));
  const auto vertices = need(posed_vertices(body_, pose, skinning_));
  need(write_file(file("body"), to_obj(body_, vertices)));
}

void ClothFrames::write_glb(const std::string& name, const Cloth& cloth) {
  if (files_.glb.empty() || frames_.empty()) return;
  // Viewers blend linearly, and the joints of a recording do not scale. If the body needs more than
  // that, its vertices are recorded instead.
  const Model body = with_plain_joints(body_);
  bool by_joints = skinning_ == Skinning::linear;
  for (const Frame& frame : frames_) {
    for (std::size_t j = 0; j < frame.pose.joints.size() && by_joints; ++j) {
      by_joints = only_moved(frame.pose.joints[j], decompose(frames_[0].pose.joints[j]));
    }
    const auto is_0 = [](float weight) { return weight == 0; };
    by_joints = by_joints && std::ranges::all_of(frame.pose.morph_weights, is_0);
  }
  if (!by_joints) thin(body_.positions.size() + cloth.positions().size());
  scenes::Recording recording(per_second());
  if (by_joints) {
    recording.add(body, "body");
  } else {
    recording.add_cloth(body_.triangles, "body");
  }
  recording.add_cloth(cloth.triangles(), "cloth");
  for (const Frame& frame : frames_) {
    if (by_joints) {
      recording.add_frame({frame.pose}, {to_points(frame.cloth)});
    } else {
      const auto vertices = need(posed_vertices(body_, frame.pose, skinning_));
      recording.add_frame({}, {to_points(vertices), to_points(frame.cloth)});
    }
  }
  need(export_glb(recording.model(name), files_.glb, {{kBodyColor, kClothColor}}));
}

}  // namespace dermis::app
