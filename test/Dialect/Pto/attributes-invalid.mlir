// Malformed attributes and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

// A spaced kind in dotted spelling, and the other way round.
// expected-error @+1 {{[PYPTO-E0600] expected a space before the member of 'round_mode'; write #pto<round_mode RINT>}}
module attributes {a = #pto.round_mode<RINT>} {}

// -----

// expected-error @+1 {{[PYPTO-E0600] expected a space before the member of 'cmp'; write #pto<cmp ...>}}
module attributes {a = #pto.cmp<>} {}

// -----

// expected-error @+1 {{[PYPTO-E0600] expected '<' before the member of 'layout'; write #pto.layout<nd>}}
module attributes {a = #pto<layout nd>} {}

// -----

// expected-error @+1 {{[PYPTO-E0600] expected '<' before the member of 'pad_value'; write #pto.pad_value<...>}}
module attributes {a = #pto.pad_value} {}

// -----

// expected-error @+1 {{expected one of [PIPE_S, PIPE_V,}}
module attributes {a = #pto.pipe<PIPE_X>} {}

// -----

// expected-error @+1 {{[PYPTO-E0600] unknown pad in tile_buf_config: 9}}
module attributes {a = #pto.tile_buf_config<pad=9>} {}

// -----

// expected-error @+1 {{duplicate pad in tile_buf_config}}
module attributes {a = #pto.tile_buf_config<pad=1, pad=1>} {}

// -----

// expected-error @+1 {{unknown key in tile_buf_config: paddle}}
module attributes {a = #pto.tile_buf_config<paddle=1>} {}

// -----

// expected-error @+1 {{expected an integer or an attribute of kind '#pto.pad_value' for pad in tile_buf_config}}
module attributes {a = #pto.tile_buf_config<pad=#pto.blayout<col_major>>} {}

// -----

// expected-error @+1 {{[PYPTO-E0607] 'builtin.module' op expects 'pto.target_arch' to be a string}}
module attributes {pto.target_arch = 5} {}

// -----

// expected-error @+1 {{expects 'pto.kernel_kind' to be #pto.kernel_kind<cube> or #pto.kernel_kind<vector>}}
func.func private @f() attributes {pto.kernel_kind = "cube"}

// -----

// expected-error @+1 {{[PYPTO-E0608] 'func.func' op is a declaration and cannot be an entry point}}
func.func private @f() attributes {pto.entry}

// -----

// expected-error @+1 {{is an entry point and must return nothing, but has 1 results}}
func.func @f(%a: i32) -> i32 attributes {pto.entry} {
  return %a : i32
}

// -----

// expected-error @+1 {{carries 'pto.entry', which belongs on a function}}
module attributes {pto.entry} {}
