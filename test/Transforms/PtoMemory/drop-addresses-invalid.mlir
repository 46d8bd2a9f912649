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
  // expected-note @+1 {{the other tile}}
  %a = pto.alloc_tile addr = %c0 : !V
  // expected-error @+1 {{[PYPTO-E0610] this tile and another of another size or address have bytes in common that both need, which level 2 cannot say; use pto.subset, or write level 3}}
  %t = pto.alloc_tile addr = %c0 : !S
  %u = pto.alloc_tile addr = %c2048 : !S
  pto.texpands ins(%s : f32) outs(%a : !V)
  pto.tadds ins(%t, %s : !S, f32) outs(%u : !S)
  return
}

// -----

// Rows of a tile have a handle of their own.
!V = !pto.tile_buf<vec, 16x32xf32>
!S = !pto.tile_buf<vec, 2x32xf32>
func.func @rows(%s: f32, %to: !pto.partition_tensor_view<16x32xf32>) {
  %c0 = arith.constant 0 : i64
  %c512 = arith.constant 512 : i64
  // expected-note @+1 {{the other tile}}
  %a = pto.alloc_tile addr = %c0 : !V
  // expected-error @+1 {{have bytes in common that both need}}
  %t = pto.alloc_tile addr = %c512 : !S
  pto.texpands ins(%s : f32) outs(%a : !V)
  pto.texpands ins(%s : f32) outs(%t : !S)
  pto.tstore ins(%a : !V) outs(%to : !pto.partition_tensor_view<16x32xf32>)
  return
}

// -----

// The handle is made behind what it reads.
!V = !pto.tile_buf<vec, 16x32xf32>
!S = !pto.tile_buf<vec, 2x32xf32>
func.func @read_only(%s: f32, %to: !pto.partition_tensor_view<2x32xf32>) {
  %c0 = arith.constant 0 : i64
  %c512 = arith.constant 512 : i64
  // expected-note @+1 {{the other tile}}
  %a = pto.alloc_tile addr = %c0 : !V
  pto.texpands ins(%s : f32) outs(%a : !V)
  // expected-error @+1 {{have bytes in common that both need}}
  %t = pto.alloc_tile addr = %c512 : !S
  pto.tstore ins(%t : !S) outs(%to : !pto.partition_tensor_view<2x32xf32>)
  return
}
