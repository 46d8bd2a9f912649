// Wrong forms of tiles: storage, aliases, metadata and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f() {
    // expected-error @+1 {{expects operand 'valid_row'}}
    %x = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32, valid=?x16>
    return
  }
}

// -----

module {
  func.func @f(%i: index) {
    // expected-error @+1 {{has operand 'valid_col', but that valid extent is static}}
    %x = pto.alloc_tile valid_col = %i : !pto.tile_buf<vec, 16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and result to have the same shape and valid_shape}}
    %x = pto.bitcast %a : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<vec, 8x32xi32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and result to have different element types}}
    %x = pto.bitcast %a : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<vec, 16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and result in the same loc, got vec and mat}}
    %x = pto.bitcast %a : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<mat, 16x16xi32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and result to have the same layout, fractal, pad and compact}}
    %x = pto.bitcast %a : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<vec, 16x16xi32, pad=1>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf16>) {
    // expected-error @+1 {{expects the result to have at most as many bytes as src}}
    %x = pto.bitcast %a : !pto.tile_buf<vec, 16x16xf16> -> !pto.tile_buf<vec, 16x16xi32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and result to have the same number of bytes}}
    %x = pto.treshape %a : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<vec, 8x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{cannot reshape between a boxed and an unboxed tile}}
    %x = pto.treshape %a : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<vec, 16x16xf32, slayout=row_major>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src and result in the same loc}}
    %x = pto.treshape %a : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<mat, 16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %q: i64) {
    // expected-error @+1 {{expects the result to have the type of the tile}}
    %x = pto.tassign %a, %q : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<vec, 8x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32, valid=?x16>) {
    %c8 = arith.constant 8 : index
    // expected-error @+1 {{expects a tile whose valid extents are both dynamic}}
    pto.set_validshape %a, %c8, %c8 : !pto.tile_buf<vec, 16x16xf32, valid=?x16>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32, valid=?x?>) {
    %c8 = arith.constant 8 : index
    // expected-error @+1 {{expects a tile that this function makes}}
    pto.set_validshape %a, %c8, %c8 : !pto.tile_buf<vec, 16x16xf32, valid=?x?>
    return
  }
}

// -----

module {
  func.func @f() {
    %c8 = arith.constant 8 : index
    %c17 = arith.constant 17 : index
    %d = pto.alloc_tile valid_row = %c8 valid_col = %c8 : !pto.tile_buf<vec, 16x16xf32, valid=?x?>
    // expected-error-re @+1 {{expects valid_row to be in {{.}}0, 16{{.}}, got 17}}
    pto.set_validshape %d, %c17, %c8 : !pto.tile_buf<vec, 16x16xf32, valid=?x?>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expects exactly two sizes and two offsets}}
    %x = pto.subset %a[%c0] sizes [8, 16] : !pto.tile_buf<vec, 16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    // expected-error-re @+1 {{expects sizes{{.}}0{{.}} and offsets{{.}}0{{.}} to be multiples of the inner box, 16}}
    %x = pto.subset %a[%c8, %c0] sizes [16, 16] : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>) {
    %c0 = arith.constant 0 : index
    // expected-error-re @+1 {{expects sizes{{.}}0{{.}} to be positive}}
    %x = pto.subset %a[%c0, %c0] sizes [0, 16] : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expects a window of a boxed col_major tile to keep all rows}}
    %x = pto.subset %a[%c0, %c0] sizes [16, 16] : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 32x32xf16, slayout=row_major>) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expects a window of a boxed row_major tile to keep all columns}}
    %x = pto.subset %a[%c0, %c0] sizes [16, 16] : !pto.tile_buf<mat, 32x32xf16, slayout=row_major>
    return
  }
}

// -----

module {
  func.func @f(%m: memref<16x16xf32>, %i: index) {
    // expected-error @+1 {{expects valid_row and valid_col together}}
    %x = "pto.bind_tile"(%m, %i) <{config = #pto.tile_buf_config<>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<16x16xf32>, index) -> memref<16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%m: memref<16x16xf32>) {
    // expected-error @+1 {{requires attribute 'config'}}
    %x = pto.bind_tile %m : memref<16x16xf32> -> memref<16x16xf32>
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects at least one address}}
    %x = "pto.pointer_cast"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> memref<16x16xf32>
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{result #0 must be tile_buf, partition_tensor_view, memref or ranked tensor, but got 'index'}}
    %t = pto.declare_tile -> index
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{'pto.declare_tile_memref' invalid kind of type specified}}
    %t = pto.declare_tile_memref -> !pto.tile_buf<vec, 16x16xf32>
    return
  }
}
