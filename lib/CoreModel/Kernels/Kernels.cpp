//===- Kernels.cpp - tables of inner loops per instruction set --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Baseline, AVX2 and AVX-512 on x86; the only level elsewhere.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)

#include "Kernels.h"
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lib/CoreModel/Kernels/Kernels.cpp"
// clang-format off: foreach_target comes first
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace pypto::coremodel {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each uses what the ones before it define.
// clang-format off
#include "Math-inl.h"
#include "Elementwise-inl.h"
#include "Reduce-inl.h"
#include "Convert-inl.h"
#include "Matmul-inl.h"
#include "Table-inl.h"
// clang-format on

} // namespace HWY_NAMESPACE
} // namespace pypto::coremodel
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pypto::coremodel {

HWY_EXPORT(makeTable);

const KernelTable &kernels() {
  static const KernelTable &table = HWY_DYNAMIC_DISPATCH(makeTable)();
  return table;
}

} // namespace pypto::coremodel
#endif
