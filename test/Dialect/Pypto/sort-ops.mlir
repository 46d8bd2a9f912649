// Sorts and merges survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors(
func.func @tensors(%a: !pypto.tensor<16x64xf32>, %u: !pypto.tensor<16x64xui32>, %p: !pypto.tensor<1x256xf32>) {
  // CHECK: pypto.tensor.sort32 %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xui32>) -> !pypto.tensor<16x128xf32>
  %r0 = pypto.tensor.sort32 %a, %u : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xui32>) -> !pypto.tensor<16x128xf32>
  // CHECK: pypto.tensor.mrgsort %{{.*}} block_len(64) : (!pypto.tensor<1x256xf32>) -> !pypto.tensor<1x256xf32>
  %r1 = pypto.tensor.mrgsort %p block_len(64) : (!pypto.tensor<1x256xf32>) -> !pypto.tensor<1x256xf32>
  // CHECK: pypto.tensor.mrgsort_lists %{{.*}}, %{{.*}} exhausted : (!pypto.tensor<1x256xf32>, !pypto.tensor<1x256xf32>) -> !pypto.tensor<1x512xf32>
  %r2 = pypto.tensor.mrgsort_lists %p, %p exhausted : (!pypto.tensor<1x256xf32>, !pypto.tensor<1x256xf32>) -> !pypto.tensor<1x512xf32>
  return
}

// CHECK-LABEL: func.func @tiles(
func.func @tiles(%x: !pypto.tile<16x64xf32, Vec>, %u: !pypto.tile<16x64xui32, Vec>, %p: !pypto.tile<1x256xf32, Vec>, %q: !pypto.tile<1x512xf32, Vec>, %d: memref<4096xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tile.sort32 %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xui32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x128xf32, Vec>
  %r0 = pypto.tile.sort32 %x, %u into %d : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xui32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x128xf32, Vec>
  // CHECK: pypto.tile.mrgsort %{{.*}} block_len(128) : (!pypto.tile<1x256xf32, Vec>) -> !pypto.tile<1x256xf32, Vec>
  %r1 = pypto.tile.mrgsort %p block_len(128) : (!pypto.tile<1x256xf32, Vec>) -> !pypto.tile<1x256xf32, Vec>
  // CHECK: pypto.tile.mrgsort_lists %{{.*}}, %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<1x256xf32, Vec>, !pypto.tile<1x256xf32, Vec>, !pypto.tile<1x512xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<1x512xf32, Vec>
  %r2 = pypto.tile.mrgsort_lists %p, %p scratch %q into %d : (!pypto.tile<1x256xf32, Vec>, !pypto.tile<1x256xf32, Vec>, !pypto.tile<1x512xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<1x512xf32, Vec>
  return
}
