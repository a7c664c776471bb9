// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace dermis::base {

/// Objects that the parts of a parallel loop borrow: each thread's scratch memory and results.
/// There are as many as were ever borrowed at the same time.
template <class T>
class Pool {
 public:
  explicit Pool(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}

  class Lease {
   public:
    Lease(Pool& pool, T& object) : pool_(pool), object_(object) {}
    ~Lease() { pool_.give_back(object_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    T& operator*() const { return object_; }

   private:
    Pool& pool_;
    T& object_;
  };
  Lease borrow() { return Lease(*this, take()); }

  /// Visits all objects. None may be borrowed (asserted).
  template <class Visit>
  void for_each(Visit&& visit) {
    assert(free_.size() == all_.size());
    for (const auto& object : all_) visit(*object);
  }

 private:
  T& take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return *all_.emplace_back(make_());
    T* const object = free_.back();
    free_.pop_back();
    return *object;
  }
  void give_back(T& object) {
    const std::lock_guard lock(mutex_);
    free_.push_back(&object);
  }

  std::function<std::unique_ptr<T>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> all_;
  std::vector<T*> free_;
};

}  // namespace dermis::base
