// Loads and moves that do not change leave loops where that is safe and they fit.
// RUN: pypto-opt %s --pypto-hoist-loads --split-input-file | FileCheck %s

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<64x32xf32, Vec>

// The weights leave both loops, the input only the inner one. The offsets are
// taken along.

// CHECK-LABEL: func.func @invariant(
// CHECK: pypto.tile.load %arg0
// CHECK: scf.for %[[I:.*]] =
// CHECK: arith.muli %[[I]]
// CHECK: pypto.tile.load %arg1
// CHECK: scf.for
// CHECK-NOT: pypto.tile.load
// CHECK: pypto.tile.add
func.func @invariant(%w: !t, %x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %o = arith.muli %i, %c0 : index
      %0 = pypto.tile.load %w[%c0, %c0] : !t -> !v
      %1 = pypto.tile.load %x[%o, %c0] : !t -> !v
      %2 = pypto.tile.add %0, %1 : (!v, !v) -> !v
      %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
    }
  }
  return
}

// -----

// What the loop writes is loaded again, under any name that it has.

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<64x32xf32, Vec>

// CHECK-LABEL: func.func @written(
// CHECK: pypto.tile.store
// CHECK-NOT: pypto.tile.load
// CHECK: scf.for
// CHECK: pypto.tile.load %arg0
// CHECK: pypto.tile.load %{{.*}}[
// CHECK: pypto.tile.store
func.func @written(%x: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %first = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %same = pypto.tile.store %first, %x[%c0, %c0] : !v, !t -> !t
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
    %1 = pypto.tile.load %same[%c0, %c0] : !t -> !v
    %2 = pypto.tile.add %0, %1 : (!v, !v) -> !v
    %3 = pypto.tile.store %2, %x[%c0, %c0] : !v, !t -> !t
  }
  return
}

// -----

// Two parameters are one tensor if some task says so.

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<64x32xf32, Vec>

// CHECK-LABEL: func.func @aliased(
// CHECK: scf.for
// CHECK: pypto.tile.load
// CHECK-LABEL: func.func @apart(
// CHECK: pypto.tile.load
// CHECK: scf.for
func.func @aliased(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
    %1 = pypto.tile.exp %0 : (!v) -> !v
    %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  }
  return
}
func.func @apart(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
    %1 = pypto.tile.exp %0 : (!v) -> !v
    %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  }
  return
}
func.func @entry(%a: !t, %b: !t) attributes {pypto.kind = #pypto.func_kind<Orchestration>} {
  %0 = pypto.task.submit @aliased(%a, %b) : (!t, !t)
  %1 = pypto.task.submit @aliased(%a, %a) : (!t, !t)
  %2 = pypto.task.submit @apart(%a, %b) : (!t, !t)
  return
}

// -----

// A loop that may not run: only what is inside its tensor whatever happens goes.
// What a branch loads stays, since the branch may not be taken.

!t = !pypto.tensor<64x32xf32>
!d = !pypto.tensor<?x32xf32>
!v = !pypto.tile<64x32xf32, Vec>

// CHECK-LABEL: func.func @may_not_run(
// CHECK: pypto.tile.load %arg0
// CHECK: scf.for
// CHECK: pypto.tile.load %arg1
// CHECK: scf.if
// CHECK: pypto.tile.load %arg0
func.func @may_not_run(%x: !t, %u: !d, %y: !t, %n: index, %go: i1) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
    %1 = pypto.tile.load %u[%c0, %c0] : !d -> !v
    %2 = pypto.tile.add %0, %1 : (!v, !v) -> !v
    %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
    scf.if %go {
      %4 = pypto.tile.load %x[%c0, %c0] : !t -> !v
      %5 = pypto.tile.store %4, %y[%c0, %c0] : !v, !t -> !t
    }
  }
  return
}

// -----

// Of tiles of 65536 bytes two fit 188416. One may stay for the whole loop, and
// the others take turns in the rest.

!t = !pypto.tensor<128x128xf32>
!v = !pypto.tile<128x128xf32, Vec>

// CHECK-LABEL: func.func @as_far_as_it_fits(
// CHECK: pypto.tile.load %arg0
// CHECK: scf.for
// CHECK: pypto.tile.load %arg1
// CHECK: pypto.tile.load %arg2
func.func @as_far_as_it_fits(%a: !t, %b: !t, %c: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = pypto.tile.load %a[%c0, %c0] : !t -> !v
    %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
    %2 = pypto.tile.load %b[%c0, %c0] : !t -> !v
    %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
    %4 = pypto.tile.load %c[%c0, %c0] : !t -> !v
    %5 = pypto.tile.store %4, %y[%c0, %c0] : !v, !t -> !t
  }
  return
}

// -----

// A move to Left leaves the loop with its load.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!m = !pypto.tile<32x32xf16, Mat, layout=nz>
!l = !pypto.tile<32x32xf16, Left, layout=zz>
!r = !pypto.tile<32x32xf16, Right, layout=zn>
!p = !pypto.tile<32x32xf32, Acc, layout=nz>

// CHECK-LABEL: func.func @move(
// CHECK: pypto.tile.load %arg0
// CHECK: pypto.tile.move
// CHECK: scf.for
// CHECK: pypto.tile.load %arg1
// CHECK: pypto.tile.move
// CHECK: pypto.tile.matmul
func.func @move(%a: !a, %b: !a, %c: !c, %n: index) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = pypto.tile.load %a[%c0, %c0] : !a -> !m
    %1 = pypto.tile.move %0 : (!m) -> !l
    %2 = pypto.tile.load %b[%i, %c0] : !a -> !m
    %3 = pypto.tile.move %2 : (!m) -> !r
    %4 = pypto.tile.matmul %1, %3 : (!l, !r) -> !p
    %5 = pypto.tile.store %4, %c[%c0, %c0] : !p, !c -> !c
  }
  return
}

// -----

// A load into a buffer that the author declares stays: others take turns there.

!x = !pypto.tensor<16x32xf32>
!t = !pypto.tile<16x32xf32, Vec>
!b = memref<?xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @declared(
// CHECK: scf.for
// CHECK: pypto.tile.load %arg0
// CHECK: pypto.tile.bind
func.func @declared(%x: !x, %y: !x, %n: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %b = pypto.memref.alloc declared : !b
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = pypto.tile.load %x[%c0, %c0] : !x -> !t
    %1 = pypto.tile.bind %0 in %b : !t, !b -> !t
    %2 = pypto.tile.store %1, %y[%c0, %c0] : !t, !x -> !x
  }
  return
}
