// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/load.h"
#include "dermis/model/model.h"
#include "dermis/query/character.h"
#include "dermis/triangle/pairs.h"

namespace dermis::app {

using Json = nlohmann::ordered_json;

/// Options for the output of a query: --json, --names, --verify.
struct ReportOptions {
  bool json = false, names = false, verify = false;

  void add_to(CLI::App& verb);
};

/// The names of a triangle's part and of its leading joint.
struct TriangleName {
  std::string part, joint;
};
TriangleName name_of(const Model& model, std::uint32_t triangle);

/// Throws Disagreement, which names the first pair that only one of the lists has. Does nothing if
/// the lists are equal.
void expect_same(const std::vector<TrianglePair>& found, const std::vector<TrianglePair>& judged);

/// Properties of an answer beside its pairs.
struct Findings {
  bool complete = true;                            ///< all pairs are listed
  std::optional<std::uint64_t> judged_pairs = {};  ///< exact tests made by --verify
};

/// Prints one line of JSON: `head`, the pairs, with --names the names of their triangles, the
/// counters and the findings. The line is written piece by piece, because there may be more pairs
/// than a document in memory can hold.
void print_json(const Json& head, const Pairs& contacts, const Model& a, const Model& b,
                const ReportOptions& options, const Findings& findings);
/// Prints the counters and the result of --verify.
void print_work(const Pairs& contacts, const Model& a, const Model& b, const Findings& findings);
/// Prints one line per pair.
void print_pairs(std::span<const TrianglePair> pairs, const Model& a, const Model& b,
                 const ReportOptions& options);

/// "1 pair" or "2,000 pairs": a number and its noun, in the plural unless the number is 1. Use this
/// for every count that people read.
std::string counted(std::uint64_t number, const std::string& noun);

/// The number of pairs between two joints. by_joints() sorts them, the highest number first.
struct JointContacts {
  std::string a, b;
  std::size_t pairs = 0;
};
std::vector<JointContacts> by_joints(const Pairs& contacts, const Model& a, const Model& b);

/// Describes a model in JSON: its file, skinning, and numbers of triangles and vertices.
Json describe(const std::string& file, const PosedModel& posed);

/// Describes the spheres on one level of a character's tree, where level 1 is the root: each sphere
/// in the rest pose and in the current pose, and whether a query has refitted it.
Json describe_spheres(const Character& character, std::uint32_t level);

/// The JSON on one line. Bytes that are not UTF-8 are replaced.
std::string to_text(const Json& json);

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

/// The number of rows that `dermis self` and `dermis motion` print without --all.
inline constexpr std::size_t kFewRows = 10;

/// Prints "… and 1,990 more (--all prints them)" if `count`, the number of omitted rows, is above
/// 0.
void print_rows_left_out(std::size_t count);

}  // namespace dermis::app
