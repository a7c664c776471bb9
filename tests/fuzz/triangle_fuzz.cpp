// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Any two triangles: all tests of whether they meet must agree.
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/float_mode.h"
#include "dermis/base/isa.h"
#include "require.h"
#include "support/triangle_batch.h"
#include "support/triangle_variants.h"
#include "triangle/exact_test.h"

namespace {

using dermis::Corners;
using dermis::PairKind;
using dermis::Vec3;
using dermis::test::TwoTriangles;
using dermis::triangle::Arithmetic;
using dermis::triangle::TriangleTest;

void require(bool ok, const char* what, const TwoTriangles& pair) {
  if (!ok) dermis::test::fail(what, to_text(pair));
}

bool finite(const Corners& corners) {
  for (const Vec3& v : corners) {
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) return false;
  }
  return true;
}

/// Reads numbers from the input; zeros after its end.
class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  float any_float() {
    std::uint32_t bits = 0;
    for (int i = 0; i < 4; ++i) bits = bits << 8 | byte();
    return std::bit_cast<float>(bits);
  }
  float small_integer() { return static_cast<float>(static_cast<std::int8_t>(byte())); }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

/// The first byte selects the kind of numbers: raw bits; small integers; a choice of a few raw
/// numbers; a choice of a few raw corners. In the last three, triangles meet more often than by
/// chance.
TwoTriangles read_pair(Reader& reader) {
  TwoTriangles pair;
  const std::uint8_t how = reader.byte();
  std::array<float, 8> numbers{};
  if (how % 4 == 2) {
    for (float& f : numbers) f = reader.any_float();
  }
  std::array<Vec3, 5> spots;
  if (how % 4 == 3) {
    for (Vec3& v : spots) v = {reader.any_float(), reader.any_float(), reader.any_float()};
  }
  for (Corners* corners : {&pair.a, &pair.b}) {
    for (Vec3& v : *corners) {
      const auto next = [&] {
        if (how % 4 == 0) return reader.any_float();
        if (how % 4 == 1) return reader.small_integer();
        const std::uint8_t which = reader.byte();
        const float f = numbers[which % 8];
        return which < 128 ? f : -f;
      };
      v = how % 4 == 3 ? spots[reader.byte() % spots.size()] : Vec3{next(), next(), next()};
    }
  }
  return pair;
}

void check_batches(const std::vector<TwoTriangles>& pairs, bool meet) {
  for (std::size_t first = 0; first < pairs.size(); first += dermis::triangle::kBatchSize) {
    const auto chunk = std::span(pairs).subspan(
        first, std::min(pairs.size() - first, dermis::triangle::kBatchSize));
    const dermis::test::Batch batch(chunk);
    for (const dermis::Isa isa : dermis::available_isas()) {
      const dermis::triangle::BatchAnswer answer = batch.answer(isa);
      for (std::size_t i = 0; i < chunk.size(); ++i) {
        const bool sure = (answer.unsure >> i & 1) == 0;
        require(!sure || ((answer.yes >> i & 1) != 0) == meet, "the batch filter is right",
                chunk[i]);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Reader reader(data, size);
  const TwoTriangles given = read_pair(reader);
  const bool meet = dermis::intersect(given.a, given.b);
  const PairKind contact = dermis::pair_in_mesh(given.a, given.b);
  const bool usable = finite(given.a) && finite(given.b);
  require(usable || !meet, "what is not finite meets nothing", given);
  require(usable || contact == PairKind::none, "what is not finite is in contact with nothing",
          given);
  require(meet || contact == PairKind::none, "contact is to meet", given);
  const dermis::base::DefinedFloatMode mode;
  TriangleTest filtered(Arithmetic::filtered);
  TriangleTest exact(Arithmetic::exact);
  const std::vector<TwoTriangles> pairs = dermis::test::variants(given);
  for (const TwoTriangles& pair : pairs) {
    require(filtered.intersect(pair.a, pair.b) == meet, "filtered and in any order", pair);
    require(exact.intersect(pair.a, pair.b) == meet, "exact and in any order", pair);
    require(filtered.pair_in_mesh(pair.a, pair.b) == contact, "contact in any order", pair);
    require(exact.pair_in_mesh(pair.a, pair.b) == contact, "exact contact in any order", pair);
  }
  if (usable) check_batches(pairs, meet);
  return 0;
}
