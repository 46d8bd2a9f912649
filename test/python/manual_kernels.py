# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's first kernels, as the manual prints them: `test/python/frontend` looks at their
IR, `test/kernels` at their numbers on the core model.
"""

import pypto.language as pl


@pl.jit
def scale(
    x: pl.Tensor[[256, 128], pl.FP32],
    out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.mul(x, 2.0)
    return out


@pl.jit
def spmd_add(
    a: pl.Tensor[[256, 128], pl.FP32],
    b: pl.Tensor[[256, 128], pl.FP32],
    out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
):
    for i in pl.spmd(2):  # `i` binds the block index
        off = i * 128
        out = pl.store(
            pl.add(pl.load(a, [off, 0], [128, 128]), pl.load(b, [off, 0], [128, 128])),
            [off, 0],
            out,
        )
    return out


@pl.jit.incore
def elementwise(x: pl.Tensor[[128, 128], pl.FP32], out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]):
    t = pl.load(x, [0, 0], [128, 128])  # DDR -> Vec (default target)
    y = pl.mul(t, t)  # compute in Vec
    pl.store(y, [0, 0], out)  # Vec -> DDR
    return out


@pl.jit.incore
def mm(
    a: pl.Tensor[[32, 32], pl.FP16],
    b: pl.Tensor[[32, 32], pl.FP16],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    a_l1 = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)  # DDR -> Mat
    b_l1 = pl.load(b, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
    a_l0a = pl.move(a_l1, target_memory=pl.Mem.Left)  # Mat -> Left
    b_l0b = pl.move(b_l1, target_memory=pl.Mem.Right)  # Mat -> Right
    c = pl.matmul(a_l0a, b_l0b)  # -> Acc
    pl.store(c, [0, 0], out)  # Acc -> DDR
    return out


@pl.jit
def square(x: pl.Tensor[[128, 128], pl.FP32], out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]):
    out = elementwise(x, out)
    return out


@pl.jit
def product(
    a: pl.Tensor[[32, 32], pl.FP16],
    b: pl.Tensor[[32, 32], pl.FP16],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    mm(a, b, out)
    return out


@pl.jit
def tensor_matmul(
    a: pl.Tensor[[128, 256], pl.FP16],
    b: pl.Tensor[[256, 128], pl.FP16],
    out: pl.Out[pl.Tensor[[128, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul(a, b, out_dtype=pl.FP32)
    return out


@pl.jit
def softmax(x: pl.Tensor[[64, 128], pl.FP32], out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        top = pl.row_max(x)
        exps = pl.exp(pl.row_expand_sub(x, top))
        out[:] = pl.row_expand_div(exps, pl.row_sum(exps))
    return out
