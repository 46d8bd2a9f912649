// Wrong gathers and scatters are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @indices(%a: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{indices must be integers, got 'f32'}}
  %0 = pypto.tensor.gather %a[%a] : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @result(%a: !pypto.tensor<16x64xf32>, %i: !pypto.tensor<16x64xi32>) {
  // expected-error @+1 {{result must have shape [16, 64], got [16, 32]}}
  %0 = pypto.tensor.gather %a[%i] : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xi32>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @rows(%a: !pypto.tensor<4x64xf32>, %i: !pypto.tensor<5x64xi32>) {
  // expected-error @+1 {{the axes of the index [5, 64] in front of the last must be those of the source [4, 64], the first at most as large}}
  %0 = pypto.tensor.gather %a[%i] : (!pypto.tensor<4x64xf32>, !pypto.tensor<5x64xi32>) -> !pypto.tensor<5x64xf32>
  return
}

// -----

func.func @pattern(%a: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{expects a pattern from 1 (P0101) to 7 (P1111), got 8}}
  %0 = pypto.tensor.gather_mask %a pattern(8) : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @kept(%a: !pypto.tensor<16x64xf32>) {
  // expected-error @+1 {{pattern 3 keeps one of 4 columns, got 32 of 64}}
  %0 = pypto.tensor.gather_mask %a pattern(3) : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @width(%x: !pypto.tile<16x64xf32>) {
  // expected-error @+1 {{expects elements of as many bits, got 'f32' and 'f16'}}
  %0 = pypto.tile.gather_mask %x pattern(1) : (!pypto.tile<16x64xf32>) -> !pypto.tile<16x32xf16>
  return
}

// -----

func.func @blocks(%x: !pypto.tile<16x64xf32>, %u: !pypto.tile<16x8xui32>) {
  // expected-error @+1 {{a row of the result must hold the 8 blocks of a row of offsets, 256 bytes, got 128}}
  %0 = pypto.tile.gatherb %x[%u] : (!pypto.tile<16x64xf32>, !pypto.tile<16x8xui32>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @scattered(%a: !pypto.tensor<16x64xf32>, %h: !pypto.tensor<16x32xf32>, %i: !pypto.tensor<16x64xi32>) {
  // expected-error @+1 {{index must have shape [16, 32], got [16, 64]}}
  %0 = pypto.tensor.scatter %h into %a[%i] : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xi32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @updated(%x: !pypto.tile<16x64xf32>, %i: !pypto.tile<16x64xi32>) {
  // expected-error @+1 {{result and target must have one shape and element type}}
  %0 = pypto.tile.scatter %x into %x[%i] : (!pypto.tile<16x64xf32>, !pypto.tile<16x64xf32>, !pypto.tile<16x64xi32>) -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @length(%a: !pypto.tensor<16x64xf32>, %h: !pypto.tensor<16x32xf32>, %j: !pypto.tensor<4x4xi32>) {
  // expected-error @+1 {{source and target must have rows of one length, got 32 and 64}}
  %0 = pypto.tensor.scatter_update %h into %a[%j] : (!pypto.tensor<16x64xf32>, !pypto.tensor<4x4xi32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @number(%a: !pypto.tensor<16x64xf32>, %j: !pypto.tensor<2x4xi32>) {
  // expected-error @+1 {{source must have a row for each of the 8 indices, got 16}}
  %0 = pypto.tensor.scatter_update %a into %a[%j] : (!pypto.tensor<16x64xf32>, !pypto.tensor<2x4xi32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @window(%a: !pypto.tensor<16x64xf32>, %x: !pypto.tile<16x32xf32>, %n: index) {
  // expected-error @+1 {{the window [1, 64] is larger than the tile [16, 32]}}
  %0 = pypto.tile.gather_row %a[%n, %n] into %x[%n, %n] shape [1, 64] : !pypto.tensor<16x64xf32>, !pypto.tile<16x32xf32> -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @tensor_mask_element(%a: !pypto.tensor<16x64xf32>, %h: !pypto.tensor<16x32xf16>) {
  // expected-error @+1 {{operands and result must have one element type, got 'f32' and 'f16'}}
  %0 = pypto.tensor.scatter_mask %h into %a pattern(2) : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x32xf16>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @tensor_mask_pattern(%a: !pypto.tensor<16x64xf32>, %h: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{expects a pattern from 1 (P0101) to 7 (P1111), got 8}}
  %0 = pypto.tensor.scatter_mask %h into %a pattern(8) : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @tensor_mask_kept(%a: !pypto.tensor<16x64xf32>, %h: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{pattern 3 keeps one of 4 columns, got 32 of 64}}
  %0 = pypto.tensor.scatter_mask %h into %a pattern(3) : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @gather_indices(%x: !pypto.tile<16x64xf32, Vec>, %i: !pypto.tile<16x64xf32, Vec>) {
  // expected-error @+1 {{indices must be integers, got 'f32'}}
  %0 = pypto.tile.gather %x[%i] scratch %i : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  return
}

// -----

func.func @gather_shape(%x: !pypto.tile<16x64xf32, Vec>, %i: !pypto.tile<16x32xi32, Vec>) {
  // expected-error @+1 {{result must have shape [16, 32], got [16, 64]}}
  %0 = pypto.tile.gather %x[%i] scratch %i : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  return
}

// -----

func.func @gather_element(%x: !pypto.tile<16x64xf32, Vec>, %i: !pypto.tile<16x64xi32, Vec>) {
  // expected-error @+1 {{operands and result must have one element type, got 'f32' and 'f16'}}
  %0 = pypto.tile.gather %x[%i] scratch %i : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>) -> !pypto.tile<16x64xf16, Vec>
  return
}

// -----

func.func @tile_mask_pattern(%x: !pypto.tile<16x64xf32, Vec>, %h: !pypto.tile<16x32xf32, Vec>) {
  // expected-error @+1 {{expects a pattern from 1 (P0101) to 7 (P1111), got 0}}
  %0 = pypto.tile.scatter_mask %h into %x pattern(0) : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  return
}

// -----

func.func @tile_mask_kept(%x: !pypto.tile<16x64xf32, Vec>, %h: !pypto.tile<16x32xf32, Vec>) {
  // expected-error @+1 {{pattern 4 keeps one of 4 columns, got 32 of 64}}
  %0 = pypto.tile.scatter_mask %h into %x pattern(4) : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  return
}

// -----

func.func @tile_mask_result(%x: !pypto.tile<16x64xf32, Vec>, %h: !pypto.tile<16x32xf32, Vec>) {
  // expected-error @+1 {{result and target must have one shape and element type}}
  %0 = pypto.tile.scatter_mask %h into %x pattern(2) : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  return
}

// -----

func.func @tile_update_rows(%x: !pypto.tile<16x64xf32, Vec>, %j: !pypto.tile<2x9xi32, Vec>) {
  // expected-error @+1 {{source must have a row for each of the 18 indices, got 16}}
  %0 = pypto.tile.scatter_update %x into %x[%j] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<2x9xi32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  return
}

// -----

func.func @tile_update_length(%x: !pypto.tile<16x64xf32, Vec>, %j: !pypto.tile<2x8xi32, Vec>, %s: !pypto.tile<16x32xf32, Vec>) {
  // expected-error @+1 {{source and target must have rows of one length, got 32 and 64}}
  %0 = pypto.tile.scatter_update %s into %x[%j] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<2x8xi32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  return
}

// -----

func.func @tile_update_result(%x: !pypto.tile<16x64xf32, Vec>, %j: !pypto.tile<2x8xi32, Vec>) {
  // expected-error @+1 {{result and target must have one shape and element type}}
  %0 = pypto.tile.scatter_update %x into %x[%j] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<2x8xi32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf16, Vec>
  return
}

// -----

func.func @mscatter_indices(%x: !pypto.tile<16x64xf32, Vec>, %a: !pypto.tensor<16x64xf32>, %i: !pypto.tile<16x64xi16, Vec>) {
  // expected-error @+1 {{indices must be of i32, got 'i16'}}
  %0 = pypto.tile.mscatter %x into %a[%i] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xi16, Vec>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// -----

func.func @mscatter_result(%x: !pypto.tile<16x64xf32, Vec>, %a: !pypto.tensor<16x64xf32>, %i: !pypto.tile<16x64xi32, Vec>) {
  // expected-error @+1 {{the result is an alias of the target}}
  %0 = pypto.tile.mscatter %x into %a[%i] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @mscatter_shape(%x: !pypto.tile<16x64xf32, Vec>, %a: !pypto.tensor<16x64xf32>, %i: !pypto.tile<16x32xi32, Vec>) {
  // expected-error @+1 {{indices must have shape [16, 64], got [16, 32]}}
  %0 = pypto.tile.mscatter %x into %a[%i] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x32xi32, Vec>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}
