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

func.func @unknown(%c: i32) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{[PYPTO-E0621] 'scf.index_switch' has no form in the pto dialect}}
  scf.index_switch %c0
  default {
  }
  return
}

// -----

!w = !pypto.tensor<256xi64>
func.func @used_otherwise(%w: !w, %i: i64) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{[PYPTO-E0621] the workspace of set_ffts is used for more than messages}}
  // expected-note@+1 {{help: give it a tensor of its own}}
  pypto.system.set_ffts %w : !w
  pypto.tensor.write %i, %w[%c0] : i64, !w
  return
}
