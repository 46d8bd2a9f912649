// Comparisons and selections survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors(
func.func @tensors(%a: !pypto.tensor<16x64xf32>, %s: f32) {
  // CHECK: pypto.tensor.cmp lt %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r0 = pypto.tensor.cmp lt %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.cmps ge %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, f32) -> !pypto.tensor<16x64xf32>
  %r1 = pypto.tensor.cmps ge %a, %s : (!pypto.tensor<16x64xf32>, f32) -> !pypto.tensor<16x64xf32>
  return
}

// CHECK-LABEL: func.func @tiles(
func.func @tiles(%x: !pypto.tile<16x64xf32, Vec>, %m: !pypto.tile<16x32xui8, Vec>, %t: !pypto.tile<1x32xui8, Vec>, %s: f32, %d: memref<4096xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tile.cmp eq %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x32xui8, Vec>
  %r0 = pypto.tile.cmp eq %x, %x : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x32xui8, Vec>
  // CHECK: pypto.tile.cmp ne %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xui8, Vec>
  %r1 = pypto.tile.cmp ne %x, %x into %d : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xui8, Vec>
  // CHECK: pypto.tile.cmps le %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, f32) -> !pypto.tile<16x32xui8, Vec>
  %r2 = pypto.tile.cmps le %x, %s : (!pypto.tile<16x64xf32, Vec>, f32) -> !pypto.tile<16x32xui8, Vec>
  // CHECK: pypto.tile.sel %{{.*}}, %{{.*}}, %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x32xui8, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<1x32xui8, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  %r3 = pypto.tile.sel %m, %x, %x scratch %t into %d : (!pypto.tile<16x32xui8, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<1x32xui8, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.sels %{{.*}}, %{{.*}}, %{{.*}} scratch %{{.*}} : (!pypto.tile<16x32xui8, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<1x32xui8, Vec>, f32) -> !pypto.tile<16x64xf32, Vec>
  %r4 = pypto.tile.sels %m, %x, %s scratch %t : (!pypto.tile<16x32xui8, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<1x32xui8, Vec>, f32) -> !pypto.tile<16x64xf32, Vec>
  return
}
