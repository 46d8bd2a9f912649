// What the verifiers of gathers by comparison and from memory refuse.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @mode(%a: !pypto.tensor<16x64xf32>, %k: f32) {
  // expected-error @+1 {{compares by eq or gt, got lt}}
  %p, %n = pypto.tensor.gather_compare lt %a, %k offset(0) : (!pypto.tensor<16x64xf32>, f32) -> (!pypto.tensor<16x8xi32>, !pypto.tensor<1x16xi32>)
  return
}

// -----

func.func @value(%a: !pypto.tensor<16x64xf32>, %k: f16) {
  // expected-error @+1 {{the value must be of the source's element type 'f32', got 'f16'}}
  %p, %n = pypto.tensor.gather_compare eq %a, %k offset(0) : (!pypto.tensor<16x64xf32>, f16) -> (!pypto.tensor<16x8xi32>, !pypto.tensor<1x16xi32>)
  return
}

// -----

func.func @counts(%a: !pypto.tensor<16x64xf32>, %k: f32) {
  // expected-error @+1 {{counts must have shape [1, 16], got [16, 1]}}
  %p, %n = pypto.tensor.gather_compare eq %a, %k offset(0) : (!pypto.tensor<16x64xf32>, f32) -> (!pypto.tensor<16x8xi32>, !pypto.tensor<16x1xi32>)
  return
}

// -----

func.func @last_row(%x: !pypto.tile<16x64xf32>, %m: !pypto.tile<16x32xui8>, %k: f32) {
  // expected-error @+1 {{the result must have 17 rows, the last one for the counts, of at least 20 columns, got [16, 24]}}
  %r = pypto.tile.gather_compare eq %x, %k scratch %m offset(0) width(20) : (!pypto.tile<16x64xf32>, f32, !pypto.tile<16x32xui8>) -> !pypto.tile<16x24xi32>
  return
}

// -----

func.func @room(%a: !pypto.tensor<40x64xf16>, %i: !pypto.tensor<1x17xi32>, %n: index) {
  // expected-error @+1 {{the result has room for 16 rows, got 17 indices}}
  %r = pypto.tensor.gather_rows %a[%i] column %n block(1) Mat undefined : (!pypto.tensor<40x64xf16>, !pypto.tensor<1x17xi32>, index) -> !pypto.tensor<16x64xf16>
  return
}

// -----

func.func @list(%a: !pypto.tensor<40x64xf16>, %i: !pypto.tensor<4x4xi32>, %n: index) {
  // expected-error @+1 {{indices and table must be [n] or [1, n], got [4, 4]}}
  %r = pypto.tensor.gather_rows %a[%i] column %n block(1) Mat undefined : (!pypto.tensor<40x64xf16>, !pypto.tensor<4x4xi32>, index) -> !pypto.tensor<16x64xf16>
  return
}

// -----

func.func @no_zero(%a: !pypto.tensor<40x64xf16>, %i: !pypto.tensor<16xi32>, %n: index) {
  // expected-error @+1 {{has no out_of_range zero; use undefined, clamp or wrap}}
  %r = pypto.tile.gather_rows %a[%i] column %n block(1) Mat zero : (!pypto.tensor<40x64xf16>, !pypto.tensor<16xi32>, index) -> !pypto.tile<16x64xf16, Mat>
  return
}

// -----

func.func @rows_and_transpose(%a: !pypto.tensor<40x64xf16>, %x: !pypto.tile<64x16xf16, Mat, layout=zn>, %n: index) {
  // expected-error @+1 {{rows are not available with transpose}}
  %r = pypto.tile.gather_window %a[%n, %n] into %x[%n, %n] shape [1, 64] rows %n transpose : !pypto.tensor<40x64xf16>, !pypto.tile<64x16xf16, Mat, layout=zn> -> !pypto.tile<64x16xf16, Mat, layout=zn>
  return
}

// -----

func.func @transposed_window(%a: !pypto.tensor<40x64xf16>, %x: !pypto.tile<32x16xf16, Mat, layout=zn>, %n: index) {
  // expected-error @+1 {{the window [64, 1] is larger than the tile [32, 16]}}
  %r = pypto.tile.gather_window %a[%n, %n] into %x[%n, %n] shape [1, 64] transpose : !pypto.tensor<40x64xf16>, !pypto.tile<32x16xf16, Mat, layout=zn> -> !pypto.tile<32x16xf16, Mat, layout=zn>
  return
}

// -----

func.func @row_indices(%a: !pypto.tensor<40x64xf16>, %v: !pypto.tile<8x8xi32, Vec>) {
  // expected-error @+1 {{expects an index for each of the 16 rows, got [8, 8]}}
  %r = pypto.tile.mgather %a[%v] zero by_rows : (!pypto.tensor<40x64xf16>, !pypto.tile<8x8xi32, Vec>) -> !pypto.tile<16x64xf16, Vec>
  return
}

// -----

func.func @element_indices(%a: !pypto.tensor<40x64xf16>, %v: !pypto.tile<16x8xi16, Vec>) {
  // expected-error @+1 {{indices must be of i32, got 'i16'}}
  %r = pypto.tile.mgather %a[%v] zero : (!pypto.tensor<40x64xf16>, !pypto.tile<16x8xi16, Vec>) -> !pypto.tile<16x8xf16, Vec>
  return
}
