//===- Nesting.cpp - refuse input that is nested too deeply -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Support/Nesting.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <variant>

using namespace mlir;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Bytes that the aliases of a text may stand for: each alias twice in the next
/// one is 2^n of the first.
static constexpr uint64_t kMostBytes = uint64_t(1) << 30;

/// Digits of a number; reading one takes the square of their number.
static constexpr size_t kMostDigits = 4096;

namespace {
/// Goes over a text word by word.
class Scanner {
public:
  explicit Scanner(llvm::MemoryBufferRef buffer)
      : buffer(buffer), text(buffer.getBuffer()) {}

  LogicalResult run();

private:
  /// The levels and the bytes of what an alias stands for.
  struct Alias {
    unsigned levels = 0;
    uint64_t bytes = 0;
  };

  size_t findOpaqueEnd(size_t begin) const;
  size_t findSpaceEnd(size_t begin) const;
  size_t findNameEnd(size_t begin) const;
  LogicalResult scanPrefixed();
  LogicalResult scanSign();
  LogicalResult countLevels(unsigned levels);
  LogicalResult countOperator();
  void startWord();
  void finishAlias();
  LogicalResult fail(const llvm::Twine &message) const;

  llvm::MemoryBufferRef buffer;
  StringRef text;
  /// Where the word at work begins.
  size_t at = 0;
  unsigned level = 0;
  /// Operators since the last sign that no expression holds.
  unsigned operators = 0;
  /// The first character of the last sign or word, and where that ends.
  char last = 0;
  size_t lastAt = 0;

  llvm::StringMap<Alias> aliases;
  /// Bytes that all uses of aliases stand for.
  uint64_t expanded = 0;
  /// The alias that is being defined, if there is one, and where.
  StringRef defined;
  Alias definition;
  size_t definedAt = 0;
};
} // namespace

LogicalResult Scanner::fail(const llvm::Twine &message) const {
  StringRef before = text.take_front(at);
  size_t begin = before.rfind('\n') + 1; // 0 if there is none
  size_t column = at - begin;
  llvm::errs() << buffer.getBufferIdentifier() << ":" << before.count('\n') + 1
               << ":" << column + 1 << ": error: [PYPTO-E0600] " << message
               << "\n";
  // A long line only around the place.
  constexpr size_t kBefore = 60, kLongest = 80;
  size_t skipped = column > kBefore ? column - kBefore : 0;
  StringRef line =
      text.substr(begin + skipped, kLongest).take_until([](char c) {
        return c == '\n' || c == '\r';
      });
  for (char c : line)
    llvm::errs() << (llvm::isPrint(c) ? c : ' ');
  llvm::errs() << "\n" << std::string(column - skipped, ' ') << "^\n";
  return failure();
}

/// Behind the string or the comment that begins at \p begin, else \p begin.
size_t Scanner::findOpaqueEnd(size_t begin) const {
  if (text.substr(begin).starts_with("//"))
    return std::min(text.find('\n', begin), text.size());
  if (text[begin] != '"')
    return begin;
  for (size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"' || text[i] == '\n')
      return i + 1;
  }
  return text.size();
}

/// Behind the space and the comments that begin at \p begin.
size_t Scanner::findSpaceEnd(size_t begin) const {
  while (begin < text.size()) {
    size_t end = begin;
    if (llvm::isSpace(text[begin]))
      ++end;
    else if (text[begin] == '/')
      end = findOpaqueEnd(begin);
    if (end == begin)
      break;
    begin = end;
  }
  return begin;
}

static bool isWord(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
}

/// Behind the name of a value, symbol, block or alias: digits alone, or a word
/// that may have a minus inside.
size_t Scanner::findNameEnd(size_t begin) const {
  size_t end = begin;
  if (end < text.size() && llvm::isDigit(text[end])) {
    while (end < text.size() && llvm::isDigit(text[end]))
      ++end;
    return end;
  }
  while (end < text.size() && (isWord(text[end]) || text[end] == '-'))
    ++end;
  return end;
}

