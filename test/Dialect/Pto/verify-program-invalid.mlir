// What the public assembler refuses behind its verifier, one module each.
// RUN: pypto-opt %s -pto-verify-program -split-input-file -verify-diagnostics

func.func private @other(!pto.ptr<f32>)
func.func @escapes(%p: !pto.ptr<f32>, %i: index) {
  %0 = pto.addptr %p, %i : !pto.ptr<f32> -> !pto.ptr<f32>
  // expected-error @+1 {{must feed make_tensor_view, load_scalar, store_scalar or the gm_addr of initialize_l2g2l_pipe, but is used by 'func.call'}}
  %1 = pto.addptr %0, %i : !pto.ptr<f32> -> !pto.ptr<f32>
  // expected-note @+1 {{the use}}
  func.call @other(%1) : (!pto.ptr<f32>) -> ()
  return
}

// -----

module attributes {pto.target_arch = "a3"} {
  func.func @set_without_base() {
    // expected-error @+1 {{needs pto.set_ffts in its function on A3, which gives the base of the messages; write it, in Python pl.system.set_ffts(workspace), in front, the workspace a tensor of 256 INT64}}
    pto.sync.set <PIPE_MTE3>, 4
    return
  }
  func.func @wait_without_base() {
    // expected-error @+1 {{needs pto.set_ffts in its function on A3, which gives the base of the messages; write it, in Python pl.system.set_ffts(workspace), in front, the workspace a tensor of 256 INT64}}
    pto.sync.wait <PIPE_MTE2>, 4
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @mixed(%t: !pto.tile_buf<vec, 16x16xf32>, %buf: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %z = arith.constant 0 : i32
    pto.aiv_initialize_pipe {dir_mask = 2, slot_size = 1024} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %buf : i32)
    // expected-note @+1 {{the other use}}
    pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x16xf32>) {split = 1}
    pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x16xf32>) {split = 2}
    // expected-error @+1 {{mixes split 0 with split 1 on one pipe}}
    pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x16xf32>) {split = 0}
    return
  }
  func.func @against(%t: !pto.tile_buf<vec, 16x16xf32>, %buf: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %z = arith.constant 0 : i32
    // expected-note @+1 {{the pipe}}
    pto.aiv_initialize_pipe {dir_mask = 2, slot_size = 1024, nosplit = true} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %buf : i32)
    // expected-error @+1 {{has split 1, but its pipe says nosplit = true}}
    pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x16xf32>) {split = 1}
    return
  }
  func.func @internal(%t: !pto.tile_buf<vec, 16x16xf32>, %buf: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %pipe = pto.initialize_l2l_pipe {dir_mask = 2, slot_size = 1024, slot_num = 8} (%buf : i32) -> !pto.pipe
    // expected-note @+1 {{the other use}}
    pto.tpush(%t, %pipe : !pto.tile_buf<vec, 16x16xf32>, !pto.pipe) {split = 0}
    // expected-error @+1 {{mixes split 2 with split 0 on one pipe}}
    pto.tpush(%t, %pipe : !pto.tile_buf<vec, 16x16xf32>, !pto.pipe) {split = 2}
    return
  }
}

// -----

module attributes {pto.target_arch = "a3"} {
  func.func @no_slots(%t: !pto.tile_buf<vec, 16x16xf32>, %buf: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %z = arith.constant 0 : i32
    // expected-error @+1 {{requires gm_slot_buffer on A3}}
    pto.aiv_initialize_pipe {dir_mask = 2, slot_size = 1024} (c2v_consumer_buf = %z : i32, v2c_consumer_buf = %buf : i32)
    pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x16xf32>) {split = 0}
    return
  }
}

// -----

func.func @ping() {
  // expected-error @+1 {{calls 'ping', which leads back here}}
  func.call @ping() : () -> ()
  return
}

// -----

// expected-error @+1 {{returns 2 values; a device function returns one at most}}
func.func private @pair() -> (i32, i32)

