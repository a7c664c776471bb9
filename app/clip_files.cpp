// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/clip_files.h"

#include <fmt/format.h>

#include <CLI/Option.hpp>
#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "app/report.h"
#include "app/verbs.h"
#include "dermis/base/file.h"
#include "dermis/base/none.h"

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
    if (!other.is_string()) throw Failure{fmt::format("{}'{}' has no name", form, name)};
    names[name] = other.get<std::string>();
  }
  return names;
}

std::string shortened(const std::string& name) {
  constexpr std::size_t kLongest = 60;
  return name.size() <= kLongest ? name : name.substr(0, kLongest) + "…";
}

/// "a, b, c and 5 more"
std::string list(const std::vector<std::string>& names, std::size_t count) {
  constexpr std::size_t kMost = 12;
  const std::size_t shown = std::min(names.size(), kMost);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + shortened(names[i]);
  if (count > shown) text += fmt::format(" and {} more", count - shown);
  return text;
}

std::string list(const NameList& names) {
  return list(names.names, names.count);
}

/// Names of several clips, each once.
class AllNames {
 public:
  void add(const NameList& some) {
    for (const std::string& name : some.names) {
      if (known_.insert(name).second) names_.push_back(name);
    }
  }
  [[nodiscard]] bool empty() const { return names_.empty(); }
  [[nodiscard]] std::string text() const { return list(names_, names_.size()); }

 private:
  std::set<std::string> known_;
  std::vector<std::string> names_;
};

std::string why_refused(const MatchedClip& clip) {
  std::string text =
      fmt::format("the clip '{}' does not fit: {}", shortened(clip.clip.name), clip.refused);
  if (clip.missing.count > 0) text += "; the model lacks " + list(clip.missing);
  if (clip.unmoved.count > 0) text += "; the clip does not move " + list(clip.unmoved);
  return text;
}

/// Whether an entry of a map of names is in the source, and its other name in the model.
bool is_used(const std::pair<const std::string, std::string>& entry, const ClipSource& source,
             const Model& model) {
  const auto has = [](const std::vector<Node>& nodes, const std::string& name) {
    return std::ranges::find(nodes, name, &Node::name) != nodes.end();
  };
  return has(source.nodes, entry.first) && has(model.skeleton.nodes, entry.second);
}

}  // namespace

void ClipFileOptions::add_to(CLI::App& verb, const std::string& prefix, const std::string& suffix) {
  prefix_ = prefix;
  suffix_ = suffix;
  const auto option = [&](const std::string& name) { return "--" + prefix + name + suffix; };
  auto* const clips =
      verb.add_option(
              option("clips"), files,
              "use the clips of these .glb, .gltf or .vrm files instead of the model's own; "
              "nodes match by name")
          ->type_name("FILE");
  verb.add_option(option("map"), map,
                  fmt::format("names of nodes in {} and in the model, as JSON: "
                              "{{\"Hips\": \"pelvis\"}}",
                              option("clips")))
      ->type_name("FILE")
      ->needs(clips);
  verb.add_flag(
          option("retarget"), retarget,
          option("clips") + " are of a skeleton with other bones: turn joints as they turn there")
      ->needs(clips);
}

std::vector<std::string> ClipFileOptions::replace_clips(Model& model, const std::string& model_file,
                                                        const GltfOptions& reading) const {
  if (files.empty()) return {};
  constexpr std::size_t kMostRefusals = 10;  // per file
  std::vector<std::string> warnings;
  std::vector<Clip> clips;
  ClipMatchOptions options{{}, retarget};
  if (!map.empty()) options.names = read_names(map);
  std::set<std::string> unused;
  for (const auto& [name, other] : options.names) unused.insert(name);
  for (const std::string& file : files) {
    auto source = import_clip_source(file, reading);
    if (!source) {
      const bool extension = source.error().message.find("it requires ") != std::string::npos;
      throw Failure{source.error().message + (extension
                                                  ? "; --" + prefix_ + "ignore-extension" +
                                                        suffix_ + " NAME reads the file without it"
                                                  : "")};
    }
    for (const auto& other : source->other_files) buffers_.push_back(other.string());
    for (const auto& entry : options.names) {
      if (is_used(entry, *source, model)) unused.erase(entry.first);
    }
    AllNames missing;
    AllNames unmoved;
    std::vector<MatchedClip> matched = need(match_clips(*source, model, options), file);
    const auto fits = [](const MatchedClip& clip) { return clip.refused.empty(); };
    if (std::ranges::none_of(matched, fits)) {
      throw Failure{
          fmt::format("{}: no clip fits {}: {}", file, model_file, why_refused(matched.front()))};
    }
    std::size_t refusals = 0;
    for (MatchedClip& clip : matched) {
      names_.push_back(clip.clip.name);
      if (!fits(clip)) {
        places_.push_back(kNone);
        if (++refusals <= kMostRefusals) warnings.push_back(file + ": " + why_refused(clip));
        continue;
      }
      places_.push_back(static_cast<std::uint32_t>(clips.size()));
      missing.add(clip.missing);
      unmoved.add(clip.unmoved);
      clips.push_back(std::move(clip.clip));
    }
    if (refusals > kMostRefusals) {
      warnings.push_back(
          fmt::format("{}: {} more do not fit", file, counted(refusals - kMostRefusals, "clip")));
    }
    if (!missing.empty()) {
      warnings.push_back(
          fmt::format("{}: clips move {}, which {} lacks", file, missing.text(), model_file));
    }
    if (!unmoved.empty()) {
      warnings.push_back(
          fmt::format("{}: some clips do not move {} of {}", file, unmoved.text(), model_file));
    }
    for (const std::string& warning : source->warnings) {
      warnings.push_back(fmt::format("{}: {}", file, warning));
    }
  }
  if (!options.names.empty() && unused.size() == options.names.size()) {
    throw Failure{map + ": this map of names fits no node of the clips and of the model"};
  }
  if (!unused.empty()) {
    warnings.push_back(fmt::format("{}: there is nothing to match for {}", map,
                                   list({unused.begin(), unused.end()}, unused.size())));
  }
  model.clips = std::move(clips);
  return warnings;
}

std::uint32_t ClipFileOptions::find(const Model& model, const std::string& name,
                                    const std::string& model_file) const {
  if (files.empty()) return need(find_clip(model, name), model_file);
  const auto named = std::ranges::find(model.clips, name, &Clip::name);
  if (named != model.clips.end()) return static_cast<std::uint32_t>(named - model.clips.begin());
  std::size_t place = std::ranges::find(names_, name) - names_.begin();
  if (place == names_.size()) {
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), place);
    if (error != std::errc{} || end != name.data() + name.size() || place >= places_.size()) {
      return need(find_clip(model, name), model_file);  // its error has the names
    }
  }
  if (places_[place] == kNone) {
    throw Failure{fmt::format("{}: the clip '{}' does not fit this model", model_file, name)};
  }
  return places_[place];
}

std::vector<std::string> ClipFileOptions::inputs() const {
  std::vector<std::string> all = files;
  if (!map.empty()) all.push_back(map);
  all.insert(all.end(), buffers_.begin(), buffers_.end());
  return all;
}

}  // namespace dermis::app
