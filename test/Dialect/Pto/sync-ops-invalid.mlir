// Wrong forms of flags, barriers and events and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f() {
    // expected-error-re @+1 {{expects buf_id to be in {{.}}0, 31{{.}}, got 32}}
    pto.get_buf[#pto.pipe_event_type<TVEC>, 32]
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects mode to be 0 or more, got -1}}
    pto.rls_buf[#pto.pipe_event_type<TVEC>, 3] {mode = -1 : i32}
    return
  }
}

// -----

module {
  func.func @f(%m: memref<16xf32>) {
    // expected-error @+1 {{expects a memref of i64 or i8}}
    pto.set_ffts %m : memref<16xf32>
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects ffts_mode to be 0, 1 or 2, got 3}}
    pto.sync.set <PIPE_MTE3>, 4 {ffts_mode = 3 : i32}
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f() {
    // expected-error @+1 {{expects on A5 one of the pipes PIPE_FIX, PIPE_MTE3, got PIPE_V}}
    pto.sync.set <PIPE_V>, 4
    return
  }
}

// -----

module attributes {pto.target_arch = "a5"} {
  func.func @f() {
    // expected-error @+1 {{expects on A5 one of the pipes}}
    pto.sync.wait <PIPE_M>, 4
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects either a literal event id or an index value, got neither}}
    "pto.sync.set"() <{pipe = #pto.pipe<PIPE_MTE3>}> : () -> ()
    return
  }
}

// -----

module {
  func.func @f(%i: index) {
    // expected-error @+1 {{expects either a literal event id or an index value, got both}}
    "pto.sync.wait"(%i) <{pipe = #pto.pipe<PIPE_MTE3>, event_id = 1 : i32}> : (index) -> ()
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expected ','}}
    pto.set_flag[<PIPE_MTE2>, <PIPE_V>]
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{requires attribute 'dst_pipe'}}
    "pto.wait_flag"() {src_pipe = #pto.pipe<PIPE_MTE2>, event_id = #pto.event<EVENT_ID0>} : () -> ()
    return
  }
}

// -----

module {
  func.func @f(%i: i32) {
    // expected-error @+1 {{operand #0 must be index, but got 'i32'}}
    "pto.set_flag_dyn"(%i) {src_pipe = #pto.pipe<PIPE_MTE2>, dst_pipe = #pto.pipe<PIPE_V>} : (i32) -> ()
    return
  }
}

// -----

module {
  func.func @f(%i: i32) {
    // expected-error @+1 {{operand #0 must be index, but got 'i32'}}
    "pto.wait_flag_dyn"(%i) {src_pipe = #pto.pipe<PIPE_MTE2>, dst_pipe = #pto.pipe<PIPE_V>} : (i32) -> ()
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{requires attribute 'src_op'}}
    "pto.record_event"() {dst_op = #pto.pipe_event_type<TVEC>, event_id = #pto.event<EVENT_ID0>} : () -> ()
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{'pto.wait_event' invalid kind of attribute specified}}
    pto.wait_event[#pto.sync_op_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{'pto.barrier' expected one of [PIPE_S, PIPE_V,}}
    pto.barrier <PIPE_NONE>
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{'pto.barrier_sync' invalid kind of attribute specified}}
    pto.barrier_sync[#pto.pipe_event_type<TVEC>]
    return
  }
}

// -----

module {
  func.func @f(%i: index) {
    // expected-error @+1 {{requires zero results}}
    %x = "pto.tsync"(%i) : (index) -> index
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{result #0 must be local array of event ids, but got '!pto.ptr<f32>'}}
    %x = pto.declare_eventid_array -> !pto.ptr<f32>
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.eventid_array<4>, %i: i32) {
    // expected-error @+1 {{operand #1 must be index, but got 'i32'}}
    %x = "pto.eventid_array_get"(%a, %i) : (!pto.eventid_array<4>, i32) -> index
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.eventid_array<4>, %i: index, %v: i32) {
    // expected-error @+1 {{operand #2 must be index, but got 'i32'}}
    "pto.eventid_array_set"(%a, %i, %v) : (!pto.eventid_array<4>, index, i32) -> ()
    return
  }
}
