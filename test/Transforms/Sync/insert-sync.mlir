// What pto-insert-sync adds to kernels of each shape; the result passes the
// static checker, which shares no code with the planner.
// RUN: pypto-opt --pto-insert-sync --pto-verify-sync --split-input-file %s | FileCheck %s

!V = !pto.tile_buf<vec, 16x64xf32>
!TV = !pto.tensor_view<?x64xf32>
!PV = !pto.partition_tensor_view<16x64xf32>

// Flags across iterations are set before the loop and drained after it. Stores
// of different rows need no barrier on MTE3.
// CHECK-LABEL: func.func @scale
// CHECK: pto.set_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-NEXT: pto.set_flag[<PIPE_MTE3>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: scf.for
// CHECK: pto.wait_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-NEXT: pto.tload
// CHECK-NEXT: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE3>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.tmuls
// CHECK-NEXT: pto.set_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-NEXT: pto.barrier <PIPE_V>
// CHECK-NEXT: pto.tadd
// CHECK-NEXT: pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]
// CHECK-NEXT: pto.tstore
// CHECK-NEXT: pto.set_flag[<PIPE_MTE3>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: }
// CHECK-NEXT: pto.wait_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE3>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.barrier <PIPE_ALL>
// CHECK-NEXT: return
func.func @scale(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %rows: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 4096 : i64
  %xv = pto.make_tensor_view %x, shape = [%rows, %c64], strides = [%c64, %c1] : !TV
  %yv = pto.make_tensor_view %y, shape = [%rows, %c64], strides = [%c64, %c1] : !TV
  %a = pto.alloc_tile addr = %a0 : !V
  %b = pto.alloc_tile addr = %a1 : !V
  scf.for %i = %c0 to %rows step %c16 {
    %xp = pto.partition_view %xv, offsets = [%i, %c0], sizes = [%c16, %c64] : !TV -> !PV
    %yp = pto.partition_view %yv, offsets = [%i, %c0], sizes = [%c16, %c64] : !TV -> !PV
    pto.tload ins(%xp : !PV) outs(%a : !V)
    pto.tmuls ins(%a, %s : !V, f32) outs(%b : !V)
    pto.tadd ins(%b, %b : !V, !V) outs(%b : !V)
    pto.tstore ins(%b : !V) outs(%yp : !PV)
  }
  return
}

// -----

// No barrier on V on A5: that pipe keeps its order there.
!V = !pto.tile_buf<vec, 16x16xf32>
module attributes {pto.target_arch = "a5"} {
  // CHECK-LABEL: func.func @chain_on_a5
  // CHECK: pto.tadd
  // CHECK-NEXT: pto.tadd
  // CHECK-NEXT: pto.barrier <PIPE_ALL>
  func.func @chain_on_a5() {
    %a = pto.alloc_tile : !V
    %b = pto.alloc_tile : !V
    %c = pto.alloc_tile : !V
    pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
    pto.tadd ins(%b, %b : !V, !V) outs(%c : !V)
    return
  }
}

// -----

// Tiles without addresses are different buffers; at addresses, bytes count. %b
// overlaps the last row of %a, %c only touches it.
!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>
// CHECK-LABEL: func.func @addresses
// CHECK: pto.tload
// CHECK-NEXT: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.tadd
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.tadd
func.func @addresses(%x: !pto.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %at0 = arith.constant 0 : i64
  %at960 = arith.constant 960 : i64
  %at1024 = arith.constant 1024 : i64
  %at4096 = arith.constant 4096 : i64
  %at8192 = arith.constant 8192 : i64
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile addr = %at0 : !V
  %b = pto.alloc_tile addr = %at960 : !V
  %c = pto.alloc_tile addr = %at1024 : !V
  %d = pto.alloc_tile addr = %at4096 : !V
  %e = pto.alloc_tile addr = %at8192 : !V
  pto.tload ins(%p : !PV) outs(%a : !V)
  pto.tadd ins(%c, %c : !V, !V) outs(%d : !V)
  pto.tadd ins(%b, %b : !V, !V) outs(%e : !V)
  return
}

// -----

// The producer is in a loop that may not run, the consumer behind it: the set
// leaves the loop.
!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>
// CHECK-LABEL: func.func @behind_a_loop
// CHECK: scf.for
// CHECK-NOT: pto.set_flag[<PIPE_MTE2>
// CHECK: }
// CHECK: pto.set_flag[<PIPE_MTE2>, <PIPE_V>
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>
// CHECK-NEXT: pto.tadd
func.func @behind_a_loop(%x: !pto.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  scf.for %i = %c0 to %n step %c1 {
    pto.tload ins(%p : !PV) outs(%a : !V)
  }
  pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
  return
}

