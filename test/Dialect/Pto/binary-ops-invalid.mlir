// Wrong forms of elementwise operations on two tiles and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf16>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src0 and src1 to have the same element type}}
    pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf16>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32, valid=8x16>) {
    // expected-error @+1 {{expects src0 and dst to have the same valid_shape rows, got 16 and 8}}
    pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32, valid=8x16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32, blayout=col_major>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src1 to use row_major blayout}}
    pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.partition_tensor_view<16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src1 to be a rank-2 tile_buf}}
    pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.partition_tensor_view<16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32, valid=17x16>) {
    // expected-error-re @+1 {{expects dst to satisfy valid_shape{{.}}0{{.}} <= shape{{.}}0{{.}}, got 17 > 16}}
    pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32, valid=17x16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xbf16>, %b: !pto.tile_buf<vec, 16x16xbf16>, %d: !pto.tile_buf<vec, 16x16xbf16>) {
    // expected-error @+3 {{(src0) takes no elements of 'bf16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'bf16'}}
    pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x16xbf16>, !pto.tile_buf<vec, 16x16xbf16>) outs(%d : !pto.tile_buf<vec, 16x16xbf16>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xbf16>, %b: !pto.tile_buf<vec, 16x16xbf16>, %d: !pto.tile_buf<vec, 16x16xbf16>) {
    // expected-error @+3 {{(src0) takes no elements of 'bf16' on the 950 (a5)}}
    // expected-note @+2 {{expected: 'i8', 'ui8', 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'bf16'}}
    pto.tsub ins(%a, %b : !pto.tile_buf<vec, 16x16xbf16>, !pto.tile_buf<vec, 16x16xbf16>) outs(%d : !pto.tile_buf<vec, 16x16xbf16>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 16x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 950 (a5)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tmul ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 16x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi32>, %b: !pto.tile_buf<vec, 16x16xi32>, %d: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src0) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tdiv ins(%a, %b : !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 16x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tmax ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 16x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 16x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tmin ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 16x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 16x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tfmod ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 16x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi32>, %b: !pto.tile_buf<vec, 16x16xi32>, %d: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src0) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i8', 'ui8', 'i16' or 'ui16'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tand ins(%a, %b : !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+3 {{(src0) takes no elements of 'f32' on the 950 (a5)}}
    // expected-note @+2 {{expected: 'i8', 'ui8', 'i16', 'ui16', 'i32' or 'ui32'}}
    // expected-note @+1 {{got: 'f32'}}
    pto.tor ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+3 {{(src0) takes no elements of 'f32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i8', 'ui8', 'i16', 'ui16', 'i32' or 'ui32'}}
    // expected-note @+1 {{got: 'f32'}}
    pto.tshl ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi16>, %b: !pto.tile_buf<vec, 16x16xi32>, %d: !pto.tile_buf<vec, 16x16xi16>) {
    // expected-error @+1 {{expects src0 and src1 to have the same element type}}
    pto.tshr ins(%a, %b : !pto.tile_buf<vec, 16x16xi16>, !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32, valid=8x16>, %b: !pto.tile_buf<vec, 16x16xf32, valid=8x16>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects at least one source to have the valid extents of dst}}
    pto.tpartadd ins(%a, %b : !pto.tile_buf<vec, 16x16xf32, valid=8x16>, !pto.tile_buf<vec, 16x16xf32, valid=8x16>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32, valid=8x16>) {
    // expected-error @+1 {{expects src0 to have at most the valid extents of dst, got 16 > 8}}
    pto.tpartmul ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32, valid=8x16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 32x16xf32, valid=16x16>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src0 and src1 to have the same shape}}
    pto.tpartmax ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 32x16xf32, valid=16x16>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf16>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src0 and src1 to have the same element type}}
    pto.tpartmin ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf16>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects the valid columns of the sources to fit into dst, which has 16}}
    pto.tconcat ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 16x8xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src0 to be in the vec address space}}
    pto.tconcat ins(%a, %b : !pto.tile_buf<mat, 16x8xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %c: !pto.tile_buf<vec, 16x8xf32>) {
    // expected-error @+1 {{expects tmp to have at least one valid row and 16 valid columns}}
    pto.trem ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x8xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf16>, %a: !pto.tile_buf<vec, 16x16xf16>, %b: !pto.tile_buf<vec, 16x16xf16>, %c: !pto.tile_buf<vec, 16x16xf16>) {
    // expected-error @+3 {{(src0) takes no elements of 'f16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i32', 'ui32' or 'f32'}}
    // expected-note @+1 {{got: 'f16'}}
    pto.trem ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf16>, !pto.tile_buf<vec, 16x16xf16>, !pto.tile_buf<vec, 16x16xf16>) outs(%d : !pto.tile_buf<vec, 16x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi16>, %a: !pto.tile_buf<vec, 16x16xi16>, %b: !pto.tile_buf<vec, 16x16xi16>, %c: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+1 {{expects dst and tmp to have the same element type}}
    pto.txor ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xi16>, !pto.tile_buf<vec, 16x16xi16>, !pto.tile_buf<vec, 16x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %c: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects the element type of tmp to be ui8}}
    pto.tprelu ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>, %b: !pto.tile_buf<vec, 16x16xi32>, %c: !pto.tile_buf<vec, 16x16xui8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tprelu ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 16x16xui8>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %t: !pto.tile_buf<vec, 16x16xui8>) {
    // expected-error @+1 {{expects src0 and dst to be different tiles}}
    pto.tprelu ins(%a, %b, %t : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xui8>) outs(%a : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %c: !pto.tile_buf<vec, 8x16xf32>) {
    // expected-error @+1 {{expects src0 and src2 to have the same shape}}
    pto.taddc ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 8x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %c: !pto.partition_tensor_view<16x16xf32>) {
    // expected-error @+1 {{expects src2 to be a rank-2 tile_buf}}
    pto.tsubc ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>, !pto.partition_tensor_view<16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}
