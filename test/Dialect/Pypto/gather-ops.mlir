// Gathers by comparison and from memory survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @positions(
func.func @positions(%a: !pypto.tensor<16x64xf32>, %x: !pypto.tile<16x64xf32, Vec>, %m: !pypto.tile<16x32xui8, Vec>, %k: f32) {
  // CHECK: pypto.tensor.gather_compare gt %{{.*}}, %{{.*}} offset(3) : (!pypto.tensor<16x64xf32>, f32) -> (!pypto.tensor<16x24xi32>, !pypto.tensor<1x16xui32>)
  %p, %n = pypto.tensor.gather_compare gt %a, %k offset(3) : (!pypto.tensor<16x64xf32>, f32) -> (!pypto.tensor<16x24xi32>, !pypto.tensor<1x16xui32>)
  // CHECK: pypto.tile.gather_compare eq %{{.*}}, %{{.*}} scratch %{{.*}} offset(0) width(20) : (!pypto.tile<16x64xf32, Vec>, f32, !pypto.tile<16x32xui8, Vec>) -> !pypto.tile<17x24xi32, Vec>
  %r = pypto.tile.gather_compare eq %x, %k scratch %m offset(0) width(20) : (!pypto.tile<16x64xf32, Vec>, f32, !pypto.tile<16x32xui8, Vec>) -> !pypto.tile<17x24xi32, Vec>
  return
}

// CHECK-LABEL: func.func @rows(
func.func @rows(%a: !pypto.tensor<40x64xf16>, %i: !pypto.tensor<1x16xi32>, %t: !pypto.tensor<10xi32>, %x: !pypto.tile<64x16xf16, Mat, layout=zn>, %v: !pypto.tile<16x8xi32, Vec, valid=16x1>, %n: index) {
  // CHECK: pypto.tensor.gather_rows %{{.*}}[%{{.*}} through %{{.*}}] column %{{.*}} block(4) Mat undefined : (!pypto.tensor<40x64xf16>, !pypto.tensor<1x16xi32>, !pypto.tensor<10xi32>, index) -> !pypto.tensor<16x32xf16>
  %r0 = pypto.tensor.gather_rows %a[%i through %t] column %n block(4) Mat undefined : (!pypto.tensor<40x64xf16>, !pypto.tensor<1x16xi32>, !pypto.tensor<10xi32>, index) -> !pypto.tensor<16x32xf16>
  // CHECK: pypto.tensor.gather_rows {{.*}} Mat wrap transpose : {{.*}} -> !pypto.tensor<64x16xf16>
  %r1 = pypto.tensor.gather_rows %a[%i] column %n block(1) Mat wrap transpose : (!pypto.tensor<40x64xf16>, !pypto.tensor<1x16xi32>, index) -> !pypto.tensor<64x16xf16>
  // CHECK: pypto.tile.gather_rows {{.*}} Mat clamp : {{.*}} -> !pypto.tile<16x64xf16, Mat>
  %r2 = pypto.tile.gather_rows %a[%i] column %n block(1) Mat clamp : (!pypto.tensor<40x64xf16>, !pypto.tensor<1x16xi32>, index) -> !pypto.tile<16x64xf16, Mat>
  // CHECK: pypto.tile.gather_window {{.*}} shape [1, 64] transpose : {{.*}} -> !pypto.tile<64x16xf16, Mat, layout=zn>
  %r3 = pypto.tile.gather_window %a[%n, %n] into %x[%n, %n] shape [1, 64] transpose : !pypto.tensor<40x64xf16>, !pypto.tile<64x16xf16, Mat, layout=zn> -> !pypto.tile<64x16xf16, Mat, layout=zn>
  // CHECK: pypto.tile.gather_window {{.*}} shape [8, 16] rows %{{.*}} : {{.*}}
  %r4 = pypto.tile.gather_window %a[%n, %n] into %x[%n, %n] shape [8, 16] rows %n : !pypto.tensor<40x64xf16>, !pypto.tile<64x16xf16, Mat, layout=zn> -> !pypto.tile<64x16xf16, Mat, layout=zn>
  // CHECK: pypto.tile.mgather %{{.*}}[%{{.*}}] zero by_rows : {{.*}} -> !pypto.tile<16x64xf16, Vec>
  %r5 = pypto.tile.mgather %a[%v] zero by_rows : (!pypto.tensor<40x64xf16>, !pypto.tile<16x8xi32, Vec, valid=16x1>) -> !pypto.tile<16x64xf16, Vec>
  // CHECK: pypto.tile.mgather %{{.*}}[%{{.*}}] undefined : {{.*}} -> !pypto.tile<16x8xf16, Vec>
  %r6 = pypto.tile.mgather %a[%v] undefined : (!pypto.tensor<40x64xf16>, !pypto.tile<16x8xi32, Vec, valid=16x1>) -> !pypto.tile<16x8xf16, Vec>
  return
}
