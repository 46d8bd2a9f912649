// Wrong forms of elementwise operations on one tile and conversions and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tabs ins(%a : !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.texp ins(%a : !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tlog ins(%a : !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tsqrt ins(%a : !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.trecip ins(%a : !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.trsqrt ins(%a : !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32, blayout=col_major>) {
    // expected-error @+1 {{expects src to use row_major blayout}}
    pto.texp ins(%a : !pto.tile_buf<vec, 16x16xf32, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and dst to be different tiles}}
    pto.trecip ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%a : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 1x4xf32>) {
    // expected-error @+1 {{expects tmp to have at least 32 bytes}}
    pto.trsqrt ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 1x4xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects tmp, as precisionType is high_precision}}
    pto.trsqrt ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>) {precisionType = #pto<rsqrt_precision high_precision>}
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{attribute 'precisionType' failed to satisfy constraint}}
    pto.tlog ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>) {precisionType = #pto<exp_precision high_precision>}
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xbf16>, %a: !pto.tile_buf<vec, 16x16xbf16>) {
    // expected-error @+3 {{(src) takes no elements of 'bf16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'bf16'}}
    pto.tneg ins(%a : !pto.tile_buf<vec, 16x16xbf16>) outs(%d : !pto.tile_buf<vec, 16x16xbf16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi16>, %a: !pto.tile_buf<vec, 16x16xi16>) {
    // expected-error @+3 {{(src) takes no elements of 'i16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i16'}}
    pto.trelu ins(%a : !pto.tile_buf<vec, 16x16xi16>) outs(%d : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16' or 'ui16'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tnot ins(%a : !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 8x16xf16>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and dst to have the same shape}}
    pto.tcvt ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 8x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi8>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, %c: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects no offset with INT8_SYM}}
    pto.tquant ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xi8>) {quant_type = #pto<quant_type INT8_SYM>}
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xui8>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
    // expected-error @+1 {{expects an offset with INT8_ASYM}}
    pto.tquant ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x16xui8>) {quant_type = #pto<quant_type INT8_ASYM>}
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi8>, %a: !pto.tile_buf<vec, 16x16xf16>, %b: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
    // expected-error @+3 {{(src) takes no elements of 'f16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f32'}}
    // expected-note @+1 {{got: 'f16'}}
    pto.tquant ins(%a, %b : !pto.tile_buf<vec, 16x16xf16>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x16xi8>) {quant_type = #pto<quant_type INT8_SYM>}
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xui8>, %b: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, %c: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects the element type of src to be i8 or i16}}
    pto.tdequant ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xui8>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}
