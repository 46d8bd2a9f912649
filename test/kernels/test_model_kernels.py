# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as models use them: norms, attention parts, quantisation, top-k, paging."""

import ml_dtypes
import numpy as np
from kernel_numbers import check_close, normal, rng

import pypto.language as pl
from pypto import ir

bf16 = ml_dtypes.bfloat16


HIDDEN = 1024
KCH = 256
EPS = 1e-6


@pl.jit
def rmsnorm(
    x: pl.Tensor[[16, HIDDEN], pl.BF16],
    w: pl.Tensor[[1, HIDDEN], pl.FP32],
    y: pl.Out[pl.Tensor[[16, HIDDEN], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="rmsnorm"):
        sq = pl.full([16, 1], dtype=pl.FP32, value=0.0)
        for kb in pl.range(HIDDEN // KCH):
            k0 = kb * KCH
            xc = pl.cast(pl.slice(x, [16, KCH], [0, k0]), target_type=pl.FP32)
            sq = pl.add(sq, pl.row_sum(pl.mul(xc, xc)))
        inv = pl.rsqrt(pl.add(pl.mul(sq, 1.0 / HIDDEN), EPS))
        for kb in pl.range(HIDDEN // KCH):
            k0 = kb * KCH
            xc = pl.cast(pl.slice(x, [16, KCH], [0, k0]), target_type=pl.FP32)
            g = pl.slice(w, [1, KCH], [0, k0])
            n = pl.col_expand_mul(pl.row_expand_mul(xc, inv), g)
            y = pl.assemble(y, pl.cast(n, target_type=pl.BF16), [0, k0])
    return y


def test_rmsnorm():
    """Root mean square norm over chunks of the columns."""
    x = normal(16, HIDDEN).astype(bf16)
    w = normal(1, HIDDEN)
    y = np.zeros((16, HIDDEN), bf16)
    rmsnorm(x, w, y)
    xf = x.astype(np.float32)
    r = xf / np.sqrt((xf**2).mean(1, keepdims=True) + EPS) * w
    check_close(y.astype(np.float32), r, 2e-2, 2e-2)


@pl.jit
def rope(
    x: pl.Tensor[[32, 128], pl.FP32],
    cos: pl.Tensor[[32, 64], pl.FP32],
    sin: pl.Tensor[[32, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        lo = x[:, 0:64]
        hi = x[:, 64:128]
        y[:, 0:64] = pl.sub(pl.mul(lo, cos), pl.mul(hi, sin))
        y[:, 64:128] = pl.add(pl.mul(hi, cos), pl.mul(lo, sin))
    return y


def test_rope():
    """Rotary embedding of contiguous halves."""
    x = normal(32, 128)
    t = rng.random((32, 64)).astype(np.float32)
    c, s = np.cos(t), np.sin(t)
    y = rope(x, c, s)
    check_close(
        y, np.concatenate([x[:, :64] * c - x[:, 64:] * s, x[:, 64:] * c + x[:, :64] * s], 1)
    )


@pl.jit
def topk(
    x: pl.Tensor[[1, 128], pl.FP32],
    idx: pl.Tensor[[1, 128], pl.UINT32],
    vals: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
    ids: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        s = pl.sort32(x, idx)
        m = pl.mrgsort(s, block_len=64)
        top = m[:, 0:16]
        vals[:] = pl.gather(top, mask_pattern=pl.tile.MaskPattern.P0101)
        ids[:] = pl.gather(top, mask_pattern=pl.tile.MaskPattern.P1010, output_dtype=pl.INT32)
    return vals, ids


def test_topk():
    """Top-k via sort32/mrgsort/gather mask."""
    x = rng.permutation(128).astype(np.float32)[None]
    idx = np.arange(128, dtype=np.uint32)[None]
    v, i = topk(x, idx)
    order = np.argsort(-x[0])[:8]
    check_close(v[0], x[0, order])
    check_close(i[0], order)


N8 = 1000


@pl.jit
def tail_add(
    a: pl.Tensor[[N8, 64], pl.FP32],
    b: pl.Tensor[[N8, 64], pl.FP32],
    c: pl.Out[pl.Tensor[[N8, 64], pl.FP32]],
):
    for i in pl.spmd((N8 + 127) // 128, name_hint="tail"):
        r0 = i * 128
        n = pl.min(128, N8 - r0)
        ta = pl.load(a, [r0, 0], [128, 64], valid_shape=[n, 64])
        tb = pl.load(b, [r0, 0], [128, 64], valid_shape=[n, 64])
        c = pl.store(pl.add(ta, tb), [r0, 0], c)
    return c


def test_tail():
    """Spmd loop form with tail through min."""
    a, b = normal(N8, 64), normal(N8, 64)
    check_close(tail_add(a, b), a + b)


M = pl.dynamic("M")


@pl.jit
def dyn_scale(x: pl.Tensor[[M, 64], pl.FP32], y: pl.Out[pl.Tensor[[M, 64], pl.FP32]], alpha: float):
    rows = x.shape[0]
    for r in pl.parallel(0, rows, 32):
        with pl.at(level=pl.Level.CORE_GROUP):
            n = pl.min(32, rows - r)
            t = pl.slice(x, [32, 64], [r, 0], valid_shape=[n, 64])
            y = pl.assemble(y, pl.mul(t, alpha), [r, 0])
    return y


def test_dyn():
    """Dynamic rows."""
    for m in (1, 31, 32, 33, 100):
        x = normal(m, 64)
        y = np.zeros_like(x)
        dyn_scale(x, y, 1.5)
        check_close(y, x * 1.5)


@pl.jit.incore
def axpy(
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.Tensor[[64, 64], pl.FP32],
    a: pl.Scalar[pl.FP32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    tx = pl.load(x, [0, 0], [64, 64])
    ty = pl.load(y, [0, 0], [64, 64])
    return pl.store(pl.add(pl.mul(tx, a), ty), [0, 0], out)


@pl.jit
def axpy2(
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.Tensor[[64, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    tmp = pl.create_tensor([64, 64], dtype=pl.FP32)
    tmp = axpy(x, y, 2.0, tmp)
    out = axpy(tmp, y, -1.0, out)
    return out


def test_axpy():
    """Incore kernel called, with scalars."""
    x, y = normal(64, 64), normal(64, 64)
    check_close(axpy2(x, y), -(2 * x + y) + y)


@pl.program
class Mlp:
    @pl.function(type=pl.FunctionType.InCore)
    def up(
        self,
        x: pl.Tensor[[32, 64], pl.FP32],
        w: pl.Tensor[[64, 128], pl.FP32],
        h: pl.Out[pl.Tensor[[32, 128], pl.FP32]],
    ) -> pl.Tensor[[32, 128], pl.FP32]:
        t = pl.matmul(x, w)
        h[:] = t
        return h

    @pl.function(type=pl.FunctionType.InCore)
    def act(
        self, h: pl.Tensor[[32, 128], pl.FP32], o: pl.Out[pl.Tensor[[32, 128], pl.FP32]]
    ) -> pl.Tensor[[32, 128], pl.FP32]:
        t = pl.load(h, [0, 0], [32, 128])
        s = pl.recip(pl.add(pl.exp(pl.neg(t)), 1.0))
        return pl.store(pl.mul(t, s), [0, 0], o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[32, 64], pl.FP32],
        w: pl.Tensor[[64, 128], pl.FP32],
        o: pl.Out[pl.Tensor[[32, 128], pl.FP32]],
    ) -> pl.Tensor[[32, 128], pl.FP32]:
        h: pl.Tensor[[32, 128], pl.FP32] = pl.create_tensor([32, 128], dtype=pl.FP32)
        h = self.up(x, w, h)
        o = self.act(h, o)
        return o


def test_mlp():
    """Program with several functions and self calls."""
    x, w = normal(32, 64), normal(64, 128)
    o = np.zeros((32, 128), np.float32)
    ir.compile(Mlp)(x, w, o)
    h = x.astype(np.float64) @ w
    check_close(o, h / (1 + np.exp(-h)), 1e-3, 1e-3)


@pl.jit
def paged_copy(
    pool: pl.Tensor[[512, 64], pl.BF16],
    table: pl.Tensor[[8], pl.INT32],
    out: pl.Out[pl.Tensor[[256, 64], pl.BF16]],
):
    for b in pl.range(8):
        blk = pl.tensor.read(table, [b])
        row = pl.cast(blk, pl.INDEX) * 32
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="page"):
            t = pl.slice(pool, [32, 64], [row, 0])
            out = pl.assemble(out, t, [b * 32, 0])
    return out


def test_paged():
    """Paged attention piece: block table gather in loop of reads."""
    pool = normal(512, 64).astype(bf16)
    tb = rng.permutation(16)[:8].astype(np.int32)
    check_close(
        paged_copy(pool, tb).astype(np.float32),
        pool.reshape(16, 32, 64)[tb].reshape(256, 64).astype(np.float32),
    )


@pl.jit
def mm_acc(
    a: pl.Tensor[[64, 512], pl.BF16],
    b: pl.Tensor[[512, 128], pl.BF16],
    c: pl.Out[pl.Tensor[[64, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.matmul(a[:, 0:128], b[0:128, :], out_dtype=pl.FP32)
        for kb in pl.range(1, 4):
            k0 = kb * 128
            acc = pl.matmul_acc(acc, a[:, k0 : k0 + 128], b[k0 : k0 + 128, :])
        c[:] = acc
    return c


def test_mmacc():
    """Matmul with K loop matmul_acc."""
    a, b = normal(64, 512).astype(bf16), normal(512, 128).astype(bf16)
    check_close(mm_acc(a, b), a.astype(np.float64) @ b.astype(np.float64), 1e-3, 1e-3)


@pl.jit
def swiglu(
    g: pl.Tensor[[32, 1024], pl.BF16],
    u: pl.Tensor[[32, 1024], pl.BF16],
    o: pl.Out[pl.Tensor[[32, 1024], pl.BF16]],
):
    for i in pl.spmd(8, name_hint="swiglu"):
        c0 = i * 128
        gc = pl.cast(g[:, c0 : c0 + 128], pl.FP32)
        uc = pl.cast(u[:, c0 : c0 + 128], pl.FP32)
        sig = pl.recip(pl.add(pl.exp(pl.neg(gc)), 1.0))
        o[:, c0 : c0 + 128] = pl.cast(pl.mul(pl.mul(gc, sig), uc), pl.BF16)
    return o


def test_swiglu():
    """Swiglu spmd over columns."""
    g, u = normal(32, 1024).astype(bf16), normal(32, 1024).astype(bf16)
    gf, uf = g.astype(np.float32), u.astype(np.float32)
    check_close(swiglu(g, u).astype(np.float32), gf / (1 + np.exp(-gf)) * uf, 2e-2, 2e-2)
