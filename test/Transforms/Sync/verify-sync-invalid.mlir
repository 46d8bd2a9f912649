// Each kind of wrong synchronisation, with the instructions it concerns.
// RUN: pypto-opt --pto-verify-sync --split-input-file --verify-diagnostics %s

!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>
func.func @missing(%x: !pto.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  // expected-note @+1 {{the earlier instruction}}
  pto.tload ins(%p : !PV) outs(%a : !V)
  // expected-error @+2 {{[PYPTO-E0630] 'pto.tadd' on PIPE_V may start before 'pto.tload' on PIPE_MTE2 has finished, and they touch the same bytes}}
  // expected-note @+1 {{help: put pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_IDn>] after the one and pto.wait_flag before the other, or run --pto-insert-sync}}
  pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
  return
}

// -----

!V = !pto.tile_buf<vec, 16x16xf32>
func.func @same_pipe() {
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  // expected-note @+1 {{the earlier instruction}}
  pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
  // expected-error @+2 {{'pto.tadd' on PIPE_V may start before 'pto.tadd' on PIPE_V has finished, and they touch the same bytes}}
  // expected-note @+1 {{help: put pto.barrier <PIPE_V> between them, or run --pto-insert-sync}}
  pto.tadd ins(%b, %b : !V, !V) outs(%b : !V)
  return
}

// -----

!V = !pto.tile_buf<vec, 16x16xf32>
func.func @earlier_iteration(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc_tile : !V
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+3 {{may start before 'pto.tadd' on PIPE_V of an earlier iteration has finished}}
    // expected-note @+2 {{help: put pto.barrier <PIPE_V> between them, or run --pto-insert-sync}}
    // expected-note @+1 {{the earlier instruction}}
    pto.tadd ins(%a, %a : !V, !V) outs(%a : !V)
  }
  return
}

// -----

func.func @hangs() {
  // expected-error @+2 {{[PYPTO-E0631] event 2 from PIPE_V to PIPE_MTE3 is waited for, but not set on every path to here: the kernel would hang}}
  // expected-note @+1 {{help: add the pto.set_flag}}
  pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID2>]
  return
}

// -----

// expected-error @+2 {{[PYPTO-E0631] event 0 from PIPE_V to PIPE_MTE3 is still set when the function ends, which corrupts the next kernel}}
// expected-note @+1 {{help: add the pto.wait_flag}}
func.func @left_set() {
  pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  return
}

// -----

func.func @one_path(%c: i1) {
  // expected-error @+2 {{event 0 from PIPE_V to PIPE_MTE3 is set on some paths through here and not on others}}
  // expected-note @+1 {{expected: as many waits as sets on each path}}
  scf.if %c {
    pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  }
  return
}

// -----

// In the text the wait stands between the sets, but V may run ahead of MTE3.
func.func @reused_in_flight() {
  pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  // expected-note @+1 {{the wait that may not have passed}}
  pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  // expected-error @+2 {{event 0 from PIPE_V to PIPE_MTE3 may be set again before its last wait has passed}}
  // expected-note @+1 {{help: order PIPE_V after that wait or use another event id}}
  pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  return
}

// -----

func.func @no_such_pair() {
  // expected-error @+2 {{there is no event from PIPE_V to PIPE_M on this architecture}}
  // expected-note @+1 {{help: use pto.barrier <PIPE_ALL>}}
  pto.set_flag[<PIPE_V>, <PIPE_M>, <EVENT_ID0>]
  return
}

// -----

func.func @dynamic(%id: index) {
  // expected-error @+1 {{[PYPTO-E0632] this run-time event id cannot be analysed; expected a constant plus the number of the iteration modulo a constant}}
  pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %id]
  return
}

// -----

// A barrier for another kind of instruction does not help.
!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
func.func @other_kind(%p: !PV) {
  %at = arith.constant 0 : i64
  %a = pto.alloc_tile addr = %at : !V
  // expected-note @+1 {{the earlier instruction}}
  pto.tload ins(%p : !PV) outs(%a : !V)
  pto.barrier_sync[<TSTORE_VEC>]
  // expected-error @+2 {{'pto.tload' on PIPE_MTE2 may start before 'pto.tload' on PIPE_MTE2 has finished, and they touch the same bytes}}
  // expected-note @+1 {{help: put pto.barrier <PIPE_MTE2> between them, or run --pto-insert-sync}}
  pto.tload ins(%p : !PV) outs(%a : !V)
  return
}

// -----

