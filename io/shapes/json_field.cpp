// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "json_field.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "dermis/base/counted.h"

namespace dermis::shapes {

namespace {

constexpr int kDeepest = 16;

/// Checks every object while it is parsed. If a field occurred twice, the parser would silently
/// keep the last one. Deep nesting would exhaust the stack in destructors.
class Watch {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    if ((event == Event::object_start || event == Event::array_start) && depth >= kDeepest) {
      throw Problem("the JSON is nested deeper than ", counted(kDeepest, "level"));
    }
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second) {
        throw Problem("the field ", shown(key), " is there twice in one object");
      }
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

std::string shown(const std::string& name) {
  constexpr std::size_t kMost = 80;
  return "'" + (name.size() > kMost ? name.substr(0, kMost) + "…" : name) + "'";
}

Json parse_object(std::string_view text) {
  try {
    Watch watch;
    Json json = Json::parse(text, std::ref(watch));
    if (!json.is_object()) throw Problem("the JSON is not an object");
    return json;
  } catch (const Json::parse_error& error) {
    const std::string_view before = text.substr(0, std::min(error.byte, text.size()));
    throw Problem("the JSON cannot be parsed in line ", 1 + std::ranges::count(before, '\n'));
  } catch (const Json::out_of_range&) {
    throw Problem("the JSON cannot be parsed: it holds a number beyond the range of a double");
  }
}

JsonField JsonField::of(const std::string& owner) const {
  return {value_, "", " of " + owner};
}

std::string JsonField::member(const std::string& key) const {
  return path_.empty() ? key : path_ + "." + key;
}

JsonField JsonField::at(const std::string& key) const {
  if (!value_.is_object()) refuse("not an object");
  const auto found = value_.find(key);
  if (found == value_.end()) throw Problem(member(key), owner_, " is missing");
  return {*found, member(key), owner_};
}

std::vector<JsonField> JsonField::items() const {
  if (!value_.is_array()) refuse("not an array");
  std::vector<JsonField> result;
  result.reserve(value_.size());
  for (std::size_t i = 0; i < value_.size(); ++i) {
    result.push_back(JsonField(value_[i], path_ + "[" + std::to_string(i) + "]", owner_));
  }
  return result;
}

const std::string& JsonField::text() const {
  if (!value_.is_string()) refuse("not a text");
  return value_.get_ref<const std::string&>();
}

const std::string& JsonField::name() const {
  if (text().empty()) refuse("not a name");
  return text();
}

float JsonField::number() const {
  if (!value_.is_number()) refuse("not a number");
  const auto result = static_cast<float>(value_.get<double>());
  if (!std::isfinite(result)) refuse("more than a float can hold");
  return result;
}

Vec3 JsonField::vector() const {
  const std::vector<JsonField> numbers = items();
  if (numbers.size() != 3) refuse("not three numbers");
  return {numbers[0].number(), numbers[1].number(), numbers[2].number()};
}

void JsonField::allow_only(std::initializer_list<std::string_view> keys) const {
  if (!value_.is_object()) refuse("not an object");
  for (const auto& [key, value] : value_.items()) {
    if (std::ranges::find(keys, key) != keys.end()) continue;
    throw Problem("the field ", shown(member(key)), owner_, " is unknown");
  }
}

void JsonField::refuse(const std::string& why) const {
  constexpr std::size_t kMost = 40;
  std::string value = value_.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (value.size() > kMost) value = value.substr(0, kMost) + "…";
  throw Problem(path_, owner_, " is ", value, ", ", why);
}

}  // namespace dermis::shapes
