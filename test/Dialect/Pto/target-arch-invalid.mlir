// The module attribute in any case of letters decides; every string that is not
// a5 is A3; a nested module's own wins.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

!V = !pto.tile_buf<vec, 16x16xbf16>
module attributes {pto.target_arch = "A5"} {
  func.func @f(%a: !V) {
    pto.tadd ins(%a, %a : !V, !V) outs(%a : !V)
    return
  }
}

// -----

!V = !pto.tile_buf<vec, 16x16xbf16>
module attributes {pto.target_arch = "a2a3"} {
  func.func @f(%a: !V) {
    // expected-error @+3 {{[PYPTO-E0602] 'pto.tadd' op (src0) takes no elements of 'bf16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'bf16'}}
    pto.tadd ins(%a, %a : !V, !V) outs(%a : !V)
    return
  }
}

// -----

!V = !pto.tile_buf<vec, 16x16xbf16>
module attributes {pto.target_arch = "a3"} {
  module @inner attributes {pto.target_arch = "a5"} {
    func.func @f(%a: !V) {
      pto.tadd ins(%a, %a : !V, !V) outs(%a : !V)
      return
    }
  }
  func.func @g(%a: !V) {
    // expected-error @+3 {{on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'bf16'}}
    pto.tadd ins(%a, %a : !V, !V) outs(%a : !V)
    return
  }
}
