// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/linear_kernel.h"

namespace dermis::skinning {

void deform_linear_scalar(const LinearJob& job) {
  for (std::size_t v = 0; v < job.positions.size(); ++v) {
    const Influence* influence = job.influences + job.first_influence[v];
    const Influence* const end = job.influences + job.first_influence[v + 1];
    const Vec3 p = job.positions[v];

    float m[4][3];
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 3; ++r) {
        m[c][r] = influence->weight * job.joints[influence->joint].column[c][r];
      }
    }
    for (++influence; influence != end; ++influence) {
      for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r) {
          m[c][r] = m[c][r] + influence->weight * job.joints[influence->joint].column[c][r];
        }
      }
    }

    float out[3];
    for (int r = 0; r < 3; ++r) {
      out[r] = (((m[0][r] * p.x + m[1][r] * p.y) + m[2][r] * p.z) + m[3][r]) + 0.0F;
    }
    job.out[v] = {out[0], out[1], out[2]};
  }
}

#if !DERMIS_SIMD
void deform_linear(const LinearJob& job, Isa /*isa*/) {
  deform_linear_scalar(job);
}
#endif

}  // namespace dermis::skinning
