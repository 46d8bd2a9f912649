// Windows of tiles in Vec whose valid region is known only at run time are copied into tiles of
// their own: the handle of a window has no valid extents.
//
// RUN: pypto-opt %s --pypto-infer-tile-memory-space --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @window(
// CHECK: %[[W:.*]] = pypto.tile.slice %{{.*}} : {{.*}} -> !pypto.tile<8x32xf32, Vec>
// CHECK: %[[OWN:.*]] = pypto.tile.move %[[W]] : {{.*}} -> !pypto.tile<8x32xf32, Vec>
// CHECK: %[[N:.*]] = pypto.tile.set_validshape %[[OWN]][%{{.*}}, %{{.*}}] : {{.*}} -> !pypto.tile<8x32xf32, Vec, valid=?x32>
// CHECK: pypto.tile.exp %[[N]]
func.func @window(%x: !pypto.tensor<16x32xf32>, %z: !pypto.tensor<8x32xf32>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x32xf32> -> !pypto.tile<16x32xf32>
  %w = pypto.tile.slice %a[%c8, %c0] valid [%n] : !pypto.tile<16x32xf32> -> !pypto.tile<8x32xf32, valid=?x32>
  %e = pypto.tile.exp %w : (!pypto.tile<8x32xf32, valid=?x32>) -> !pypto.tile<8x32xf32, valid=?x32>
  %r = pypto.tile.store %e, %z[%c0, %c0] : !pypto.tile<8x32xf32, valid=?x32>, !pypto.tensor<8x32xf32> -> !pypto.tensor<8x32xf32>
  return
}

// -----

// Extents that are known stay in the window's type.

// CHECK-LABEL: func.func @known(
// CHECK: %[[W:.*]] = pypto.tile.slice %{{.*}} : {{.*}} -> !pypto.tile<8x32xf32, Vec, valid=5x32>
// CHECK-NEXT: pypto.tile.exp %[[W]]
func.func @known(%x: !pypto.tensor<16x32xf32>, %z: !pypto.tensor<8x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x32xf32> -> !pypto.tile<16x32xf32>
  %w = pypto.tile.slice %a[%c8, %c0] : !pypto.tile<16x32xf32> -> !pypto.tile<8x32xf32, valid=5x32>
  %e = pypto.tile.exp %w : (!pypto.tile<8x32xf32, valid=5x32>) -> !pypto.tile<8x32xf32, valid=5x32>
  %r = pypto.tile.store %e, %z[%c0, %c0] : !pypto.tile<8x32xf32, valid=5x32>, !pypto.tensor<8x32xf32> -> !pypto.tensor<8x32xf32>
  return
}
