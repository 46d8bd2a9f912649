//===- Conversions.h - element types a chip converts ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which element types the vector unit converts into which with one instruction,
// and the shortest chain of such conversions for the others. Source: conversion
// tables of the public language reference, for the 910B and the 950.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TARGET_CONVERSIONS_H
#define PYPTO_TARGET_CONVERSIONS_H

#include "pypto/Target/Target.h"
#include <string_view>
#include <vector>

namespace pypto::target {

/// Element types that conversions know.
enum class Element : uint8_t {
  I4,
  I8,
  U8,
  I16,
  U16,
  I32,
  U32,
  I64,
  F16,
  BF16,
  F32,
  F4E2M1,
  F8E4M3,
  F8E5M2,
  HF8,
};
inline constexpr unsigned kNumElements = 15;

/// "FP16": the name in the language.
std::string_view toString(Element element);
/// Bits of one element.
unsigned bitsOf(Element element);
bool isFloat(Element element);

/// True if `arch` has an instruction from `from` to `to`.
bool convertsDirectly(Arch arch, Element from, Element to);

/// The types from `from` to `to`, both included, of the shortest chain of
/// conversions; empty if there is none. No type on the way is narrower in range
/// than both ends. Of chains of one length the one whose
/// next type holds every value of the one before it; else as wide as that, else
/// a float, else wider, else first in the enumeration.
std::vector<Element> conversionChain(Arch arch, Element from, Element to);

/// What `arch` converts `from` into, directly or in several steps, in the order
/// of the enumeration.
std::vector<Element> conversionTargets(Arch arch, Element from);

} // namespace pypto::target

#endif // PYPTO_TARGET_CONVERSIONS_H
