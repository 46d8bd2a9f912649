# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.matmul_acc(init_cond=)`: where the condition holds the product starts anew."""

import numpy as np
import pytest

import pypto.language as pl
from pypto.runtime import RunConfig

M, N, BLOCK = 17, 40, 32


@pl.jit
def on_tiles(
    a: pl.Tensor[[M, 6 * BLOCK], pl.FP16],
    b: pl.Tensor[[6 * BLOCK, N], pl.FP16],
    starts: pl.Tensor[[6], pl.INT32],
    out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tile([M, N], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        for k in pl.range(6):
            left = pl.load(a, [0, k * BLOCK], [M, BLOCK], target_memory=pl.Mem.Mat)
            right = pl.load(b, [k * BLOCK, 0], [BLOCK, N], target_memory=pl.Mem.Mat)
            acc = pl.matmul_acc(
                acc,
                pl.move(left, pl.Mem.Left),
                pl.move(right, pl.Mem.Right),
                init_cond=(pl.read(starts, [k]) != 0),
            )
        out = pl.store(acc, [0, 0], out)
    return out


@pl.jit
def on_tensors(
    a: pl.Tensor[[M, 6 * BLOCK], pl.FP16],
    b: pl.Tensor[[6 * BLOCK, N], pl.FP16],
    starts: pl.Tensor[[6], pl.INT32],
    out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tensor([M, N], dtype=pl.FP32)
        for k in pl.pipeline(6, stage=2):
            left = a[:, k * BLOCK : k * BLOCK + BLOCK]
            right = b[k * BLOCK : k * BLOCK + BLOCK, :]
            acc = pl.matmul_acc(acc, left, right, init_cond=(pl.read(starts, [k]) != 0))
        out[:] = acc
    return out


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("kernel", [on_tiles, on_tensors], ids=lambda k: k.__name__)
@pytest.mark.parametrize("starts", [[1, 0, 0, 0, 0, 0], [1, 0, 0, 1, 0, 0], [1, 1, 1, 1, 1, 1]])
def test_the_product_starts_anew(kernel, starts, platform, rng):
    a = rng.standard_normal((M, 6 * BLOCK)).astype(np.float16)
    b = rng.standard_normal((6 * BLOCK, N)).astype(np.float16)
    out = np.zeros((M, N), np.float32)
    kernel(a, b, np.array(starts, np.int32), out, config=RunConfig(platform=platform))
    first = max(k for k in range(6) if starts[k]) * BLOCK
    golden = a[:, first:].astype(np.float64) @ b[first:].astype(np.float64)
    np.testing.assert_allclose(out, golden, rtol=1e-5, atol=1e-5)
