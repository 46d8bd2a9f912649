// Wrong generated values are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @rows(%s: i32) {
  // expected-error @+1 {{result must be one row of more than one column, got [2, 8]}}
  %0 = pypto.tensor.ci %s : (i32) -> !pypto.tensor<2x8xi32>
  return
}

// -----

func.func @column(%s: i32) {
  // expected-error @+1 {{result must be one row of more than one column, got [1, 1]}}
  %0 = pypto.tensor.ci %s : (i32) -> !pypto.tensor<1x1xi32>
  return
}

// -----

func.func @element(%s: f32) {
  // expected-error @+1 {{expects 16- or 32-bit integer elements, got 'f32'}}
  %0 = pypto.tile.ci %s : (f32) -> !pypto.tile<1x8xf32>
  return
}

// -----

func.func @start(%s: i32) {
  // expected-error @+1 {{start must have the element type 'i16', got 'i32'}}
  %0 = pypto.tile.ci %s : (i32) -> !pypto.tile<1x16xi16>
  return
}

// -----

func.func @diagonal(%s: i16) {
  // expected-error @+1 {{diagonal must be an i32, got 'i16'}}
  %0 = pypto.tile.tri %s : (i16) -> !pypto.tile<8x8xf32>
  return
}

// -----

func.func @rounds(%s: i32) {
  // expected-error @+1 {{expects 7 or 10 rounds, got 8}}
  %0 = pypto.tile.random key(%s, %s) counter(%s, %s, %s, %s) rounds(8) : (i32, i32, i32, i32, i32, i32) -> !pypto.tile<8x8xi32>
  return
}

// -----

func.func @key(%s: i16) {
  // expected-error @+1 {{key and counter are of i32, got 'i16'}}
  %0 = pypto.tile.random key(%s, %s) counter(%s, %s, %s, %s) rounds(7) : (i16, i16, i16, i16, i16, i16) -> !pypto.tile<8x8xi32>
  return
}

// -----

func.func @tensor_key(%s: i32, %w: i64) {
  // expected-error @+1 {{key and counter are of i32, got 'i64'}}
  %0 = pypto.tensor.random key(%w, %s) counter(%s, %s, %s, %s) rounds(7) : (i64, i32, i32, i32, i32, i32) -> !pypto.tensor<16x64xi32>
  return
}

// -----

func.func @tensor_rounds(%s: i32) {
  // expected-error @+1 {{expects 7 or 10 rounds, got 8}}
  %0 = pypto.tensor.random key(%s, %s) counter(%s, %s, %s, %s) rounds(8) : (i32, i32, i32, i32, i32, i32) -> !pypto.tensor<16x64xi32>
  return
}

// -----

func.func @tensor_element(%s: i32) {
  // expected-error @+1 {{expects elements of i32 or ui32, got 'f32'}}
  %0 = pypto.tensor.random key(%s, %s) counter(%s, %s, %s, %s) rounds(7) : (i32, i32, i32, i32, i32, i32) -> !pypto.tensor<16x64xf32>
  return
}
