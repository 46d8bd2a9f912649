// Reductions survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @rows(
func.func @rows(%a: !pypto.tensor<16x32xf32>, %x: !pypto.tile<16x32xf32, Vec>, %s: !pypto.tile<16x32xf32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.row_sum %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x1xf32>
  %t_sum = pypto.tensor.row_sum %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x1xf32>
  // CHECK: pypto.tile.row_sum %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xf32, Vec, layout=dn>
  %l_sum = pypto.tile.row_sum %x scratch %s into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xf32, Vec, layout=dn>
  // CHECK: pypto.tensor.row_max %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x1xf32>
  %t_max = pypto.tensor.row_max %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x1xf32>
  // CHECK: pypto.tile.row_max %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xf32, Vec, layout=dn>
  %l_max = pypto.tile.row_max %x scratch %s into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xf32, Vec, layout=dn>
  // CHECK: pypto.tensor.row_min %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x1xf32>
  %t_min = pypto.tensor.row_min %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x1xf32>
  // CHECK: pypto.tile.row_min %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xf32, Vec, layout=dn>
  %l_min = pypto.tile.row_min %x scratch %s into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xf32, Vec, layout=dn>
  // CHECK: pypto.tensor.row_prod %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x1xf32>
  %t_prod = pypto.tensor.row_prod %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x1xf32>
  // CHECK: pypto.tile.row_prod %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xf32, Vec, layout=dn>
  %l_prod = pypto.tile.row_prod %x scratch %s into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xf32, Vec, layout=dn>
  return
}

// CHECK-LABEL: func.func @columns(
func.func @columns(%a: !pypto.tensor<16x32xf32>, %x: !pypto.tile<16x32xf32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.col_sum %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<1x32xf32>
  %t_sum = pypto.tensor.col_sum %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<1x32xf32>
  // CHECK: pypto.tile.col_sum %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  %l_sum = pypto.tile.col_sum %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  // CHECK: pypto.tensor.col_max %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<1x32xf32>
  %t_max = pypto.tensor.col_max %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<1x32xf32>
  // CHECK: pypto.tile.col_max %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  %l_max = pypto.tile.col_max %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  // CHECK: pypto.tensor.col_min %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<1x32xf32>
  %t_min = pypto.tensor.col_min %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<1x32xf32>
  // CHECK: pypto.tile.col_min %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  %l_min = pypto.tile.col_min %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  // CHECK: pypto.tensor.col_prod %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<1x32xf32>
  %t_prod = pypto.tensor.col_prod %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<1x32xf32>
  // CHECK: pypto.tile.col_prod %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  %l_prod = pypto.tile.col_prod %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  return
}

// CHECK-LABEL: func.func @positions(
func.func @positions(%a: !pypto.tensor<16x64xf32>, %x: !pypto.tile<16x64xf32, Vec>, %d: memref<4096xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.row_argmax %{{.*}} : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x1xi32>
  %r0 = pypto.tensor.row_argmax %a : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x1xi32>
  // CHECK: pypto.tensor.col_argmax %{{.*}} : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<1x64xi32>
  %r1 = pypto.tensor.col_argmax %a : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<1x64xi32>
  // CHECK: pypto.tile.row_argmax %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xi32, Vec, layout=dn>
  %r2 = pypto.tile.row_argmax %x scratch %x into %d : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xi32, Vec, layout=dn>
  // CHECK: pypto.tile.col_argmax %{{.*}} scratch %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<1x64xi32, Vec>
  %r3 = pypto.tile.col_argmax %x scratch %x : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<1x64xi32, Vec>
  // CHECK: pypto.tensor.row_argmin %{{.*}} : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x1xi32>
  %r4 = pypto.tensor.row_argmin %a : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x1xi32>
  // CHECK: pypto.tensor.col_argmin %{{.*}} : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<1x64xi32>
  %r5 = pypto.tensor.col_argmin %a : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<1x64xi32>
  // CHECK: pypto.tile.row_argmin %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xi32, Vec, layout=dn>
  %r6 = pypto.tile.row_argmin %x scratch %x into %d : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<4096xi8, #pypto.space<Vec>>) -> !pypto.tile<16x1xi32, Vec, layout=dn>
  // CHECK: pypto.tile.col_argmin %{{.*}} scratch %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<1x64xi32, Vec>
  %r7 = pypto.tile.col_argmin %x scratch %x : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<1x64xi32, Vec>
  return
}

// CHECK-LABEL: func.func @columns_in_pairs(
func.func @columns_in_pairs(%x: !pypto.tile<16x32xf32, Vec>, %s: !pypto.tile<16x64xf32, Vec>, %d: memref<128xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tile.col_sum_tree %{{.*}} scratch %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<128xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  %0 = pypto.tile.col_sum_tree %x scratch %s into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x64xf32, Vec>, memref<128xi8, #pypto.space<Vec>>) -> !pypto.tile<1x32xf32, Vec>
  // CHECK: pypto.tile.col_sum_tree %{{.*}} scratch %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<1x32xf32>
  %1 = pypto.tile.col_sum_tree %x scratch %s : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<1x32xf32>
  return
}
