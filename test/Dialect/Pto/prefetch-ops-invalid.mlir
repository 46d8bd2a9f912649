// Wrong windows of prefetches.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @rows(%a: !pto.partition_tensor_view<2x64xf32>) {
    // expected-error @+1 {{expects src to be static, contiguous and in effect one-dimensional}}
    %e = pto.tprefetch_async %a : !pto.partition_tensor_view<2x64xf32>
    return
  }
}

// -----

module {
  func.func @dynamic(%a: !pto.partition_tensor_view<1x?xf32>) {
    // expected-error @+1 {{expects src to be static, contiguous and in effect one-dimensional}}
    %e = pto.tprefetch_async %a : !pto.partition_tensor_view<1x?xf32>
    return
  }
}

// -----

module {
  func.func @on_chip(%a: memref<1x64xf32, #pto.address_space<vec>>) {
    // expected-error @+1 {{expects src in gm}}
    %e = pto.tprefetch_async %a : memref<1x64xf32, #pto.address_space<vec>>
    return
  }
}

// -----

module {
  func.func @f(%i: i32) {
    // expected-error @+1 {{operand #0 must be index, but got 'i32'}}
    %d = "pto.wait_prefetch"(%i) : (i32) -> i1
    return
  }
}
