// A pair of types that no chain of conversions connects names the chip and what the source can become.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(func.func(pypto-convert-tensor-to-tile))'

module attributes {pypto.arch = #pypto.arch<a2a3>} {
func.func @words(%f: !pypto.tile<16x64xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // expected-error@+2 {{[PYPTO-E0316] the a2a3 has no conversion from FP32 to UINT16, nor a chain of conversions; from FP32 it reaches INT4, INT8, UINT8, INT16, INT32, INT64, FP16, BF16}}
  // expected-note@+1 {{pl.reinterpret_view gives the bits of numbers without a sign as signed ones, and back}}
  %0 = pypto.tile.cast %f mode(rint) : (!pypto.tile<16x64xf32>) -> !pypto.tile<16x64xui16>
  return
}
}

// -----

module attributes {pypto.arch = #pypto.arch<a5>} {
func.func @words(%f: !pypto.tile<16x64xui16>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // expected-error@+2 {{the a5 has no conversion from UINT16 to FP32, nor a chain of conversions; from UINT16 it reaches nothing}}
  // expected-note@+1 {{pl.reinterpret_view gives the bits of numbers without a sign as signed ones, and back}}
  %0 = pypto.tile.cast %f mode(rint) : (!pypto.tile<16x64xui16>) -> !pypto.tile<16x64xf32>
  return
}
}
