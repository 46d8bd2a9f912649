// What has no pto form, or comes from an earlier stage, is refused.
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file --verify-diagnostics

// expected-error@+1 {{[PYPTO-E0620] kernel 'early' has no core kind}}
func.func @early() attributes {pypto.kind = #pypto.func_kind<InCore>} {
  return
}

// -----

!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @no_address(%s: f32) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  // expected-error@+1 {{[PYPTO-E0620] a buffer without an address}}
  %b = pypto.memref.alloc : !b
  %0 = pypto.tile.full %s into %b : (f32, !b) -> !v
  return
}

// -----

// A run-time valid region does not survive a merge.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec, valid=?x32>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @merged(%x: !t, %n: index, %c: i1) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc address(0) : !b
  // expected-error@+1 {{[PYPTO-E0621] a tile with a valid region known only at run time cannot be carried}}
  %0 = scf.if %c -> !v {
    %1 = pypto.tile.load %x[%c0, %c0] valid[%n] into %b : !b : !t -> !v
    scf.yield %1 : !v
  } else {
    %1 = pypto.tile.load %x[%c0, %c0] valid[%c0] into %b : !b : !t -> !v
    scf.yield %1 : !v
  }
  %2 = pypto.tile.store %0, %x[%c0, %c0] : !v, !t -> !t
  return
}

// -----

func.func @unknown(%c: i32) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{[PYPTO-E0621] 'scf.index_switch' has no form in the pto dialect}}
  scf.index_switch %c0
  default {
  }
  return
}
