// Wrong forms of asynchronous global transfers and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%a: !pto.tile_buf<mat, 1x64xi8>, %w: !pto.ptr<i8>) {
    // expected-error @+1 {{expects scratch in the vec address space}}
    %s = pto.build_async_session(%a, %w : !pto.tile_buf<mat, 1x64xi8>, !pto.ptr<i8>) -> !pto.async_session
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 1x4xi8>, %w: !pto.ptr<i8>) {
    // expected-error @+1 {{expects scratch to have at least 8 bytes}}
    %s = pto.build_async_session(%a, %w : !pto.tile_buf<vec, 1x4xi8>, !pto.ptr<i8>) -> !pto.async_session
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 1x64xi8>, %w: !pto.ptr<f32>) {
    // expected-error @+1 {{expects workspace to hold 8-bit integers}}
    %s = pto.build_async_session(%a, %w : !pto.tile_buf<vec, 1x64xi8>, !pto.ptr<f32>) -> !pto.async_session
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 1x64xi8>, %w: !pto.ptr<i8>) {
    // expected-error-re @+1 {{expects sync_id to be in {{.}}0, 7{{.}}, got 8}}
    %s = pto.build_async_session(%a, %w : !pto.tile_buf<vec, 1x64xi8>, !pto.ptr<i8>) {sync_id = 8 : i32} -> !pto.async_session
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.partition_tensor_view<16x16xf32>, %b: !pto.partition_tensor_view<16x16xf32>, %s: !pto.async_session) {
    // expected-error @+1 {{expects dst to be static, contiguous and in effect one-dimensional}}
    %e = pto.tput_async(%a, %b, %s : !pto.partition_tensor_view<16x16xf32>, !pto.partition_tensor_view<16x16xf32>, !pto.async_session) -> !pto.async_event
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.partition_tensor_view<1x64xf32>, %b: !pto.partition_tensor_view<1x32xf32>, %s: !pto.async_session) {
    // expected-error @+1 {{expects dst and src to have the same shape}}
    %e = pto.tget_async(%a, %b, %s : !pto.partition_tensor_view<1x64xf32>, !pto.partition_tensor_view<1x32xf32>, !pto.async_session) -> !pto.async_event
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.partition_tensor_view<1x64xf32>, %b: !pto.partition_tensor_view<1x64xf16>, %s: !pto.async_session) {
    // expected-error @+1 {{expects dst and src to have the same element type}}
    %e = pto.tget_async(%a, %b, %s : !pto.partition_tensor_view<1x64xf32>, !pto.partition_tensor_view<1x64xf16>, !pto.async_session) -> !pto.async_event
    return
  }
}

// -----

module {
  func.func @f(%e: !pto.async_event, %s: !pto.async_session) {
    // expected-error @+1 {{result #0 must be 1-bit signless integer, but got 'i32'}}
    %d = pto.wait_async_event(%e, %s : !pto.async_event, !pto.async_session) -> i32
    return
  }
}

// -----

module {
  func.func @f(%s: !pto.async_session) {
    // expected-error @+1 {{operand #0 must be completion handle of an asynchronous transfer}}
    %d = "pto.test_async_event"(%s, %s) : (!pto.async_session, !pto.async_session) -> i1
    return
  }
}
