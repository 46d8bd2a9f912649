// Accumulations that begin at zero begin with a product.
// RUN: pypto-opt %s --pypto-infer-tile-memory-space --split-input-file | FileCheck %s

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>

// CHECK-LABEL: func.func @at_once(
// CHECK-NOT: pypto.tile.full
// CHECK: pypto.tile.matmul %
// CHECK-NOT: matmul_acc
func.func @at_once(%a: !a, %b: !a, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = pypto.tile.load %a[%c0, %c0] : !a -> !l
  %1 = pypto.tile.load %b[%c0, %c0] : !a -> !l
  %2 = pypto.tile.full %z : (f32) -> !p
  %3 = pypto.tile.matmul_acc %2, %0, %1 : (!p, !l, !l) -> !p
  %4 = pypto.tile.store %3, %c[%c0, %c0] : !p, !c -> !c
  return
}

// -----

// Two loops deep, and twice in each iteration: only the very first product does
// not add. No move between accumulators is made.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>

// CHECK-LABEL: func.func @nested(
// CHECK-NOT: pypto.tile.full
// CHECK: %[[SEED:.*]] = pypto.tile.create : !pypto.tile<32x32xf32, Acc, layout=nz>
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args({{.*}} = %[[SEED]])
// CHECK: scf.for %[[J:.*]] = {{.*}} iter_args(%[[ACC:.*]] =
// CHECK-DAG: %[[FJ:.*]] = arith.cmpi eq, %[[J]]
// CHECK-DAG: %[[FI:.*]] = arith.cmpi eq, %[[I]]
// CHECK: %[[FIRST:.*]] = arith.andi
// CHECK: %[[SUM:.*]] = scf.if %[[FIRST]] -> (!pypto.tile<32x32xf32, Acc, layout=nz>)
// CHECK: pypto.tile.matmul %
// CHECK: pypto.tile.matmul_acc %[[ACC]]
// CHECK: pypto.tile.matmul_acc %[[SUM]]
// CHECK-NOT: pypto.tile.move {{.*}}Acc{{.*}}Acc
func.func @nested(%a: !a, %b: !a, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %2 = pypto.tile.full %z : (f32) -> !p
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %2) -> !p {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%v = %u) -> !p {
      %0 = pypto.tile.load %a[%c0, %c0] : !a -> !l
      %1 = pypto.tile.load %b[%c0, %c0] : !a -> !l
      %3 = pypto.tile.matmul_acc %v, %0, %1 : (!p, !l, !l) -> !p
      %4 = pypto.tile.matmul_acc %3, %1, %0 : (!p, !l, !l) -> !p
      scf.yield %4 : !p
    }
    scf.yield %s : !p
  }
  %5 = pypto.tile.store %r, %c[%c0, %c0] : !p, !c -> !c
  return
}
