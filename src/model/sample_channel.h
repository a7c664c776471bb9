// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/model/clip.h"

namespace dermis::model {

/// The channel's value at a time: `width` numbers. Rotations come out normalised, linear ones go
/// the short way round. Before the first key the first value holds, after the last key the last.
void sample_channel(const Channel& channel, double time, std::vector<double>& value);

}  // namespace dermis::model
