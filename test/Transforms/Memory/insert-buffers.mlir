// Every tile gets a buffer; views, updates in place and merged values share one.
// RUN: pypto-opt %s --pypto-insert-buffers --split-input-file | FileCheck %s

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>

// Results have buffers of their own, in program order; what nobody uses goes.

// CHECK-LABEL: func.func @plain(
// CHECK-NEXT: %[[B0:.*]] = pypto.memref.alloc : memref<2048xi8, #pypto.space<Vec>>
// CHECK-NEXT: %[[B1:.*]] = pypto.memref.alloc : memref<2048xi8, #pypto.space<Vec>>
// CHECK-NOT: pypto.memref.alloc
// CHECK: %[[X:.*]] = pypto.tile.load {{.*}} into %[[B0]]
// CHECK-NEXT: %[[E:.*]] = pypto.tile.exp %[[X]] into %[[B1]]
// CHECK-NEXT: %[[W:.*]] = pypto.tile.slice %[[E]]
// CHECK-NEXT: pypto.tile.store %[[W]]
func.func @plain(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %dead = pypto.tile.neg %0 : (!v) -> !v
  %1 = pypto.tile.exp %0 : (!v) -> !v
  %2 = pypto.tile.slice %1[%c0, %c0] : !v -> !pypto.tile<8x32xf32, Vec>
  %3 = pypto.tile.store %2, %y[%c0, %c0] : !pypto.tile<8x32xf32, Vec>, !t -> !t
  return
}

// -----

// A carry that the body computes from itself is computed in place.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>

// CHECK-LABEL: func.func @carried(
// CHECK-NEXT: %[[ACC:.*]] = pypto.memref.alloc
// CHECK-NEXT: %[[X:.*]] = pypto.memref.alloc
// CHECK-NOT: pypto.memref.alloc
// CHECK: pypto.tile.full {{.*}} into %[[ACC]]
// CHECK: scf.for
// CHECK: pypto.tile.load {{.*}} into %[[X]]
// CHECK: pypto.tile.add {{.*}} into %[[ACC]]
// CHECK-NOT: pypto.tile.move
// CHECK: return
func.func @carried(%x: !t, %y: !t, %n: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = pypto.tile.full %zero : (f32) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %0) -> !v {
    %1 = pypto.tile.load %x[%c0, %c0] : !t -> !v
    %2 = pypto.tile.add %acc, %1 : (!v, !v) -> !v
    scf.yield %2 : !v
  }
  %3 = pypto.tile.store %r, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// A reciprocal cannot overwrite its operand: the result is copied into the
// carry. The initial value is still needed after the loop: it is copied too.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>

