// Wrong forms of core identity, sections, debugging and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%a: !pto.tile_buf<acc, 16x16xf32>) {
    // expected-error @+1 {{expects src to be in the vec address space}}
    pto.tprint ins(%a : !pto.tile_buf<acc, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xbf16>) {
    // expected-error @+1 {{expects the element type of src to be one of}}
    pto.tprint ins(%a : !pto.tile_buf<vec, 16x16xbf16>)
    return
  }
}
