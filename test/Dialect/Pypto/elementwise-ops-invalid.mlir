// Wrong element-wise operations are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @shapes(%a: !pypto.tensor<16x32xf32>, %b: !pypto.tensor<16x33xf32>) {
  // expected-error @+1 {{shapes [16, 32] and [16, 33] do not broadcast}}
  %0 = pypto.tensor.add %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x33xf32>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @result(%a: !pypto.tensor<16x32xf32>, %b: !pypto.tensor<1x32xf32>) {
  // expected-error @+1 {{result must have shape [16, 32], got [1, 32]}}
  %0 = pypto.tensor.add %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<1x32xf32>
  return
}

// -----

func.func @dtype(%a: !pypto.tensor<16x32xf32>, %b: !pypto.tensor<16x32xf16>) {
  // expected-error @+1 {{operands and result must have one element type, got 'f16' and 'f32'}}
  %0 = pypto.tensor.mul %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf16>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

// Tiles do not broadcast.
func.func @tiles(%a: !pypto.tile<16x32xf32>, %b: !pypto.tile<1x32xf32>) {
  // expected-error @+1 {{right operand must have shape [16, 32], got [1, 32]}}
  %0 = pypto.tile.sub %a, %b : (!pypto.tile<16x32xf32>, !pypto.tile<1x32xf32>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @scalar(%a: !pypto.tensor<16x32xf32>, %s: i32) {
  // expected-error @+1 {{the scalar must have the element type 'f32', got 'i32'}}
  %0 = pypto.tensor.muls %a, %s : (!pypto.tensor<16x32xf32>, i32) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @integers(%a: !pypto.tile<16x32xf32>) {
  // expected-error @+1 {{expects integer elements, got 'f32'}}
  %0 = pypto.tile.and %a, %a : (!pypto.tile<16x32xf32>, !pypto.tile<16x32xf32>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @floats(%a: !pypto.tile<16x32xi32>) {
  // expected-error @+1 {{expects floating-point elements, got 'i32'}}
  %0 = pypto.tile.exp %a : (!pypto.tile<16x32xi32>) -> !pypto.tile<16x32xi32>
  return
}

// -----

func.func @same_cast(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{same-dtype cast is not a valid operation: 'f32'}}
  %0 = pypto.tensor.cast %a mode(rint) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @cast_shape(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{result must have shape [16, 32], got [16, 16]}}
  %0 = pypto.tensor.cast %a mode(rint) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x16xf16>
  return
}

// -----

func.func @cast_mode(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{expected one of [none, rint, round, floor, ceil, trunc, odd] for rounding of a cast, got: up}}
  %0 = pypto.tensor.cast %a mode(up) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  return
}

// -----

// A destination is a buffer in an on-chip memory.
func.func @destination(%a: !pypto.tile<16x32xf32>, %d: memref<2048xi8>) {
  // expected-error @+1 {{operand #1 must be memref in a #pypto.space}}
  %0 = pypto.tile.neg %a into %d : (!pypto.tile<16x32xf32>, memref<2048xi8>) -> !pypto.tile<16x32xf32>
  return
}
