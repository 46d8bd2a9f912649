// Sums in pairs survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @columns(
func.func @columns(%x: !pypto.tile<16x32xf32, Vec>, %s: !pypto.tile<16x64xf32, Vec>, %d: memref<128xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tile.col_sum_tree %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<128xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  %0 = pypto.tile.col_sum_tree %x scratch %s into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<128xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  // CHECK: pypto.tile.col_sum_tree %{{.*}} scratch %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<1x32xf32>
  %1 = pypto.tile.col_sum_tree %x scratch %s : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<1x32xf32>
  return
}
