// Level 3 wants addresses, level 2 none.
// RUN: pypto-opt %s -pto-verify-level=level=3 -split-input-file -verify-diagnostics

func.func @level3(%at: i64) {
  %0 = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 16x16xf32>
  // expected-error @+1 {{[PYPTO-E0610] 'pto.alloc_tile' op requires 'addr' operand when --pto-level=level3}}
  %1 = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32>
  // expected-error @+1 {{expects auto = false, with base, at level 3}}
  %2 = pto.reserve_buffer {name = "ring", size = 8192, location = #pto.address_space<vec>, auto = true} -> i32
  return
}
