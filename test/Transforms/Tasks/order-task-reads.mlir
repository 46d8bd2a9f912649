// Tasks that overwrite a tensor wait for those that read it: by deps in one block, by InOut elsewhere.
// RUN: pypto-opt %s --pypto-order-task-reads | FileCheck %s

!t = !pypto.tensor<16x64xf32>
!pair = !pypto.tensor<32x64xf32>

func.func private @move(%from: !t, %to: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>}
func.func private @update(%of: !t {pypto.dir = #pypto.dir<InOut>}) attributes {pypto.kind = #pypto.func_kind<AIV>}

// Two readers and a writer in one block: the writer waits for both, and needs nothing twice.
// CHECK-LABEL: func.func @straight(
// CHECK: %[[A:.*]] = pypto.task.submit @move(%[[T:.*]], %{{.*}}) : (
// CHECK: %[[B:.*]] = pypto.task.submit @move(%[[T]], %{{.*}}) : (
// CHECK: pypto.task.submit @move(%{{.*}}, %[[T]]) deps(%[[B]], %[[A]]) : (
// CHECK: pypto.task.submit @move(%[[T]], %{{.*}}) : (
func.func @straight(%x: !t, %t: !t, %y: !t, %z: !t) {
  %a = pypto.task.submit @move(%t, %y) : (!t, !t)
  %b = pypto.task.submit @move(%t, %z) : (!t, !t)
  %c = pypto.task.submit @move(%x, %t) deps(%b) : (!t, !t)
  %d = pypto.task.submit @move(%t, %y) : (!t, !t)
  return
}

// The writer of the next iteration cannot name the reader of this one.
// CHECK-LABEL: func.func @next_iteration(
// CHECK: scf.for
// CHECK: pypto.task.submit @move(%{{.*}}, %[[T:.*]]) : (
// CHECK: pypto.task.submit @move(%[[T]], %{{.*}}) directions [#pypto.dir<InOut>, #pypto.dir<Out>] : (
func.func @next_iteration(%x: !t, %t: !t, %y: !t, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = pypto.task.submit @move(%x, %t) : (!t, !t)
    %b = pypto.task.submit @move(%t, %y) : (!t, !t)
  }
  return
}

// A tensor of the iteration's own, a parallel loop and tensors that nothing overwrites ask for nothing.
// CHECK-LABEL: func.func @nothing(
// CHECK-NOT: InOut
// CHECK-NOT: deps
// CHECK: return
func.func @nothing(%x: !t, %t: !t, %y: !t, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %own = pypto.tensor.create : !t
    %a = pypto.task.submit @move(%x, %own) : (!t, !t)
    %b = pypto.task.submit @move(%own, %y) : (!t, !t)
  }
  scf.for %i = %c0 to %n step %c1 {
    %a = pypto.task.submit @move(%x, %t) : (!t, !t)
    %b = pypto.task.submit @move(%t, %y) : (!t, !t)
  } {pypto.loop = #pypto.loop_kind<Parallel>}
  return
}

// A reader before a loop that writes, one behind it, one in the other branch.
// CHECK-LABEL: func.func @regions(
// CHECK: pypto.task.submit @move(%[[T:.*]], %{{.*}}) directions [#pypto.dir<InOut>, #pypto.dir<Out>] : (
// CHECK: scf.for
// CHECK: pypto.task.submit @update(%[[T]]) : (
// CHECK: scf.if
// CHECK: pypto.task.submit @move(%[[T]], %{{.*}}) : (
// CHECK: else
// CHECK: pypto.task.submit @update(%[[T]]) : (
func.func @regions(%t: !t, %y: !t, %n: index, %which: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pypto.task.submit @move(%t, %y) : (!t, !t)
  scf.for %i = %c0 to %n step %c1 {
    %b = pypto.task.submit @update(%t) : (!t)
  }
  scf.if %which {
    %c = pypto.task.submit @move(%t, %y) : (!t, !t)
  } else {
    %d = pypto.task.submit @update(%t) : (!t)
  }
  return
}

// Parts are the tensor; two tensors that change places in a loop may be each other.
// CHECK-LABEL: func.func @names(
// CHECK: %[[R:.*]] = pypto.task.submit @move(
// CHECK: pypto.task.submit @move({{.*}}) deps(%[[R]]) directions [#pypto.dir<InOut>, #pypto.dir<Out>] : (
// CHECK: scf.for
// CHECK: pypto.task.submit @move({{.*}}) directions [#pypto.dir<InOut>, #pypto.dir<Out>] : (
func.func @names(%p: !pair, %t: !t, %u: !t, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %upper = pypto.tensor.slice %p[%c0, %c0] : !pair -> !t
  %lower = pypto.tensor.slice %p[%c1, %c0] : !pair -> !t
  %a = pypto.task.submit @move(%upper, %t) : (!t, !t)
  %b = pypto.task.submit @move(%u, %lower) : (!t, !t)
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%from = %t, %to = %u) -> (!t, !t) {
    %c = pypto.task.submit @move(%from, %to) : (!t, !t)
    scf.yield %to, %from : !t, !t
  }
  return
}

// The author orders what is in a manual scope, and arguments without dependencies.
// CHECK-LABEL: func.func @by_hand(
// CHECK-NOT: InOut
// CHECK-NOT: deps
// CHECK: return
func.func @by_hand(%x: !t, %t: !t, %y: !t) {
  pypto.scope MANUAL {
    %a = pypto.task.submit @move(%t, %y) : (!t, !t)
    %b = pypto.task.submit @move(%x, %t) : (!t, !t)
    pypto.yield
  }
  %c = pypto.task.submit @move(%t, %y) no_dep [0] : (!t, !t)
  %d = pypto.task.submit @move(%x, %t) no_dep [1] : (!t, !t)
  return
}

// The predicate of a task reads a tensor that the task does not take.
// CHECK-LABEL: func.func @predicate(
// CHECK: %[[A:.*]] = pypto.task.submit @update(%{{.*}}) predicate
// CHECK: pypto.task.submit @fill(%{{.*}}) deps(%[[A]]) : (
func.func private @fill(%of: !pypto.tensor<4xi32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>}
func.func @predicate(%flags: !pypto.tensor<4xi32>, %t: !t) {
  %c0 = arith.constant 0 : index
  %a = pypto.task.submit @update(%t) predicate(%flags[%c0] eq 1 : !pypto.tensor<4xi32>) : (!t)
  %b = pypto.task.submit @fill(%flags) : (!pypto.tensor<4xi32>)
  return
}
