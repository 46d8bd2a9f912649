//===- Pending.cpp - which slots of a pipe may still be running -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Pending.h"

#include <algorithm>

using namespace pypto::sync;

static bool startsEarlier(const Span &a, const Span &b) {
  return a.tag != b.tag ? a.tag < b.tag : a.begin < b.begin;
}

/// Joins neighbours that touch and drops what is empty.
static void joinNeighbours(SpanList &spans) {
  size_t kept = 0;
  for (const Span &span : spans) {
    if (span.begin >= span.end)
      continue;
    if (kept && spans[kept - 1].tag == span.tag &&
        spans[kept - 1].end >= span.begin)
      spans[kept - 1].end = std::max(spans[kept - 1].end, span.end);
    else
      spans[kept++] = span;
  }
  spans.truncate(kept);
}

void PendingSet::normalise() {
  if (!std::is_sorted(spans.begin(), spans.end(), startsEarlier))
    std::sort(spans.begin(), spans.end(), startsEarlier);
  joinNeighbours(spans);
}

void PendingSet::add(Span span) {
  if (span.begin >= span.end)
    return;
  Span *at = std::lower_bound(
      spans.begin(), spans.end(), span, [](const Span &a, const Span &b) {
        return a.tag != b.tag ? a.tag < b.tag : a.end < b.begin;
      });
  Span *last = at;
  while (last != spans.end() && last->tag == span.tag &&
         last->begin <= span.end)
    ++last;
  if (at == last)
    return spans.insert(at, span);
  at->begin = std::min(at->begin, span.begin);
  at->end = std::max(last[-1].end, span.end);
  spans.erase(at + 1, last);
}

/// Whether the \p count spans from \p part on are part of \p whole, both in
/// order.
static bool containsAll(const SpanList &whole, const Span *part, size_t count) {
  const Span *at = whole.begin(), *end = whole.end();
  for (size_t i = 0; i < count; ++i) {
    while (at != end && (at->tag < part[i].tag ||
                         (at->tag == part[i].tag && at->end < part[i].end)))
      ++at;
    if (at == end || at->tag != part[i].tag || at->begin > part[i].begin)
      return false;
  }
  return true;
}

/// Adds \p count spans that are in order and not empty.
void PendingSet::addSorted(const Span *added, size_t count) {
  const Span *old = spans.begin(), *oldEnd = spans.end();
  if (old == oldEnd || startsEarlier(oldEnd[-1], *added)) {
    for (size_t i = 0; i < count; ++i)
      spans.push_back(added[i]);
    return joinNeighbours(spans);
  }
  if (containsAll(spans, added, count))
    return;
  SpanList merged;
  merged.reserve(spans.size() + count);
  auto put = [&](const Span &span) {
    if (!merged.empty()) {
      Span &last = merged[merged.size() - 1];
      if (last.tag == span.tag && last.end >= span.begin) {
        last.end = std::max(last.end, span.end);
        return;
      }
    }
    merged.push_back(span);
  };
  const Span *addedEnd = added + count;
  while (old != oldEnd || added != addedEnd)
    put(added == addedEnd || (old != oldEnd && !startsEarlier(*added, *old))
            ? *old++
            : *added++);
  spans = std::move(merged);
}

void PendingSet::jump(uint32_t now, uint32_t next) {
  if (open < now)
    add({0, open, now});
  open = next;
}

void PendingSet::unite(const PendingSet &other, uint32_t now) {
  jump(now, now);
  if (!other.spans.empty() && !(spans == other.spans))
    addSorted(other.spans.begin(), other.spans.size());
  if (other.open < now)
    add({0, other.open, now});
}

bool PendingSet::isWithin(const PendingSet &other, uint32_t now) const {
  if (*this == other)
    return true;
  if (open >= now && other.open >= now)
    return containsAll(other.spans, spans.begin(), spans.size());
  PendingSet part = *this, whole = other;
  part.jump(now, now);
  whole.jump(now, now);
  return containsAll(whole.spans, part.spans.begin(), part.spans.size());
}

static SpanList intersection(const SpanList &left, const SpanList &right) {
  SpanList result;
  result.reserve(std::max(left.size(), right.size()));
  const Span *a = left.begin(), *aEnd = left.end();
  const Span *b = right.begin(), *bEnd = right.end();
  while (a != aEnd && b != bEnd) {
    if (a->tag == b->tag) {
      uint32_t begin = std::max(a->begin, b->begin);
      uint32_t end = std::min(a->end, b->end);
      if (begin < end)
        result.push_back({a->tag, begin, end});
    }
    bool aEndsFirst = a->tag != b->tag ? a->tag < b->tag : a->end < b->end;
    aEndsFirst ? ++a : ++b;
  }
  return result;
}

void PendingSet::intersect(const PendingSet &other, uint32_t now) {
  jump(now, now);
  if (spans.empty())
    return;
  if (other.open >= now) {
    if (!(spans == other.spans))
      spans = intersection(spans, other.spans);
    return;
  }
  PendingSet right = other;
  right.jump(now, now);
  spans = intersection(spans, right.spans);
}

void PendingSet::keepSince(uint32_t since, uint32_t now) {
  jump(now, now);
  size_t kept = 0;
  for (const Span &span : spans)
    if (span.tag == 0 && span.end > since)
      spans[kept++] = {0, std::max(span.begin, since), span.end};
  spans.truncate(kept);
}

