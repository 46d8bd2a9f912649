//===- Targets.cpp - the chip of a module -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Utils/Targets.h"

namespace pypto {

using mlir::pypto::Arch;
using mlir::pypto::MemorySpace;
using mlir::pypto::TileLayout;

static_assert(static_cast<int>(MemorySpace::ScalarLocal) ==
              static_cast<int>(target::Space::ScalarLocal));
static_assert(static_cast<int>(TileLayout::NN) ==
              static_cast<int>(target::Layout::NN));

const target::Target &getTarget(mlir::Operation *op) {
  return target::Target::get(mlir::pypto::getArch(op) == Arch::a5
                                 ? target::Arch::A5
                                 : target::Arch::A2A3);
}

} // namespace pypto
