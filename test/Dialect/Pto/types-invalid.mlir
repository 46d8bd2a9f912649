// Malformed types and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{[PYPTO-E0600] unknown loc: gm; expected vec, mat, left, right, acc, bias or scaling}}
func.func private @f(!pto.tile_buf<gm, 16x16xf32>)

// -----

// expected-error @+1 {{[PYPTO-E0600] unknown loc: ub}}
func.func private @f(!pto.tile_buf<loc=ub, dtype=f32, rows=1, cols=1, v_row=1, v_col=1, blayout=row_major, slayout=none_box, fractal=512, pad=0>)

// -----

// expected-error @+1 {{unknown blayout: diagonal; expected one of row_major, col_major}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, blayout=diagonal>)

// -----

// expected-error @+1 {{unknown slayout: box; expected one of none_box, row_major, col_major}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, slayout=box>)

// -----

// expected-error @+1 {{unknown pad: 4; expected one of 0 null, 1 zero, 2 max, 3 min}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, pad=4>)

// -----

// expected-error @+1 {{expected pad to be a non-negative 32-bit integer}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, pad=-1>)

// -----

// expected-error @+1 {{expected pad to be a non-negative 32-bit integer}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, pad=4294967296>)

// -----

// Keywords are not numbers.
// expected-error @+1 {{[PYPTO-E0600] expected pad as a number: 0 null, 1 zero, 2 max, 3 min}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, pad=zero>)

// -----

// expected-error @+1 {{unknown compact: 3; expected one of 0 null, 1 normal, 2 row_plus_one}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, compact=3>)

// -----

// expected-error @+1 {{duplicate pad in tile_buf compact syntax}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, pad=1, pad=1>)

// -----

// expected-error @+1 {{unknown key in tile_buf compact syntax: colour}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, colour=1>)

// -----

// expected-error @+1 {{expected exactly two shape dims in tile_buf, got 3}}
func.func private @f(!pto.tile_buf<vec, 1x16x16xf32>)

// -----

// expected-error @+1 {{expected exactly two valid dims in tile_buf, got 1}}
func.func private @f(!pto.tile_buf<vec, 16x16xf32, valid=16>)

// -----

// expected-error @+1 {{expected static shape in tile_buf}}
func.func private @f(!pto.tile_buf<vec, ?x16xf32>)

// -----

// expected-error @+1 {{expected 'v_row' in tile_buf}}
func.func private @f(!pto.tile_buf<loc=vec, dtype=f32, rows=1, cols=1, v_col=1, blayout=row_major, slayout=none_box, fractal=512, pad=0>)

// -----

// expected-error @+1 {{expected rows/cols of tile_buf to be non-negative}}
func.func private @f(!pto.tile_buf<loc=vec, dtype=f32, rows=-1, cols=1, v_row=1, v_col=1, blayout=row_major, slayout=none_box, fractal=512, pad=0>)

// -----

// expected-error @+1 {{expected a valid extent of 0 or more, '?' or -1}}
func.func private @f(!pto.tile_buf<loc=vec, dtype=f32, rows=1, cols=1, v_row=-2, v_col=1, blayout=row_major, slayout=none_box, fractal=512, pad=0>)

// -----

// expected-error @+1 {{expects a positive number of event ids, got 0}}
func.func private @f(!pto.eventid_array<0>)

// -----

// expected-error @+1 {{unknown  type `tile_buff` in dialect `pto`}}
func.func private @f(!pto.tile_buff<vec, 16x16xf32>)

// -----

// expected-error @+1 {{expects a tile that some memory can hold; this one has more than 2^58 bytes}}
func.func private @f(!pto.tile_buf<vec, 3037000500x3037000500xf32>)
