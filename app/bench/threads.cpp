// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "app/verbs.h"
#include "scenes/scene.h"

namespace dermis::app {

namespace {

using Cast = std::vector<Character>;

/// One thread's part: every `step`-th character, from `first`, against all characters after it.
std::size_t ask(const Cast& cast, std::size_t first, std::size_t step) {
  std::size_t contacts = 0;
  std::vector<TrianglePair> pairs;
  for (std::size_t i = first; i < cast.size(); i += step) {
    for (std::size_t j = i + 1; j < cast.size(); ++j) {
      static_cast<void>(find_pairs(cast[i], cast[j], pairs));
      contacts += pairs.size();
    }
  }
  return contacts;
}

/// Finds all pairs with `count` threads. Each thread has its own cast, or all share the same one.
std::size_t ask_all(std::vector<Cast>& casts, const std::vector<Pose>& poses, std::size_t count) {
  if (casts.size() == 1) need(set_poses(casts[0], poses));
  std::vector<std::size_t> contacts(count);
  std::vector<std::thread> workers;
  workers.reserve(count);
  for (std::size_t t = 0; t < count; ++t) {
    workers.emplace_back([&, t] {
      if (casts.size() > 1) need(set_poses(casts[t], poses));
      contacts[t] = ask(casts[casts.size() > 1 ? t : 0], t, count);
    });
  }
  for (std::thread& worker : workers) worker.join();
  std::size_t sum = 0;
  for (const std::size_t n : contacts) sum += n;
  return sum;
}

}  // namespace

Json threads(const BenchOptions&, Budget& budget, Progress& progress) {
  const scenes::Scene scene = scenes::crowd(scenes::Density::dense);
  const Collider collider = need(bake(scene.models[0]));
  const auto make_cast = [&] {
    Cast cast;
    cast.reserve(scene.cast.size());
    for (std::size_t i = 0; i < scene.cast.size(); ++i) {
      cast.push_back(need(Character::make(collider)));
    }
    return cast;
  };
  struct Way {
    const char* sharing;
    std::size_t threads;
  };
  const std::size_t cores = std::max(std::thread::hardware_concurrency(), 2U);
  const Way ways[] = {{"one", 1}, {"shared", cores}, {"own", cores}};
  Json rows = Json::array();
  double alone = 0;
  std::size_t expected = 0;
  for (std::size_t w = 0; w < std::size(ways); ++w) {
    const auto& [sharing, count] = ways[w];
    std::vector<Cast> casts;
    const bool own = std::string_view(sharing) == "own";
    casts.reserve(count);
    for (std::size_t i = 0; i < (own ? count : 1); ++i) casts.push_back(make_cast());
    std::size_t contacts = 0;
    const double ms = fastest_ms(budget.share(double(std::size(ways) - w)),
                                 [&] { contacts = ask_all(casts, scene.frames.front(), count); });
    if (w == 0) {
      alone = ms;
      expected = contacts;
    }
    if (contacts != expected) {
      throw Disagreement{fmt::format("{} threads find {}, one finds {}", count,
                                     counted(contacts, "contact"), expected)};
    }
    rows.push_back({{"method", to_string(scenes::Engine::meshlets)},
                    {"sharing", sharing},
                    {"threads", count},
                    {"contacts", contacts},
                    {"ms_per_frame", ms},
                    {"times_as_fast", alone / ms}});
    progress.show(double(w + 1) / double(std::size(ways)));
  }
  return rows;
}

}  // namespace dermis::app
