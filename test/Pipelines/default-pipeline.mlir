// The manual's kernels go from what the front end writes to pto text.
// RUN: pypto-opt %s --pypto-default-pipeline --split-input-file | FileCheck %s

// The tile-level element-wise kernel of the memory page.

!t = !pypto.tensor<128x128xf32>
!v = !pypto.tile<128x128xf32>

// CHECK-LABEL: module @elementwise attributes {pto.target_arch = "a2a3"}
// CHECK: func.func @elementwise(%[[X:.*]]: !pto.ptr<f32>, %[[OUT:.*]]: !pto.ptr<f32>)
// CHECK-SAME: pto.entry, pto.kernel_kind = #pto.kernel_kind<vector>
// CHECK-DAG: %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[VX:.*]] = pto.make_tensor_view %[[X]], shape = [%[[C128]], %[[C128]]], strides = [%[[C128]], %[[C1]]] {layout = #pto.layout<nd>} : !pto.tensor_view<128x128xf32>
// CHECK-DAG: %[[VOUT:.*]] = pto.make_tensor_view %[[OUT]]
// CHECK-DAG: %[[T:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<vec, 128x128xf32>
// CHECK-DAG: %[[Y:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<vec, 128x128xf32>
// CHECK: %[[PX:.*]] = pto.partition_view %[[VX]], offsets = [%{{.*}}, %{{.*}}], sizes = [%[[C128]], %[[C128]]]
// CHECK: pto.tload ins(%[[PX]] : !pto.partition_tensor_view<128x128xf32>) outs(%[[T]] :
// CHECK: pto.tmul ins(%[[T]], %[[T]] : {{.*}}) outs(%[[Y]] :
// CHECK: %[[POUT:.*]] = pto.partition_view %[[VOUT]]
// CHECK: pto.tstore ins(%[[Y]] : {{.*}}) outs(%[[POUT]] :
// CHECK: return
func.func private @elementwise(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) -> !t
    attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %t = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %y = pypto.tile.mul %t, %t : (!v, !v) -> !v
  %r = pypto.tile.store %y, %out[%c0, %c0] : !v, !t -> !t
  return %r : !t
}
// CHECK-LABEL: func.func @main(
// CHECK: pypto.task.submit @elementwise::@elementwise(%{{.*}}, %{{.*}}) directions [#pypto.dir<In>, #pypto.dir<Out>]
func.func @main(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
  %r = call @elementwise(%x, %out) : (!t, !t) -> !t
  return
}

// -----

// The tile-level matrix product of the memory page, placed by its author.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>

