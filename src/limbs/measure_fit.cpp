// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/float_mode.h"
#include "base/shared_progress.h"
#include "collider/collider_data.h"
#include "dermis/limbs/make_limbs.h"
#include "dermis/model/validate.h"
#include "dermis/skinning/skin.h"
#include "limbs/capsule_box.h"
#include "limbs/fit_capsules.h"
#include "limbs/hull_overlap.h"
#include "limbs/limb_vertices.h"
#include "limbs/segment.h"
#include "limbs/shape_problem.h"

namespace dermis {

namespace {

using limbs::Segment;

struct LimbInClip {
  Capsule bound;
  limbs::PointCloud vertices;
};

}  // namespace

Result<LimbFit> measure_fit(const Model& model, const CollideShape& shape, const Pose& pose,
                            const LimbFitOptions& options) {
  const base::DefinedFloatMode mode;
  const base::ExecutorScope scope(options.executor);
  if (const std::string reason =
          limbs::problem_of(shape, model.skeleton.joints.size(), model.triangles.size());
      !reason.empty()) {
    return Error{reason};
  }
  if (const auto problems = validate(model); !problems.empty()) return Error{problems.front()};
  if (const std::string reason = collider::why_not(model, options.skinning); !reason.empty()) {
    return Error{reason};
  }
  const auto posed = posed_vertices(model, pose, options.skinning);
  if (!posed) return posed.error();
  const auto vertices = limbs::vertices_of_limbs(shape, model.triangles);
  std::vector<LimbInClip> all;
  double squares = 0;
  std::size_t count = 0;
  for (std::size_t l = 0; l < shape.limbs.size(); ++l) {
    const Affine& joint = pose.joints[shape.limbs[l].joint];
    LimbInClip& limb = all.emplace_back(LimbInClip{moved(shape.limbs[l].bound, joint), {}});
    std::vector<Capsule> volumes;
    for (const Capsule& volume : shape.limbs[l].volumes) volumes.push_back(moved(volume, joint));
    std::vector<Vec3> points;
    for (const std::uint32_t v : vertices[l]) {
      points.push_back((*posed)[v]);
      const double off = limbs::signed_distance(volumes, math::to_double((*posed)[v]));
      if (!std::isfinite(off)) continue;
      squares += off * off;
      ++count;
    }
    limb.vertices = limbs::PointCloud(points);
  }
  // A grid of about 250,000 points.
  math::Box box = math::Box::empty();
  for (const LimbInClip& limb : all) box.include(limbs::box_around(limb.bound));
  const Vec3 size{box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z};
  const double cell = std::cbrt(double{size.x} * size.y * size.z / 250'000);
  if (!(cell > 0) || !std::isfinite(cell)) {
    return Error{"the bounds of the limbs of '" + model.name + "' have no volume"};
  }
  const auto cells = [&](double extent) { return static_cast<std::size_t>(extent / cell) + 1; };
  std::atomic<std::size_t> in_bounds = 0;
  std::atomic<std::size_t> in_hulls = 0;
  const std::size_t columns = cells(size.x) * cells(size.z);
  base::parallel_for_each(columns, 64, {}, [&](std::size_t column) {
    const auto middle = [&](float low, std::size_t i) {
      return static_cast<float>(low + (double(i) + 0.5) * cell);
    };
    for (std::size_t j = 0; j < cells(size.y); ++j) {
      const Vec3 p{middle(box.low.x, column % cells(size.x)), middle(box.low.y, j),
                   middle(box.low.z, column / cells(size.x))};
      bool bounded = false;
      bool inside = false;
      for (const LimbInClip& limb : all) {
        if (Segment(limb.bound).distance(math::to_double(p)) > double{limb.bound.radius}) continue;
        bounded = true;
        inside = inside || limbs::hull_contains(limb.vertices, p);
      }
      in_bounds += bounded ? 1U : 0U;
      in_hulls += inside ? 1U : 0U;
    }
  });
  const double one = cell * cell * cell;
  return LimbFit{one * double(in_bounds), one * double(in_hulls),
                 std::sqrt(squares / double(std::max<std::size_t>(count, 1)))};
}

}  // namespace dermis
