// Addresses and flags go; tiles that share bytes still do, as views.
// RUN: pypto-opt --pto-drop-addresses --split-input-file %s | FileCheck %s
// RUN: pypto-opt --pto-drop-addresses --split-input-file %s | pypto-opt --split-input-file --pto-verify-level=level=2 -o /dev/null

!V = !pto.tile_buf<vec, 16x32xf32>
!P = !pto.tile_buf<vec, 16x32xf32, valid=16x30>
!W = !pto.tile_buf<vec, 32x32xi16>

// CHECK-LABEL: func.func @forms
// CHECK: %[[A:.*]] = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
// CHECK: %[[P:.*]] = pto.treshape %[[A]] : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 16x32xf32, valid=16x30>
// CHECK: %[[W:.*]] = pto.treshape %[[A]] : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 32x32xi16>
// CHECK: %[[B:.*]] = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32, valid=16x30>
// CHECK-NOT: pto.{{set|wait}}_flag
// CHECK: pto.texpands ins(%{{.*}}) outs(%[[A]]
// CHECK: pto.tadds ins(%[[P]], %{{.*}}) outs(%[[B]]
// CHECK: pto.texpands ins(%{{.*}}) outs(%[[W]]
func.func @forms(%s: f32, %h: i16) {
  %c0 = arith.constant 0 : i64
  %c2048 = arith.constant 2048 : i64
  %a = pto.alloc_tile addr = %c0 : !V
  %p = pto.alloc_tile addr = %c0 : !P
  %w = pto.alloc_tile addr = %c0 : !W
  %b = pto.alloc_tile addr = %c2048 : !P
  pto.texpands ins(%s : f32) outs(%a : !V)
  pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
  pto.tadds ins(%p, %s : !P, f32) outs(%b : !P)
  pto.texpands ins(%h : i16) outs(%w : !W)
  return
}

// -----

// Run-time extents of the second handle; another memory and another size at
// the same address are tiles of their own.
!V = !pto.tile_buf<vec, 16x32xf32>
!R = !pto.tile_buf<vec, 16x32xf32, valid=?x32>
!S = !pto.tile_buf<vec, 1x32xf32>
!M = !pto.tile_buf<mat, 16x32xf32, blayout=col_major, slayout=row_major>

// CHECK-LABEL: func.func @extents
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK: %[[A:.*]] = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
// CHECK: %[[R:.*]] = pto.treshape %[[A]] : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 16x32xf32, valid=?x?>
// CHECK: pto.set_validshape %[[R]], %[[N]], %{{.*}}
// CHECK: pto.alloc_tile : !pto.tile_buf<vec, 1x32xf32>
// CHECK: pto.alloc_tile : !pto.tile_buf<mat,
func.func @extents(%s: f32, %n: index) {
  %c0 = arith.constant 0 : i64
  %a = pto.alloc_tile addr = %c0 : !V
  %r = pto.alloc_tile addr = %c0 valid_row = %n : !R
  %t = pto.alloc_tile addr = %c0 : !S
  %m = pto.alloc_tile addr = %c0 : !M
  pto.texpands ins(%s : f32) outs(%a : !V)
  pto.tadds ins(%r, %s : !R, f32) outs(%r : !R)
  pto.texpands ins(%s : f32) outs(%t : !S)
  return
}

// -----

// Without addresses nothing is taken away.
!V = !pto.tile_buf<vec, 16x32xf32>

// CHECK-LABEL: func.func @authors
// CHECK: pto.barrier <PIPE_V>
func.func @authors(%s: f32) {
  %a = pto.alloc_tile : !V
  pto.texpands ins(%s : f32) outs(%a : !V)
  pto.barrier <PIPE_V>
  pto.tadds ins(%a, %s : !V, f32) outs(%a : !V)
  return
}
