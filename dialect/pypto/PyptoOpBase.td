//===- PyptoOpBase.td - bases of tensor and tile operations ---*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_OP_BASE_TD
#define PYPTO_OP_BASE_TD

include "PyptoInterfaces.td"
include "PyptoTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Pypto_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::mlir::pypto";
}

/// Every tile or tensor operand and the result: integer elements only.
def Pypto_IntegerElements : Pypto_Trait<"IntegerElements">;
/// Every tile or tensor operand and the result: floating-point elements only.
def Pypto_FloatElements : Pypto_Trait<"FloatElements">;

/// Operands and result of one element type; shapes broadcast (tensors) or are
/// equal (tiles); the result has the broadcast shape.
def Pypto_BinaryShapes : Pypto_Trait<"BinaryShapes">;
/// One tensor or tile operand with the shape and element type of the result,
/// and, if there is one, a scalar of that element type.
def Pypto_UnaryShapes : Pypto_Trait<"UnaryShapes">;

/// The result is never written over an operand: the hardware reads operands
/// after it has begun to write. On both twins.
def Pypto_OutOfPlace : Pypto_Trait<"OutOfPlace">;

/// Each row of the result comes from the same rows of the operands, so that a
/// tile of more axes is one of two. The shape traits of element-wise operations
/// and row reductions imply it.
def Pypto_ByRows : Pypto_Trait<"ByRows">;

/// A computation on tensors that only a core can do.
def Pypto_TensorCompute : Pypto_Trait<"TensorCompute">;

/// A computation on whole tensors that returns a fresh value. It reads tensors
/// that other operations may write, so it is not pure.
class Pypto_TensorValueOp<string name, list<Trait> traits = []>
    : Pypto_Op<"tensor." # name, traits # [Pypto_TensorCompute,
                                           MemoryEffects<[MemRead]>]>;

/// An operation whose result names the memory of `operand`.
class Pypto_TensorAliasOp<string name, string operand, bit isView,
                          list<Trait> traits = []>
    : Pypto_Op<"tensor." # name, traits # [
        DeclareOpInterfaceMethods<Pypto_TensorAliasOpInterface>]> {
  let extraClassDefinition = [{
    ::mlir::OpOperand &$cppClass::getAliasedTensor() {
      return get}] # operand # [{Mutable();
    }
    bool $cppClass::isTensorView() { return }] # !if(isView, "true", "false") # [{; }
  }];
}

/// An operation on tiles. Without a destination it is pure; with one it writes
/// it. An operation that touches global memory declares more effects.
class Pypto_TileOp<string name, list<Trait> traits = []>
    : Pypto_Op<"tile." # name, traits # [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<
            ::mlir::MemoryEffects::Effect>> &effects) {
      ::mlir::pypto::detail::getTileOpEffects(getOperation(), effects);
    }
  }];
}

/// A tensor operation with a twin on tiles.
class Pypto_TwinTensorOp<string name, string numScratch = "0",
                         list<Trait> traits = []>
    : Pypto_TensorValueOp<name, traits # [Pypto_TensorOpInterface]> {
  let extraClassDeclaration = [{
    static ::llvm::StringRef getTileOpName() {
      return "pypto.tile.}] # name # [{";
    }
    static unsigned getNumScratchTiles() { return }] # numScratch # [{; }
  }];
}

#endif // PYPTO_OP_BASE_TD
