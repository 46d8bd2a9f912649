// Kernels with addresses become modules of pto code.
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file | FileCheck %s
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file | pypto-opt --split-input-file | FileCheck %s
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// Extents known only at run time become parameters; a partial load binds its
// valid region, which results inherit.

!t = !pypto.tensor<?x128xf32>
!v = !pypto.tile<16x128xf32, Vec, valid=?x128>
!b = memref<8192xi8, #pypto.space<Vec>>

// CHECK-LABEL: module @dynamic attributes {pto.target_arch = "a2a3"}
// CHECK: func.func @dynamic(%[[X:.*]]: !pto.ptr<f32>, %[[Y:.*]]: !pto.ptr<f32>, %[[N:.*]]: index, %[[RX:.*]]: index, %[[RY:.*]]: index)
// CHECK-DAG: %[[A0:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[A1:.*]] = arith.constant 8192 : i64
// CHECK-DAG: %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG: %[[VX:.*]] = pto.make_tensor_view %[[X]], shape = [%[[RX]], %[[C128]]], strides = [%[[C128]], %{{.*}}] {layout = #pto.layout<nd>} : !pto.tensor_view<?x128xf32>
// CHECK: %[[T:.*]] = pto.alloc_tile addr = %[[A0]] valid_row = %[[N]] : !pto.tile_buf<vec, 16x128xf32, valid=?x128>
// CHECK: %[[P:.*]] = pto.partition_view %[[VX]], offsets = [%[[N]], %{{.*}}], sizes = [%[[N]], %[[C128]]] : !pto.tensor_view<?x128xf32> -> !pto.partition_tensor_view<?x128xf32>
// CHECK: pto.tload ins(%[[P]] : {{.*}}) outs(%[[T]] :
// CHECK: %[[E:.*]] = pto.alloc_tile addr = %[[A1]] valid_row = %[[N]]
// CHECK: pto.texp ins(%[[T]] : {{.*}}) outs(%[[E]] :
// CHECK: pto.tstore ins(%[[E]] :
// CHECK: func.func @main(%[[MX:.*]]: !pypto.tensor<?x128xf32>, %[[MY:.*]]: !pypto.tensor<?x128xf32> {pypto.dir = #pypto.dir<Out>}, %[[MN:.*]]: index)
// CHECK: %[[D0:.*]] = pypto.tensor.dim %[[MX]], 0
// CHECK: %[[D1:.*]] = pypto.tensor.dim %[[MY]], 0
// CHECK: pypto.task.submit @dynamic::@dynamic(%[[MX]], %[[MY]], %[[MN]], %[[D0]], %[[D1]]) directions [#pypto.dir<In>, #pypto.dir<Out>, #pypto.dir<In>, #pypto.dir<In>, #pypto.dir<In>]
// LOC: pto.texp {{.*}} loc(#[[L:loc[0-9]+]])
// LOC: #[[L]] = loc("e"(
func.func private @dynamic(%x: !t, %y: !t {pypto.dir = #pypto.dir<Out>}, %n: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(8192) : !b
  %0 = pypto.tile.load %x[%n, %c0] valid[%n] into %b0 : !b : !t -> !v
  %1 = pypto.tile.exp %0 into %b1 : (!v, !b) -> !v loc("e"("k.py":7:5))
  %2 = pypto.tile.store %1, %y[%n, %c0] : !v, !t -> !t
  return
}
func.func @main(%x: !t, %y: !t {pypto.dir = #pypto.dir<Out>}, %n: index) {
  %t = pypto.task.submit @dynamic(%x, %y, %n) : (!t, !t, index)
  return
}

// -----

// Loops and branches carry scalars only; one handle for one buffer and type.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>

// CHECK-LABEL: module @carried
// CHECK: %[[ACC:.*]] = pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<vec, 16x32xf32>
// CHECK: %[[X:.*]] = pto.alloc_tile
// CHECK-NOT: pto.alloc_tile
// CHECK: pto.texpands ins(%{{.*}} : f32) outs(%[[ACC]] :
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (index) {
// CHECK: pto.tadd ins(%[[ACC]], %[[X]] : {{.*}}) outs(%[[ACC]] :
// CHECK: scf.yield %{{.*}} : index
// CHECK: scf.if %{{.*}} {
// CHECK: pto.tneg ins(%[[ACC]] : {{.*}}) outs(%[[ACC]] :
// CHECK: }
// CHECK: pto.tstore ins(%[[ACC]] :
func.func private @carried(%x: !t, %y: !t {pypto.dir = #pypto.dir<Out>}, %n: index, %c: i1) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(2048) : !b
  %0 = pypto.tile.full %zero into %b0 : (f32, !b) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %0, %s = %c0) -> (!v, index) {
    %1 = pypto.tile.load %x[%s, %c0] into %b1 : !b : !t -> !v
    %2 = pypto.tile.add %acc, %1 into %b0 : (!v, !v, !b) -> !v
    %3 = arith.addi %s, %i : index
    scf.yield %2, %3 : !v, index
  }
  %4 = scf.if %c -> !v {
    %5 = pypto.tile.neg %r#0 into %b0 : (!v, !b) -> !v
    scf.yield %5 : !v
  } else {
    scf.yield %r#0 : !v
  }
  %6 = pypto.tile.store %4, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// Elements, windows, reshapes and narrower types.

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>

// CHECK-LABEL: module @elements
// CHECK-SAME: pto.target_arch = "a2a3"
// CHECK: func.func @elements(%[[X:.*]]: !pto.ptr<f32>, %[[Y:.*]]: !pto.ptr<f32>, %[[I:.*]]: index)
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %
// CHECK: %[[OFF:.*]] = arith.addi %[[ROW]], %[[I]]
// CHECK: %[[E:.*]] = pto.load_scalar %[[X]][%[[OFF]]] : !pto.ptr<f32> -> f32
// CHECK: pto.store_scalar %[[E]], %[[Y]][%{{.*}}] : !pto.ptr<f32>, f32
// CHECK: pto.tload
// CHECK: pto.tgetval ins(%{{.*}}, %{{.*}} : !pto.tile_buf<vec, 16x32xf32>, index) outs : f32
// CHECK: pto.tsetval ins(%{{.*}}, %{{.*}} : index, f32) outs(%{{.*}} :
// CHECK: %[[W:.*]] = pto.subset %{{.*}}[%[[I]], %{{.*}}] sizes [8, 32]
// CHECK: %[[ALL:.*]] = pto.treshape %[[W]] : !pto.tile_buf<vec, 8x32xf32, valid=?x32> -> !pto.tile_buf<vec, 8x32xf32>
// CHECK: pto.tcvt ins(%[[ALL]] {rmode = #pto<round_mode RINT>}
// CHECK: pto.get_block_idx
func.func private @elements(%x: !t, %y: !t {pypto.dir = #pypto.dir<Out>}, %i: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(2048) : memref<512xi8, #pypto.space<Vec>>
  %e = pypto.tensor.read %x[%i, %i] : !t -> f32
  pypto.tensor.write %e, %y[%i, %c0] : f32, !t
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %f = pypto.tile.read %0[%i, %i] : !v -> f32
  %1 = pypto.tile.write %f, %0[%i, %c0] : f32, !v -> !v
  %2 = pypto.tile.slice %1[%i, %c0] : !v -> !pypto.tile<8x32xf32, Vec>
  %3 = pypto.tile.cast %2 mode(rint) into %b1 : (!pypto.tile<8x32xf32, Vec>, memref<512xi8, #pypto.space<Vec>>) -> !pypto.tile<8x32xf16, Vec>
  %4 = pypto.system.get_block_idx
  %5 = pypto.tile.store %1, %y[%4, %c0] : !v, !t -> !t
  return
}

// -----

// The architecture of the module; atomic stores.

module attributes {pypto.arch = #pypto.arch<a5>} {
  // CHECK-LABEL: module @a5
  // CHECK-SAME: pto.target_arch = "a5"
  // CHECK: pto.tstore ins(%{{.*}}) outs(%{{.*}}) {atomicType = #pto<atomic_type atomic_add>}
  func.func private @a5(%y: !pypto.tensor<16x32xf32> {pypto.dir = #pypto.dir<Out>}, %s: f32) attributes {pypto.kind = #pypto.func_kind<AIV>} {
    %c0 = arith.constant 0 : index
    %b0 = pypto.memref.alloc address(0) : memref<2048xi8, #pypto.space<Vec>>
    %0 = pypto.tile.full %s into %b0 : (f32, memref<2048xi8, #pypto.space<Vec>>) -> !pypto.tile<16x32xf32, Vec>
    %1 = pypto.tile.store %0, %y[%c0, %c0] {atomic = #pypto.atomic<add>} : !pypto.tile<16x32xf32, Vec>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
    return
  }
}

// -----

// The base of messages is a memref.
// CHECK-LABEL: func.func @messages(
// CHECK-SAME:  %[[BASE:[^:]+]]: memref<256xi64>)
// CHECK:       pto.set_ffts %[[BASE]] : memref<256xi64>
// CHECK:       pto.sync.set <PIPE_MTE3>, 4
func.func @messages(%w: !pypto.tensor<256xi64>) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c4 = arith.constant 4 : index
  pypto.system.set_ffts %w : !pypto.tensor<256xi64>
  pypto.system.sync_set %c4 pipe MTE3
  return
}

// -----

// Rows that the assembler would take for boxes are seen one at a time.

!t = !pypto.tensor<3x16x32xui8>
!v = !pypto.tile<16x32xui8, Vec>
!b = memref<512xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @like_boxes(
// CHECK: pto.make_tensor_view %{{.*}}, shape = [%{{.*}}, %{{.*}}, %[[ONE:.*]], %{{.*}}], strides = [{{.*}}] {layout = #pto.layout<nd>} : !pto.tensor_view<3x16x1x32xui8>
// CHECK: pto.partition_view %{{.*}}, offsets = [{{.*}}], sizes = [{{.*}}] : !pto.tensor_view<3x16x1x32xui8> -> !pto.partition_tensor_view<1x16x1x32xui8>
func.func @like_boxes(%x: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %0 = pypto.tile.load %x[%c1, %c0, %c0] into %b0 : !b {window = array<i64: 1, 16, 32>} : !t -> !v
  return
}

// -----

// A part keeps its pitch under elements of the same size.

!t = !pypto.tensor<16x64xf32>
!v = !pypto.tile<16x64xf32, Vec>
!w = !pypto.tile<16x16xf32, Vec>
!i = !pypto.tile<16x16xi32, Vec>
!b = memref<4096xi8, #pypto.space<Vec>>
!c = memref<1024xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @part_as_integers(
// CHECK: %[[P:.*]] = pto.subset
// CHECK: %[[I:.*]] = pto.treshape %[[P]] : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<vec, 16x16xi32>
// CHECK: pto.tadd ins(%[[I]], %[[I]]
func.func @part_as_integers(%x: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(4096) : !c
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.slice %0[%c0, %c8] : !v -> !w
  %2 = pypto.tile.reinterpret_view %1 : !w -> !i
  %3 = pypto.tile.add %2, %2 into %b1 : (!i, !i, !c) -> !i
  return
}
