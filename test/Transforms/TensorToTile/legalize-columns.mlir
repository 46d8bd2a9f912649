// Reductions, expansions and joins of tiles of one column are something simpler.
// RUN: pypto-opt --pypto-set-arch=arch=a5 --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file %s | FileCheck %s

!C = !pypto.tile<12x1xf32>
!E = !pypto.tile<1x1xf32>

// A row of one element is its own maximum.
// CHECK-LABEL: func.func @row_max
// CHECK-NOT: row_max
// CHECK: %[[A:.*]] = pypto.tile.load
// CHECK-NEXT: pypto.tile.store %[[A]]
func.func @row_max(%x: !pypto.tensor<12x1xf32>, %y: !pypto.tensor<12x1xf32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<12x1xf32> -> !C
  %t = pypto.tile.create : !C
  %r = pypto.tile.row_max %a scratch %t : (!C, !C) -> !C
  %s = pypto.tile.store %r, %y[%c0, %c0] : !C, !pypto.tensor<12x1xf32> -> !pypto.tensor<12x1xf32>
  return
}

// -----

!C = !pypto.tile<12x1xf32>
!E = !pypto.tile<1x1xf32>
// A column is one row in memory, whose sum a row reduction finds.
// CHECK-LABEL: func.func @col_sum
// CHECK: pypto.tile.reshape {{.*}} -> !pypto.tile<1x12xf32>
// CHECK: pypto.tile.row_sum
func.func @col_sum(%x: !pypto.tensor<12x1xf32>, %y: !pypto.tensor<1x1xf32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<12x1xf32> -> !C
  %r = pypto.tile.col_sum %a : (!C) -> !E
  %s = pypto.tile.store %r, %y[%c0, %c0] : !E, !pypto.tensor<1x1xf32> -> !pypto.tensor<1x1xf32>
  return
}

// -----

!C = !pypto.tile<12x1xf32>
// CHECK-LABEL: func.func @row_expand_mul
// CHECK-NOT: row_expand
// CHECK: pypto.tile.mul
func.func @row_expand_mul(%x: !pypto.tensor<12x1xf32>, %y: !pypto.tensor<12x1xf32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<12x1xf32> -> !C
  %b = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<12x1xf32> -> !C
  %r = pypto.tile.row_expand_mul %a, %b : (!C, !C) -> !C
  %s = pypto.tile.store %r, %y[%c0, %c0] : !C, !pypto.tensor<12x1xf32> -> !pypto.tensor<12x1xf32>
  return
}
