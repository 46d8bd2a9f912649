# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's kernels, as the manual prints them, against NumPy."""

import numpy as np

import pypto.language as pl


@pl.jit.incore
def elementwise(x: pl.Tensor[[128, 128], pl.FP32],
                out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]):
    t = pl.load(x, [0, 0], [128, 128])       # DDR -> Vec (default target)
    y = pl.mul(t, t)                          # compute in Vec
    pl.store(y, [0, 0], out)                  # Vec -> DDR
    return out


@pl.jit
def call_elementwise(x: pl.Tensor[[128, 128], pl.FP32],
                     out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]):
    out = elementwise(x, out)
    return out


@pl.jit.incore
def mm(a: pl.Tensor[[32, 32], pl.FP16],
       b: pl.Tensor[[32, 32], pl.FP16],
       out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a_l1 = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)   # DDR -> Mat
    b_l1 = pl.load(b, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
    a_l0a = pl.move(a_l1, target_memory=pl.Mem.Left)                 # Mat -> Left
    b_l0b = pl.move(b_l1, target_memory=pl.Mem.Right)                # Mat -> Right
    c = pl.matmul(a_l0a, b_l0b)                                      # -> Acc
    pl.store(c, [0, 0], out)                                         # Acc -> DDR
    return out


@pl.jit
def call_mm(a: pl.Tensor[[32, 32], pl.FP16],
            b: pl.Tensor[[32, 32], pl.FP16],
            out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    out = mm(a, b, out)
    return out


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
    for i in pl.spmd(2):                    # `i` binds the block index
        off = i * 128
        out = pl.store(
            pl.add(pl.load(a, [off, 0], [128, 128]), pl.load(b, [off, 0], [128, 128])),
            [off, 0],
            out,
        )
    return out


def normal(rng, shape, dtype=np.float32):
    return rng.standard_normal(shape, dtype=np.float32).astype(dtype)


def test_elementwise(rng, config):
    """A kernel with explicit load and store, called from an entry."""
    x = normal(rng, (128, 128))
    out = np.zeros_like(x)
    assert call_elementwise(x, out, config=config) is None
    np.testing.assert_allclose(out, x * x, rtol=1e-6, atol=0)


def test_mm(rng, config):
    """The two-step path of matmul operands through Mat."""
    a, b = normal(rng, (32, 32), np.float16), normal(rng, (32, 32), np.float16)
    out = np.zeros((32, 32), np.float32)
    call_mm(a, b, out, config=config)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-4)


def test_scale(rng, config):
    """Two tiles of 128 KiB fit the 184 KiB of Vec because the result takes its operand's place."""
    x = normal(rng, (256, 128))
    out = np.zeros_like(x)
    scale(x, out, config=config)
    np.testing.assert_allclose(out, x * 2.0, rtol=1e-4, atol=1e-4)


def test_spmd_add(rng, config):
    """Two blocks, each its own half."""
    a, b = normal(rng, (256, 128)), normal(rng, (256, 128))
    out = np.zeros_like(a)
    spmd_add(a, b, out, config=config)
    np.testing.assert_allclose(out, a + b, rtol=1e-4, atol=1e-4)
