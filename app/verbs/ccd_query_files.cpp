// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The formats are those of the Sample-Queries and Sample-Scalable-CCD-Data repositories of
// github.com/Continuous-Collision-Detection.
#include "app/verbs/ccd_query_files.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "app/file_ending.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/base/file.h"
#include "dermis/meshes/ply.h"

namespace dermis::app {

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  const auto bytes = need(read_file(file, "the file"), file.string());
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};  // NOLINT: bytes
}

/// Wide enough for the numbers of these files.
__extension__ using Wide = unsigned __int128;

int trailing_zeros(Wide x) {
  const auto low = static_cast<std::uint64_t>(x);
  return low != 0 ? std::countr_zero(low)
                  : 64 + std::countr_zero(static_cast<std::uint64_t>(x >> 64));
}

/// Parses a whole number of up to 38 digits.
std::optional<Wide> to_wide(std::string_view text) {
  if (text.empty() || text.size() > 38) return std::nullopt;
  Wide value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + static_cast<unsigned>(c - '0');
  }
  return value;
}

/// The quotient of two whole numbers, if a double holds it exactly.
std::optional<double> to_double(std::string_view numerator, std::string_view denominator) {
  const bool negative = numerator.starts_with('-');
  if (negative) numerator.remove_prefix(1);
  auto n = to_wide(numerator);
  auto d = to_wide(denominator);
  if (!n || !d || *d == 0) return std::nullopt;
  if (*n == 0) return 0.0;
  // The quotient must be an odd number times a power of two, so the odd part of the denominator
  // must divide the numerator.
  const int exponent = trailing_zeros(*n) - trailing_zeros(*d);
  const Wide odd = *n >> trailing_zeros(*n);
  const Wide divisor = *d >> trailing_zeros(*d);
  const Wide quotient = odd / divisor;
  if (quotient * divisor != odd || quotient >> 53 != 0) return std::nullopt;
  const double value =
      std::ldexp(static_cast<double>(static_cast<std::uint64_t>(quotient)), exponent);
  return negative ? -value : value;
}

std::optional<Features> features_named(const std::string& name) {
  if (name == "vertex-face") return Features::vertex_face;
  if (name == "edge-edge") return Features::edge_edge;
  return std::nullopt;
}

/// Reads eight rows per query: its points at the beginning, then at the end, each with the expected
/// answer.
CcdQueries read_csv(const fs::path& file) {
  if (!fs::exists(file)) throw Failure{file.string() + ": the file does not exist"};
  const auto features = features_named(file.parent_path().filename().string());
  if (!features) {
    throw Failure{file.string() + ": queries must be in a folder 'vertex-face' or 'edge-edge'"};
  }
  CcdQueries result{file.parent_path().parent_path().filename().string() + "/" +
                        file.parent_path().filename().string() + "/" + file.filename().string(),
                    *features,
                    {}};
  const std::string content = text_of(file);
  std::string_view rest = content;
  CcdQuery query;
  std::size_t row = 0;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const auto refuse = [&](const std::string& why) {
      throw Failure{file.string() + ": row " + std::to_string(row + 1) + " " + why};
    };
    std::string_view cell[7];
    std::size_t cells = 0;
    for (std::string_view cells_left = line;; ++cells) {
      const std::size_t comma = cells_left.find(',');
      if (cells < 7) cell[cells] = cells_left.substr(0, comma);
      if (comma == std::string_view::npos) break;
      cells_left.remove_prefix(comma + 1);
    }
    if (++cells != 7) refuse("has " + counted(cells, "number") + " instead of 7");
    if (cell[6] != "0" && cell[6] != "1") refuse("does not end with 0 or 1");
    const bool touches = cell[6] == "1";
    if (row % 8 == 0) query.touches = touches;
    if (query.touches != touches) refuse("says otherwise than the first row of its query");
    MovingPoint& point = query.points[row % 4];
    Point& place = row % 8 < 4 ? point.from : point.to;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto value = to_double(cell[2 * axis], cell[2 * axis + 1]);
      if (!value) refuse("has a coordinate that is no double");
      place[axis] = *value;
    }
    if (++row % 8 == 0) result.queries.push_back(query);
  }
  if (row % 8 != 0) throw Failure{file.string() + ": its last query has less than eight rows"};
  return result;
}

nlohmann::json read_list(const fs::path& file) {
  auto result = nlohmann::json::parse(text_of(file), nullptr, false);
  if (!result.is_array()) throw Failure{file.string() + ": is not a list in JSON"};
  return result;
}

/// The features of a scene by their numbers: its vertices, then its edges, then its faces.
struct Numbered {
  Mesh mesh;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  ///< (lower, higher)

