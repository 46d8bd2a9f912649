# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Windows, ranks, layouts and dtypes on both sides of an assignment."""

import ml_dtypes
import numpy as np
from kernel_numbers import check_close, normal, rng

import pypto.language as pl

bf16 = ml_dtypes.bfloat16


@pl.jit
def batched(x: pl.Tensor[[4, 32, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 32, 64], pl.FP32]]):
    for b in pl.parallel(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = x[b]
            y[b] = pl.row_expand_sub(t, pl.row_max(t))
    return y


def test_batched():
    """Batched: 3D tensors via x[b]."""
    x = normal(4, 32, 64)
    check_close(batched(x), x - x.max(-1, keepdims=True))


TOK = pl.dynamic("TOK")


@pl.jit
def bound(x: pl.Tensor, w: pl.Tensor, out: pl.Out[pl.Tensor]):
    x.bind_dynamic(0, TOK)
    out.bind_dynamic(0, TOK)
    t = pl.tensor.dim(x, 0)
    for r in pl.range(0, t, 16):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="row"):
            v = pl.min(16, t - r)
            blk = pl.slice(x, [16, 128], [r, 0], valid_shape=[v, 128])
            out = pl.assemble(out, pl.col_expand_mul(blk, w), [r, 0])
    return out


def test_bound():
    """Bind_dynamic style."""
    w = normal(1, 128)
    for n in (5, 16, 40):
        x = normal(n, 128)
        o = np.zeros_like(x)
        bound(x, w, o)
        check_close(o, x * w)


@pl.jit
def mm_tiles(
    a: pl.Tensor[[32, 128], pl.BF16],
    b: pl.Tensor[[128, 512], pl.BF16],
    c: pl.Out[pl.Tensor[[32, 512], pl.FP32]],
):
    for nb in pl.parallel(0, 512, 128):
        with pl.at(level=pl.Level.CORE_GROUP):
            c[:, nb : nb + 128] = pl.matmul(a, b[:, nb : nb + 128], out_dtype=pl.FP32)
    return c


def test_mm_tiles():
    """Products of blocks of columns, in parallel."""
    a, b = normal(32, 128).astype(bf16), normal(128, 512).astype(bf16)
    check_close(mm_tiles(a, b), a.astype(np.float64) @ b.astype(np.float64), 1e-3, 1e-3)


