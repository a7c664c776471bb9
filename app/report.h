// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dermis/model/model.h"
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

/// The pairs, with names if asked for, the counters, and whether something was left out.
void add_contacts(Json& json, const Contacts& contacts, const Model& a, const Model& b,
                  const ReportOptions& options);
void print_contacts(const Contacts& contacts, const Model& a, const Model& b,
                    const ReportOptions& options);

/// How many pairs there are between which joints, most first.
struct JointContacts {
  std::string a, b;
  std::size_t pairs = 0;
};
std::vector<JointContacts> by_joints(const Contacts& contacts, const Model& a, const Model& b);

/// What a reader needs to know of a model to make sense of the pairs.
Json describe(const std::string& file, const PosedModel& posed);

/// On one line; what is not UTF-8 is replaced.
void print_json(const Json& json);

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

}  // namespace dermis::app
