// Element-wise operations survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @binary_f32(
func.func @binary_f32(%a: !pypto.tensor<16x32xf32>, %b: !pypto.tensor<16x32xf32>, %x: !pypto.tile<16x32xf32, Vec>, %y: !pypto.tile<16x32xf32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.add %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_add = pypto.tensor.add %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.add %{{.*}}, %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  %l_add = pypto.tile.add %x, %y : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tile.add %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_add = pypto.tile.add %x, %y into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.sub %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_sub = pypto.tensor.sub %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.sub %{{.*}}, %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  %l_sub = pypto.tile.sub %x, %y : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tile.sub %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_sub = pypto.tile.sub %x, %y into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.mul %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_mul = pypto.tensor.mul %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.mul %{{.*}}, %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  %l_mul = pypto.tile.mul %x, %y : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tile.mul %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_mul = pypto.tile.mul %x, %y into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.div %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_div = pypto.tensor.div %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.div %{{.*}}, %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  %l_div = pypto.tile.div %x, %y : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tile.div %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_div = pypto.tile.div %x, %y into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tile.div %{{.*}}, %{{.*}} into %{{.*}} {high_precision} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_div_precise = pypto.tile.div %x, %y into %d {high_precision} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.maximum %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_maximum = pypto.tensor.maximum %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.maximum %{{.*}}, %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  %l_maximum = pypto.tile.maximum %x, %y : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tile.maximum %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_maximum = pypto.tile.maximum %x, %y into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.minimum %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_minimum = pypto.tensor.minimum %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.minimum %{{.*}}, %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  %l_minimum = pypto.tile.minimum %x, %y : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tile.minimum %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_minimum = pypto.tile.minimum %x, %y into %d : (!pypto.tile<16x32xf32, Vec>, !pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  return
}

// CHECK-LABEL: func.func @binary_i32(
func.func @binary_i32(%a: !pypto.tensor<16x32xi32>, %b: !pypto.tensor<16x32xi32>, %x: !pypto.tile<16x32xi32, Vec>, %y: !pypto.tile<16x32xi32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.and %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xi32>, !pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  %t_and = pypto.tensor.and %a, %b : (!pypto.tensor<16x32xi32>, !pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.and %{{.*}}, %{{.*}} : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>) -> !pypto.tile<16x32xi32, Vec>
  %l_and = pypto.tile.and %x, %y : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tile.and %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_and = pypto.tile.and %x, %y into %d : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tensor.or %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xi32>, !pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  %t_or = pypto.tensor.or %a, %b : (!pypto.tensor<16x32xi32>, !pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.or %{{.*}}, %{{.*}} : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>) -> !pypto.tile<16x32xi32, Vec>
  %l_or = pypto.tile.or %x, %y : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tile.or %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_or = pypto.tile.or %x, %y into %d : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tensor.shl %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xi32>, !pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  %t_shl = pypto.tensor.shl %a, %b : (!pypto.tensor<16x32xi32>, !pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.shl %{{.*}}, %{{.*}} : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>) -> !pypto.tile<16x32xi32, Vec>
  %l_shl = pypto.tile.shl %x, %y : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tile.shl %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_shl = pypto.tile.shl %x, %y into %d : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tensor.shr %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xi32>, !pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  %t_shr = pypto.tensor.shr %a, %b : (!pypto.tensor<16x32xi32>, !pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.shr %{{.*}}, %{{.*}} : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>) -> !pypto.tile<16x32xi32, Vec>
  %l_shr = pypto.tile.shr %x, %y : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tile.shr %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_shr = pypto.tile.shr %x, %y into %d : (!pypto.tile<16x32xi32, Vec>, !pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  return
}

// CHECK-LABEL: func.func @scalar_f32(
func.func @scalar_f32(%a: !pypto.tensor<16x32xf32>, %s: f32, %x: !pypto.tile<16x32xf32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.adds %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  %t_adds = pypto.tensor.adds %a, %s : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.adds %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_adds = pypto.tile.adds %x, %s into %d : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.subs %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  %t_subs = pypto.tensor.subs %a, %s : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.subs %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_subs = pypto.tile.subs %x, %s into %d : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.muls %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  %t_muls = pypto.tensor.muls %a, %s : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.muls %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_muls = pypto.tile.muls %x, %s into %d : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.divs %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  %t_divs = pypto.tensor.divs %a, %s : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.divs %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_divs = pypto.tile.divs %x, %s into %d : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.maximums %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  %t_maximums = pypto.tensor.maximums %a, %s : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.maximums %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_maximums = pypto.tile.maximums %x, %s into %d : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.minimums %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  %t_minimums = pypto.tensor.minimums %a, %s : (!pypto.tensor<16x32xf32>, f32) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.minimums %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_minimums = pypto.tile.minimums %x, %s into %d : (!pypto.tile<16x32xf32, Vec>, f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  return
}

// CHECK-LABEL: func.func @scalar_i32(
func.func @scalar_i32(%a: !pypto.tensor<16x32xi32>, %s: i32, %x: !pypto.tile<16x32xi32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.ands %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xi32>, i32) -> !pypto.tensor<16x32xi32>
  %t_ands = pypto.tensor.ands %a, %s : (!pypto.tensor<16x32xi32>, i32) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.ands %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, i32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_ands = pypto.tile.ands %x, %s into %d : (!pypto.tile<16x32xi32, Vec>, i32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tensor.ors %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xi32>, i32) -> !pypto.tensor<16x32xi32>
  %t_ors = pypto.tensor.ors %a, %s : (!pypto.tensor<16x32xi32>, i32) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.ors %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, i32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_ors = pypto.tile.ors %x, %s into %d : (!pypto.tile<16x32xi32, Vec>, i32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tensor.shls %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xi32>, i32) -> !pypto.tensor<16x32xi32>
  %t_shls = pypto.tensor.shls %a, %s : (!pypto.tensor<16x32xi32>, i32) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.shls %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, i32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_shls = pypto.tile.shls %x, %s into %d : (!pypto.tile<16x32xi32, Vec>, i32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tensor.shrs %{{.*}}, %{{.*}} : (!pypto.tensor<16x32xi32>, i32) -> !pypto.tensor<16x32xi32>
  %t_shrs = pypto.tensor.shrs %a, %s : (!pypto.tensor<16x32xi32>, i32) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.shrs %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, i32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_shrs = pypto.tile.shrs %x, %s into %d : (!pypto.tile<16x32xi32, Vec>, i32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  return
}

// CHECK-LABEL: func.func @unary_f32(
func.func @unary_f32(%a: !pypto.tensor<16x32xf32>, %x: !pypto.tile<16x32xf32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.exp %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_exp = pypto.tensor.exp %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.exp %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_exp = pypto.tile.exp %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.log %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_log = pypto.tensor.log %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.log %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_log = pypto.tile.log %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.sqrt %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_sqrt = pypto.tensor.sqrt %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.sqrt %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_sqrt = pypto.tile.sqrt %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.neg %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_neg = pypto.tensor.neg %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.neg %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_neg = pypto.tile.neg %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.abs %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_abs = pypto.tensor.abs %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.abs %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_abs = pypto.tile.abs %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.relu %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_relu = pypto.tensor.relu %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.relu %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_relu = pypto.tile.relu %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.log %{{.*}} {high_precision} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_log_precise = pypto.tensor.log %a {high_precision} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.recip %{{.*}} {high_precision} : (!pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  %l_recip_precise = pypto.tile.recip %x {high_precision} : (!pypto.tile<16x32xf32, Vec>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.rsqrt %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_rsqrt = pypto.tensor.rsqrt %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.rsqrt %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_rsqrt = pypto.tile.rsqrt %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  // CHECK: pypto.tensor.recip %{{.*}} : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %t_recip = pypto.tensor.recip %a : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  // CHECK: pypto.tile.recip %{{.*}} into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  %d_recip = pypto.tile.recip %x into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
  return
}

// CHECK-LABEL: func.func @unary_i32(
func.func @unary_i32(%a: !pypto.tensor<16x32xi32>, %x: !pypto.tile<16x32xi32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.not %{{.*}} : (!pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  %t_not = pypto.tensor.not %a : (!pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.not %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_not = pypto.tile.not %x into %d : (!pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tensor.neg %{{.*}} : (!pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  %t_neg = pypto.tensor.neg %a : (!pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.neg %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_neg = pypto.tile.neg %x into %d : (!pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tensor.abs %{{.*}} : (!pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  %t_abs = pypto.tensor.abs %a : (!pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.abs %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_abs = pypto.tile.abs %x into %d : (!pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  // CHECK: pypto.tensor.relu %{{.*}} : (!pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  %t_relu = pypto.tensor.relu %a : (!pypto.tensor<16x32xi32>) -> !pypto.tensor<16x32xi32>
  // CHECK: pypto.tile.relu %{{.*}} into %{{.*}} : (!pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  %d_relu = pypto.tile.relu %x into %d : (!pypto.tile<16x32xi32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xi32, Vec>
  return
}

// CHECK-LABEL: func.func @cast(
func.func @cast(%a: !pypto.tensor<16x32xf32>, %x: !pypto.tile<16x32xf32, Vec>, %d: memref<2048xi8, #pypto.space<Vec>>) {
  // CHECK: pypto.tensor.cast %{{.*}} mode(none) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  %t_none = pypto.tensor.cast %a mode(none) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  // CHECK: pypto.tile.cast %{{.*}} mode(none) into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  %l_none = pypto.tile.cast %x mode(none) into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  // CHECK: pypto.tensor.cast %{{.*}} mode(rint) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  %t_rint = pypto.tensor.cast %a mode(rint) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  // CHECK: pypto.tile.cast %{{.*}} mode(rint) into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  %l_rint = pypto.tile.cast %x mode(rint) into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  // CHECK: pypto.tensor.cast %{{.*}} mode(round) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  %t_round = pypto.tensor.cast %a mode(round) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  // CHECK: pypto.tile.cast %{{.*}} mode(round) into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  %l_round = pypto.tile.cast %x mode(round) into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  // CHECK: pypto.tensor.cast %{{.*}} mode(floor) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  %t_floor = pypto.tensor.cast %a mode(floor) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  // CHECK: pypto.tile.cast %{{.*}} mode(floor) into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  %l_floor = pypto.tile.cast %x mode(floor) into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  // CHECK: pypto.tensor.cast %{{.*}} mode(ceil) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  %t_ceil = pypto.tensor.cast %a mode(ceil) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  // CHECK: pypto.tile.cast %{{.*}} mode(ceil) into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  %l_ceil = pypto.tile.cast %x mode(ceil) into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  // CHECK: pypto.tensor.cast %{{.*}} mode(trunc) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  %t_trunc = pypto.tensor.cast %a mode(trunc) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  // CHECK: pypto.tile.cast %{{.*}} mode(trunc) into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  %l_trunc = pypto.tile.cast %x mode(trunc) into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  // CHECK: pypto.tensor.cast %{{.*}} mode(odd) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  %t_odd = pypto.tensor.cast %a mode(odd) : (!pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf16>
  // CHECK: pypto.tile.cast %{{.*}} mode(odd) into %{{.*}} : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  %l_odd = pypto.tile.cast %x mode(odd) into %d : (!pypto.tile<16x32xf32, Vec>, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf16, Vec>
  return
}

// Tensors broadcast as in NumPy.
// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%m: !pypto.tensor<16x32xf32>, %r: !pypto.tensor<1x32xf32>, %c: !pypto.tensor<16x1xf32>, %v: !pypto.tensor<?x32xf32>) {
  // CHECK-COUNT-4: pypto.tensor.add
  %0 = pypto.tensor.add %m, %r : (!pypto.tensor<16x32xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %1 = pypto.tensor.add %c, %m : (!pypto.tensor<16x1xf32>, !pypto.tensor<16x32xf32>) -> !pypto.tensor<16x32xf32>
  %2 = pypto.tensor.add %c, %r : (!pypto.tensor<16x1xf32>, !pypto.tensor<1x32xf32>) -> !pypto.tensor<16x32xf32>
  %3 = pypto.tensor.add %v, %v : (!pypto.tensor<?x32xf32>, !pypto.tensor<?x32xf32>) -> !pypto.tensor<?x32xf32>
  return
}

// CHECK-LABEL: func.func @remainders_and_angles(
func.func @remainders_and_angles(%a: !pypto.tensor<16x64xf32>, %x: !pypto.tile<16x64xf32, Vec>, %s: f32) {
  // CHECK: pypto.tensor.fmod %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r0 = pypto.tensor.fmod %a, %a : (!pypto.tensor<16x64xf32>, !pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.fmods %{{.*}}, %{{.*}} : (!pypto.tensor<16x64xf32>, f32) -> !pypto.tensor<16x64xf32>
  %r1 = pypto.tensor.fmods %a, %s : (!pypto.tensor<16x64xf32>, f32) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.sin %{{.*}} : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r2 = pypto.tensor.sin %a : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.cos %{{.*}} : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  %r3 = pypto.tensor.cos %a : (!pypto.tensor<16x64xf32>) -> !pypto.tensor<16x64xf32>
  // CHECK: pypto.tile.fmod %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r4 = pypto.tile.fmod %x, %x : (!pypto.tile<16x64xf32, Vec>, !pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.fmods %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf32, Vec>, f32) -> !pypto.tile<16x64xf32, Vec>
  %r5 = pypto.tile.fmods %x, %s : (!pypto.tile<16x64xf32, Vec>, f32) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.sin %{{.*}} : (!pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r6 = pypto.tile.sin %x : (!pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  // CHECK: pypto.tile.cos %{{.*}} : (!pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  %r7 = pypto.tile.cos %x : (!pypto.tile<16x64xf32, Vec>) -> !pypto.tile<16x64xf32, Vec>
  return
}
