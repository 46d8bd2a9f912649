// What cannot be planned.
// RUN: pypto-opt --pto-plan-memory --split-input-file --verify-diagnostics %s

// Three tiles of 64 KiB that are all needed at once.
!L = !pto.tile_buf<vec, 128x128xf32>
// expected-error @+1 {{[PYPTO-E0501] on-chip buffer exhaustion: 'too_much' needs 196608 bytes of Vec, which has 188416; 3 tiles are needed at once}}
func.func @too_much(%s: f32) {
  // expected-note @+1 {{65536 bytes here}}
  %a = pto.alloc_tile : !L
  // expected-note @+1 {{65536 bytes here}}
  %b = pto.alloc_tile : !L
  // expected-note @+1 {{65536 bytes here}}
  %c = pto.alloc_tile : !L
  pto.texpands ins(%s : f32) outs(%a : !L)
  pto.texpands ins(%s : f32) outs(%b : !L)
  pto.tadd ins(%a, %b : !L, !L) outs(%c : !L)
  return
}

// -----

// A partial write keeps the rest of its tile alive.
!L = !pto.tile_buf<vec, 128x128xf32>
// expected-error @+1 {{[PYPTO-E0501]}}
func.func @partial(%s: f32) {
  %c0 = arith.constant 0 : index
  // expected-note @+1 {{here}}
  %a = pto.alloc_tile : !L
  // expected-note @+1 {{here}}
  %b = pto.alloc_tile : !L
  // expected-note @+1 {{here}}
  %c = pto.alloc_tile : !L
  pto.texpands ins(%s : f32) outs(%a : !L)
  pto.texpands ins(%s : f32) outs(%b : !L)
  pto.tadds ins(%b, %s : !L, f32) outs(%c : !L)
  pto.tsetval ins(%c0, %s : index, f32) outs(%a : !L)
  pto.tadds ins(%a, %s : !L, f32) outs(%a : !L)
  return
}

// -----

// A part that is written leaves the other parts as they are, also where what is
// read later is a view of another part, and each part is written whole.
!L = !pto.tile_buf<vec, 128x128xf32>
!H = !pto.tile_buf<vec, 64x128xf32>
// expected-error @+1 {{[PYPTO-E0501] on-chip buffer exhaustion: 'parts' needs 196608 bytes of Vec}}
func.func @parts(%s: f32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-note @+1 {{65536 bytes here}}
  %a = pto.alloc_tile : !L
  // expected-note @+1 {{65536 bytes here}}
  %b = pto.alloc_tile : !L
  // expected-note @+1 {{65536 bytes here}}
  %c = pto.alloc_tile : !L
  %top = pto.subset %a[%c0, %c0] sizes [64, 128] : !L
  pto.texpands ins(%s : f32) outs(%top : !H)
  pto.texpands ins(%s : f32) outs(%b : !L)
  pto.tadds ins(%b, %s : !L, f32) outs(%c : !L)
  %bottom = pto.subset %a[%c64, %c0] sizes [64, 128] : !L
  pto.texpands ins(%s : f32) outs(%bottom : !H)
  %all = pto.subset %a[%c0, %c0] sizes [128, 128] : !L
  %wide = pto.treshape %all : !L -> !pto.tile_buf<vec, 64x256xf32>
  pto.tadds ins(%wide, %s : !pto.tile_buf<vec, 64x256xf32>, f32) outs(%wide : !pto.tile_buf<vec, 64x256xf32>)
  return
}

// -----

!V = !pto.tile_buf<vec, 16x64xf32>
func.func @run_time(%s: f32, %at: i64) {
  // expected-error @+1 {{[PYPTO-E0610] has a run-time address beside tiles without one; give all tiles of the function an address, or none}}
  %a = pto.alloc_tile addr = %at : !V
  %b = pto.alloc_tile : !V
  pto.tadds ins(%a, %s : !V, f32) outs(%b : !V)
  return
}
