// Tiles live in the buffers that the author declared.
// RUN: pypto-opt %s --pypto-insert-buffers --split-input-file | FileCheck %s
// RUN: pypto-opt %s --pypto-insert-buffers --pypto-allocate-addresses --split-input-file | FileCheck %s --check-prefix=ADDRESS

// The buffer is as large as the largest tile bound to it, and nothing but those
// tiles ever lives there.

!t = !pypto.tensor<16x32xf32>
!h = !pypto.tensor<16x32xf16>
!v = !pypto.tile<16x32xf32, Vec>
!w = !pypto.tile<16x32xf16, Vec>

// CHECK-LABEL: func.func @shared(
// CHECK: %[[OWN:.*]] = pypto.memref.alloc : memref<2048xi8, #pypto.space<Vec>>
// CHECK: %[[B:.*]] = pypto.memref.alloc declared : memref<2048xi8, #pypto.space<Vec>>
// CHECK-NOT: pypto.tile.bind
// CHECK: pypto.tile.load %{{.*}} into %[[B]] {{.*}}16x32xf16
// CHECK: pypto.tile.load %{{.*}} into %[[B]] {{.*}}16x32xf32
// CHECK: %[[E:.*]] = pypto.tile.exp %{{.*}} into %[[OWN]]
// CHECK: pypto.tile.store %[[E]]
// ADDRESS-LABEL: func.func @shared(
// ADDRESS: pypto.memref.alloc address(2048) : memref<2048xi8
// ADDRESS: pypto.memref.alloc declared address(0) : memref<2048xi8
func.func @shared(%x: !t, %y: !t, %z: !h) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared : memref<?xi8, #pypto.space<Vec>>
  %0 = pypto.tile.load %z[%c0, %c0] : !h -> !w
  %1 = pypto.tile.bind %0 in %b : !w, memref<?xi8, #pypto.space<Vec>> -> !w
  %2 = pypto.tile.store %1, %z[%c0, %c0] : !w, !h -> !h
  %3 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %4 = pypto.tile.bind %3 in %b : !v, memref<?xi8, #pypto.space<Vec>> -> !v
  %5 = pypto.tile.exp %4 : (!v) -> !v
  %6 = pypto.tile.store %5, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// A chosen address is kept; the carry of a loop stays where its initial value is
// bound.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>

// CHECK-LABEL: func.func @carried(
// CHECK: %[[B:.*]] = pypto.memref.alloc address(4096) : memref<4096xi8
// CHECK: pypto.tile.load %arg0{{.*}} into %[[B]]
// CHECK: pypto.tile.add {{.*}} into %[[B]]
// ADDRESS-LABEL: func.func @carried(
// ADDRESS: pypto.memref.alloc address(4096) : memref<4096xi8
func.func @carried(%x: !t, %y: !t, %n: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = pypto.memref.alloc address(4096) : memref<4096xi8, #pypto.space<Vec>>
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.bind %0 in %b : !v, memref<4096xi8, #pypto.space<Vec>> -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %1) -> !v {
    %2 = pypto.tile.add %acc, %acc : (!v, !v) -> !v
    scf.yield %2 : !v
  }
  %3 = pypto.tile.store %r, %y[%c0, %c0] : !v, !t -> !t
  return
}
