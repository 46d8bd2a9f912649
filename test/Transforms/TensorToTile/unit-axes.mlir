// Exchanges of an axis of one element are transposes of neighbouring axes, or reshapes.
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile | FileCheck %s

!s = !pypto.tensor<16x40x1xf32>
!d = !pypto.tensor<1x40x16xf32>

// The matrix is loaded as it lies and turned; nothing is done element by element.
// CHECK-LABEL: func.func @last(
// CHECK-NOT: scf.for
// CHECK: pypto.tile.load
// CHECK: pypto.tile.exp
// CHECK: pypto.tile.store
// CHECK-NOT: scf.for
func.func @last(%x: !s, %y: !d) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.transpose %x, 0, 2 : !s -> !d
  %1 = pypto.tensor.exp %0 : (!d) -> !d
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c0, %c0] : !d, !d -> !d
  return
}

!r = !pypto.tensor<1x1x40xf32>
!c = !pypto.tensor<40x1x1xf32>

// Nothing lies between, so that no element moves.
// CHECK-LABEL: func.func @between(
// CHECK-NOT: pypto.tile.transpose
func.func @between(%x: !r, %y: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!r) -> !r
  %1 = pypto.tensor.transpose %0, 0, 2 : !r -> !c
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c0, %c0] : !c, !c -> !c
  return
}
