// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/sample_channel.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dermis::model {
namespace {

Channel translation(Interpolation interpolation, std::vector<float> times,
                    std::vector<float> values) {
  return {ChannelPath::translation, interpolation, 0, 3, std::move(times), std::move(values)};
}

std::vector<double> at(const Channel& channel, double time) {
  std::vector<double> value;
  sample_channel(channel, time, value);
  return value;
}

using Values = std::vector<double>;

TEST(SampleChannel, StepHoldsTheKeyBefore) {
  const Channel c = translation(Interpolation::step, {1, 2, 4}, {1, 1, 1, 2, 2, 2, 4, 4, 4});
  EXPECT_EQ(at(c, -5), (Values{1, 1, 1}));
  EXPECT_EQ(at(c, 1.999), (Values{1, 1, 1}));
  EXPECT_EQ(at(c, 2), (Values{2, 2, 2}));
  EXPECT_EQ(at(c, 3.9), (Values{2, 2, 2}));
  EXPECT_EQ(at(c, 1e9), (Values{4, 4, 4}));
}

TEST(SampleChannel, LinearInterpolatesAndClamps) {
  const Channel c = translation(Interpolation::linear, {1, 3}, {0, 10, 0, 4, 20, -2});
  EXPECT_EQ(at(c, 0), (Values{0, 10, 0}));
  EXPECT_EQ(at(c, 1.5), (Values{1, 12.5, -0.5}));
  EXPECT_EQ(at(c, 3), (Values{4, 20, -2}));
  EXPECT_EQ(at(c, 99), (Values{4, 20, -2}));
}

TEST(SampleChannel, OneKeyHoldsAlways) {
  for (const auto interpolation : {Interpolation::step, Interpolation::linear}) {
    const Channel c = translation(interpolation, {2}, {7, 8, 9});
    for (const double t : {-1e30, 0.0, 2.0, 1e30}) EXPECT_EQ(at(c, t), (Values{7, 8, 9}));
  }
  const Channel cubic = translation(Interpolation::cubic_spline, {2}, {1, 1, 1, 7, 8, 9, 1, 1, 1});
  EXPECT_EQ(at(cubic, 5), (Values{7, 8, 9}));
}

TEST(SampleChannel, EqualTimesTakeTheLastKey) {
  const Channel c =
      translation(Interpolation::linear, {0, 1, 1, 2}, {0, 0, 0, 1, 1, 1, 5, 5, 5, 6, 6, 6});
  EXPECT_EQ(at(c, 1), (Values{5, 5, 5}));
  EXPECT_EQ(at(c, 0.5), (Values{0.5, 0.5, 0.5}));
  EXPECT_EQ(at(c, 1.5), (Values{5.5, 5.5, 5.5}));
}

TEST(SampleChannel, CubicSplineFollowsTheCubic) {
  // f(t) = t³ on [1, 3]: values 1 and 27, slopes 3 and 27. The Hermite spline reproduces it
  // exactly.
  std::vector<float> values;
  for (const float t : {1.0F, 3.0F}) {
    const float slope = 3 * t * t;
    values.insert(values.end(),
                  {slope, slope, slope, t * t * t, t * t * t, t * t * t, slope, slope, slope});
  }
  const Channel c = translation(Interpolation::cubic_spline, {1, 3}, values);
  for (const double t : {1.0, 1.25, 2.0, 2.9, 3.0}) EXPECT_NEAR(at(c, t)[0], t * t * t, 1e-12) << t;
}

TEST(SampleChannel, RotationsComeOutNormalised) {
  Channel c{ChannelPath::rotation,           Interpolation::linear, 0, 4, {0, 1},
            {0, 0, 0, 3, 0, 0, -0.5F, -0.5F}};
  for (const double t : {-1.0, 0.0, 0.3, 1.0, 2.0}) {
    const auto q = at(c, t);
    EXPECT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-15) << t;
  }
  // The second key is a 90° rotation with its sign flipped: halfway is a 45° rotation, w > 0.
  const double eighth = std::atan(1.0) / 2;
  EXPECT_NEAR(at(c, 0.5)[2], std::sin(eighth), 1e-7);
  EXPECT_NEAR(at(c, 0.5)[3], std::cos(eighth), 1e-7);

  c.interpolation = Interpolation::cubic_spline;
  c.values = {0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0};
  const auto q = at(c, 0.5);
  EXPECT_NEAR(q[2] * q[2] + q[3] * q[3], 1, 1e-15);
}

}  // namespace
}  // namespace dermis::model
