// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/clip.h"

#include <algorithm>

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

}  // namespace dermis
