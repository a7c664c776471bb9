// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Any bytes: import, validate, pose. A model that imports must pose without a crash, and all its
// vertices must be finite.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "dermis/dermis.h"
#include "dermis/gltf/gltf.h"
#include "require.h"

namespace {

using dermis::test::require;

void pose_and_check(const dermis::Skin& skin, const dermis::Pose& pose) {
  std::vector<dermis::Vec3> out(skin.vertex_count());
  if (!skin.deform(pose, out)) return;  // refused with a reason: fine
  for (const dermis::Vec3& v : out) {
    require(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z), "a vertex is finite");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto imported = dermis::parse_gltf(std::as_bytes(std::span(data, size)), "fuzz");
  if (!imported) {
    require(!imported.error().message.empty(), "an error has a reason");
    return 0;
  }
  const dermis::Model& model = imported->model;
  require(dermis::validate(model).empty(), "what was imported is valid");
  const dermis::Skin skin(model);
  pose_and_check(skin, stored_pose(model));
  pose_and_check(skin, bind_pose(model));
  for (const dermis::Clip& clip :
       std::span(model.clips).first(std::min<std::size_t>(model.clips.size(), 3))) {
    for (const double time :
         {-1.0, clip.start(), 0.5 * (clip.start() + clip.end()), clip.end(), 1e30}) {
      pose_and_check(skin, sample(model, clip, time));
    }
  }
  if (model.triangles.size() < 10'000) {
    const auto again = dermis::to_glb(model);
    require(static_cast<bool>(again), "what was imported can be exported");
    const auto back = dermis::parse_gltf(*again, "fuzz again");
    require(static_cast<bool>(back), "what was exported can be imported");
    require(back->model.triangles.size() == model.triangles.size(), "no triangle is lost");
  }
  return 0;
}
