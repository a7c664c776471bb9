// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dermis/ccd/moving_mesh.h"
#include "dermis/result.h"

namespace dermis {

/// Triangle `a` of the first mesh touches triangle `b` of the second, not before `time`: that is
/// when it first does, to within the tolerance. Within one mesh, a < b. With radii, when it may;
/// and see MovingMesh::set_plan() for plans that do not begin with time.
struct MotionContact {
  double time = 0;
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const MotionContact&, const MotionContact&) = default;
};

/// How contacts are looked for. All find the same ones at the same times.
enum class MotionMethod {
  space_time,          ///< boxes that move with what is in them; what cannot meet is known before
  swept,               ///< boxes around all that moves in a part of the time, from the root
  swept_static_front,  ///< the same, from where neighbours end
  brute_force,         ///< every pair
};

/// "space-time", "swept", "swept-static-front", "brute-force".
std::string_view to_string(MotionMethod method);
/// By that name; the error lists the names.
Result<MotionMethod> motion_method_named(std::string_view name);

struct MotionOptions {
  MotionMethod method = MotionMethod::space_time;
  /// With boxes that are swept: into how many parts the time is cut; 0 is 1.
  std::uint32_t interpolated = 1;
  ContactOptions contact = {};
  bool all_cores = true;
};

struct MotionStats {
  std::uint64_t box_tests = 0;
  std::uint64_t pair_tests = 0;     ///< pairs of triangles whose boxes meet, and neighbours
  std::uint64_t feature_tests = 0;  ///< pairs of a vertex and a face, or of edges

  MotionStats& operator+=(const MotionStats& other);
};

struct MotionContacts {
  std::vector<MotionContact> contacts;  ///< in the order of time, then of pairs
  MotionStats stats;
};

/// All pairs of triangles of two meshes that touch while these fly, each with the first time. Of a
/// mesh and itself: find_self_contacts().
MotionContacts find_contacts(const MovingMesh& a, const MovingMesh& b,
                             const MotionOptions& options = {});
/// The same within one mesh. Of triangles that share corners, only what shares none counts: they
/// meet when they fold over, not because they hang together.
MotionContacts find_self_contacts(const MovingMesh& mesh, const MotionOptions& options = {});

}  // namespace dermis
