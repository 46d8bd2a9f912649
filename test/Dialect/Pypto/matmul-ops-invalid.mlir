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
