// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: pypto-opt %s --pypto-tile-tensors --split-input-file --pypto-statistics 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=STAT --input-file=%t
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t

// SAYS: remark: passes through global memory, as it does not fit on chip where it is used: 2567680 bytes for each block of a task

// STAT: 0 empty
// STAT: 11 row-loops
// STAT: 7 spilled

// A window of what was computed is a window of memory, which the task's creator makes.

// CHECK-LABEL: func.func private @window
// CHECK-SAME: %[[X:[^:]*]]: !pypto.tensor<1003x640xf32> {pypto.dir = #pypto.dir<In>}
// CHECK-SAME: %[[SPACE:[^:]*]]: !pypto.tensor<1003x640xf32> {pypto.dir = #pypto.dir<Out>})
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[BLOCK:.*]] = pypto.tensor.slice %[[X]][%[[I]],
// CHECK: %[[EXP:.*]] = pypto.tensor.col_expand_mul %[[BLOCK]]
// CHECK: pypto.tensor.assemble %[[EXP]] into %[[SPACE]][%[[I]],
// CHECK: }
// What is left over.
// CHECK: pypto.tensor.col_expand_mul {{.*}}43x640
// CHECK: %[[PART:.*]] = pypto.tensor.slice %[[SPACE]][%c3, %c5]
// CHECK: pypto.tensor.neg %[[PART]]
// CHECK-LABEL: func.func @main
// CHECK: %[[NEW:.*]] = pypto.tensor.create : !pypto.tensor<1003x640xf32>
// CHECK: pypto.task.submit @window(%{{.*}}, %{{.*}}, %[[NEW]])

!t = !pypto.tensor<1003x640xf32>
!w = !pypto.tensor<97x72xf32>
func.func private @window(%x: !t {pypto.dir = #pypto.dir<In>}, %out: !w {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %m = pypto.tensor.col_max %x : (!t) -> !pypto.tensor<1x640xf32>
  %0 = pypto.tensor.col_expand_mul %x, %m : (!t, !pypto.tensor<1x640xf32>) -> !t
  %1 = pypto.tensor.slice %0[%c3, %c5] : !t -> !w
  %2 = pypto.tensor.neg %1 : (!w) -> !w
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !w, !w -> !w
  return
}
func.func @main(%x: !t {pypto.dir = #pypto.dir<In>}, %out: !w {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<Orchestration>} {
  %0 = pypto.task.submit @window(%x, %out) : (!t, !w)
  return
}

// -----

// Every block of a task has a part, and another shape of it is a part of the whole in that shape.

// CHECK-LABEL: func.func private @reshaped
// CHECK-SAME: %[[SPACE:[^:]*]]: !pypto.tensor<3009x640xf32>
// CHECK: %[[ID:.*]] = pypto.system.get_block_idx
// CHECK: %[[ROW:.*]] = arith.muli %[[ID]], %c1003
// CHECK: %[[OWN:.*]] = pypto.tensor.slice %[[SPACE]][%[[ROW]],
// CHECK: %[[OTHER:.*]] = arith.muli %[[ID]], %c640
// CHECK: %[[ALL:.*]] = pypto.tensor.reshape %[[SPACE]] : !pypto.tensor<3009x640xf32> -> !pypto.tensor<1920x1003xf32>
// CHECK: %[[WIN:.*]] = pypto.tensor.slice %[[ALL]][%[[OTHER]],
// CHECK: pypto.tensor.assemble %{{.*}} into %[[OWN]]
// CHECK: pypto.tensor.slice %[[WIN]]
// CHECK-LABEL: func.func @main
// CHECK: pypto.tensor.create : !pypto.tensor<3009x640xf32>
// CHECK-LABEL: func.func @twice
// CHECK: %[[ROWS:.*]] = arith.muli %arg2, %c1003
// CHECK: pypto.tensor.create[%[[ROWS]]] : !pypto.tensor<?x640xf32>
// CHECK: pypto.task.submit @varied({{.*}}blocks(%arg2)
// CHECK: arith.muli %c1, %c1003
// CHECK: pypto.task.submit @varied({{.*}}directions [#pypto.dir<In>, #pypto.dir<Out>, #pypto.dir<Out>]
// CHECK-LABEL: func.func private @varied
// CHECK-SAME: !pypto.tensor<?x640xf32> {pypto.dir = #pypto.dir<Out>}
// CHECK: pypto.tensor.reshape %arg2 : !pypto.tensor<?x640xf32> -> !pypto.tensor<?x1003xf32>

!t = !pypto.tensor<1003x640xf32>
!r = !pypto.tensor<640x1003xf32>
!o = !pypto.tensor<1920x1003xf32>
func.func private @reshaped(%x: !t {pypto.dir = #pypto.dir<In>}, %out: !o {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c640 = arith.constant 640 : index
  %i = pypto.system.get_block_idx
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.reshape %0 : !t -> !r
  %2 = pypto.tensor.neg %1 : (!r) -> !r
  %row = arith.muli %i, %c640 : index
  %3 = pypto.tensor.assemble %2 into %out[%row, %c0] : !r, !o -> !o
  return
}
func.func @main(%x: !t {pypto.dir = #pypto.dir<In>}, %out: !o {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<Orchestration>} {
  %c3 = arith.constant 3 : index
  %0 = pypto.task.submit @reshaped(%x, %out) blocks(%c3) : (!t, !o)
  return
}
func.func @twice(%x: !t {pypto.dir = #pypto.dir<In>}, %out: !o {pypto.dir = #pypto.dir<Out>}, %n: index) attributes {pypto.kind = #pypto.func_kind<Orchestration>} {
  %0 = pypto.task.submit @varied(%x, %out) blocks(%n) : (!t, !o)
  %1 = pypto.task.submit @varied(%x, %out) directions [#pypto.dir<In>, #pypto.dir<Out>] : (!t, !o)
  return
}
func.func private @varied(%x: !t {pypto.dir = #pypto.dir<In>}, %out: !o {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.reshape %0 : !t -> !r
  %2 = pypto.tensor.neg %1 : (!r) -> !r
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !r, !o -> !o
  return
}

// -----

// What a loop carries stays in one memory.

// CHECK-LABEL: func.func private @carried
// CHECK-SAME: %[[SPACE:[^:]*]]: !pypto.tensor<1003x640xf32> {pypto.dir = #pypto.dir<Out>})
// CHECK: %[[LAST:.*]] = scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[SPACE]])
// CHECK: %[[OLD:.*]] = pypto.tensor.slice %[[SUM]]
// CHECK: %[[NEW:.*]] = pypto.tensor.add %[[OLD]],
// CHECK: pypto.tensor.assemble %[[NEW]] into %[[SUM]]
// CHECK: scf.yield %[[SUM]]
// CHECK: pypto.tensor.slice %[[LAST]]

!t = !pypto.tensor<1003x640xf32>
func.func private @carried(%x: !t {pypto.dir = #pypto.dir<In>}, %out: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = scf.for %i = %c0 to %c5 step %c1 iter_args(%sum = %0) -> (!t) {
    %2 = pypto.tensor.add %sum, %x : (!t, !t) -> !t
    scf.yield %2 : !t
  }
  %3 = pypto.tensor.assemble %1 into %out[%c0, %c0] : !t, !t -> !t
  return
}
func.func @main(%x: !t {pypto.dir = #pypto.dir<In>}, %out: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<Orchestration>} {
  %0 = pypto.task.submit @carried(%x, %out) : (!t, !t)
  return
}

// -----

// A window of several axes is no matrix, but has matrices.

// CHECK-LABEL: func.func private @matrices
// CHECK: %[[WINDOW:.*]] = pypto.tensor.slice %arg0[%c0, %c3, %c0]
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %c5
// CHECK: %[[M:.*]] = pypto.tensor.slice %[[WINDOW]][%[[I]], %{{.*}}, %{{.*}}] {drop = array<i64: 0>}
// CHECK: %[[E:.*]] = pypto.tensor.exp %[[M]] : (!pypto.tensor<150x301xf32>)
// CHECK: %[[T:.*]] = pypto.tensor.slice %arg1[%[[I]], %{{.*}}, %{{.*}}] {drop = array<i64: 0>}
// CHECK: pypto.tensor.assemble %[[E]] into %[[T]][%c0, %c0]

!t = !pypto.tensor<5x203x301xf32>
!w = !pypto.tensor<5x150x301xf32>
func.func private @matrices(%x: !t {pypto.dir = #pypto.dir<In>}, %out: !w {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %1 = pypto.tensor.slice %x[%c0, %c3, %c0] : !t -> !w
  %2 = pypto.tensor.exp %1 : (!w) -> !w
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0, %c0] : !w, !w -> !w
  return
}

// -----

// An update leaves what is used behind it: it is one of a copy.

// CHECK-LABEL: func.func private @updated
// CHECK-SAME: %[[COPY:[^:]*]]: !pypto.tensor<1003x640xf32> {pypto.dir = #pypto.dir<Out>}, %[[SPACE:[^:]*]]: !pypto.tensor<1003x640xf32>
// CHECK: pypto.tensor.assemble %{{.*}} into %[[SPACE]]
// CHECK: %[[OLD:.*]] = pypto.tensor.slice %[[SPACE]][%c3, %c5]
// CHECK: pypto.tensor.assemble %{{.*}} into %[[COPY]]
// CHECK: %[[NEW:.*]] = pypto.tensor.assemble %arg1 into %[[COPY]][%c3, %c5]
// CHECK: pypto.tensor.neg %[[OLD]]
// CHECK: pypto.tensor.slice %[[NEW]][%c0, %c5]

!t = !pypto.tensor<1003x640xf32>
!w = !pypto.tensor<97x72xf32>
func.func private @updated(%x: !t {pypto.dir = #pypto.dir<In>}, %y: !w {pypto.dir = #pypto.dir<In>}, %a: !w {pypto.dir = #pypto.dir<Out>}, %b: !w {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %m = pypto.tensor.col_max %x : (!t) -> !pypto.tensor<1x640xf32>
  %0 = pypto.tensor.col_expand_mul %x, %m : (!t, !pypto.tensor<1x640xf32>) -> !t
  %1 = pypto.tensor.slice %0[%c3, %c5] : !t -> !w
  %2 = pypto.tensor.assemble %y into %0[%c3, %c5] : !w, !t -> !t
  %3 = pypto.tensor.neg %1 : (!w) -> !w
  %4 = pypto.tensor.assemble %3 into %a[%c0, %c0] : !w, !w -> !w
  %5 = pypto.tensor.slice %2[%c0, %c5] : !t -> !w
  %6 = pypto.tensor.neg %5 : (!w) -> !w
  %7 = pypto.tensor.assemble %6 into %b[%c0, %c0] : !w, !w -> !w
  return
}
func.func @main(%x: !t {pypto.dir = #pypto.dir<In>}, %y: !w {pypto.dir = #pypto.dir<In>}, %a: !w {pypto.dir = #pypto.dir<Out>}, %b: !w {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<Orchestration>} {
  %0 = pypto.task.submit @updated(%x, %y, %a, %b) : (!t, !w, !w, !w)
  return
}

// -----

// Nobody would make the memory of a kernel without tasks.

// CHECK-LABEL: func.func @alone
// CHECK-SAME: (%{{[^,]*}}: !pypto.tensor<1003x640xf32>, %{{[^,]*}}: !pypto.tensor<97x72xf32>)
// CHECK: pypto.tensor.slice %{{.*}} -> !pypto.tensor<97x72xf32>

!t = !pypto.tensor<1003x640xf32>
!w = !pypto.tensor<97x72xf32>
func.func @alone(%x: !t, %out: !w) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %m = pypto.tensor.col_max %x : (!t) -> !pypto.tensor<1x640xf32>
  %0 = pypto.tensor.col_expand_mul %x, %m : (!t, !pypto.tensor<1x640xf32>) -> !t
  %1 = pypto.tensor.slice %0[%c0, %c0] : !t -> !w
  %2 = pypto.tensor.neg %1 : (!w) -> !w
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !w, !w -> !w
  return
}

// -----

// What a product makes for another one passes through memory where Mat does not hold it.

// CHECK-LABEL: func.func private @chained
// CHECK-SAME: %[[SPACE:[^:]*]]: !pypto.tensor<2000x1000xf16> {pypto.dir = #pypto.dir<Out>})
// CHECK: %[[P:.*]] = pypto.tensor.matmul
// CHECK: %[[M:.*]] = pypto.tensor.assemble %[[P]] into %[[SPACE]]
// CHECK: pypto.tensor.matmul %[[M]],

!a = !pypto.tensor<2000x64xf16>
!b = !pypto.tensor<64x1000xf16>
!p = !pypto.tensor<2000x1000xf16>
!o = !pypto.tensor<2000x64xf32>
func.func private @chained(%a: !a {pypto.dir = #pypto.dir<In>}, %b: !b {pypto.dir = #pypto.dir<In>}, %out: !o {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.matmul %a, %b : (!a, !b) -> !p
  %1 = pypto.tensor.matmul %0, %b transpose_rhs : (!p, !b) -> !o
  %2 = pypto.tensor.assemble %1 into %out[%c0, %c0] : !o, !o -> !o
  return
}
func.func @main(%a: !a {pypto.dir = #pypto.dir<In>}, %b: !b {pypto.dir = #pypto.dir<In>}, %out: !o {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<Orchestration>} {
  %0 = pypto.task.submit @chained(%a, %b, %out) : (!a, !b, !o)
  return
}

// -----

// What nothing uses need not fit.

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return

!t = !pypto.tensor<5x512x777xf32>
!u = !pypto.tensor<777x512x5xf32>
func.func @unused(%x: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %0 = pypto.tensor.transpose %x, 0, 2 : !t -> !u
  %1 = pypto.tensor.reshape %0 : !u -> !pypto.tensor<1989120xf32>
  return
}
