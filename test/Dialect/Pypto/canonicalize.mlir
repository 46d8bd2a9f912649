// Views that are their whole source, views of views and moves to where a tile is disappear; what only looks like
// one of these stays.
// RUN: pypto-opt %s --canonicalize | FileCheck %s

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!d = !pypto.tile<16x32xf32, Vec, valid=?x?>

// CHECK-LABEL: func.func @tensors(
// CHECK-SAME: %[[A:.*]]: !pypto.tensor<16x32xf32>, %[[D:.*]]: !pypto.tensor<?x32xf32>
func.func @tensors(%a: !t, %d: !pypto.tensor<?x32xf32>, %n: index) -> (!t, !t, !t, !t, !pypto.tensor<8x64xf32>, !pypto.tensor<?x32xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.reshape %a : !t -> !t
  %1 = pypto.tensor.slice %a[%c0, %c0] : !t -> !t
  %2 = pypto.tensor.transpose %a, 0, 1 : !t -> !pypto.tensor<32x16xf32>
  %3 = pypto.tensor.transpose %2, 1, 0 : !pypto.tensor<32x16xf32> -> !t
  %4 = pypto.tensor.reshape %a : !t -> !pypto.tensor<512xf32>
  %5 = pypto.tensor.reshape %4 : !pypto.tensor<512xf32> -> !t
  // CHECK: %[[R:.*]] = pypto.tensor.reshape %[[A]] : !pypto.tensor<16x32xf32> -> !pypto.tensor<8x64xf32>
  %6 = pypto.tensor.reshape %4 : !pypto.tensor<512xf32> -> !pypto.tensor<8x64xf32>
  // The window may be shorter than the tensor.
  // CHECK: %[[S:.*]] = pypto.tensor.slice %[[D]]
  %7 = pypto.tensor.slice %d[%c0, %c0] sizes[%n] : !pypto.tensor<?x32xf32> -> !pypto.tensor<?x32xf32>
  %8 = pypto.tensor.dim %a, 1 : !t
  // CHECK: return %[[A]], %[[A]], %[[A]], %[[A]], %[[R]], %[[S]], %c32
  return %0, %1, %3, %5, %6, %7, %8 : !t, !t, !t, !t, !pypto.tensor<8x64xf32>, !pypto.tensor<?x32xf32>, index
}

// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: %[[X:.*]]: !pypto.tile<16x32xf32, Vec>, %[[Y:.*]]: !pypto.tile<16x32xf32, Vec, valid=?x?>, %[[U:.*]]: !pypto.tile<16x32xf32>,
func.func @tiles(%x: !v, %y: !d, %u: !pypto.tile<16x32xf32>, %n: index) -> (!v, !v, !v, !v, !d, !pypto.tile<16x32xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %0 = pypto.tile.reshape %x : !v -> !v
  %1 = pypto.tile.slice %x[%c0, %c0] : !v -> !v
  %2 = pypto.tile.set_validshape %x[%c16, %c32] : !v -> !v
  %3 = pypto.tile.move %x : (!v) -> !v
  // CHECK: %[[S:.*]] = pypto.tile.set_validshape %[[Y]]
  %4 = pypto.tile.set_validshape %y[%n, %n] : !d -> !d
  // CHECK: %[[M:.*]] = pypto.tile.move %[[U]]
  %5 = pypto.tile.move %u : (!pypto.tile<16x32xf32>) -> !pypto.tile<16x32xf32>
  // CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[S]], %[[M]]
  return %0, %1, %2, %3, %4, %5 : !v, !v, !v, !v, !d, !pypto.tile<16x32xf32>
}
