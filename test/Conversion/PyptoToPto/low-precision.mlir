// Packed elements as bytes, scales as bytes at their factor's address divided by
// 16, and quantising stores.
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file | FileCheck %s

!t = !pypto.tensor<16x192xf4E2M1FN>
!v = !pypto.tile<16x64xf4E2M1FN, Vec, valid=16x63>
!w = !pypto.tile<16x64xbf16, Vec, valid=16x63>
!b = memref<512xi8, #pypto.space<Vec>>
!c = memref<2048xi8, #pypto.space<Vec>>

// Two elements are one in pto: columns, offsets, strides and valid extents are
// halved; the byte with the last one of an odd number is valid.
// CHECK-LABEL: func.func @four_bits(
// CHECK-SAME: %[[X:.*]]: !pto.ptr<!pto.f4E2M1x2>
// CHECK: pto.make_tensor_view %[[X]], shape = [%c16{{.*}}, %c96{{.*}}], strides = [%c96{{.*}}, %c1{{.*}}]
// CHECK: pto.partition_view %{{.*}}, offsets = [%c0{{.*}}, %c33{{.*}}], sizes = [%c16{{.*}}, %c32{{.*}}]
// CHECK: pto.tload {{.*}} outs(%[[T:[^ ]*]] : !pto.tile_buf<vec, 16x32x!pto.f4E2M1x2>)
// CHECK: pto.tcvt ins(%[[T]] {rmode = #pto<round_mode RINT>} : !pto.tile_buf<vec, 16x32x!pto.f4E2M1x2>) outs(%{{.*}} : !pto.tile_buf<vec, 16x64xbf16, valid=16x63>)
module attributes {pypto.arch = #pypto.arch<a5>} {
func.func @four_bits(%x: !t, %y: !pypto.tensor<16x192xbf16> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c66 = arith.constant 66 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(512) : !c
  %0 = pypto.tile.load %x[%c0, %c66] into %b0 : !b : !t -> !v
  %1 = pypto.tile.cast %0 mode(rint) into %b1 : (!v, !c) -> !w
  return
}
}

// -----

!acc = !pypto.tile<16x32xi32, Acc, layout=nz>
!y = !pypto.tensor<16x32xi8>
!s = !pypto.tile<1x32xui64, Mat>
!ab = memref<2048xi8, #pypto.space<Acc>>
!sb = memref<256xi8, #pypto.space<Mat>>

// One scale: its bits (0.5 is 0x3f000000). A scale for each column: by way of
// the parameter buffer.
// CHECK-LABEL: func.func @quantising(
// CHECK: pto.tstore ins(%[[A:[^ ]*]] : !pto.tile_buf<acc, {{.*}}>, %c1056964608_i64 : i64) outs({{.*}}) {reluPreMode = #pto<relu_pre_mode normal_relu>}
// CHECK: pto.tmov ins(%{{.*}} : !pto.tile_buf<mat, 1x32xi64>) outs(%[[P:[^ ]*]] : !pto.tile_buf<scaling, 1x32xi64>)
// CHECK: pto.tstore_fp ins(%[[A]], %[[P]] : {{.*}}) outs(
func.func @quantising(%y: !y {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc address(0) : !ab
  %b1 = pypto.memref.alloc address(0) : !sb
  %acc = pypto.tile.create into %b0 : !ab : !acc
  %s = pypto.tile.create into %b1 : !sb : !s
  %0 = pypto.tile.store %acc, %y[%c0, %c0] {quant_scale = 5.0e-1 : f32, relu} : !acc, !y -> !y
  %1 = pypto.tile.store %acc, %y[%c0, %c0] scales %s : !s : !acc, !y -> !y
  return
}