// -----

// The only definition of a module is its entry.
// expected-error @+1 {{is an entry point, the only function here, and must return nothing, but has 1 results}}
func.func @only(%a: i32) -> i32 {
  return %a : i32
}

// -----

// Two definitions: none of them is one, if neither says so.
func.func @first(%a: i32) -> i32 {
  return %a : i32
}
func.func @second(%a: i32) {
  %b = func.call @first(%a) : (i32) -> i32
  return
}

// -----

// The older name.
func.func @helper() {
  return
}
// expected-error @+1 {{is an entry point and must return nothing, but has 1 results}}
func.func @named(%a: i32) -> i32 attributes {hacc.entry} {
  return %a : i32
}
// expected-error @+1 {{is a declaration and cannot be an entry point; give it a body or remove 'hacc.entry'}}
func.func private @declared() attributes {hacc.entry}

// -----

!V = !pto.tile_buf<vec, 16x16xf32>
!A = !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>
!M = !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>
module attributes {pto.target_arch = "a5"} {
  // No initialisation at all, one use of each kind.
  func.func @push_to_vector(%t: !A) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error @+1 {{uses a pipe that is not initialised before; put pto.aic_initialize_pipe with dir_mask = 1 or 3 at the start of 'push_to_vector'}}
    pto.tpush_to_aiv(%t : !A) {split = 0}
    return
  }
  func.func @push_to_cube(%t: !V) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error @+1 {{put pto.aiv_initialize_pipe with dir_mask = 2 or 3 at the start of 'push_to_cube'}}
    pto.tpush_to_aic(%t : !V) {split = 0}
    return
  }
  func.func @pop_from_cube() attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error @+1 {{put pto.aiv_initialize_pipe with dir_mask = 1 or 3}}
    %t = pto.tpop_from_aic {split = 0} -> !V
    return
  }
  func.func @pop_from_vector() attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error @+1 {{put pto.aic_initialize_pipe with dir_mask = 2 or 3}}
    %t = pto.tpop_from_aiv {split = 0} -> !M
    return
  }
  func.func @free_from_cube() attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error @+1 {{put pto.aiv_initialize_pipe with dir_mask = 1 or 3}}
    pto.tfree_from_aic {split = 0}
    return
  }
  func.func @free_from_vector() attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    // expected-error @+1 {{put pto.aic_initialize_pipe with dir_mask = 2 or 3}}
    pto.tfree_from_aiv {split = 0}
    return
  }
  func.func @too_late(%t: !V, %buf: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-error @+1 {{uses a pipe that is not initialised before}}
    pto.tpush_to_aic(%t : !V) {split = 0}
    // expected-note @+1 {{this initialisation comes later, or on another path}}
    pto.aiv_initialize_pipe {dir_mask = 2, slot_size = 1024} (c2v_consumer_buf = %buf : i32, v2c_consumer_buf = %buf : i32)
    return
  }
  func.func @on_one_path(%t: !V, %buf: i32, %c: i1) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    scf.if %c {
      // expected-note @+1 {{this initialisation comes later, or on another path}}
      pto.aiv_initialize_pipe {dir_mask = 2, slot_size = 1024} (c2v_consumer_buf = %buf : i32, v2c_consumer_buf = %buf : i32)
    }
    // expected-error @+1 {{uses a pipe that is not initialised before}}
    pto.tpush_to_aic(%t : !V) {split = 0}
    return
  }
  func.func @wrong_direction(%t: !V, %buf: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    // expected-note @+1 {{the pipe}}
    pto.aiv_initialize_pipe {dir_mask = 1, slot_size = 1024} (c2v_consumer_buf = %buf : i32, v2c_consumer_buf = %buf : i32)
    // expected-error @+1 {{moves tiles from the vector to the cube core, but its pipe has dir_mask = 1; it needs 2 or 3}}
    pto.tpush_to_aic(%t : !V) {split = 0}
    return
  }
}
