// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "app/verbs.h"
#include "dermis/base/counted.h"
#include "dermis/base/printable.h"
#include "dermis/spheres/inspect.h"

namespace dermis::app {

namespace {

Json named(const TriangleName& name) {
  return {{"part", name.part}, {"joint", name.joint}};
}

}  // namespace

void ReportOptions::add_to(CLI::App& verb) {
  verb.add_flag("--names", names, "add the parts and joints of the triangles to each pair");
  verb.add_flag("--json", json, "print JSON");
  verb.add_flag(
      "--verify", verify,
      "repeat the query by brute force with exact arithmetic; exit status 3 if the results differ");
}

TriangleName name_of(const Model& model, std::uint32_t triangle) {
  const Joint& joint = model.skeleton.joints[leading_joint(model, triangle)];
  return {model.parts[locate(model, triangle).part].label(), model.skeleton.nodes[joint.node].name};
}

void expect_same(const std::vector<TrianglePair>& found, const std::vector<TrianglePair>& judged) {
  const auto [f, j] = std::ranges::mismatch(found, judged);
  if (f == found.end() && j == judged.end()) return;
  const bool extra = j == judged.end() || (f != found.end() && *f < *j);
  const TrianglePair& pair = extra ? *f : *j;
  throw Disagreement{fmt::format("the pair of triangles {} and {} {} (found: {}; right: {})",
                                 pair.a, pair.b,
                                 extra ? "was found but does not meet" : "meets but was not found",
                                 counted(found.size(), "pair"), counted(judged.size(), "pair"))};
}

void print_json(const Json& head, const Pairs& contacts, const Model& a, const Model& b,
                const ReportOptions& options, const Findings& findings) {
  std::string text = to_text(head);
  text.pop_back();  // the brace
  fmt::print("{},\"pairs\":[", text);
  const auto print_each = [&](auto&& show) {
    const char* separator = "";
    for (const TrianglePair& pair : contacts.pairs) {
      fmt::print("{}{}", separator, show(pair));
      separator = ",";
    }
  };
  print_each([](const TrianglePair& pair) { return fmt::format("[{},{}]", pair.a, pair.b); });
  if (options.names) {
    fmt::print("],\"names\":[");
    print_each([&](const TrianglePair& pair) {
      return to_text({named(name_of(a, pair.a)), named(name_of(b, pair.b))});
    });
  }
  const QueryStats& stats = contacts.stats;
  Json tail{{"stats",
             {{"spheres_refitted", stats.spheres_refitted},
              {"boxes_refitted", stats.boxes_refitted},
              {"vertices_deformed", stats.vertices_deformed},
              {"meshlets_deformed", stats.meshlets_deformed},
              {"sphere_tests", stats.sphere_tests},
              {"box_tests", stats.box_tests},
              {"triangle_tests", stats.triangle_tests},
              {"exact_tests", stats.exact_tests}}},
            {"complete", findings.complete}};
  if (findings.judged_pairs) tail["verified"] = {{"exact_tests", *findings.judged_pairs}};
  fmt::print("],{}\n", to_text(tail).substr(1));
}

void print_work(const Pairs& contacts, const Model& a, const Model& b, const Findings& findings) {
  const QueryStats& stats = contacts.stats;
  fmt::print("  {} ({} by exact arithmetic)", counted(stats.triangle_tests, "triangle test"),
             grouped(stats.exact_tests));
  if (stats.sphere_tests > 0) fmt::print(" after {}", counted(stats.sphere_tests, "sphere test"));
  if (stats.box_tests > 0) fmt::print(" after {}", counted(stats.box_tests, "box test"));
  fmt::print("\n");
  const auto refitted = [&](std::uint64_t count, const char* noun) {
    if (count > 0) fmt::print("  {} refitted\n", counted(count, noun));
  };
  refitted(stats.spheres_refitted, "sphere");
  refitted(stats.boxes_refitted, "box bound");
  if (stats.meshlets_deformed > 0) {
    fmt::print("  {} deformed, {}\n", counted(stats.meshlets_deformed, "meshlet"),
               counted(stats.vertices_deformed, "vertex"));
  } else if (stats.vertices_deformed > 0) {
    fmt::print("  {} of {} deformed\n", grouped(stats.vertices_deformed),
               counted(a.positions.size() + b.positions.size(), "vertex"));
  }
  if (findings.judged_pairs) {
    fmt::print("  verified by {}\n", counted(*findings.judged_pairs, "exact test"));
  }
}

void print_pairs(std::span<const TrianglePair> pairs, const Model& a, const Model& b,
                 const ReportOptions& options) {
  for (const TrianglePair& pair : pairs) {
    fmt::print("{:>8} {:>8}", pair.a, pair.b);
    if (options.names) {
      const TriangleName name_a = name_of(a, pair.a);
      const TriangleName name_b = name_of(b, pair.b);
      fmt::print("  {}", printable(fmt::format("{} ({})  {} ({})", name_a.part, name_a.joint,
                                               name_b.part, name_b.joint)));
    }
    fmt::print("\n");
  }
}

std::string counted(std::uint64_t number, const std::string& noun) {
  return grouped(number) + " " + (number == 1 ? noun : plural(noun));
}

std::vector<JointContacts> by_joints(const Pairs& contacts, const Model& a, const Model& b) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const TrianglePair& pair : contacts.pairs) {
    ++counts[{name_of(a, pair.a).joint, name_of(b, pair.b).joint}];
  }
  std::vector<JointContacts> result;
  result.reserve(counts.size());
  for (const auto& [joints, pairs] : counts) result.push_back({joints.first, joints.second, pairs});
  std::ranges::sort(result, [](const JointContacts& p, const JointContacts& q) {
    return std::tie(q.pairs, p.a, p.b) < std::tie(p.pairs, q.a, q.b);
  });
  return result;
}

Json describe(const std::string& file, const PosedModel& posed) {
  return {{"file", file},
          {"skinning", to_string(posed.skinning)},
          {"triangles", posed.model.triangles.size()},
          {"vertices", posed.vertices.size()}};
}

Json describe_spheres(const Character& character, std::uint32_t level) {
  const auto numbers = [](const Ball& ball) {
    return Json{ball.center.x, ball.center.y, ball.center.z, ball.radius};
  };
  Json spheres = Json::array();
  for (const spheres::InspectedSphere& sphere : spheres::inspect(character)) {
    if (sphere.level != level) continue;
    spheres.push_back({{"reference", numbers(sphere.reference)},
                       {"posed", numbers(sphere.on_demand)},
                       {"refitted", sphere.refitted}});
  }
  return spheres;
}

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) {
    digits.insert(static_cast<std::size_t>(i), ",");
  }
  return digits;
}

void print_rows_left_out(std::size_t count) {
  if (count > 0) fmt::print("  … and {} more (--all prints them)\n", grouped(count));
}

}  // namespace dermis::app
