// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "dermis/motion/impact_time.h"

namespace dermis::app {

/// Two moving features, and whether they touch.
struct CcdQuery {
  std::array<MovingPoint, 4> points;
  bool touches = false;
};

/// Queries of one kind from one file, or from one scene.
struct CcdQueries {
  std::string name;
  Features features = Features::vertex_face;
  std::vector<CcdQuery> queries;
};

/// Reads a file of queries (CSV in a folder 'vertex-face' or 'edge-edge'), a scene (a folder with
/// 'frames', 'boxes' and 'mma_bool'), or all files and scenes below a folder, in the order of their
/// names. A Failure names the file that cannot be read, and the place in it.
std::vector<CcdQueries> read_ccd_queries(const std::filesystem::path& path);

}  // namespace dermis::app
