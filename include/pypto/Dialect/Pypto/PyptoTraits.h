//===- PyptoTraits.h - rules shared by families of operations ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each trait is a rule on the shapes or element types of an operation's tensor
// and tile operands and its result. The rules are stated where the traits are
// declared in TableGen.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_DIALECT_PYPTO_PYPTOTRAITS_H
#define PYPTO_DIALECT_PYPTO_PYPTOTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::pypto {

namespace detail {
LogicalResult verifyBinaryShapes(Operation *op);
LogicalResult verifyUnaryShapes(Operation *op);
LogicalResult verifyCastShapes(Operation *op);
LogicalResult verifyTernaryShapes(Operation *op);
LogicalResult verifySelectShapes(Operation *op);
LogicalResult verifyMaskShapes(Operation *op);
LogicalResult verifyRowReductionShapes(Operation *op);
LogicalResult verifyColReductionShapes(Operation *op);
LogicalResult verifyRowArgReductionShapes(Operation *op);
LogicalResult verifyColArgReductionShapes(Operation *op);
LogicalResult verifyRowExpandShapes(Operation *op);
LogicalResult verifyColExpandShapes(Operation *op);
LogicalResult verifyIntegerElements(Operation *op);
LogicalResult verifyFloatElements(Operation *op);
LogicalResult verifyDeclaredAttributes(Operation *op);
} // namespace detail

#define PYPTO_TRAIT(NAME)                                                      \
  template <typename ConcreteType>                                             \
  class NAME : public OpTrait::TraitBase<ConcreteType, NAME> {                 \
  public:                                                                      \
    static LogicalResult verifyTrait(Operation *op) {                          \
      return detail::verify##NAME(op);                                         \
    }                                                                          \
  };
PYPTO_TRAIT(BinaryShapes)
PYPTO_TRAIT(UnaryShapes)
PYPTO_TRAIT(CastShapes)
PYPTO_TRAIT(TernaryShapes)
PYPTO_TRAIT(SelectShapes)
PYPTO_TRAIT(MaskShapes)
PYPTO_TRAIT(RowReductionShapes)
PYPTO_TRAIT(ColReductionShapes)
PYPTO_TRAIT(RowArgReductionShapes)
PYPTO_TRAIT(ColArgReductionShapes)
PYPTO_TRAIT(RowExpandShapes)
PYPTO_TRAIT(ColExpandShapes)
PYPTO_TRAIT(IntegerElements)
PYPTO_TRAIT(FloatElements)
PYPTO_TRAIT(DeclaredAttributes)
#undef PYPTO_TRAIT

/// Marks an operation whose result must not overwrite an operand; no rule of
/// its own.
template <typename ConcreteType>
class OutOfPlace : public OpTrait::TraitBase<ConcreteType, OutOfPlace> {};

/// Marks an operation each row of whose result comes from the same rows of its
/// operands, beyond those whose shape traits say so; no rule of its own.
template <typename ConcreteType>
class ByRows : public OpTrait::TraitBase<ConcreteType, ByRows> {};

/// Marks an operation on a value per row that takes these as a column or as a
/// block for each, never as the one element of a tile of one row (pto-isa); no
/// rule of its own.
template <typename ConcreteType>
class NoSingleElement
    : public OpTrait::TraitBase<ConcreteType, NoSingleElement> {};

/// Marks a computation on tensors that only a core can do; no rule of its own.
template <typename ConcreteType>
class TensorCompute : public OpTrait::TraitBase<ConcreteType, TensorCompute> {};

} // namespace mlir::pypto

#endif // PYPTO_DIALECT_PYPTO_PYPTOTRAITS_H