// -----

// The consumer is in one arm: the wait stands before the branch. A barrier
// stays in the arm that needs it.
!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>
// CHECK-LABEL: func.func @in_an_arm
// CHECK: pto.tload
// CHECK-NEXT: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.tadd
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: scf.if
// CHECK-NEXT: pto.barrier <PIPE_V>
// CHECK-NEXT: pto.tadd
// CHECK-NEXT: } else {
// CHECK-NEXT: pto.tsub
// CHECK-NEXT: }
func.func @in_an_arm(%x: !pto.ptr<f32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  %d = pto.alloc_tile : !V
  pto.tload ins(%p : !PV) outs(%a : !V)
  pto.tadd ins(%d, %d : !V, !V) outs(%b : !V)
  scf.if %c {
    pto.tadd ins(%a, %b : !V, !V) outs(%d : !V)
  } else {
    pto.tsub ins(%a, %a : !V, !V) outs(%d : !V)
  }
  return
}

// -----

// Views of one tile: halves are disjoint, a cast is the whole.
!V = !pto.tile_buf<vec, 16x16xf32>
!VI = !pto.tile_buf<vec, 16x16xi32>
!H = !pto.tile_buf<vec, 8x16xf32>
// CHECK-LABEL: func.func @views
// CHECK: pto.tadd
// CHECK-NOT: pto.barrier
// CHECK: pto.tadd
// CHECK-NEXT: pto.barrier <PIPE_V>
// CHECK-NEXT: pto.tadd
func.func @views() {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !VI
  %x = pto.alloc_tile : !H
  %top = pto.subset %a[%c0, %c0] sizes [8, 16] : !V
  %bottom = pto.subset %a[%c8, %c0] sizes [8, 16] : !V
  %i = pto.bitcast %a : !V -> !VI
  pto.tadd ins(%x, %x : !H, !H) outs(%top : !H)
  pto.tadd ins(%bottom, %bottom : !H, !H) outs(%x : !H)
  pto.tadd ins(%i, %i : !VI, !VI) outs(%b : !VI)
  return
}

// -----

// A tile that comes out of a branch may be either one.
!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>
// CHECK-LABEL: func.func @merged_tile
// CHECK: pto.tload
// CHECK-NEXT: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.tadd
func.func @merged_tile(%x: !pto.ptr<f32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  %d = pto.alloc_tile : !V
  pto.tload ins(%p : !PV) outs(%a : !V)
  %t = scf.if %c -> !V {
    scf.yield %a : !V
  } else {
    scf.yield %b : !V
  }
  pto.tadd ins(%t, %t : !V, !V) outs(%d : !V)
  return
}

// -----

// So may one that comes out of a switch or goes round a loop.
!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>
// CHECK-LABEL: func.func @switched_tile
// CHECK: pto.tload
// CHECK-NEXT: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.tadd
// CHECK: pto.tload
// CHECK-NEXT: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: scf.for
func.func @switched_tile(%x: !pto.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  %d = pto.alloc_tile : !V
  pto.tload ins(%p : !PV) outs(%a : !V)
  %t = scf.index_switch %n -> !V
  case 0 {
    scf.yield %b : !V
  }
  default {
    scf.yield %a : !V
  }
  pto.tadd ins(%t, %t : !V, !V) outs(%d : !V)
  pto.tload ins(%p : !PV) outs(%b : !V)
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %a, %w = %b) -> (!V, !V) {
    pto.tadd ins(%u, %u : !V, !V) outs(%d : !V)
    scf.yield %w, %u : !V, !V
  }
  return
}

// -----

