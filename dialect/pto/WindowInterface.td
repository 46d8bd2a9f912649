//===- WindowInterface.td - instructions on a part of a tile -*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_WINDOW_INTERFACE_TD
#define PTO_WINDOW_INTERFACE_TD

include "mlir/IR/OpBase.td"

def WindowOpInterface : OpInterface<"WindowOpInterface"> {
  let cppNamespace = "::mlir::pto";
  let description = [{
    An instruction that touches less of a tile operand than all of it. What
    orders instructions asks here; without an answer an operand counts as
    touched from its first byte to its last.
  }];
  let methods = [
    InterfaceMethod<[{
      The window of \p tile, an operand, that the instruction reads or writes;
      nothing when that is the whole tile or not known.
    }], "::std::optional<::mlir::pto::TileWindow>", "getWindow",
      (ins "::mlir::Value":$tile)>
  ];
}

#endif // PTO_WINDOW_INTERFACE_TD
