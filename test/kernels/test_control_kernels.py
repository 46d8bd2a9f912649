# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops, branches, carries and constants known at compile time, in kernels with numbers."""

import dataclasses

import ml_dtypes
import numpy as np
from kernel_numbers import check_close, normal, rng

import pypto.language as pl

bf16 = ml_dtypes.bfloat16


@pl.jit
def newton(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        g = pl.tile.full([16, 64], pl.FP32, 1.0)
        i = 0
        while i < 100:
            g = pl.mul(pl.add(g, pl.div(t, g)), 0.5)
            if i == 11:
                break
            i = i + 1
        y = pl.store(g, [0, 0], y)
    return y


def test_newton():
    """While loop with break."""
    x = rng.random((16, 64)).astype(np.float32) * 9 + 0.5
    check_close(newton(x), np.sqrt(x))


@pl.jit
def branches(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(8):
            t = x[i * 8 : i * 8 + 8, :]
            if i == 3:
                y[i * 8 : i * 8 + 8, :] = t
                continue
            if i < 2:
                r = pl.mul(t, 2.0)
            elif i % 2 == 0:
                r = pl.neg(t)
            else:
                r = pl.add(t, 1.0)
            y[i * 8 : i * 8 + 8, :] = r
    return y


def test_branches():
    """Continue + if/elif/else."""
    x = normal(64, 64)
    e = x.copy().reshape(8, 8, 64)
    for i in range(8):
        if i == 3:
            continue
        e[i] = e[i] * 2 if i < 2 else -e[i] if i % 2 == 0 else e[i] + 1
    check_close(branches(x), e.reshape(64, 64))


@pl.jit
def flagged(
    x: pl.Tensor[[16, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    relu: bool = False,
    k: int = 2,
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x
        for _ in pl.unroll(k):
            t = pl.mul(t, 2.0)
        if relu:
            t = pl.maximum(t, 0.0)
        out[:] = t
    return out


def test_flagged():
    """Constexpr flag."""
    x = normal(16, 64)
    o = np.zeros_like(x)
    flagged(x, o)
    check_close(o, x * 4)
    flagged(x, o, True, 3)
    check_close(o, np.maximum(x * 8, 0))
    flagged(x, o, relu=True, k=1)
    check_close(o, np.maximum(x * 2, 0))


@pl.jit
def carry(x: pl.Tensor[[8, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a0 = pl.tile.full([1, 64], pl.FP32, 0.0)
        b0 = pl.tile.full([1, 64], pl.FP32, 1.0)
        for i, (a, b) in pl.range(8, init_values=(a0, b0)):
            t = pl.load(x, [i, 0], [1, 64])
            a1 = pl.add(a, pl.mul(t, b))
            b1 = pl.mul(b, 0.5)
            a2, b2 = pl.yield_(a1, b1)
        y = pl.store(pl.add(a2, b2), [0, 0], y)
    return y


def test_carry():
    """Explicit carries with init_values and yield."""
    x = normal(8, 64)
    w = 0.5 ** np.arange(8)
    check_close(carry(x)[0], (x * w[:, None]).sum(0) + 0.5**8)


@pl.jit
def swap(
    x: pl.Tensor[[16, 64], pl.FP32],
    y: pl.Tensor[[16, 64], pl.FP32],
    a: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    b: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.load(x, [0, 0], [16, 64])
        v = pl.load(y, [0, 0], [16, 64])
        for _i in pl.range(5):
            u, v = v, u
        a = pl.store(u, [0, 0], a)
        b = pl.store(v, [0, 0], b)
    return a, b


def test_swap():
    """Carry swap (F03)."""
    x, y = normal(16, 64), normal(16, 64)
    a, b = swap(x, y)
    check_close(a, y)
    check_close(b, x)


@pl.jit
def one_arm(x: pl.Tensor[[8, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(8):
            t = pl.load(x, [i, 0], [1, 64])
            if i % 2 == 0:
                z = pl.exp(t)
                y = pl.store(z, [i, 0], y)
            else:
                y = pl.store(t, [i, 0], y)
    return y


def test_one_arm():
    """Value defined in one arm inside loop then used in the same arm."""
    x = normal(8, 64)
    e = x.copy()
    e[::2] = np.exp(x[::2])
    check_close(one_arm(x), e)


@pl.jit
def until(
    x: pl.Tensor[[16, 64], pl.FP32],
    lim: pl.Tensor[[1], pl.INT32],
    o: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.read(lim, [0])
        acc = pl.tile.full([1, 64], pl.FP32, 0.0)
        for i in pl.range(16):
            if i >= n:
                break
            acc = pl.add(acc, pl.load(x, [i, 0], [1, 64]))
        o = pl.store(acc, [0, 0], o)
    return o


def test_until():
    """Nested loops with accumulators & early break on run-time value."""
    x = normal(16, 64)
    for n in (0, 3, 16, 20):
        check_close(until(x, np.array([n], np.int32)), x[:n].sum(0, keepdims=True))


@pl.jit
def zt(
    x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INT32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        for _i in pl.range(n):
            t = pl.add(t, 1.0)
        for _i in pl.range(3, 3):
            t = pl.mul(t, 100.0)
        o = pl.store(t, [0, 0], o)
    return o


def test_zt():
    """Loops that do not run."""
    x = normal(16, 64)
    o = np.zeros_like(x)
    for n in (0, 1, 7):
        zt(x, n, o)
        check_close(o, x + n)


@pl.jit
def prefix(c: pl.Tensor[[16], pl.INT32], o: pl.Out[pl.Tensor[[16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.const(0, pl.INT32)
        for i in pl.range(16):
            acc = acc + pl.read(c, [i])
            pl.write(o, [i], acc)
    return o


def test_prefix():
    """Scalar read/write, control-plane arithmetic."""
    c = rng.integers(0, 9, 16).astype(np.int32)
    check_close(prefix(c), np.cumsum(c))


@pl.jit
def ramp(o: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(8):
            t = pl.tile.full([1, 64], pl.FP32, 1.0)
            f = pl.cast(i, pl.INT32)
            ti = pl.cast(t, pl.INT32)
            o = pl.store(pl.cast(pl.mul(ti, f), pl.FP32), [i, 0], o)
    return o


def test_ramp():
    """Pl.cast loops, index to fp32."""
    check_close(ramp(), np.repeat(np.arange(8.0)[:, None], 64, 1))


def make(n, scale):
    @pl.jit
    def k(x: pl.Tensor[[n, 64], pl.FP32], out: pl.Out[pl.Tensor[[n, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.mul(x, scale)
        return out

    return k


def test_factory():
    """Factory with closure constants."""
    for n, s in ((16, 2.0), (48, -1.0)):
        x = normal(n, 64)
        check_close(make(n, s)(x), x * s)


@dataclasses.dataclass(frozen=True)
class Cfg:
    rows: int = 32
    cols: int = 128
    eps: float = 1e-5


CFG = Cfg()
SHAPE = [CFG.rows, CFG.cols]


@pl.jit
def cfg_kernel(x: pl.Tensor[SHAPE, pl.FP32], out: pl.Out[pl.Tensor[[CFG.rows, CFG.cols], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.add(x, CFG.eps * 1000)
    return out


def test_cfg():
    """Module-level config class / dataclass constants."""
    x = normal(32, 128)
    check_close(cfg_kernel(x), x + 1e-2)


ACT = {"scale": 2.0, "bias": 1.0}


@pl.jit
def dictk(x: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        o[:] = pl.add(pl.mul(x, ACT["scale"]), ACT["bias"])
    return o


def test_dictk():
    """String constexpr / enum selection through closure dict."""
    x = normal(16, 64)
    check_close(dictk(x), x * 2 + 1)
