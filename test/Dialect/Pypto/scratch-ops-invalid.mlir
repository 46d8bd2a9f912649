// Wrong operations through scratch are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @integers(%a: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{expects integer elements, got 'f32'}}
  %0 = pypto.tensor.xor %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @scalar(%a: !pypto.tensor<16x64xi32>, %s: i16) {
  // expected-error @+1 {{the scalar must have the element type 'i32', got 'i16'}}
  %0 = pypto.tensor.xors %a, %s : (!pypto.tensor<16x64xi32>, i16) -> !pypto.tensor<16x64xi32>
  return
}

// -----

func.func @floats(%x: !pypto.tile<16x64xi32>) {
  // expected-error @+1 {{expects floating-point elements, got 'i32'}}
  %0 = pypto.tile.prelu %x, %x scratch %x : (!pypto.tile<16x64xi32>, !pypto.tile<16x64xi32>, !pypto.tile<16x64xi32>) -> !pypto.tile<16x64xi32>
  return
}

// -----

func.func @precise(%x: !pypto.tile<16x64xi32>) {
  // expected-error @+1 {{expects floating-point elements, got 'i32'}}
  %0 = pypto.tile.rsqrt_precise %x scratch %x : (!pypto.tile<16x64xi32>, !pypto.tile<16x64xi32>) -> !pypto.tile<16x64xi32>
  return
}
