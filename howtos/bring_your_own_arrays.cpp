// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// How do I make a character from my engine's own arrays, without any file?
#include <cstdint>
#include <cstdio>
#include <vector>

#include "dermis/dermis.h"

namespace {

/// The arrays as a game engine has them: an arm of eight rings of four vertices, two bones.
struct EngineMesh {
  std::vector<float> positions;        // x y z
  std::vector<std::uint32_t> indices;  // three per triangle
  std::vector<std::uint8_t> bones;     // two per vertex
  std::vector<float> weights;          // two per vertex, they sum to 1
};

EngineMesh make_arm() {
  EngineMesh arm;
  constexpr std::uint32_t kRings = 8;
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    const float x = static_cast<float>(ring) / (kRings - 1);
    for (const auto& [y, z] : {std::pair{0.1F, 0.0F}, {0.0F, 0.1F}, {-0.1F, 0.0F}, {0.0F, -0.1F}}) {
      arm.positions.insert(arm.positions.end(), {x, y, z});
      arm.bones.insert(arm.bones.end(), {0, 1});
      arm.weights.insert(arm.weights.end(), {1 - x, x});
    }
  }
  for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t a = 4 * ring + i;
      const std::uint32_t b = 4 * ring + (i + 1) % 4;
      arm.indices.insert(arm.indices.end(), {a, b, a + 4, b, b + 4, a + 4});
    }
  }
  return arm;
}

dermis::Model to_model(const EngineMesh& mesh) {
  dermis::Model model;
  model.name = "arm";
  for (std::size_t i = 0; i < mesh.positions.size(); i += 3) {
    model.positions.push_back({mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]});
  }
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    model.triangles.push_back({mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]});
  }
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    const dermis::Influence influences[] = {{mesh.bones[2 * v], mesh.weights[2 * v]},
                                            {mesh.bones[2 * v + 1], mesh.weights[2 * v + 1]}};
    model.influences.add_vertex(influences);
  }
  // Names for messages and limbs. The hierarchy is optional: poses bring finished matrices.
  model.skeleton.nodes.resize(2);
  model.skeleton.nodes[0].name = "upper";
  model.skeleton.nodes[1].name = "lower";
  model.skeleton.nodes[1].parent = 0;
  model.skeleton.joints.resize(2);
  for (std::uint32_t j = 0; j < 2; ++j) model.skeleton.joints[j].node = j;
  dermis::Part& part = model.parts.emplace_back();
  part.node_name = "upper";
  part.mesh_name = "arm";
  part.triangle_count = static_cast<std::uint32_t>(model.triangles.size());
  part.vertex_count = static_cast<std::uint32_t>(model.positions.size());
  return model;
}

}  // namespace

int main() {
  const dermis::Model arm = to_model(make_arm());
  for (const std::string& problem : validate(arm)) std::puts(problem.c_str());
  const auto collider = bake(arm);
  if (!collider) return std::puts(collider.error().message.c_str()), 2;
  auto a = dermis::Character::make(*collider);
  auto b = dermis::Character::make(*collider);
  if (!a || !b) return std::puts("the bind pose was refused"), 2;

  // One matrix per joint, in the order of the collider's joints: world · inverse bind, by columns.
  dermis::Pose bent{std::vector<dermis::Affine>(2), {}};
  bent.joints[*collider->find_joint("lower")] = {
      {0, 1, 0}, {-1, 0, 0}, {0, 0, 1}, {0.5F, -0.5F, 0}};
  const dermis::Pose beside = placed(bent, dermis::placement({0.1F, 0.05F, 0.02F}, 0));
  if (!a->set_pose(bent) || !b->set_pose(beside)) return std::puts("a pose was refused"), 2;
  const dermis::Pairs found = find_pairs(*a, *b);
  if (found.pairs.empty()) return std::puts("the arms do not touch"), 1;
  const auto joints = collider->joints_of(found.pairs[0].a);
  std::printf("%zu pairs; the first triangle belongs to part %s and follows %s\n",
              found.pairs.size(),
              collider->parts()[collider->part_of(found.pairs[0].a)].label.c_str(),
              collider->joint_name(joints.back()).c_str());

  // A wrong model: every problem is listed at once.
  dermis::Model broken = arm;
  broken.triangles[3][1] = 999;
  broken.positions[5].y = 0.0F / 0.0F;
  broken.skeleton.joints[1].node = 7;
  std::printf("%zu problems of a broken model:\n", validate(broken).size());
  for (const std::string& problem : validate(broken)) std::printf("  %s\n", problem.c_str());
}