// A transfer beside the pipes runs until its event has been waited for; flags do not help.
!S = !pto.tile_buf<vec, 1x256xi8>
!V = !pto.tile_buf<vec, 1x64xf32>
!PV = !pto.partition_tensor_view<1x64xf32>
!TV = !pto.tensor_view<1x128xf32>
func.func @transfers(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %w: !pto.ptr<i8>, %scratch: !S, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %at = arith.constant 1024 : i64
  %xv = pto.make_tensor_view %x, shape = [%c1, %c128], strides = [%c128, %c1] : !TV
  %yv = pto.make_tensor_view %y, shape = [%c1, %c128], strides = [%c128, %c1] : !TV
  %x0 = pto.partition_view %xv, offsets = [%c0, %c0], sizes = [%c1, %c64] : !TV -> !PV
  %x1 = pto.partition_view %xv, offsets = [%c0, %c64], sizes = [%c1, %c64] : !TV -> !PV
  %y0 = pto.partition_view %yv, offsets = [%c0, %c0], sizes = [%c1, %c64] : !TV -> !PV
  %a = pto.alloc_tile addr = %at : !V
  %s = pto.build_async_session(%scratch, %w : !S, !pto.ptr<i8>) -> !pto.async_session
  // expected-note @+1 {{the transfer}}
  %e = pto.tput_async(%y0, %x0, %s : !PV, !PV, !pto.async_session) -> !pto.async_event
  // The other half of x is free to use.
  pto.set_flag[<PIPE_S>, <PIPE_MTE2>, <EVENT_ID0>]
  pto.wait_flag[<PIPE_S>, <PIPE_MTE2>, <EVENT_ID0>]
  pto.tload ins(%x1 : !PV) outs(%a : !V)
  pto.barrier <PIPE_ALL>
  // expected-error @+2 {{[PYPTO-E0630] 'pto.tload' touches bytes of a transfer that may still run}}
  // expected-note @+1 {{help: put pto.wait_async_event between them}}
  pto.tload ins(%y0 : !PV) outs(%a : !V)
  pto.barrier <PIPE_ALL>
  // Reading its source is no harm.
  pto.tload ins(%x0 : !PV) outs(%a : !V)
  pto.barrier <PIPE_ALL>
  %ok = pto.wait_async_event(%e, %s : !pto.async_event, !pto.async_session) -> i1
  pto.barrier <PIPE_ALL>
  pto.tstore ins(%a : !V) outs(%x0 : !PV)
  pto.barrier <PIPE_ALL>
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+5 {{'pto.tget_async' touches bytes of a transfer of an earlier iteration that may still run}}
    // expected-note @+4 {{help: put pto.wait_async_event between them}}
    // expected-note @+3 {{the transfer}}
    // expected-error @+2 {{[PYPTO-E0631] this transfer may still run when the function ends}}
    // expected-note @+1 {{help: add pto.wait_async_event on every path}}
    %f = pto.tget_async(%y0, %x0, %s : !PV, !PV, !pto.async_session) -> !pto.async_event
  }
  return
}

// -----

// One row in common.
module attributes {pto.target_arch = "a5"} {
  func.func @rows(%p: !pto.partition_tensor_view<8x16xf32>) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %a = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32>
    %s = pto.alloc_tile : !pto.tile_buf<vec, 9x16xf32>
    %low = pto.subset %a[%c8, %c0] sizes [8, 16] : !pto.tile_buf<vec, 16x16xf32>
    // expected-note @+1 {{the earlier instruction}}
    pto.tinsert ins(%s, %c0, %c0 : !pto.tile_buf<vec, 9x16xf32>, index, index) outs(%a : !pto.tile_buf<vec, 16x16xf32>)
    // expected-error @+2 {{[PYPTO-E0630] 'pto.tstore' on PIPE_MTE3 may start before 'pto.tinsert' on PIPE_V}}
    // expected-note @+1 {{help: put pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_IDn>] after the one and pto.wait_flag before the other, or run --pto-insert-sync}}
    pto.tstore ins(%low : !pto.tile_buf<vec, 8x16xf32>) outs(%p : !pto.partition_tensor_view<8x16xf32>)
    return
  }
}

// -----

// Columns of one line of a box are written together, those that are not valid as well.
!MAT = !pto.tile_buf<mat, 48x32xf16, blayout=col_major, slayout=row_major>
!LEFT = !pto.tile_buf<left, 16x16xf16, valid=16x7, slayout=row_major>
!ACC = !pto.tile_buf<acc, 16x16xf32, valid=16x9, blayout=col_major, slayout=row_major, fractal=1024>
module attributes {pto.target_arch = "a3"} {
  func.func @line_of_a_box(%l: !LEFT, %acc: !ACC) {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : index
    %m = pto.alloc_tile : !MAT
    // expected-note @+1 {{the earlier instruction}}
    pto.textract ins(%m, %c0, %c0 : !MAT, index, index) outs(%l : !LEFT)
    // expected-error @+2 {{[PYPTO-E0630] 'pto.tinsert' on PIPE_FIX may start before 'pto.textract' on PIPE_MTE1}}
    // expected-note @+1 {{help: put pto.set_flag[<PIPE_MTE1>, <PIPE_FIX>, <EVENT_IDn>] after the one and pto.wait_flag before the other, or run --pto-insert-sync}}
    pto.tinsert ins(%acc, %c0, %c7 : !ACC, index, index) outs(%m : !MAT)
    return
  }
}

// -----

// A run-time row may be any; in one iteration the same row is the same window.
!MAT = !pto.tile_buf<mat, 48x32xf16, blayout=col_major, slayout=row_major>
!LEFT = !pto.tile_buf<left, 16x16xf16, slayout=row_major>
!ACC = !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>
module attributes {pto.target_arch = "a3"} {
  func.func @run_time_row(%l: !LEFT, %acc: !ACC, %row: index) {
    %c0 = arith.constant 0 : index
    %m = pto.alloc_tile : !MAT
    // expected-note @+1 {{the earlier instruction}}
    pto.textract ins(%m, %row, %c0 : !MAT, index, index) outs(%l : !LEFT)
    // expected-error @+2 {{[PYPTO-E0630] 'pto.tinsert' on PIPE_FIX may start before 'pto.textract' on PIPE_MTE1}}
    // expected-note @+1 {{help: put pto.set_flag[<PIPE_MTE1>, <PIPE_FIX>, <EVENT_IDn>] after the one and pto.wait_flag before the other, or run --pto-insert-sync}}
    pto.tinsert ins(%acc, %c0, %c0 : !ACC, index, index) outs(%m : !MAT)
    return
  }
}
