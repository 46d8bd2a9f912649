// Wrong windows of prefetches.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @rows(%w: !pypto.tensor<64x64xf32>, %i: index) {
  // expected-error @+1 {{every extent but the last is 1, got [2, 64]}}
  %e = pypto.prefetch.async %w[%i, %i] shape [2, 64] : !pypto.tensor<64x64xf32>
  return
}

// -----

func.func @rank(%w: !pypto.tensor<64x64xf32>, %i: index) {
  // expected-error @+1 {{has 1 offsets and 1 extents for rank 2}}
  %e = pypto.prefetch.async %w[%i] shape [64] : !pypto.tensor<64x64xf32>
  return
}

// -----

func.func @empty(%w: !pypto.tensor<64xf32>, %i: index) {
  // expected-error @+1 {{the last extent is positive, got 0}}
  %e = pypto.prefetch.async %w[%i] shape [0] : !pypto.tensor<64xf32>
  return
}

// -----

func.func @wait(%n: i32) {
  // expected-error @+1 {{operand #0 must be index, but got 'i32'}}
  %d = "pypto.prefetch.wait"(%n) : (i32) -> i1
  return
}
