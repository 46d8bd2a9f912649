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
