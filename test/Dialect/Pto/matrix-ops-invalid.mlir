// Wrong forms of matrix products and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>) {
    // expected-error @+1 {{expects lhs to be in the left address space}}
    pto.tmatmul ins(%a, %b : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<left, 16x16xf16, slayout=row_major>) {
    // expected-error @+1 {{expects rhs to be in the right address space}}
    pto.tmatmul ins(%a, %b : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<left, 16x16xf16, slayout=row_major>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<vec, 16x16xf32>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>) {
    // expected-error @+1 {{expects dst to be in the acc address space}}
    pto.tmatmul ins(%a, %b : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>) outs(%d : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<right, 32x16xf16, slayout=col_major>) {
    // expected-error @+1 {{expects shapes M x K, K x N and M x N}}
    pto.tmatmul ins(%a, %b : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 32x16xf16, slayout=col_major>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf16, blayout=col_major, slayout=row_major>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>) {
    // expected-error @+4 {{takes no factors of 'f16' and 'f16' with sums of 'f16'}}
    // expected-note @+3 {{expected: sums of 'f32'}}
    // expected-note @+2 {{got: sums of 'f16'}}
    // expected-note @+1 {{help: add up in 'f32'}}
    pto.tmatmul ins(%a, %b : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>) outs(%d : !pto.tile_buf<acc, 16x16xf16, blayout=col_major, slayout=row_major>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>) {
    // expected-error @+1 {{expects dst to use col_major blayout}}
    pto.tmatmul ins(%a, %b : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>) outs(%d : !pto.tile_buf<acc, 16x16xf32, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, valid=0x16>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>) {
    // expected-error-re @+1 {{expects the valid extent m to be in {{.}}1, 4095{{.}}, got 0}}
    pto.tmatmul ins(%a, %b : !pto.tile_buf<left, 16x16xf16, valid=0x16>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<vec, 16x16xf32>, %b: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %c: !pto.tile_buf<right, 16x16xf16, slayout=col_major>) {
    // expected-error @+1 {{expects acc_in to be in the acc address space}}
    pto.tmatmul.acc ins(%a, %b, %c : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>, %c: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{expects bias to be in the bias address space}}
    pto.tmatmul.bias ins(%a, %b, %c : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>, !pto.tile_buf<vec, 16x16xf32>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>, %c: !pto.tile_buf<bias, 2x16xf32>) {
    // expected-error @+1 {{expects bias to have one row, got 2}}
    pto.tmatmul.bias ins(%a, %b, %c : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>, !pto.tile_buf<bias, 2x16xf32>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>, %c: !pto.tile_buf<bias, 1x16xf16>) {
    // expected-error @+1 {{expects bias and dst to have the same element type}}
    pto.tmatmul.bias ins(%a, %b, %c : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>, !pto.tile_buf<bias, 1x16xf16>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<scaling, 1x16xui64>, %c: !pto.tile_buf<right, 16x16xf16, slayout=col_major>, %e: !pto.partition_tensor_view<16x16xf32>) {
    // expected-error @+1 {{expects b_scale to be a rank-2 tile_buf}}
    pto.tmatmul.mx ins(%a, %b, %c, %e : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<scaling, 1x16xui64>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>, !pto.partition_tensor_view<16x16xf32>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<scaling, 1x16xui64>, %c: !pto.tile_buf<right, 16x16xf16, slayout=col_major>, %e: !pto.tile_buf<scaling, 1x16xui64>) {
    // expected-error @+3 {{(a) takes no elements of 'f16' on the 950 (a5)}}
    // expected-note @+2 {{expected: 'f8E4M3FN' or 'f8E5M2'}}
    // expected-note @+1 {{got: 'f16'}}
    pto.tmatmul.mx ins(%a, %b, %c, %e : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<scaling, 1x16xui64>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>, !pto.tile_buf<scaling, 1x16xui64>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<acc, 16x16xf16>, %b: !pto.tile_buf<left, 16x32xf8E4M3FN, slayout=row_major>, %c: !pto.tile_buf<scaling, 16x32xf8E4M3FN>, %e: !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, %f: !pto.tile_buf<scaling, 32x16xf8E4M3FN>) {
    // expected-error @+1 {{expects dst and c_in to have the same element type}}
    pto.tmatmul.mx.acc ins(%a, %b, %c, %e, %f : !pto.tile_buf<acc, 16x16xf16>, !pto.tile_buf<left, 16x32xf8E4M3FN, slayout=row_major>, !pto.tile_buf<scaling, 16x32xf8E4M3FN>, !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 32x16xf8E4M3FN>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x32xf8E4M3FN, slayout=row_major>, %b: !pto.tile_buf<scaling, 16x32xf8E4M3FN>, %c: !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, %e: !pto.tile_buf<scaling, 32x16xf8E4M3FN>, %f: !pto.tile_buf<bias, 1x16xf16>) {
    // expected-error @+3 {{(bias) takes no elements of 'f16' on the 950 (a5)}}
    // expected-note @+2 {{expected: 'f32'}}
    // expected-note @+1 {{got: 'f16'}}
    pto.tmatmul.mx.bias ins(%a, %b, %c, %e, %f : !pto.tile_buf<left, 16x32xf8E4M3FN, slayout=row_major>, !pto.tile_buf<scaling, 16x32xf8E4M3FN>, !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 32x16xf8E4M3FN>, !pto.tile_buf<bias, 1x16xf16>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>) {
    // expected-error @+1 {{expects lhs to have 1 valid row}}
    pto.tgemv ins(%a, %b : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %b: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %c: !pto.tile_buf<right, 16x16xf16, slayout=col_major>) {
    // expected-error @+1 {{expects lhs to have 1 valid row}}
    pto.tgemv.acc ins(%a, %b, %c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %b: !pto.tile_buf<right, 16x16xf16, slayout=col_major>, %c: !pto.tile_buf<bias, 1x16xf32>) {
    // expected-error @+1 {{expects a to have 1 valid row}}
    pto.tgemv.bias ins(%a, %b, %c : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>, !pto.tile_buf<bias, 1x16xf32>) outs(%d : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, %b: !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, %c: !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, %e: !pto.tile_buf<scaling, 32x16xf8E4M3FN>) {
    // expected-error @+1 {{is only supported on A5}}
    pto.tgemv.mx ins(%a, %b, %c, %e : !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 32x16xf8E4M3FN>) outs(%d : !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, %b: !pto.tile_buf<scaling, 16x32xf8E4M3FN>, %c: !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, %e: !pto.tile_buf<scaling, 32x16xf8E4M3FN>) {
    // expected-error @+1 {{expects a and a_scale to have the same valid_shape rows}}
    pto.tgemv.mx ins(%a, %b, %c, %e : !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, !pto.tile_buf<scaling, 16x32xf8E4M3FN>, !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 32x16xf8E4M3FN>) outs(%d : !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<acc, 16x16xf16>, %b: !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, %c: !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, %e: !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, %f: !pto.tile_buf<scaling, 32x16xf8E4M3FN>) {
    // expected-error @+1 {{expects dst and c_in to have the same element type}}
    pto.tgemv.mx.acc ins(%a, %b, %c, %e, %f : !pto.tile_buf<acc, 16x16xf16>, !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 32x16xf8E4M3FN>) outs(%d : !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>, %b: !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, %c: !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, %e: !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, %f: !pto.tile_buf<scaling, 32x16xf8E4M3FN>) {
    // expected-error @+1 {{is only supported on A5}}
    pto.tgemv.mx.acc ins(%a, %b, %c, %e, %f : !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 32x16xf8E4M3FN>) outs(%d : !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, %b: !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, %c: !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, %e: !pto.tile_buf<scaling, 32x16xf8E4M3FN>, %f: !pto.tile_buf<bias, 1x32xf32, valid=1x16>) {
    // expected-error @+1 {{expects bias to have the columns of dst, 16, got 32}}
    pto.tgemv.mx.bias ins(%a, %b, %c, %e, %f : !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 32x16xf8E4M3FN>, !pto.tile_buf<bias, 1x32xf32, valid=1x16>) outs(%d : !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}

// -----

module {
  func.func @f(%d: !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>, %a: !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, %b: !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, %c: !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, %e: !pto.tile_buf<scaling, 32x16xf8E4M3FN>, %f: !pto.tile_buf<bias, 1x16xf32>) {
    // expected-error @+1 {{is only supported on A5}}
    pto.tgemv.mx.bias ins(%a, %b, %c, %e, %f : !pto.tile_buf<left, 16x32xf8E4M3FN, valid=1x32, slayout=row_major>, !pto.tile_buf<scaling, 16x32xf8E4M3FN, valid=1x32>, !pto.tile_buf<right, 32x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 32x16xf8E4M3FN>, !pto.tile_buf<bias, 1x16xf32>) outs(%d : !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>)
    return
  }
}
