// A tile in Mat whose author wants rows keeps them, and so do its updates.
// RUN: pypto-opt %s --pypto-infer-tile-memory-space | FileCheck %s

!t = !pypto.tensor<9x32xf32>
!m = !pypto.tile<16x32xf32, Mat>

// CHECK-LABEL: func.func @rows(
// CHECK: pypto.tile.create {pypto.rows} : !pypto.tile<16x32xf32, Mat>
// CHECK: scf.for {{.*}} -> (!pypto.tile<16x32xf32, Mat>)
// CHECK: pypto.tile.gather_row {{.*}} !pypto.tile<16x32xf32, Mat>
// CHECK: pypto.tile.create : !pypto.tile<16x32xf32, Mat, layout=nz>
func.func @rows(%x: !t, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pypto.tile.create {pypto.rows} : !m
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> (!m) {
    %1 = pypto.tile.gather_row %x[%i, %c0] into %t[%i, %c0] shape [1, 32] : !t, !m -> !m
    scf.yield %1 : !m
  }
  %2 = pypto.tile.create : !m
  return
}
