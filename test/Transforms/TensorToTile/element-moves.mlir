// Elements move one by one where rows of another length are padded otherwise; what is only stored
// does not move.
//
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file | FileCheck %s

!t = !pypto.tensor<15x17xf32>
!r = !pypto.tensor<17x15xf32>

// CHECK-LABEL: func.func @used(
// CHECK: %[[E:.*]] = pypto.tile.exp %{{.*}} -> !pypto.tile<15x24xf32, valid=15x17>
// CHECK: %[[I:.*]] = pypto.tile.ci %{{.*}} -> !pypto.tile<1x272xi32>
// CHECK: pypto.tile.minimums %{{.*}}, %c254_i32
// CHECK: %[[G:.*]] = pypto.tile.gather %[[E]][%{{.*}}] scratch %{{.*}} -> !pypto.tile<1x272xf32>
// CHECK: %[[R:.*]] = pypto.tile.reshape %[[G]] : !pypto.tile<1x272xf32> -> !pypto.tile<17x16xf32>
// CHECK: %[[N:.*]] = pypto.tile.set_validshape %[[R]]
// CHECK: pypto.tile.exp %[[N]]
func.func @used(%x: !t, %y: !r) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.reshape %0 : !t -> !r
  %2 = pypto.tensor.exp %1 : (!r) -> !r
  %3 = pypto.tensor.assemble %2 into %y[%c0, %c0] : !r, !r -> !r
  return
}

// The target has the same bytes under the old shape.

// CHECK-LABEL: func.func @stored(
// CHECK-NOT: pypto.tile.gather
// CHECK: %[[V:.*]] = pypto.tensor.reshape %{{.*}} : !pypto.tensor<17x15xf32> -> !pypto.tensor<15x17xf32>
// CHECK: pypto.tile.store %{{.*}}, %[[V]]
func.func @stored(%x: !t, %y: !r) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.reshape %0 : !t -> !r
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c0] : !r, !r -> !r
  return
}

// -----

// Positions are computed for a part at a time.

!b = !pypto.tensor<70x67xf32>
!c = !pypto.tensor<67x70xf32>

// CHECK-LABEL: func.func @long(
// CHECK: scf.for {{.*}} iter_args
// CHECK: pypto.tile.ci %{{.*}} -> !pypto.tile<1x2048xi32>
// CHECK: pypto.tile.gather
// CHECK: scf.yield
// CHECK: pypto.tile.ci %{{.*}} -> !pypto.tile<1x728xi32>
func.func @long(%x: !b, %y: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!b) -> !b
  %1 = pypto.tensor.reshape %0 : !b -> !c
  %2 = pypto.tensor.exp %1 : (!c) -> !c
  %3 = pypto.tensor.assemble %2 into %y[%c0, %c0] : !c, !c -> !c
  return
}

// -----

// A window of its own is a tensor of its own, and so are views of it.

!m = !pypto.tensor<48x17xf32>
!w = !pypto.tensor<3x3xf32>

// CHECK-LABEL: func.func @views(
// CHECK: %[[L:.*]] = pypto.tile.load
// CHECK: pypto.tile.gather %[[L]]
// CHECK-NOT: pypto.tile.load
func.func @views(%x: !m, %y: !pypto.tensor<9x1xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.slice %x[%c0, %c0] : !m -> !w
  %1 = pypto.tensor.reshape %0 : !w -> !pypto.tensor<9xf32>
  %2 = pypto.tensor.reshape %1 : !pypto.tensor<9xf32> -> !pypto.tensor<9x1xf32>
  %3 = pypto.tensor.exp %2 : (!pypto.tensor<9x1xf32>) -> !pypto.tensor<9x1xf32>
  %4 = pypto.tensor.assemble %3 into %y[%c0, %c0] : !pypto.tensor<9x1xf32>, !pypto.tensor<9x1xf32> -> !pypto.tensor<9x1xf32>
  return
}
