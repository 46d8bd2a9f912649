// What pto-insert-sync refuses, and what it reports.
// RUN: pypto-opt --pto-insert-sync --split-input-file --verify-diagnostics %s

!V = !pto.tile_buf<vec, 16x16xf32>
// expected-error @+1 {{[PYPTO-E0632] control flow between blocks cannot be synchronised; use scf operations}}
func.func @blocks(%c: i1) {
  %a = pto.alloc_tile : !V
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  pto.tadd ins(%a, %a : !V, !V) outs(%a : !V)
  cf.br ^bb2
^bb2:
  return
}

// -----

!V = !pto.tile_buf<vec, 16x16xf32>
func.func @moving_tile(%at: i64) {
  %a = pto.alloc_tile : !V
  // expected-error @+1 {{[PYPTO-E0632] a tile that changes its address cannot be synchronised}}
  %b = pto.tassign %a, %at : !V -> !V
  pto.tadd ins(%b, %b : !V, !V) outs(%b : !V)
  return
}

// -----

!V = !pto.tile_buf<vec, 16x16xf32>
// expected-error @+1 {{[PYPTO-E0632] pto.auto_sync_tail_hint is "no_such"; expected "default", "barrier-all" or "mte3-to-s-event0"}}
func.func @hint() attributes {pto.auto_sync_tail_hint = "no_such"} {
  %a = pto.alloc_tile : !V
  pto.tadd ins(%a, %a : !V, !V) outs(%a : !V)
  return
}

// -----

func.func @other_loop(%n: index) {
  %a = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32>
  // expected-error @+1 {{[PYPTO-E0632] instructions in this operation cannot be synchronised; use scf.for}}
  affine.for %i = 0 to 4 {
    pto.tadd ins(%a, %a : !pto.tile_buf<vec, 16x16xf32>, !pto.tile_buf<vec, 16x16xf32>) outs(%a : !pto.tile_buf<vec, 16x16xf32>)
  }
  return
}

// -----

!V = !pto.tile_buf<vec, 16x16xf32>
func.func @dynamic_ids(%id: index) {
  // expected-remark @+1 {{function 'dynamic_ids' is left alone: its run-time event ids cannot be analysed}}
  pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %id]
  pto.wait_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %id]
  return
}
