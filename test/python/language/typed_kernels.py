# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with every documented form of annotation. Type checkers accept this file as it is, and
`test_typed_kernels` runs it.
"""

import pypto.language as pl
import pypto.language.distributed as pld

M = pl.dynamic("M")
SHAPE = (16, 64)
SIZES: dict[pl.DataType, int] = {pl.FP32: 4, pl.INT8: 1}


def width(dtype: pl.DataType) -> int:
    """Bits of an element type."""
    return dtype.bits


WIDTH = width(pl.BF16)


@pl.jit.inline
def scaled(x: pl.Tensor, factor: pl.FP32, times: pl.INT32):
    for _ in pl.range(times):
        x = pl.mul(x, factor)
    return x


@pl.jit.inline
def collect(ids: pl.Array[2, pl.TASK_ID], first: pl.TaskId):
    ids[0] = first
    return ids


@pl.jit
def typed(
    x: pl.Tensor[[M, 64], pl.FP32],
    bare: pl.Tensor,
    y: pl.Out[pl.Tensor[[M, 64], pl.FP32]],
    z: pl.InOut[pl.Tensor[[8], pl.INT32, pl.ND]],
    n: pl.INT32,
    m: pl.Scalar[pl.INT64],
    factor: pl.FP32,
    flag: pl.BOOL,
    rows: int = 4,
) -> tuple[pl.Tensor[[M, 64], pl.FP32], pl.Tensor[[8], pl.INT32]]:
    doubled: pl.INT32 = n * 2
    start: pl.Scalar[pl.INDEX] = m - 1
    none: pl.TaskId = None
    ids = pl.array.create(2, pl.TASK_ID)
    ids = collect(ids, none)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids]) as tid:
        for i in pl.range(x.shape[0] // rows):
            block: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec] = pl.load(x, [i * rows, 0], [rows, 64])
            y = pl.store(pl.mul(block, factor), [i * rows, 0], y)
    ids[1] = tid
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids]):
        if flag and not n < 0:
            y[0:4, :] = scaled(bare, factor, n)
    pl.write(z, [0], doubled + n // 2 - (n % 3 << 1))
    pl.write(z, [start], pl.min(n, pl.const(7, pl.INT32)))
    pl.write(z, [2], pl.cast(256 * pl.FP32.get_byte() + WIDTH, pl.INT32))
    return y, z


@pl.function(type=pl.FunctionType.InCore)
def tiles(
    t: pl.Tile[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[SHAPE, pl.FP32]]
) -> pl.Tensor[SHAPE, pl.FP32]:
    return pl.store(pl.neg(t), [0, 0], y)


@pl.jit.incore
def ranks(w: pld.DistributedTensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 64], pl.FP32]]):
    y[:] = pl.neg(w)
    return y
