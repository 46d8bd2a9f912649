//===- MoveCost.cpp - cycles of a move between two memories -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Target/Target.h"

namespace pypto::target {

/// Half of the overhead measured for a Left and a Right move together.
static Sourced<double> halfOf(Sourced<double> pair) {
  pair.value /= 2;
  return pair;
}

static MoveCost fromMat(const OnChipRates &rates, Space to) {
  switch (to) {
  case Space::Left:
    return {halfOf(rates.matPairFixed), rates.matToLeft};
  case Space::Right:
    return {halfOf(rates.matPairFixed), rates.matToRight};
  case Space::LeftScale:
  case Space::RightScale:
    return {halfOf(rates.matPairFixed), rates.matToScale};
  case Space::Bias:
    return {rates.matSmallFixed, rates.matToBias};
  default:
    return {rates.matSmallFixed, rates.matToScaling};
  }
}

MoveCost Target::moveCost(Space from, Space to) const {
  switch (from) {
  case Space::Acc:
    return {onChip.accFixed,
            to == Space::Vec ? onChip.accToVec : onChip.accToMat};
  case Space::Vec: {
    Sourced<double> none = onChip.vecToMat;
    none.value = 0;
    return {none, onChip.vecToMat};
  }
  default:
    return fromMat(onChip, to);
  }
}

} // namespace pypto::target
