// Wrong forms of FIFOs as the author writes them and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%z: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error-re @+1 {{expects a function with pto{{.}}kernel_kind = #pto{{.}}kernel_kind<cube>, got vector}}
    pto.aic_initialize_pipe {dir_mask = 1, slot_size = 1024} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %z : i32)
    return
  }
}

// -----

module {
  func.func @f(%z: i32) {
    // expected-error-re @+1 {{expects a function with pto{{.}}kernel_kind = #pto{{.}}kernel_kind<vector>, got none}}
    pto.aiv_initialize_pipe {dir_mask = 1, slot_size = 1024} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %z : i32)
    return
  }
}

// -----

module {
  func.func @f(%z: i32) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error @+1 {{expects dir_mask to be 1}}
    pto.aic_initialize_pipe {dir_mask = 4, slot_size = 1024} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %z : i32)
    return
  }
}

// -----

module {
  func.func @f(%z: i32) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error @+1 {{expects slot_size to be a positive number of bytes, got 0}}
    pto.aic_initialize_pipe {dir_mask = 1, slot_size = 0} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %z : i32)
    return
  }
}

// -----

module {
  func.func @f(%z: i32) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error-re @+1 {{expects local_slot_num to be in {{.}}1, 2{{.}}}}
    pto.aic_initialize_pipe {dir_mask = 1, slot_size = 8, slot_num = 2, local_slot_num = 3} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %z : i32)
    return
  }
}

// -----

module {
  func.func @f(%z: i32) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error-re @+1 {{expects at most one 'pto{{.}}aic_initialize_pipe' in a function}}
    pto.aic_initialize_pipe {dir_mask = 1, slot_size = 8} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %z : i32)
    pto.aic_initialize_pipe {dir_mask = 1, slot_size = 8} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %z : i32)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error-re @+1 {{expects a function with pto{{.}}kernel_kind = #pto{{.}}kernel_kind<cube>}}
    pto.tpush_to_aiv(%a : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>) {split = 0}
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error @+1 {{expects split to be 0}}
    pto.tpush_to_aic(%a : !pto.tile_buf<vec, 16x16xf32>) {split = 5}
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error @+1 {{expects no lane_stride with split = 0}}
    pto.tpush_to_aic(%a : !pto.tile_buf<vec, 16x16xf32>) {split = 0, lane_stride = 8}
    return
  }
}

// -----

module {
  func.func @f() attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error-re @+1 {{expects a function with pto{{.}}kernel_kind = #pto{{.}}kernel_kind<vector>, got cube}}
    %t = pto.tpop_from_aic {split = 0} -> !pto.tile_buf<vec, 16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%i: index) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error @+1 {{has valid operands, but the valid extents of the tile are static}}
    %t = pto.tpop_from_aic(%i, %i) {split = 0} -> !pto.tile_buf<vec, 16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%i: index) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error @+1 {{expects valid_row and valid_col together or neither}}
    %t = "pto.tpop_from_aiv"(%i) <{split = 0 : i8, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> !pto.tile_buf<vec, 16x16xf32>
    return
  }
}

// -----

module {
  func.func @f() attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error-re @+1 {{expects a function with pto{{.}}kernel_kind = #pto{{.}}kernel_kind<vector>}}
    pto.tfree_from_aic {split = 0}
    return
  }
}

// -----

module {
  func.func @f() attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error @+1 {{expects split to be 0}}
    pto.tfree_from_aiv {split = -1}
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects location to be vec or mat, got acc}}
    %r = pto.reserve_buffer {name = "n", size = 8, location = #pto.address_space<acc>, auto = true} -> i32
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects size to be a positive number of bytes, got 0}}
    %r = pto.reserve_buffer {name = "n", size = 0, location = #pto.address_space<vec>, auto = true} -> i32
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects base of 0 or more with auto = false}}
    %r = pto.reserve_buffer {name = "n", size = 8, location = #pto.address_space<vec>, auto = false} -> i32
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects peer_func to name a function}}
    %r = pto.import_reserved_buffer {name = "n", peer_func = @nobody} -> i32
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error-re @+1 {{to hold a pto{{.}}reserve_buffer named "n"}}
    %r = pto.import_reserved_buffer {name = "n", peer_func = @f} -> i32
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xf32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error @+1 {{expected 'split' to fit 8 bits}}
    pto.tpush_to_aic(%a : !pto.tile_buf<vec, 16x16xf32>) {split = 300}
    return
  }
}
