//===- OutOfRange.td - rule for indices of gathers ------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_OUT_OF_RANGE_TD
#define PYPTO_OUT_OF_RANGE_TD

include "mlir/IR/EnumAttr.td"

// Kept as an integer: an attribute of its own would be one more member of the
// dialect for three operations.
def Pypto_OutOfRange : I32EnumAttr<"OutOfRange",
    "what an index outside of a gather's source means", [
      I32EnumAttrCase<"undefined", 0>, I32EnumAttrCase<"clamp", 1>,
      I32EnumAttrCase<"wrap", 2>, I32EnumAttrCase<"zero", 3>]> {
  let cppNamespace = "::mlir::pypto";
}

#endif // PYPTO_OUT_OF_RANGE_TD
