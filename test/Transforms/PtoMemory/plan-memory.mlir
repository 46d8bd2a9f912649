// Tiles without addresses get them. Golden addresses are arithmetic: a tile of
// 16x64 f32 has 4096 bytes; UB offers 188416 = 46 of them.
// RUN: pypto-opt --pto-plan-memory --split-input-file %s | FileCheck %s
// RUN: pypto-opt --pto-plan-memory --pto-verify-level=level=3 --split-input-file %s -o /dev/null

!V = !pto.tile_buf<vec, 16x64xf32>
!S = !pto.tile_buf<vec, 1x9xf32>

// What fits side by side is not shared: addresses in the order of the text. A
// tile of 36 bytes takes two blocks of 32.
// CHECK-LABEL: func.func @side_by_side
// CHECK: %[[A:.*]] = arith.constant 0 : i64
// CHECK: pto.alloc_tile addr = %[[A]]
// CHECK: %[[B:.*]] = arith.constant 4096 : i64
// CHECK: pto.alloc_tile addr = %[[B]]
// CHECK: %[[C:.*]] = arith.constant 4160 : i64
// CHECK: pto.alloc_tile addr = %[[C]]
func.func @side_by_side(%s: f32) {
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !S
  %c = pto.alloc_tile : !V
  pto.tadds ins(%a, %s : !V, f32) outs(%c : !V)
  return
}

// -----

// A tile that has an address keeps it and nobody else is put there: the next
// multiple of 32 behind 4000..8096 is 8096 itself.
!V = !pto.tile_buf<vec, 16x64xf32>
// CHECK-LABEL: func.func @around
// CHECK: %[[B:.*]] = arith.constant 8096 : i64
// CHECK: pto.alloc_tile addr = %[[B]]
func.func @around(%s: f32) {
  %at = arith.constant 4000 : i64
  %a = pto.alloc_tile addr = %at : !V
  %b = pto.alloc_tile : !V
  pto.tadds ins(%a, %s : !V, f32) outs(%b : !V)
  return
}

// -----

// Three tiles of 64 KiB are too many for UB at once, and only two are needed:
// the first and the third may share. A source and the destination of one
// instruction may not.
!L = !pto.tile_buf<vec, 128x128xf32>
// CHECK-LABEL: func.func @shared
// CHECK: %[[A:.*]] = arith.constant [[X:[0-9]+]] : i64
// CHECK: %{{.*}} = pto.alloc_tile addr = %[[A]]
// CHECK: %[[B:.*]] = arith.constant [[Y:[0-9]+]] : i64
// CHECK: %{{.*}} = pto.alloc_tile addr = %[[B]]
// CHECK: %[[C:.*]] = arith.constant [[X]] : i64
// CHECK: %{{.*}} = pto.alloc_tile addr = %[[C]]
func.func @shared(%s: f32) {
  %a = pto.alloc_tile : !L
  %b = pto.alloc_tile : !L
  %c = pto.alloc_tile : !L
  pto.tadds ins(%a, %s : !L, f32) outs(%b : !L)
  pto.tadds ins(%b, %s : !L, f32) outs(%c : !L)
  return
}

// -----

// In a loop, what is written anew in each turn may share; what is carried from
// turn to turn may not. %c is only written and read within a turn, %acc is
// carried: %acc and one other are needed at once.
!L = !pto.tile_buf<vec, 128x128xf32>
// CHECK-LABEL: func.func @loop
// CHECK: %[[A:.*]] = arith.constant [[X:[0-9]+]] : i64
// CHECK: %{{.*}} = pto.alloc_tile addr = %[[A]]
// CHECK: %[[B:.*]] = arith.constant [[Y:[0-9]+]] : i64
// CHECK: %{{.*}} = pto.alloc_tile addr = %[[B]]
// CHECK: %[[C:.*]] = arith.constant [[Y]] : i64
// CHECK: %{{.*}} = pto.alloc_tile addr = %[[C]]
func.func @loop(%s: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = pto.alloc_tile : !L
  %b = pto.alloc_tile : !L
  %c = pto.alloc_tile : !L
  pto.texpands ins(%s : f32) outs(%acc : !L)
  scf.for %i = %c0 to %n step %c1 {
    pto.texpands ins(%s : f32) outs(%b : !L)
    pto.tadd ins(%acc, %b : !L, !L) outs(%acc : !L)
    pto.texpands ins(%s : f32) outs(%c : !L)
    pto.tmul ins(%acc, %c : !L, !L) outs(%acc : !L)
  }
  return
}

