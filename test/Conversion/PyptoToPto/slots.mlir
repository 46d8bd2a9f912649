// A slot is a part of a tile that has room for all: rows, or columns of boxes.
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file | FileCheck %s

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
!r = memref<3x2048xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @rows(
// CHECK: %[[ALL:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<vec, 48x32xf32>
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c16
// CHECK: %[[PART:.*]] = pto.subset %[[ALL]][%[[ROW]], %{{.*}}] sizes [16, 32]
// CHECK: %[[TILE:.*]] = pto.treshape %[[PART]]
// CHECK: pto.tload ins({{.*}}) outs(%[[TILE]] : !pto.tile_buf<vec, 16x32xf32>)
// CHECK: pto.tstore ins(%[[TILE]] :
func.func @rows(%x: !t, %y: !t, %i: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared address(0) : !r
  %s = pypto.memref.slot %b[%i] : !r -> !b
  %0 = pypto.tile.load %x[%c0, %c0] into %s : !b : !t -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<64x64xf16>
!v = !pypto.tile<32x48xf16, Mat, layout=nz>
!b = memref<3072xi8, #pypto.space<Mat>>
!r = memref<2x3072xi8, #pypto.space<Mat>>

// CHECK-LABEL: func.func @boxes(
// CHECK: %[[ALL:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<mat, 32x96xf16, blayout=col_major, slayout=row_major>
// CHECK: %[[COL:.*]] = arith.muli %{{.*}}, %c48
// CHECK: pto.subset %[[ALL]][%{{.*}}, %[[COL]]] sizes [32, 48]
func.func @boxes(%x: !t, %i: index) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared address(0) : !r
  %s = pypto.memref.slot %b[%i] : !r -> !b
  %0 = pypto.tile.load %x[%c0, %c0] into %s : !b : !t -> !v
  return
}