@pl.jit.incore
def tile_mm(
    a: pl.Tensor[[64, 64], pl.FP16],
    b: pl.Tensor[[64, 64], pl.FP16],
    c: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    la = pl.move(
        pl.load(a, [0, 0], [64, 64], target_memory=pl.MemorySpace.Mat),
        target_memory=pl.MemorySpace.Left,
    )
    rb = pl.move(
        pl.load(b, [0, 0], [64, 64], target_memory=pl.MemorySpace.Mat),
        target_memory=pl.MemorySpace.Right,
    )
    acc = pl.matmul(la, rb)
    c = pl.store(acc, [0, 0], c)
    return c


@pl.jit
def tile_mm_entry(
    a: pl.Tensor[[64, 64], pl.FP16],
    b: pl.Tensor[[64, 64], pl.FP16],
    c: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    c = tile_mm(a, b, c)
    return c


def test_tile_mm():
    """Tile level matmul with move."""
    a, b = normal(64, 64).astype(np.float16), normal(64, 64).astype(np.float16)
    check_close(tile_mm_entry(a, b), a.astype(np.float64) @ b.astype(np.float64), 1e-3, 1e-3)


@pl.jit
def ops(
    x: pl.Tensor[[16, 64], pl.FP32],
    y: pl.Tensor[[16, 64], pl.FP32],
    o: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        o[:] = (x + y) * 2.0 - x / 4.0
    return o


def test_ops():
    """Python operators on tensors."""
    x, y = normal(16, 64), normal(16, 64)
    check_close(ops(x, y), (x + y) * 2 - x / 4)


@pl.jit
def gath(
    x: pl.Tensor[[8, 128], pl.FP32],
    i: pl.Tensor[[8, 32], pl.INT32],
    o: pl.Out[pl.Tensor[[8, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        o[:] = pl.gather(x, dim=-1, index=i)
    return o


def test_gath():
    """Gather by index along the last axis."""
    x = normal(8, 128)
    i = rng.integers(0, 128, (8, 32)).astype(np.int32)
    check_close(gath(x, i), np.take_along_axis(x, i, 1))


@pl.jit
def masked(s: pl.Tensor[[32, 32], pl.FP32], o: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for r in pl.range(32):
            row = pl.slice(s, [1, 32], [r, 0])
            col = pl.cast(pl.arange(0, [1, 32], dtype=pl.INT32), pl.FP32)
            keep = pl.cmp(col, pl.cast(pl.cast(r, pl.INT32), pl.FP32), cmp_type=3)
            o = pl.assemble(o, pl.mul(row, keep), [r, 0])
    return o


def test_masked():
    """A causal mask from a comparison of columns with the row's number."""
    s = normal(32, 32)
    check_close(masked(s), np.tril(s))


@pl.jit
def vec(x: pl.Tensor[[256], pl.FP32], o: pl.Out[pl.Tensor[[256], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.reshape(x, [1, 256])
        r = pl.mul(t, 3.0)
        o[:] = pl.reshape(r, [256])
    return o


def test_vec():
    """Rank-1 tensors."""
    x = normal(256)
    check_close(vec(x), 3 * x)


@pl.jit
def vec1(x: pl.Tensor[[256], pl.FP32], o: pl.Out[pl.Tensor[[256], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        o[64:128] = pl.mul(x[64:128], 3.0)
        o[0:64] = x[128:192]
        o[128:256] = x[0:128]
    return o


def test_vec1():
    """Rank1 direct."""
    x = normal(256)
    check_close(vec1(x), np.concatenate([x[128:192], 3 * x[64:128], x[:128]]))


@pl.jit
def concat_cols(
    a: pl.Tensor[[32, 64], pl.FP32],
    b: pl.Tensor[[32, 64], pl.FP32],
    o: pl.Out[pl.Tensor[[32, 128], pl.FP32]],
):
    buf = pl.create_tensor([32, 128], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        buf[:, 0:64] = pl.mul(a, 2.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        buf[:, 64:] = pl.mul(b, 3.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        o[:, :] = pl.neg(buf)
    return o


def test_concat_cols():
    """Local tensor used across scopes with slices both sides."""
    a, b = normal(32, 64), normal(32, 64)
    check_close(concat_cols(a, b), -np.concatenate([2 * a, 3 * b], 1))


@pl.jit
def bits(x: pl.Tensor[[16, 64], pl.INT32], o: pl.Out[pl.Tensor[[16, 64], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        o[:] = pl.shrs(pl.shls(x, 3), 1)
    return o


def test_bits():
    """Int dtypes and bit ops."""
    x = rng.integers(-1000, 1000, (16, 64)).astype(np.int32)
    check_close(bits(x), (x << 3) >> 1)


@pl.jit
def split_dtypes(
    x: pl.Tensor[[16, 64], pl.FP32],
    h: pl.Out[pl.Tensor[[16, 64], pl.FP16]],
    b: pl.Out[pl.Tensor[[16, 64], pl.BF16]],
    i: pl.Out[pl.Tensor[[16, 64], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        h[:] = pl.cast(x, pl.FP16, mode="rint")
        b[:] = pl.cast(x, pl.BF16, mode="rint")
        i[:] = pl.cast(x, pl.INT32, mode="floor")
    return h, b, i


def test_split_dtypes():
    """Host-visible multiple outs with different dtypes."""
    x = normal(16, 64) * 10
    h, b, i = split_dtypes(x)
    check_close(h, x.astype(np.float16))
    check_close(b.astype(np.float32), x.astype(bf16).astype(np.float32))
    check_close(i, np.floor(x))


@pl.jit
def ragged(x: pl.Tensor[[16, 100], pl.FP32], o: pl.Out[pl.Tensor[[16, 100], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 128], valid_shape=[16, 100])
        t = pl.fillpad(t, pl.PadValue.min)
        tmp = pl.create_tile([16, 128], dtype=pl.FP32)
        m = pl.row_max(t, tmp)
        e = pl.exp(pl.row_expand_sub(t, m))
        s = pl.row_sum(e, tmp)
        r = pl.row_expand_div(e, s)
        o = pl.store(pl.set_validshape(r, 16, 100), [0, 0], o)
    return o


def test_ragged():
    """Softmax with ragged columns & fillpad min."""
    x = normal(16, 100)
    e = np.exp(x - x.max(1, keepdims=True))
    check_close(ragged(x), e / e.sum(1, keepdims=True))


@pl.jit
def mmt(
    a: pl.Tensor[[64, 32], pl.FP16],
    b: pl.Tensor[[64, 48], pl.FP16],
    c: pl.Out[pl.Tensor[[32, 48], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        at = pl.transpose(a, axis1=0, axis2=1)
        c[:] = pl.matmul(at, b, out_dtype=pl.FP32)
    return c


def test_mmt():
    """Transposed matmul via pl.transpose."""
    a, b = normal(64, 32).astype(np.float16), normal(64, 48).astype(np.float16)
    check_close(mmt(a, b), a.astype(np.float64).T @ b, 1e-3, 1e-3)


@pl.jit
def colstat(x: pl.Tensor[[32, 64], pl.FP32], o: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mu = pl.mul(pl.col_sum(x), 1.0 / 32)
        o[:] = pl.col_expand_sub(x, mu)
    return o


def test_colstat():
    """Col reductions, expand ops."""
    x = normal(32, 64)
    check_close(colstat(x), x - x.mean(0, keepdims=True))
