//===- Conversions.cpp - element types a chip converts ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Target/Conversions.h"
#include <algorithm>
#include <array>
#include <tuple>

namespace pypto::target {

namespace {
struct ElementInfo {
  std::string_view name;
  unsigned bits, digits; ///< digits: of the largest run of exact integers
  unsigned exponent;     ///< bits; 0 for integers
  bool isSigned;
};
using Set = uint32_t; // a bit for each element
} // namespace

static constexpr std::array<ElementInfo, kNumElements> kInfos = {{
    {"INT4", 4, 3, 0, true},
    {"INT8", 8, 7, 0, true},
    {"UINT8", 8, 8, 0, false},
    {"INT16", 16, 15, 0, true},
    {"UINT16", 16, 16, 0, false},
    {"INT32", 32, 31, 0, true},
    {"UINT32", 32, 32, 0, false},
    {"INT64", 64, 63, 0, true},
    {"FP16", 16, 11, 5, true},
    {"BF16", 16, 8, 8, true},
    {"FP32", 32, 24, 8, true},
    {"FP4", 4, 2, 2, true},
    {"FP8E4M3FN", 8, 4, 4, true},
    {"FP8E5M2", 8, 3, 5, true},
    // 3 bits of mantissa at most, exponents from -22 to 15.
    {"HF8", 8, 4, 6, true},
}};

static constexpr unsigned index(Element e) { return static_cast<unsigned>(e); }

template <typename... Elements> static constexpr Set set(Elements... elements) {
  return (Set(0) | ... | (Set(1) << index(elements)));
}

static Set directA2A3(Element from) {
  using E = Element;
  switch (from) {
  case E::BF16:
    return set(E::F32, E::I32);
  case E::F16:
    return set(E::F32, E::I16, E::I32, E::I4, E::I8, E::U8);
  case E::F32:
    return set(E::BF16, E::F16, E::I16, E::I32, E::I64);
  case E::I16:
    return set(E::F16, E::F32);
  case E::I32:
    return set(E::F16, E::F32, E::I16, E::I64);
  case E::I64:
    return set(E::F32, E::I32);
  case E::I8:
  case E::U8:
  case E::I4:
    return set(E::F16);
  default:
    return 0;
  }
}

static Set directA5(Element from) {
  using E = Element;
  switch (from) {
  case E::BF16:
    return set(E::F16, E::F32, E::F4E2M1, E::I32);
  case E::F16:
    return set(E::F32, E::HF8, E::I16, E::I32, E::I8, E::U8);
  case E::F32:
    return set(E::BF16, E::F16, E::F8E4M3, E::F8E5M2, E::HF8, E::I16, E::I32,
               E::I64);
  case E::F4E2M1:
    return set(E::BF16);
  case E::F8E4M3:
  case E::F8E5M2:
  case E::HF8:
    return set(E::F32);
  case E::I16:
    return set(E::F16, E::F32, E::I32, E::U32, E::U8);
  case E::I32:
    return set(E::F32, E::I16, E::I64, E::U16, E::U8);
  case E::I64:
    return set(E::F32, E::I32);
  case E::I8:
    return set(E::F16, E::I16, E::I32);
  case E::U32:
    return set(E::I16, E::U16, E::U8);
  case E::U8:
    return set(E::F16, E::U16);
  default:
    return 0;
  }
}

static Set direct(Arch arch, Element from) {
  return arch == Arch::A5 ? directA5(from) : directA2A3(from);
}

std::string_view toString(Element element) {
  return kInfos[index(element)].name;
}
unsigned bitsOf(Element element) { return kInfos[index(element)].bits; }
bool isFloat(Element element) { return kInfos[index(element)].exponent != 0; }

bool convertsDirectly(Arch arch, Element from, Element to) {
  return direct(arch, from) & set(to);
}

/// Every value of `value` is one of `holder`.
static bool holds(Element holder, Element value) {
  const ElementInfo &h = kInfos[index(holder)], &v = kInfos[index(value)];
  if (h.digits < v.digits || (v.isSigned && !h.isSigned))
    return false;
  return h.exponent >= v.exponent;
}

/// Every value of `value` is between the smallest and the largest of `holder`.
static bool spans(Element holder, Element value) {
  const ElementInfo &h = kInfos[index(holder)], &v = kInfos[index(value)];
  auto bound = [](const ElementInfo &e) {
    return e.exponent ? 1u << (e.exponent - 1) : e.digits;
  };
  return bound(h) >= bound(v) && (h.isSigned || !v.isSigned);
}

/// The elements of `from`'s direct conversions, best intermediate first.
static std::vector<Element> byPreference(Arch arch, Element from) {
  std::vector<Element> result;
  for (unsigned i = 0; i < kNumElements; ++i)
    if (direct(arch, from) & (Set(1) << i))
      result.push_back(static_cast<Element>(i));
  std::stable_sort(result.begin(), result.end(), [&](Element a, Element b) {
    auto rank = [&](Element e) {
      return std::make_tuple(!holds(e, from), bitsOf(e) != bitsOf(from),
                             !isFloat(e), 64 - bitsOf(e));
    };
    return rank(a) < rank(b);
  });
  return result;
}

std::vector<Element> conversionChain(Arch arch, Element from, Element to) {
  // Breadth first; where an element is reached first is its best predecessor.
  // What cuts off values that the target has is no way there.
  std::array<int, kNumElements> before;
  before.fill(-1);
  std::vector<Element> queue = {from};
  before[index(from)] = static_cast<int>(index(from));
  for (size_t i = 0; i < queue.size() && before[index(to)] < 0; ++i) {
    if (convertsDirectly(arch, queue[i], to)) {
      before[index(to)] = static_cast<int>(index(queue[i]));
      break;
    }
    for (Element next : byPreference(arch, queue[i]))
      if (before[index(next)] < 0 && (spans(next, from) || spans(next, to))) {
        before[index(next)] = static_cast<int>(index(queue[i]));
        queue.push_back(next);
      }
  }
  std::vector<Element> chain;
  if (from == to || before[index(to)] < 0)
    return chain;
  for (Element e = to; e != from; e = static_cast<Element>(before[index(e)]))
    chain.push_back(e);
  chain.push_back(from);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

std::vector<Element> conversionTargets(Arch arch, Element from) {
  std::vector<Element> targets;
  for (unsigned i = 0; i < kNumElements; ++i)
    if (!conversionChain(arch, from, static_cast<Element>(i)).empty())
      targets.push_back(static_cast<Element>(i));
  return targets;
}

} // namespace pypto::target
