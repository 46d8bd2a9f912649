// A tile in boxes needs whole boxes, whatever its shape: 16 rows of a 32-byte
// block, in Acc 16 x 16 elements.
// RUN: pypto-opt %s --pypto-insert-buffers | FileCheck %s

!t = !pypto.tensor<8x20xf16>
!m = !pypto.tile<8x20xf16, Mat, layout=nz>
!l = !pypto.tile<8x20xf16, Left, layout=zz>
!s = !pypto.tensor<20x24xf16>
!n = !pypto.tile<20x24xf16, Mat, layout=nz>
!r = !pypto.tile<20x24xf16, Right, layout=zn>
!c = !pypto.tensor<8x24xf32>
!p = !pypto.tile<8x24xf32, Acc, layout=nz>

// CHECK-LABEL: func.func @k(
// 16 x 32 x 2, 32 x 32 x 2, 16 x 32 x 2, 32 x 32 x 2 and 16 x 32 x 4 bytes.
// CHECK: memref<1024xi8, #pypto.space<Mat>>
// CHECK: memref<2048xi8, #pypto.space<Mat>>
// CHECK: memref<1024xi8, #pypto.space<Left>>
// CHECK: memref<2048xi8, #pypto.space<Right>>
// CHECK: memref<2048xi8, #pypto.space<Acc>>
func.func @k(%x: !t, %y: !s, %z: !c) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !m
  %1 = pypto.tile.load %y[%c0, %c0] : !s -> !n
  %2 = pypto.tile.move %0 : (!m) -> !l
  %3 = pypto.tile.move %1 : (!n) -> !r
  %4 = pypto.tile.matmul %2, %3 : (!l, !r) -> !p
  %5 = pypto.tile.store %4, %z[%c0, %c0] : !p, !c -> !c
  return
}
