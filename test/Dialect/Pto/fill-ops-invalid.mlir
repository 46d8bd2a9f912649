// Wrong forms of generation, padding and single elements and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xi16>, %a: i32) {
    // expected-error @+1 {{expects S to have the element type of dst}}
    pto.tci ins(%a : i32) outs(%d : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x1xi32, blayout=col_major>, %a: i32) {
    // expected-error @+1 {{expects dst to have more than one column}}
    pto.tci ins(%a : i32) outs(%d : !pto.tile_buf<vec, 16x1xi32, blayout=col_major>)
    return
  }
}

// -----

module {
  func.func @f(%n: i32, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error-re @+1 {{expects upperOrLower to be 0 {{.}}lower{{.}} or 1 {{.}}upper{{.}}, got 2}}
    pto.ttri ins(%n {upperOrLower = 2 : i32} : i32) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%n: i32, %d: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+1 {{is only supported on A5}}
    pto.trandom ins(%n, %n, %n, %n, %n, %n : i32, i32, i32, i32, i32, i32) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%n: i32, %d: !pto.tile_buf<vec, 16x16xi32>) {
    // expected-error @+1 {{expects rounds to be 7 or 10, got 8}}
    pto.trandom ins(%n, %n, %n, %n, %n, %n {rounds = 8 : i32} : i32, i32, i32, i32, i32, i32) outs(%d : !pto.tile_buf<vec, 16x16xi32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects dst to have a pad value}}
    pto.tfillpad ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects dst to have a pad value}}
    pto.tfillpad_inplace ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects dst to have a pad value}}
    pto.tfillpad_expand ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32, pad=1>, %a: !pto.tile_buf<vec, 8x16xf32>) {
    // expected-error @+1 {{expects src and dst to have the same shape}}
    pto.tfillpad ins(%a : !pto.tile_buf<vec, 8x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32, pad=1>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 8x16xf32, pad=1>, %a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects dst to have at least the rows and columns of src}}
    pto.tfillpad_expand ins(%a : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 8x16xf32, pad=1>)
    return
  }
}

// -----

module {
  func.func @f(%i: index, %s: f16, %d: memref<16x16xf32>) {
    // expected-error @+1 {{expects val to have the element type of dst}}
    pto.tsetval ins(%i, %s : index, f16) outs(%d : memref<16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 16x16xf32>, %i: index) {
    // expected-error @+1 {{cannot read an element of a tile in mat}}
    %x = pto.tgetval ins(%a, %i : !pto.tile_buf<mat, 16x16xf32>, index) outs : f32
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %i: index) {
    // expected-error @+1 {{expects the result to have the element type of src}}
    %x = pto.tgetval ins(%a, %i : !pto.tile_buf<vec, 16x16xf32>, index) outs : f16
    return
  }
}
