//===- PtoTraits.h - what marks a pto op ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PTOTRAITS_H
#define PYPTO_DIALECT_PTO_PTOTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::pto {

/// Marks an instruction that leaves part of its destination's valid rectangle
/// as it was; no rule of its own.
template <typename ConcreteType>
class PartialWrite : public OpTrait::TraitBase<ConcreteType, PartialWrite> {};

} // namespace mlir::pto

#endif // PYPTO_DIALECT_PTO_PTOTRAITS_H
