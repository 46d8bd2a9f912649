// A pair of types that no chain of conversions connects names the chip and what the source can become.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(pypto-tile-tensors,func.func(pypto-convert-tensor-to-tile))'

module attributes {pypto.arch = #pypto.arch<a2a3>} {
func.func @words(%f: !pypto.tile<16x64xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // expected-error@+3 {{[PYPTO-E0316] the 910B (a2a3) has no conversion from FP32 to UINT16, nor a chain of conversions}}
  // expected-note@+2 {{expected: from FP32 to INT4, INT8, UINT8, INT16, INT32, INT64, FP16, BF16}}
  // expected-note@+1 {{help: pl.reinterpret_view gives the bits of numbers without a sign as signed ones, and back}}
  %0 = pypto.tile.cast %f mode(rint) : (!pypto.tile<16x64xf32>) -> !pypto.tile<16x64xui16>
  return
}
}

// -----

module attributes {pypto.arch = #pypto.arch<a5>} {
func.func @words(%f: !pypto.tile<16x64xui16>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // expected-error@+3 {{the 950 (a5) has no conversion from UINT16 to FP32, nor a chain of conversions}}
  // expected-note@+2 {{expected: from UINT16 to nothing}}
  // expected-note@+1 {{help: pl.reinterpret_view gives the bits of numbers without a sign as signed ones, and back}}
  %0 = pypto.tile.cast %f mode(rint) : (!pypto.tile<16x64xui16>) -> !pypto.tile<16x64xf32>
  return
}
}
