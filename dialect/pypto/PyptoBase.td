//===- PyptoBase.td - the pypto dialect -----------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BASE_TD
#define PYPTO_BASE_TD

include "mlir/IR/OpBase.td"

def Pypto_Dialect : Dialect {
  let name = "pypto";
  let cppNamespace = "::mlir::pypto";
  let summary = "Tile kernels for Ascend cores, from tensors to placed buffers";
  let description = [{
    The `pypto` dialect holds a kernel from the moment the front end has read
    it until its tiles have addresses.

    *Tensors* (`!pypto.tensor`) live in global memory and are reference values:
    an operation that writes one has a write effect on it, and its result is an
    alias of the same tensor. *Tensor operations* (`pypto.tensor.*`) compute on
    whole tensors and return fresh values. *Tiles* (`!pypto.tile`) live on chip;
    the tile's memory space, layout, valid region and pad value are in its type.
    *Tile operations* (`pypto.tile.*`) name the twin of a tensor operation where
    there is one; once buffers exist each carries its destination buffer, a
    builtin `memref` with a `#pypto.space` memory space, and its result is a
    view of that buffer.

    Structured control flow, arithmetic on scalars and functions are `scf`,
    `arith` and `func`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerTypes();
    void registerAttributes();
  }];
}

/// No attribute but those that the operation declares and those with the name
/// of a dialect in front.
def Pypto_DeclaredAttributes
    : NativeOpTrait<"DeclaredAttributes">, StructuralOpTrait {
  let cppNamespace = "::mlir::pypto";
}

class Pypto_Op<string mnemonic, list<Trait> traits = []>
    : Op<Pypto_Dialect, mnemonic, traits # [Pypto_DeclaredAttributes]>;

#endif // PYPTO_BASE_TD
