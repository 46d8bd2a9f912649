// Wrong on-chip buffers are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @dynamic() {
  // expected-error @+1 {{an on-chip buffer has a static size}}
  %0 = pypto.memref.alloc : memref<?xi8, #pypto.space<Vec>>
  return
}

// -----

func.func @ddr() {
  // expected-error @+1 {{a buffer lives on chip; DDR holds tensors}}
  %0 = pypto.memref.alloc : memref<64xi8, #pypto.space<DDR>>
  return
}

// -----

func.func @address() {
  // expected-error @+1 {{address must not be negative, got -32}}
  %0 = pypto.memref.alloc address(-32) : memref<64xi8, #pypto.space<Vec>>
  return
}

// -----

func.func @space() {
  // expected-error @+1 {{result #0 must be memref in a #pypto.space}}
  %0 = pypto.memref.alloc : memref<64xi8>
  return
}