// The slots of a rotating buffer (two tiles from byte 0 on) have event ids that
// take turns as they do; what lies behind them is not concerned. (The barrier is
// for the results, which each iteration writes anew.)
!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>
// CHECK-LABEL: func.func @rotating
// CHECK: pto.set_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-NEXT: pto.set_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID1>]
// CHECK: %[[ID:.+]] = arith.remui
// CHECK: pto.wait_flag_dyn[<PIPE_V>, <PIPE_MTE2>, %[[ID]]]
// CHECK-NEXT: pto.tload
// CHECK-NEXT: pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %[[ID]]]
// CHECK-NEXT: pto.barrier <PIPE_V>
// CHECK-NEXT: pto.tadd
// CHECK-NEXT: pto.wait_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %[[ID]]]
// CHECK-NEXT: pto.tadd
// CHECK-NEXT: pto.set_flag_dyn[<PIPE_V>, <PIPE_MTE2>, %[[ID]]]
func.func @rotating(%x: !pto.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c1024 = arith.constant 1024 : index
  %at2048 = arith.constant 2048 : i64
  %at3072 = arith.constant 3072 : i64
  %at4096 = arith.constant 4096 : i64
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %b = pto.alloc_tile addr = %at2048 : !V
  %c = pto.alloc_tile addr = %at3072 : !V
  %d = pto.alloc_tile addr = %at4096 : !V
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %offset = arith.muli %slot, %c1024 : index
    %at = arith.index_cast %offset : index to i64
    %a = pto.alloc_tile addr = %at : !V
    pto.tload ins(%p : !PV) outs(%a : !V)
    pto.tadd ins(%b, %b : !V, !V) outs(%c : !V)
    pto.tadd ins(%a, %a : !V, !V) outs(%d : !V)
  }
  return
}

// -----

// Store and load of one tensor; column blocks of it are told apart.
!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x64xf32>
// CHECK-LABEL: func.func @through_global_memory
// CHECK: pto.tstore
// CHECK-NEXT: pto.set_flag[<PIPE_MTE3>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-NEXT: pto.tload
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE3>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-NEXT: pto.tload
func.func @through_global_memory(%x: !pto.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c64], strides = [%c64, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %q = pto.partition_view %v, offsets = [%c0, %c16], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  %d = pto.alloc_tile : !V
  pto.tstore ins(%a : !V) outs(%p : !PV)
  pto.tload ins(%q : !PV) outs(%b : !V)
  pto.tload ins(%p : !PV) outs(%d : !V)
  return
}

// -----

// A product over k: everything that crosses iterations is set outside of both
// loops. The accumulator is short (4 fractals), but each step waits for operands
// that are loaded only after the last step, so that M needs no barrier.
!M = !pto.tile_buf<mat, 32x32xf16, blayout=col_major, slayout=row_major>
!L = !pto.tile_buf<left, 32x32xf16, slayout=row_major>
!R = !pto.tile_buf<right, 32x32xf16, slayout=col_major>
!A = !pto.tile_buf<acc, 32x32xf32, blayout=col_major, slayout=row_major, fractal=1024>
!PV = !pto.partition_tensor_view<32x32xf16>
!TV = !pto.tensor_view<?x32xf16>
!PO = !pto.partition_tensor_view<32x32xf32>
!TO = !pto.tensor_view<?x32xf32>
// CHECK-LABEL: func.func @matmul
// CHECK-DAG: pto.set_flag[<PIPE_MTE1>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-DAG: pto.set_flag[<PIPE_M>, <PIPE_MTE1>, <EVENT_ID0>]
// CHECK-DAG: pto.set_flag[<PIPE_FIX>, <PIPE_M>, <EVENT_ID0>]
// CHECK: scf.for
// CHECK: pto.wait_flag[<PIPE_FIX>, <PIPE_M>, <EVENT_ID0>]
// CHECK-NEXT: scf.for
// CHECK-NOT: pto.set_flag[<PIPE_FIX>
// CHECK-NOT: pto.barrier
// CHECK: pto.tmatmul.acc
// CHECK-NEXT: pto.set_flag[<PIPE_M>, <PIPE_MTE1>, <EVENT_ID0>]
// CHECK-NEXT: }
// CHECK-NEXT: pto.set_flag[<PIPE_M>, <PIPE_FIX>, <EVENT_ID0>]
// CHECK-NOT: PIPE_ALL
// CHECK: pto.tstore
// CHECK-NEXT: pto.set_flag[<PIPE_FIX>, <PIPE_M>, <EVENT_ID0>]
// CHECK-NEXT: }
func.func @matmul(%x: !pto.ptr<f16>, %z: !pto.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = pto.make_tensor_view %x, shape = [%n, %c32], strides = [%c32, %c1] : !TV
  %o = pto.make_tensor_view %z, shape = [%n, %c32], strides = [%c32, %c1] : !TO
  %ma = pto.alloc_tile : !M
  %mb = pto.alloc_tile : !M
  %l = pto.alloc_tile : !L
  %r = pto.alloc_tile : !R
  %acc = pto.alloc_tile : !A
  scf.for %i = %c0 to %n step %c32 {
    %oi = pto.partition_view %o, offsets = [%i, %c0], sizes = [%c32, %c32] : !TO -> !PO
    scf.for %k = %c0 to %n step %c32 {
      %p = pto.partition_view %v, offsets = [%k, %c0], sizes = [%c32, %c32] : !TV -> !PV
      pto.tload ins(%p : !PV) outs(%ma : !M)
      pto.tload ins(%p : !PV) outs(%mb : !M)
      pto.tmov ins(%ma : !M) outs(%l : !L)
      pto.tmov ins(%mb : !M) outs(%r : !R)
      pto.tmatmul.acc ins(%acc, %l, %r : !A, !L, !R) outs(%acc : !A)
    }
    pto.tstore ins(%acc : !A) outs(%oi : !PO)
  }
  return
}

