//===- CheckState.cpp - abstract state of the checker -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckState.h"

#include "Structure.h"

#include <algorithm>

using namespace pypto::sync;

static bool isBefore(const Span &a, const Span &b) {
  return a.tag != b.tag ? a.tag < b.tag : a.begin < b.begin;
}

/// Sorts \p list, joins what touches and makes it the set.
void EventSet::tidy(std::vector<Span> &list) {
  std::sort(list.begin(), list.end(), isBefore);
  spans.clear();
  for (const Span &span : list) {
    if (span.begin >= span.end)
      continue;
    if (!spans.empty()) {
      Span &last = spans[spans.size() - 1];
      if (last.tag == span.tag && last.end >= span.begin) {
        last.end = std::max(last.end, span.end);
        continue;
      }
    }
    spans.push_back(span);
  }
}

void EventSet::happen(uint32_t event) {
  Span *last = nullptr;
  for (Span &span : spans) {
    if (span.tag != 0)
      break;
    last = &span;
  }
  if (last && last->begin <= event && last->end >= event) {
    last->end = std::max(last->end, event + 1);
    return;
  }
  std::vector<Span> list(spans.begin(), spans.end());
  list.push_back({0, event, event + 1});
  tidy(list);
}

void EventSet::unite(const EventSet &other) {
  if (other.spans.empty() || spans == other.spans)
    return;
  std::vector<Span> list(spans.begin(), spans.end());
  list.insert(list.end(), other.spans.begin(), other.spans.end());
  tidy(list);
}

void EventSet::intersect(const EventSet &other) {
  SpanList result;
  const SpanList &a = spans, &b = other.spans;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].tag != b[j].tag) {
      a[i].tag < b[j].tag ? ++i : ++j;
      continue;
    }
    uint32_t begin = std::max(a[i].begin, b[j].begin);
    uint32_t end = std::min(a[i].end, b[j].end);
    if (begin < end)
      result.push_back({a[i].tag, begin, end});
    a[i].end < b[j].end ? ++i : ++j;
  }
  spans = std::move(result);
}

void EventSet::nextIteration(uint32_t depth, uint32_t begin, uint32_t end,
                             uint32_t largest) {
  if (spans.empty())
    return;
  std::vector<Span> list;
  for (const Span &span : spans) {
    if (span.tag == 0 || tagDepth(span.tag) > depth) {
      list.push_back({span.tag, span.begin, std::min(span.end, begin)});
      list.push_back({makeTag(depth, 1), std::max(span.begin, begin),
                      std::min(span.end, end)});
      list.push_back({span.tag, std::max(span.begin, end), span.end});
      continue;
    }
    uint32_t tag = span.tag;
    if (tagDepth(tag) == depth)
      tag = makeTag(depth, std::min(tagDistance(tag) + 1, largest));
    list.push_back({tag, span.begin, span.end});
  }
  tidy(list);
}

void EventSet::leaveLoop(uint32_t depth) {
  std::vector<Span> list(spans.begin(), spans.end());
  for (Span &span : list)
    if (tagDepth(span.tag) >= depth)
      span.tag = 0;
  tidy(list);
}
