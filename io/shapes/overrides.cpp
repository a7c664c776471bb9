// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include "dermis/shapes/shape_file.h"
#include "json_field.h"

namespace dermis {

namespace {

using shapes::JsonField;
using shapes::Problem;
using shapes::shown;

std::vector<LimbOverride> read_overrides(const JsonField& root) {
  root.allow_only({"limbs"});
  std::vector<LimbOverride> result;
  std::set<std::string> names;
  std::map<std::string, std::string> limb_of_joint;
  for (const JsonField& item : root.at("limbs").items()) {
    LimbOverride& limb = result.emplace_back();
    limb.name = item.at("name").name();
    if (!names.insert(limb.name).second) {
      throw Problem("there are two limbs with the name ", shown(limb.name));
    }
    const JsonField field = item.of("the limb " + shown(limb.name));
    field.allow_only({"name", "joints"});
    for (const JsonField& joint : field.at("joints").items()) {
      const auto [same, added] = limb_of_joint.try_emplace(joint.name(), limb.name);
      if (!added) joint.refuse("which the limb " + shown(same->second) + " has already");
      limb.joints.push_back(joint.name());
    }
    if (limb.joints.empty()) field.at("joints").refuse("no joint at all");
  }
  return result;
}

}  // namespace

Result<std::vector<LimbOverride>> parse_overrides(std::string_view text, const std::string& label) {
  return shapes::guarded<std::vector<LimbOverride>>(label, [&] {
    const shapes::Json json = shapes::parse_object(text);
    return read_overrides(JsonField(json));
  });
}

}  // namespace dermis
