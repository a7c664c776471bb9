// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/clip.h"

#include <algorithm>
#include <charconv>

#include "dermis/base/nearest_name.h"
#include "dermis/model/model.h"

namespace dermis {

double Clip::start() const {
  double start = channels.empty() ? 0.0 : channels.front().times.front();
  for (const Channel& c : channels) start = std::min<double>(start, c.times.front());
  return start;
}

double Clip::end() const {
  double end = channels.empty() ? 0.0 : channels.front().times.back();
  for (const Channel& c : channels) end = std::max<double>(end, c.times.back());
  return end;
}

Result<std::uint32_t> find_clip(const Model& model, const std::string& name) {
  for (std::uint32_t i = 0; i < model.clips.size(); ++i) {
    if (model.clips[i].name == name) return i;
  }
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error == std::errc{} && end == name.data() + name.size() && index < model.clips.size()) {
    return index;
  }
  if (model.clips.empty()) return Error{"there is no clip '" + name + "': the model has no clips"};
  std::vector<std::string> names;
  names.reserve(model.clips.size());
  for (const Clip& clip : model.clips) names.push_back(clip.name);
  constexpr std::size_t kMostListed = 12;
  std::string known;
  for (std::size_t i = 0; i < std::min(model.clips.size(), kMostListed); ++i) {
    known += (i == 0 ? "" : ", ") + std::to_string(i) + " '" + model.clips[i].name + "'";
  }
  if (model.clips.size() > kMostListed) {
    known += " and " + std::to_string(model.clips.size() - kMostListed) + " more";
  }
  return Error{"there is no clip '" + name + "'" + did_you_mean(name, names) + "; the model has " +
               known};
}

}  // namespace dermis
