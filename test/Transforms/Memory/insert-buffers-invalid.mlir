// An accumulator whose old value is needed after an update cannot be copied.
// RUN: pypto-opt %s --pypto-insert-buffers --split-input-file --verify-diagnostics

!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16, Left, layout=zz>
!r = !pypto.tile<32x32xf16, Right, layout=zn>
!p = !pypto.tile<32x32xf32, Acc, layout=nz>
func.func @needed(%c: !c, %d: !c) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %l = pypto.tile.create : !l
  %r = pypto.tile.create : !r
  // expected-note@+1 {{the tile is made here}}
  %0 = pypto.tile.matmul %l, %r : (!l, !r) -> !p
  // expected-error@+2 {{[PYPTO-E0503] this overwrites a tile in Acc whose old content is needed later}}
  // expected-note@+1 {{store the old one before}}
  %1 = pypto.tile.matmul_acc %0, %l, %r : (!p, !l, !r) -> !p
  %2 = pypto.tile.store %1, %c[%c0, %c0] : !p, !c -> !c
  %3 = pypto.tile.store %0, %d[%c0, %c0] : !p, !c -> !c
  return
}

// -----

// Two accumulators cannot be exchanged.

!c = !pypto.tensor<32x32xf32>
!l = !pypto.tile<32x32xf16, Left, layout=zz>
!r = !pypto.tile<32x32xf16, Right, layout=zn>
!p = !pypto.tile<32x32xf32, Acc, layout=nz>
func.func @exchanged(%c: !c, %n: index) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pypto.tile.create : !l
  %r = pypto.tile.create : !r
  %0 = pypto.tile.matmul %l, %r : (!l, !r) -> !p
  %1 = pypto.tile.matmul %l, %r : (!l, !r) -> !p
  // expected-note@+1 {{the tile is made here}}
  %2:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0, %b = %1) -> (!p, !p) {
    // expected-error@+2 {{[PYPTO-E0503] this overwrites a tile in Acc}}
    // expected-note@+1 {{use the new value from here on}}
    scf.yield %b, %a : !p, !p
  }
  %3 = pypto.tile.store %2#0, %c[%c0, %c0] : !p, !c -> !c
  %4 = pypto.tile.store %2#1, %c[%c0, %c0] : !p, !c -> !c
  return
}
