// Event ids run out in a nest of loops: flags of inner loops are set anew for
// each run of the loop, and with one id the pipes wait for each other. No
// barrier of all pipes but the last, and the checker agrees.
// RUN: pypto-opt --pto-insert-sync=event-ids=1 %s -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: pypto-opt --pto-verify-sync %t
// RUN: pypto-opt --pto-insert-sync %s 2>&1 | FileCheck %s --check-prefix=ENOUGH

!V = !pto.tile_buf<vec, 16x16xf32>
!PV = !pto.partition_tensor_view<16x16xf32>
!TV = !pto.tensor_view<16x16xf32>

// REMARK-DAG: remark: event ids from MTE2 to V ran out; the two pipes wait for each other here
// REMARK-DAG: remark: event ids ran out: {{[0-9]+}} flags of inner loops are set anew for each run of the loop
// ENOUGH-NOT: remark:

// CHECK-LABEL: func.func @nest
// CHECK: scf.for
// CHECK-NOT: PIPE_ALL
// CHECK: pto.set_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID0>]
// CHECK-NEXT: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NEXT: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
// CHECK-NOT: PIPE_ALL
// CHECK: pto.barrier <PIPE_ALL>
// CHECK-NEXT: return
func.func @nest(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %w = pto.make_tensor_view %y, shape = [%c16, %c16], strides = [%c16, %c1] : !TV
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %q = pto.partition_view %w, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TV -> !PV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  %d = pto.alloc_tile : !V
  %e = pto.alloc_tile : !V
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      pto.tload ins(%p : !PV) outs(%a : !V)
      pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
      pto.tstore ins(%b : !V) outs(%q : !PV)
    }
    scf.for %j = %c0 to %n step %c1 {
      pto.tload ins(%p : !PV) outs(%d : !V)
      pto.tadd ins(%d, %d : !V, !V) outs(%e : !V)
      pto.tstore ins(%e : !V) outs(%q : !PV)
    }
  }
  return
}
