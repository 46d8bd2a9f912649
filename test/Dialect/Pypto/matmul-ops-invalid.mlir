// Wrong matrix products are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @k(%a: !pypto.tensor<16x32xf16>, %b: !pypto.tensor<16x32xf16>) {
  // expected-error @+1 {{contracted extents differ: [16, 32] x [16, 32] gives K = 32 and K = 16}}
  %0 = pypto.tensor.matmul %a, %b : (!pypto.tensor<16x32xf16>, !pypto.tensor<16x32xf16>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @result(%a: !pypto.tensor<16x32xf16>, %b: !pypto.tensor<16x32xf16>) {
  // expected-error @+1 {{result must have shape [16, 16], got [16, 32]}}
  %0 = pypto.tensor.matmul %a, %b transpose_rhs : (!pypto.tensor<16x32xf16>, !pypto.tensor<16x32xf16>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @rank(%a: !pypto.tensor<32xf16>, %b: !pypto.tensor<32x16xf16>) {
  // expected-error @+1 {{operands and result must have at least 2 axes, got [32], [32, 16] and [1, 16]}}
  %0 = pypto.tensor.matmul %a, %b : (!pypto.tensor<32xf16>, !pypto.tensor<32x16xf16>) -> !pypto.tensor<1x16xf32>
  return
}

// -----

func.func @result_batch(%a: !pypto.tensor<2x16x32xf16>, %b: !pypto.tensor<32x16xf16>) {
  // expected-error @+1 {{result must have batch [2], got []}}
  %0 = pypto.tensor.matmul %a, %b : (!pypto.tensor<2x16x32xf16>, !pypto.tensor<32x16xf16>) -> !pypto.tensor<16x16xf32>
  return
}

// -----

func.func @batches(%a: !pypto.tensor<2x16x32xf16>, %b: !pypto.tensor<3x32x16xf16>) {
  // expected-error @+1 {{batches [2] and [3] do not broadcast}}
  %0 = pypto.tensor.matmul %a, %b : (!pypto.tensor<2x16x32xf16>, !pypto.tensor<3x32x16xf16>) -> !pypto.tensor<2x16x16xf32>
  return
}

// -----

func.func @dtypes(%a: !pypto.tensor<16x32xf16>, %b: !pypto.tensor<32x16xbf16>) {
  // expected-error @+1 {{operands must have one element type, got 'f16' and 'bf16'}}
  %0 = pypto.tensor.matmul %a, %b : (!pypto.tensor<16x32xf16>, !pypto.tensor<32x16xbf16>) -> !pypto.tensor<16x16xf32>
  return
}

// -----

func.func @accumulator(%acc: !pypto.tensor<16x16xf16>, %a: !pypto.tensor<16x32xf16>, %b: !pypto.tensor<32x16xf16>) {
  // expected-error @+1 {{the accumulator's element type must be 'f32', got 'f16'}}
  %0 = pypto.tensor.matmul_acc %acc, %a, %b : (!pypto.tensor<16x16xf16>, !pypto.tensor<16x32xf16>, !pypto.tensor<32x16xf16>) -> !pypto.tensor<16x16xf16>
  return
}

// -----

func.func @other(%acc: !pypto.tensor<16x16xf32>, %a: !pypto.tensor<16x32xf16>, %b: !pypto.tensor<32x16xf16>) {
  // expected-error @+1 {{accumulator and result must have one type, got '!pypto.tensor<16x16xf32>' and '!pypto.tensor<16x17xf32>'}}
  %0 = pypto.tensor.matmul_acc %acc, %a, %b : (!pypto.tensor<16x16xf32>, !pypto.tensor<16x32xf16>, !pypto.tensor<32x16xf16>) -> !pypto.tensor<16x17xf32>
  return
}

// -----

func.func @tile(%a: !pypto.tile<16x32xi8>, %b: !pypto.tile<32x16xi8>) {
  // expected-error @+1 {{the accumulator's element type must be 'i32', got 'f32'}}
  %0 = pypto.tile.matmul %a, %b : (!pypto.tile<16x32xi8>, !pypto.tile<32x16xi8>) -> !pypto.tile<16x16xf32>
  return
}

// -----

func.func @tile_acc(%acc: !pypto.tile<16x32xf32>, %a: !pypto.tile<16x32xf16>, %b: !pypto.tile<32x16xf16>) {
  // expected-error @+1 {{accumulator and result must have one shape and element type}}
  %0 = pypto.tile.matmul_acc %acc, %a, %b : (!pypto.tile<16x32xf32>, !pypto.tile<16x32xf16>, !pypto.tile<32x16xf16>) -> !pypto.tile<16x16xf32>
  return
}

// -----

func.func @bias(%a: !pypto.tile<16x32xf16>, %b: !pypto.tile<32x16xf16>, %c: !pypto.tile<16x16xf32>) {
  // expected-error @+1 {{bias must be one row [1, 16] of 'f32', got '!pypto.tile<16x16xf32>'}}
  %0 = pypto.tile.matmul_bias %a, %b, %c : (!pypto.tile<16x32xf16>, !pypto.tile<32x16xf16>, !pypto.tile<16x16xf32>) -> !pypto.tile<16x16xf32>
  return
}

// -----

func.func @gemv_rows(%a: !pypto.tile<16x32xf16>, %b: !pypto.tile<32x16xf16>) {
  // expected-error @+1 {{the left operand must have one row, got [16, 32]; use the matrix product}}
  %0 = pypto.tile.gemv %a, %b : (!pypto.tile<16x32xf16>, !pypto.tile<32x16xf16>) -> !pypto.tile<16x16xf32>
  return
}

// -----

func.func @gemv_contracted(%a: !pypto.tile<1x32xf16>, %b: !pypto.tile<16x16xf16>) {
  // expected-error @+1 {{contracted extents differ: [1, 32] x [16, 16] gives K = 32 and K = 16}}
  %0 = pypto.tile.gemv %a, %b : (!pypto.tile<1x32xf16>, !pypto.tile<16x16xf16>) -> !pypto.tile<1x16xf32>
  return
}

// -----

func.func @gemv_acc_rows(%c: !pypto.tile<16x16xf32>, %a: !pypto.tile<16x32xf16>, %b: !pypto.tile<32x16xf16>) {
  // expected-error @+1 {{the left operand must have one row, got [16, 32]}}
  %0 = pypto.tile.gemv_acc %c, %a, %b : (!pypto.tile<16x16xf32>, !pypto.tile<16x32xf16>, !pypto.tile<32x16xf16>) -> !pypto.tile<16x16xf32>
  return
}

// -----

func.func @gemv_acc_type(%c: !pypto.tile<1x32xf32>, %a: !pypto.tile<1x32xf16>, %b: !pypto.tile<32x16xf16>) {
  // expected-error @+1 {{accumulator and result must have one shape and element type}}
  %0 = pypto.tile.gemv_acc %c, %a, %b : (!pypto.tile<1x32xf32>, !pypto.tile<1x32xf16>, !pypto.tile<32x16xf16>) -> !pypto.tile<1x16xf32>
  return
}

// -----

func.func @gemv_bias_rows(%a: !pypto.tile<16x32xf16>, %b: !pypto.tile<32x16xf16>, %c: !pypto.tile<1x16xf32>) {
  // expected-error @+1 {{the left operand must have one row, got [16, 32]}}
  %0 = pypto.tile.gemv_bias %a, %b, %c : (!pypto.tile<16x32xf16>, !pypto.tile<32x16xf16>, !pypto.tile<1x16xf32>) -> !pypto.tile<16x16xf32>
  return
}

// -----

func.func @gemv_bias_row(%a: !pypto.tile<1x32xf16>, %b: !pypto.tile<32x16xf16>, %c: !pypto.tile<1x15xf32>) {
  // expected-error @+1 {{bias must be one row [1, 16] of 'f32', got '!pypto.tile<1x15xf32>'}}
  %0 = pypto.tile.gemv_bias %a, %b, %c : (!pypto.tile<1x32xf16>, !pypto.tile<32x16xf16>, !pypto.tile<1x15xf32>) -> !pypto.tile<1x16xf32>
  return
}

// -----

func.func @mx_element(%l: !pypto.tile<16x64xf16>, %sa: !pypto.tile<16x2xf8E8M0FNU>, %r: !pypto.tile<64x32xf16>, %sb: !pypto.tile<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{the left factor must hold f8E4M3FN, got 'f16'}}
  %0 = pypto.tile.matmul_mx %l, %sa, %r, %sb : (!pypto.tile<16x64xf16>, !pypto.tile<16x2xf8E8M0FNU>, !pypto.tile<64x32xf16>, !pypto.tile<2x32xf8E8M0FNU>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @mx_rows(%l: !pypto.tile<24x64xf8E4M3FN>, %sa: !pypto.tile<24x2xui8>, %r: !pypto.tile<64x32xf8E4M3FN>, %sb: !pypto.tile<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{M must be a multiple of 16, got 24; pad the factor to 32}}
  %0 = pypto.tile.matmul_mx %l, %sa, %r, %sb : (!pypto.tile<24x64xf8E4M3FN>, !pypto.tile<24x2xui8>, !pypto.tile<64x32xf8E4M3FN>, !pypto.tile<2x32xf8E8M0FNU>) -> !pypto.tile<24x32xf32>
  return
}

// -----

func.func @mx_depth(%l: !pypto.tile<16x96xf8E4M3FN>, %sa: !pypto.tile<16x3xui8>, %r: !pypto.tile<96x32xf8E4M3FN>, %sb: !pypto.tile<3x32xui8>) {
  // expected-error @+1 {{K must be a multiple of 64, got 96; pad the factor to 128}}
  %0 = pypto.tile.matmul_mx %l, %sa, %r, %sb : (!pypto.tile<16x96xf8E4M3FN>, !pypto.tile<16x3xui8>, !pypto.tile<96x32xf8E4M3FN>, !pypto.tile<3x32xui8>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @mx_columns(%l: !pypto.tile<16x64xf8E4M3FN>, %sa: !pypto.tile<16x2xf8E8M0FNU>, %r: !pypto.tile<64x48xf8E4M3FN>, %sb: !pypto.tile<2x48xui8>) {
  // expected-error @+1 {{N must be a multiple of 32, got 48; pad the factor to 64}}
  %0 = pypto.tile.matmul_mx %l, %sa, %r, %sb : (!pypto.tile<16x64xf8E4M3FN>, !pypto.tile<16x2xf8E8M0FNU>, !pypto.tile<64x48xf8E4M3FN>, !pypto.tile<2x48xui8>) -> !pypto.tile<16x48xf32>
  return
}

// -----

func.func @mx_scale_shape(%l: !pypto.tile<16x64xf8E4M3FN>, %sa: !pypto.tile<16x4xui8>, %r: !pypto.tile<64x32xf8E4M3FN>, %sb: !pypto.tile<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{lhs_scale must have shape [16, 2], one scale for each 32 elements along K, got [16, 4]}}
  %0 = pypto.tile.matmul_mx %l, %sa, %r, %sb : (!pypto.tile<16x64xf8E4M3FN>, !pypto.tile<16x4xui8>, !pypto.tile<64x32xf8E4M3FN>, !pypto.tile<2x32xf8E8M0FNU>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @mx_scale_element(%l: !pypto.tile<16x64xf8E4M3FN>, %sa: !pypto.tile<16x2xf8E8M0FNU>, %r: !pypto.tile<64x32xf8E4M3FN>, %sb: !pypto.tile<2x32xf8E4M3FN>) {
  // expected-error @+1 {{rhs_scale must hold f8E8M0FNU or ui8, got 'f8E4M3FN'}}
  %0 = pypto.tile.matmul_mx %l, %sa, %r, %sb : (!pypto.tile<16x64xf8E4M3FN>, !pypto.tile<16x2xf8E8M0FNU>, !pypto.tile<64x32xf8E4M3FN>, !pypto.tile<2x32xf8E4M3FN>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @mx_result(%l: !pypto.tile<16x64xf8E4M3FN>, %sa: !pypto.tile<16x2xf8E8M0FNU>, %r: !pypto.tile<64x32xf8E4M3FN>, %sb: !pypto.tile<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{the accumulator's element type must be 'f32', got 'f16'}}
  %0 = pypto.tile.matmul_mx %l, %sa, %r, %sb : (!pypto.tile<16x64xf8E4M3FN>, !pypto.tile<16x2xf8E8M0FNU>, !pypto.tile<64x32xf8E4M3FN>, !pypto.tile<2x32xf8E8M0FNU>) -> !pypto.tile<16x32xf16>
  return
}

// -----

func.func @scale_window(%m: !pypto.tile<16x4xui8, Mat, layout=zz>, %l: !pypto.tile<16x64xf8E4M3FN>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{offset 4 + extent 2 of axis 1 passes the extent 4 of the source}}
  %0 = pypto.tile.move_scale %m[%c0, %c4] beside %l : !pypto.tile<16x4xui8, Mat, layout=zz>, !pypto.tile<16x64xf8E4M3FN> -> !pypto.tile<16x2xui8, LeftScale, layout=zz>
  return
}

// -----

func.func @mx_acc_type(%c: !pypto.tile<16x32xf16>, %l: !pypto.tile<16x64xf8E4M3FN>, %sa: !pypto.tile<16x2xf8E8M0FNU>, %r: !pypto.tile<64x32xf8E4M3FN>, %sb: !pypto.tile<2x32xf8E8M0FNU>) {
  // expected-error @+1 {{accumulator and result must have one shape and element type}}
  %0 = pypto.tile.matmul_mx_acc %c, %l, %sa, %r, %sb : (!pypto.tile<16x32xf16>, !pypto.tile<16x64xf8E4M3FN>, !pypto.tile<16x2xf8E8M0FNU>, !pypto.tile<64x32xf8E4M3FN>, !pypto.tile<2x32xf8E8M0FNU>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @mx_bias_row(%l: !pypto.tile<16x64xf8E4M3FN>, %sa: !pypto.tile<16x2xf8E8M0FNU>, %r: !pypto.tile<64x32xf8E4M3FN>, %sb: !pypto.tile<2x32xf8E8M0FNU>, %b: !pypto.tile<1x16xf32>) {
  // expected-error @+1 {{bias must be one row [1, 32] of 'f32', got '!pypto.tile<1x16xf32>'}}
  %0 = pypto.tile.matmul_mx_bias %l, %sa, %r, %sb, %b : (!pypto.tile<16x64xf8E4M3FN>, !pypto.tile<16x2xf8E8M0FNU>, !pypto.tile<64x32xf8E4M3FN>, !pypto.tile<2x32xf8E8M0FNU>, !pypto.tile<1x16xf32>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @tile_batch(%a: !pypto.tile<3x16x32xf16>, %b: !pypto.tile<2x32x16xf16>) {
  // expected-error @+1 {{batches [3] and [2] do not broadcast}}
  %0 = pypto.tile.matmul %a, %b : (!pypto.tile<3x16x32xf16>, !pypto.tile<2x32x16xf16>) -> !pypto.tile<3x16x16xf32>
  return
}
