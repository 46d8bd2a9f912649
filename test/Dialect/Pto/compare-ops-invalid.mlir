// Wrong forms of comparison and selection and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi8>, %a: !pto.tile_buf<vec, 16x16xi16>, %b: !pto.tile_buf<vec, 16x16xi16>) {
    // expected-error @+3 {{(src0) takes no elements of 'i16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i16'}}
    pto.tcmp ins(%a, %b : !pto.tile_buf<vec, 16x16xi16>, !pto.tile_buf<vec, 16x16xi16>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<vec, 16x8xi8>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src0 and dst to have the same shape}}
    pto.tcmp ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x8xi8>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi16>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+3 {{(dst) takes no elements of 'i16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i8'}}
    // expected-note @+1 {{got: 'i16'}}
    pto.tcmp ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi8>, %a: !pto.tile_buf<vec, 16x16xi8>, %b: i8) {
    // expected-error @+3 {{(src) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tcmps ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, i8) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 16x16xf32>, %c: !pto.tile_buf<vec, 16x16xf16>, %e: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src0 and src1 to have the same element type}}
    pto.tsel ins(%a, %b, %c, %e : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf16>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi8>, %a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 16x16xi8>, %c: !pto.tile_buf<vec, 16x16xi8>, %e: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tsel ins(%a, %b, %c, %e : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 16x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xui32>, %a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 16x16xui32>, %c: !pto.tile_buf<vec, 16x16xf32>, %e: i32) {
    // expected-error @+3 {{(src) takes no elements of 'ui32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'i32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'ui32'}}
    pto.tsels ins(%a, %b, %c, %e : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 16x16xui32>, !pto.tile_buf<vec, 16x16xf32>, i32) outs(%d : !pto.tile_buf<vec, 16x16xui32>)
    return
  }
}
