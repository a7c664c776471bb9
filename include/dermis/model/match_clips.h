// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/model/clip.h"
#include "dermis/model/model.h"
#include "dermis/model/skeleton.h"

namespace dermis {

/// The nodes and the clips of a file, such as a library of clips without a mesh.
struct ClipSource {
  /// The morph targets of a node: a channel for their weights has `first` as Channel::target.
  struct Morphs {
    std::uint32_t node = 0;              ///< index into `nodes`
    std::uint32_t first = 0, count = 0;  ///< the first target's number; how many there are
  };
  std::vector<Node> nodes;     ///< parents before children
  std::vector<Clip> clips;     ///< their channels refer to `nodes` and `morphs`
  std::vector<Morphs> morphs;  ///< empty if no node has morph targets
  bool has_mesh = false;       ///< the file has meshes, too
  /// As ImportedModel::other_files.
  std::vector<std::filesystem::path> other_files;
  std::vector<std::string> warnings;  ///< as ImportedModel::warnings
};

/// Options of match_clips().
struct ClipMatchOptions {
  /// Names of nodes in the source, and the names of their nodes in the model. These come first.
  std::map<std::string, std::string> names = {};
  /// False: keys are taken as they are. True: for a skeleton with other bones. Rotations are taken
  /// relative to the stored transforms of both skeletons. Translations of the root are too, scaled
  /// by the heights of the roots above the lowest matched node. All other translations and scales
  /// are those stored in the model.
  bool retarget = false;
};

/// Names, of which only the first are listed.
struct NameList {
  static constexpr std::size_t kMostListed = 50;  ///< the largest size of `names`
  std::vector<std::string> names;                 ///< at most kMostListed
  std::size_t count = 0;                          ///< all of them, listed or not
  /// Counts a name, and lists it if there is room.
  void add(const std::string& name) {
    if (count++ < kMostListed) names.push_back(name);
  }
};

/// A clip of a source for the nodes of a model.
struct MatchedClip {
  Clip clip;         ///< channels refer to the model; it has none if `refused` is not empty
  NameList missing;  ///< nodes that the source's clip moves and no node of the model matches
  NameList unmoved;  ///< joints of the model that the clip does not move
  /// The reason why the clip cannot be used: it moves fewer than half of the model's joints, or its
  /// keys are bad. Empty: it can.
  std::string refused;
};

/// The clips of `source`, in their order, for `model` (valid; asserted). Nodes that a clip moves
/// are matched to nodes of the model, one to one. There are four passes over all nodes that are not
/// matched yet:
///
/// 1. by ClipMatchOptions::names;
/// 2. by equal names;
/// 3. by equal names without a prefix such as "mixamorig:", if exactly one unmatched node has the
///    name on each side;
/// 4. by equal Node::bone.
///
/// If several nodes of the model have one name, joints come first. Otherwise the order of the nodes
/// counts. A joint counts as moved if a channel moves it, or moves a node between it and the next
/// joint above it. In the source, parents must stand before their children (asserted). Refuses a
/// source without clips.
Result<std::vector<MatchedClip>> match_clips(const ClipSource& source, const Model& model,
                                             const ClipMatchOptions& options = {});

}  // namespace dermis
