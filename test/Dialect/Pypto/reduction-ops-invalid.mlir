// Wrong reductions are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @rank(%a: !pypto.tensor<32xf32>) {
  // expected-error @+1 {{operand must have at least 2 axes, got 1}}
  %0 = pypto.tensor.row_sum %a : (!pypto.tensor<32xf32>) -> !pypto.tensor<1xf32>
  return
}

// -----

func.func @row(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{result must have shape [16, 1], got [1, 32]}}
  %0 = pypto.tensor.row_max %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<1x32xf32>
  return
}

// -----

func.func @column(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{result must have shape [1, 32], got [16, 1]}}
  %0 = pypto.tensor.col_min %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x1xf32>
  return
}

// -----

func.func @scratch(%a: !pypto.tile<16x32xf32>, %s: !pypto.tile<8x32xf32>) {
  // expected-error @+1 {{scratch must be at least as large as the source [16, 32], got [8, 32]}}
  %0 = pypto.tile.row_sum %a scratch %s : (!pypto.tile<16x32xf32>, !pypto.tile<8x32xf32>) -> !pypto.tile<16x1xf32>
  return
}

// -----

func.func @dtype(%a: !pypto.tile<16x32xf32>, %s: !pypto.tile<16x32xf16>) {
  // expected-error @+1 {{operands and result must have one element type, got 'f16' and 'f32'}}
  %0 = pypto.tile.row_prod %a scratch %s : (!pypto.tile<16x32xf32>, !pypto.tile<16x32xf16>) -> !pypto.tile<16x1xf32>
  return
}

// -----

func.func @tree_shape(%x: !pypto.tile<16x32xf32>, %s: !pypto.tile<16x32xf32>) {
  // expected-error @+1 {{result must have shape [1, 32], got [16, 1]}}
  %0 = pypto.tile.col_sum_tree %x scratch %s : (!pypto.tile<16x32xf32>, !pypto.tile<16x32xf32>) -> !pypto.tile<16x1xf32>
  return
}

// -----

func.func @tree_scratch(%x: !pypto.tile<16x32xf32>, %s: !pypto.tile<8x32xf32>) {
  // expected-error @+1 {{scratch must be at least as large as the source [16, 32], got [8, 32]}}
  %0 = pypto.tile.col_sum_tree %x scratch %s : (!pypto.tile<16x32xf32>, !pypto.tile<8x32xf32>) -> !pypto.tile<1x32xf32>
  return
}

// -----

func.func @tree_element(%x: !pypto.tile<16x32xf32>, %s: !pypto.tile<16x32xf16>) {
  // expected-error @+1 {{operands and result must have one element type, got 'f16' and 'f32'}}
  %0 = pypto.tile.col_sum_tree %x scratch %s : (!pypto.tile<16x32xf32>, !pypto.tile<16x32xf16>) -> !pypto.tile<1x32xf32>
  return
}
