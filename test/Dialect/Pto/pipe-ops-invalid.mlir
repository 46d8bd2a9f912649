// Wrong forms of FIFOs as the core sees them and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%z: i32) {
    // expected-error @+1 {{expects slot_num to be 4 or 8, got 5}}
    %p = pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 5} (%z : i32) -> !pto.pipe
    return
  }
}

// -----

module {
  func.func @f(%z: i32) {
    // expected-error @+1 {{expects peer_local_addr exactly when dir_mask is 3}}
    %p = pto.initialize_l2l_pipe {dir_mask = 3, slot_size = 1024, slot_num = 4} (%z : i32) -> !pto.pipe
    return
  }
}

// -----

module {
  func.func @f(%g: !pto.ptr<f32>, %z: i32) {
    // expected-error-re @+1 {{expects local_slot_num to be in {{.}}1, 4{{.}}, got 5}}
    %p = pto.initialize_l2g2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 4, local_slot_num = 5} (%g : !pto.ptr<f32>, %z : i32) -> !pto.pipe
    return
  }
}

// -----

module {
  func.func @f(%z: i32, %a: !pto.tile_buf<vec, 16x16xf32>) {
    %p = pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 4} (%z : i32) -> !pto.pipe
    // expected-error-re @+1 {{expects to be in a pto{{.}}section or in a function with pto{{.}}kernel_kind}}
    pto.tpush(%a, %p : !pto.tile_buf<vec, 16x16xf32>, !pto.pipe) {split = 1}
    return
  }
}

// -----

module {
  func.func @f(%z: i32, %a: !pto.tile_buf<left, 16x16xf32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    %p = pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 4} (%z : i32) -> !pto.pipe
    // expected-error @+1 {{expects a tile in acc or vec}}
    pto.tpush(%a, %p : !pto.tile_buf<left, 16x16xf32>, !pto.pipe) {split = 1}
    return
  }
}

// -----

module {
  func.func @f(%z: i32, %a: !pto.tile_buf<acc, 16x16xf32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    %p = pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 4} (%z : i32) -> !pto.pipe
    // expected-error @+1 {{expects a tile in vec or mat}}
    pto.tpop(%a, %p : !pto.tile_buf<acc, 16x16xf32>, !pto.pipe) {split = 1}
    return
  }
}

// -----

module {
  func.func @f(%z: i32) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    %p = pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 4} (%z : i32) -> !pto.pipe
    // expected-error @+1 {{expects split to be 0, 1 or 2, got 3}}
    pto.tfree(%p : !pto.pipe) {split = 3}
    return
  }
}

// -----

module {
  func.func @f(%p: !pto.pipe) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error @+1 {{expects a pipe handle straight from an initialize operation}}
    pto.tfree(%p : !pto.pipe) {split = 1}
    return
  }
}
