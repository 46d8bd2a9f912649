// Both ends of a FIFO see the address that the consumer reserves; flags count
// two per direction.
// RUN: pypto-opt --pto-plan-memory --pto-resolve-reserved-buffers %s | FileCheck %s
// RUN: not pypto-opt --pto-resolve-reserved-buffers %s 2>&1 | FileCheck %s --check-prefix=UNPLANNED
// UNPLANNED: [PYPTO-E0610] the reserved buffer has no address yet; run --pto-plan-memory first

!V = !pto.tile_buf<vec, 16x64xf32>
module attributes {pto.target_arch = "a5"} {
  // The tile takes 0..4096.
  // CHECK-LABEL: func.func @consumer
  // CHECK: %[[AT:.*]] = arith.constant 4096 : i32
  // CHECK: pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 8, flag_base = 0}{{ ?}}(%[[AT]] : i32)
  func.func @consumer(%s: f32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %a = pto.alloc_tile : !V
    %ring = pto.reserve_buffer {name = "ring", size = 8192, location = #pto.address_space<vec>, auto = true} -> i32
    %p = pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 8} (%ring : i32) -> !pto.pipe
    pto.texpands ins(%s : f32) outs(%a : !V)
    return
  }
  // CHECK-LABEL: func.func @producer
  // CHECK: %[[AT:.*]] = arith.constant 4096 : i32
  // CHECK: pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 8, flag_base = 0}{{ ?}}(%[[AT]] : i32)
  func.func @producer() attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    %peer = pto.import_reserved_buffer {name = "ring", peer_func = @consumer} -> i32
    %p = pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 8} (%peer : i32) -> !pto.pipe
    return
  }
}