// -----

// Accumulating twice into fewer than ten fractals (here 9 and 12).
!L = !pto.tile_buf<left, 48x32xf16, slayout=row_major>
!R = !pto.tile_buf<right, 32x48xf16, slayout=col_major>
!R4 = !pto.tile_buf<right, 32x64xf16, slayout=col_major>
!A = !pto.tile_buf<acc, 48x48xf32, blayout=col_major, slayout=row_major, fractal=1024>
!A4 = !pto.tile_buf<acc, 48x64xf32, blayout=col_major, slayout=row_major, fractal=1024>
// CHECK-LABEL: func.func @short_accumulation
// CHECK: pto.tmatmul ins
// CHECK-NEXT: pto.barrier <PIPE_M>
// CHECK-NEXT: pto.tmatmul.acc
// CHECK-NEXT: pto.tmatmul ins
// CHECK-NEXT: pto.tmatmul.acc
func.func @short_accumulation() {
  %l = pto.alloc_tile : !L
  %r = pto.alloc_tile : !R
  %acc = pto.alloc_tile : !A
  %r4 = pto.alloc_tile : !R4
  %acc4 = pto.alloc_tile : !A4
  pto.tmatmul ins(%l, %r : !L, !R) outs(%acc : !A)
  pto.tmatmul.acc ins(%acc, %l, %r : !A, !L, !R) outs(%acc : !A)
  pto.tmatmul ins(%l, %r4 : !L, !R4) outs(%acc4 : !A4)
  pto.tmatmul.acc ins(%acc4, %l, %r4 : !A4, !L, !R4) outs(%acc4 : !A4)
  return
}

// -----

// Scalar code waits for what it reads, and what it writes is waited for.
!V = !pto.tile_buf<vec, 16x16xf32>
// CHECK-LABEL: func.func @scalar
// CHECK: pto.tadd
// CHECK-NEXT: pto.set_flag[<PIPE_V>, <PIPE_S>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_V>, <PIPE_S>, <EVENT_ID0>]
// CHECK-NEXT: pto.tgetval
// CHECK: pto.tsetval
// CHECK-NEXT: pto.set_flag[<PIPE_S>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_S>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.tadd
func.func @scalar() {
  %c0 = arith.constant 0 : index
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
  %s = pto.tgetval ins(%b, %c0 : !V, index) outs : f32
  pto.tsetval ins(%c0, %s : index, f32) outs(%a : !V)
  pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
  return
}

// -----

// Cube and vector sections run on different cores; each is drained.
!V = !pto.tile_buf<vec, 16x16xf32>
// CHECK-LABEL: func.func @section
// CHECK: pto.section.vector {
// CHECK-NEXT: pto.tadd
// CHECK-NEXT: pto.barrier <PIPE_V>
// CHECK-NEXT: pto.tadd
// CHECK-NEXT: }
func.func @section() {
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  pto.section.vector {
    pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
    pto.tadd ins(%b, %b : !V, !V) outs(%a : !V)
  }
  return
}

// -----

// Before a call everything is finished; behind it nothing is pending.
!V = !pto.tile_buf<vec, 16x16xf32>
func.func private @callee()
// CHECK-LABEL: func.func @call
// CHECK: pto.tadd
// CHECK-NEXT: pto.set_flag[<PIPE_V>, <PIPE_S>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_V>, <PIPE_S>, <EVENT_ID0>]
// CHECK-NEXT: call @callee
// CHECK-NEXT: pto.tadd
func.func @call() {
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
  func.call @callee() : () -> ()
  pto.tadd ins(%b, %b : !V, !V) outs(%a : !V)
  return
}

// -----

// A function without instructions gets nothing.
// CHECK-LABEL: func.func @empty
// CHECK-NEXT: return
func.func @empty() {
  return
}
