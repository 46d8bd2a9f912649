// Addresses that the author chose are kept and respected.
// RUN: pypto-opt %s --pypto-allocate-addresses --split-input-file | FileCheck %s

// A chosen address is kept, and other tiles stay out of it while it is in use.
// A buffer that nothing lives in reserves its bytes: the loads and the sum go
// above byte 4096, beside the pinned 2048 bytes.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @chosen(
// CHECK-DAG: pypto.memref.alloc address(0) : memref<4096xi8, #pypto.space<Vec>>
// CHECK-DAG: %[[PIN:.*]] = pypto.memref.alloc address(6144)
// CHECK-DAG: %[[B:.*]] = pypto.memref.alloc address({{4096|8192}})
// CHECK-DAG: %[[C:.*]] = pypto.memref.alloc address({{4096|8192}})
// CHECK: pypto.tile.load {{.*}} into %[[B]]
// CHECK: pypto.tile.load {{.*}} into %[[PIN]]
// CHECK: pypto.tile.add {{.*}} into %[[C]]
func.func @chosen(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %ring = pypto.memref.alloc address(0) : memref<4096xi8, #pypto.space<Vec>>
  %b0 = pypto.memref.alloc : !b
  %b1 = pypto.memref.alloc address(6144) : !b
  %b2 = pypto.memref.alloc : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.load %y[%c0, %c0] into %b1 : !b : !t -> !v
  %2 = pypto.tile.add %0, %1 into %b2 : (!v, !v, !b) -> !v
  %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// Two phases share chosen bytes on purpose, with tiles of another shape.

!t = !pypto.tensor<16x32xf32>
!h = !pypto.tensor<16x64xf16>
!v = !pypto.tile<16x32xf32, Vec>
!w = !pypto.tile<16x64xf16, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @phases(
// CHECK-COUNT-2: pypto.memref.alloc address(64)
func.func @phases(%x: !t, %y: !t, %z: !h) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc address(64) : !b
  %b1 = pypto.memref.alloc address(64) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  %2 = pypto.tile.load %z[%c0, %c0] into %b1 : !b : !h -> !w
  %3 = pypto.tile.store %2, %z[%c0, %c0] : !w, !h -> !h
  return
}
