// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dermis/model/model.h"
#include "dermis/query/character.h"
#include "dermis/query/contacts.h"
#include "load.h"

namespace dermis::app {

using Json = nlohmann::ordered_json;

/// How a query's answer is shown: --json, --names, --verify.
struct ReportOptions {
  bool json = false, names = false, verify = false;

  void add_to(CLI::App& verb);
};

/// The part and the joint of a triangle, as people know it.
struct TriangleName {
  std::string part, joint;
};
TriangleName name_of(const Model& model, std::uint32_t triangle);

/// Disagreement, naming the first pair that only one of the two has; nothing when they are equal.
void expect_same(const std::vector<TrianglePair>& found, const std::vector<TrianglePair>& judged);

/// What is known about an answer beside its pairs.
struct Findings {
  bool complete = true;  ///< all pairs are listed
  std::optional<std::uint64_t> judged_pairs =
      {};  ///< with --verify: by exact arithmetic, all the same
};

/// One line: `head`, then the pairs, with names if asked for, the counters and the findings.
/// Written piece by piece: there may be more pairs than a document in memory can hold.
void print_json(const Json& head, const Contacts& contacts, const Model& a, const Model& b,
                const ReportOptions& options, const Findings& findings);
/// The counters, then a line per pair.
void print_contacts(const Contacts& contacts, const Model& a, const Model& b,
                    const ReportOptions& options, const Findings& findings);

/// "1 pair" or "2,000 pairs".
std::string counted(std::uint64_t number, const std::string& noun);

/// How many pairs there are between which joints, most first.
struct JointContacts {
  std::string a, b;
  std::size_t pairs = 0;
};
std::vector<JointContacts> by_joints(const Contacts& contacts, const Model& a, const Model& b);

/// What a reader needs to know of a model to make sense of the pairs.
Json describe(const std::string& file, const PosedModel& posed);

/// The spheres on one level of a character's tree, 1 the root: where each is at rest and in the
/// pose, and whether a query has refitted it.
Json describe_spheres(const Character& character, std::uint32_t level);

/// Text on one line; what is not UTF-8 is replaced.
std::string to_text(const Json& json);

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

}  // namespace dermis::app
