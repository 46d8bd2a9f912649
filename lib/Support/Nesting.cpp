//===- Nesting.cpp - refuse input that is nested too deeply -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Support/Nesting.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

/// Behind the string or the comment that begins at \p at, else \p at itself.
static size_t skipOpaque(StringRef text, size_t at) {
  if (text.substr(at).starts_with("//")) {
    size_t end = text.find('\n', at);
    return end == StringRef::npos ? text.size() : end;
  }
  if (text[at] != '"')
    return at;
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"' || text[i] == '\n')
      return i + 1;
  }
  return text.size();
}

LogicalResult pypto::checkNesting(llvm::MemoryBufferRef buffer) {
  StringRef text = buffer.getBuffer();
  unsigned level = 0;
  for (size_t i = 0; i < text.size();) {
    if (size_t behind = skipOpaque(text, i); behind != i) {
      i = behind;
      continue;
    }
    // Arrows and comparisons are no brackets.
    StringRef pair = text.substr(i, 2);
    if (pair == "->" || pair == "<=" || pair == ">=") {
      i += 2;
      continue;
    }
    switch (text[i]) {
    case '(':
    case '[':
    case '{':
    case '<':
      ++level;
      break;
    case '>':
    case ')':
    case ']':
    case '}':
      level = level > 0 ? level - 1 : 0;
      break;
    default:
      break;
    }
    if (level > kMostLevels) {
      StringRef before = text.take_front(i);
      size_t line = before.rfind('\n');
      llvm::errs() << buffer.getBufferIdentifier() << ":"
                   << before.count('\n') + 1 << ":"
                   << (line == StringRef::npos ? i + 1 : i - line)
                   << ": error: [PYPTO-E0600] nested more than " << kMostLevels
                   << " levels deep; move the inner part into a function or "
                      "an alias\n";
      return failure();
    }
    ++i;
  }
  return success();
}

bool pypto::isNestedTooDeeply(Block &block) {
  SmallVector<std::pair<Block *, unsigned>> open{{&block, 0}};
  while (!open.empty()) {
    auto [current, level] = open.pop_back_val();
    if (level > kMostLevels)
      return true;
    for (Operation &op : *current)
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          open.push_back({&inner, level + 1});
  }
  return false;
}
