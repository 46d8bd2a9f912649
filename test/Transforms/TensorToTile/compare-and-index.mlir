// Comparisons, gathers and scatters of tensors become masks, positions and blends.
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file | FileCheck %s

!t = !pypto.tensor<15x17xf32>

// The mask has a bit for each column, in whole blocks of 32 bytes.
// CHECK-LABEL: func.func @compare(
// CHECK: %[[A:.*]] = pypto.tile.load
// CHECK: %[[M:.*]] = pypto.tile.cmps ge %[[A]], %{{.*}} : (!pypto.tile<15x24xf32, valid=15x17>, f32) -> !pypto.tile<15x32xui8>
// CHECK: %[[ONES:.*]] = pypto.tile.full
// CHECK: %[[R:.*]] = pypto.tile.sels %[[M]], %[[ONES]], %{{.*}} scratch %{{.*}} -> !pypto.tile<15x24xf32, valid=15x17>
// CHECK: pypto.tile.store %[[R]]
func.func @compare(%a: !t, %out: !t {pypto.dir = #pypto.dir<Out>}, %s: f32) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.cmps ge %a, %s : (!t, f32) -> !t
  %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// The a2a3 compares i32 for equality only: a < b is not (max(a, b) == a).
!t = !pypto.tensor<16x64xi32>

// CHECK-LABEL: func.func @less(
// CHECK: %[[MAX:.*]] = pypto.tile.maximum %[[A:.*]], %[[B:.*]] :
// CHECK: %[[GE:.*]] = pypto.tile.cmp eq %[[A]], %[[MAX]]
// CHECK: %[[BITS:.*]] = pypto.tile.reinterpret_view %[[GE]] : !pypto.tile<16x32xui8> -> !pypto.tile<16x16xi16>
// CHECK: %[[NOT:.*]] = pypto.tile.not %[[BITS]]
// CHECK: %[[LT:.*]] = pypto.tile.reinterpret_view %[[NOT]]
// CHECK: pypto.tile.sels %[[LT]]
func.func @less(%a: !t, %b: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.cmp lt %a, %b : (!t, !t) -> !t
  %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// The A5 has the instruction; its mask has the shape of the source.
module attributes {pypto.arch = #pypto.arch<a5>} {
  // CHECK-LABEL: func.func @less_a5(
  // CHECK: pypto.tile.cmp lt {{.*}} -> !pypto.tile<16x64xui8>
  func.func @less_a5(%a: !pypto.tensor<16x64xi32>, %b: !pypto.tensor<16x64xi32>, %out: !pypto.tensor<16x64xi32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
    %c0 = arith.constant 0 : index
    %0 = pypto.tensor.cmp lt %a, %b : (!pypto.tensor<16x64xi32>, !pypto.tensor<16x64xi32>) -> !pypto.tensor<16x64xi32>
    %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !pypto.tensor<16x64xi32>, !pypto.tensor<16x64xi32> -> !pypto.tensor<16x64xi32>
    return
  }
}

// -----

// An index counts in its row; what is in front of the row is added.
!t = !pypto.tensor<16x64xf32>
!i = !pypto.tensor<16x64xi32>

// CHECK-LABEL: func.func @gather(
// CHECK-DAG: %[[X:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<16x64xf32>
// CHECK-DAG: %[[I:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<16x64xi32>
// CHECK: %[[RAMP:.*]] = pypto.tile.ci
// CHECK: %[[STARTS:.*]] = pypto.tile.muls %[[RAMP]], %{{.*}} : (!pypto.tile<1x16xi32>, i32)
// CHECK: %[[COLUMN:.*]] = pypto.tile.reshape %[[STARTS]] : !pypto.tile<1x16xi32> -> !pypto.tile<16x1xi32>
// CHECK: %[[FLAT:.*]] = pypto.tile.row_expand_add %[[I]], %[[COLUMN]]
// CHECK: pypto.tile.gather %[[X]][%[[FLAT]]] scratch
func.func @gather(%a: !t, %i: !i, %out: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.gather %a[%i] : (!t, !i) -> !t
  %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// A scatter of ones selects between the scattered values and the old ones.
!t = !pypto.tensor<1x64xf32>
!i = !pypto.tensor<1x32xi32>
!s = !pypto.tensor<1x32xf32>

// CHECK-LABEL: func.func @scatter(
// CHECK: %[[V:.*]] = pypto.tile.scatter %{{.*}} into %{{.*}}[%[[I:.*]]]
// CHECK: %[[M:.*]] = pypto.tile.scatter %{{.*}} into %{{.*}}[%[[I]]]
// CHECK: %[[K:.*]] = pypto.tile.cmps ne %[[M]]
// CHECK: pypto.tile.sel %[[K]], %[[V]], %{{.*}} scratch
func.func @scatter(%a: !t, %i: !i, %s: !s, %out: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.scatter %s into %a[%i] : (!t, !i, !s) -> !t
  %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// Differences of three are two differences: the fused instruction adds the third.
!v = !pypto.tile<16x64xf32, Vec>

// CHECK-LABEL: func.func @difference(
// CHECK: %[[D:.*]] = pypto.tile.sub %[[A:.*]], %[[B:.*]] :
// CHECK: pypto.tile.sub %[[D]], %[[A]] :
func.func @difference(%x: !pypto.tensor<16x64xf32>, %y: !pypto.tensor<16x64xf32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x64xf32> -> !v
  %b = pypto.tile.neg %a : (!v) -> !v
  %0 = pypto.tile.subc %a, %b, %a : (!v, !v, !v) -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !pypto.tensor<16x64xf32> -> !pypto.tensor<16x64xf32>
  return
}

// -----

// The a2a3 has bitwise operations on 16 bits: twice as many of them.
!v = !pypto.tile<16x64xi32, Vec>

// CHECK-LABEL: func.func @bits(
// CHECK: pypto.tile.and %{{.*}}, %{{.*}} : (!pypto.tile<16x128xi16, Vec>, !pypto.tile<16x128xi16, Vec>)
func.func @bits(%x: !pypto.tensor<16x64xi32>, %y: !pypto.tensor<16x64xi32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x64xi32> -> !v
  %0 = pypto.tile.and %a, %a : (!v, !v) -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !pypto.tensor<16x64xi32> -> !pypto.tensor<16x64xi32>
  return
}
