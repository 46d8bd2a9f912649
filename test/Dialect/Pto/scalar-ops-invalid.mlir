// Wrong forms of elementwise operations on a tile and a scalar and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf16>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: f32) {
    // expected-error @+1 {{expects src and dst to have the same element type}}
    pto.tadds ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, f32) outs(%d : !pto.tile_buf<vec, 16x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<mat, 16x16xf32>, %b: f32) {
    // expected-error @+1 {{expects src to be in the vec address space}}
    pto.tadds ins(%a, %b : !pto.tile_buf<mat, 16x16xf32>, f32) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32, valid=8x16>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: f32) {
    // expected-error @+1 {{expects src and dst to have the same valid_shape rows}}
    pto.tadds ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, f32) outs(%d : !pto.tile_buf<vec, 16x16xf32, valid=8x16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi8>, %a: !pto.tile_buf<vec, 16x16xi8>, %b: i8) {
    // expected-error @+3 {{(src) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tadds ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, i8) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xbf16>, %a: !pto.tile_buf<vec, 16x16xbf16>, %b: f32) {
    // expected-error @+3 {{(src) takes no elements of 'bf16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'bf16'}}
    pto.tsubs ins(%a, %b : !pto.tile_buf<vec, 16x16xbf16>, f32) outs(%d : !pto.tile_buf<vec, 16x16xbf16>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32, valid=16x8>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: f32) {
    // expected-error @+1 {{expects src0 and dst to have the same valid_shape columns}}
    pto.tmuls ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, f32) outs(%d : !pto.tile_buf<vec, 16x16xf32, valid=16x8>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32, valid=8x16>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: f32) {
    // expected-error @+1 {{expects src and dst to have the same valid_shape rows}}
    pto.tmaxs ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, f32) outs(%d : !pto.tile_buf<vec, 16x16xf32, valid=8x16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xbf16>, %a: !pto.tile_buf<vec, 16x16xbf16>, %b: f32) {
    // expected-error @+3 {{(src) takes no elements of 'bf16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'bf16'}}
    pto.tmins ins(%a, %b : !pto.tile_buf<vec, 16x16xbf16>, f32) outs(%d : !pto.tile_buf<vec, 16x16xbf16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects a tile_buf and a scalar in either order}}
    pto.tdivs ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf16>, %a: f32, %b: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects the tile and dst to have the same element type}}
    pto.tdivs ins(%a, %b : f32, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: i32, %c: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects scalar to have the element type of src}}
    pto.trems ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, i32, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: f16) {
    // expected-error @+1 {{expects scalar to have the element type of src}}
    pto.tfmods ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, f16) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>, %b: i32) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.taxpy ins(%a, %b : !pto.tile_buf<vec, 16x16xi32>, i32) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf16>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: f32) {
    // expected-error @+1 {{expects dst to have the element type of src, or f32 for f16}}
    pto.taxpy ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, f32) outs(%d : !pto.tile_buf<vec, 16x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: f32, %c: !pto.tile_buf<vec, 8x16xf32>) {
    // expected-error @+1 {{expects src0 and src1 to have the same shape}}
    pto.taddsc ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, f32, !pto.tile_buf<vec, 8x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: f32, %c: !pto.partition_tensor_view<16x16xf32>) {
    // expected-error @+1 {{expects src1 to be a rank-2 tile_buf}}
    pto.tsubsc ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, f32, !pto.partition_tensor_view<16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>, %b: i32) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i8', 'ui8', 'i16' or 'ui16'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tands ins(%a, %b : !pto.tile_buf<vec, 16x16xi32>, i32) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi16>, %s: i16) {
    // expected-error @+1 {{expects src and dst to be different tiles}}
    pto.tors ins(%a, %s : !pto.tile_buf<vec, 16x16xi16>, i16) outs(%a : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>, %b: i32, %c: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i8', 'ui8', 'i16' or 'ui16'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.txors ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xi32>, i32, !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: i32) {
    // expected-error @+1 {{expects the element type of src to be an integer}}
    pto.tshls ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, i32) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi16>, %d: !pto.tile_buf<vec, 16x16xi16>) {
    %m1_i16 = arith.constant -1 : i16
    // expected-error @+1 {{expects scalar to be 0 or more, got -1}}
    pto.tshls ins(%a, %m1_i16 : !pto.tile_buf<vec, 16x16xi16>, i16) outs(%d : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi8>, %a: !pto.tile_buf<vec, 16x16xi8>, %b: i8) {
    // expected-error @+3 {{(src) takes no elements of 'i8' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i16', 'ui16', 'i32' or 'ui32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tshrs ins(%a, %b : !pto.tile_buf<vec, 16x16xi8>, i8) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi32>, %a: !pto.tile_buf<vec, 16x16xi32>, %b: f32) {
    // expected-error @+3 {{(src) takes no elements of 'i32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'i32'}}
    pto.tlrelu ins(%a, %b : !pto.tile_buf<vec, 16x16xi32>, f32) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: i32) {
    // expected-error @+1 {{expects scalar to have the element type of dst}}
    pto.texpands ins(%a : i32) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32>, %a: f32) {
    // expected-error @+1 {{expects dst to be in the vec or mat address space}}
    pto.texpands ins(%a : f32) outs(%d : !pto.tile_buf<acc, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32, blayout=col_major>, %a: f32) {
    // expected-error @+1 {{expects dst to use row_major blayout}}
    pto.texpands ins(%a : f32) outs(%d : !pto.tile_buf<vec, 16x16xf32, blayout=col_major>)
    return
  }
}
