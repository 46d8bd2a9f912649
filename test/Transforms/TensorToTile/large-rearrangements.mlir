// Transposes of what no tile holds are pulled to where operands are loaded; a joined tensor of which
// no row fits is stored part by part, and so is one that is transposed.
//
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file | FileCheck %s

!t = !pypto.tensor<1000x704xf32>
!c = !pypto.tensor<1000x1xf32>
!u = !pypto.tensor<704x1000xf32>

// CHECK-LABEL: func.func @transpose(
// CHECK: pypto.tensor.transpose %{{.*}} : !pypto.tensor<1000x704xf32> -> !pypto.tensor<704x1000xf32>
// CHECK: scf.for
// CHECK: pypto.tile.load
// CHECK: pypto.tile.col_expand_add
// CHECK: pypto.tile.store
func.func @transpose(%x: !t, %c: !c, %y: !u) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.row_expand_add %0, %c : (!t, !c) -> !t
  %2 = pypto.tensor.transpose %1, 0, 1 : !t -> !u
  %3 = pypto.tensor.exp %2 : (!u) -> !u
  %4 = pypto.tensor.assemble %3 into %y[%c0, %c0] : !u, !u -> !u
  return
}

// -----

// One that fits stays where it is.

!t = !pypto.tensor<16x32xf32>
!u = !pypto.tensor<32x16xf32>

// CHECK-LABEL: func.func @small(
// CHECK: pypto.tile.exp
// CHECK: pypto.tile.transpose
func.func @small(%x: !t, %y: !u) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.transpose %0, 0, 1 : !t -> !u
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c0] : !u, !u -> !u
  return
}

// -----

!t = !pypto.tensor<1x70000xf32>
!u = !pypto.tensor<1x140000xf32>

// CHECK-LABEL: func.func @join(
// CHECK-NOT: pypto.tile.concat
// CHECK: pypto.tile.store %{{.*}}, %arg2[%{{.*}}, %c0{{.*}}] : !pypto.tile<1x47104xf32>
// CHECK: pypto.tile.store %{{.*}}, %arg2[%{{.*}}, %c70000{{.*}}] : !pypto.tile<1x47104xf32>
func.func @join(%x: !t, %z: !t, %y: !u) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.concat %0, %z : (!t, !t) -> !u
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c0] : !u, !u -> !u
  return
}

// -----

// Rows are reduced as the columns of the transpose.

!t = !pypto.tensor<1000x704xf32>
!c = !pypto.tensor<1000x1xf32>
!u = !pypto.tensor<704x1000xf32>

// CHECK-LABEL: func.func @reduced(
// CHECK: pypto.tensor.transpose
// CHECK: scf.for
// CHECK: pypto.tile.col_max
// CHECK: pypto.tile.col_expand_sub
// CHECK: pypto.tile.store
func.func @reduced(%x: !t, %y: !u) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.row_max %x : (!t) -> !c
  %1 = pypto.tensor.row_expand_sub %x, %0 : (!t, !c) -> !t
  %2 = pypto.tensor.transpose %1, 0, 1 : !t -> !u
  %3 = pypto.tensor.assemble %2 into %y[%c0, %c0] : !u, !u -> !u
  return
}

// -----

// The parts of a transposed join are transposed and stored one by one.

!a = !pypto.tensor<304x128xf32>
!b = !pypto.tensor<304x272xf32>
!t = !pypto.tensor<304x400xf32>
!u = !pypto.tensor<400x304xf32>

// CHECK-LABEL: func.func @transposed_join(
// CHECK-NOT: pypto.tile.concat
// CHECK: pypto.tile.exp
// CHECK: pypto.tile.store
// CHECK: pypto.tile.store
func.func @transposed_join(%x: !a, %z: !b, %y: !u) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!a) -> !a
  %1 = pypto.tensor.concat %0, %z : (!a, !b) -> !t
  %2 = pypto.tensor.transpose %1, 0, 1 : !t -> !u
  %3 = pypto.tensor.assemble %2 into %y[%c0, %c0] : !u, !u -> !u
  return
}