void PendingSet::intersectOutside(const PendingSet &other, uint32_t now,
                                  uint32_t keepBegin, uint32_t depth) {
  jump(now, now);
  PendingSet kept;
  for (const Span &span : spans)
    if (span.tag == 0 || tagDepth(span.tag) > depth)
      kept.spans.push_back(
          {span.tag, std::max(span.begin, keepBegin), span.end});
  intersect(other, now);
  spans.append(kept.spans);
  normalise();
}

void PendingSet::enterNextIteration(uint32_t depth, uint32_t begin,
                                    uint32_t end, uint32_t largest) {
  jump(end, begin);
  if (spans.empty())
    return;
  auto isOlder = [&](const Span &span) {
    return span.tag != 0 && tagDepth(span.tag) <= depth;
  };
  SpanList result;
  result.reserve(spans.size() + 2);
  auto put = [&](uint32_t tag, uint32_t first, uint32_t last) {
    if (first < last)
      result.push_back({tag, first, last});
  };
  auto putOutside = [&](const Span &span) {
    put(span.tag, span.begin, std::min(span.end, begin));
    put(span.tag, std::max(span.begin, end), span.end);
  };
  // In the order of the new tags, so that there is seldom anything to sort.
  const Span *const all = spans.end();
  const Span *older = std::find_if(spans.begin(), spans.end(),
                                   [](const Span &s) { return s.tag != 0; });
  const Span *inner = std::find_if_not(older, all, isOlder);
  for (const Span *span = spans.begin(); span != older; ++span)
    putOutside(*span);
  for (const Span *span = older; span != inner; ++span) {
    bool isOwn = tagDepth(span->tag) == depth;
    uint32_t distance = std::min(tagDistance(span->tag) + 1, largest);
    put(isOwn ? makeTag(depth, distance) : span->tag, span->begin, span->end);
  }
  for (const Span *span = spans.begin(); span != all; ++span)
    if (span < older || span >= inner)
      put(makeTag(depth, 1), std::max(span->begin, begin),
          std::min(span->end, end));
  for (const Span *span = inner; span != all; ++span)
    putOutside(*span);
  spans = std::move(result);
  normalise();
}

static std::pair<const Span *, const Span *> spansOf(const SpanList &spans,
                                                     uint32_t tag) {
  const Span *first = std::find_if(spans.begin(), spans.end(),
                                   [&](const Span &s) { return s.tag == tag; });
  return {first, std::find_if(first, spans.end(),
                              [&](const Span &s) { return s.tag != tag; })};
}

bool PendingSet::isAlike(uint32_t tag, uint32_t other) const {
  auto [a, aEnd] = spansOf(spans, tag);
  auto [b, bEnd] = spansOf(spans, other);
  return std::equal(a, aEnd, b, bEnd, [](const Span &x, const Span &y) {
    return x.begin == y.begin && x.end == y.end;
  });
}

void PendingSet::addAlike(uint32_t tag, uint32_t other) {
  SpanList copy;
  for (auto [span, end] = spansOf(spans, tag); span != end; ++span)
    copy.push_back({other, span->begin, span->end});
  if (!copy.empty())
    addSorted(copy.begin(), copy.size());
}

void PendingSet::leaveLoop(uint32_t depth, uint32_t begin, uint32_t end) {
  jump(end, end);
  for (Span &span : spans)
    if (tagDepth(span.tag) >= depth && span.begin >= begin && span.end <= end)
      span.tag = 0;
  normalise();
}

bool PendingSet::contains(uint32_t slot, uint32_t now) const {
  if (slot >= open && slot < now)
    return true;
  return std::any_of(spans.begin(), spans.end(), [&](const Span &span) {
    return span.begin <= slot && slot < span.end;
  });
}

State State::empty(uint32_t now, unsigned count) {
  State state;
  for (unsigned q = 0; q < count; ++q)
    state.pipes[q] = PendingRow(count, now);
  return state;
}

static void uniteRow(PendingRow &row, const PendingRow &other, uint32_t now) {
  for (unsigned p = 0; p < row.size(); ++p)
    row[p].unite(other[p], now);
}

void State::unite(const State &other, uint32_t now) {
  for (unsigned q = 0; q < kNumPipes; ++q)
    uniteRow(pipes[q], other.pipes[q], now);
  for (const auto &[key, row] : other.flags) {
    auto [it, isNew] = flags.emplace(key, row);
    if (!isNew)
      uniteRow(it->second, row, now);
    else
      for (PendingSet &set : it->second)
        set.jump(now, now);
  }
}

static bool isWithinRow(const PendingRow &part, const PendingRow &whole,
                        uint32_t now) {
  for (unsigned p = 0; p < part.size(); ++p)
    if (!part[p].isWithin(whole[p], now))
      return false;
  return true;
}

bool State::isWithin(const State &other, uint32_t now) const {
  for (unsigned q = 0; q < kNumPipes; ++q)
    if (!isWithinRow(pipes[q], other.pipes[q], now))
      return false;
  return std::all_of(flags.begin(), flags.end(), [&](const auto &flag) {
    auto it = other.flags.find(flag.first);
    return it != other.flags.end() && isWithinRow(flag.second, it->second, now);
  });
}
