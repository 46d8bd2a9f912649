// Gathers of rows become loops that read an index and transfer a row.
// RUN: pypto-opt %s --pass-pipeline='builtin.module(pypto-tile-tensors,func.func(pypto-convert-tensor-to-tile,canonicalize))' | FileCheck %s

// CHECK-LABEL: func.func @paged
func.func @paged(%p: !pypto.tensor<40x64xf16>, %i: !pypto.tensor<32xi32>, %t: !pypto.tensor<10xi32>, %q: !pypto.tensor<16x64xf16>, %out: !pypto.tensor<16x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  // The keys' rows are columns of the tile, so that the product reads them as they lie.
  // CHECK: %[[KEYS:.*]] = pypto.tile.create : !pypto.tile<64x32xf16, Mat, layout=zn>
  // CHECK: scf.for %[[R:.*]] = {{.*}} iter_args(%[[T:.*]] = %[[KEYS]])
  // CHECK: %[[INDEX:.*]] = pypto.tensor.read %{{.*}}[%[[R]]]
  // CHECK: %[[BLOCK:.*]] = arith.divui
  // CHECK: %[[PLACE:.*]] = arith.remui
  // CHECK: pypto.tensor.read %{{.*}}[%[[BLOCK]]]
  // CHECK: %[[ROW:.*]] = arith.addi
  // CHECK: pypto.tile.gather_window %{{.*}}[%[[ROW]], %{{.*}}] into %[[T]][%{{.*}}, %[[R]]] shape [1, 64] transpose
  %k = pypto.tensor.gather_rows %p[%i through %t] column %c0 block(4) Mat undefined transpose : (!pypto.tensor<40x64xf16>, !pypto.tensor<32xi32>, !pypto.tensor<10xi32>, index) -> !pypto.tensor<64x32xf16>
  // CHECK: pypto.tile.matmul
  %s = pypto.tensor.matmul %q, %k : (!pypto.tensor<16x64xf16>, !pypto.tensor<64x32xf16>) -> !pypto.tensor<16x32xf32>
  %1 = pypto.tensor.assemble %s into %out[%c0, %c0] : !pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}
