// The author's synchronisation, options and the tail hint.
// RUN: pypto-opt --pto-insert-sync --split-input-file %s | FileCheck %s --check-prefixes=CHECK,COMPLETE
// RUN: pypto-opt --pto-insert-sync="manual=skip gm-may-alias" --split-input-file %s | FileCheck %s --check-prefixes=CHECK,SKIP

!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>

// The flag with id 0 stays the author's.
// CHECK-LABEL: func.func @author
// CHECK: pto.tload
// CHECK-NEXT: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.tload
// COMPLETE-NEXT: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID1>]
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.tadd
// COMPLETE-NEXT: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID1>]
// SKIP-NOT: pto.wait_flag
// SKIP-NOT: pto.barrier
// CHECK: pto.tadd
func.func @author(%x: !pto.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  %d = pto.alloc_tile : !V
  %e = pto.alloc_tile : !V
  pto.tload ins(%p : !PV) outs(%a : !V)
  pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.tload ins(%p : !PV) outs(%b : !V)
  pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.tadd ins(%a, %a : !V, !V) outs(%d : !V)
  pto.tadd ins(%b, %b : !V, !V) outs(%e : !V)
  return
}

// -----

// Two pointers are two tensors, unless they may alias.
!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>
// CHECK-LABEL: func.func @two_pointers
// CHECK: pto.tstore
// COMPLETE-NEXT: pto.tload
// SKIP-NEXT: pto.set_flag[<PIPE_MTE3>, <PIPE_MTE2>, <EVENT_ID0>]
// SKIP-NEXT: pto.wait_flag[<PIPE_MTE3>, <PIPE_MTE2>, <EVENT_ID0>]
// SKIP-NEXT: pto.tload
// CHECK-NEXT: pto.barrier <PIPE_ALL>
func.func @two_pointers(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %w = pto.make_tensor_view %y, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %q = pto.partition_view %w, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  pto.tstore ins(%a : !V) outs(%p : !PV)
  pto.tload ins(%q : !PV) outs(%b : !V)
  return
}

// -----

// The hint replaces the final barrier.
!V = !pto.tile_buf<vec, 16x16xf32>
// CHECK-LABEL: func.func @tail_hint
// CHECK: pto.tadd
// CHECK-NEXT: pto.set_flag[<PIPE_MTE3>, <PIPE_S>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE3>, <PIPE_S>, <EVENT_ID0>]
// CHECK-NEXT: return
func.func @tail_hint() attributes {pto.auto_sync_tail_hint = "setwait-mte3-to-s-event0"} {
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
  return
}

// -----

// The author's final barrier is enough.
!V = !pto.tile_buf<vec, 16x16xf32>
// CHECK-LABEL: func.func @own_tail
// CHECK: pto.tadd
// CHECK-NEXT: pto.barrier <PIPE_ALL>
// CHECK-NEXT: return
func.func @own_tail() {
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
  pto.barrier <PIPE_ALL>
  return
}
