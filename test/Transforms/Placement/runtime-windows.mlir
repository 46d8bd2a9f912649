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

// -----

// What is valid at run time is written over a copy of the window, and the copy into the target.

// CHECK-LABEL: func.func @written(
// CHECK: %[[A:.*]] = pypto.tile.load {{.*}} -> !pypto.tile<16x64xf32, Vec>
// CHECK: %[[P:.*]] = pypto.tile.load {{.*}} -> !pypto.tile<8x32xf32, Vec, valid=?x32>
// CHECK: %[[W:.*]] = pypto.tile.slice %[[A]][%{{.*}}, %{{.*}}] : {{.*}} -> !pypto.tile<8x32xf32, Vec>
// CHECK: %[[OWN:.*]] = pypto.tile.move %[[W]] : {{.*}} -> !pypto.tile<8x32xf32, Vec>
// CHECK: %[[NEW:.*]] = pypto.tile.assemble %[[P]] into %[[OWN]][%[[Z:.*]], %[[Z]]] : {{.*}} -> !pypto.tile<8x32xf32, Vec>
// CHECK: pypto.tile.assemble %[[NEW]] into %[[A]][
func.func @written(%x: !pypto.tensor<16x64xf32>, %z: !pypto.tensor<16x64xf32>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x64xf32> -> !pypto.tile<16x64xf32>
  %p = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<16x64xf32> -> !pypto.tile<8x32xf32, valid=?x32>
  %w = pypto.tile.assemble %p into %a[%c8, %c0] : !pypto.tile<8x32xf32, valid=?x32>, !pypto.tile<16x64xf32> -> !pypto.tile<16x64xf32>
  %r = pypto.tile.store %w, %z[%c0, %c0] : !pypto.tile<16x64xf32>, !pypto.tensor<16x64xf32> -> !pypto.tensor<16x64xf32>
  return
}

// -----

// A tile as large as the target needs no copy.

// CHECK-LABEL: func.func @covered(
// CHECK-NOT: pypto.tile.move
// CHECK: pypto.tile.assemble
func.func @covered(%x: !pypto.tensor<16x64xf32>, %z: !pypto.tensor<16x64xf32>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x64xf32> -> !pypto.tile<16x64xf32>
  %p = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<16x64xf32> -> !pypto.tile<16x64xf32, valid=?x64>
  %w = pypto.tile.assemble %p into %a[%c0, %c0] : !pypto.tile<16x64xf32, valid=?x64>, !pypto.tile<16x64xf32> -> !pypto.tile<16x64xf32>
  %r = pypto.tile.store %w, %z[%c0, %c0] : !pypto.tile<16x64xf32>, !pypto.tensor<16x64xf32> -> !pypto.tensor<16x64xf32>
  return
}
