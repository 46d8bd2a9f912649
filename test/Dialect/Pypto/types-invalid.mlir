// Wrong types are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{a tile has a static shape of positive extents}}
func.func private @dynamic(!pypto.tile<?x16xf32>)

// -----

// expected-error @+1 {{a tile has a static shape of positive extents}}
func.func private @empty(!pypto.tile<0x16xf32>)

// -----

// expected-error @+1 {{a tile has at least one axis}}
func.func private @scalar(!pypto.tile<f32>)

// -----

// expected-error @+1 {{valid region has 1 axes, the tile has 2}}
func.func private @valid_rank(!pypto.tile<16x16xf32, valid=16>)

// -----

// expected-error @+1 {{valid extent 17 of axis 1 must be in 0..16}}
func.func private @valid_extent(!pypto.tile<16x16xf32, valid=16x17>)

// -----

// expected-error @+1 {{element type must be an integer of 1, 4, 8, 16, 32 or 64 bits, f16, bf16, f32 or an 8-bit or 4-bit float, got 'f64'}}
func.func private @double(!pypto.tile<16x16xf64>)

// -----

// expected-error @+1 {{element type must be}}
func.func private @odd(!pypto.tensor<16x16xi7>)

// -----

// expected-error @+1 {{a tile lives on chip; DDR holds tensors}}
func.func private @ddr(!pypto.tile<16x16xf32, DDR>)

// -----

// expected-error @+1 {{a tile has one memory space}}
func.func private @spaces(!pypto.tile<16x16xf32, Vec, Mat>)

// -----

// expected-error @+1 {{duplicate 'pad' in a tile type}}
func.func private @pads(!pypto.tile<16x16xf32, pad=min, pad=max>)

// -----

// expected-error @+1 {{unknown 'layuot' in a tile type, expected a memory space, layout=, valid= or pad=}}
func.func private @typo(!pypto.tile<16x16xf32, layuot=nz>)

// -----

// expected-error @+1 {{unknown layout 'zd', expected one of nd, dn, nz, zn, zz, nn}}
func.func private @layout(!pypto.tile<16x16xf32, layout=zd>)

// -----

// expected-error @+1 {{unknown pad value 'inf', expected one of null, zero, max, min}}
func.func private @pad(!pypto.tile<16x16xf32, pad=inf>)

// -----

// expected-error @+1 {{the layout of a tensor is nd, dn, nz, zz or nn, got zn}}
func.func private @tensor_layout(!pypto.tensor<16x16xf32, layout=zn>)

// -----

// expected-error @+1 {{the layouts zz and nn are those of scales of micro-scaled products: 2 axes of f8E8M0FNU or ui8, got 2 of 'f16'}}
func.func private @scales_of_floats(!pypto.tensor<16x4xf16, layout=zz>)

// -----

// expected-error @+1 {{extent 15 of axis 0 must be a multiple of 16, the extent of the boxes of layout zz}}
func.func private @part_of_a_box(!pypto.tensor<15x4xui8, layout=zz>)

// -----

// expected-error @+1 {{extent 3 of axis 0 must be a multiple of 2, the extent of the boxes of layout nn}}
func.func private @part_of_a_group(!pypto.tensor<3x16xui8, layout=nn>)

// -----

// expected-error @+1 {{more than 2^46 bytes, which no memory has}}
func.func private @large_tensor(!pypto.tensor<8388608x8388609xi8>)

// -----

// expected-error @+1 {{more than 2^46 bytes, which no memory has}}
func.func private @large_extent(!pypto.tensor<0x9223372036854775807xf32>)

// -----

// expected-error @+1 {{more than 2^58 bytes, which no memory has}}
func.func private @large_tile(!pypto.tile<9223372036854775807x9223372036854775807xf32, Vec>)

// -----

// expected-error @+1 {{a tensor of layout nz has 2 axes of known extents and elements of 8, 16 or 32 bits, got 3 axes of 'f16'}}
func.func private @blocks_rank(!pypto.tensor<2x16x16xf16, layout=nz>)

// -----

// expected-error @+1 {{a tensor of layout nz has 2 axes of known extents}}
func.func private @blocks_runtime(!pypto.tensor<?x16xf16, layout=nz>)

// -----

// expected-error @+1 {{a tensor of layout nz has 2 axes of known extents and elements of 8, 16 or 32 bits, got 2 axes of 'i64'}}
func.func private @blocks_words(!pypto.tensor<16x16xi64, layout=nz>)
