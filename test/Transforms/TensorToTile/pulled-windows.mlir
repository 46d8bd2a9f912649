// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: pypto-opt %s --pypto-tile-tensors --split-input-file | FileCheck %s

// Windows of large tensors that are computed element by element and row by row are computed from windows.

!t = !pypto.tensor<1003x640xf32>
!c = !pypto.tensor<1003x1xf32>
!w = !pypto.tensor<20x72xf32>

// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:[^:]*]]: !pypto.tensor<1003x640xf32>,
// CHECK: %[[PART:.*]] = pypto.tensor.slice %[[X]][%c3, %c5] : !pypto.tensor<1003x640xf32> -> !pypto.tensor<20x72xf32>
// CHECK: %[[ROWS:.*]] = pypto.tensor.slice %[[X]][%c3, %c0{{.*}}] : !pypto.tensor<1003x640xf32> -> !pypto.tensor<20x640xf32>
// CHECK: %[[MOST:.*]] = pypto.tensor.row_max %[[ROWS]] : (!pypto.tensor<20x640xf32>) -> !pypto.tensor<20x1xf32>
// CHECK: pypto.tensor.row_expand_sub %[[PART]], %[[MOST]] : (!pypto.tensor<20x72xf32>, !pypto.tensor<20x1xf32>) -> !pypto.tensor<20x72xf32>
func.func @chain(%x: !t, %out: !w) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = pypto.tensor.row_max %x : (!t) -> !c
  %1 = pypto.tensor.row_expand_sub %x, %0 : (!t, !c) -> !t
  %2 = pypto.tensor.slice %1[%c3, %c5] : !t -> !w
  %3 = pypto.tensor.exp %2 : (!w) -> !w
  %4 = pypto.tensor.assemble %3 into %out[%c0, %c0] : !w, !w -> !w
  return
}

// In a loop one window at a time; what the kernel writes is read where it was.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for %[[I:.*]] = %{{.*}} to
// CHECK: %[[PART:.*]] = pypto.tensor.slice %{{.*}}[%[[I]], %c5]
// CHECK: pypto.tensor.exp %[[PART]] : (!pypto.tensor<20x72xf32>)
// CHECK-LABEL: func.func @written
// CHECK: pypto.tensor.exp %{{.*}} : (!pypto.tensor<1003x640xf32>)
func.func @loop(%x: !t, %out: !w) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c97 = arith.constant 97 : index
  %c970 = arith.constant 970 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  scf.for %i = %c0 to %c970 step %c97 {
    %1 = pypto.tensor.slice %0[%i, %c5] : !t -> !w
    %2 = pypto.tensor.assemble %1 into %out[%c0, %c0] : !w, !w -> !w
  }
  return
}
func.func @written(%x: !t, %y: !w, %out: !w) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.assemble %y into %x[%c0, %c0] : !w, !t -> !t
  %2 = pypto.tensor.slice %0[%c5, %c5] : !t -> !w
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !w, !w -> !w
  return
}
