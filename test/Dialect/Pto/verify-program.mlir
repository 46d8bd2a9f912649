// What pto-verify-program lets pass: offsets that end in views and scalars, messages with a base or on A5, one way of
// splitting per pipe.
// RUN: pypto-opt %s -pto-verify-program -split-input-file -verify-diagnostics -o /dev/null

module attributes {pto.target_arch = "a3"} {
  func.func @offsets(%p: !pto.ptr<f32>, %i: index) {
    %c16 = arith.constant 16 : index
    %c1 = arith.constant 1 : index
    %0 = pto.addptr %p, %i : !pto.ptr<f32> -> !pto.ptr<f32>
    %1 = pto.addptr %0, %i : !pto.ptr<f32> -> !pto.ptr<f32>
    %2 = pto.make_tensor_view %1, shape = [%c16, %c16], strides = [%c16, %c1] : !pto.tensor_view<16x16xf32>
    %3 = pto.load_scalar %1[%i] : !pto.ptr<f32> -> f32
    pto.store_scalar %3, %0[%i] : !pto.ptr<f32>, f32
    return
  }
  func.func @message(%base: memref<256xi64>) {
    pto.set_ffts %base : memref<256xi64>
    pto.sync.set <PIPE_MTE3>, 4
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @message() {
    pto.sync.set <PIPE_MTE3>, 4
    return
  }
  func.func @halves(%t: !pto.tile_buf<vec, 16x16xf32>, %buf: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %z = arith.constant 0 : i32
    pto.aiv_initialize_pipe {dir_mask = 2, slot_size = 1024, nosplit = false} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %buf : i32)
    pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x16xf32>) {split = 1}
    pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x16xf32>) {split = 2}
    return
  }
}