// -----

// Tiles of different arms share; a buffer that a FIFO needs is placed too, at a
// multiple of 256, and shares with nobody.
!L = !pto.tile_buf<vec, 128x128xf32>
// CHECK-LABEL: func.func @arms
// CHECK: pto.reserve_buffer {name = "ring", size = 1000, location = #pto.address_space<vec>, auto = false, base = [[R:[0-9]+]]}
// CHECK: %[[B:.*]] = arith.constant [[Y:[0-9]+]] : i64
// CHECK: %{{.*}} = pto.alloc_tile addr = %[[B]]
// CHECK: %[[C:.*]] = arith.constant [[Z:[0-9]+]] : i64
// CHECK: %{{.*}} = pto.alloc_tile addr = %[[C]]
// CHECK: arith.constant [[Y]] : i64
func.func @arms(%s: f32, %p: i1) {
  %ring = pto.reserve_buffer {name = "ring", size = 1000, location = #pto.address_space<vec>, auto = true} -> i32
  %b = pto.alloc_tile : !L
  %c = pto.alloc_tile : !L
  %d = pto.alloc_tile : !L
  scf.if %p {
    pto.texpands ins(%s : f32) outs(%b : !L)
    pto.tadds ins(%b, %s : !L, f32) outs(%c : !L)
  } else {
    pto.texpands ins(%s : f32) outs(%d : !L)
    pto.tadds ins(%d, %s : !L, f32) outs(%c : !L)
  }
  return
}

// -----

// A write to a tile whose valid extents change covers what is valid then; the rest is read when more is valid. So the
// first write still counts, and what lies between may not share with it: three of 64 KiB do not fit.
!L = !pto.tile_buf<vec, 128x128xf32>
!D = !pto.tile_buf<vec, 128x128xf32, valid=?x?>
// CHECK-LABEL: func.func @run_time_extents
// CHECK: %[[D:.*]] = arith.constant [[X:[0-9]+]] : i64
// CHECK: pto.alloc_tile addr = %[[D]]{{.*}}valid=?x?
// CHECK-NOT: arith.constant [[X]] : i64
// CHECK: return
func.func @run_time_extents(%s: f32) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %d = pto.alloc_tile valid_row = %c128 valid_col = %c128 : !D
  %a = pto.alloc_tile : !L
  pto.texpands ins(%s : f32) outs(%d : !D)
  pto.set_validshape %d, %c1, %c1 : !D
  pto.texpands ins(%s : f32) outs(%a : !L)
  pto.tadds ins(%a, %s : !L, f32) outs(%a : !L)
  pto.texpands ins(%s : f32) outs(%d : !D)
  pto.set_validshape %d, %c128, %c128 : !D
  pto.tadds ins(%d, %s : !D, f32) outs(%d : !D)
  return
}

// -----

// Boxes count whole: 17 rows of 32 elements in boxes of 16x16 are 32 rows,
// 2048 bytes; so are 17 columns in boxes of the other order.
// CHECK-LABEL: func.func @boxes
// CHECK: %[[A:.*]] = arith.constant 0 : i64
// CHECK: pto.alloc_tile addr = %[[A]]
// CHECK: %[[B:.*]] = arith.constant 2048 : i64
// CHECK: pto.alloc_tile addr = %[[B]]
// CHECK: %[[C:.*]] = arith.constant 4096 : i64
// CHECK: pto.alloc_tile addr = %[[C]]
func.func @boxes() attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
  %a = pto.alloc_tile : !pto.tile_buf<mat, 17x32xf16, blayout=col_major, slayout=row_major>
  %b = pto.alloc_tile : !pto.tile_buf<mat, 32x17xf16, slayout=col_major>
  %c = pto.alloc_tile : !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>
  return
}

