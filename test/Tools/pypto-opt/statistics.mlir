// What the passes counted: sums over functions, whatever the number of threads, and only when asked.
// RUN: pypto-opt %s --pypto-default-pipeline --pypto-statistics -o %t 2>&1 | FileCheck %s
// RUN: pypto-opt %s --pypto-default-pipeline --pypto-statistics --mlir-disable-threading -o %t 2>&1 | FileCheck %s
// RUN: pypto-opt %s --pypto-default-pipeline -o %t 2>&1 | count 0

!t = !pypto.tensor<128x128xf32>
!v = !pypto.tile<128x128xf32>

// CHECK-LABEL: convert-pypto-to-pto
// CHECK: (S) 2 kernels - Kernels lowered
// CHECK: (S) 4 tiles - Tile handles made
// CHECK-LABEL: pto-insert-sync
// CHECK: flag-pairs - set/wait pairs inserted
// CHECK-LABEL: pypto-insert-buffers
// CHECK: (S) 4 buffers - Buffers
func.func private @square(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) -> !t
    attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %t = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %y = pypto.tile.mul %t, %t : (!v, !v) -> !v
  %r = pypto.tile.store %y, %out[%c0, %c0] : !v, !t -> !t
  return %r : !t
}
func.func private @twice(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) -> !t
    attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %t = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %y = pypto.tile.add %t, %t : (!v, !v) -> !v
  %r = pypto.tile.store %y, %out[%c0, %c0] : !v, !t -> !t
  return %r : !t
}
func.func @main(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
  %0 = call @square(%x, %out) : (!t, !t) -> !t
  %1 = call @twice(%x, %out) : (!t, !t) -> !t
  return
}
