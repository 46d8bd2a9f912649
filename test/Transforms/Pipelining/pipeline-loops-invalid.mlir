// A pipeline of which no two iterations fit stays a loop, and says so.
// RUN: pypto-opt %s --pypto-pipeline-loops --split-input-file --verify-diagnostics | FileCheck %s

!t = !pypto.tensor<512x64xf32>
!v = !pypto.tile<512x64xf32, Vec>

// CHECK-LABEL: func.func @large(
// CHECK-COUNT-1: scf.for
// CHECK: loop_kind<Sequential>
// CHECK-NOT: scf.for
func.func @large(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-remark@+1 {{the tiles of no two iterations of this pipeline fit on chip together}}
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
    %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  } {pypto.loop = #pypto.loop_kind<Pipeline>, pypto.stages = 2 : i64}
  return
}
