// What the public assembler accepts although it should not: a warning each.
// RUN: pypto-opt %s -pto-lint -split-input-file -verify-diagnostics

!V = !pto.tile_buf<vec, 16x16xf32>
func.func @tiles(%a: !V, %i: index) {
  // expected-warning @+1 {{[PYPTO-W0601] 'pto.alloc_tile' op has 17 valid rows in a tile of 16}}
  %0 = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32, valid=17x16>
  // expected-warning @+1 {{[PYPTO-W0603] 'pto.alloc_tile' op has fractal 64}}
  %1 = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32, fractal=64>
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : index
  // expected-warning @+1 {{[PYPTO-W0602] 'pto.subset' op covers [9, 9 + 8) in a dimension of 16}}
  %2 = pto.subset %a[%c9, %c0] sizes [8, 16] : !V
  // expected-warning @+1 {{covers [0, 0 + 0) in a dimension of 16}}
  %3 = pto.subset %a[%i, %i] sizes [0, 16] : !V
  return
}

// -----

!V = !pto.tile_buf<vec, 16x16xf32>
func.func @operands(%a: !V, %b: !V, %s: f16, %f: f32) {
  // expected-warning @+1 {{[PYPTO-W0606] 'pto.taddc' op writes dst before it reads src2}}
  pto.taddc ins(%a, %a, %b : !V, !V, !V) outs(%b : !V)
  // expected-warning @+1 {{'pto.tsubc' op writes dst before it reads src2}}
  pto.tsubc ins(%a, %a, %b : !V, !V, !V) outs(%b : !V)
  // expected-warning @+1 {{'pto.taddsc' op writes dst before it reads src1}}
  pto.taddsc ins(%a, %f, %b : !V, f32, !V) outs(%b : !V)
  // expected-warning @+1 {{'pto.tsubsc' op writes dst before it reads src1}}
  pto.tsubsc ins(%a, %f, %b : !V, f32, !V) outs(%b : !V)
  // expected-warning @+1 {{[PYPTO-W0604] 'pto.tadds' op mixes a scalar of 'f16' with elements of 'f32'}}
  pto.tadds ins(%a, %s : !V, f16) outs(%b : !V)
  pto.tadds ins(%a, %f : !V, f32) outs(%b : !V)
  return
}

// -----

!L = !pto.tile_buf<left, 16x16xf32, slayout=row_major>
func.func @memories(%a: !L, %b: !pto.tile_buf<acc, 16x16xf32>, %w: !pto.partition_tensor_view<16x16xf32>, %f: !pto.tile_buf<vec, 1x16xui64>) {
  // expected-warning @+1 {{[PYPTO-W0605] 'pto.tadd' op runs on PIPE_V, which does not reach left}}
  pto.tadd ins(%a, %a : !L, !L) outs(%a : !L)
  // expected-warning @+1 {{'pto.tstore_fp' op takes its scales from vec; the unit reads scaling}}
  pto.tstore_fp ins(%b, %f : !pto.tile_buf<acc, 16x16xf32>, !pto.tile_buf<vec, 1x16xui64>) outs(%w : !pto.partition_tensor_view<16x16xf32>)
  return
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @nothing(%w: !pto.partition_tensor_view<16x16xf32>, %t: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-warning @+1 {{[PYPTO-W0608] 'pto.barrier' op has no effect on A5}}
    pto.barrier <PIPE_V>
    pto.barrier <PIPE_ALL>
    // expected-warning @+1 {{orders PIPE_V with itself}}
    pto.set_flag[<PIPE_V>, <PIPE_V>, <EVENT_ID0>]
    // expected-warning @+1 {{names PIPE_ALL, which no instruction is issued to}}
    pto.wait_flag[<PIPE_ALL>, <PIPE_V>, <EVENT_ID0>]
    // expected-warning @+1 {{has padding operands, which the lowering drops}}
    pto.tload ins(%w : !pto.partition_tensor_view<16x16xf32>) outs(%t : !pto.tile_buf<vec, 16x16xf32>) pad_mode = <PadValue>
    return
  }
}

// -----

