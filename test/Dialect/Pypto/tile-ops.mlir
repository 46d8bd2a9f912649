// Operations that move, view and fill tiles survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

!t = !pypto.tensor<64x128xf32>
!v = !pypto.tile<16x128xf32, Vec>
!p = !pypto.tile<16x128xf32, Vec, valid=?x128>
!m = !pypto.tile<16x128xf32, Mat, layout=nz>
!buf = memref<8192xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @memory(
func.func @memory(%a: !t, %i: index, %n: index, %buf: !buf) {
  %c0 = arith.constant 0 : index
  // CHECK: pypto.tile.load %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tensor<64x128xf32> -> !pypto.tile<16x128xf32, Vec>
  %0 = pypto.tile.load %a[%i, %c0] : !t -> !v
  // CHECK: pypto.tile.load %{{.*}}[%{{.*}}, %{{.*}}] valid[%{{.*}}] into %{{.*}} : memref<8192xi8, #pypto.space<Vec>> : !pypto.tensor<64x128xf32> -> !pypto.tile<16x128xf32, Vec, valid=?x128>
  %1 = pypto.tile.load %a[%i, %c0] valid[%n] into %buf : !buf : !t -> !p
  // CHECK: pypto.tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tile<16x128xf32, Vec>, !pypto.tensor<64x128xf32> -> !pypto.tensor<64x128xf32>
  %2 = pypto.tile.store %0, %a[%i, %c0] : !v, !t -> !t
  // CHECK: pypto.tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {atomic = #pypto.atomic<add>} :
  %3 = pypto.tile.store %0, %a[%i, %c0] {atomic = #pypto.atomic<add>} : !v, !t -> !t
  return
}

!t3 = !pypto.tensor<4x8x128xf32>

// CHECK-LABEL: func.func @windows(
func.func @windows(%a: !t3, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  // CHECK: pypto.tile.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] {window = array<i64: 2, 8, 128>} : !pypto.tensor<4x8x128xf32> -> !pypto.tile<16x128xf32, Vec>
  %0 = pypto.tile.load %a[%i, %c0, %c0] {window = array<i64: 2, 8, 128>} : !t3 -> !v
  // CHECK: pypto.tile.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] valid[%{{.*}}] {window = array<i64: -9223372036854775808, 4, 128>} : !pypto.tensor<4x8x128xf32> -> !pypto.tile<16x128xf32, Vec, valid=?x128>
  %1 = pypto.tile.load %a[%i, %i, %c0] valid[%n] {window = array<i64: -9223372036854775808, 4, 128>} : !t3 -> !p
  // CHECK: pypto.tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] {window = array<i64: 4, 4, 128>} : !pypto.tile<16x128xf32, Vec>, !pypto.tensor<4x8x128xf32> -> !pypto.tensor<4x8x128xf32>
  %2 = pypto.tile.store %0, %a[%c0, %i, %c0] {window = array<i64: 4, 4, 128>} : !v, !t3 -> !t3
  return
}

// CHECK-LABEL: func.func @chip(
func.func @chip(%x: !v, %m: !m, %s: f32, %i: index, %buf: !buf) {
  // CHECK: pypto.tile.create into %{{.*}} : memref<8192xi8, #pypto.space<Vec>> : !pypto.tile<16x128xf32, Vec>
  %0 = pypto.tile.create into %buf : !buf : !v
  // CHECK: pypto.tile.create valid[%{{.*}}] : !pypto.tile<16x128xf32, Vec, valid=?x128>
  %1 = pypto.tile.create valid[%i] : !p
  // CHECK: pypto.tile.full %{{.*}} into %{{.*}} : (f32, memref<8192xi8, #pypto.space<Vec>>) -> !pypto.tile<16x128xf32, Vec>
  %2 = pypto.tile.full %s into %buf : (f32, !buf) -> !v
  // CHECK: pypto.tile.move %{{.*}} : (!pypto.tile<16x128xf32, Mat, layout=nz>) -> !pypto.tile<16x128xf32, Left, layout=zz>
  %3 = pypto.tile.move %m : (!m) -> !pypto.tile<16x128xf32, Left, layout=zz>
  // CHECK: pypto.tile.extract %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tile<16x128xf32, Mat, layout=nz> -> !pypto.tile<16x16xf32, Left, layout=zz>
  %4 = pypto.tile.extract %m[%i, %i] : !m -> !pypto.tile<16x16xf32, Left, layout=zz>
  // CHECK: pypto.tile.transpose %{{.*}} scratch %{{.*}} : (!pypto.tile<16x128xf32, Vec>, !pypto.tile<16x128xf32, Vec>) -> !pypto.tile<128x16xf32, Vec>
  %5 = pypto.tile.transpose %x scratch %0 : (!v, !v) -> !pypto.tile<128x16xf32, Vec>
  // CHECK: pypto.tile.create : !pypto.tile<2x3x8xf32>
  %7 = pypto.tile.create : !pypto.tile<2x3x8xf32>
  // CHECK: pypto.tile.transpose %{{.*}} scratch %{{.*}} {axes = array<i64: 0, 1>} : (!pypto.tile<2x3x8xf32>, !pypto.tile<2x3x8xf32>) -> !pypto.tile<3x2x8xf32>
  %8 = pypto.tile.transpose %7 scratch %7 {axes = array<i64: 0, 1>} : (!pypto.tile<2x3x8xf32>, !pypto.tile<2x3x8xf32>) -> !pypto.tile<3x2x8xf32>
  // CHECK: pypto.tile.fillpad %{{.*}} : (!pypto.tile<16x128xf32, Vec, valid=?x128>) -> !pypto.tile<16x128xf32, Vec, pad=min>
  %6 = pypto.tile.fillpad %1 : (!p) -> !pypto.tile<16x128xf32, Vec, pad=min>
  return
}

// CHECK-LABEL: func.func @views(
func.func @views(%x: !v, %s: f32, %i: index, %buf: !buf) {
  %c0 = arith.constant 0 : index
  // CHECK: pypto.tile.reshape %{{.*}} : !pypto.tile<16x128xf32, Vec> -> !pypto.tile<32x64xf32, Vec>
  %0 = pypto.tile.reshape %x : !v -> !pypto.tile<32x64xf32, Vec>
  // CHECK: pypto.tile.slice %{{.*}}[%{{.*}}, %{{.*}}] valid[%{{.*}}] : !pypto.tile<16x128xf32, Vec> -> !pypto.tile<8x128xf32, Vec, valid=?x128>
  %1 = pypto.tile.slice %x[%c0, %c0] valid[%i] : !v -> !pypto.tile<8x128xf32, Vec, valid=?x128>
  // CHECK: pypto.tile.set_validshape %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tile<16x128xf32, Vec> -> !pypto.tile<16x128xf32, Vec, valid=?x?>
  %2 = pypto.tile.set_validshape %x[%i, %i] : !v -> !pypto.tile<16x128xf32, Vec, valid=?x?>
  // CHECK: pypto.tile.assemble %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tile<8x128xf32, Vec, valid=?x128>, !pypto.tile<16x128xf32, Vec> -> !pypto.tile<16x128xf32, Vec>
  %3 = pypto.tile.assemble %1 into %x[%i, %c0] : !pypto.tile<8x128xf32, Vec, valid=?x128>, !v -> !v
  // CHECK: pypto.tile.write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : f32, !pypto.tile<16x128xf32, Vec> -> !pypto.tile<16x128xf32, Vec>
  %4 = pypto.tile.write %s, %x[%i, %i] : f32, !v -> !v
  // CHECK: pypto.tile.read %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tile<16x128xf32, Vec> -> f32
  %5 = pypto.tile.read %x[%i, %i] : !v -> f32
  // CHECK: pypto.tile.bind %{{.*}} in %{{.*}} : !pypto.tile<16x128xf32, Vec>, memref<8192xi8, #pypto.space<Vec>> -> !pypto.tile<16x128xf32, Vec>
  %6 = pypto.tile.bind %x in %buf : !v, !buf -> !v
  return
}

// CHECK-LABEL: func.func @quantising(
func.func @quantising(%acc: !pypto.tile<16x32xi32, Acc, layout=nz>, %y: !pypto.tensor<16x32xi8>, %s: !pypto.tile<1x32xui64, Mat>, %c0: index) {
  // CHECK: pypto.tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {quant_scale = 5.000000e-01 : f32, relu} : !pypto.tile<16x32xi32, Acc, layout=nz>, !pypto.tensor<16x32xi8> -> !pypto.tensor<16x32xi8>
  %0 = pypto.tile.store %acc, %y[%c0, %c0] {quant_scale = 5.0e-1 : f32, relu} : !pypto.tile<16x32xi32, Acc, layout=nz>, !pypto.tensor<16x32xi8> -> !pypto.tensor<16x32xi8>
  // CHECK: pypto.tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] scales %{{.*}} : !pypto.tile<1x32xui64, Mat> : !pypto.tile<16x32xi32
  %1 = pypto.tile.store %acc, %y[%c0, %c0] scales %s : !pypto.tile<1x32xui64, Mat> : !pypto.tile<16x32xi32, Acc, layout=nz>, !pypto.tensor<16x32xi8> -> !pypto.tensor<16x32xi8>
  return
}
