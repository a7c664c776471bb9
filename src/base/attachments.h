// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace dermis::base {

/// Objects that higher rooms keep with an object of a lower room, at most one of each type. The
/// owner knows nothing of the types: so a Character can carry the caches of several engines.
///
/// Any number of threads may call find() and get() at once. reset() needs exclusive access.
class Attachments {
 public:
  Attachments() = default;
  ~Attachments() { reset(); }
  Attachments(const Attachments&) = delete;
  Attachments& operator=(const Attachments&) = delete;

  /// The object of type T, or null.
  template <class T>
  [[nodiscard]] T* find() const {
    for (Entry* e = first_.load(std::memory_order_acquire); e != nullptr; e = e->next.get()) {
      if (e->type == &type_tag<T>) return static_cast<T*>(e->object.get());
    }
    return nullptr;
  }

  /// The object of type T. If there is none, `make()` returns a std::shared_ptr<T>; other threads
  /// wait for it.
  template <class T, class Make>
  T& get(Make&& make) const {
    if (T* const found = find<T>()) return *found;
    const std::lock_guard lock(adding_);
    if (T* const found = find<T>()) return *found;
    return add(std::shared_ptr<T>(make()));
  }

  /// Adds an object before any other thread can see this one.
  template <class T>
  void set(std::shared_ptr<T> object) {
    add(std::move(object));
  }

  /// Adds the objects of `others` whose types are not among the present ones. The objects are
  /// shared.
  void add_missing(const Attachments& others) {
    for (Entry* e = others.first_.load(std::memory_order_acquire); e != nullptr;
         e = e->next.get()) {
      if (has(e->type)) continue;
      push(e->type, e->object, e->byte_count);
    }
  }

  void reset() {
    owned_.reset();
    first_.store(nullptr, std::memory_order_relaxed);
  }

  /// The memory of all objects whose type has byte_count().
  [[nodiscard]] std::size_t byte_count() const {
    std::size_t sum = 0;
    for (Entry* e = first_.load(std::memory_order_acquire); e != nullptr; e = e->next.get()) {
      sum += e->byte_count(e->object.get());
    }
    return sum;
  }

 private:
  struct Entry {
    const void* type;
    std::shared_ptr<void> object;
    std::size_t (*byte_count)(const void*);
    std::unique_ptr<Entry> next;
  };
  /// Its address stands for the type.
  template <class T>
  static inline char type_tag = 0;  // not const: the addresses of equal constants could be merged

  template <class T>
  T& add(std::shared_ptr<T> object) const {
    T& result = *object;
    push(&type_tag<T>, std::move(object), [](const void* attached) -> std::size_t {
      if constexpr (requires(const T& t) { t.byte_count(); }) {
        return static_cast<const T*>(attached)->byte_count();
      }
      return 0;
    });
    return result;
  }
  [[nodiscard]] bool has(const void* type) const {
    for (Entry* e = owned_.get(); e != nullptr; e = e->next.get()) {
      if (e->type == type) return true;
    }
    return false;
  }
  void push(const void* type, std::shared_ptr<void> object,
            std::size_t (*bytes_of)(const void*)) const {
    owned_ = std::make_unique<Entry>(Entry{type, std::move(object), bytes_of, std::move(owned_)});
    first_.store(owned_.get(), std::memory_order_release);
  }

  mutable std::mutex adding_;
  mutable std::unique_ptr<Entry> owned_;  ///< the newest entry; entries never move
  mutable std::atomic<Entry*> first_ = nullptr;
};

}  // namespace dermis::base
