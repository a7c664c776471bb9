// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/query/contacts.h"

/// Every triangle against every other: boxes first, then the exact test. No tree, nothing lazy,
/// nothing to go wrong: the judge of all faster methods.
namespace dermis::brute_force {

struct Options {
  /// Off: every pair whose boxes overlap is decided by exact arithmetic from the start, the judge
  /// of the filters.
  bool filters = true;
};

/// All pairs of triangles that share a point.
Contacts find_all(const PosedMesh& a, const PosedMesh& b, const Options& options = {});

/// The first of those pairs, if there is one; stops there.
Contacts find_any(const PosedMesh& a, const PosedMesh& b, const Options& options = {});

/// All pairs of triangles of one mesh that share more than their common corners and what lies
/// between those (see contact_in_mesh).
Contacts find_self(const PosedMesh& mesh, const Options& options = {});

}  // namespace dermis::brute_force
