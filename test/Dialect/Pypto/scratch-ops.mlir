// Operations through scratch survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors(
func.func @tensors(%a: !pypto.tensor<16x64xi32>, %s: i32, %t: !pypto.tensor<16x64xf32>) {
  // CHECK: pypto.tensor.rsqrt_precise %{{.*}} : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r5 = pypto.tensor.rsqrt_precise %t : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.xor %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xi32>, !pypto.tensor<16x64xi32>) -> !pypto.tensor<16x64xi32>
  %r0 = pypto.tensor.xor %a, %a : (!pypto.tensor<16x64xi32>, !pypto.tensor<16x64xi32>) -> !pypto.tensor<16x64xi32>
  // CHECK: pypto.tensor.xors %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xi32>, i32) -> !pypto.tensor<16x64xi32>
  %r1 = pypto.tensor.xors %a, %s : (!pypto.tensor<16x64xi32>, i32) -> !pypto.tensor<16x64xi32>
  return
}

// CHECK-LABEL: func.func @tiles(
func.func @tiles(%x: !pypto.tile<16x64xi32, Vec>, %f: !pypto.tile<16x64xf32, Vec>, %s: i32, %d: memref<4096xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tile.rsqrt_precise %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  %r6 = pypto.tile.rsqrt_precise %f scratch %f into %d : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.xor %{{.*}}, %{{.*}} scratch %{{.*}} : (!pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>) -> !pypto.tile<16x64xi32, Vec>
  %r0 = pypto.tile.xor %x, %x scratch %x : (!pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>) -> !pypto.tile<16x64xi32, Vec>
  // CHECK: pypto.tile.xors %{{.*}}, %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x64xi32, Vec>, i32, !pypto.tile<16x64xi32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xi32, Vec>
  %r1 = pypto.tile.xors %x, %s scratch %x into %d : (!pypto.tile<16x64xi32, Vec>, i32, !pypto.tile<16x64xi32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xi32, Vec>
  // CHECK: pypto.tile.rem %{{.*}}, %{{.*}} scratch %{{.*}} : (!pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>) -> !pypto.tile<16x64xi32, Vec>
  %r2 = pypto.tile.rem %x, %x scratch %x : (!pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>, !pypto.tile<16x64xi32, Vec>) -> !pypto.tile<16x64xi32, Vec>
  // CHECK: pypto.tile.rems %{{.*}}, %{{.*}} scratch %{{.*}} : (!pypto.tile<16x64xi32, Vec>, i32, !pypto.tile<16x64xi32, Vec>) -> !pypto.tile<16x64xi32, Vec>
  %r3 = pypto.tile.rems %x, %s scratch %x : (!pypto.tile<16x64xi32, Vec>, i32, !pypto.tile<16x64xi32, Vec>) -> !pypto.tile<16x64xi32, Vec>
  // CHECK: pypto.tile.prelu %{{.*}}, %{{.*}} scratch %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r4 = pypto.tile.prelu %f, %f scratch %f : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  return
}