// CHECK-LABEL: func.func @copied(
// CHECK-NEXT: %[[BX:.*]] = pypto.memref.alloc
// CHECK-NEXT: %[[CARRY:.*]] = pypto.memref.alloc
// CHECK-NEXT: %[[BR:.*]] = pypto.memref.alloc
// CHECK-NEXT: %[[BS:.*]] = pypto.memref.alloc
// CHECK-NOT: pypto.memref.alloc
// CHECK: %[[X:.*]] = pypto.tile.load {{.*}} into %[[BX]]
// CHECK: %[[INIT:.*]] = pypto.tile.move %[[X]] into %[[CARRY]]
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %[[INIT]])
// CHECK: %[[R:.*]] = pypto.tile.recip %[[A]] into %[[BR]]
// CHECK: %[[NEXT:.*]] = pypto.tile.move %[[R]] into %[[CARRY]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: pypto.tile.add %{{.*}}, %[[X]] into %[[BS]]
func.func @copied(%x: !t, %y: !t, %n: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> !v {
    %1 = pypto.tile.recip %a : (!v) -> !v
    scf.yield %1 : !v
  }
  %2 = pypto.tile.add %r, %0 : (!v, !v) -> !v
  %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// Exchanged carries go through copies, so that neither is lost.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>

// CHECK-LABEL: func.func @exchanged(
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> {{.*}} {
// CHECK-NEXT: %[[TB:.*]] = pypto.tile.move %[[B]] into %[[T0:.*]] :
// CHECK-NEXT: %[[TA:.*]] = pypto.tile.move %[[A]] into %[[T1:.*]] :
// CHECK-NEXT: %[[NA:.*]] = pypto.tile.move %[[TB]] into %[[CA:.*]] :
// CHECK: scf.yield %[[NA]], %
func.func @exchanged(%x: !t, %y: !t, %n: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.load %y[%c0, %c0] : !t -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0, %b = %1) -> (!v, !v) {
    scf.yield %b, %a : !v, !v
  }
  %2 = pypto.tile.sub %r#0, %r#1 : (!v, !v) -> !v
  %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// An accumulator that one branch updates and the other passes on is one buffer.

!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16, Left, layout=zz>
!r = !pypto.tile<32x32xf16, Right, layout=zn>
!p = !pypto.tile<32x32xf32, Acc, layout=nz>

// CHECK-LABEL: func.func @branches(
// CHECK: %[[ACC:.*]] = pypto.memref.alloc : memref<4096xi8, #pypto.space<Acc>>
// CHECK-NOT: pypto.memref.alloc
// CHECK: pypto.tile.matmul {{.*}} into %[[ACC]]
// CHECK: scf.if
// CHECK: pypto.tile.matmul_acc {{.*}} into %[[ACC]]
// CHECK-NOT: pypto.tile.move
// CHECK: return
func.func @branches(%c: !c, %go: i1) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %l = pypto.tile.create : !l
  %r = pypto.tile.create : !r
  %0 = pypto.tile.matmul %l, %r : (!l, !r) -> !p
  %1 = scf.if %go -> !p {
    %2 = pypto.tile.matmul_acc %0, %l, %r : (!p, !l, !r) -> !p
    scf.yield %2 : !p
  } else {
    scf.yield %0 : !p
  }
  %3 = pypto.tile.store %1, %c[%c0, %c0] : !p, !c -> !c
  return
}

// -----

// A branch result and a value that lives across the branch stay apart; an update
// keeps the old value that is used later.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>

// CHECK-LABEL: func.func @kept(
// CHECK: %[[A:.*]] = pypto.tile.load {{.*}} into %[[BA:.*]] :
// CHECK: scf.if
// CHECK: pypto.tile.add %[[A]], %[[A]] into %[[BR:.*]] :
// CHECK: pypto.tile.mul %[[A]], %[[A]] into %[[BR]] :
// CHECK: %[[COPY:.*]] = pypto.tile.move %[[A]] into %[[BC:.*]] :
// CHECK: %[[W:.*]] = pypto.tile.write %{{.*}}, %[[COPY]]
// CHECK: pypto.tile.add %[[A]], %[[W]]
func.func @kept(%x: !t, %y: !t, %go: i1, %s: f32) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = scf.if %go -> !v {
    %2 = pypto.tile.add %0, %0 : (!v, !v) -> !v
    scf.yield %2 : !v
  } else {
    %2 = pypto.tile.mul %0, %0 : (!v, !v) -> !v
    scf.yield %2 : !v
  }
  %3 = pypto.tile.write %s, %0[%c0, %c0] : f32, !v -> !v
  %4 = pypto.tile.add %0, %3 : (!v, !v) -> !v
  %5 = pypto.tile.add %1, %4 : (!v, !v) -> !v
  %6 = pypto.tile.store %5, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// A branch that passes on what the other branch exchanges.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>

// CHECK-LABEL: func.func @crossed(
// CHECK: %[[A:.*]] = pypto.tile.load
// CHECK: %[[B:.*]] = pypto.tile.load
// CHECK: scf.if
// CHECK: scf.yield %[[A]], %[[B]]
// CHECK: } else {
// CHECK: pypto.tile.move %[[B]]
// CHECK: pypto.tile.move %[[A]]
// CHECK: scf.yield
// CHECK: pypto.tile.sub
func.func @crossed(%x: !t, %y: !t, %go: i1) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %b = pypto.tile.load %y[%c0, %c0] : !t -> !v
  %r:2 = scf.if %go -> (!v, !v) {
    scf.yield %a, %b : !v, !v
  } else {
    scf.yield %b, %a : !v, !v
  }
  %d = pypto.tile.sub %r#0, %r#1 : (!v, !v) -> !v
  %0 = pypto.tile.store %d, %y[%c0, %c0] : !v, !t -> !t
  return
}