!V = !pto.tile_buf<vec, 16x16xf32>
!H = !pto.tile_buf<vec, 16x16xf16>
!P = !pto.tile_buf<vec, 16x16xf32, valid=8x16>
!COL = !pto.tile_buf<vec, 16x1xf32, blayout=col_major>
func.func @elements(%a: !V, %h: !H, %p: !P, %col: !COL, %s: f32) {
  // expected-warning @+1 {{[PYPTO-W0604] 'pto.tmov' op moves elements of 'f32' as 'f16'; only a move out of acc converts, use pto.tcvt}}
  pto.tmov ins(%a : !V) outs(%h : !H)
  pto.tmov ins(%a : !V) outs(%a : !V)
  // expected-warning @+1 {{'pto.tcmps' op takes dst of 'f32' for a mask; masks are of 8-bit integers}}
  pto.tcmps ins(%a, %s {cmpMode = #pto<cmp gt>} : !V, f32) outs(%a : !V)
  // expected-warning @+1 {{'pto.tsel' op takes mask of 'f32' for a mask}}
  pto.tsel ins(%a, %a, %a, %a : !V, !V, !V, !V) outs(%a : !V)
  // expected-warning @+1 {{'pto.tsels' op takes mask of 'f32' for a mask}}
  pto.tsels ins(%a, %a, %a, %s : !V, !V, !V, f32) outs(%a : !V)
  // expected-warning @+1 {{'pto.tgatherb' op takes byte offsets of 'f32'; they are 32-bit integers}}
  pto.tgatherb ins(%a, %a : !V, !V) outs(%a : !V)
  // expected-warning @+1 {{[PYPTO-W0601] 'pto.trowexpandmul' op combines tiles whose valid extents differ}}
  pto.trowexpandmul ins(%p, %col : !P, !COL) outs(%a : !V)
  // expected-warning @+1 {{'pto.trowexpandsub' op combines tiles whose valid extents differ, src0 of}}
  pto.trowexpandsub ins(%p, %col : !P, !COL) outs(%a : !V)
  // expected-warning @+1 {{'pto.trowexpanddiv' op combines tiles whose valid extents differ}}
  pto.trowexpanddiv ins(%p, %col : !P, !COL) outs(%a : !V)
  // expected-warning @+1 {{'pto.tsubc' op combines tiles whose valid extents differ}}
  pto.tsubc ins(%a, %p, %a : !V, !P, !V) outs(%p : !P)
  // expected-warning @+1 {{'pto.taddc' op combines tiles whose valid extents differ}}
  pto.taddc ins(%a, %a, %a : !V, !V, !V) outs(%p : !P)
  // expected-warning @+1 {{'pto.taddsc' op combines tiles whose valid extents differ}}
  pto.taddsc ins(%a, %s, %a : !V, f32, !V) outs(%p : !P)
  // expected-warning @+1 {{'pto.tsubsc' op combines tiles whose valid extents differ}}
  pto.tsubsc ins(%a, %s, %a : !V, f32, !V) outs(%p : !P)
  return
}

// -----

!L = !pto.tile_buf<left, 16x16xf16, slayout=row_major>
!L1 = !pto.tile_buf<left, 16x16xf16, valid=1x16, slayout=row_major>
!R = !pto.tile_buf<right, 16x16xbf16, slayout=col_major>
!A = !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>
!A1 = !pto.tile_buf<acc, 16x16xf32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>
!I = !pto.tile_buf<acc, 16x16xi32, blayout=col_major, slayout=row_major, fractal=1024>
func.func @products(%l: !L, %l1: !L1, %r: !R, %a: !A, %a1: !A1, %i: !I) {
  // expected-warning @+1 {{[PYPTO-W0604] 'pto.tmatmul.acc' op adds a product of 'f16' and 'bf16' to 'f32' as 'f32'; products of i8 are added in i32, those of floats in f32}}
  pto.tmatmul.acc ins(%a, %l, %r : !A, !L, !R) outs(%a : !A)
  // expected-warning @+1 {{to 'i32' as 'f32'}}
  pto.tmatmul.acc ins(%i, %l, %r : !I, !L, !R) outs(%a : !A)
  // expected-warning @+1 {{'pto.tgemv.acc' op adds a product of 'f16' and 'bf16'}}
  pto.tgemv.acc ins(%a1, %l1, %r : !A1, !L1, !R) outs(%a1 : !A1)
  return
}

// -----

!S = !pto.tile_buf<vec, 1x64xf32>
!I = !pto.tile_buf<vec, 1x64xui32>
!D = !pto.tile_buf<vec, 1x128xf32>
!TV = !pto.tensor_view<16x16xf32>
func.func @shapes(%s: !S, %i: !I, %d: !D, %v: !TV) {
  // expected-warning @+1 {{[PYPTO-W0601] 'pto.tsort32' op sorts '!pto.tile_buf<vec, 1x64xf32>' into '!pto.tile_buf<vec, 1x64xf32>', which has no room for 2 columns for each element and its index}}
  pto.tsort32 ins(%s, %i : !S, !I) outs(%s : !S)
  pto.tsort32 ins(%s, %i : !S, !I) outs(%d : !D)
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  // expected-warning @+1 {{'pto.partition_view' op makes a window of rank 1 of a tensor of rank 2}}
  %0 = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !pto.partition_tensor_view<16xf32>
  return
}
