// Joined, repeated and reinterpreted values survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors(
func.func @tensors(%a: !pypto.tensor<16x64xf32>, %b: !pypto.tensor<4x1x8xf32>, %c: !pypto.tensor<4x3x8xf32>) {
  // CHECK: pypto.tensor.concat %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x128xf32>
  %r0 = pypto.tensor.concat %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x128xf32>
  // CHECK: pypto.tensor.expand_clone %{{.*}} like %{{.*}} : (!pypto.tensor<4x1x8xf32>, !pypto.tensor<4x3x8xf32>) -> !pypto.tensor<4x3x8xf32>
  %r1 = pypto.tensor.expand_clone %b like %c : (!pypto.tensor<4x1x8xf32>, !pypto.tensor<4x3x8xf32>) -> !pypto.tensor<4x3x8xf32>
  // CHECK: pypto.tensor.reinterpret_view %{{.*}} : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x128xi16>
  %r2 = pypto.tensor.reinterpret_view %a : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x128xi16>
  return
}

// CHECK-LABEL: func.func @tiles(
func.func @tiles(%x: !pypto.tile<16x64xf32, Vec>, %n: !pypto.tile<16x64xf16, Mat, layout=nz>, %d: memref<4096xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tile.concat %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x128xf32, Vec>
  %r0 = pypto.tile.concat %x, %x into %d : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x128xf32, Vec>
  // CHECK: pypto.tile.reinterpret_view %{{.*}} : !pypto.tile<16x64xf32, Vec> -> !pypto.tile<16x128xi16, Vec>
  %r1 = pypto.tile.reinterpret_view %x : !pypto.tile<16x64xf32, Vec> -> !pypto.tile<16x128xi16, Vec>
  // CHECK: pypto.tile.transpose_view %{{.*}} : !pypto.tile<16x64xf16, Mat, layout=nz> -> !pypto.tile<64x16xf16, Mat, layout=zn>
  %r2 = pypto.tile.transpose_view %n : !pypto.tile<16x64xf16, Mat, layout=nz> -> !pypto.tile<64x16xf16, Mat, layout=zn>
  return
}
