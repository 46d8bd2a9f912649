//===- Scratch.cpp - what instructions write of scratch tiles ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Scratch.h"
#include <algorithm>

namespace pypto::coremodel {

static bool isA5(const target::Target &target) {
  return target.arch == target::Arch::A5;
}
static int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

int64_t scratchLikeResult(const ExecInst &e, const target::Target &target) {
  const TileRef &d = e.tile[0];
  return isA5(target) ? 0
                      : int64_t(d.validRows) * d.validCols * d.elementSize();
}

int64_t scratchOfRemainder(const ExecInst &e, const target::Target &target) {
  const TileRef &d = e.tile[0];
  if (isA5(target) || !d.validRows || !d.validCols)
    return 0;
  return (d.validCols + 2 * divideUp(d.validCols, 64)) * d.elementSize();
}

int64_t scratchOfPrelu(const ExecInst &e, const target::Target &target) {
  const TileRef &d = e.tile[0];
  if (isA5(target) || !d.validRows || !d.validCols)
    return 0;
  return (int64_t(d.validRows) + 1) * divideUp(d.validCols, 8);
}

int64_t scratchOfSelect(const ExecInst &, const target::Target &target) {
  constexpr int64_t kBlock = 32;
  return isA5(target) ? 0 : kBlock;
}

int64_t scratchOfTranspose(const ExecInst &e, const target::Target &target) {
  if (isA5(target))
    return 0;
  const TileRef &s = e.tile[1];
  int64_t step = s.elementSize() == 1 ? 32 : 16;
  return s.validCols * divideUp(s.validRows, step) * step * s.elementSize();
}

int64_t scratchOfRowReduction(const ExecInst &e, const target::Target &target) {
  if (isA5(target))
    return 0;
  const TileRef &s = e.tile[1];
  return s.validRows * std::min<int64_t>(int64_t(s.validCols) * s.elementSize(),
                                         target.vectorBytes.value);
}

int64_t scratchOfColumnTree(const ExecInst &e, const target::Target &) {
  const TileRef &s = e.tile[1];
  return divideUp(s.validRows, 2) * s.validCols * s.elementSize();
}

} // namespace pypto::coremodel
