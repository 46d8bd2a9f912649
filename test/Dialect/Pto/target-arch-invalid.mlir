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
    // expected-error @+1 {{[PYPTO-E0602] 'pto.tadd' op expects the element type of src0 to be one of i16, i32, f16, f32 on A3, got 'bf16'}}
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
    // expected-error @+1 {{on A3}}
    pto.tadd ins(%a, %a : !V, !V) outs(%a : !V)
    return
  }
}
