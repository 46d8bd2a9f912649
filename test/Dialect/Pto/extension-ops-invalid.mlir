// Wrong forms of what the public assembler lacks and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f() {
    pto.cmo.cacheinvalid
    // expected-error @+1 {{expected 'single_cache_line'}}
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects gm, the only memory with a cache, got vec}}
    pto.cmo.cacheinvalid all #pto.address_space<vec>
    return
  }
}

// -----

module {
  func.func @f(%n: i32) {
    // expected-error @+1 {{expects neither workspace nor used_cores in mode hard}}
    pto.syncall <hard>, <mix> used_cores(%n)
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects workspace and used_cores in mode soft}}
    pto.syncall <soft>, <mix>
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{'pto.fence.barrier_all' invalid kind of attribute specified}}
    pto.fence.barrier_all #pto.address_space<gm>
    return
  }
}
