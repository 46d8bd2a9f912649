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

// -----

!t = !pypto.tensor<16x192xf4E2M1FN>
!v = !pypto.tile<16x64xf4E2M1FN, Vec>
!b = memref<512xi8, #pypto.space<Vec>>

// Whether the last is even takes one look at each of them, not one at each way
// to it.
// CHECK-LABEL: func.func @many_ways(
// CHECK: %[[HALF:.*]] = arith.divui %{{.*}}, %c2
// CHECK: pto.partition_view %{{.*}}, offsets = [%c0{{.*}}, %[[HALF]]]
module attributes {pypto.arch = #pypto.arch<a5>} {
func.func @many_ways(%x: !t, %n: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %v0 = arith.muli %n, %c2 : index
  %v1 = arith.addi %v0, %v0 : index
  %v2 = arith.addi %v1, %v1 : index
  %v3 = arith.addi %v2, %v2 : index
  %v4 = arith.addi %v3, %v3 : index
  %v5 = arith.addi %v4, %v4 : index
  %v6 = arith.addi %v5, %v5 : index
  %v7 = arith.addi %v6, %v6 : index
  %v8 = arith.addi %v7, %v7 : index
  %v9 = arith.addi %v8, %v8 : index
  %v10 = arith.addi %v9, %v9 : index
  %v11 = arith.addi %v10, %v10 : index
  %v12 = arith.addi %v11, %v11 : index
  %v13 = arith.addi %v12, %v12 : index
  %v14 = arith.addi %v13, %v13 : index
  %v15 = arith.addi %v14, %v14 : index
  %v16 = arith.addi %v15, %v15 : index
  %v17 = arith.addi %v16, %v16 : index
  %v18 = arith.addi %v17, %v17 : index
  %v19 = arith.addi %v18, %v18 : index
  %v20 = arith.addi %v19, %v19 : index
  %v21 = arith.addi %v20, %v20 : index
  %v22 = arith.addi %v21, %v21 : index
  %v23 = arith.addi %v22, %v22 : index
  %v24 = arith.addi %v23, %v23 : index
  %v25 = arith.addi %v24, %v24 : index
  %v26 = arith.addi %v25, %v25 : index
  %v27 = arith.addi %v26, %v26 : index
  %v28 = arith.addi %v27, %v27 : index
  %v29 = arith.addi %v28, %v28 : index
  %v30 = arith.addi %v29, %v29 : index
  %v31 = arith.addi %v30, %v30 : index
  %v32 = arith.addi %v31, %v31 : index
  %v33 = arith.addi %v32, %v32 : index
  %v34 = arith.addi %v33, %v33 : index
  %v35 = arith.addi %v34, %v34 : index
  %v36 = arith.addi %v35, %v35 : index
  %v37 = arith.addi %v36, %v36 : index
  %v38 = arith.addi %v37, %v37 : index
  %v39 = arith.addi %v38, %v38 : index
  %v40 = arith.addi %v39, %v39 : index
  %0 = pypto.tile.load %x[%c0, %v40] into %b0 : !b : !t -> !v
  return
}
}
