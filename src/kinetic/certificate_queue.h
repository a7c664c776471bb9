// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "dermis/base/none.h"

namespace dermis::kinetic {

/// The times at which certificates fail. Certificates that never fail are not in the heap. The heap
/// has four children per node. The position of every certificate in it is stored, so no entry is
/// ever stale. Among certificates that fail at the same time, the one with the lowest number comes
/// first.
class CertificateQueue {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Event {
    double time;
    std::uint32_t certificate;
    [[nodiscard]] bool is_before(const Event& other) const {
      return time < other.time || (time == other.time && certificate < other.certificate);
    }
  };

  /// Certificate numbers are below `certificates` from now on.
  void resize(std::size_t certificates) { places_.resize(certificates, kNone); }
  [[nodiscard]] std::size_t certificate_count() const { return places_.size(); }

  [[nodiscard]] bool is_empty() const { return heap_.empty(); }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }
  [[nodiscard]] const Event& first() const { return heap_[0]; }
  /// The time at which a certificate fails; kNever if it does not.
  [[nodiscard]] double time(std::uint32_t certificate) const {
    return places_[certificate] == kNone ? kNever : heap_[places_[certificate]].time;
  }

  void set(std::uint32_t certificate, double time) {
    const std::uint32_t place = places_[certificate];
    if (time == kNever) {
      if (place != kNone) remove(place);
    } else if (place == kNone) {
      heap_.push_back({time, certificate});
      rise(heap_.size() - 1);
    } else {
      heap_[place].time = time;
      move(place);
    }
  }

  void clear() {
    for (const Event& event : heap_) places_[event.certificate] = kNone;
    heap_.clear();
  }

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(Event) * heap_.capacity() + sizeof(std::uint32_t) * places_.capacity();
  }

 private:
  void remove(std::size_t place) {
    places_[heap_[place].certificate] = kNone;
    const Event last = heap_.back();
    heap_.pop_back();
    if (place == heap_.size()) return;
    heap_[place] = last;
    move(place);
  }
  void move(std::size_t place) {
    if (place > 0 && heap_[place].is_before(heap_[(place - 1) / 4])) {
      rise(place);
    } else {
      sink(place);
    }
  }
  void put(std::size_t place, const Event& event) {
    heap_[place] = event;
    places_[event.certificate] = static_cast<std::uint32_t>(place);
  }
  void rise(std::size_t place) {
    const Event event = heap_[place];
    while (place > 0 && event.is_before(heap_[(place - 1) / 4])) {
      put(place, heap_[(place - 1) / 4]);
      place = (place - 1) / 4;
    }
    put(place, event);
  }
  void sink(std::size_t place) {
    const Event event = heap_[place];
    for (;;) {
      const std::size_t begin = 4 * place + 1;
      if (begin >= heap_.size()) break;
      const std::size_t end = begin + 4 < heap_.size() ? begin + 4 : heap_.size();
      std::size_t least = begin;
      for (std::size_t child = begin + 1; child < end; ++child) {
        if (heap_[child].is_before(heap_[least])) least = child;
      }
      if (!heap_[least].is_before(event)) break;
      put(place, heap_[least]);
      place = least;
    }
    put(place, event);
  }

  std::vector<Event> heap_;
  std::vector<std::uint32_t> places_;
};

}  // namespace dermis::kinetic
