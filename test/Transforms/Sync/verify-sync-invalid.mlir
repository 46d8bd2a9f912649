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
  // expected-error @+1 {{[PYPTO-E0630] 'pto.tadd' on PIPE_V may start before 'pto.tload' on PIPE_MTE2 has finished, and they touch the same bytes; put pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_IDn>] after the one and pto.wait_flag before the other, or run --pto-insert-sync}}
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
  // expected-error @+1 {{put pto.barrier <PIPE_V> between them}}
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
    // expected-error @+2 {{may start before 'pto.tadd' on PIPE_V of an earlier iteration has finished}}
    // expected-note @+1 {{the earlier instruction}}
    pto.tadd ins(%a, %a : !V, !V) outs(%a : !V)
  }
  return
}

// -----

func.func @hangs() {
  // expected-error @+1 {{[PYPTO-E0631] event 2 from PIPE_V to PIPE_MTE3 is waited for, but not set on every path to here: the kernel would hang; add the pto.set_flag}}
  pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID2>]
  return
}

// -----

// expected-error @+1 {{[PYPTO-E0631] event 0 from PIPE_V to PIPE_MTE3 is still set when the function ends, which corrupts the next kernel; add the pto.wait_flag}}
func.func @left_set() {
  pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  return
}

// -----

func.func @one_path(%c: i1) {
  // expected-error @+1 {{event 0 from PIPE_V to PIPE_MTE3 is set on some paths through here and not on others}}
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
  // expected-error @+1 {{event 0 from PIPE_V to PIPE_MTE3 may be set again before its last wait has passed; order PIPE_V after that wait or use another event id}}
  pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  return
}

// -----

func.func @no_such_pair() {
  // expected-error @+1 {{there is no event from PIPE_V to PIPE_M on this architecture; use pto.barrier <PIPE_ALL>}}
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
  // expected-error @+1 {{put pto.barrier <PIPE_MTE2> between them}}
  pto.tload ins(%p : !PV) outs(%a : !V)
  return
}
