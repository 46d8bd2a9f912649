//===- Rules.cpp - which orders the hardware keeps by itself ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Sync/Rules.h"

using namespace pypto::sync;

bool pypto::sync::needsBarrierAfterWrite(Arch arch, Pipe pipe) {
  switch (pipe) {
  case Pipe::V:
    return arch == Arch::A2A3;
  case Pipe::MTE2:
  case Pipe::MTE3:
    return true;
  default:
    return false;
  }
}

bool pypto::sync::isShortAccumulation(Arch arch, int64_t m, int64_t n) {
  constexpr int64_t kFractal = 16, kInterlockDepth = 10;
  int64_t rows = (m + kFractal - 1) / kFractal;
  int64_t cols = (n + kFractal - 1) / kFractal;
  return arch == Arch::A2A3 && rows * cols < kInterlockDepth;
}

static bool isCubeOnly(Pipe pipe) {
  return pipe == Pipe::M || pipe == Pipe::MTE1 || pipe == Pipe::FIX;
}

bool pypto::sync::isLegalFlag(Arch arch, Pipe from, Pipe to) {
  if (from == to)
    return false;
  if (arch == Arch::A2A3)
    return !(from == Pipe::V && isCubeOnly(to)) &&
           !(to == Pipe::V && isCubeOnly(from));
  return true;
}
