//===- SpanList.h - short list of spans without allocation ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States are copied at every branch and loop; nearly all of their lists have at
// most four spans, which are kept in place.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_SYNC_SPANLIST_H
#define PYPTO_LIB_SYNC_SPANLIST_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pypto::sync {

/// Slots [begin, end) with one tag.
struct Span {
  uint32_t tag;
  uint32_t begin;
  uint32_t end;
  bool operator==(const Span &o) const {
    return tag == o.tag && begin == o.begin && end == o.end;
  }
};

class SpanList {
public:
  using iterator = Span *;
  using const_iterator = const Span *;

  SpanList() = default;
  SpanList(const SpanList &o) { assign(o); }
  SpanList(SpanList &&o) noexcept { take(o); }
  ~SpanList() { release(); }
  SpanList &operator=(const SpanList &o) {
    if (this != &o)
      assign(o);
    return *this;
  }
  SpanList &operator=(SpanList &&o) noexcept {
    if (this != &o) {
      release();
      take(o);
    }
    return *this;
  }

  Span *begin() { return isLong() ? longList : shortList; }
  Span *end() { return begin() + count; }
  const Span *begin() const { return isLong() ? longList : shortList; }
  const Span *end() const { return begin() + count; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  Span &operator[](size_t i) { return begin()[i]; }
  const Span &operator[](size_t i) const { return begin()[i]; }

  void clear() { count = 0; }
  void push_back(const Span &span) {
    if (count == capacity)
      grow(2 * capacity);
    begin()[count++] = span;
  }
  void reserve(size_t size) {
    if (size > capacity)
      grow(static_cast<uint32_t>(size));
  }
  void insert(Span *at, const Span &span) {
    size_t position = static_cast<size_t>(at - begin());
    push_back(span);
    std::rotate(begin() + position, end() - 1, end());
  }
  void erase(Span *first, Span *last) {
    std::copy(last, end(), first);
    count -= static_cast<uint32_t>(last - first);
  }
  void append(const SpanList &other) {
    reserve(count + other.size());
    for (const Span &span : other)
      push_back(span);
  }
  /// Keeps the first \p size spans.
  void truncate(size_t size) { count = static_cast<uint32_t>(size); }
  bool operator==(const SpanList &o) const {
    return count == o.count && std::equal(begin(), end(), o.begin());
  }

private:
  static constexpr uint32_t kShort = 4;
  bool isLong() const { return capacity > kShort; }

  void release() {
    if (isLong())
      delete[] longList;
    capacity = kShort;
  }
  void grow(uint32_t size) {
    Span *list = new Span[size];
    std::copy_n(begin(), count, list);
    release();
    longList = list;
    capacity = size;
  }
  void assign(const SpanList &o) {
    if (o.count > capacity) {
      count = 0;
      grow(o.count + kShort);
    }
    count = o.count;
    std::copy_n(o.begin(), count, begin());
  }
  void take(SpanList &o) {
    count = o.count;
    capacity = o.capacity;
    if (isLong())
      longList = o.longList;
    else
      std::copy_n(o.shortList, count, shortList);
    o.count = 0;
    o.capacity = kShort;
  }

  uint32_t count = 0;
  uint32_t capacity = kShort;
  union {
    Span shortList[kShort];
    Span *longList;
  };
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_SPANLIST_H
