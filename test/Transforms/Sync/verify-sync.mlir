// Synchronisation written by hand that pto-verify-sync accepts.
// RUN: pypto-opt --pto-verify-sync %s | FileCheck %s

!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>

// Symbolic events and barriers count like flags.
// CHECK-LABEL: func.func @symbolic
func.func @symbolic(%x: !pto.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  %d = pto.alloc_tile : !V
  pto.tload ins(%p : !PV) outs(%a : !V)
  pto.record_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID3>]
  pto.wait_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID3>]
  pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
  pto.barrier_sync[<TVEC>]
  pto.tadd ins(%b, %b : !V, !V) outs(%d : !V)
  return
}

// A flag that is set on one path and waited for on the same path.
// CHECK-LABEL: func.func @in_one_arm
func.func @in_one_arm(%c: i1) {
  scf.if %c {
    pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID7>]
    pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID7>]
  }
  return
}

// Symbolic barriers order the pipe that their kind runs on: two loads of one
// tile, two stores to one window, two vector instructions.
// CHECK-LABEL: func.func @symbolic_barriers
func.func @symbolic_barriers(%p: !PV, %q: !PV) {
  %at = arith.constant 0 : i64
  %to = arith.constant 1024 : i64
  %a = pto.alloc_tile addr = %at : !V
  %b = pto.alloc_tile addr = %to : !V
  pto.tload ins(%p : !PV) outs(%a : !V)
  pto.barrier_sync[<TLOAD>]
  pto.tload ins(%p : !PV) outs(%a : !V)
  pto.tadd ins(%b, %b : !V, !V) outs(%b : !V)
  pto.barrier_sync[<TVEC>]
  pto.tadd ins(%b, %b : !V, !V) outs(%b : !V)
  pto.record_event[#pto.pipe_event_type<TVEC>, #pto.pipe_event_type<TSTORE_VEC>, <EVENT_ID0>]
  pto.wait_event[#pto.pipe_event_type<TVEC>, #pto.pipe_event_type<TSTORE_VEC>, <EVENT_ID0>]
  pto.tstore ins(%b : !V) outs(%q : !PV)
  pto.barrier_sync[<TSTORE_VEC>]
  pto.tstore ins(%b : !V) outs(%q : !PV)
  return
}

// Transfers beside the pipes that are waited for: in the same iteration, and in the next one, by the event that the loop
// carries.
// CHECK-LABEL: func.func @transfers
!SCRATCH = !pto.tile_buf<vec, 1x256xi8>
!ROW = !pto.partition_tensor_view<1x64xf32>
!ROWS = !pto.tensor_view<64x64xf32>
func.func @transfers(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %w: !pto.ptr<i8>, %scratch: !SCRATCH) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %xv = pto.make_tensor_view %x, shape = [%c64, %c64], strides = [%c64, %c1] : !ROWS
  %yv = pto.make_tensor_view %y, shape = [%c64, %c64], strides = [%c64, %c1] : !ROWS
  %x0 = pto.partition_view %xv, offsets = [%c0, %c0], sizes = [%c1, %c64] : !ROWS -> !ROW
  %y0 = pto.partition_view %yv, offsets = [%c0, %c0], sizes = [%c1, %c64] : !ROWS -> !ROW
  %s = pto.build_async_session(%scratch, %w : !SCRATCH, !pto.ptr<i8>) -> !pto.async_session
  scf.for %i = %c0 to %c64 step %c1 {
    %e = pto.tput_async(%y0, %x0, %s : !ROW, !ROW, !pto.async_session) -> !pto.async_event
    %ok = pto.wait_async_event(%e, %s : !pto.async_event, !pto.async_session) -> i1
  }
  %first = pto.tput_async(%y0, %x0, %s : !ROW, !ROW, !pto.async_session) -> !pto.async_event
  %last = scf.for %i = %c1 to %c64 step %c1 iter_args(%carried = %first) -> !pto.async_event {
    %done = pto.wait_async_event(%carried, %s : !pto.async_event, !pto.async_session) -> i1
    %xi = pto.partition_view %xv, offsets = [%i, %c0], sizes = [%c1, %c64] : !ROWS -> !ROW
    %yi = pto.partition_view %yv, offsets = [%i, %c0], sizes = [%c1, %c64] : !ROWS -> !ROW
    %next = pto.tput_async(%yi, %xi, %s : !ROW, !ROW, !pto.async_session) -> !pto.async_event
    scf.yield %next : !pto.async_event
  }
  %end = pto.wait_async_event(%last, %s : !pto.async_event, !pto.async_session) -> i1
  return
}

// Instructions on windows of a tile touch these: neighbours need no order, whatever their layout.
// CHECK-LABEL: module @windows_a5
module @windows_a5 attributes {pto.target_arch = "a5"} {
  func.func @rows(%p: !pto.partition_tensor_view<7x16xf32>) {
    %c0 = arith.constant 0 : index
    %c9 = arith.constant 9 : index
    %a = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32>
    %s = pto.alloc_tile : !pto.tile_buf<vec, 9x16xf32>
    %low = pto.subset %a[%c9, %c0] sizes [7, 16] : !pto.tile_buf<vec, 16x16xf32>
    pto.tinsert ins(%s, %c0, %c0 : !pto.tile_buf<vec, 9x16xf32>, index, index) outs(%a : !pto.tile_buf<vec, 16x16xf32>)
    pto.tstore ins(%low : !pto.tile_buf<vec, 7x16xf32>) outs(%p : !pto.partition_tensor_view<7x16xf32>)
    return
  }
}

// CHECK-LABEL: module @windows_a3
!MAT = !pto.tile_buf<mat, 48x32xf16, blayout=col_major, slayout=row_major>
!LEFT = !pto.tile_buf<left, 16x16xf16, slayout=row_major>
!ACC = !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>
module @windows_a3 attributes {pto.target_arch = "a3"} {
  func.func @rows_of_boxes(%l: !LEFT, %acc: !ACC) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c17 = arith.constant 17 : index
    %m = pto.alloc_tile : !MAT
    pto.textract ins(%m, %c1, %c0 : !MAT, index, index) outs(%l : !LEFT)
    pto.tinsert ins(%acc, %c17, %c0 : !ACC, index, index) outs(%m : !MAT)
    return
  }
  func.func @columns_of_boxes(%l: !LEFT, %acc: !ACC) {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %m = pto.alloc_tile : !MAT
    pto.tinsert ins(%acc, %c0, %c16 : !ACC, index, index) outs(%m : !MAT)
    pto.textract ins(%m, %c0, %c0 : !MAT, index, index) outs(%l : !LEFT)
    return
  }
}
