// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/base/names.h"
#include "dermis/model/clip.h"

/// The names of interpolations and paths of clips in glTF, for reading and writing.
namespace dermis {

template <>
struct EnumTable<Interpolation> {
  static constexpr std::string_view kNoun = "interpolation";
  static constexpr Named<Interpolation> kNames[] = {{Interpolation::step, "STEP"},
                                                    {Interpolation::linear, "LINEAR"},
                                                    {Interpolation::cubic_spline, "CUBICSPLINE"}};
};

template <>
struct EnumTable<ChannelPath> {
  static constexpr std::string_view kNoun = "path";
  static constexpr Named<ChannelPath> kNames[] = {{ChannelPath::translation, "translation"},
                                                  {ChannelPath::rotation, "rotation"},
                                                  {ChannelPath::scale, "scale"},
                                                  {ChannelPath::morph_weights, "weights"}};
};

}  // namespace dermis
