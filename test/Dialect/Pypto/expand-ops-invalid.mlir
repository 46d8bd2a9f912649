// Wrong row and column broadcasts are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @rows(%a: !pypto.tensor<16x32xf32>, %v: !pypto.tensor<1x32xf32>) {
  // expected-error @+1 {{vector must have shape [16, 1], got [1, 32]}}
  %0 = pypto.tensor.row_expand_sub %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @columns(%a: !pypto.tensor<16x32xf32>, %v: !pypto.tensor<16x1xf32>) {
  // expected-error @+1 {{vector must have shape [1, 32], got [16, 1]}}
  %0 = pypto.tensor.col_expand_mul %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @dtype(%a: !pypto.tile<16x32xf32>, %v: !pypto.tile<16x1xf16>) {
  // expected-error @+1 {{operands and result must have one element type, got 'f16' and 'f32'}}
  %0 = pypto.tile.row_expand_add %a, %v : (!pypto.tile<16x32xf32>, !pypto.tile<16x1xf16>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @integers(%a: !pypto.tile<16x32xi32>, %v: !pypto.tile<16x1xi32>) {
  // expected-error @+1 {{expects floating-point elements, got 'i32'}}
  %0 = pypto.tile.row_expand_div %a, %v : (!pypto.tile<16x32xi32>, !pypto.tile<16x1xi32>) -> !pypto.tile<16x32xi32>
  return
}

// -----

func.func @rank(%a: !pypto.tensor<32xf32>, %v: !pypto.tensor<1xf32>) {
  // expected-error @+1 {{matrix must have at least 2 axes, got 1}}
  %0 = pypto.tensor.row_expand %a, %v : (!pypto.tensor<32xf32>, !pypto.tensor<1xf32>) -> !pypto.tensor<32xf32>
  return
}
