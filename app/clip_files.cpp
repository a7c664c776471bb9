// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/clip_files.h"

#include <fmt/format.h>

#include <CLI/Option.hpp>
#include <algorithm>

#include "app/report.h"
#include "app/verbs.h"
#include "dermis/base/file.h"

namespace dermis::app {

namespace {

std::map<std::string, std::string> read_names(const std::string& file) {
  const auto bytes = need(read_file(file, "the map of names"), file);
  const auto* const text = reinterpret_cast<const char*>(bytes.data());
  const Json json = Json::parse(text, text + bytes.size(), nullptr, false);
  const std::string form = file + R"(: a map of names is JSON such as {"Hips": "pelvis"}; )";
  if (!json.is_object()) throw Failure{form + "this is not an object"};
  std::map<std::string, std::string> names;
  for (const auto& [name, other] : json.items()) {
    if (!other.is_string()) throw Failure{form + "'" + name + "' has no name"};
    names[name] = other.get<std::string>();
  }
  return names;
}

/// "a, b, c and 5 more"
std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

void add_new(std::vector<std::string>& all, const std::vector<std::string>& some) {
  for (const std::string& name : some) {
    if (std::ranges::find(all, name) == all.end()) all.push_back(name);
  }
}

std::string why_refused(const MatchedClip& clip) {
  std::string text = fmt::format("the clip '{}' does not fit: {}", clip.clip.name, clip.refused);
  if (!clip.missing.empty()) text += "; the model lacks " + list(clip.missing);
  if (!clip.unmoved.empty()) text += "; the clip does not move " + list(clip.unmoved);
  return text;
}

}  // namespace

void ClipFileOptions::add_to(CLI::App& verb, const std::string& prefix, const std::string& suffix) {
  const auto option = [&](const std::string& name) { return "--" + prefix + name + suffix; };
  auto* const clips =
      verb.add_option(
              option("clips"), files,
              "use the clips of these .glb, .gltf or .vrm files instead of the model's own; "
              "nodes match by name")
          ->type_name("FILE");
  verb.add_option(option("map"), map,
                  "names of nodes in --clips and in the model, as JSON: {\"Hips\": \"pelvis\"}")
      ->type_name("FILE")
      ->needs(clips);
  verb.add_flag(option("retarget"), retarget,
                "--clips are of a skeleton with other bones: turn joints as they turn there")
      ->needs(clips);
}

std::vector<std::string> ClipFileOptions::replace_clips(Model& model, const std::string& model_file,
                                                        const GltfOptions& reading) const {
  if (files.empty()) return {};
  std::vector<std::string> warnings;
  std::vector<Clip> clips;
  const ClipMatchOptions options{
      map.empty() ? decltype(ClipMatchOptions::names){} : read_names(map), retarget};
  for (const std::string& file : files) {
    const ClipSource source = need(import_clip_source(file, reading));
    std::vector<std::string> missing;
    std::vector<std::string> unmoved;
    std::vector<MatchedClip> matched = need(match_clips(source, model, options), file);
    const auto fits = [](const MatchedClip& clip) { return clip.refused.empty(); };
    if (std::ranges::none_of(matched, fits)) {
      throw Failure{
          fmt::format("{}: no clip fits {}: {}", file, model_file, why_refused(matched.front()))};
    }
    for (MatchedClip& clip : matched) {
      if (fits(clip)) {
        add_new(missing, clip.missing);
        add_new(unmoved, clip.unmoved);
      } else {
        warnings.push_back(file + ": " + why_refused(clip));
      }
      clips.push_back(std::move(clip.clip));
    }
    if (!missing.empty()) {
      warnings.push_back(
          fmt::format("{}: clips move {}, which {} lacks", file, list(missing), model_file));
    }
    if (!unmoved.empty()) {
      warnings.push_back(
          fmt::format("{}: some clips do not move {} of {}", file, list(unmoved), model_file));
    }
    for (const std::string& warning : source.warnings) warnings.push_back(file + ": " + warning);
  }
  model.clips = std::move(clips);
  return warnings;
}

std::uint32_t ClipFileOptions::find(const Model& model, const std::string& name,
                                    const std::string& model_file) const {
  const std::uint32_t index = need(find_clip(model, name), model_file);
  if (!files.empty() && model.clips[index].channels.empty()) {
    throw Failure{fmt::format("{}: the clip '{}' does not fit this model", model_file, name)};
  }
  return index;
}

}  // namespace dermis::app
