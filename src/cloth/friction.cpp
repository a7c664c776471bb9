// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/cloth/friction.h"

namespace dermis {

double friction_share(double slide, double most) {
  return slide > most ? most / slide : 1;
}

}  // namespace dermis
