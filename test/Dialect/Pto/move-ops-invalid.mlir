// Wrong forms of data movement and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src to be a partition_tensor_view}}
    pto.tload ins(%s : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.partition_tensor_view<0x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects the dims of src to be positive}}
    pto.tload ins(%s : !pto.partition_tensor_view<0x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.partition_tensor_view<16x16xf32>, %d: !pto.tile_buf<left, 16x16xf32>) {
    // expected-error @+1 {{expects dst to be in the vec or mat address space, but it is in left}}
    pto.tload ins(%s : !pto.partition_tensor_view<16x16xf32>) outs(%d : !pto.tile_buf<left, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.partition_tensor_view<16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf16>) {
    // expected-error @+1 {{expects tile and window to have elements of the same size}}
    pto.tload ins(%s : !pto.partition_tensor_view<16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.partition_tensor_view<16x16xf64>, %d: !pto.tile_buf<vec, 16x16xf64>) {
    // expected-error @+3 {{(dst) takes no elements of 'f64' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i8', 'ui8', 'i16', 'ui16', 'i32', 'ui32', 'i64', 'ui64', 'f16', 'bf16' or 'f32'}}
    // expected-note @+1 {{got: 'f64'}}
    pto.tload ins(%s : !pto.partition_tensor_view<16x16xf64>) outs(%d : !pto.tile_buf<vec, 16x16xf64>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%s: !pto.partition_tensor_view<16x16xi64>, %d: !pto.tile_buf<vec, 16x16xi64, pad=2>) {
    // expected-error @+1 {{expects an i64 tile to be padded with null or zero}}
    pto.tload ins(%s : !pto.partition_tensor_view<16x16xi64>) outs(%d : !pto.tile_buf<vec, 16x16xi64, pad=2>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.partition_tensor_view<16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32, valid=0x16>) {
    // expected-error @+1 {{expects the valid dims of dst to be positive}}
    pto.tload ins(%s : !pto.partition_tensor_view<16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32, valid=0x16>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.partition_tensor_view<16x16xf32>, %d: !pto.tile_buf<acc, 16x16xf32>) {
    // expected-error @+1 {{expects dst to be in the vec or mat address space}}
    pto.tprefetch ins(%s : !pto.partition_tensor_view<16x16xf32>) outs(%d : !pto.tile_buf<acc, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects dst to be a partition_tensor_view}}
    pto.tstore ins(%s : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<left, 16x16xf32>, %d: !pto.partition_tensor_view<16x16xf32>) {
    // expected-error @+1 {{expects src to be in the vec or mat or acc address space}}
    pto.tstore ins(%s : !pto.tile_buf<left, 16x16xf32>) outs(%d : !pto.partition_tensor_view<16x16xf32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%s: !pto.tile_buf<mat, 16x16xf32>, %d: !pto.partition_tensor_view<16x16xf32>) {
    // expected-error @+1 {{expects src to be in the vec or acc address space}}
    pto.tstore ins(%s : !pto.tile_buf<mat, 16x16xf32>) outs(%d : !pto.partition_tensor_view<16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32, valid=8x16>, %d: !pto.partition_tensor_view<16x16xf32>) {
    // expected-error @+1 {{expects as many elements in the window as src has valid ones, got 256 and 128}}
    pto.tstore ins(%s : !pto.tile_buf<vec, 16x16xf32, valid=8x16>) outs(%d : !pto.partition_tensor_view<16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.partition_tensor_view<16x16xf32>) {
    // expected-error @+1 {{expects reluPreMode only with src in acc}}
    pto.tstore ins(%s : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.partition_tensor_view<16x16xf32>) {reluPreMode = #pto<relu_pre_mode normal_relu>}
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<acc, 16x16xf32>, %d: !pto.partition_tensor_view<16x16xi8>) {
    // expected-error @+1 {{expects the element type of dst to be one of}}
    pto.tstore ins(%s : !pto.tile_buf<acc, 16x16xf32>) outs(%d : !pto.partition_tensor_view<16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32>, %q: i64, %d: !pto.partition_tensor_view<16x16xf32>) {
    // expected-error @+1 {{expects preQuantScalar only with src in acc}}
    pto.tstore ins(%s : !pto.tile_buf<vec, 16x16xf32>, %q : i64) outs(%d : !pto.partition_tensor_view<16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<acc, 1x4096xf32>, %d: !pto.partition_tensor_view<1x4096xf32>) {
    // expected-error-re @+1 {{expects columns and valid columns of src to be in {{.}}1, 4095{{.}}}}
    pto.tstore ins(%s : !pto.tile_buf<acc, 1x4096xf32>) outs(%d : !pto.partition_tensor_view<1x4096xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32>, %f: !pto.tile_buf<scaling, 1x16xui64>, %d: !pto.partition_tensor_view<16x16xf32>) {
    // expected-error @+1 {{expects src to be in the acc address space}}
    pto.tstore_fp ins(%s, %f : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<scaling, 1x16xui64>) outs(%d : !pto.partition_tensor_view<16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<mat, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{cannot move from mat to vec on A3}}
    pto.tmov ins(%s : !pto.tile_buf<mat, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<mat, 16x16xf32>) {
    // expected-error @+1 {{cannot move from vec to mat on A3}}
    pto.tmov ins(%s : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<mat, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 8x16xf32>) {
    // expected-error @+1 {{expects src and dst to have the same shape}}
    pto.tmov ins(%s : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 8x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects accToVecMode only on a move from acc to vec}}
    pto.tmov ins(%s : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>) {accToVecMode = #pto.acc_to_vec_mode<single_mode_vec0>}
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects reluPreMode, fp and preQuantScalar only with src in acc}}
    pto.tmov ins(%s : !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>) {reluPreMode = #pto<relu_pre_mode normal_relu>}
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %f: !pto.tile_buf<scaling, 1x16xui64>, %q: i64, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects fp or preQuantScalar, not both}}
    pto.tmov ins(%s : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %f : !pto.tile_buf<scaling, 1x16xui64>, %q : i64) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %f: !pto.tile_buf<scaling, 1x16xui64>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects neither fp nor preQuantScalar with a dual split mode}}
    pto.tmov ins(%s : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %f : !pto.tile_buf<scaling, 1x16xui64>) outs(%d : !pto.tile_buf<vec, 16x16xf32>) {accToVecMode = #pto.acc_to_vec_mode<dual_mode_split_m>}
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %d: !pto.tile_buf<mat, 16x16xf32, fractal=1024>) {
    // expected-error @+1 {{expects dst to have fractal 512, got 1024}}
    pto.tmov ins(%s : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>) outs(%d : !pto.tile_buf<mat, 16x16xf32, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<acc, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src to use col_major blayout}}
    pto.tmov ins(%s : !pto.tile_buf<acc, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>) {reluPreMode = #pto<relu_pre_mode normal_relu>}
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %f: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<mat, 16x16xi8>) {
    // expected-error @+1 {{expects fp to be in the scaling address space}}
    pto.tmov.fp ins(%s, %f : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<mat, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf16>) {
    // expected-error @+1 {{expects src and dst to have the same element type}}
    pto.ttrans ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32, blayout=col_major>, %b: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects src to use row_major blayout}}
    pto.ttrans ins(%a, %b : !pto.tile_buf<vec, 16x16xf32, blayout=col_major>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x4xf32>, %b: !pto.tile_buf<vec, 16x4xf32>, %d: !pto.tile_buf<vec, 4x16xf32>) {
    // expected-error @+1 {{expects the rows of src to be a multiple of 32 bytes}}
    pto.ttrans ins(%a, %b : !pto.tile_buf<vec, 16x4xf32>, !pto.tile_buf<vec, 16x4xf32>) outs(%d : !pto.tile_buf<vec, 4x16xf32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, %d: !pto.tile_buf<left, 16x16xf16, slayout=row_major>) {
    %c0 = arith.constant 0 : index
    %c17 = arith.constant 17 : index
    // expected-error-re @+1 {{expects indexRow {{.}} 16 to be at most 32}}
    pto.textract ins(%a, %c17, %c0 : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, index, index) outs(%d : !pto.tile_buf<left, 16x16xf16, slayout=row_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, %d: !pto.tile_buf<left, 16x16xf16, slayout=row_major>) {
    %c0 = arith.constant 0 : index
    %m1 = arith.constant -1 : index
    // expected-error @+1 {{expects indexRow to be 0 or more, got -1}}
    pto.textract ins(%a, %m1, %c0 : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, index, index) outs(%d : !pto.tile_buf<left, 16x16xf16, slayout=row_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, %d: !pto.tile_buf<left, 16x16xbf16, slayout=row_major>) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expects src and dst to have the same element type}}
    pto.textract ins(%a, %c0, %c0 : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, index, index) outs(%d : !pto.tile_buf<left, 16x16xbf16, slayout=row_major>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, %d: !pto.tile_buf<vec, 16x16xf16>) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{cannot extract from mat to vec on A3}}
    pto.textract ins(%a, %c0, %c0 : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, index, index) outs(%d : !pto.tile_buf<vec, 16x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, %d: !pto.tile_buf<right, 16x16xf16>) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expects a right dst to be row_major with col_major slayout}}
    pto.textract ins(%a, %c0, %c0 : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>, index, index) outs(%d : !pto.tile_buf<right, 16x16xf16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 32x32xf32>) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{cannot insert from vec into vec on A3}}
    pto.tinsert ins(%a, %c0, %c0 : !pto.tile_buf<vec, 16x16xf32>, index, index) outs(%d : !pto.tile_buf<vec, 32x32xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %d: !pto.tile_buf<mat, 16x16xf32, blayout=col_major, slayout=row_major>) {
    %c0 = arith.constant 0 : index
    // expected-error-re @+1 {{cannot insert {{.*}}f32{{.*}} from acc as {{.*}}f32{{.*}} on A3}}
    pto.tinsert ins(%a, %c0, %c0 : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index) outs(%d : !pto.tile_buf<mat, 16x16xf32, blayout=col_major, slayout=row_major>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %d: !pto.tile_buf<vec, 32x32xf32>) {
    %c0 = arith.constant 0 : index
    %c17 = arith.constant 17 : index
    // expected-error-re @+1 {{expects indexCol {{.}} 16 to be at most 32}}
    pto.tinsert ins(%a, %c0, %c17 : !pto.tile_buf<vec, 16x16xf32>, index, index) outs(%d : !pto.tile_buf<vec, 32x32xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>, %f: !pto.tile_buf<scaling, 1x16xui64>, %d: !pto.tile_buf<mat, 16x16xi8>) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expects src to be in the acc address space}}
    pto.textract_fp ins(%a, %f, %c0, %c0 : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<scaling, 1x16xui64>, index, index) outs(%d : !pto.tile_buf<mat, 16x16xi8>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %f: !pto.tile_buf<scaling, 1x16xui64>, %d: !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>) {
    %c0 = arith.constant 0 : index
    // expected-error @+3 {{(dst) takes no elements of 'f16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i8' or 'ui8'}}
    // expected-note @+1 {{got: 'f16'}}
    pto.tinsert_fp ins(%a, %f, %c0, %c0 : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<scaling, 1x16xui64>, index, index) outs(%d : !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>)
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xi32>, %d: !pto.tile_buf<vec, 16x16xi16>) {
    // expected-error @+1 {{is only supported on A5}}
    pto.tpack ins(%s : !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%s: !pto.tile_buf<vec, 16x16xi16>, %d: !pto.tile_buf<vec, 16x16xi16>) {
    // expected-error @+1 {{expects dst to have narrower elements than src}}
    pto.tpack ins(%s : !pto.tile_buf<vec, 16x16xi16>) outs(%d : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.partition_tensor_view<16x16xf32>, %b: !pto.tile_buf<vec, 16x16xi32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{is only supported on A5, which for this operation the module must say itself}}
    pto.mgather ins(%a, %b : !pto.partition_tensor_view<16x16xf32>, !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.partition_tensor_view<16x16xf32>, %b: !pto.tile_buf<vec, 16x16xui32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+3 {{(idx) takes no elements of 'ui32' on the 950 (a5)}}
    // expected-note @+2 {{expected: 'i32'}}
    // expected-note @+1 {{got: 'ui32'}}
    pto.mgather ins(%a, %b : !pto.partition_tensor_view<16x16xf32>, !pto.tile_buf<vec, 16x16xui32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.partition_tensor_view<16x16xf32>, %b: !pto.tile_buf<vec, 16x8xi32>, %d: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects idx to have one valid column or 16, got 8}}
    pto.mgather ins(%a, %b : !pto.partition_tensor_view<16x16xf32>, !pto.tile_buf<vec, 16x8xi32>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xbf16>, %i: !pto.tile_buf<vec, 16x16xi32>, %d: !pto.partition_tensor_view<16x16xbf16>) {
    // expected-error @+1 {{expects i32, ui32, f16 or f32 for an atomic add}}
    pto.mscatter ins(%a, %i : !pto.tile_buf<vec, 16x16xbf16>, !pto.tile_buf<vec, 16x16xi32>) outs(%d : !pto.partition_tensor_view<16x16xbf16>) {scatterAtomicOp = #pto<scatter_atomic_op add>}
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %d: !pto.tile_buf<scaling, 16x16xf16>) {
    // expected-error @+1 {{is only supported on A5}}
    pto.tget_scale_addr ins(%s : !pto.tile_buf<left, 16x16xf16, slayout=row_major>) outs(%d : !pto.tile_buf<scaling, 16x16xf16>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%s: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %d: !pto.tile_buf<vec, 16x16xf16>) {
    // expected-error @+1 {{expects dst to be in the scaling address space}}
    pto.tget_scale_addr ins(%s : !pto.tile_buf<left, 16x16xf16, slayout=row_major>) outs(%d : !pto.tile_buf<vec, 16x16xf16>)
    return
  }
}
