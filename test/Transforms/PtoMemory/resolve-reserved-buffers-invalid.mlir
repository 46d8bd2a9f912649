// A reserved buffer whose address nobody has chosen, and an import of a buffer that its peer does not reserve.
// RUN: pypto-opt %s --pto-resolve-reserved-buffers -split-input-file -verify-diagnostics

func.func @unplanned() {
  // expected-error @+1 {{the reserved buffer has no address yet; run --pto-plan-memory first, or give it auto = false and a base}}
  %ring = pto.reserve_buffer {name = "ring", size = 8192, location = #pto.address_space<vec>, auto = true} -> i32
  return
}

// -----

module {
  func.func @consumer() {
    %ring = pto.reserve_buffer {name = "ring", size = 8192, location = #pto.address_space<vec>, auto = false, base = 0} -> i32
    return
  }
  func.func @producer() {
    // expected-error @+1 {{expects @consumer to hold a pto.reserve_buffer named "queue"}}
    %peer = pto.import_reserved_buffer {name = "queue", peer_func = @consumer} -> i32
    return
  }
}
