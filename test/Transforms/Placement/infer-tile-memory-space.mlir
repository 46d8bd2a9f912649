// Tiles get the memory in which their users need them with the fewest moves.
// RUN: pypto-opt %s --pypto-infer-tile-memory-space --split-input-file | FileCheck %s

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>

// Loads stop in Mat; one move serves both products and stands before the first.

// CHECK-LABEL: func.func @shared(
// CHECK-SAME: pypto.kind = #pypto.func_kind<AIC>
// CHECK: %[[A:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<32x32xf16, Mat, layout=nz>
// CHECK: %[[B:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<32x32xf16, Mat, layout=nz>
// CHECK: %[[L:.*]] = pypto.tile.move %[[A]] : {{.*}} -> !pypto.tile<32x32xf16, Left, layout=zz>
// CHECK: %[[R:.*]] = pypto.tile.move %[[B]] : {{.*}} -> !pypto.tile<32x32xf16, Right, layout=zn>
// CHECK: pypto.tile.matmul %[[L]], %[[R]] : {{.*}} -> !pypto.tile<32x32xf32, Acc, layout=nz>
// CHECK: %[[RA:.*]] = pypto.tile.move %[[A]] : {{.*}} -> !pypto.tile<32x32xf16, Right, layout=zn>
// CHECK: pypto.tile.matmul %[[L]], %[[RA]]
// CHECK-NOT: pypto.tile.move
func.func @shared(%a: !a, %b: !a, %c: !c, %d: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %a[%c0, %c0] : !a -> !l
  %1 = pypto.tile.load %b[%c0, %c0] : !a -> !l
  %2 = pypto.tile.matmul %0, %1 : (!l, !l) -> !p
  %3 = pypto.tile.matmul %0, %0 : (!l, !l) -> !p
  %4 = pypto.tile.store %2, %c[%c0, %c0] : !p, !c -> !c
  %5 = pypto.tile.store %3, %d[%c0, %c0] : !p, !c -> !c
  return
}

// -----

// A created tile that seeds an accumulation lives in Acc, with the carry and the
// result. A valid region on the way does not change the route.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>

// CHECK-LABEL: func.func @accumulate(
// CHECK: %[[SEED:.*]] = pypto.tile.create : !pypto.tile<32x32xf32, Acc, layout=nz>
// CHECK: %[[A:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<32x32xf16, Mat, layout=nz>
// CHECK: %[[V:.*]] = pypto.tile.set_validshape %[[A]]{{.*}} -> !pypto.tile<32x32xf16, Mat, layout=nz, valid=?x?>
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[SEED]]) -> (!pypto.tile<32x32xf32, Acc, layout=nz>) {
// CHECK: %[[B:.*]] = pypto.tile.load
// CHECK-DAG: %[[L:.*]] = pypto.tile.move %[[V]]
// CHECK-DAG: %[[BR:.*]] = pypto.tile.move %[[B]]
// CHECK: %[[N:.*]] = pypto.tile.matmul_acc %[[ACC]], %[[L]], %[[BR]]
// CHECK: scf.yield %[[N]]
// CHECK: pypto.tile.store %[[R]]
func.func @accumulate(%a: !a, %b: !a, %c: !c, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seed = pypto.tile.create : !p
  %0 = pypto.tile.load %a[%c0, %c0] : !a -> !l
  %v = pypto.tile.set_validshape %0[%n, %n] : !l -> !pypto.tile<32x32xf16, valid=?x?>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %seed) -> !p {
    %1 = pypto.tile.load %b[%c0, %c0] : !a -> !l
    %2 = pypto.tile.matmul_acc %acc, %v, %1 : (!p, !pypto.tile<32x32xf16, valid=?x?>, !l) -> !p
    scf.yield %2 : !p
  }
  %3 = pypto.tile.store %r, %c[%c0, %c0] : !p, !c -> !c
  return
}

// -----

// A product of a product: the inner one goes through Mat to Left in two moves,
// narrowed on the first.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>

// CHECK-LABEL: func.func @chained(
// CHECK: %[[P:.*]] = pypto.tile.matmul
// CHECK: %[[M:.*]] = pypto.tile.move %[[P]] : (!pypto.tile<32x32xf32, Acc, layout=nz>) -> !pypto.tile<32x32xf16, Mat, layout=nz>
// CHECK: %[[L:.*]] = pypto.tile.move %[[M]] : {{.*}} -> !pypto.tile<32x32xf16, Left, layout=zz>
// CHECK: pypto.tile.matmul %[[L]]
func.func @chained(%a: !a, %b: !a, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %a[%c0, %c0] : !a -> !l
  %1 = pypto.tile.load %b[%c0, %c0] : !a -> !l
  %2 = pypto.tile.matmul %0, %1 : (!l, !l) -> !p
  %3 = pypto.tile.move %2 : (!p) -> !l
  %4 = pypto.tile.matmul %3, %1 : (!l, !l) -> !p
  %5 = pypto.tile.store %4, %c[%c0, %c0] : !p, !c -> !c
  return
}

// -----

// A column vector is stored by columns; element-wise work on it uses one row.

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<64x32xf32>
!k = !pypto.tile<64x1xf32>

// CHECK-LABEL: func.func @columns(
// CHECK-SAME: pypto.kind = #pypto.func_kind<AIV>
// CHECK: %[[S:.*]] = pypto.tile.row_sum {{.*}} -> !pypto.tile<64x1xf32, Vec, layout=dn>
// CHECK: %[[ROW:.*]] = pypto.tile.reshape %[[S]] : {{.*}} -> !pypto.tile<1x64xf32, Vec>
// CHECK: %[[E:.*]] = pypto.tile.exp %[[ROW]] : (!pypto.tile<1x64xf32, Vec>) -> !pypto.tile<1x64xf32, Vec>
// CHECK: %[[N:.*]] = pypto.tile.neg %[[E]]
// CHECK: %[[COL:.*]] = pypto.tile.reshape %[[N]] : {{.*}} -> !pypto.tile<64x1xf32, Vec, layout=dn>
// CHECK: pypto.tile.row_expand_mul %{{.*}}, %[[COL]]
func.func @columns(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.create : !v
  %2 = pypto.tile.row_sum %0 scratch %1 : (!v, !v) -> !k
  %3 = pypto.tile.exp %2 : (!k) -> !k
  %4 = pypto.tile.neg %3 : (!k) -> !k
  %5 = pypto.tile.row_expand_mul %0, %4 : (!v, !k) -> !v
  %6 = pypto.tile.store %5, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// On the 950 an accumulator reaches Left through Mat, and Left has another
// layout.

module attributes {pypto.arch = #pypto.arch<a5>} {
  // CHECK-LABEL: func.func @a5(
  // CHECK: pypto.tile.move {{.*}} -> !pypto.tile<32x32xf16, Left, layout=nz>
  func.func @a5(%a: !pypto.tensor<32x32xf16>, %c: !pypto.tensor<32x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
    %c0 = arith.constant 0 : index
    %0 = pypto.tile.load %a[%c0, %c0] : !pypto.tensor<32x32xf16> -> !pypto.tile<32x32xf16>
    %1 = pypto.tile.matmul %0, %0 : (!pypto.tile<32x32xf16>, !pypto.tile<32x32xf16>) -> !pypto.tile<32x32xf32>
    %2 = pypto.tile.store %1, %c[%c0, %c0] : !pypto.tile<32x32xf32>, !pypto.tensor<32x32xf32> -> !pypto.tensor<32x32xf32>
    return
  }
}
