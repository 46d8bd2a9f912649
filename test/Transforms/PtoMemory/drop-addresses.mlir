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

// -----

// Handles in the arms of a branch and behind it are one tile, made before the branch.
!A = !pto.tile_buf<acc, 16x32xf32, valid=?x32, blayout=col_major, slayout=row_major, fractal=1024>
!L = !pto.tile_buf<left, 16x16xf16, slayout=row_major>
!R = !pto.tile_buf<right, 16x32xf16, slayout=col_major>

// CHECK-LABEL: func.func @arms
// CHECK: %[[T:.*]] = pto.alloc_tile : !pto.tile_buf<acc, 16x32xf32,
// CHECK-NEXT: scf.if
// CHECK: %[[X:.*]] = pto.treshape %[[T]]
// CHECK: pto.tmatmul {{.*}} outs(%[[X]]
// CHECK: else
// CHECK: %[[Y:.*]] = pto.treshape %[[T]]
// CHECK: pto.tmatmul {{.*}} outs(%[[Y]]
// CHECK: %[[Z:.*]] = pto.treshape %[[T]]
// CHECK: pto.tmatmul.acc ins(%[[Z]]
func.func @arms(%l: !L, %r: !R, %c: i1, %n: index) {
  %c0 = arith.constant 0 : i64
  scf.if %c {
    %x = pto.alloc_tile addr = %c0 valid_row = %n : !A
    pto.tmatmul ins(%l, %r : !L, !R) outs(%x : !A)
  } else {
    %y = pto.alloc_tile addr = %c0 valid_row = %n : !A
    pto.tmatmul ins(%l, %r : !L, !R) outs(%y : !A)
  }
  %z = pto.alloc_tile addr = %c0 valid_row = %n : !A
  pto.tmatmul.acc ins(%z, %l, %r : !A, !L, !R) outs(%z : !A)
  return
}

// -----

// A bitcast of a handle with run-time extents; a tile of another size at other bytes of it, needed after it only.
!V = !pto.tile_buf<vec, 16x32xi32>
!O = !pto.tile_buf<vec, 16x32xi32, valid=?x32>
!F = !pto.tile_buf<vec, 16x32xf32, valid=?x32>
!S = !pto.tile_buf<vec, 2x32xi32>

// CHECK-LABEL: func.func @casts
// CHECK: %[[O:.*]] = pto.treshape
// CHECK: pto.bitcast %[[O]] : !pto.tile_buf<vec, 16x32xi32, valid=?x?> -> !pto.tile_buf<vec, 16x32xf32, valid=?x?>
// CHECK: pto.alloc_tile : !pto.tile_buf<vec, 2x32xi32>
func.func @casts(%s: f32, %n: index, %u: i32) {
  %c0 = arith.constant 0 : i64
  %c128 = arith.constant 128 : i64
  %a = pto.alloc_tile addr = %c0 : !V
  %o = pto.alloc_tile addr = %c0 valid_row = %n : !O
  %f = pto.bitcast %o : !O -> !F
  pto.texpands ins(%s : f32) outs(%f : !F)
  pto.texpands ins(%u : i32) outs(%a : !V)
  %t = pto.alloc_tile addr = %c128 : !S
  pto.texpands ins(%u : i32) outs(%t : !S)
  return
}
