// What the verifiers of valid regions refuse.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @count(%x: !pypto.tensor<16x64xf32>, %n: index) {
  // expected-error @+1 {{has 1 valid extents for a tensor of 2 axes}}
  %0 = pypto.tensor.set_validshape %x[%n] : !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @extent(%x: !pypto.tensor<16x64xf32>, %n: index) {
  %c = arith.constant 17 : index
  // expected-error @+1 {{valid extent 17 of axis 0 must be in 0..16}}
  %0 = pypto.tensor.set_validshape %x[%c, %n] : !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @negative(%x: !pypto.tensor<16x64xf32>, %n: index) {
  %c = arith.constant -1 : index
  // expected-error @+1 {{valid extent -1 of axis 1 must be in 0..64}}
  %0 = pypto.tensor.set_validshape %x[%n, %c] : !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @pad(%x: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{the pad value must be zero, max or min}}
  %0 = pypto.tensor.fillpad %x {pad = #pypto.pad<null>} : !pypto.tensor<16x64xf32> -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @element(%x: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{filling keeps the element type, got 'f16' of 'f32'}}
  %0 = pypto.tensor.fillpad %x {pad = #pypto.pad<zero>} : !pypto.tensor<16x64xf32> -> !pypto.tensor<16x64xf16>
  return
}

// -----

func.func @smaller(%x: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{result must be at least as large as the source [16, 64], got [16, 63]}}
  %0 = pypto.tensor.fillpad %x {pad = #pypto.pad<zero>} : !pypto.tensor<16x64xf32> -> !pypto.tensor<16x63xf32>
  return
}

// -----

func.func @axis(%t: !pypto.tile<16x64xf32>) {
  // expected-error @+1 {{axis 2 of a tile of 2 axes}}
  %0 = pypto.tile.valid_dim %t, 2 : !pypto.tile<16x64xf32>
  return
}

// -----

func.func @negative_axis(%t: !pypto.tile<16x64xf32>) {
  // expected-error @+1 {{axis -1 of a tile of 2 axes}}
  %0 = pypto.tile.valid_dim %t, -1 : !pypto.tile<16x64xf32>
  return
}
