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

// -----

// Where the loop may not run, and for any other value, the accumulator is made
// before it: a column of the value, filled in Mat, times a row of ones.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>

// CHECK-LABEL: func.func @filled(
// CHECK-SAME: pypto.kind = #pypto.func_kind<AIC>
// CHECK: %[[COLUMN:.*]] = pypto.tile.full %arg3 : (f32) -> !pypto.tile<32x16xf32, Mat, layout=nz, valid=32x1>
// CHECK: %[[L:.*]] = pypto.tile.move %[[COLUMN]] : {{.*}} -> !pypto.tile<32x16xf32, Left, layout=zz, valid=32x1>
// CHECK: %[[ROW:.*]] = pypto.tile.full %{{.*}} : (f32) -> !pypto.tile<16x32xf32, Mat, layout=nz, valid=1x32>
// CHECK: %[[R:.*]] = pypto.tile.move %[[ROW]] : {{.*}} -> !pypto.tile<16x32xf32, Right, layout=zn, valid=1x32>
// CHECK: %[[SEED:.*]] = pypto.tile.matmul %[[L]], %[[R]] : {{.*}} -> !pypto.tile<32x32xf32, Acc, layout=nz>
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[SEED]])
// CHECK: pypto.tile.matmul_acc %[[ACC]]
func.func @filled(%a: !a, %c: !c, %n: index, %s: f32) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pypto.tile.full %s : (f32) -> !p
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %0) -> !p {
    %1 = pypto.tile.load %a[%c0, %c0] : !a -> !l
    %2 = pypto.tile.matmul_acc %acc, %1, %1 : (!p, !l, !l) -> !p
    scf.yield %2 : !p
  }
  %3 = pypto.tile.store %r, %c[%c0, %c0] : !p, !c -> !c
  return
}

// -----

// A constant operand of a product is filled where the matrix core can.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>

// CHECK-LABEL: func.func @ones(
// CHECK-SAME: pypto.kind = #pypto.func_kind<AIC>
// CHECK: %[[ONES:.*]] = pypto.tile.full %{{.*}} : (f16) -> !pypto.tile<32x32xf16, Mat, layout=nz>
// CHECK: pypto.tile.move %[[ONES]] : {{.*}} -> !pypto.tile<32x32xf16, Left, layout=zz>
func.func @ones(%a: !a, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f16
  %0 = pypto.tile.full %one : (f16) -> !l
  %1 = pypto.tile.load %a[%c0, %c0] : !a -> !l
  %2 = pypto.tile.matmul %0, %1 : (!l, !l) -> !p
  %3 = pypto.tile.store %2, %c[%c0, %c0] : !p, !c -> !c
  return
}
