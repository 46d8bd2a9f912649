// At the default level 2 the planner gives the addresses.
// RUN: pypto-opt %s -pto-verify-level -split-input-file -verify-diagnostics
// RUN: not pypto-opt %s -pto-verify-level=level=4 2>&1 | FileCheck %s
// CHECK: [PYPTO-E0611] pto-verify-level: unknown level 4; expected 1, 2 or 3

func.func @level2(%at: i64) {
  // expected-error @+1 {{unexpected 'addr' operand: only supported when --pto-level=level3}}
  %0 = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 16x16xf32>
  %1 = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32>
  // expected-error @+1 {{is only supported when --pto-level=level3}}
  %2 = pto.tassign %1, %at : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<vec, 16x16xf32>
  // expected-error @+1 {{expects auto = true at level 2}}
  %3 = pto.reserve_buffer {name = "ring", size = 8192, location = #pto.address_space<vec>, auto = false, base = 0} -> i32
  return
}
