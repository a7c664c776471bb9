// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/ode_trimeshes.h"

#include <ode/ode.h>

#include "dermis/skinning/skin.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

/// The largest number of contacts of two objects, as in ODE's own examples.
constexpr int kMostContacts = 64;

void collide(void* found, dGeomID a, dGeomID b) {
  dContactGeom contacts[kMostContacts];
  *static_cast<std::size_t*>(found) +=
      static_cast<std::size_t>(dCollide(a, b, kMostContacts, contacts, sizeof(contacts[0])));
}

struct Trimesh {
  explicit Trimesh(const Model& model) : skin(model), vertices(skin.vertex_count()) {
    for (const Triangle& t : model.triangles) {
      for (const std::uint32_t v : t) indices.push_back(v);
    }
  }
  Skin skin;
  std::vector<Vec3> vertices;
  std::vector<dTriIndex> indices;
  dTriMeshDataID data = nullptr;
  dGeomID geom = nullptr;
};

}  // namespace

struct OdeTrimeshes::State {
  dSpaceID space = nullptr;
  dGeomID ball = nullptr;
  std::vector<std::unique_ptr<Trimesh>> characters;
};

OdeTrimeshes::OdeTrimeshes(const std::vector<const Model*>& models, double ball_radius)
    : state_(std::make_unique<State>()) {
  dInitODE2(0);
  dAllocateODEDataForThread(dAllocateMaskAll);
  state_->space = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XZY);
  dCreatePlane(state_->space, 0, 1, 0, 0);
  state_->ball = dCreateSphere(state_->space, ball_radius);
  for (std::size_t i = 2; i < models.size(); ++i) {
    auto character = std::make_unique<Trimesh>(*models[i]);
    character->data = dGeomTriMeshDataCreate();
    static_cast<void>(character->skin.deform(bind_pose(*models[i]), character->vertices));
    dGeomTriMeshDataBuildSingle(character->data, character->vertices.data(), sizeof(Vec3),
                                static_cast<int>(character->vertices.size()),
                                character->indices.data(),
                                static_cast<int>(character->indices.size()), 3 * sizeof(dTriIndex));
    character->geom = dCreateTriMesh(state_->space, character->data, nullptr, nullptr, nullptr);
    state_->characters.push_back(std::move(character));
  }
}

OdeTrimeshes::~OdeTrimeshes() {
  dSpaceDestroy(state_->space);
  for (const auto& character : state_->characters) dGeomTriMeshDataDestroy(character->data);
}

OdeTrimeshes::Frame OdeTrimeshes::step(const std::vector<Pose>& poses) {
  Frame frame;
  const scenes::Stopwatch watch;
  for (std::size_t i = 0; i < state_->characters.size(); ++i) {
    Trimesh& character = *state_->characters[i];
    static_cast<void>(character.skin.deform(poses[i + 2], character.vertices));
  }
  frame.skin_ms = watch.ms();
  const scenes::Stopwatch colliding;
  const Vec3& ball = poses[1].joints[0].t;
  dGeomSetPosition(state_->ball, ball.x, ball.y, ball.z);
  for (const auto& character : state_->characters) {
    dGeomTriMeshDataUpdate(character->data);
    // Tells ODE that the bounding box has changed.
    dGeomSetPosition(character->geom, 0, 0, 0);
  }
  dSpaceCollide(state_->space, &frame.contacts, collide);
  frame.collide_ms = colliding.ms();
  return frame;
}

}  // namespace dermis::app
