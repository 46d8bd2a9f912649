//===- SpanList.h - short list of spans without allocation ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States are copied at every branch and loop; nearly all of their lists have at
// most two spans, which are kept in place.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_SYNC_SPANLIST_H
#define PYPTO_LIB_SYNC_SPANLIST_H

#include <algorithm>
#include <cstdint>
#include <vector>

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

  Span *begin() { return isLong() ? longList.data() : shortList; }
  Span *end() { return begin() + size(); }
  const Span *begin() const { return isLong() ? longList.data() : shortList; }
  const Span *end() const { return begin() + size(); }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  Span &operator[](size_t i) { return begin()[i]; }
  const Span &operator[](size_t i) const { return begin()[i]; }

  void clear() {
    longList.clear();
    count = 0;
  }
  void push_back(const Span &span) {
    if (count < kShort) {
      shortList[count++] = span;
      return;
    }
    if (count == kShort) {
      longList.reserve(4 * kShort);
      longList.assign(shortList, shortList + kShort);
    }
    longList.push_back(span);
    ++count;
  }
  void append(const SpanList &other) {
    for (const Span &span : other)
      push_back(span);
  }
  /// Keeps the first \p size spans.
  void truncate(size_t size) {
    if (isLong() && size <= kShort) {
      std::copy_n(longList.data(), size, shortList);
      longList.clear();
    } else if (isLong()) {
      longList.resize(size);
    }
    count = static_cast<uint32_t>(size);
  }
  bool operator==(const SpanList &o) const {
    return count == o.count && std::equal(begin(), end(), o.begin());
  }

private:
  static constexpr uint32_t kShort = 2;
  bool isLong() const { return count > kShort; }

  uint32_t count = 0;
  Span shortList[kShort] = {};
  std::vector<Span> longList;
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_SPANLIST_H