  explicit Numbered(Mesh of) : mesh(std::move(of)) {
    for (const Triangle& t : mesh.triangles) {
      for (std::size_t i = 0; i < 3; ++i) {
        edges.emplace_back(std::minmax(t[i], t[(i + 1) % 3]));
      }
    }
    std::ranges::sort(edges, {}, [](const auto& e) { return std::pair(e.second, e.first); });
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }

  /// The vertices of two features; empty if one of them does not exist.
  [[nodiscard]] std::optional<std::array<std::uint32_t, 4>> vertices(Features features,
                                                                     std::size_t a,
                                                                     std::size_t b) const {
    const std::size_t first_edge = mesh.positions.size();
    const std::size_t first_face = first_edge + edges.size();
    if (features == Features::vertex_face) {
      if (a >= first_edge || b < first_face || b - first_face >= mesh.triangles.size()) return {};
      const Triangle& t = mesh.triangles[b - first_face];
      return std::array{static_cast<std::uint32_t>(a), t[0], t[1], t[2]};
    }
    if (std::min(a, b) < first_edge || std::max(a, b) >= first_face) return {};
    const auto& [a0, a1] = edges[a - first_edge];
    const auto& [b0, b1] = edges[b - first_edge];
    return std::array{a0, a1, b0, b1};
  }
};

/// The frame whose name ends with `number`.
fs::path find_frame(const fs::path& folder, std::uint64_t number) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    const std::string digits = name.substr(name.find_last_not_of("0123456789") + 1);
    if (entry.path().extension() == ".ply" && digits == std::to_string(number)) return entry.path();
  }
  throw Failure{folder.string() + ": there is no frame " + std::to_string(number)};
}

Mesh read_ply(const fs::path& file) {
  return need(parse_ply(need(read_file(file, "the file"), file.string()), file.string()));
}

/// The queries of 'boxes/Nvf.json' or 'boxes/Nee.json', between the frames N and N + 1.
CcdQueries read_boxes(const fs::path& scene, const fs::path& boxes) {
  const std::string name = boxes.stem().string();
  CcdQueries result{scene.filename().string() + "/" + name,
                    name.ends_with("ee") ? Features::edge_edge : Features::vertex_face,
                    {}};
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const std::string_view kind(end, name.data() + name.size());
  if (error != std::errc{} || (kind != "vf" && kind != "ee")) {
    throw Failure{boxes.string() + ": is not called Nvf.json or Nee.json"};
  }
  const Numbered from(read_ply(find_frame(scene / "frames", number)));
  const Mesh to = read_ply(find_frame(scene / "frames", number + 1));
  if (to.positions.size() != from.mesh.positions.size()) {
    throw Failure{scene.string() + ": its frames have different numbers of vertices"};
  }
  const auto pairs = read_list(boxes);
  const auto truth = read_list(scene / "mma_bool" / (name + "_mma_bool.json"));
  if (truth.size() != pairs.size()) {
    throw Failure{scene.string() + ": " + name + " has " + counted(pairs.size(), "query") +
                  ", but " + counted(truth.size(), "answer")};
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& pair = pairs[i];
    const bool are_numbers = pair.is_array() && pair.size() == 2 && pair[0].is_number_unsigned() &&
                             pair[1].is_number_unsigned();
    const auto vertices = are_numbers ? from.vertices(result.features, pair[0].get<std::size_t>(),
                                                      pair[1].get<std::size_t>())
                                      : std::nullopt;
    if (!vertices || !truth[i].is_boolean()) {
      throw Failure{boxes.string() + ": query " + std::to_string(i) + " is not two features of " +
                    "the mesh with an answer"};
    }
    CcdQuery query;
    query.touches = truth[i].get<bool>();
    for (std::size_t v = 0; v < 4; ++v) {
      query.points[v] = {from.mesh.positions[(*vertices)[v]], to.positions[(*vertices)[v]]};
    }
    result.queries.push_back(query);
  }
  return result;
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::directory_iterator(folder)) result.push_back(entry.path());
  std::ranges::sort(result);
  return result;
}

}  // namespace

std::vector<CcdQueries> read_ccd_queries(const fs::path& path) {
  if (fs::is_regular_file(path) && !has_ending(path.string(), ".csv")) {
    throw Failure{path.string() + ": ccd-queries reads .csv files, and folders of queries"};
  }
  if (!fs::is_directory(path)) return {read_csv(path)};
  std::vector<CcdQueries> result;
  if (fs::is_directory(path / "frames") && fs::is_directory(path / "boxes")) {
    for (const fs::path& boxes : sorted_entries(path / "boxes")) {
      if (boxes.extension() == ".json") result.push_back(read_boxes(path, boxes));
    }
    return result;
  }
  for (const fs::path& entry : sorted_entries(path)) {
    if (!fs::is_directory(entry) && entry.extension() != ".csv") continue;
    std::ranges::move(read_ccd_queries(entry), std::back_inserter(result));
  }
  return result;
}

}  // namespace dermis::app
