// Tiles live in the slots of a buffer that the author declared.
// RUN: pypto-opt %s --pypto-insert-buffers --split-input-file | FileCheck %s

// A slot is as large as the largest tile in any of them, and whole rows of each.

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!w = !pypto.tile<17x24xf32, Vec>
!b = memref<?xi8, #pypto.space<Vec>>
!r = memref<3x?xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @run_time(
// CHECK: %[[B:.*]] = pypto.memref.alloc declared : memref<3x2304xi8, #pypto.space<Vec>>
// CHECK: %[[S:.*]] = pypto.memref.slot %[[B]][%{{.*}}] : memref<3x2304xi8, #pypto.space<Vec>> -> memref<2304xi8, #pypto.space<Vec>>
// CHECK: pypto.tile.load %{{.*}} into %[[S]] {{.*}}16x32xf32
// CHECK: %[[U:.*]] = pypto.memref.slot %[[B]]
// CHECK: pypto.tile.load %{{.*}} into %[[U]] {{.*}}17x24xf32
// CHECK-NOT: pypto.tile.bind
func.func @run_time(%x: !t, %y: !t, %i: index, %j: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared : !r
  %s = pypto.memref.slot %b[%i] : !r -> !b
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.bind %0 in %s : !v, !b -> !v
  %u = pypto.memref.slot %b[%j] : !r -> !b
  %2 = pypto.tile.load %x[%c0, %c0] : !t -> !w
  %3 = pypto.tile.bind %2 in %u : !w, !b -> !w
  %4 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  %5 = pypto.tile.store %3, %4[%c0, %c0] : !w, !t -> !t
  return
}

// -----

// Slots that are all constants are buffers of their own.

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<?xi8, #pypto.space<Vec>>
!r = memref<3x?xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @constants(
// CHECK-NOT: pypto.memref.slot
// CHECK-DAG: %[[A:.*]] = pypto.memref.alloc declared : memref<2048xi8, #pypto.space<Vec>>
// CHECK-DAG: %[[B:.*]] = pypto.memref.alloc declared : memref<2048xi8, #pypto.space<Vec>>
// CHECK: pypto.tile.load
// CHECK: pypto.tile.load
func.func @constants(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b = pypto.memref.alloc declared : !r
  %s = pypto.memref.slot %b[%c0] : !r -> !b
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.bind %0 in %s : !v, !b -> !v
  %u = pypto.memref.slot %b[%c2] : !r -> !b
  %2 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %3 = pypto.tile.bind %2 in %u : !v, !b -> !v
  %4 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  %5 = pypto.tile.store %3, %4[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// The choice moves up to where the tile is made.

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<?xi8, #pypto.space<Vec>>
!r = memref<2x?xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @late(
// CHECK: %[[S:.*]] = pypto.memref.slot
// CHECK-NEXT: pypto.tile.load %{{.*}} into %[[S]]
func.func @late(%x: !t, %y: !t, %i: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared : !r
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %s = pypto.memref.slot %b[%i] : !r -> !b
  %1 = pypto.tile.bind %0 in %s : !v, !b -> !v
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}
