// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "timed_search.h"

#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

/// Adds the time it lives.
class Watch {
 public:
  explicit Watch(double& ms) : ms_(ms) {}
  ~Watch() { ms_ += watch_.ms(); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  double& ms_;
  scenes::Stopwatch watch_;
};

}  // namespace

Result<void> TimedSearch::set_pose(const Pose& pose) {
  const Watch watch(pose_ms_);
  return search_.set_pose(pose);
}

void TimedSearch::find(std::span<const Point> points, std::span<const std::uint32_t> some,
                       double reach, std::span<NearestSkin> found) {
  const Watch watch(find_ms_);
  search_.find(points, some, reach, found);
}

void TimedSearch::corners(std::span<const NearestSkin> earlier,
                          std::span<std::array<Vec3, 3>> now) {
  const Watch watch(pose_ms_);
  search_.corners(earlier, now);
}

void TimedSearch::velocities(std::span<const NearestSkin> found, double seconds,
                             std::span<Point> velocities) const {
  search_.velocities(found, seconds, velocities);
}

}  // namespace dermis::app
