// Wrong comparisons and selections are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @shapes(%a: !pypto.tensor<16x64xf32>, %b: !pypto.tensor<16x63xf32>) {
  // expected-error @+1 {{shapes [16, 64] and [16, 63] do not broadcast}}
  %0 = pypto.tensor.cmp eq %a, %b : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x63xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @mode(%a: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{expected one of [eq, ne, lt, le, gt, ge] for relation of an element compare, got: above}}
  %0 = pypto.tensor.cmp above %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @bits(%x: !pypto.tile<16x64xf32>) {
  // expected-error @+1 {{a mask has 8-bit elements, got 'i16'}}
  %0 = pypto.tile.cmp eq %x, %x : (!pypto.tile<16x64xf32>, !pypto.tile<16x64xf32>) -> !pypto.tile<16x32xi16>
  return
}

// -----

func.func @narrow(%x: !pypto.tile<16x64xf32>) {
  // expected-error @+1 {{a mask for [16, 64] has the shape [16, 8] or more columns, got [16, 7]}}
  %0 = pypto.tile.cmp eq %x, %x : (!pypto.tile<16x64xf32>, !pypto.tile<16x64xf32>) -> !pypto.tile<16x7xui8>
  return
}

// -----

func.func @scalar(%x: !pypto.tile<16x64xf32>, %s: i32) {
  // expected-error @+1 {{the scalar must have the element type 'f32', got 'i32'}}
  %0 = pypto.tile.cmps eq %x, %s : (!pypto.tile<16x64xf32>, i32) -> !pypto.tile<16x32xui8>
  return
}

// -----

func.func @element(%x: !pypto.tile<16x64xf32>, %y: !pypto.tile<16x64xi32>) {
  // expected-error @+1 {{operands must have one element type, got 'f32' and 'i32'}}
  %0 = pypto.tile.cmp eq %x, %y : (!pypto.tile<16x64xf32>, !pypto.tile<16x64xi32>) -> !pypto.tile<16x32xui8>
  return
}

// -----

func.func @selected(%x: !pypto.tile<16x64xf32>, %y: !pypto.tile<16x32xf32>, %m: !pypto.tile<16x32xui8>, %s: !pypto.tile<1x32xui8>) {
  // expected-error @+1 {{operand must have shape [16, 64], got [16, 32]}}
  %0 = pypto.tile.sel %m, %x, %y scratch %s : (!pypto.tile<16x32xui8>, !pypto.tile<16x64xf32>, !pypto.tile<16x32xf32>, !pypto.tile<1x32xui8>) -> !pypto.tile<16x64xf32>
  return
}

// -----

func.func @mask(%x: !pypto.tile<16x64xf32>, %s: !pypto.tile<1x32xui8>) {
  // expected-error @+1 {{a mask has 8-bit elements, got 'f32'}}
  %0 = pypto.tile.sel %x, %x, %x scratch %s : (!pypto.tile<16x64xf32>, !pypto.tile<16x64xf32>, !pypto.tile<16x64xf32>, !pypto.tile<1x32xui8>) -> !pypto.tile<16x64xf32>
  return
}
