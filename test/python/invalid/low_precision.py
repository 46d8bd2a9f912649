@pl.jit
def fp8_on_a2(x: pl.Tensor[[16, 64], pl.FP8E4M3FN], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
#                   ^ PYPTO-E0316 InvalidOperationError: the 910B (a2a3) has no FP8E4M3FN; only the 950 (a5) does
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def odd_fp4(x: pl.Tensor[[16, 15], pl.FP4], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
#              ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: FP4 packs two elements of a row in a byte; the last extent 15 is odd
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.full([16, 64], pl.FP32, 1.0)
# -----
@pl.jit
def int4(x: pl.Tensor[[16, 64], pl.FP16], y: pl.Out[pl.Tensor[[16, 64], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(pl.cast(x, pl.INT4), pl.FP16)
#                      ^^^^^^^^^^^^^^^^^^^ PYPTO-E0305 InvalidOperationError: INT4 exists as a size of storage only
# -----
@pl.jit
def scales_are_boxes(x: pl.Tensor[[16, 3], pl.FP8E8M0, pl.MX_A_ZZ], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
#                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: extent 3 of axis 1 of scales in pl.MX_A_ZZ is no multiple of 2
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.full([16, 64], pl.FP32, 1.0)
# -----
@pl.jit
def scales_of_floats(x: pl.Tensor[[16, 4], pl.FP16, pl.MX_A_ZZ], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
#                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: pl.MX_A_ZZ is the layout of scales of an MX product: rank 2, FP8E8M0 or UINT8
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.full([16, 64], pl.FP32, 1.0)
# -----
@pl.jit
def view_of_scales(x: pl.Tensor[[16, 4], pl.UINT8, pl.MX_A_ZZ], y: pl.Out[pl.Tensor[[4, 16], pl.UINT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.reshape(x, [4, 16])
#                         ^ PYPTO-E0303 InvalidOperationError: 'x' is a tensor of scales in pl.MX_A_ZZ, which can only be loaded
# -----
@pl.jit
def scales_to_vec(x: pl.Tensor[[16, 4], pl.UINT8, pl.MX_A_ZZ], y: pl.Out[pl.Tensor[[16, 4], pl.UINT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 4])
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0306 InvalidOperationError: a tensor in pl.MX_A_ZZ is loaded to Mat only
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def scales_to_left(x: pl.Tensor[[16, 4], pl.UINT8, pl.MX_A_ZZ], y: pl.Out[pl.Tensor[[16, 4], pl.UINT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 4], target_memory=pl.Mem.Mat)
        s = pl.move(t, target_memory=pl.Mem.Left)
#                                    ^^^^^^^^^^^ PYPTO-E0306 InvalidOperationError: scales in pl.MX_A_ZZ move to LeftScale only
        pl.store(s, [0, 0], y)
# -----
@pl.jit
def left_scale_on_a2(x: pl.Tensor[[16, 4], pl.UINT8, pl.MX_A_ZZ], y: pl.Out[pl.Tensor[[16, 4], pl.UINT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 4], target_memory=pl.Mem.Mat)
        s = pl.move(t, target_memory=pl.Mem.LeftScale)
#                                    ^^^^^^^^^^^^^^^^ PYPTO-E0316 InvalidOperationError: the 910B (a2a3) has no LeftScale; only the 950 (a5) does
        pl.store(s, [0, 0], y)
# -----
@pl.jit
def tensor_of_a_size(x: pl.Tensor[[16, 32], pl.HF4], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
#                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: HF4 exists as a size of storage only: there are no tensors of it
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x, pl.FP32)
    return y
# -----
# The 910B converts no floats below 16 bits, to or fro.
@pl.jit
def cast_of_eight_bits(x: pl.Tensor[[16, 32], pl.HF8], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x, pl.FP32)
#                      ^ PYPTO-E0316 InvalidOperationError: Error in tensor operation 'cast': the 910B (a2a3) has no HF8; only the 950 (a5) does
    return y
# -----
@pl.jit
def cast_to_eight_bits(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.HF8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        z = pl.cast(x, pl.HF8)
#           ^^^^^^^^^^^^^^^^^^ PYPTO-E0316 InvalidOperationError: Error in tensor operation 'cast': the 910B (a2a3) has no HF8; only the 950 (a5) does
        y[:] = z
    return y
