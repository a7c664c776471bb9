// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/cloth/friction.h"

namespace dermis {

double friction_share(double slide, double limit) {
  return slide > limit ? limit / slide : 1;
}

}  // namespace dermis
