// Wrong operations on global tensors are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @extents() {
  // expected-error @+1 {{has 0 extents for a type with 1 '?'}}
  %0 = pypto.tensor.create : !pypto.tensor<?x32xf32>
  return
}

// -----

func.func @init() {
  // expected-error @+1 {{initial value must have the element type 'f32', got 'i32'}}
  %0 = pypto.tensor.create init(0 : i32) : !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @axis(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{axis 2 of a tensor of 2 axes}}
  %0 = pypto.tensor.dim %a, 2 : !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @full(%s: f16) {
  // expected-error @+1 {{value must have the element type 'f32', got 'f16'}}
  %0 = pypto.tensor.full %s : (f16) -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @full_dynamic(%s: f32) {
  // expected-error @+1 {{result must have a static shape}}
  %0 = pypto.tensor.full %s : (f32) -> !pypto.tensor<?x32xf32>
  return
}

// -----

func.func @offsets(%a: !pypto.tensor<16x32xf32>, %i: index) {
  // expected-error @+1 {{has 1 offsets for a tensor of 2 axes}}
  %0 = pypto.tensor.slice %a[%i] : !pypto.tensor<16x32xf32> -> !pypto.tensor<4x32xf32>
  return
}

// -----

func.func @outside(%a: !pypto.tensor<16x32xf32>, %i: index) {
  %c14 = arith.constant 14 : index
  // expected-error @+1 {{offset 14 + extent 4 of axis 0 passes the tensor's extent 16}}
  %0 = pypto.tensor.slice %a[%c14, %i] : !pypto.tensor<16x32xf32> -> !pypto.tensor<4x32xf32>
  return
}

// -----

func.func @negative(%a: !pypto.tensor<16x32xf32>, %i: index) {
  %c = arith.constant -1 : index
  // expected-error @+1 {{offset -1 of axis 1 is negative}}
  %0 = pypto.tensor.slice %a[%i, %c] : !pypto.tensor<16x32xf32> -> !pypto.tensor<4x32xf32>
  return
}

// -----

func.func @drop(%a: !pypto.tensor<16x32xf32>, %i: index) {
  // expected-error @+1 {{result [4, 32] does not fit a window of 2 axes with 1 dropped}}
  %0 = pypto.tensor.slice %a[%i, %i] {drop = array<i64: 0>} : !pypto.tensor<16x32xf32> -> !pypto.tensor<4x32xf32>
  return
}

// -----

func.func @sizes(%a: !pypto.tensor<16x32xf32>, %i: index) {
  // expected-error @+1 {{has 0 sizes for a result with 1 '?'}}
  %0 = pypto.tensor.slice %a[%i, %i] : !pypto.tensor<16x32xf32> -> !pypto.tensor<?x32xf32>
  return
}

// -----

func.func @slice_dtype(%a: !pypto.tensor<16x32xf32>, %i: index) {
  // expected-error @+1 {{a slice keeps the element type, got 'f16' of 'f32'}}
  %0 = pypto.tensor.slice %a[%i, %i] : !pypto.tensor<16x32xf32> -> !pypto.tensor<4x32xf16>
  return
}

// -----

func.func @reshape(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{cannot give 512 elements the shape [16, 31] of 496}}
  %0 = pypto.tensor.reshape %a : !pypto.tensor<16x32xf32> -> !pypto.tensor<16x31xf32>
  return
}

// -----

func.func @reshape_dtype(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{a reshape keeps the element type}}
  %0 = pypto.tensor.reshape %a : !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xi32>
  return
}

// -----

func.func @axes(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{axes 1 and 1 are not two axes of [16, 32]}}
  %0 = pypto.tensor.transpose %a, 1, 1 : !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @transposed(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{result must be [32, 16] of 'f32'}}
  %0 = pypto.tensor.transpose %a, 0, 1 : !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @alias(%a: !pypto.tensor<16x32xf32>, %b: !pypto.tensor<4x32xf32>, %i: index) {
  // expected-error @+1 {{the result is an alias of the target}}
  %0 = pypto.tensor.assemble %b into %a[%i, %i] : !pypto.tensor<4x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<4x32xf32>
  return
}

// -----

func.func @assemble_rank(%a: !pypto.tensor<16x32xf32>, %b: !pypto.tensor<32xf32>, %i: index) {
  // expected-error @+1 {{source has 1 axes, target has 2}}
  %0 = pypto.tensor.assemble %b into %a[%i, %i] : !pypto.tensor<32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @assemble_dtype(%a: !pypto.tensor<16x32xf32>, %b: !pypto.tensor<4x32xf16>, %i: index) {
  // expected-error @+1 {{source and target must have one element type, got 'f16' and 'f32'}}
  %0 = pypto.tensor.assemble %b into %a[%i, %i] : !pypto.tensor<4x32xf16>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @assemble_outside(%a: !pypto.tensor<16x32xf32>, %b: !pypto.tensor<4x32xf32>) {
  %c0 = arith.constant 0 : index
  %c13 = arith.constant 13 : index
  // expected-error @+1 {{offset 13 + extent 4 of axis 0 passes the tensor's extent 16}}
  %0 = pypto.tensor.assemble %b into %a[%c13, %c0] : !pypto.tensor<4x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @read(%a: !pypto.tensor<16x32xf32>, %i: index) {
  // expected-error @+1 {{result must have the element type 'f32', got 'f16'}}
  %0 = pypto.tensor.read %a[%i, %i] : !pypto.tensor<16x32xf32> -> f16
  return
}

// -----

func.func @write(%a: !pypto.tensor<16x32xf32>, %s: i32, %i: index) {
  // expected-error @+1 {{value must have the element type 'f32', got 'i32'}}
  pypto.tensor.write %s, %a[%i, %i] : i32, !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @write_indices(%a: !pypto.tensor<16x32xf32>, %s: f32, %i: index) {
  // expected-error @+1 {{has 1 indices for a tensor of 2 axes}}
  pypto.tensor.write %s, %a[%i] : f32, !pypto.tensor<16x32xf32>
  return
}

// -----

func.func @clamped_before(%a: !pypto.tensor<16x32xf32>, %i: index) {
  %c = arith.constant -1 : index
  // expected-error @+1 {{offset -1 of axis 0 is negative}}
  %0 = pypto.tensor.slice %a[%c, %i] {clamp} : !pypto.tensor<16x32xf32> -> !pypto.tensor<20x32xf32>
  return
}

// -----

// `axes` belongs to tiles; a tensor's are operands of the text.
func.func @axes_of_tensor(%a: !pypto.tensor<16x32xf32>) {
  // expected-error @+1 {{takes no attribute "axes"; it takes axis0, axis1}}
  %0 = pypto.tensor.transpose %a, 0, 1 {axes = array<i64: 0, 1>} : !pypto.tensor<16x32xf32> -> !pypto.tensor<32x16xf32>
  return
}

// -----

func.func @clamp_type(%a: !pypto.tensor<16x32xf32>, %i: index) {
  // expected-error @+1 {{attribute 'clamp' failed to satisfy constraint: unit attribute}}
  %0 = "pypto.tensor.slice"(%a, %i, %i) {clamp = true, operandSegmentSizes = array<i32: 1, 2, 0>} : (!pypto.tensor<16x32xf32>, index, index) -> !pypto.tensor<16x32xf32>
  return
}
