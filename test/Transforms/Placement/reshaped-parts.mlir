// Parts of tiles in Vec whose rows have others between them are copied before they are seen under
// another shape or as elements of another size; whole rows and elements of the same size are not.
//
// RUN: pypto-opt %s --pypto-infer-tile-memory-space --split-input-file | FileCheck %s

!a = !pypto.tile<16x64xf32>
!w = !pypto.tile<16x16xf32>
!l = !pypto.tile<8x32xf32>
!h = !pypto.tile<16x32xf16>
!t = !pypto.tensor<16x64xf32>
!u = !pypto.tensor<8x32xf32>
!v = !pypto.tensor<16x32xf16>

// CHECK-LABEL: func.func @shape(
// CHECK: %[[W:.*]] = pypto.tile.slice
// CHECK: %[[C:.*]] = pypto.tile.move %[[W]] : (!pypto.tile<16x16xf32, Vec>) -> !pypto.tile<16x16xf32, Vec>
// CHECK: pypto.tile.reshape %[[C]]
func.func @shape(%x: !t, %z: !u) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !a
  %w = pypto.tile.slice %a[%c0, %c8] : !a -> !w
  %l = pypto.tile.reshape %w : !w -> !l
  %e = pypto.tile.exp %l : (!l) -> !l
  %r = pypto.tile.store %e, %z[%c0, %c0] : !l, !u -> !u
  return
}

// CHECK-LABEL: func.func @size(
// CHECK: %[[W:.*]] = pypto.tile.slice
// CHECK: %[[C:.*]] = pypto.tile.move %[[W]]
// CHECK: pypto.tile.reinterpret_view %[[C]]
func.func @size(%x: !t, %z: !v) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !a
  %w = pypto.tile.slice %a[%c0, %c8] : !a -> !w
  %h = pypto.tile.reinterpret_view %w : !w -> !h
  %e = pypto.tile.exp %h : (!h) -> !h
  %r = pypto.tile.store %e, %z[%c0, %c0] : !h, !v -> !v
  return
}

// -----

!a = !pypto.tile<16x64xf32>
!w = !pypto.tile<16x16xf32>
!i = !pypto.tile<16x16xi32>
!r = !pypto.tile<8x64xf32>
!l = !pypto.tile<16x32xf32>
!t = !pypto.tensor<16x64xf32>
!u = !pypto.tensor<16x32xf32>
!v = !pypto.tensor<16x16xi32>

// CHECK-LABEL: func.func @same_size(
// CHECK-NOT: pypto.tile.move
// CHECK: pypto.tile.reinterpret_view
func.func @same_size(%x: !t, %z: !v) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !a
  %w = pypto.tile.slice %a[%c0, %c8] : !a -> !w
  %i = pypto.tile.reinterpret_view %w : !w -> !i
  %e = pypto.tile.add %i, %i : (!i, !i) -> !i
  %r = pypto.tile.store %e, %z[%c0, %c0] : !i, !v -> !v
  return
}

// CHECK-LABEL: func.func @whole_rows(
// CHECK-NOT: pypto.tile.move
// CHECK: pypto.tile.reshape
func.func @whole_rows(%x: !t, %z: !u) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !a
  %w = pypto.tile.slice %a[%c8, %c0] : !a -> !r
  %l = pypto.tile.reshape %w : !r -> !l
  %e = pypto.tile.exp %l : (!l) -> !l
  %r = pypto.tile.store %e, %z[%c0, %c0] : !l, !u -> !u
  return
}
