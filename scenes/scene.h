// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dermis/dermis.h"

/// The scenarios that tests, benchmarks, howtos and the program share.
namespace dermis::scenes {

/// Characters in motion. In each frame, any two of them may collide.
struct Scene {
  std::vector<Model> models;
  std::vector<std::uint32_t> cast;        ///< the model of each character
  std::vector<std::vector<Pose>> frames;  ///< one pose per character

  [[nodiscard]] const Model& model_of(std::size_t character) const {
    return models[cast[character]];
  }
};

/// Two creatures, snout to snout, half a step apart in their gaits: one frame.
Scene face_to_face();

/// Two men walk towards each other: 120 frames, from 2.5 m before they touch until their bodies
/// overlap by 10 cm.
Scene men();

/// The same, until their trunks overlap by 10 cm.
Scene men_deep();

/// Two creatures walk through each other, from snout to snout to tail to tail: 120 frames.
Scene creatures();

/// Two creatures walk 5 m apart: 24 frames.
Scene apart();

/// Two creatures walk side by side: as close as possible, to a centimetre, without touching in
/// these 24 frames. Each triangle is divided into four `level` times.
Scene near(int level = 0);

/// Two creatures walk at almost the same place, the second one `metres` up and aside: 24 frames.
Scene merged(double metres);

/// Any two models: the second one, scaled to the size of the first, approaches until they stand in
/// each other. Both play their first clips, if they have any: 60 frames.
Scene meeting(Model a, Model b);

/// 50 creatures walk in small circles, close to each other: 24 frames.
enum class Density { sparse, medium, dense };
Scene crowd(Density density);

/// Two dwarves, each triangle divided into four `level` times: one frame.
enum class DwarfPose {
  apart,        ///< 5 cm between their nearest points
  interfering,  ///< one walks into the other's side
};
Scene dwarves(DwarfPose pose, int level);

/// A scene to look at, and the frame that shows most.
struct DemoScene {
  std::string_view name, about;
  Scene (*make)();
  std::size_t frame;
};
std::span<const DemoScene> demo_scenes();

}  // namespace dermis::scenes

template <>
struct dermis::EnumTable<dermis::scenes::Density> {
  static constexpr std::string_view kNoun = "density";
  static constexpr Named<scenes::Density> kNames[] = {{scenes::Density::sparse, "sparse"},
                                                      {scenes::Density::medium, "medium"},
                                                      {scenes::Density::dense, "dense"}};
};

template <>
struct dermis::EnumTable<dermis::scenes::DwarfPose> {
  static constexpr std::string_view kNoun = "pose";
  static constexpr Named<scenes::DwarfPose> kNames[] = {
      {scenes::DwarfPose::apart, "apart"}, {scenes::DwarfPose::interfering, "interfering"}};
};