// CHECK-LABEL: module @mm attributes
// CHECK: pto.kernel_kind = #pto.kernel_kind<cube>
// CHECK-DAG: %[[ML:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>
// CHECK-DAG: %[[L:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<left, 32x32xf16, slayout=row_major>
// CHECK-DAG: %[[R:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<right, 32x32xf16, slayout=col_major>
// CHECK-DAG: %[[C:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<acc, 32x32xf32, {{.*}}fractal=1024
// CHECK: pto.tload
// CHECK: pto.tload
// CHECK: pto.tmov ins(%{{.*}}) outs(%[[L]] :
// CHECK: pto.tmov ins(%{{.*}}) outs(%[[R]] :
// CHECK: pto.tmatmul ins(%[[L]], %[[R]] : {{.*}}) outs(%[[C]] :
// CHECK: pto.tstore ins(%[[C]] :
func.func private @mm(%a: !a, %b: !a, %out: !c {pypto.dir = #pypto.dir<Out>}) -> !c
    attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a_l1 = pypto.tile.load %a[%c0, %c0] : !a -> !pypto.tile<32x32xf16, Mat>
  %b_l1 = pypto.tile.load %b[%c0, %c0] : !a -> !pypto.tile<32x32xf16, Mat>
  %a_l0 = pypto.tile.move %a_l1 : (!pypto.tile<32x32xf16, Mat>) -> !pypto.tile<32x32xf16, Left>
  %b_l0 = pypto.tile.move %b_l1 : (!pypto.tile<32x32xf16, Mat>) -> !pypto.tile<32x32xf16, Right>
  %c = pypto.tile.matmul %a_l0, %b_l0 : (!pypto.tile<32x32xf16, Left>, !pypto.tile<32x32xf16, Right>) -> !pypto.tile<32x32xf32, Acc>
  %r = pypto.tile.store %c, %out[%c0, %c0] : !pypto.tile<32x32xf32, Acc>, !c -> !c
  return %r : !c
}
func.func @main(%a: !a, %b: !a, %out: !c {pypto.dir = #pypto.dir<Out>}) {
  %r = call @mm(%a, %b, %out) : (!a, !a, !c) -> !c
  return
}

// -----

// scale of the scopes page: two tiles of 131072 bytes do not fit the 910B's
// 188416, so the product is computed in place.

!t = !pypto.tensor<256x128xf32>

// CHECK-LABEL: module @scale_incore_0 attributes
// CHECK: %[[T:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<vec, 256x128xf32>
// CHECK-NOT: pto.alloc_tile
// CHECK: pto.tload ins(%{{.*}}) outs(%[[T]] :
// CHECK: pto.tmuls ins(%[[T]], %{{.*}} : !pto.tile_buf<vec, 256x128xf32>, f32) outs(%[[T]] :
// CHECK: pto.tstore ins(%[[T]] :
func.func @scale(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) -> !t {
  %two = arith.constant 2.0 : f32
  %c0 = arith.constant 0 : index
  %r = pypto.at CORE_GROUP {
    %0 = pypto.tensor.muls %x, %two : (!t, f32) -> !t
    %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
    pypto.yield %1 : !t
  } : !t
  return %r : !t
}

// -----

// spmd_add of the scopes page.

!t = !pypto.tensor<256x128xf32>
!s = !pypto.tile<128x128xf32>

// CHECK-LABEL: module @spmd_add_incore_0 attributes
// CHECK: %[[B64:.*]] = pto.get_block_idx
// CHECK: %[[B:.*]] = arith.index_cast %[[B64]] : i64 to index
// CHECK: %[[OFF:.*]] = arith.muli %[[B]]
// CHECK: pto.partition_view %{{.*}}, offsets = [%[[OFF]],
// CHECK: pto.tadd ins(%[[A:.*]], %[[BT:.*]] : {{.*}}) outs(%[[A]] :
// CHECK: pypto.task.submit @spmd_add_incore_0::@spmd_add_incore_0(%{{.*}}, %{{.*}}, %{{.*}}) blocks(%{{.*}})
func.func @spmd_add(%a: !t, %b: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) -> !t {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %r = pypto.spmd %c2 {
  ^bb0(%i: index):
    %off = arith.muli %i, %c128 : index
    %0 = pypto.tile.load %a[%off, %c0] : !t -> !s
    %1 = pypto.tile.load %b[%off, %c0] : !t -> !s
    %2 = pypto.tile.add %0, %1 : (!s, !s) -> !s
    %3 = pypto.tile.store %2, %out[%off, %c0] : !s, !t -> !t
    pypto.yield %3 : !t
  } : !t
  return %r : !t
}

// -----

// A tensor-level product that would fill Left and Right is computed in two
// halves with buffers of their own.

!a = !pypto.tensor<128x256xf16>
!b = !pypto.tensor<256x128xf16>
!c = !pypto.tensor<128x128xf32>

// CHECK-LABEL: module @matmul_incore_0 attributes
// CHECK-DAG: !pto.tile_buf<mat, 128x256xf16, blayout=col_major, slayout=row_major>
// CHECK-DAG: pto.alloc_tile addr = %c0{{.*}} : !pto.tile_buf<left, 128x128xf16, slayout=row_major>
// CHECK-DAG: pto.alloc_tile addr = %c32768{{.*}} : !pto.tile_buf<left, 128x128xf16, slayout=row_major>
// CHECK-DAG: pto.alloc_tile addr = %c0{{.*}} : !pto.tile_buf<right, 128x128xf16, slayout=col_major>
// CHECK-DAG: pto.alloc_tile addr = %c32768{{.*}} : !pto.tile_buf<right, 128x128xf16, slayout=col_major>
// CHECK: pto.tmatmul ins
// CHECK: pto.tmatmul.acc ins
// CHECK: pto.tstore
func.func @matmul(%a: !a, %b: !b, %out: !c {pypto.dir = #pypto.dir<Out>}) {
  %c0 = arith.constant 0 : index
  pypto.at CORE_GROUP {
    %0 = pypto.tensor.matmul %a, %b : (!a, !b) -> !c
    %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !c, !c -> !c
  }
  return
}

// -----

// Row softmax: the input is loaded once; row vectors are columns.

!t = !pypto.tensor<64x128xf32>
!r = !pypto.tensor<64x1xf32>

// CHECK-LABEL: module @softmax_incore_0 attributes
// CHECK: pto.tload
// CHECK-NOT: pto.tload
// CHECK: pto.trowmax ins(%[[X:.*]], %{{.*}} : {{.*}}) outs(%[[M:.*]] : !pto.tile_buf<vec, 64x1xf32, blayout=col_major>)
// CHECK: pto.trowexpandsub ins(%[[X]], %[[M]] :
// CHECK: pto.texp
// CHECK: pto.trowsum
// CHECK: pto.trowexpanddiv
// CHECK: pto.tstore
func.func @softmax(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
  %c0 = arith.constant 0 : index
  pypto.at CORE_GROUP {
    %m = pypto.tensor.row_max %x : (!t) -> !r
    %d = pypto.tensor.row_expand_sub %x, %m : (!t, !r) -> !t
    %e = pypto.tensor.exp %d : (!t) -> !t
    %s = pypto.tensor.row_sum %e : (!t) -> !r
    %q = pypto.tensor.row_expand_div %e, %s : (!t, !r) -> !t
    %1 = pypto.tensor.assemble %q into %out[%c0, %c0] : !t, !t -> !t
  }
  return
}