LogicalResult Scanner::countLevels(unsigned levels) {
  if (levels > pypto::kMostLevels)
    return fail("nested more than " + llvm::Twine(pypto::kMostLevels) +
                " levels deep; move the inner part into a function");
  definition.levels = std::max(definition.levels, levels);
  return success();
}

LogicalResult Scanner::countOperator() {
  if (++operators > pypto::kMostLevels)
    return fail("an expression of more than " +
                llvm::Twine(pypto::kMostLevels) +
                " operators; compute its parts with operations of their own");
  return success();
}

void Scanner::finishAlias() {
  if (defined.empty())
    return;
  definition.bytes = llvm::SaturatingAdd(definition.bytes, lastAt - definedAt);
  aliases[defined] = definition;
  defined = {};
}

/// An alias ends where a word stands on a new line and nothing asks for it.
void Scanner::startWord() {
  if (level == 0 && !StringRef("=-:,").contains(last) &&
      text.slice(lastAt, at).contains('\n'))
    finishAlias();
}

/// `#name`, `!name`, `%name`, `@name`, `^name`.
LogicalResult Scanner::scanPrefixed() {
  startWord();
  size_t end = findNameEnd(at + 1);
  StringRef name = text.slice(at, end);
  bool isAlias = (text[at] == '#' || text[at] == '!') && name.size() > 1;
  if (isAlias && level == 0) {
    size_t next = findSpaceEnd(end);
    if (text.substr(next).starts_with("=") &&
        !text.substr(next).starts_with("==")) {
      finishAlias();
      defined = name;
      definition = Alias();
      definedAt = at;
    }
  }
  if (auto known = isAlias ? aliases.find(name) : aliases.end();
      known != aliases.end() && name != defined) {
    // Function types need no brackets for their results.
    if (failed(countLevels(std::max(level, 1u) + known->second.levels)))
      return failure();
    definition.bytes =
        llvm::SaturatingAdd(definition.bytes, known->second.bytes);
    expanded = llvm::SaturatingAdd(expanded, known->second.bytes);
    if (expanded > kMostBytes)
      return fail("the aliases of this text stand for more than 1 GiB of it; "
                  "use fewer of them in each other");
  }
  last = text[at];
  at = lastAt = end;
  return success();
}

LogicalResult Scanner::scanSign() {
  // Arrows and comparisons are no brackets.
  StringRef pair = text.substr(at, 2);
  size_t size = pair == "->" || pair == "<=" || pair == ">=" ? 2 : 1;
  if (size == 1)
    switch (text[at]) {
    case '(':
    case '[':
    case '{':
    case '<':
      if (failed(countLevels(++level)))
        return failure();
      break;
    case '>':
    case ')':
    case ']':
    case '}':
      level = level > 0 ? level - 1 : 0;
      break;
    case '+':
    case '-':
    case '*':
      if (failed(countOperator()))
        return failure();
      break;
    default:
      break;
    }
  if (size == 2 || StringRef(",:={}<>").contains(text[at]))
    operators = 0;
  last = text[at];
  at = lastAt = at + size;
  return success();
}

LogicalResult Scanner::run() {
  while ((at = findSpaceEnd(at)) < text.size()) {
    if (StringRef("#!%@^").contains(text[at])) {
      if (failed(scanPrefixed()))
        return failure();
      continue;
    }
    size_t end = findOpaqueEnd(at);
    if (end == at)
      while (end < text.size() && isWord(text[end]))
        ++end;
    if (end == at) {
      if (failed(scanSign()))
        return failure();
      continue;
    }
    startWord();
    StringRef word = text.slice(at, end);
    if (llvm::isDigit(word[0]) && word.size() > kMostDigits)
      return fail("a number of more than " + llvm::Twine(kMostDigits) +
                  " digits");
    if (word == "floordiv" || word == "ceildiv" || word == "mod")
      if (failed(countOperator()))
        return failure();
    last = text[at];
    at = lastAt = end;
  }
  return success();
}

LogicalResult pypto::checkNesting(llvm::MemoryBufferRef buffer) {
  return Scanner(buffer).run();
}

