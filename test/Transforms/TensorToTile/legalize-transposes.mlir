// A line is transposed as the bytes that it is. On the A5 rows that are not whole blocks of 32 bytes
// are gathered.
//
// RUN: pypto-opt %s --pypto-set-arch=arch=a2a3 --pypto-tile-tensors --pypto-convert-tensor-to-tile | FileCheck %s --check-prefixes=CHECK,A3
// RUN: pypto-opt %s --pypto-set-arch=arch=a5 --pypto-tile-tensors --pypto-convert-tensor-to-tile | FileCheck %s --check-prefixes=CHECK,A5

!column = !pypto.tile<8x1xf32>
!row = !pypto.tile<1x8xf32>
!tensor = !pypto.tensor<8x1xf32>
!flat = !pypto.tensor<1x8xf32>

// CHECK-LABEL: func.func @line(
// CHECK-NOT: pypto.tile.transpose
// CHECK: pypto.tile.reshape %{{.*}} : !pypto.tile<8x1xf32> -> !pypto.tile<1x8xf32>
// CHECK-NOT: pypto.tile.create
func.func @line(%x: !tensor, %y: !flat) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %t = pypto.tile.load %x[%c0, %c0] : !tensor -> !column
  %s = pypto.tile.create : !column
  %u = pypto.tile.transpose %t scratch %s : (!column, !column) -> !row
  %r = pypto.tile.store %u, %y[%c0, %c0] : !row, !flat -> !flat
  return
}

!a = !pypto.tile<16x3xf32>
!b = !pypto.tile<3x16xf32>
!c = !pypto.tensor<16x3xf32>
!d = !pypto.tensor<3x16xf32>

// CHECK-LABEL: func.func @odd_rows(
// A3: pypto.tile.transpose
// A5-NOT: pypto.tile.transpose
// A5: pypto.tile.gather
func.func @odd_rows(%x: !c, %y: !d) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %t = pypto.tile.load %x[%c0, %c0] : !c -> !a
  %s = pypto.tile.create : !a
  %u = pypto.tile.transpose %t scratch %s : (!a, !a) -> !b
  %r = pypto.tile.store %u, %y[%c0, %c0] : !b, !d -> !d
  return
}
