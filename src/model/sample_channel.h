// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/model/clip.h"

namespace dermis::model {

/// The channel's value at `time`, in seconds: `width` numbers. Rotations are normalised; linear
/// interpolation of rotations takes the shorter arc. Before the first key the first value holds,
/// after the last key the last one.
void sample_channel(const Channel& channel, double time, std::vector<double>& value);

}  // namespace dermis::model
