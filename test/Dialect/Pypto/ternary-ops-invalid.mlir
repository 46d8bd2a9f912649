// Wrong operations of three operands are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @shape(%x: !pypto.tile<16x64xf32>, %y: !pypto.tile<16x32xf32>) {
  // expected-error @+1 {{operand must have shape [16, 64], got [16, 32]}}
  %0 = pypto.tile.addc %x, %x, %y : (!pypto.tile<16x64xf32>, !pypto.tile<16x64xf32>, !pypto.tile<16x32xf32>) -> !pypto.tile<16x64xf32>
  return
}

// -----

func.func @scalar(%x: !pypto.tile<16x64xf32>, %s: i32) {
  // expected-error @+1 {{the scalar must have the element type 'f32', got 'i32'}}
  %0 = pypto.tile.subsc %x, %s, %x : (!pypto.tile<16x64xf32>, i32, !pypto.tile<16x64xf32>) -> !pypto.tile<16x64xf32>
  return
}

// -----

func.func @parts(%a: !pypto.tensor<16x64xf32>, %b: !pypto.tensor<1x64xf32>) {
  // expected-error @+1 {{operand must have shape [16, 64], got [1, 64]}}
  %0 = pypto.tensor.part_add %a, %b : (!pypto.tensor<16x64xf32>, !pypto.tensor<1x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}
