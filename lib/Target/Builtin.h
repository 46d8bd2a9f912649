//===- Builtin.h - the chips that come with the project ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_TARGET_BUILTIN_H
#define PYPTO_LIB_TARGET_BUILTIN_H

#include "pypto/Target/Target.h"

namespace pypto::target {

Target makeA2A3();
Target makeA5();

/// Shorthands for the tables.
template <typename T> constexpr Sourced<T> measured(T v, const char *s) {
  return {v, Confidence::Measured, s};
}
template <typename T> constexpr Sourced<T> vendor(T v, const char *s) {
  return {v, Confidence::Vendor, s};
}
template <typename T> constexpr Sourced<T> fromCode(T v, const char *s) {
  return {v, Confidence::Code, s};
}
template <typename T> constexpr Sourced<T> derived(T v, const char *s) {
  return {v, Confidence::Derived, s};
}
template <typename T> constexpr Sourced<T> simulated(T v, const char *s) {
  return {v, Confidence::Simulated, s};
}
template <typename T> constexpr Sourced<T> guess(T v, const char *s) {
  return {v, Confidence::Guess, s};
}

} // namespace pypto::target

#endif // PYPTO_LIB_TARGET_BUILTIN_H
