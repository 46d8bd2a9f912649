# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several tasks: blocks, dependencies, scopes of the runtime, programs and helpers."""

import ml_dtypes
import numpy as np
from kernel_numbers import check_close, normal

import pypto.language as pl
from pypto import ir

bf16 = ml_dtypes.bfloat16


@pl.jit
def blocks(
    x: pl.Tensor[[128, 64], pl.FP32],
    t: pl.Out[pl.Tensor[[128, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[128, 64], pl.FP32]],
):
    with pl.spmd(4, name_hint="first") as tid:
        i = pl.tile.get_block_idx()
        t[i * 32 : (i + 1) * 32, :] = pl.exp(x[i * 32 : (i + 1) * 32, :])
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):
        y[:] = pl.mul(t, 2.0)
    return t, y


def test_blocks():
    """With spmd dispatch + get_block_idx, deps."""
    x = normal(128, 64)
    t, y = blocks(x)
    check_close(t, np.exp(x))
    check_close(y, 2 * np.exp(x))


@pl.jit
def fan(
    x: pl.Tensor[[256, 64], pl.FP32],
    t: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
):
    ids = pl.array.create(4, pl.TASK_ID)
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="stage1") as tid:
            t[i * 64 : (i + 1) * 64, :] = pl.exp(x[i * 64 : (i + 1) * 64, :])
        ids[i] = tid
    with pl.at(level=pl.Level.CORE_GROUP, deps=[ids], name_hint="stage2"):
        for i in pl.range(4):
            y[i * 64 : (i + 1) * 64, :] = pl.mul(t[i * 64 : (i + 1) * 64, :], 2.0)
    return t, y


def test_fan():
    """Array of task ids, parallel."""
    x = normal(256, 64)
    t, y = fan(x)
    check_close(t, np.exp(x))
    check_close(y, 2 * np.exp(x))


@pl.jit
def chain(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        prev = None
        for _i in pl.range(4):
            with pl.at(level=pl.Level.CORE_GROUP, deps=[prev]) as tid:
                y[:] = pl.add(pl.mul(y, 2.0), x)
            prev = tid
    return y


def test_chain():
    """Manual scope with prev task id chain."""
    x, y = normal(64, 64), normal(64, 64)
    e = y.copy()
    for _ in range(4):
        e = e * 2 + x
    chain(x, y)
    check_close(y, e)


@pl.jit(auto_scope=False)
def scoped(x: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope():
        t = pl.create_tensor([64, 64], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP):
            t[:] = pl.exp(x)
        with pl.at(level=pl.Level.CORE_GROUP):
            o[:] = pl.neg(t)
    return o


def test_scoped():
    """Auto_scope=False with pl.scope."""
    x = normal(64, 64)
    check_close(scoped(x), -np.exp(x))


@pl.program
class Sub:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self, x: pl.Tensor[[32, 64], pl.FP32], o: pl.Out[pl.Tensor[[32, 64], pl.FP32]]
    ) -> pl.Tensor[[32, 64], pl.FP32]:
        t = pl.load(x, [0, 0], [32, 64])
        return pl.store(pl.mul(t, 2.0), [0, 0], o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self, x: pl.Tensor[[32, 64], pl.FP32], o: pl.Out[pl.Tensor[[32, 64], pl.FP32]]
    ) -> pl.Tensor[[32, 64], pl.FP32]:
        m = pl.create_tensor([32, 64], dtype=pl.FP32)
        m, t1 = pl.submit(self.k, x, m)
        o, t2 = pl.submit(self.k, m, o, deps=[t1])
        return o


def test_sub():
    """Program with submit."""
    x = normal(32, 64)
    o = np.zeros_like(x)
    ir.compile(Sub)(x, o)
    check_close(o, 4 * x)


@pl.program
class SpmdProg:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        b: pl.Tensor[[256, 64], pl.FP32],
        o: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ) -> pl.Tensor[[256, 64], pl.FP32]:
        i = pl.tile.get_block_idx()
        off = i * 64
        ta = pl.load(a, [off, 0], [64, 64])
        tb = pl.load(b, [off, 0], [64, 64])
        return pl.store(pl.add(ta, tb), [off, 0], o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        b: pl.Tensor[[256, 64], pl.FP32],
        o: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ) -> pl.Tensor[[256, 64], pl.FP32]:
        with pl.spmd(4):
            o = self.k(a, b, o)
        return o


def test_spmdprog():
    """Program with spmd dispatch."""
    a, b = normal(256, 64), normal(256, 64)
    o = np.zeros_like(a)
    ir.compile(SpmdProg)(a, b, o)
    check_close(o, a + b)


