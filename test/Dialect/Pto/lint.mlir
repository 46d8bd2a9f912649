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
