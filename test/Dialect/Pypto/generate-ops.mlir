// Generated tensors and tiles survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @generate(
func.func @generate(%s: i32, %d: memref<4096xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.ci %{{.*}} : (i32) -> !pypto.tensor<1x64xi32>
  %r0 = pypto.tensor.ci %s : (i32) -> !pypto.tensor<1x64xi32>
  // CHECK: pypto.tensor.ci %{{.*}} descending : (i32) -> !pypto.tensor<1x64xi32>
  %r1 = pypto.tensor.ci %s descending : (i32) -> !pypto.tensor<1x64xi32>
  // CHECK: pypto.tile.ci %{{.*}} into %{{.*}} : (i32, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<1x64xi32, Vec>
  %r2 = pypto.tile.ci %s into %d : (i32, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<1x64xi32, Vec>
  // CHECK: pypto.tile.tri %{{.*}} : (i32) -> !pypto.tile<16x64xf32, Vec>
  %r3 = pypto.tile.tri %s : (i32) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.tri %{{.*}} upper into %{{.*}} : (i32, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  %r4 = pypto.tile.tri %s upper into %d : (i32, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tensor.random key(%{{.*}}, %{{.*}}) counter(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) rounds(7) : (i32, i32, i32, i32, i32, i32) -> !pypto.tensor<16x64xi32>
  %r5 = pypto.tensor.random key(%s, %s) counter(%s, %s, %s, %s) rounds(7) : (i32, i32, i32, i32, i32, i32) -> !pypto.tensor<16x64xi32>
  // CHECK: pypto.tile.random key(%{{.*}}, %{{.*}}) counter(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) rounds(10) : (i32, i32, i32, i32, i32, i32) -> !pypto.tile<16x64xi32, Vec>
  %r6 = pypto.tile.random key(%s, %s) counter(%s, %s, %s, %s) rounds(10) : (i32, i32, i32, i32, i32, i32) -> !pypto.tile<16x64xi32, Vec>
  return
}
