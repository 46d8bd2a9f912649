// Wrong forms of row and column broadcasts and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf16>, %a: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
    // expected-error @+1 {{expects src and dst to have the same element type}}
    pto.trowexpand ins(%a : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src1 to have 8 valid column}}
    pto.trowexpandadd ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, %d: !pto.tile_buf<vec, 16x16xf32, blayout=col_major>) {
    // expected-error @+1 {{expects dst to use row_major blayout}}
    pto.trowexpandsub ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x16xf32, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x1xf16, blayout=col_major>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src0 and src1 to have the same element type}}
    pto.trowexpandmul ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x1xf16, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi32>, %b: !pto.tile_buf<vec, 16x1xi32, blayout=col_major>, %d: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(dst) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.trowexpanddiv ins(%a, %b : !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 16x1xi32, blayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects one source to be row_major with the valid extents of dst}}
    pto.trowexpandmax ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, %c: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{takes no tmp on A5}}
    pto.trowexpandmin ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x8xf32>, %c: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects values per row that are not row_major when tmp is given}}
    pto.trowexpandexpdif ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x8xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 1x8xf32>) {
    // expected-error @+1 {{expects src and dst to have the same valid_shape columns}}
    pto.tcolexpand ins(%a : !pto.tile_buf<vec, 1x8xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 1x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tcolexpandadd ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 1x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 1x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tcolexpandsub ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 1x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 1x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tcolexpandmul ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 1x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 1x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tcolexpandmax ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 1x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %b: !pto.tile_buf<vec, 1x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src0) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tcolexpandmin ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, !pto.tile_buf<vec, 1x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi32>, %b: !pto.tile_buf<vec, 1x16xi32>, %d: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src0) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tcolexpanddiv ins(%a, %b : !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 1x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi32>, %b: !pto.tile_buf<vec, 1x16xi32>, %d: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src0) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tcolexpandexpdif ins(%a, %b : !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 1x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 1x16xf32>, %d: !pto.tile_buf<vec, 8x16xf32>) {
    // expected-error @+1 {{expects src0 and dst to have the same shape}}
    pto.tcolexpandadd ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 1x16xf32>) outs(%d : !pto.tile_buf<vec, 8x16xf32>)
    return
  }
}
