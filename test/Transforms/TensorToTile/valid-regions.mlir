// A tensor that is valid in part: loads, results and stores have its valid region.
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file | FileCheck %s

!x = !pypto.tensor<16x64xf32>
!v = !pypto.tensor<16x1xf32>

// Run-time rows: the load has them as an operand, everything computed from it
// follows, the reduction keeps them and the store writes no more.

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<16x64xf32>, %[[N:.*]]: index
// CHECK: %[[T:.*]] = pypto.tile.load %[[X]]{{.*}} valid[%[[N]]] : {{.*}} -> !pypto.tile<16x64xf32, valid=?x64>
// CHECK: %[[E:.*]] = pypto.tile.exp %[[T]] : {{.*}} -> !pypto.tile<16x64xf32, valid=?x64>
// CHECK: %[[S:.*]] = pypto.tile.row_sum %[[E]] scratch {{.*}} -> !pypto.tile<16x1xf32, valid=?x1>
// CHECK: pypto.tile.store %[[S]]
func.func @rows(%x: !x, %n: index, %out: !v) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = pypto.tensor.set_validshape %x[%n, %c64] : !x
  %1 = pypto.tensor.exp %0 : (!x) -> !x
  %2 = pypto.tensor.row_sum %1 : (!x) -> !v
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !v, !v -> !v
  return
}

// -----

// Operands that are valid in different parts meet in what both have; the wider
// one is narrowed.

!x = !pypto.tensor<16x64xf32>

// CHECK-LABEL: func.func @both(
// CHECK: %[[A:.*]] = pypto.tile.load {{.*}} -> !pypto.tile<16x64xf32, valid=9x64>
// CHECK: %[[B:.*]] = pypto.tile.load {{.*}} -> !pypto.tile<16x64xf32, valid=12x30>
// CHECK-DAG: %[[NA:.*]] = pypto.tile.set_validshape %[[A]]{{.*}} -> !pypto.tile<16x64xf32, valid=9x30>
// CHECK-DAG: %[[NB:.*]] = pypto.tile.set_validshape %[[B]]{{.*}} -> !pypto.tile<16x64xf32, valid=9x30>
// CHECK: pypto.tile.add %[[NA]], %[[NB]] : {{.*}} -> !pypto.tile<16x64xf32, valid=9x30>
func.func @both(%x: !x, %y: !x, %out: !x) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c12 = arith.constant 12 : index
  %c30 = arith.constant 30 : index
  %c64 = arith.constant 64 : index
  %0 = pypto.tensor.set_validshape %x[%c9, %c64] : !x
  %1 = pypto.tensor.set_validshape %y[%c12, %c30] : !x
  %2 = pypto.tensor.add %0, %1 : (!x, !x) -> !x
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !x, !x -> !x
  return
}

// -----

// A window has the part of the region that lies in it; filling makes it whole.

!x = !pypto.tensor<64x64xf32>
!w = !pypto.tensor<16x64xf32>

// CHECK-LABEL: func.func @window(
// CHECK-SAME: %[[N:[a-z0-9]*]]: index, %[[I:[a-z0-9]*]]: index
// CHECK: %[[D:.*]] = arith.subi %[[N]], %[[I]]
// CHECK: %[[P:.*]] = arith.maxsi %[[D]], %{{.*}}
// CHECK: %[[M:.*]] = arith.minsi %[[P]], %{{.*}}
// CHECK: %[[T:.*]] = pypto.tile.load {{.*}} valid[%[[M]]] : {{.*}} -> !pypto.tile<16x64xf32, valid=?x64>
// CHECK: pypto.tile.fillpad %[[T]] : {{.*}} -> !pypto.tile<16x64xf32, pad=min>
func.func @window(%x: !x, %n: index, %i: index, %out: !w) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = pypto.tensor.set_validshape %x[%n, %c64] : !x
  %1 = pypto.tensor.slice %0[%i, %c0] : !x -> !w
  %2 = pypto.tensor.fillpad %1 {pad = #pypto.pad<min>} : !w -> !w
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !w, !w -> !w
  return
}

// -----

// A run-time number of rows is bounded by the minimum that made it.

!x = !pypto.tensor<?x64xf32>

// CHECK-LABEL: func.func @bounded(
// CHECK: %[[M:.*]] = arith.minsi
// CHECK: %[[T:.*]] = pypto.tile.load {{.*}} valid[%[[M]]] : {{.*}} -> !pypto.tile<16x64xf32, valid=?x64>
// CHECK: pypto.tile.exp %[[T]] : {{.*}} -> !pypto.tile<16x64xf32, valid=?x64>
func.func @bounded(%x: !x, %out: !x, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %m = arith.minsi %n, %c16 : index
  %0 = pypto.tensor.slice %x[%c0, %c0] sizes [%m] : !x -> !x
  %1 = pypto.tensor.exp %0 : (!x) -> !x
  %2 = pypto.tensor.assemble %1 into %out[%c0, %c0] : !x, !x -> !x
  return
}

// -----

// A loop carries the extents with the tile.

!x = !pypto.tensor<16x64xf32>

// CHECK-LABEL: func.func @carried(
// CHECK: scf.for {{.*}} -> (!pypto.tile<16x64xf32, valid=?x64>)
func.func @carried(%x: !x, %n: index, %out: !x) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %0 = pypto.tensor.set_validshape %x[%n, %c64] : !x
  %1 = pypto.tensor.exp %0 : (!x) -> !x
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %1) -> (!x) {
    %4 = pypto.tensor.add %a, %0 : (!x, !x) -> !x
    scf.yield %4 : !x
  }
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !x, !x -> !x
  return
}
