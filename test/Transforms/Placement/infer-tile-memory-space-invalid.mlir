// Placements that the chip cannot do are refused with both ends.
// RUN: pypto-opt %s --pypto-infer-tile-memory-space --split-input-file --verify-diagnostics

// A vector result as an operand of a product.

!a = !pypto.tensor<32x32xf16>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>
func.func @vector_to_left(%a: !a, %c: !pypto.tensor<32x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %a[%c0, %c0] : !a -> !l
  // expected-note@+1 {{the tile is made here}}
  %1 = pypto.tile.exp %0 : (!l) -> !l
  // expected-error@+2 {{[PYPTO-E0426] 'tile.matmul' needs its operand 0 in Left, but it lives in Vec and no move leads from there to Left on the 910B}}
  // expected-note@+1 {{different cores}}
  %2 = pypto.tile.matmul %1, %0 : (!l, !l) -> !p
  %3 = pypto.tile.store %2, %c[%c0, %c0] : !p, !pypto.tensor<32x32xf32> -> !pypto.tensor<32x32xf32>
  return
}

// -----

// A product as an operand of vector work.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>
func.func @acc_to_vec(%a: !a, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %a[%c0, %c0] : !a -> !l
  // expected-note@+1 {{the tile is made here}}
  %1 = pypto.tile.matmul %0, %0 : (!l, !l) -> !p
  // expected-error@+2 {{[PYPTO-E0426] 'tile.exp' needs its operand 0 in Vec, but it lives in Acc}}
  // expected-note@+1 {{second pl.at scope}}
  %2 = pypto.tile.exp %1 : (!p) -> !p
  %3 = pypto.tile.store %2, %c[%c0, %c0] : !p, !c -> !c
  return
}

// -----

// A loaded tile cannot seed an accumulation: nothing but products reaches Acc.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>
func.func @seed(%a: !a, %c: !c, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{the tile is made here}}
  %0 = pypto.tile.load %c[%c0, %c0] : !c -> !p
  // expected-error@+2 {{[PYPTO-E0427] this loop's carry needs its operand 3 in Acc, but it lives in Vec and no move leads from there to Acc on the 910B}}
  // expected-note@+1 {{only products are written to Acc: let the accumulation begin with pl.matmul or with pl.full of FP32}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %0) -> !p {
    %1 = pypto.tile.load %a[%c0, %c0] : !a -> !l
    %2 = pypto.tile.matmul_acc %acc, %1, %1 : (!p, !l, !l) -> !p
    scf.yield %2 : !p
  }
  %3 = pypto.tile.store %r, %c[%c0, %c0] : !p, !c -> !c
  return
}

// -----

// The author's placement is not changed.

!v = !pypto.tile<32x32xf16, Mat>
func.func @explicit(%a: !pypto.tensor<32x32xf16>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{the tile is made here}}
  %0 = pypto.tile.load %a[%c0, %c0] : !pypto.tensor<32x32xf16> -> !v
  // expected-error@+2 {{[PYPTO-E0426] 'tile.exp' needs its operand 0 in Vec, but it lives in Mat}}
  // expected-note@+1 {{different cores}}
  %1 = pypto.tile.exp %0 : (!v) -> !pypto.tile<32x32xf16>
  return
}

// -----

func.func @explicit_result(%a: !pypto.tile<32x32xf16, Vec>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // expected-error@+2 {{[PYPTO-E0428] this operation makes its tile in Vec, but the tile is placed in Mat}}
  // expected-note@+1 {{move the result with pl.move}}
  %1 = pypto.tile.exp %a : (!pypto.tile<32x32xf16, Vec>) -> !pypto.tile<32x32xf16, Mat>
  return
}

// -----

// Two kinds of work that do not meet.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16>
!p = !pypto.tile<32x32xf32>
func.func @mixed(%a: !a, %b: !a, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %a[%c0, %c0] : !a -> !l
  // expected-note@+1 {{matrix work is here}}
  %1 = pypto.tile.matmul %0, %0 : (!l, !l) -> !p
  %2 = pypto.tile.store %1, %c[%c0, %c0] : !p, !c -> !c
  %3 = pypto.tile.load %b[%c0, %c0] : !a -> !l
  // expected-error@+2 {{[PYPTO-E0426] kernel 'mixed' has work for the matrix core and for the vector core}}
  // expected-note@+1 {{split it into two pl.at scopes}}
  %4 = pypto.tile.exp %3 : (!l) -> !l
  %5 = pypto.tile.store %4, %b[%c0, %c0] : !l, !a -> !a
  return
}

// -----

// An accumulation of integers from zeros in a loop that may not run.

!a = !pypto.tensor<32x32xi8>
!c = !pypto.tensor<32x32xi32>
!l = !pypto.tile<32x32xi8>
!p = !pypto.tile<32x32xi32>
func.func @may_not_run(%a: !a, %c: !c, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  // expected-note@+1 {{the zeros are made here}}
  %s = pypto.tile.full %z : (i32) -> !p
  // expected-error@+2 {{[PYPTO-E0427] this loop may not run at all, and then its accumulator would have to be zeros of type 'i32', with which no instruction of the 910B fills Acc}}
  // expected-note@+1 {{compute the first product with pl.matmul before the loop, or give the loop constant bounds}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s) -> !p {
    %0 = pypto.tile.load %a[%c0, %c0] : !a -> !l
    %1 = pypto.tile.matmul_acc %acc, %0, %0 : (!p, !l, !l) -> !p
    scf.yield %1 : !p
  }
  %2 = pypto.tile.store %r, %c[%c0, %c0] : !p, !c -> !c
  return
}
