// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <dermis/ode/physics.h>

int main() {
  dermis::ode::Physics physics;
  dxBody* const ball = physics.add_ball(0.1F, 1, {0, 1, 0});
  physics.step(1.0 / 60);
  return dermis::ode::read(ball).at.y < 1 ? 0 : 1;
}
