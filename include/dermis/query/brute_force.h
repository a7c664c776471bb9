// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/triangle/pairs.h"

/// Tests every triangle against every other: first boxes, then the exact test. There is no tree and
/// no cache, so this is the reference for the faster engines.
namespace dermis::brute_force {

/// Options of the functions in dermis::brute_force.
struct Options {
  /// False: exact arithmetic decides every pair whose boxes overlap, without floating-point
  /// filters. This is the reference for the filters.
  bool filters = true;
};

/// All pairs of triangles that share a point.
Pairs find_pairs(const PosedMesh& a, const PosedMesh& b, const Options& options = {});

/// The first pair of find_pairs(), if there is any.
Pairs find_any_pair(const PosedMesh& a, const PosedMesh& b, const Options& options = {});

/// All pairs of triangles of one mesh that share more than the convex hull of their common corners;
/// see pair_in_mesh().
Pairs find_self_pairs(const PosedMesh& mesh, const Options& options = {});

}  // namespace dermis::brute_force
