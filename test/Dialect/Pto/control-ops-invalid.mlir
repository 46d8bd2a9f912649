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
    // expected-error @+3 {{(src) takes no elements of 'bf16' on the 910B (a2a3)}}
    // expected-note @+2 {{expected: 'i8', 'ui8', 'i16', 'ui16', 'i32', 'ui32', 'f16' or 'f32'}}
    // expected-note @+1 {{got: 'bf16'}}
    pto.tprint ins(%a : !pto.tile_buf<vec, 16x16xbf16>)
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{result #0 must be 64-bit signless integer, but got 'index'}}
    %x = "pto.get_block_idx"() : () -> index
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{result #0 must be 64-bit signless integer, but got 'index'}}
    %x = "pto.get_block_num"() : () -> index
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{result #0 must be 64-bit signless integer, but got 'index'}}
    %x = "pto.get_subblock_idx"() : () -> index
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{result #0 must be 64-bit signless integer, but got 'index'}}
    %x = "pto.get_subblock_num"() : () -> index
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects region #0 to have 0 or 1 blocks}}
    "pto.section.cube"() ({ ^a: pto.trap ^b: pto.trap }) : () -> ()
    return
  }
}

// -----

module {
  func.func @f() {
    // expected-error @+1 {{region should have no arguments}}
    "pto.section.vector"() ({ ^a(%x: i32): pto.trap }) : () -> ()
    return
  }
}

// -----

module {
  func.func @f(%t: !pto.tile_buf<vec, 16x16xf32>) {
    // expected-error @+1 {{operand #0 must be integer or index or floating-point}}
    pto.print ins("x=%f", %t : !pto.tile_buf<vec, 16x16xf32>)
    return
  }
}

// -----

module {
  func.func @f(%i: index) {
    // expected-error @+1 {{requires zero operands}}
    "pto.trap"(%i) : (index) -> ()
    return
  }
}
