// Operations of three operands and of partly valid ones survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors(
func.func @tensors(%a: !pypto.tensor<16x64xf32>) {
  // CHECK: pypto.tensor.part_add %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r0 = pypto.tensor.part_add %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.part_mul %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r1 = pypto.tensor.part_mul %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.part_max %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r2 = pypto.tensor.part_max %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.part_min %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r3 = pypto.tensor.part_min %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  return
}

// CHECK-LABEL: func.func @tiles(
func.func @tiles(%x: !pypto.tile<16x64xf32, Vec>, %s: f32, %d: memref<4096xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tile.part_add %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r0 = pypto.tile.part_add %x, %x : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.part_mul %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r1 = pypto.tile.part_mul %x, %x : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.part_max %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r2 = pypto.tile.part_max %x, %x : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.part_min %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r3 = pypto.tile.part_min %x, %x : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.addc %{{.*}}, %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  %r4 = pypto.tile.addc %x, %x, %x into %d : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.subc %{{.*}}, %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r5 = pypto.tile.subc %x, %x, %x : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.addsc %{{.*}}, %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, f32, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r6 = pypto.tile.addsc %x, %s, %x : (!pypto.tile<16x64xf32, Vec>, f32, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.subsc %{{.*}}, %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, f32, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r7 = pypto.tile.subsc %x, %s, %x : (!pypto.tile<16x64xf32, Vec>, f32, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.lrelu %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, f32) -> !pypto.tile<16x64xf32, Vec>
  %r8 = pypto.tile.lrelu %x, %s : (!pypto.tile<16x64xf32, Vec>, f32) -> !pypto.tile<16x64xf32, Vec>
  return
}
