// Wrong sums in pairs are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @shape(%x: !pypto.tile<16x32xf32>, %s: !pypto.tile<16x32xf32>) {
  // expected-error @+1 {{result must have shape [1, 32], got [16, 1]}}
  %0 = pypto.tile.col_sum_tree %x scratch %s : (!pypto.tile<16x32xf32>, !pypto.tile<16x32xf32>) -> !pypto.tile<16x1xf32>
  return
}

// -----

func.func @scratch(%x: !pypto.tile<16x32xf32>, %s: !pypto.tile<8x32xf32>) {
  // expected-error @+1 {{scratch must be at least as large as the source [16, 32], got [8, 32]}}
  %0 = pypto.tile.col_sum_tree %x scratch %s : (!pypto.tile<16x32xf32>, !pypto.tile<8x32xf32>) -> !pypto.tile<1x32xf32>
  return
}

// -----

func.func @element(%x: !pypto.tile<16x32xf32>, %s: !pypto.tile<16x32xf16>) {
  // expected-error @+1 {{operands and result must have one element type, got 'f16' and 'f32'}}
  %0 = pypto.tile.col_sum_tree %x scratch %s : (!pypto.tile<16x32xf32>, !pypto.tile<16x32xf16>) -> !pypto.tile<1x32xf32>
  return
}
