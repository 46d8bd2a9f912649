// Addresses that take turns in a loop, however they are computed, are guarded by event ids that take turns.
// RUN: pypto-opt --pto-insert-sync --pto-verify-sync --split-input-file %s | FileCheck %s
// RUN: pypto-opt --pto-insert-sync=event-ids=2 --pto-verify-sync --split-input-file %s 2>&1 | FileCheck %s --check-prefix=FEW

!V = !pto.tile_buf<vec, 16x64xf32>

// One slot or the other.
// CHECK-LABEL: func.func @selected
// CHECK: pto.wait_flag_dyn[<PIPE_V>, <PIPE_MTE2>
// CHECK: pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>
// CHECK-NOT: barrier <PIPE_ALL>
// CHECK: }
func.func @selected(%xp: !pto.partition_tensor_view<16x64xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %left = arith.constant 0 : i64
  %right = arith.constant 65536 : i64
  %to = arith.constant 131072 : i64
  %out = pto.alloc_tile addr = %to : !V
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %isEven = arith.cmpi eq, %slot, %c0 : index
    %at = arith.select %isEven, %left, %right : i64
    %a = pto.alloc_tile addr = %at : !V
    pto.tload ins(%xp : !pto.partition_tensor_view<16x64xf32>) outs(%a : !V)
    pto.tadds ins(%a, %s : !V, f32) outs(%out : !V)
  }
  return
}

// -----

!V = !pto.tile_buf<vec, 16x64xf32>

// Three slots, a loop that starts at 4 in steps of 2: iteration n, counted from 0, has id n mod 3. With two ids, two
// iterations overlap, and a remark says so.
// CHECK-LABEL: func.func @three
// CHECK: scf.for %[[I:.+]] =
// CHECK-NEXT: %[[SINCE:.+]] = arith.subi %[[I]], %{{.+}} : index
// CHECK-NEXT: %[[N:.+]] = arith.divui %[[SINCE]], %{{.+}} : index
// CHECK-NEXT: %[[ID:.+]] = arith.remui %[[N]], %{{.+}} : index
// CHECK: pto.wait_flag_dyn[<PIPE_V>, <PIPE_MTE2>, %[[ID]]]
// FEW: remark: event ids ran out: fewer iterations of rotating buffers overlap than they have slots
// FEW-LABEL: func.func @three
// FEW-NOT: barrier <PIPE_ALL>
// FEW: pto.tload
// FEW-NOT: barrier <PIPE_ALL>
// FEW: pto.tadds
func.func @three(%xp: !pto.partition_tensor_view<16x64xf32>, %n: index, %s: f32) {
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %bytes = arith.constant 4096 : index
  %to = arith.constant 131072 : i64
  %out = pto.alloc_tile addr = %to : !V
  scf.for %i = %c4 to %n step %c2 {
    %slot = arith.remui %i, %c3 : index
    %offset = arith.muli %slot, %bytes : index
    %at = arith.index_cast %offset : index to i64
    %a = pto.alloc_tile addr = %at : !V
    pto.tload ins(%xp : !pto.partition_tensor_view<16x64xf32>) outs(%a : !V)
    pto.tadds ins(%a, %s : !V, f32) outs(%out : !V)
  }
  return
}

// -----

!V = !pto.tile_buf<vec, 16x64xf32>

// An address that is not the same every so many iterations is any address.
// CHECK-LABEL: func.func @growing
// CHECK-NOT: flag_dyn
// CHECK: return
func.func @growing(%xp: !pto.partition_tensor_view<16x64xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bytes = arith.constant 4096 : index
  %to = arith.constant 131072 : i64
  %out = pto.alloc_tile addr = %to : !V
  scf.for %i = %c0 to %n step %c1 {
    %offset = arith.muli %i, %bytes : index
    %at = arith.index_cast %offset : index to i64
    %a = pto.alloc_tile addr = %at : !V
    pto.tload ins(%xp : !pto.partition_tensor_view<16x64xf32>) outs(%a : !V)
    pto.tadds ins(%a, %s : !V, f32) outs(%out : !V)
  }
  return
}

// -----

!V = !pto.tile_buf<vec, 16x64xf32>
!R = !pto.tile_buf<vec, 48x64xf32>

// Parts of one tile that take turns, by the remainder that is never negative.
// CHECK-LABEL: func.func @parts
// CHECK: pto.wait_flag_dyn[<PIPE_V>, <PIPE_MTE2>
// CHECK: pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>
// CHECK-NOT: barrier <PIPE_ALL>
// CHECK: }
// FEW-LABEL: func.func @parts
func.func @parts(%xp: !pto.partition_tensor_view<16x64xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %from = arith.constant 0 : i64
  %to = arith.constant 131072 : i64
  %all = pto.alloc_tile addr = %from : !R
  %out = pto.alloc_tile addr = %to : !V
  scf.for %i = %c0 to %n step %c1 {
    %parts = arith.floordivsi %i, %c3 : index
    %whole = arith.muli %parts, %c3 : index
    %slot = arith.subi %i, %whole : index
    %row = arith.muli %slot, %c16 : index
    %part = pto.subset %all[%row, %c0] sizes [16, 64] : !R
    %a = pto.treshape %part : !pto.tile_buf<vec, 16x64xf32, valid=?x64> -> !V
    pto.tload ins(%xp : !pto.partition_tensor_view<16x64xf32>) outs(%a : !V)
    pto.tadds ins(%a, %s : !V, f32) outs(%out : !V)
  }
  return
}
