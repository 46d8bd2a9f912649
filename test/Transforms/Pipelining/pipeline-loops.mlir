// Iterations of a pipeline share a body that loads first; what is left runs in
// the loop itself.
// RUN: pypto-opt %s --pypto-pipeline-loops --split-input-file --pypto-statistics 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS --input-file=%t

// STATS-DAG: {{ }}6 early-operations
// STATS-DAG: {{ }}4 pipelined-loops

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<8x32xf32, Vec>

// Seven iterations: three rounds of two, one left.

// CHECK-LABEL: func.func @rows(
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %[[BOUND:.*]] step %
// CHECK: %[[A:.*]] = pypto.tile.load %arg0[%[[I]], %c0]
// CHECK: %[[J:.*]] = arith.addi %[[I]], %
// CHECK: %[[B:.*]] = pypto.tile.load %arg0[%[[J]], %c0]
// CHECK: %[[EA:.*]] = pypto.tile.exp %[[A]]
// CHECK: pypto.tile.store %[[EA]], %arg1[%[[I]], %c0]
// CHECK: %[[EB:.*]] = pypto.tile.exp %[[B]]
// CHECK: pypto.tile.store %[[EB]], %arg1[%[[J]], %c0]
// CHECK: scf.for %{{.*}} = %[[BOUND]] to
// CHECK: pypto.tile.load
// CHECK-NOT: pypto.stages
func.func @rows(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c56 = arith.constant 56 : index
  scf.for %i = %c0 to %c56 step %c8 {
    %0 = pypto.tile.load %x[%i, %c0] : !t -> !v
    %1 = pypto.tile.exp %0 : (!v) -> !v
    %2 = pypto.tile.store %1, %y[%i, %c0] : !v, !t -> !t
  } {pypto.loop = #pypto.loop_kind<Pipeline>, pypto.stages = 2 : i64}
  return
}

// -----

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<8x32xf32, Vec>

// Nothing is left of four iterations, four at a time; the sum goes from one to
// the next.

// CHECK-LABEL: func.func @carried(
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} iter_args(%[[S:.*]] =
// CHECK-COUNT-4: pypto.tile.load
// CHECK: %[[S0:.*]] = pypto.tile.add %[[S]],
// CHECK: %[[S1:.*]] = pypto.tile.add %[[S0]],
// CHECK: %[[S2:.*]] = pypto.tile.add %[[S1]],
// CHECK: %[[S3:.*]] = pypto.tile.add %[[S2]],
// CHECK: scf.yield %[[S3]]
// CHECK-NOT: scf.for
// CHECK: pypto.tile.store %[[SUM]]
func.func @carried(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %start = pypto.tile.full %zero : (f32) -> !v
  %sum = scf.for %i = %c0 to %c32 step %c8 iter_args(%s = %start) -> (!v) {
    %0 = pypto.tile.load %x[%i, %c0] : !t -> !v
    %1 = pypto.tile.add %s, %0 : (!v, !v) -> !v
    scf.yield %1 : !v
  } {pypto.loop = #pypto.loop_kind<Pipeline>, pypto.stages = 8 : i64}
  %2 = pypto.tile.store %sum, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<8x32xf32, Vec>

// The second load may read what the first iteration stores.

// CHECK-LABEL: func.func @in_place(
// CHECK: scf.for
// CHECK: pypto.tile.load
// CHECK: pypto.tile.exp
// CHECK: pypto.tile.store
// CHECK: pypto.tile.load
func.func @in_place(%x: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c8 {
    %0 = pypto.tile.load %x[%i, %c0] : !t -> !v
    %1 = pypto.tile.exp %0 : (!v) -> !v
    %2 = pypto.tile.store %1, %x[%i, %c0] : !v, !t -> !t
  } {pypto.loop = #pypto.loop_kind<Pipeline>, pypto.stages = 2 : i64}
  return
}

// -----

!t = !pypto.tensor<?x32xf32>
!v = !pypto.tile<8x32xf32, Vec>

// The bound of the rounds of an extent that is known at run time.

// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[N:.*]] = arith.maxsi
// CHECK: arith.divsi
// CHECK: %[[ROUNDS:.*]] = arith.divsi
// CHECK: %[[COVERED:.*]] = arith.muli %[[ROUNDS]],
// CHECK: %[[BOUND:.*]] = arith.addi %{{.*}}, %[[COVERED]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[BOUND]]
// CHECK: scf.for %{{.*}} = %[[BOUND]] to %arg1
func.func @dynamic(%x: !t, %n: index, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    %0 = pypto.tile.load %x[%i, %c0] : !t -> !v
    %1 = pypto.tile.exp %0 : (!v) -> !v
    %2 = pypto.tile.store %1, %y[%i, %c0] : !v, !t -> !t
  } {pypto.loop = #pypto.loop_kind<Pipeline>, pypto.stages = 3 : i64}
  return
}
