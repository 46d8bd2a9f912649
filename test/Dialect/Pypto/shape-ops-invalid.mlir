// Wrong joins and views are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @rows(%a: !pypto.tensor<16x64xf32>, %b: !pypto.tensor<8x64xf32>) {
  // expected-error @+1 {{operands and result must have as many rows, got [16, 64], [8, 64] and [16, 128]}}
  %0 = pypto.tensor.concat %a, %b : (!pypto.tensor<16x64xf32>, !pypto.tensor<8x64xf32>) -> !pypto.tensor<16x128xf32>
  return
}

// -----

func.func @columns(%a: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{result must have 128 columns, got 127}}
  %0 = pypto.tensor.concat %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x127xf32>
  return
}

// -----

func.func @room(%x: !pypto.tile<16x64xf32>) {
  // expected-error @+1 {{result must have at least 128 columns, got 64}}
  %0 = pypto.tile.concat %x, %x : (!pypto.tile<16x64xf32>, !pypto.tile<16x64xf32>) -> !pypto.tile<16x64xf32>
  return
}

// -----

func.func @element(%x: !pypto.tile<16x64xf32>, %y: !pypto.tile<16x64xi32>) {
  // expected-error @+1 {{operands and result must have one element type, got 'i32' and 'f32'}}
  %0 = pypto.tile.concat %x, %y : (!pypto.tile<16x64xf32>, !pypto.tile<16x64xi32>) -> !pypto.tile<16x128xf32>
  return
}

// -----

func.func @repeat(%a: !pypto.tensor<1x1x8xf32>, %b: !pypto.tensor<2x3x8xf32>) {
  // expected-error @+1 {{at most one axis, of extent 1 in the source, may be repeated, got [1, 1, 8] to [2, 3, 8]}}
  %0 = pypto.tensor.expand_clone %a like %b : (!pypto.tensor<1x1x8xf32>, !pypto.tensor<2x3x8xf32>) -> !pypto.tensor<2x3x8xf32>
  return
}

// -----

func.func @bytes(%a: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{source and result must have as many bytes, got 4096 and 2048}}
  %0 = pypto.tensor.reinterpret_view %a : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xi16>
  return
}

// -----

func.func @same(%x: !pypto.tile<16x64xf32>) {
  // expected-error @+1 {{source and result have one element type, 'f32'; a reshape keeps the type}}
  %0 = pypto.tile.reinterpret_view %x : !pypto.tile<16x64xf32> -> !pypto.tile<16x64xf32>
  return
}

// -----

func.func @transposed(%x: !pypto.tile<16x64xf32>) {
  // expected-error @+1 {{result must have shape [64, 16], got [16, 64]}}
  %0 = pypto.tile.transpose_view %x : !pypto.tile<16x64xf32> -> !pypto.tile<16x64xf32>
  return
}
