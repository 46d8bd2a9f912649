# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels written on whole tensors, against NumPy."""

import numpy as np

import pypto.language as pl


@pl.jit
def matmul(
    a: pl.Tensor[[128, 256], pl.FP16],
    b: pl.Tensor[[256, 128], pl.FP16],
    out: pl.Out[pl.Tensor[[128, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul(a, b, out_dtype=pl.FP32)
    return out


@pl.jit
def softmax(
    x: pl.Tensor[[64, 128], pl.FP32],
    out: pl.Out[pl.Tensor[[64, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.row_max(x)
        e = pl.exp(pl.row_expand_sub(x, m))
        out[:] = pl.row_expand_div(e, pl.row_sum(e))
    return out


def test_matmul(rng, config):
    """[128, 256] x [256, 128], FP16 to FP32: accumulated in FP32 over K = 256."""
    a = rng.standard_normal((128, 256), dtype=np.float32).astype(np.float16)
    b = rng.standard_normal((256, 128), dtype=np.float32).astype(np.float16)
    out = np.zeros((128, 128), np.float32)
    matmul(a, b, out, config=config)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    # Products of FP16 are exact in FP32; K sums each lose at most half an ulp of the running sum.
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=256 * 2.0**-24 * 16)


def test_softmax(rng, config):
    """Rows of different magnitude; each sums to one."""
    x = (
        rng.standard_normal((64, 128), dtype=np.float32)
        * np.linspace(0.1, 20, 64, dtype=np.float32)[:, None]
    )
    out = np.zeros_like(x)
    softmax(x, out, config=config)
    wide = x.astype(np.float64)
    e = np.exp(wide - wide.max(axis=1, keepdims=True))
    np.testing.assert_allclose(out, e / e.sum(axis=1, keepdims=True), rtol=2e-5, atol=1e-7)
