// Gathers and scatters survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors(
func.func @tensors(%a: !pypto.tensor<16x64xf32>, %i: !pypto.tensor<16x64xi32>, %h: !pypto.tensor<16x32xf32>, %j: !pypto.tensor<2x8xi32>) {
  // CHECK: pypto.tensor.gather %{{.*}}[%{{.*}}] : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xi32>) -> !pypto.tensor<16x64xf32>
  %r0 = pypto.tensor.gather %a[%i] : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xi32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.gather_mask %{{.*}} pattern(1) : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x32xf32>
  %r1 = pypto.tensor.gather_mask %a pattern(1) : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tensor.scatter %{{.*}} into %{{.*}}[%{{.*}}] : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xi32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r2 = pypto.tensor.scatter %a into %a[%i] : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xi32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.scatter_mask %{{.*}} into %{{.*}} pattern(2) : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x64xf32>
  %r3 = pypto.tensor.scatter_mask %h into %a pattern(2) : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.scatter_update %{{.*}} into %{{.*}}[%{{.*}}] : (!pypto.tensor<16x64xf32>, !pypto.tensor<2x8xi32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r4 = pypto.tensor.scatter_update %a into %a[%j] : (!pypto.tensor<16x64xf32>, !pypto.tensor<2x8xi32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// CHECK-LABEL: func.func @tiles(
func.func @tiles(%x: !pypto.tile<16x64xf32, Vec>, %i: !pypto.tile<16x64xi32, Vec>, %h: !pypto.tile<16x32xf32, Vec>, %u: !pypto.tile<16x8xui32, Vec>, %j: !pypto.tile<2x8xi32, Vec>, %a: !pypto.tensor<16x64xf32>, %n: index, %d: memref<4096xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tile.gather %{{.*}}[%{{.*}}] scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  %r0 = pypto.tile.gather %x[%i] scratch %i into %d : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.gather_mask %{{.*}} pattern(3) : (!pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x16xf32, Vec>
  %r1 = pypto.tile.gather_mask %x pattern(3) : (!pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x16xf32, Vec>
  // CHECK: pypto.tile.gatherb %{{.*}}[%{{.*}}] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x8xui32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r2 = pypto.tile.gatherb %x[%u] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x8xui32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.scatter %{{.*}} into %{{.*}}[%{{.*}}] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xi32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r3 = pypto.tile.scatter %x into %x[%i] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xi32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.scatter_mask %{{.*}} into %{{.*}} pattern(2) : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r4 = pypto.tile.scatter_mask %h into %x pattern(2) : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.scatter_update %{{.*}} into %{{.*}}[%{{.*}}] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<2x8xi32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r5 = pypto.tile.scatter_update %x into %x[%j] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<2x8xi32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.gather_row %{{.*}}[%{{.*}}, %{{.*}}] into %{{.*}}[%{{.*}}, %{{.*}}] shape [1, 64] : !pypto.tensor<16x64xf32>, !pypto.tile<16x64xf32, Vec> -> !pypto.tile<16x64xf32, Vec>
  %r6 = pypto.tile.gather_row %a[%n, %n] into %x[%n, %n] shape [1, 64] : !pypto.tensor<16x64xf32>, !pypto.tile<16x64xf32, Vec> -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.mscatter %{{.*}} into %{{.*}}[%{{.*}}] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r7 = pypto.tile.mscatter %x into %a[%i] : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}
