// Wrong operations that move, view and fill tiles are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @left(%a: !pypto.tensor<16x32xf16>, %i: index) {
  // expected-error @+1 {{a load reaches only Vec or Mat, not Left; load to Mat, then move to Left}}
  %0 = pypto.tile.load %a[%i, %i] : !pypto.tensor<16x32xf16> -> !pypto.tile<16x32xf16, Left>
  return
}

// -----

func.func @load_dtype(%a: !pypto.tensor<16x32xf16>, %i: index) {
  // expected-error @+1 {{source and result must have one element type, got 'f16' and 'f32'}}
  %0 = pypto.tile.load %a[%i, %i] : !pypto.tensor<16x32xf16> -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @load_rank(%a: !pypto.tensor<16x32xf32>, %i: index) {
  // expected-error @+1 {{tensor, offsets and tile must have one number of axes, got 2, 1 and 2}}
  %0 = pypto.tile.load %a[%i] : !pypto.tensor<16x32xf32> -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @load_outside(%a: !pypto.tensor<16x32xf32>, %i: index) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{offset 1 + extent 16 of axis 0 passes the extent 16 of the tensor}}
  %0 = pypto.tile.load %a[%c1, %i] : !pypto.tensor<16x32xf32> -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @valid(%a: !pypto.tensor<16x32xf32>, %i: index) {
  // expected-error @+1 {{has 0 valid extents for a type with 1 '?'}}
  %0 = pypto.tile.load %a[%i, %i] : !pypto.tensor<16x32xf32> -> !pypto.tile<16x32xf32, valid=?x32>
  return
}

// -----

func.func @store_dtype(%a: !pypto.tensor<16x32xf16>, %t: !pypto.tile<16x32xf32, Vec>, %i: index) {
  // expected-error @+1 {{tile of 'f32' cannot be stored to a tensor of 'f16'; only an accumulator of f32 narrows}}
  %0 = pypto.tile.store %t, %a[%i, %i] : !pypto.tile<16x32xf32, Vec>, !pypto.tensor<16x32xf16> -> !pypto.tensor<16x32xf16>
  return
}

// -----

func.func @store_alias(%a: !pypto.tensor<16x32xf32>, %t: !pypto.tile<16x32xf32, Vec>, %i: index) {
  // expected-error @+1 {{the result is an alias of the target}}
  %0 = pypto.tile.store %t, %a[%i, %i] : !pypto.tile<16x32xf32, Vec>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x16xf32>
  return
}

// -----

func.func @move_shape(%t: !pypto.tile<16x32xf16, Mat>) {
  // expected-error @+1 {{a move keeps the shape, got [16, 16] of [16, 32]}}
  %0 = pypto.tile.move %t : (!pypto.tile<16x32xf16, Mat>) -> !pypto.tile<16x16xf16, Left>
  return
}

// -----

func.func @move_dtype(%t: !pypto.tile<16x32xf16, Mat>) {
  // expected-error @+1 {{only a move out of Acc converts elements, got 'f16' to 'f32'}}
  %0 = pypto.tile.move %t : (!pypto.tile<16x32xf16, Mat>) -> !pypto.tile<16x32xf32, Left>
  return
}

// -----

func.func @extract(%t: !pypto.tile<16x32xf16, Mat>) {
  %c8 = arith.constant 8 : index
  // expected-error @+1 {{offset 8 + extent 16 of axis 0 passes the extent 16 of the tile}}
  %0 = pypto.tile.extract %t[%c8, %c8] : !pypto.tile<16x32xf16, Mat> -> !pypto.tile<16x16xf16, Left>
  return
}

// -----

func.func @transpose(%t: !pypto.tile<16x32xf16, Vec>) {
  // expected-error @+1 {{result must have shape [32, 16], got [16, 32]}}
  %0 = pypto.tile.transpose %t scratch %t : (!pypto.tile<16x32xf16, Vec>, !pypto.tile<16x32xf16, Vec>) -> !pypto.tile<16x32xf16, Vec>
  return
}

// -----

func.func @no_pad(%t: !pypto.tile<16x32xf16, Vec, valid=8x32>) {
  // expected-error @+1 {{the result's type must name a pad value (zero, max or min)}}
  %0 = pypto.tile.fillpad %t : (!pypto.tile<16x32xf16, Vec, valid=8x32>) -> !pypto.tile<16x32xf16, Vec>
  return
}

// -----

func.func @small_pad(%t: !pypto.tile<16x32xf16, Vec>) {
  // expected-error @+1 {{result must be at least as large as the source [16, 32], got [8, 32]}}
  %0 = pypto.tile.fillpad %t : (!pypto.tile<16x32xf16, Vec>) -> !pypto.tile<8x32xf16, Vec, pad=zero>
  return
}

// -----

func.func @reshape(%t: !pypto.tile<16x32xf16, Vec>) {
  // expected-error @+1 {{cannot give 512 elements the shape [16, 16] of 256}}
  %0 = pypto.tile.reshape %t : !pypto.tile<16x32xf16, Vec> -> !pypto.tile<16x16xf16, Vec>
  return
}

// -----

func.func @rows(%t: !pypto.tile<16x32xf16, Vec>, %n: index) {
  %c17 = arith.constant 17 : index
  // expected-error @+1 {{valid extent 17 of axis 0 must be in 0..16}}
  %0 = pypto.tile.set_validshape %t[%c17, %n] : !pypto.tile<16x32xf16, Vec> -> !pypto.tile<16x32xf16, Vec, valid=?x?>
  return
}

// -----

func.func @assemble(%t: !pypto.tile<16x32xf16, Vec>, %s: !pypto.tile<8x32xf16, Vec>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  // expected-error @+1 {{offset 9 + extent 8 of axis 0 passes the extent 16 of the target}}
  %0 = pypto.tile.assemble %s into %t[%c9, %c0] : !pypto.tile<8x32xf16, Vec>, !pypto.tile<16x32xf16, Vec> -> !pypto.tile<16x32xf16, Vec>
  return
}

// -----

func.func @read(%t: !pypto.tile<16x32xf16, Vec>, %i: index) {
  // expected-error @+1 {{has 1 indices for a tile of 2 axes}}
  %0 = pypto.tile.read %t[%i] : !pypto.tile<16x32xf16, Vec> -> f16
  return
}

// -----

func.func @write(%t: !pypto.tile<16x32xf16, Vec>, %s: f32, %i: index) {
  // expected-error @+1 {{scalar must have the element type 'f16', got 'f32'}}
  %0 = pypto.tile.write %s, %t[%i, %i] : f32, !pypto.tile<16x32xf16, Vec> -> !pypto.tile<16x32xf16, Vec>
  return
}

// -----

func.func @full(%s: f32) {
  // expected-error @+1 {{value must have the element type 'f16', got 'f32'}}
  %0 = pypto.tile.full %s : (f32) -> !pypto.tile<16x32xf16>
  return
}

// -----

func.func @create_valid(%n: index) {
  // expected-error @+1 {{has 1 valid extents for a type with 0 '?'}}
  %0 = pypto.tile.create valid[%n] : !pypto.tile<16x128xf32, Vec>
  return
}

// -----

func.func @slice_element(%x: !pypto.tile<16x128xf32, Vec>, %i: index) {
  // expected-error @+1 {{source and result must have one element type, got 'f32' and 'f16'}}
  %0 = pypto.tile.slice %x[%i, %i] : !pypto.tile<16x128xf32, Vec> -> !pypto.tile<8x128xf16, Vec>
  return
}

// -----

func.func @slice_axes(%x: !pypto.tile<16x128xf32, Vec>, %i: index) {
  // expected-error @+1 {{source, offsets and result must have one number of axes}}
  %0 = pypto.tile.slice %x[%i] : !pypto.tile<16x128xf32, Vec> -> !pypto.tile<8x128xf32, Vec>
  return
}

// -----

func.func @slice_outside(%x: !pypto.tile<16x128xf32, Vec>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  // expected-error @+1 {{offset 9 + extent 8 of axis 0 passes the extent 16 of the tile}}
  %0 = pypto.tile.slice %x[%c9, %c0] : !pypto.tile<16x128xf32, Vec> -> !pypto.tile<8x128xf32, Vec>
  return
}

// -----

func.func @bind(%x: !pypto.tile<16x128xf32, Vec>, %b: memref<8192xi8, #pypto.space<Vec>>) {
  // expected-error @+1 {{a binding changes nothing, got}}
  %0 = pypto.tile.bind %x in %b : !pypto.tile<16x128xf32, Vec>, memref<8192xi8, #pypto.space<Vec>> -> !pypto.tile<16x64xf32, Vec>
  return
}

// -----

func.func @quantise_to_wide(%a: !pypto.tile<16x32xi32, Acc, layout=nz>, %y: !pypto.tensor<16x32xi16>, %i: index) {
  // expected-error @+1 {{an accumulator of 'i32' is not quantised to 'i16' on the a2a3}}
  %0 = pypto.tile.store %a, %y[%i, %i] {quant_scale = 5.0e-1 : f32} : !pypto.tile<16x32xi32, Acc, layout=nz>, !pypto.tensor<16x32xi16> -> !pypto.tensor<16x32xi16>
  return
}

// -----

func.func @quantise_on_a5(%a: !pypto.tile<16x32xf32, Acc, layout=nz>, %y: !pypto.tensor<16x32xf16>, %i: index) {
  // expected-error @+1 {{an accumulator of 'f32' is not quantised to 'f16' on the a2a3}}
  %0 = pypto.tile.store %a, %y[%i, %i] {quant_scale = 5.0e-1 : f32} : !pypto.tile<16x32xf32, Acc, layout=nz>, !pypto.tensor<16x32xf16> -> !pypto.tensor<16x32xf16>
  return
}

// -----

func.func @quantise_by_nothing(%a: !pypto.tile<16x32xi32, Acc, layout=nz>, %y: !pypto.tensor<16x32xi8>, %i: index) {
  // expected-error @+1 {{quant_scale must be a positive normal number}}
  %0 = pypto.tile.store %a, %y[%i, %i] {quant_scale = 0.0 : f32} : !pypto.tile<16x32xi32, Acc, layout=nz>, !pypto.tensor<16x32xi8> -> !pypto.tensor<16x32xi8>
  return
}

// -----

func.func @relu_in_vec(%a: !pypto.tile<16x32xf32, Vec>, %y: !pypto.tensor<16x32xf32>, %i: index) {
  // expected-error @+1 {{only an accumulator is quantised or rectified on its way out}}
  %0 = pypto.tile.store %a, %y[%i, %i] {relu} : !pypto.tile<16x32xf32, Vec>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @scales_of_other_columns(%a: !pypto.tile<16x32xi32, Acc, layout=nz>, %y: !pypto.tensor<16x32xi8>, %i: index, %s: !pypto.tile<1x16xui64, Mat>) {
  // expected-error @+1 {{scales must be one row [1, 32] of 64-bit parameters}}
  %0 = pypto.tile.store %a, %y[%i, %i] scales %s : !pypto.tile<1x16xui64, Mat> : !pypto.tile<16x32xi32, Acc, layout=nz>, !pypto.tensor<16x32xi8> -> !pypto.tensor<16x32xi8>
  return
}

// -----

func.func @scales_and_relu(%a: !pypto.tile<16x32xi32, Acc, layout=nz>, %y: !pypto.tensor<16x32xi8>, %i: index, %s: !pypto.tile<1x32xui64, Mat>) {
  // expected-error @+1 {{relu goes with one scale; no store has it with scales for each column}}
  %0 = pypto.tile.store %a, %y[%i, %i] scales %s : !pypto.tile<1x32xui64, Mat> {relu} : !pypto.tile<16x32xi32, Acc, layout=nz>, !pypto.tensor<16x32xi8> -> !pypto.tensor<16x32xi8>
  return
}

// -----

func.func @window_rows(%a: !pypto.tensor<4x8x32xf32>, %i: index) {
  // expected-error @+1 {{a window of [2, 4, 32] is not the valid region of '!pypto.tile<16x32xf32>' with its leading axes as rows}}
  %0 = pypto.tile.load %a[%i, %i, %i] {window = array<i64: 2, 4, 32>} : !pypto.tensor<4x8x32xf32> -> !pypto.tile<16x32xf32>
  return
}

// -----

func.func @window_axes(%a: !pypto.tensor<4x8x32xf32>, %t: !pypto.tile<8x32xf32>, %i: index) {
  // expected-error @+1 {{tile, offsets and tensor must have one number of axes, got 2, 3 and 3}}
  %0 = pypto.tile.store %t, %a[%i, %i, %i] {window = array<i64: 8, 32>} : !pypto.tile<8x32xf32>, !pypto.tensor<4x8x32xf32> -> !pypto.tensor<4x8x32xf32>
  return
}

// -----

func.func @window_outside(%a: !pypto.tensor<4x8x32xf32>, %t: !pypto.tile<8x32xf32>, %i: index) {
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{offset 3 + extent 2 of axis 0 passes the extent 4 of the tensor}}
  %0 = pypto.tile.store %t, %a[%c3, %i, %i] {window = array<i64: 2, 4, 32>} : !pypto.tile<8x32xf32>, !pypto.tensor<4x8x32xf32> -> !pypto.tensor<4x8x32xf32>
  return
}

// -----

func.func @transpose_axes(%t: !pypto.tile<2x3x8xf32>) {
  // expected-error @+1 {{axes must be two different ones of 3}}
  %0 = pypto.tile.transpose %t scratch %t {axes = array<i64: 1, 3>} : (!pypto.tile<2x3x8xf32>, !pypto.tile<2x3x8xf32>) -> !pypto.tile<3x2x8xf32>
  return
}

// -----

func.func @transpose_one_axis(%t: !pypto.tile<2x3x8xf32>) {
  // expected-error @+1 {{axes must be two different ones of 3}}
  %0 = pypto.tile.transpose %t scratch %t {axes = array<i64: 1>} : (!pypto.tile<2x3x8xf32>, !pypto.tile<2x3x8xf32>) -> !pypto.tile<3x2x8xf32>
  return
}

// -----

func.func @window_negative(%a: !pypto.tensor<4x8x32xf32>, %i: index) {
  // expected-error @+1 {{extents of a window must be 0 or more, got [-2, -4, 32]}}
  %0 = pypto.tile.load %a[%i, %i, %i] {window = array<i64: -2, -4, 32>} : !pypto.tensor<4x8x32xf32> -> !pypto.tile<8x32xf32>
  return
}

// -----

// 2^32 * 2^31 is no number of rows.
func.func @window_overflow(%a: !pypto.tensor<?x?x32xf32>, %i: index) {
  // expected-error @+1 {{is not the valid region of '!pypto.tile<8x32xf32>'}}
  %0 = pypto.tile.load %a[%i, %i, %i] {window = array<i64: 4294967296, 2147483648, 32>} : !pypto.tensor<?x?x32xf32> -> !pypto.tile<8x32xf32>
  return
}

// -----

func.func @window_type(%a: !pypto.tensor<4x8x32xf32>, %i: index) {
  // expected-error @+1 {{attribute 'window' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "pypto.tile.load"(%a, %i, %i, %i) {window = [2, 4, 32], operandSegmentSizes = array<i32: 1, 3, 0, 0>} : (!pypto.tensor<4x8x32xf32>, index, index, index) -> !pypto.tile<8x32xf32>
  return
}

// -----

func.func @window_elsewhere(%t: !pypto.tile<8x32xf32>) {
  // expected-error @+1 {{takes no attribute "window"}}
  %0 = pypto.tile.move %t {window = array<i64: 2, 4, 32>} : (!pypto.tile<8x32xf32>) -> !pypto.tile<8x32xf32, Vec>
  return
}

// -----

func.func @clamp_elsewhere(%t: !pypto.tile<8x32xf32>, %i: index) {
  // expected-error @+1 {{takes no attribute "clamp"}}
  %0 = pypto.tile.slice %t[%i, %i] {clamp} : !pypto.tile<8x32xf32> -> !pypto.tile<4x32xf32>
  return
}

// -----

func.func @misspelt(%t: !pypto.tile<8x32xf32, Acc, layout=nz>, %a: !pypto.tensor<8x32xf32>, %i: index) {
  // expected-error @+1 {{takes no attribute "axes"; it takes atomic, quant_scale, relu, window}}
  %0 = pypto.tile.store %t, %a[%i, %i] {axes = array<i64: 0, 1>} : !pypto.tile<8x32xf32, Acc, layout=nz>, !pypto.tensor<8x32xf32> -> !pypto.tensor<8x32xf32>
  return
}
