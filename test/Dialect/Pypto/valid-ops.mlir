// Valid regions of tensors and tiles: custom and generic form.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: func.func @valid(
// FOLD-LABEL: func.func @valid(
func.func @valid(%x: !pypto.tensor<16x64xf32>, %t: !pypto.tile<16x64xf32, valid=?x40>, %n: index) -> (index, index) {
  // CHECK: pypto.tensor.set_validshape %{{.*}}[%{{.*}}, %{{.*}}] {pad = #pypto.pad<min>} : !pypto.tensor<16x64xf32>
  %0 = pypto.tensor.set_validshape %x[%n, %n] {pad = #pypto.pad<min>} : !pypto.tensor<16x64xf32>
  // CHECK: pypto.tensor.fillpad %{{.*}} {pad = #pypto.pad<max>} : !pypto.tensor<16x64xf32> -> !pypto.tensor<32x64xf32>
  %1 = pypto.tensor.fillpad %0 {pad = #pypto.pad<max>} : !pypto.tensor<16x64xf32> -> !pypto.tensor<32x64xf32>
  // CHECK: pypto.tile.valid_dim %{{.*}}, 0 : !pypto.tile<16x64xf32, valid=?x40>
  // FOLD: pypto.tile.valid_dim %{{.*}}, 0
  %2 = pypto.tile.valid_dim %t, 0 : !pypto.tile<16x64xf32, valid=?x40>
  // FOLD-NOT: pypto.tile.valid_dim
  %3 = pypto.tile.valid_dim %t, 1 : !pypto.tile<16x64xf32, valid=?x40>
  return %2, %3 : index, index
}
