# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as models have them, of extents that are no multiples of anything, against NumPy."""

import ml_dtypes
import numpy as np
import pytest

import pypto.language as pl


@pl.jit
def attention(
    q: pl.Tensor[[77, 40], pl.FP16],
    k: pl.Tensor[[130, 40], pl.FP16],
    v: pl.Tensor[[130, 40], pl.FP16],
    out: pl.Out[pl.Tensor[[77, 40], pl.FP32]],
):
    """softmax(q k^T / sqrt(d)) v: two matrix scopes and a vector scope between them."""
    scores = pl.create_tensor([77, 130], dtype=pl.FP32)
    weights = pl.create_tensor([77, 130], dtype=pl.FP16)
    with pl.at(level=pl.Level.CORE_GROUP):
        scores[:] = pl.matmul(q, k, b_trans=True, out_dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        s = pl.mul(scores, 0.15811388)
        e = pl.exp(pl.row_expand_sub(s, pl.row_max(s)))
        weights[:] = pl.cast(pl.row_expand_div(e, pl.row_sum(e)), pl.FP16)
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul(weights, v, out_dtype=pl.FP32)
    return out


def test_attention(rng, config):
    """Queries and keys of odd numbers."""
    q, k, v = (rng.standard_normal((n, 40)).astype(np.float16) for n in (77, 130, 130))
    out = np.zeros((77, 40), np.float32)
    attention(q, k, v, out, config=config)
    s = q.astype(np.float64) @ k.T.astype(np.float64) / np.sqrt(40)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    expected = e / e.sum(axis=1, keepdims=True) @ v.astype(np.float64)
    np.testing.assert_allclose(out, expected, rtol=0, atol=4e-3)


@pl.jit
def heads(
    q: pl.Tensor[[2, 3, 50, 24], pl.BF16],
    k: pl.Tensor[[2, 1, 70, 24], pl.BF16],
    v: pl.Tensor[[2, 1, 70, 24], pl.BF16],
    out: pl.Out[pl.Tensor[[2, 3, 50, 24], pl.FP32]],
):
    """Attention of grouped queries: one head of keys and values serves three of queries."""
    scores = pl.create_tensor([2, 3, 50, 70], dtype=pl.FP32)
    weights = pl.create_tensor([2, 3, 50, 70], dtype=pl.BF16)
    with pl.at(level=pl.Level.CORE_GROUP):
        scores[:] = pl.matmul(q, k, b_trans=True, out_dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        e = pl.exp(pl.sub(scores, pl.row_max(scores)))
        weights[:] = pl.cast(pl.div(e, pl.row_sum(e)), pl.BF16)
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul(weights, v, out_dtype=pl.FP32)
    return out


def test_grouped_queries(rng, config):
    """Batches that broadcast, and element-wise work on four axes."""
    q = (rng.standard_normal((2, 3, 50, 24)) / 2).astype(ml_dtypes.bfloat16)
    k, v = (rng.standard_normal((2, 1, 70, 24)).astype(ml_dtypes.bfloat16) for _ in range(2))
    out = np.zeros((2, 3, 50, 24), np.float32)
    heads(q, k, v, out, config=config)
    s = q.astype(np.float64) @ k.astype(np.float64).swapaxes(-1, -2)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    expected = e / e.sum(axis=-1, keepdims=True) @ v.astype(np.float64)
    np.testing.assert_allclose(out, expected, rtol=0, atol=2e-2)


@pl.jit
def mlp(
    x: pl.Tensor[[33, 200], pl.BF16],
    w1: pl.Tensor[[200, 700], pl.BF16],
    b1: pl.Tensor[[1, 700], pl.FP32],
    w2: pl.Tensor[[700, 90], pl.BF16],
    out: pl.Out[pl.Tensor[[33, 90], pl.FP32]],
):
    """Two layers with a bias and the sigmoid form of GELU between them."""
    hidden = pl.create_tensor([33, 700], dtype=pl.FP32)
    active = pl.create_tensor([33, 700], dtype=pl.BF16)
    with pl.at(level=pl.Level.CORE_GROUP):
        hidden[:] = pl.matmul(x, w1, out_dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        h = pl.add(hidden, b1)
        gate = pl.recip(pl.add(pl.exp(pl.mul(h, -1.702)), 1.0))
        active[:] = pl.cast(pl.mul(h, gate), pl.BF16)
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul(active, w2, out_dtype=pl.FP32)
    return out


def test_mlp(rng, config):
    """Products deeper than L0 beside vector work on ragged rows."""
    x, w1, w2 = (
        (rng.standard_normal(s) / 8).astype(ml_dtypes.bfloat16)
        for s in ((33, 200), (200, 700), (700, 90))
    )
    b1 = rng.standard_normal((1, 700)).astype(np.float32)
    out = np.zeros((33, 90), np.float32)
    mlp(x, w1, b1, w2, out, config=config)
    h = x.astype(np.float64) @ w1.astype(np.float64) + b1
    expected = (h / (1 + np.exp(-1.702 * h))) @ w2.astype(np.float64)
    np.testing.assert_allclose(out, expected, rtol=0, atol=0.05)


@pl.jit
def convolution(
    x: pl.Tensor[[66, 24], pl.FP16],
    w: pl.Tensor[[3, 24, 40], pl.FP16],
    out: pl.Out[pl.Tensor[[64, 40], pl.FP32]],
):
    """A convolution of width 3 along time: products of shifted windows that add up."""
    with pl.at(level=pl.Level.CORE_GROUP):
        s = pl.matmul(x[0:64, :], w[0], out_dtype=pl.FP32)
        s = pl.matmul_acc(s, x[1:65, :], w[1])
        s = pl.matmul_acc(s, x[2:66, :], w[2])
        out[:] = s
    return out


def test_convolution(rng, config):
    """Windows at rows that are no multiples of a box."""
    x = rng.standard_normal((66, 24)).astype(np.float16)
    w = rng.standard_normal((3, 24, 40)).astype(np.float16)
    out = np.zeros((64, 40), np.float32)
    convolution(x, w, out, config=config)
    expected = sum(x[i : i + 64].astype(np.float64) @ w[i].astype(np.float64) for i in range(3))
    np.testing.assert_allclose(out, expected, rtol=0, atol=1e-3)


@pl.jit
def grouped(
    x: pl.Tensor[[96, 300], pl.FP16],
    w: pl.Tensor[[4, 300, 150], pl.FP16],
    out: pl.Out[pl.Tensor[[96, 150], pl.FP32]],
):
    """Each group of rows has weights of its own; a block for each group."""
    for g in pl.spmd(4):
        rows = pl.slice(x, [24, 300], [g * 24, 0])
        out[g * 24 : g * 24 + 24, :] = pl.matmul(rows, w[g], out_dtype=pl.FP32)
    return out


def test_grouped(rng, config):
    """Windows and matrices of a batch chosen at run time."""
    x = rng.standard_normal((96, 300)).astype(np.float16)
    w = rng.standard_normal((4, 300, 150)).astype(np.float16)
    out = np.zeros((96, 150), np.float32)
    grouped(x, w, out, config=config)
    expected = x.reshape(4, 24, 300).astype(np.float64) @ w.astype(np.float64)
    np.testing.assert_allclose(out, expected.reshape(96, 150), rtol=0, atol=5e-3)


@pl.jit
def split_k(
    a: pl.Tensor[[150, 1200], pl.FP16],
    b: pl.Tensor[[1200, 170], pl.FP16],
    out: pl.InOut[pl.Tensor[[150, 170], pl.FP32]],
):
    """Four blocks, each a part of the contracted extent, add to one result."""
    for part in pl.spmd(4):
        left = pl.slice(a, [150, 300], [0, part * 300])
        right = pl.slice(b, [300, 170], [part * 300, 0])
        product = pl.matmul(left, right, out_dtype=pl.FP32)
        out = pl.assemble(out, product, [0, 0], atomic=pl.AtomicType.Add)
    return out


def test_split_k(rng, config):
    """Blocks of products that are added atomically."""
    a = rng.standard_normal((150, 1200)).astype(np.float16)
    b = rng.standard_normal((1200, 170)).astype(np.float16)
    out = np.zeros((150, 170), np.float32)
    split_k(a, b, out, config=config)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(out, expected, rtol=0, atol=1e-2)


@pl.jit
def quantised(
    x: pl.Tensor[[50, 700], pl.INT8],
    w: pl.Tensor[[700, 130], pl.INT8],
    row: pl.Tensor[[50, 1], pl.FP32],
    column: pl.Tensor[[1, 130], pl.FP32],
    out: pl.Out[pl.Tensor[[50, 130], pl.FP32]],
):
    """A product of bytes, then scales of rows and columns."""
    sums = pl.create_tensor([50, 130], dtype=pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP):
        sums[:] = pl.matmul(x, w, out_dtype=pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP):
        wide = pl.cast(sums, pl.FP32, mode="rint")
        out[:] = pl.col_expand_mul(pl.row_expand_mul(wide, row), column)
    return out


def test_quantised(rng, config):
    """Sums of bytes are exact; scaling rounds twice."""
    x = rng.integers(-128, 128, (50, 700)).astype(np.int8)
    w = rng.integers(-128, 128, (700, 130)).astype(np.int8)
    row = rng.uniform(0.01, 0.1, (50, 1)).astype(np.float32)
    column = rng.uniform(0.01, 0.1, (1, 130)).astype(np.float32)
    out = np.zeros((50, 130), np.float32)
    quantised(x, w, row, column, out, config=config)
    sums = x.astype(np.int64) @ w.astype(np.int64)
    np.testing.assert_allclose(out, sums * row.astype(np.float64) * column, rtol=3e-7)


@pl.jit
def norm_and_project(
    x: pl.Tensor[[19, 5000], pl.FP32],
    scale: pl.Tensor[[1, 5000], pl.FP32],
    w: pl.Tensor[[5000, 16], pl.FP32],
    out: pl.Out[pl.Tensor[[19, 16], pl.FP32]],
):
    """RMS norm of long rows, then a deep and narrow product in FP32."""
    normal = pl.create_tensor([19, 5000], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        mean = pl.mul(pl.row_sum(pl.mul(x, x)), 0.0002)
        factor = pl.rsqrt(pl.add(mean, 1e-6))
        normal[:] = pl.col_expand_mul(pl.row_expand_mul(x, factor), scale)
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul(normal, w)
    return out


def test_norm_and_project(rng, config):
    """The rows of one tensor exceed the vector memory together, not one by one."""
    x = rng.standard_normal((19, 5000)).astype(np.float32)
    scale = rng.uniform(0.5, 1.5, (1, 5000)).astype(np.float32)
    w = rng.standard_normal((5000, 16)).astype(np.float32)
    out = np.zeros((19, 16), np.float32)
    norm_and_project(x, scale, w, out, config=config)
    wide = x.astype(np.float64)
    normal = wide / np.sqrt((wide**2).mean(axis=1, keepdims=True) + 1e-6) * scale
    np.testing.assert_allclose(out, normal @ w.astype(np.float64), rtol=0, atol=5e-3)


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
def test_on_each_chip(rng, platform):
    """The same program on both chips, whose memories and layouts differ."""
    from pypto.runtime import RunConfig

    a = rng.standard_normal((150, 1200)).astype(np.float16)
    b = rng.standard_normal((1200, 170)).astype(np.float16)
    out = np.zeros((150, 170), np.float32)
    split_k(a, b, out, config=RunConfig(platform=platform))
    expected = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(out, expected, rtol=0, atol=1e-2)
