// Wrong forms of indexed access and sorting and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %c: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+3 {{(indices) takes no elements of 'f32' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i32' or 'ui32'}}
    // expected-note @+1 {{got: 'f32'}}
    pto.tgather ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects exactly one of indices, kValue and maskPattern}}
    pto.tgather ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %s: f32, %t: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xi32>, %e: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+1 {{expects cmpMode to be eq or gt, got lt}}
    pto.tgather ins(%a, %s, %t : !pto.tile_buf<vec, 16x16xf32>, f32, !pto.tile_buf<vec, 16x16xf32>) outs(%d, %e : !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 16x16xi32>) {cmpMode = #pto<cmp lt>, offset = 0 : i32}
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %s: f16, %t: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xi32>, %e: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+1 {{expects kValue to have the element type of src}}
    pto.tgather ins(%a, %s, %t : !pto.tile_buf<vec, 16x16xf32>, f16, !pto.tile_buf<vec, 16x16xf32>) outs(%d, %e : !pto.tile_buf<vec, 16x16xi32>, !pto.tile_buf<vec, 16x16xi32>) {cmpMode = #pto<cmp gt>}
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi8>, %d: !pto.tile_buf<vec, 16x16xi8>) {
    // expected-error @+3 {{(src) takes no elements of 'i8'}}
    // expected-note @+2 {{expected: elements of 2 or 4 bytes: 'i16', 'ui16', 'i32', 'ui32', 'f16', 'bf16' or 'f32'}}
    // expected-note @+1 {{got: 'i8'}}
    pto.tgather ins(%a, {maskPattern = #pto.mask_pattern<P1111>} : !pto.tile_buf<vec, 16x16xi8>) outs(%d : !pto.tile_buf<vec, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32, blayout=col_major>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xui32>) {
    // expected-error @+1 {{expects dst to use row_major blayout}}
    pto.tgatherb ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xui32>) outs(%d : !pto.tile_buf<vec, 16x16xf32, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xi16>) {
    // expected-error @+1 {{expects indexes of 32-bit integers}}
    pto.tscatter ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xi16>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 1x128xf32>, %a: !pto.tile_buf<vec, 1x64xf32>, %b: !pto.tile_buf<vec, 1x64xi32>) {
    // expected-error @+1 {{expects the element type of idx to be ui32}}
    pto.tsort32 ins(%a, %b : !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 1x64xi32>) outs(%d : !pto.tile_buf<vec, 1x128xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 1x256xf32>, %d: !pto.tile_buf<vec, 1x256xf32>) {
    %c32_i32 = arith.constant 32 : i32
    // expected-error @+1 {{expects blockLen to be a positive multiple of 64, got 32}}
    pto.tmrgsort ins(%a, %c32_i32 : !pto.tile_buf<vec, 1x256xf32>, i32) outs(%d : !pto.tile_buf<vec, 1x256xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 1x512xf32>, %a: !pto.tile_buf<vec, 1x256xf32>, %b: i32) {
    // expected-error @+1 {{expects source and destination to have the same columns}}
    pto.tmrgsort ins(%a, %b : !pto.tile_buf<vec, 1x256xf32>, i32) outs(%d : !pto.tile_buf<vec, 1x512xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 1x256xf32>, %b: !pto.tile_buf<vec, 1x256xf32>, %t: !pto.tile_buf<vec, 1x256xf32>, %d: !pto.tile_buf<vec, 1x512xf32>, %x: vector<4xi16>) {
    // expected-error @+1 {{expects dst and tmp to have the same shape}}
    pto.tmrgsort ins(%a, %b, %t : !pto.tile_buf<vec, 1x256xf32>, !pto.tile_buf<vec, 1x256xf32>, !pto.tile_buf<vec, 1x256xf32>) outs(%d, %x : !pto.tile_buf<vec, 1x512xf32>, vector<4xi16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 1x256xf32>, %b: !pto.tile_buf<vec, 1x256xf32>, %t: !pto.tile_buf<vec, 1x512xf32>, %d: !pto.tile_buf<vec, 1x512xf32>, %x: vector<4xi32>) {
    // expected-error @+1 {{expects the last output to be a vector<4xi16>}}
    pto.tmrgsort ins(%a, %b, %t : !pto.tile_buf<vec, 1x256xf32>, !pto.tile_buf<vec, 1x256xf32>, !pto.tile_buf<vec, 1x512xf32>) outs(%d, %x : !pto.tile_buf<vec, 1x512xf32>, vector<4xi32>)
    return
  }
}
