// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file --verify-diagnostics

// What cannot be tiled is left to the conversion, which says how much fits: the operands, the result and scratch.

!t = !pypto.tensor<3x64000xf32>
!p = !pypto.tensor<3x1xi32>
func.func @positions(%x: !t, %y: !p) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{[PYPTO-E0502] a tile of}}
  // expected-note@+1 {{help: not even one row fits, but}}
  %0 = pypto.tensor.row_argmax %x : (!t) -> !p
  %1 = pypto.tensor.assemble %0 into %y[%c0, %c0] : !p, !p -> !p
  return
}

// -----

// A window of what was computed, in a kernel that no task runs: as many rows as fit beside the window.

!t = !pypto.tensor<1003x640xf32>
!w = !pypto.tensor<97x72xf32>
func.func @alone(%x: !t, %out: !w) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{[PYPTO-E0502] a tile of 1003x640xf32 needs 2567680 bytes of Vec, which has 188416 on the 910B}}
  // expected-note@+1 {{help: at most 64 rows fit; loop over blocks of rows}}
  %m = pypto.tensor.col_max %x : (!t) -> !pypto.tensor<1x640xf32>
  %0 = pypto.tensor.col_expand_mul %x, %m : (!t, !pypto.tensor<1x640xf32>) -> !t
  %1 = pypto.tensor.slice %0[%c0, %c0] : !t -> !w
  %2 = pypto.tensor.neg %1 : (!w) -> !w
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !w, !w -> !w
  return
}
