// Operations on global tensors survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

!t = !pypto.tensor<16x32xf32>

// CHECK-LABEL: func.func @create(
func.func @create(%n: index, %x: f32) {
  // CHECK: pypto.tensor.create : !pypto.tensor<16x32xf32>
  %0 = pypto.tensor.create : !t
  // CHECK: pypto.tensor.create[%{{.*}}] init(0.000000e+00 : f32) : !pypto.tensor<?x32xf32>
  // CHECK-NEXT: pypto.tensor.create {manual_dep} : !pypto.tensor<8x32xf32>
  %1 = pypto.tensor.create [%n] init(0.0 : f32) : !pypto.tensor<?x32xf32>
  %manual = pypto.tensor.create {manual_dep} : !pypto.tensor<8x32xf32>
  // CHECK: pypto.tensor.full %{{.*}} : (f32) -> !pypto.tensor<16x32xf32>
  %2 = pypto.tensor.full %x : (f32) -> !t
  return
}

// CHECK-LABEL: func.func @views(
func.func @views(%a: !t, %d: !pypto.tensor<?x32xf32>, %i: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: pypto.tensor.dim %{{.*}}, 0 : !pypto.tensor<?x32xf32>
  %0 = pypto.tensor.dim %d, 0 : !pypto.tensor<?x32xf32>
  // CHECK: pypto.tensor.slice %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tensor<16x32xf32> -> !pypto.tensor<4x32xf32>
  %1 = pypto.tensor.slice %a[%i, %c0] : !t -> !pypto.tensor<4x32xf32>
  // CHECK: pypto.tensor.slice %{{.*}}[%{{.*}}, %{{.*}}] sizes[%{{.*}}] : !pypto.tensor<16x32xf32> -> !pypto.tensor<?x32xf32>
  %2 = pypto.tensor.slice %a[%i, %c0] sizes[%n] : !t -> !pypto.tensor<?x32xf32>
  // CHECK: pypto.tensor.slice %{{.*}}[%{{.*}}, %{{.*}}] {drop = array<i64: 0>} : !pypto.tensor<16x32xf32> -> !pypto.tensor<32xf32>
  %3 = pypto.tensor.slice %a[%i, %c0] {drop = array<i64: 0>} : !t -> !pypto.tensor<32xf32>
  // CHECK: pypto.tensor.slice %{{.*}}[%{{.*}}, %{{.*}}] {clamp} : !pypto.tensor<16x32xf32> -> !pypto.tensor<20x32xf32>
  %6 = pypto.tensor.slice %a[%c0, %c0] {clamp} : !t -> !pypto.tensor<20x32xf32>
  // CHECK: pypto.tensor.reshape %{{.*}} : !pypto.tensor<16x32xf32> -> !pypto.tensor<2x8x32xf32>
  %4 = pypto.tensor.reshape %a : !t -> !pypto.tensor<2x8x32xf32>
  // CHECK: pypto.tensor.transpose %{{.*}}, 0, 1 : !pypto.tensor<16x32xf32> -> !pypto.tensor<32x16xf32>
  %5 = pypto.tensor.transpose %a, 0, 1 : !t -> !pypto.tensor<32x16xf32>
  return %0 : index
}

// CHECK-LABEL: func.func @writes(
func.func @writes(%a: !t, %b: !pypto.tensor<4x32xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  // CHECK: pypto.tensor.assemble %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tensor<4x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  %0 = pypto.tensor.assemble %b into %a[%i, %c0] : !pypto.tensor<4x32xf32>, !t -> !t
  // CHECK: pypto.tensor.assemble %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] {atomic = #pypto.atomic<add>} : !pypto.tensor<4x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  %1 = pypto.tensor.assemble %b into %a[%i, %c0] {atomic = #pypto.atomic<add>} : !pypto.tensor<4x32xf32>, !t -> !t
  // CHECK: pypto.tensor.read %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tensor<16x32xf32> -> f32
  %2 = pypto.tensor.read %a[%i, %i] : !t -> f32
  // CHECK: pypto.tensor.write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : f32, !pypto.tensor<16x32xf32>
  pypto.tensor.write %2, %a[%i, %i] : f32, !t
  return
}
