// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cassert>
#include <map>

#include "dermis/limbs/limbs.h"
#include "dermis/model/validate.h"
#include "dermis/shapes/shape_file.h"
#include "joint_names.h"
#include "json_field.h"

namespace dermis {

namespace {

using shapes::JsonField;
using shapes::Problem;
using shapes::shown;

constexpr int kSchema = 1;

void check_schema(const JsonField& schema) {
  const shapes::Json& value = schema.value();
  if (!value.is_number_integer() || value != kSchema) {
    schema.refuse("only " + std::to_string(kSchema) + " is known");
  }
}

Capsule read_capsule(const JsonField& field) {
  field.allow_only({"a", "b", "radius"});
  const Capsule result{field.at("a").vector(), field.at("b").vector(), field.at("radius").number()};
  if (result.radius < 0) field.at("radius").refuse("less than 0");
  return result;
}

/// Reads the limbs of a file in its order. After the last one, it checks that every joint has a
/// limb, and puts parents before their children.
class Reader {
 public:
  explicit Reader(shapes::JointNames names)
      : names_(std::move(names)), joint_limbs_(names_.size(), kNone) {}

  CollideShape read(const JsonField& root) {
    check_schema(root.at("schema"));
    root.allow_only({"schema", "model", "clips", "limbs"});
    static_cast<void>(root.at("model").text());
    CollideShape shape;
    for (const JsonField& clip : root.at("clips").items()) shape.clips.push_back(clip.text());
    const std::vector<JsonField> fields = root.at("limbs").items();
    for (const JsonField& field : fields) add_name(field.at("name").name());
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
      read_limb(i, fields[i].of("the limb " + shown(limbs_[i].name)));
    }
    for (std::uint32_t j = 0; j < joint_limbs_.size(); ++j) {
      if (joint_limbs_[j] == kNone) {
        throw Problem("the joint ", shown(names_.of(j)), " belongs to no limb");
      }
    }
    put_parents_first(shape);
    return shape;
  }

 private:
  void add_name(const std::string& name) {
    const auto index = static_cast<std::uint32_t>(limbs_.size());
    if (!by_name_.try_emplace(name, index).second) {
      throw Problem("there are two limbs with the name ", shown(name));
    }
    limbs_.emplace_back().name = name;
  }

  void read_limb(std::uint32_t index, const JsonField& field) {
    field.allow_only({"name", "parent", "follows", "joints", "bound", "volumes"});
    Limb& limb = limbs_[index];
    const JsonField parent = field.at("parent");
    if (!parent.value().is_null()) {
      const auto found = by_name_.find(parent.text());
      if (found == by_name_.end()) parent.refuse("which is no limb");
      limb.parent = found->second;
    }
    for (const JsonField& joint : field.at("joints").items()) {
      limb.joints.push_back(read_joint(joint));
      take(limb.joints.back(), index);
    }
    std::ranges::sort(limb.joints);
    const JsonField follows = field.at("follows");
    limb.joint = read_joint(follows);
    if (joint_limbs_[limb.joint] != index || !std::ranges::binary_search(limb.joints, limb.joint)) {
      follows.refuse("which is not among its joints");
    }
    limb.bound = read_capsule(field.at("bound"));
    for (const JsonField& volume : field.at("volumes").items()) {
      limb.volumes.push_back(read_capsule(volume));
    }
  }

  [[nodiscard]] std::uint32_t read_joint(const JsonField& field) const {
    const auto joint = names_.find(field.text());
    if (!joint) field.refuse("which " + joint.error().message);
    return *joint;
  }

  void take(std::uint32_t joint, std::uint32_t limb) {
    const std::uint32_t before = std::exchange(joint_limbs_[joint], limb);
    if (before == limb) {
      throw Problem("the limb ", shown(limbs_[limb].name), " lists the joint ",
                    shown(names_.of(joint)), " twice");
    }
    if (before != kNone) {
      throw Problem("the joint ", shown(names_.of(joint)), " is in the limb ",
                    shown(limbs_[before].name), " and in the limb ", shown(limbs_[limb].name));
    }
  }

  /// Keeps the order of the file, but places ancestors that are still missing before each limb.
  void put_parents_first(CollideShape& shape) {
    enum class State { waiting, on_the_way, placed };
    std::vector<State> state(limbs_.size(), State::waiting);
    std::vector<std::uint32_t> new_index(limbs_.size(), kNone);
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < limbs_.size(); ++i) {
      std::vector<std::uint32_t> way;
      for (std::uint32_t at = i; at != kNone && state[at] != State::placed;
           at = limbs_[at].parent) {
        if (state[at] == State::on_the_way) {
          throw Problem("the limb ", shown(limbs_[at].name), " hangs on itself: its parent is ",
                        shown(limbs_[limbs_[at].parent].name));
        }
        state[at] = State::on_the_way;
        way.push_back(at);
      }
      for (auto at = way.rbegin(); at != way.rend(); ++at) {
        state[*at] = State::placed;
        new_index[*at] = static_cast<std::uint32_t>(order.size());
        order.push_back(*at);
      }
    }
    for (const std::uint32_t i : order) {
      Limb& limb = shape.limbs.emplace_back(std::move(limbs_[i]));
      if (limb.parent != kNone) limb.parent = new_index[limb.parent];
    }
    for (const std::uint32_t limb : joint_limbs_) shape.joint_limbs.push_back(new_index[limb]);
  }

  shapes::JointNames names_;
  std::vector<Limb> limbs_;
  std::map<std::string, std::uint32_t> by_name_;
  std::vector<std::uint32_t> joint_limbs_;
};

/// Body is a Model or a Collider.
template <class Body>
Result<CollideShape> parse(std::string_view text, const Body& body, const std::string& label) {
  return shapes::guarded<CollideShape>(label, [&] {
    const shapes::Json json = shapes::parse_object(text);
    CollideShape shape = Reader(shapes::JointNames(body)).read(JsonField(json));
    assign_triangles(body, shape);
    return shape;
  });
}

}  // namespace

Result<CollideShape> parse_shape(std::string_view text, const Model& model,
                                 const std::string& label) {
  assert(validate(model).empty());
  return parse(text, model, label);
}

Result<CollideShape> parse_shape(std::string_view text, const Collider& collider,
                                 const std::string& label) {
  return parse(text, collider, label);
}

}  // namespace dermis
