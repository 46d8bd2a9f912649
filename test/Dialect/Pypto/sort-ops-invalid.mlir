// Wrong sorts and merges are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @integers(%a: !pypto.tensor<16x64xi32>, %u: !pypto.tensor<16x64xui32>) {
  // expected-error @+1 {{sorts f16 and f32, got 'i32'}}
  %0 = pypto.tensor.sort32 %a, %u : (!pypto.tensor<16x64xi32>, !pypto.tensor<16x64xui32>) -> !pypto.tensor<16x128xi32>
  return
}

// -----

func.func @groups(%a: !pypto.tensor<1x40xf32>, %u: !pypto.tensor<1x40xui32>) {
  // expected-error @+1 {{expects a multiple of 32 columns, got 40}}
  %0 = pypto.tensor.sort32 %a, %u : (!pypto.tensor<1x40xf32>, !pypto.tensor<1x40xui32>) -> !pypto.tensor<1x80xf32>
  return
}

// -----

func.func @pairs(%a: !pypto.tensor<16x64xf32>, %u: !pypto.tensor<16x64xui32>) {
  // expected-error @+1 {{result must have shape [16, 128], got [16, 64]}}
  %0 = pypto.tensor.sort32 %a, %u : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xui32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @half(%a: !pypto.tensor<1x32xf16>, %u: !pypto.tensor<1x32xui32>) {
  // expected-error @+1 {{result must have shape [1, 128], got [1, 64]}}
  %0 = pypto.tensor.sort32 %a, %u : (!pypto.tensor<1x32xf16>, !pypto.tensor<1x32xui32>) -> !pypto.tensor<1x64xf16>
  return
}

// -----

func.func @length(%p: !pypto.tensor<1x256xf32>) {
  // expected-error @+1 {{block_len must be a positive multiple of 64, got 96}}
  %0 = pypto.tensor.mrgsort %p block_len(96) : (!pypto.tensor<1x256xf32>) -> !pypto.tensor<1x256xf32>
  return
}

// -----

func.func @rows(%p: !pypto.tensor<2x256xf32>) {
  // expected-error @+1 {{merges one row, got [2, 256]; loop over the rows}}
  %0 = pypto.tensor.mrgsort %p block_len(64) : (!pypto.tensor<2x256xf32>) -> !pypto.tensor<2x256xf32>
  return
}

// -----

func.func @lists(%p: !pypto.tensor<1x256xf32>) {
  // expected-error @+1 {{merges 2 to 4 sources, got 1}}
  %0 = pypto.tensor.mrgsort_lists %p : (!pypto.tensor<1x256xf32>) -> !pypto.tensor<1x256xf32>
  return
}

// -----

func.func @tile_half(%a: !pypto.tile<1x32xf16>, %u: !pypto.tile<1x32xui32>) {
  // expected-error @+1 {{result must have shape [1, 128], got [1, 64]}}
  %0 = pypto.tile.sort32 %a, %u : (!pypto.tile<1x32xf16>, !pypto.tile<1x32xui32>) -> !pypto.tile<1x64xf16>
  return
}

// -----

func.func @tile_groups(%a: !pypto.tile<1x33xf32>, %u: !pypto.tile<1x33xui32>) {
  // expected-error @+1 {{expects a multiple of 32 columns, got 33}}
  %0 = pypto.tile.sort32 %a, %u : (!pypto.tile<1x33xf32>, !pypto.tile<1x33xui32>) -> !pypto.tile<1x66xf32>
  return
}

// -----

func.func @tile_index(%a: !pypto.tile<1x32xf32>, %u: !pypto.tile<1x32xui16>) {
  // expected-error @+1 {{index must be of ui32, got 'ui16'}}
  %0 = pypto.tile.sort32 %a, %u : (!pypto.tile<1x32xf32>, !pypto.tile<1x32xui16>) -> !pypto.tile<1x64xf32>
  return
}

// -----

func.func @tile_length(%p: !pypto.tile<1x256xf32, Vec>) {
  // expected-error @+1 {{block_len must be a positive multiple of 64, got 32}}
  %0 = pypto.tile.mrgsort %p block_len(32) : (!pypto.tile<1x256xf32, Vec>) -> !pypto.tile<1x256xf32, Vec>
  return
}

// -----

func.func @tile_rows(%p: !pypto.tile<2x256xf32>) {
  // expected-error @+1 {{merges one row, got [2, 256]; loop over the rows}}
  %0 = pypto.tile.mrgsort %p block_len(64) : (!pypto.tile<2x256xf32>) -> !pypto.tile<2x256xf32>
  return
}

// -----

func.func @tile_result(%p: !pypto.tile<1x256xf32, Vec>) {
  // expected-error @+1 {{result must have shape [1, 256], got [1, 512]}}
  %0 = pypto.tile.mrgsort %p block_len(64) : (!pypto.tile<1x256xf32, Vec>) -> !pypto.tile<1x512xf32, Vec>
  return
}

// -----

func.func @tile_lists(%p: !pypto.tile<1x256xf32, Vec>, %q: !pypto.tile<1x1280xf32, Vec>) {
  // expected-error @+1 {{merges 2 to 4 sources, got 5}}
  %0 = pypto.tile.mrgsort_lists %p, %p, %p, %p, %p scratch %q : (!pypto.tile<1x256xf32, Vec>, !pypto.tile<1x256xf32, Vec>, !pypto.tile<1x256xf32, Vec>, !pypto.tile<1x256xf32, Vec>, !pypto.tile<1x256xf32, Vec>, !pypto.tile<1x1280xf32, Vec>) -> !pypto.tile<1x1280xf32, Vec>
  return
}

// -----

func.func @tile_lists_room(%p: !pypto.tile<1x256xf32, Vec>, %q: !pypto.tile<1x512xf32, Vec>) {
  // expected-error @+1 {{result must have room for the 512 columns of the sources, got [1, 256]}}
  %0 = pypto.tile.mrgsort_lists %p, %p scratch %q : (!pypto.tile<1x256xf32, Vec>, !pypto.tile<1x256xf32, Vec>, !pypto.tile<1x512xf32, Vec>) -> !pypto.tile<1x256xf32, Vec>
  return
}

// -----

func.func @tile_lists_scratch(%p: !pypto.tile<1x256xf32, Vec>) {
  // expected-error @+1 {{scratch must have the shape [1, 512] of the result, got [1, 256]}}
  %0 = pypto.tile.mrgsort_lists %p, %p scratch %p : (!pypto.tile<1x256xf32, Vec>, !pypto.tile<1x256xf32, Vec>, !pypto.tile<1x256xf32, Vec>) -> !pypto.tile<1x512xf32, Vec>
  return
}

// -----

func.func @tensor_lists_room(%p: !pypto.tensor<1x256xf32>) {
  // expected-error @+1 {{result must have room for the 512 columns of the sources, got [1, 511]}}
  %0 = pypto.tensor.mrgsort_lists %p, %p : (!pypto.tensor<1x256xf32>, !pypto.tensor<1x256xf32>) -> !pypto.tensor<1x511xf32>
  return
}
