// Reductions over padding that is not their identity, with the pad value that is.
// RUN: pypto-opt %s --pypto-check-padding --split-input-file --verify-diagnostics

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=8x?>
!r = !pypto.tile<8x1xf32>
!min = !pypto.tile<8x64xf32, pad=min>
!zero = !pypto.tile<8x64xf32, pad=zero>

func.func @wrong_values(%x: !pypto.tensor<8x64xf32>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %s = pypto.tile.create : !t
  %t = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<8x64xf32> -> !v
  // expected-note@+1 {{the padding is filled here}}
  %z = pypto.tile.fillpad %t : (!v) -> !zero
  // expected-note@+1 {{the padding is filled here}}
  %a = pypto.tile.fillpad %t : (!v) -> !min
  // expected-warning@+1 {{[PYPTO-W0501] pl.row_max reads the padding behind the columns, which holds 0: not the identity of max; the result is wrong wherever the valid region is short. Fix: fill with pl.PadValue.min}}
  %0 = pypto.tile.row_max %z scratch %s : (!zero, !t) -> !r
  // expected-warning@+1 {{[PYPTO-W0501] pl.row_min reads the padding behind the columns, which holds 0: not the identity of min; the result is wrong wherever the valid region is short. Fix: fill with pl.PadValue.max}}
  %1 = pypto.tile.row_min %z scratch %s : (!zero, !t) -> !r
  // expected-warning@+1 {{holds 0: not the identity of prod; the result is wrong wherever the valid region is short. Fix: no pad value is 1}}
  %2 = pypto.tile.row_prod %z scratch %s : (!zero, !t) -> !r
  // expected-warning@+1 {{holds -inf: not the identity of sum; the result is wrong wherever the valid region is short. Fix: fill with pl.PadValue.zero}}
  %3 = pypto.tile.row_sum %a scratch %s : (!min, !t) -> !r
  return
}

// -----

// Through moves, views, arithmetic with constants, and columns.

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=?x64>
!c = !pypto.tile<1x64xf32>
!zero = !pypto.tile<8x64xf32, pad=zero>
func.func @through(%x: !pypto.tensor<8x64xf32>, %n: index, %i: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<8x64xf32> -> !v
  // expected-note@+1 {{the padding is filled here}}
  %z = pypto.tile.fillpad %t : (!v) -> !zero
  %m = pypto.tile.move %z : (!zero) -> !t
  // expected-warning@+1 {{pl.col_max reads the padding behind the rows, which holds 0}}
  %0 = pypto.tile.col_max %m : (!t) -> !c
  %w = pypto.tile.slice %m[%i, %c0] : !t -> !pypto.tile<4x64xf32>
  // expected-warning@+1 {{pl.col_max reads the padding behind the rows, which holds 0}}
  %1 = pypto.tile.col_max %w : (!pypto.tile<4x64xf32>) -> !c
  %a = pypto.tile.adds %m, %one : (!t, f32) -> !t
  // expected-warning@+1 {{pl.col_sum reads the padding behind the rows, which holds 1}}
  %2 = pypto.tile.col_sum %a : (!t) -> !c
  %e = pypto.tile.exp %m : (!t) -> !t
  // expected-warning@+1 {{pl.col_sum reads the padding behind the rows, which holds 1}}
  %3 = pypto.tile.col_sum %e : (!t) -> !c
  return
}

// -----

// The mean is subtracted from the padding too: its square is no longer 0.

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=8x?>
!r = !pypto.tile<8x1xf32>
!zero = !pypto.tile<8x64xf32, pad=zero>
func.func @variance(%x: !pypto.tensor<8x64xf32>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %s = pypto.tile.create : !t
  %t = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<8x64xf32> -> !v
  // expected-note@+1 {{the padding is filled here}}
  %z = pypto.tile.fillpad %t : (!v) -> !zero
  %m = pypto.tile.row_sum %z scratch %s : (!zero, !t) -> !r
  %d = pypto.tile.row_expand_sub %z, %m : (!zero, !r) -> !t
  %q = pypto.tile.mul %d, %d : (!t, !t) -> !t
  // expected-warning@+1 {{which holds values computed from the fill and from data: not the identity of sum; the result is wrong wherever the valid region is short. Fill again right before the reduction: fill with pl.PadValue.zero}}
  %0 = pypto.tile.row_sum %q scratch %s : (!t, !t) -> !r
  return
}

// -----

// Carried by a loop and merged by a branch.

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=8x?>
!r = !pypto.tile<8x1xf32>
!zero = !pypto.tile<8x64xf32, pad=zero>
func.func @control_flow(%x: !pypto.tensor<8x64xf32>, %n: index, %b: i1) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = pypto.tile.create : !t
  %y = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<8x64xf32> -> !t
  %t = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<8x64xf32> -> !v
  // expected-note@+1 {{the padding is filled here}}
  %z = pypto.tile.fillpad %t : (!v) -> !zero
  %m = pypto.tile.move %z : (!zero) -> !t
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %m) -> (!t) {
    %k = pypto.tile.abs %a : (!t) -> !t
    scf.yield %k : !t
  }
  // expected-warning@+1 {{pl.row_max reads the padding behind the columns, which holds 0}}
  %0 = pypto.tile.row_max %l scratch %s : (!t, !t) -> !r
  %g = scf.if %b -> (!t) {
    scf.yield %m : !t
  } else {
    scf.yield %y : !t
  }
  // expected-warning@+1 {{pl.row_max reads the padding behind the columns, which holds 0}}
  %1 = pypto.tile.row_max %g scratch %s : (!t, !t) -> !r
  return
}

// -----

// A valid region that is widened over bytes that nobody wrote.

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=8x40>
!r = !pypto.tile<8x1xf32>
func.func @widened(%x: !pypto.tensor<8x64xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %s = pypto.tile.create : !t
  %t = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<8x64xf32> -> !v
  // expected-note@+1 {{the valid region is widened here}}
  %w = pypto.tile.set_validshape %t[%c8, %c64] : !v -> !t
  // expected-warning@+1 {{pl.row_sum reads the padding behind the columns, which nothing was written to}}
  %0 = pypto.tile.row_sum %w scratch %s : (!t, !t) -> !r
  return
}
