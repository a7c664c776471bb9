// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "app/load.h"
#include "app/progress.h"
#include "app/report.h"
#include "app/verbs.h"
#include "app/verbs/ccd_query_files.h"

namespace dermis::app {

namespace {

struct CcdQueriesArguments {
  std::vector<std::string> paths;
  ImpactTimeOptions contact;
  bool json = false;
};

using Clock = std::chrono::steady_clock;

double ns_between(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double, std::nano>(end - start).count();
}

/// The time between two readings of the clock, at least.
double clock_ns() {
  double least = 1e9;
  for (int i = 0; i < 1000; ++i) {
    const auto start = Clock::now();
    least = std::min(least, ns_between(start, Clock::now()));
  }
  return least;
}

struct Tally {
  std::size_t touching = 0, missed = 0, extra = 0;
  std::vector<double> ns;  ///< time of each query

  void add(const Tally& other) {
    touching += other.touching;
    missed += other.missed;
    extra += other.extra;
    ns.insert(ns.end(), other.ns.begin(), other.ns.end());
  }
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const double x : ns) sum += x;
    return ns.empty() ? 0 : sum / static_cast<double>(ns.size());
  }
  /// The time that this share of the queries do not exceed: 0.5 gives the median.
  [[nodiscard]] double at(double share) const {
    if (ns.empty()) return 0;
    std::vector<double> sorted = ns;
    std::ranges::sort(sorted);
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
  }
  [[nodiscard]] Json to_json() const {
    return {{"queries", ns.size()},     {"touching", touching}, {"false_negatives", missed},
            {"false_positives", extra}, {"mean_ns", mean()},    {"p50_ns", at(0.5)},
            {"p99_ns", at(0.99)}};
  }
};

/// Runs all queries several times. The shortest time of each query counts.
Tally measure(const CcdQueries& group, const ImpactTimeOptions& options, double clock) {
  constexpr int kRounds = 5;
  Tally tally;
  tally.ns.assign(group.queries.size(), 1e9);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < group.queries.size(); ++i) {
      const CcdQuery& query = group.queries[i];
      const auto start = Clock::now();
      const bool found = find_impact_time(group.features, query.points, options).has_value();
      const double ns = ns_between(start, Clock::now()) - clock;
      tally.ns[i] = std::min(tally.ns[i], std::max(ns, 0.0));
      if (round > 0) continue;
      if (query.touches) ++tally.touching;
      if (query.touches && !found) ++tally.missed;
      if (!query.touches && found) ++tally.extra;
    }
  }
  return tally;
}

void print_row(const std::string& name, const Tally& tally) {
  fmt::print("{:<52} {:>9} {:>9} {:>7} {:>7} {:>8.0f} {:>8.0f} {:>8.0f}\n", name,
             grouped(tally.ns.size()), grouped(tally.touching), grouped(tally.missed),
             grouped(tally.extra), tally.mean(), tally.at(0.5), tally.at(0.99));
}

void run_ccd_queries(const CcdQueriesArguments& options) {
  check_tolerance(options.contact.tolerance);
  Progress progress("contact times");
  std::vector<CcdQueries> groups;
  for (const std::string& path : options.paths) {
    for (CcdQueries& group : read_ccd_queries(path)) groups.push_back(std::move(group));
  }
  if (groups.empty()) throw Failure{options.paths.front() + ": there are no queries in it"};
  const double clock = clock_ns();
  Tally all;
  std::vector<Tally> tallies;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    progress.show(static_cast<double>(g) / static_cast<double>(groups.size()));
    tallies.push_back(measure(groups[g], options.contact, clock));
    all.add(tallies.back());
  }
  if (options.json) {
    Json json{{"schema", 1}};
    json.update(all.to_json());
    json["tolerance"] = options.contact.tolerance;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      Json row{{"name", groups[g].name}};
      row.update(tallies[g].to_json());
      json["files"].push_back(std::move(row));
    }
    fmt::print("{}\n", to_text(json));
    return;
  }
  fmt::print("{:<52} {:>9} {:>9} {:>7} {:>7} {:>8} {:>8} {:>8}\n", "", "queries", "touching",
             "missed", "extra", "mean ns", "p50 ns", "p99 ns");
  for (std::size_t g = 0; g < groups.size(); ++g) print_row(groups[g].name, tallies[g]);
  print_row("all", all);
}

}  // namespace

void add_ccd_queries(CLI::App& program) {
  auto* const verb = program.add_subcommand(
      "ccd-queries", "test moving features against queries with known answers");
  verb->footer(
      "PATH is a CSV file of queries, a scene (a folder with 'frames', 'boxes' and 'mma_bool'), "
      "or\n"
      "a folder with many of them, as in the repositories Sample-Queries and\n"
      "Sample-Scalable-CCD-Data of github.com/Continuous-Collision-Detection.\n"
      "'extra' counts pairs that do not touch but come closer than the tolerance, or closer than\n"
      "rounding can tell.\n"
      "Example: dermis ccd-queries Sample-Queries/unit-tests");
  const auto options = std::make_shared<CcdQueriesArguments>();
  verb->add_option("PATH", options->paths, "files and folders")->required();
  add_tolerance_option(*verb, options->contact.tolerance);
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { run_ccd_queries(*options); });
}

}  // namespace dermis::app
