// What level 2 cannot say.
// RUN: pypto-opt --pto-drop-addresses --split-input-file --verify-diagnostics %s

!V = !pto.tile_buf<vec, 16x32xf32>
func.func @of_the_run(%s: f32, %at: i64) {
  // expected-error @+1 {{[PYPTO-E0610] this tile is at an address of the run, which level 2 cannot say; write level 3}}
  %a = pto.alloc_tile addr = %at : !V
  pto.texpands ins(%s : f32) outs(%a : !V)
  return
}

// -----

// The larger one writes what the smaller one reads.
!V = !pto.tile_buf<vec, 16x32xf32>
!S = !pto.tile_buf<vec, 1x32xf32>
func.func @sizes(%s: f32) {
  %c0 = arith.constant 0 : i64
  %c2048 = arith.constant 2048 : i64
  %a = pto.alloc_tile addr = %c0 : !V
  // expected-error @+1 {{this tile is written only through a handle of another size at its address, which level 2 cannot say; write level 3}}
  %t = pto.alloc_tile addr = %c0 : !S
  %u = pto.alloc_tile addr = %c2048 : !S
  pto.texpands ins(%s : f32) outs(%a : !V)
  pto.tadds ins(%t, %s : !S, f32) outs(%u : !S)
  return
}
