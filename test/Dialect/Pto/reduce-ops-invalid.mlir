// Wrong forms of reductions and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects dst to have 1 valid column}}
    pto.trowsum ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xbf16>, %b: !pto.tile_buf<vec, 16x16xbf16>, %d: !pto.tile_buf<vec, 16x1xbf16, blayout=col_major>) {
    // expected-error @+3 {{(src) takes no elements of 'bf16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'bf16'}}
    pto.trowsum ins(%a, %b : !pto.tile_buf<vec, 16x16xbf16>, !pto.tile_buf<vec, 16x16xbf16>) outs(%d : !pto.tile_buf<vec, 16x1xbf16, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32, valid=16x1, blayout=col_major>) {
    // expected-error @+1 {{expects dst with col_major blayout to have exactly one column}}
    pto.trowsum ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32, valid=16x1, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 8x1xf32, blayout=col_major>) {
    // expected-error @+1 {{expects src and dst to have the same valid_shape rows}}
    pto.trowmax ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 8x1xf32, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf16>, %d: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
    // expected-error @+1 {{expects src and tmp to have the same element type}}
    pto.trowmin ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf16>) outs(%d : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32, valid=8x16>, %d: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
    // expected-error @+1 {{expects src and tmp to have the same valid_shape rows}}
    pto.trowprod ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32, valid=8x16>) outs(%d : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
    // expected-error @+1 {{expects the element type of dst to be i32 or ui32}}
    pto.trowargmax ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf16>, %d: !pto.tile_buf<vec, 16x1xi32, blayout=col_major>) {
    // expected-error @+1 {{expects src and tmp to have the same element type}}
    pto.trowargmin ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf16>) outs(%d : !pto.tile_buf<vec, 16x1xi32, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 1x16xi32>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and dst to have the same element type}}
    pto.tcolsum ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 1x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %t: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 1x16xf32>) {
    // expected-error @+1 {{expects tmp and isBinary together or neither}}
    pto.tcolsum ins(%a, %t : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 1x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 1x8xf32>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and dst to have the same valid_shape columns}}
    pto.tcolmax ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 1x8xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 1x16xi8>, %a: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tcolmin ins(%a : !pto.tile_buf<vec, 16x16xi8>) outs(%d : !pto.tile_buf<vec, 1x16xi8>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<vec, 1x16xi8>, %a: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src) takes no elements of 'i8' on the 950 (a5)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16', 'bf16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tcolprod ins(%a : !pto.tile_buf<vec, 16x16xi8>) outs(%d : !pto.tile_buf<vec, 1x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 1x16xf32>) {
    // expected-error @+1 {{expects the element type of dst to be i32 or ui32}}
    pto.tcolargmax ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 1x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi32>, %b: !pto.tile_buf<vec, 16x16xi32>, %d: !pto.tile_buf<vec, 1x16xi32>) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tcolargmin ins(%a, %b : !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 1x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xui16>, %b: !pto.tile_buf<vec, 16x1xui8, blayout=col_major>, %d: !pto.tile_buf<vec, 16x256xui32>) {
    // expected-error @+1 {{is only supported on A5}}
    pto.thistogram ins(%a, %b : !pto.tile_buf<vec, 16x16xui16>, !pto.tile_buf<vec, 16x1xui8, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x256xui32>) {isMSB = true}
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xui16>, %b: !pto.tile_buf<vec, 16x1xui8, blayout=col_major>, %d: !pto.tile_buf<vec, 16x128xui32>) {
    // expected-error @+1 {{expects dst to have at least 256}}
    pto.thistogram ins(%a, %b : !pto.tile_buf<vec, 16x16xui16>, !pto.tile_buf<vec, 16x1xui8, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x128xui32>) {isMSB = true}
    return
  }
}
