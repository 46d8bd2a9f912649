// Row and column broadcasts survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @rows(
func.func @rows(%a: !pypto.tensor<16x32xf32>, %v: !pypto.tensor<16x1xf32>, %x: !pypto.tile<16x32xf32, Vec>, %w: !pypto.tile<16x1xf32, Vec, layout=dn>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.row_expand %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  %t = pypto.tensor.row_expand %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.row_expand %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l = pypto.tile.row_expand %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.row_expand_add %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  %t_add = pypto.tensor.row_expand_add %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.row_expand_add %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_add = pypto.tile.row_expand_add %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.row_expand_sub %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  %t_sub = pypto.tensor.row_expand_sub %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.row_expand_sub %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_sub = pypto.tile.row_expand_sub %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.row_expand_mul %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  %t_mul = pypto.tensor.row_expand_mul %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.row_expand_mul %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_mul = pypto.tile.row_expand_mul %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.row_expand_div %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  %t_div = pypto.tensor.row_expand_div %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.row_expand_div %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_div = pypto.tile.row_expand_div %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.row_expand_max %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  %t_max = pypto.tensor.row_expand_max %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.row_expand_max %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_max = pypto.tile.row_expand_max %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.row_expand_min %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  %t_min = pypto.tensor.row_expand_min %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.row_expand_min %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_min = pypto.tile.row_expand_min %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.row_expand_expdif %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  %t_expdif = pypto.tensor.row_expand_expdif %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x1xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.row_expand_expdif %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_expdif = pypto.tile.row_expand_expdif %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x1xf32, Vec, layout=dn>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  return
}

// CHECK-LABEL: func.func @columns(
func.func @columns(%a: !pypto.tensor<16x32xf32>, %v: !pypto.tensor<1x32xf32>, %x: !pypto.tile<16x32xf32, Vec>, %w: !pypto.tile<1x32xf32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.col_expand %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %t = pypto.tensor.col_expand %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.col_expand %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l = pypto.tile.col_expand %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.col_expand_add %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_add = pypto.tensor.col_expand_add %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.col_expand_add %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_add = pypto.tile.col_expand_add %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.col_expand_sub %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_sub = pypto.tensor.col_expand_sub %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.col_expand_sub %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_sub = pypto.tile.col_expand_sub %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.col_expand_mul %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_mul = pypto.tensor.col_expand_mul %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.col_expand_mul %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_mul = pypto.tile.col_expand_mul %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.col_expand_div %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_div = pypto.tensor.col_expand_div %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.col_expand_div %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_div = pypto.tile.col_expand_div %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.col_expand_max %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_max = pypto.tensor.col_expand_max %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.col_expand_max %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_max = pypto.tile.col_expand_max %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.col_expand_min %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_min = pypto.tensor.col_expand_min %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.col_expand_min %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_min = pypto.tile.col_expand_min %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.col_expand_expdif %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_expdif = pypto.tensor.col_expand_expdif %a, %v : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.col_expand_expdif %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %l_expdif = pypto.tile.col_expand_expdif %x, %w into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<1x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  return
}