// -----

// A box of scales has 32 bytes: 16 x 2 where its elements lie by rows (ZZ), 2 x
// 16 where they lie by columns (NN). Of partial boxes, 3 x 17 of NN and 17 x 3
// of ZZ, all of 2 x 2 boxes count.
!NN = !pto.tile_buf<mat, 2x16xi8, blayout=col_major, slayout=col_major, fractal=32>
!ZZ = !pto.tile_buf<mat, 16x2xi8, slayout=row_major, fractal=32>
!PN = !pto.tile_buf<mat, 3x17xi8, blayout=col_major, slayout=col_major, fractal=32>
!PZ = !pto.tile_buf<mat, 17x3xi8, slayout=row_major, fractal=32>
// CHECK-LABEL: func.func @scales
// CHECK: pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<mat, 2x16xi8
// CHECK: %[[B:.*]] = arith.constant 32 : i64
// CHECK: pto.alloc_tile addr = %[[B]] : !pto.tile_buf<mat, 16x2xi8
// CHECK: %[[C:.*]] = arith.constant 64 : i64
// CHECK: pto.alloc_tile addr = %[[C]] : !pto.tile_buf<mat, 3x17xi8
// CHECK: %[[D:.*]] = arith.constant 192 : i64
// CHECK: pto.alloc_tile addr = %[[D]] : !pto.tile_buf<mat, 17x3xi8
// CHECK: %[[E:.*]] = arith.constant 320 : i64
// CHECK: pto.alloc_tile addr = %[[E]] : !pto.tile_buf<mat, 2x16xi8
func.func @scales() {
  %a = pto.alloc_tile : !NN
  %b = pto.alloc_tile : !ZZ
  %c = pto.alloc_tile : !PN
  %d = pto.alloc_tile : !PZ
  %e = pto.alloc_tile : !NN
  return
}

// -----

// Three tiles that are written part by part, one after the other: none of them
// is ever overwritten as a whole, and each is needed from its first part on, in
// a loop from the first turn on.
!L = !pto.tile_buf<vec, 128x128xf32>
!H = !pto.tile_buf<vec, 64x128xf32>
// CHECK-LABEL: func.func @parts
// CHECK-COUNT-3: pto.alloc_tile addr = %{{.*}} : !pto.tile_buf<vec, 128x128xf32>
func.func @parts(%s: f32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %a = pto.alloc_tile : !L
  %b = pto.alloc_tile : !L
  %c = pto.alloc_tile : !L
  %a0 = pto.subset %a[%c0, %c0] sizes [64, 128] : !L
  %a1 = pto.subset %a[%c64, %c0] sizes [64, 128] : !L
  pto.texpands ins(%s : f32) outs(%a0 : !H)
  pto.texpands ins(%s : f32) outs(%a1 : !H)
  pto.tadds ins(%a, %s : !L, f32) outs(%a : !L)
  scf.for %i = %c0 to %c128 step %c64 {
    %bi = pto.subset %b[%i, %c0] sizes [64, 128] : !L
    pto.texpands ins(%s : f32) outs(%bi : !pto.tile_buf<vec, 64x128xf32, valid=?x128>)
  }
  pto.tadds ins(%b, %s : !L, f32) outs(%b : !L)
  %c0_ = pto.subset %c[%c0, %c0] sizes [64, 128] : !L
  %c1_ = pto.subset %c[%c64, %c0] sizes [64, 128] : !L
  pto.texpands ins(%s : f32) outs(%c0_ : !H)
  pto.texpands ins(%s : f32) outs(%c1_ : !H)
  pto.tadds ins(%c, %s : !L, f32) outs(%c : !L)
  return
}
