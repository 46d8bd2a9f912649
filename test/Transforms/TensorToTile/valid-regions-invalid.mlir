// Valid regions that cannot be honoured are refused with what to do instead.
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file --verify-diagnostics

// A loop whose accumulator becomes narrower.

!x = !pypto.tensor<16x64xf32>
func.func @narrowed_in_a_loop(%x: !x, %n: index, %out: !x) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %0 = pypto.tensor.exp %x : (!x) -> !x
  %1 = pypto.tensor.set_validshape %x[%n, %c64] : !x
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> (!x) {
    %4 = pypto.tensor.add %a, %1 : (!x, !x) -> !x
    // expected-error@+2 {{[PYPTO-E0111] the valid region of a value changes where paths meet}}
    // expected-note@+1 {{help: give it one valid region on all paths (pl.set_validshape) or fill the rest (pl.fillpad)}}
    scf.yield %4 : !x
  }
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !x, !x -> !x
  return
}

// -----

// A number of rows that nothing bounds.

!x = !pypto.tensor<?x64xf32>
func.func @unbounded(%x: !x, %out: !x, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.slice %x[%c0, %c0] sizes [%n] : !x -> !x
  // expected-error@+2 {{[PYPTO-E0318] a computation on '!pypto.tensor<?x64xf32>' needs a tile of known size}}
  // expected-note@+1 {{help: take a window of at most a fixed size, as x[i : i + pl.min(TILE, n - i), :]}}
  %1 = pypto.tensor.exp %0 : (!x) -> !x
  %2 = pypto.tensor.assemble %1 into %out[%c0, %c0] : !x, !x -> !x
  return
}

// -----

// A view of what is valid in part.

!x = !pypto.tensor<16x64xf32>
!r = !pypto.tensor<1024xf32>
func.func @reshaped(%x: !x, %n: index, %out: !r) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = pypto.tensor.set_validshape %x[%n, %c64] : !x
  // expected-error@+2 {{[PYPTO-E0318] a view of a tensor that is valid only in part}}
  // expected-note@+1 {{help: take the view first, then narrow it}}
  %1 = pypto.tensor.reshape %0 : !x -> !r
  %2 = pypto.tensor.exp %1 : (!r) -> !r
  %3 = pypto.tensor.assemble %2 into %out[%c0] : !r, !r -> !r
  return
}

// -----

// More than the tensor has.

!x = !pypto.tensor<16x64xf32>
func.func @too_much(%x: !x) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c17 = arith.constant 17 : index
  // expected-error@+1 {{valid extent 17 of axis 0 must be in 0..16}}
  %0 = pypto.tensor.set_validshape %x[%c17, %c17] : !x
  return
}

// -----

// A fill without a value.

!x = !pypto.tensor<16x64xf32>
func.func @no_value(%x: !x) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // expected-error@+1 {{the pad value must be zero, max or min}}
  %0 = pypto.tensor.fillpad %x {pad = #pypto.pad<null>} : !x -> !x
  return
}
