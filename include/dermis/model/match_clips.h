// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
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
    std::uint32_t first = 0, count = 0;  ///< numbers of the targets; ranges do not overlap
  };
  std::vector<Node> nodes;            ///< parents before children
  std::vector<Clip> clips;            ///< their channels refer to `nodes` and `morphs`
  std::vector<Morphs> morphs;         ///< empty if no node has morph targets
  bool has_mesh = false;              ///< the file has meshes, too
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

/// A clip of a source for the nodes of a model.
struct MatchedClip {
  Clip clip;  ///< channels refer to the model; none if `refused` is not empty
  std::vector<std::string> missing;  ///< nodes that the source's clip moves and the model lacks
  std::vector<std::string> unmoved;  ///< joints of the model that the clip does not move
  /// The reason why the clip cannot be used: it moves fewer than half of the model's joints, or its
  /// keys are bad. Empty: it can.
  std::string refused;
};

/// The clips of `source`, in their order, for `model` (valid; asserted). A node of the source
/// matches the first node of the model that has, in this order: the name in
/// ClipMatchOptions::names; the same name; the same name without a prefix such as "mixamorig:"; the
/// same Node::bone. A node of the model matches one node of the source at most. Only nodes that a
/// clip moves are matched. Refuses a source without clips, and names of which none is in the source
/// or none in the model.
Result<std::vector<MatchedClip>> match_clips(const ClipSource& source, const Model& model,
                                             const ClipMatchOptions& options = {});

}  // namespace dermis