@pl.jit
def hist(x: pl.Tensor[[256, 64], pl.FP32], o: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        t = pl.load(x, [b * 64, 0], [64, 64])
        o = pl.store(t, [0, 0], o, atomic=pl.AtomicType.Add)
    return o


def test_hist():
    """InOut accumulate with atomics."""
    x = normal(256, 64)
    o = np.zeros((64, 64), np.float32)
    hist(x, o)
    check_close(o, x.reshape(4, 64, 64).sum(0))


@pl.jit.opaque
def opaque_part(x: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(2):
        with pl.at(level=pl.Level.CORE_GROUP):
            o[i * 32 : i * 32 + 32, :] = pl.neg(x[i * 32 : i * 32 + 32, :])
    return o


@pl.jit
def opaque_main(x: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    o = opaque_part(x, o)
    return o


def test_opaque():
    """Jit.opaque with loop."""
    x = normal(64, 64)
    check_close(opaque_main(x), -x)


@pl.jit.inline
def stage(x, o, r):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="stage"):
        o[r : r + 16, :] = pl.exp(x[r : r + 16, :])
    return o


@pl.jit
def staged(x: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for r in pl.range(0, 64, 16):
        o = stage(x, o, r)
    return o


def test_staged():
    """Pl.range over array, nested inline calling incore."""
    x = normal(64, 64)
    check_close(staged(x), np.exp(x))


@pl.jit.inline
def act(t, kind):
    if kind == "relu":
        return pl.maximum(t, 0.0)
    return pl.mul(t, pl.recip(pl.add(pl.exp(pl.neg(t)), 1.0)))


@pl.jit
def acts(
    x: pl.Tensor[[16, 64], pl.FP32],
    a: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    b: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a[:] = act(x, "relu")
        b[:] = act(x, "silu")
    return a, b


def test_acts():
    """Inline helper with early return under constexpr closures & nested helpers."""
    x = normal(16, 64)
    a, b = acts(x)
    check_close(a, np.maximum(x, 0))
    check_close(b, x / (1 + np.exp(-x)))


@pl.jit.incore
def minmax(
    x: pl.Tensor[[32, 64], pl.FP32],
    lo: pl.Out[pl.Tensor[[32, 1], pl.FP32]],
    hi: pl.Out[pl.Tensor[[32, 1], pl.FP32]],
):
    t = pl.load(x, [0, 0], [32, 64])
    tmp = pl.create_tile([32, 64], dtype=pl.FP32)
    mx = pl.row_max(t, tmp)
    mn = pl.row_min(t, tmp)
    hi = pl.store(mx, [0, 0], hi)
    lo = pl.store(mn, [0, 0], lo)
    return hi, lo


@pl.jit
def mm2(
    x: pl.Tensor[[32, 64], pl.FP32],
    lo: pl.Out[pl.Tensor[[32, 1], pl.FP32]],
    hi: pl.Out[pl.Tensor[[32, 1], pl.FP32]],
):
    hi, lo = minmax(x, lo, hi)
    return lo, hi


def test_mm2():
    """Tuple returns swapped, helper with two outs."""
    x = normal(32, 64)
    lo, hi = mm2(x)
    check_close(lo[:, 0], x.min(1))
    check_close(hi[:, 0], x.max(1))


@pl.jit
def kw(
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.Tensor[[64, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    out = axpyk(x=x, y=y, out=out, a=3.0)
    return out


@pl.jit.incore
def axpyk(
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.Tensor[[64, 64], pl.FP32],
    a: pl.Scalar[pl.FP32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    out[:] = pl.add(pl.mul(x, a), y)
    return out


def test_kw():
    """Keyword args to kernels and helpers."""
    x, y = normal(64, 64), normal(64, 64)
    check_close(kw(x, y), 3 * x + y)


@pl.jit.incore
def bare(x, y, out: pl.Out[pl.Tensor]):
    out[:] = pl.add(x, y)
    return out


@pl.jit
def bare_main(
    x: pl.Tensor[[16, 64], pl.FP32],
    y: pl.Tensor[[16, 64], pl.FP32],
    o: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    t = pl.create_tensor([16, 64], dtype=pl.FP32)
    t = bare(x, y, t)
    o = bare(t, y, o)
    return o


def test_bare():
    """Helper with bare params (inferred)."""
    x, y = normal(16, 64), normal(16, 64)
    check_close(bare_main(x, y), x + 2 * y)


class Holder:
    @staticmethod
    @pl.jit
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            o[:] = pl.mul(x, 4.0)
        return o


def test_holder():
    """Methods: kernel in a class attribute."""
    x = normal(16, 64)
    check_close(Holder.kernel(x), x * 4)