//===----------------------------------------------------------------------===//
// IR
//===----------------------------------------------------------------------===//

/// Attributes and types that those of a module may consist of when they are
/// written out.
static constexpr uint64_t kMostParts = uint64_t(1) << 27;

namespace {
/// The levels and the parts of attributes, types and affine expressions, each
/// looked at once.
class Depths {
public:
  /// False if \p part is nested too deeply or there is too much of all.
  template <typename T> bool add(T part) {
    if (!part)
      return true;
    Depth depth = compute(part);
    parts = llvm::SaturatingAdd(parts, depth.parts);
    return depth.levels <= pypto::kMostLevels && parts <= kMostParts;
  }

private:
  using Part = std::variant<Attribute, Type, AffineExpr>;
  struct Depth {
    unsigned levels = 0;
    uint64_t parts = 1;
  };

  static const void *getKey(Part part);
  static SmallVector<Part> getInner(Part part);
  Depth compute(Part root);

  llvm::DenseMap<const void *, Depth> known;
  uint64_t parts = 0;
};
} // namespace

const void *Depths::getKey(Part part) {
  return std::visit([](auto inner) { return inner.getAsOpaquePointer(); },
                    part);
}

SmallVector<Depths::Part> Depths::getInner(Part part) {
  SmallVector<Part> inner;
  if (auto *expression = std::get_if<AffineExpr>(&part)) {
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(*expression))
      inner = {binary.getLHS(), binary.getRHS()};
    return inner;
  }
  auto addAttribute = [&](Attribute attribute) { inner.push_back(attribute); };
  auto addType = [&](Type type) { inner.push_back(type); };
  if (auto *type = std::get_if<Type>(&part)) {
    type->walkImmediateSubElements(addAttribute, addType);
    return inner;
  }
  auto attribute = std::get<Attribute>(part);
  attribute.walkImmediateSubElements(addAttribute, addType);
  if (auto map = dyn_cast<AffineMapAttr>(attribute))
    llvm::append_range(inner, map.getValue().getResults());
  if (auto set = dyn_cast<IntegerSetAttr>(attribute))
    llvm::append_range(inner, set.getValue().getConstraints());
  return inner;
}

Depths::Depth Depths::compute(Part root) {
  SmallVector<Part> open{root};
  while (!open.empty()) {
    Part part = open.back();
    if (known.contains(getKey(part))) {
      open.pop_back();
      continue;
    }
    Depth depth;
    size_t before = open.size();
    for (Part inner : getInner(part)) {
      if (!getKey(inner))
        continue;
      auto found = known.find(getKey(inner));
      if (found == known.end()) {
        open.push_back(inner);
        continue;
      }
      depth.levels = std::max(depth.levels, found->second.levels + 1);
      depth.parts = llvm::SaturatingAdd(depth.parts, found->second.parts);
    }
    // Else once more when what is inside is known.
    if (open.size() == before)
      known[getKey(part)] = depth;
  }
  return known.lookup(getKey(root));
}

/// False if something of \p op itself is nested too deeply.
static bool add(Depths &depths, Operation &op) {
  return depths.add(Attribute(op.getLoc())) &&
         depths.add(Attribute(op.getAttrDictionary())) &&
         llvm::all_of(op.getResultTypes(),
                      [&](Type type) { return depths.add(type); });
}

static bool add(Depths &depths, Block &block) {
  return llvm::all_of(block.getArguments(), [&](BlockArgument argument) {
    return depths.add(argument.getType()) &&
           depths.add(Attribute(argument.getLoc()));
  });
}

bool pypto::isNestedTooDeeply(Block &block) {
  Depths depths;
  SmallVector<std::pair<Block *, unsigned>> open{{&block, 0}};
  while (!open.empty()) {
    auto [current, level] = open.pop_back_val();
    if (level > kMostLevels || !add(depths, *current))
      return true;
    for (Operation &op : *current) {
      if (!add(depths, op))
        return true;
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          open.push_back({&inner, level + 1});
    }
  }
  return false;
}
