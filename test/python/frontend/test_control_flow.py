# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops, branches and rebinding, compared with the same computation in NumPy."""

from types import SimpleNamespace

import numpy as np
import pytest

import pypto.language as pl
from interpreter import operations, run

N = 16
FLAG = True


def counts(n=8):
    return np.zeros((n,), np.int32)


@pl.jit
def carried_scalar(out: pl.Out[pl.Tensor[[8], pl.INT32]], n: pl.INT32):
    total = pl.const(0, pl.INT32)
    for i in pl.range(n):
        total = total + pl.cast(i, pl.INT32)
        pl.write(out, [i], total)


@pytest.mark.parametrize("n", [0, 1, 5, 8])
def test_a_scalar_is_carried(n):
    out = counts()
    run(carried_scalar, out, n)
    expected = counts()
    expected[:n] = np.cumsum(np.arange(n))
    np.testing.assert_array_equal(out, expected)


@pl.jit
def carried_literal(src: pl.Tensor[[8], pl.INT32], out: pl.Out[pl.Tensor[[8], pl.INT32]]):
    best = 0
    where = 0
    for i in pl.range(8):
        v = pl.read(src, [i])
        if v > best:
            best = v
            where = i
        pl.write(out, [i], pl.cast(where, pl.INT32))


def test_running_maximum_through_a_branch():
    src = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.int32)
    out = counts()
    run(carried_literal, src, out)
    np.testing.assert_array_equal(out, [0, 0, 2, 2, 4, 5, 5, 5])


counting, language = pl.range, SimpleNamespace(range=pl.range)


@pl.jit
def renamed(out: pl.Out[pl.Tensor[[8], pl.INT32]], n: pl.INT32):
    for i in counting(8):
        if i == n:
            break
        pl.write(out, [i], 1)
    for i in language.range(8):
        if i < n + 2:
            continue
        pl.write(out, [i], 2)


def test_an_iterator_under_another_name_has_its_jumps():
    out = counts()
    run(renamed, out, 3)
    np.testing.assert_array_equal(out, [1, 1, 1, 0, 0, 2, 2, 2])


@pl.jit
def descending(out: pl.Out[pl.Tensor[[9], pl.INT32]], n: pl.INT32):
    k = pl.const(0, pl.INT32)
    for i in pl.range(n, 0, -2):
        pl.write(out, [i], k)
        k = k + 1


@pytest.mark.parametrize("n", [0, 1, 7, 8])
def test_descending_loop(n):
    out = counts(9)
    run(descending, out, n)
    expected = counts(9)
    for k, i in enumerate(range(n, 0, -2)):
        expected[i] = k
    np.testing.assert_array_equal(out, expected)


@pl.jit
def skipping(out: pl.Out[pl.Tensor[[8], pl.INT32]], skip: pl.INT32, stop: pl.INT32):
    last = pl.const(-1, pl.INT32)
    for i in pl.range(8):
        j = pl.cast(i, pl.INT32)
        if j == skip:
            continue
        if j >= stop:
            break
        last = j
        pl.write(out, [i], last + 10)
    pl.write(out, [7], last)


@pytest.mark.parametrize("skip", [0, 3, 7, 9])
@pytest.mark.parametrize("stop", [0, 1, 4, 8, 9])
def test_break_and_continue(skip, stop):
    out = counts()
    run(skipping, out, skip, stop)
    expected, last = counts(), -1
    for i in range(8):
        if i == skip:
            continue
        if i >= stop:
            break
        last = i
        expected[i] = last + 10
    expected[7] = last
    np.testing.assert_array_equal(out, expected)


@pl.jit
def deep_jump(out: pl.Out[pl.Tensor[[8], pl.INT32]], a: pl.INT32, b: pl.INT32):
    n = pl.const(0, pl.INT32)
    for i in pl.range(8):
        j = pl.cast(i, pl.INT32)
        if j > a:
            if j > b:
                break
            n = n + 100
            if j == b:
                continue
            n = n + 10
        else:
            n = n + 1
        pl.write(out, [i], n)
    pl.write(out, [0], n)


@pytest.mark.parametrize("a", [-1, 2, 5, 9])
@pytest.mark.parametrize("b", [0, 3, 6, 9])
def test_jumps_in_nested_branches(a, b):
    out = counts()
    run(deep_jump, out, a, b)
    expected, n = counts(), 0
    for i in range(8):
        if i > a:
            if i > b:
                break
            n += 100
            if i == b:
                continue
            n += 10
        else:
            n += 1
        expected[i] = n
    expected[0] = n
    np.testing.assert_array_equal(out, expected)


@pl.jit
def collatz(out: pl.Out[pl.Tensor[[8], pl.INT32]], start: pl.INT32):
    n = start
    steps = pl.const(0, pl.INT32)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = n * 3 + 1
        steps = steps + 1
        if steps >= 100:
            break
    pl.write(out, [0], steps)
    pl.write(out, [1], n)


@pytest.mark.parametrize("start", [1, 2, 7, 27])
def test_natural_while_with_if_inside(start):
    out = counts()
    run(collatz, out, start)
    n, steps = start, 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else n * 3 + 1
        steps += 1
        if steps >= 100:
            break
    assert list(out[:2]) == [steps, n]


@pl.jit
def explicit(out: pl.Out[pl.Tensor[[2], pl.INT32]], n: pl.INT32):
    for i, (a, b) in pl.range(n, init_values=(pl.const(0, pl.INT32), pl.const(1, pl.INT32))):
        c, d = pl.yield_(b, a + b)
    pl.write(out, [0], c)
    pl.write(out, [1], d)


@pytest.mark.parametrize("n", [0, 1, 10])
def test_explicit_carry_moves_in_parallel(n):
    out = counts(2)
    run(explicit, out, n)
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    assert list(out) == [a, b]


@pl.jit
def explicit_while(out: pl.Out[pl.Tensor[[2], pl.INT32]], n: pl.INT32):
    for i, s in pl.while_(init_values=(pl.const(0, pl.INT32), pl.const(0, pl.INT32))):
        pl.cond(i < n)
        j, t = pl.yield_(i + 1, s + i)
    pl.write(out, [0], j)
    pl.write(out, [1], t)


def test_explicit_while():
    out = counts(2)
    run(explicit_while, out, 5)
    assert list(out) == [5, 10]


@pl.jit
def yield_in_branches(out: pl.Out[pl.Tensor[[1], pl.INT32]], n: pl.INT32):
    if n > 3:
        r = pl.yield_(n * 2)
    else:
        r = pl.yield_(n - 1)
    pl.write(out, [0], r)


@pytest.mark.parametrize("n", [3, 4])
def test_yield_in_branches(n):
    out = counts(1)
    run(yield_in_branches, out, n)
    assert out[0] == (n * 2 if n > 3 else n - 1)


@pl.jit
def elif_chain(out: pl.Out[pl.Tensor[[1], pl.INT32]], n: pl.INT32):
    r = n
    if n < 0:
        r = r - 1
    elif n == 0:
        r = r + 50
    elif n < 10 and not (n == 5):
        r = r * 3
    else:
        if n == 5 or n == 11:
            r = r * 7
    pl.write(out, [0], r)


@pytest.mark.parametrize("n", [-4, 0, 3, 5, 10, 11])
def test_elif_chain(n):
    out = counts(1)
    run(elif_chain, out, n)
    r = (
        n - 1
        if n < 0
        else 50
        if n == 0
        else n * 3
        if n < 10 and n != 5
        else n * 7
        if n in (5, 11)
        else n
    )
    assert out[0] == r


@pl.jit
def unrolled(out: pl.Out[pl.Tensor[[8], pl.INT32]]):
    k = pl.const(1, pl.INT32)
    for i in pl.unroll(1, 8, 3):
        for j in pl.unroll(2):
            pl.write(out, [i + j - 1], k)
            k = k + i


def test_unroll_expands():
    out = counts()
    run(unrolled, out)
    expected, k = counts(), 1
    for i in range(1, 8, 3):
        for j in range(2):
            expected[i + j - 1] = k
            k += i
    np.testing.assert_array_equal(out, expected)
    assert "scf.for" not in operations(unrolled.compile(out).program)


@pl.jit
def swapped(out: pl.Out[pl.Tensor[[2], pl.INT32]], n: pl.INT32):
    a = pl.const(3, pl.INT32)
    b = pl.const(8, pl.INT32)
    for _ in pl.range(n):
        a, b = b, a
    pl.write(out, [0], a)
    pl.write(out, [1], b)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_swap_in_a_loop(n):
    out = counts(2)
    run(swapped, out, n)
    assert list(out) == ([3, 8] if n % 2 == 0 else [8, 3])


@pl.jit
def same_name_in_two_loops(
    x: pl.Tensor[[16, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
    z: pl.Out[pl.Tensor[[4, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        s = pl.full([16, 1], pl.FP32, 0.0)
        for i in pl.range(2):
            s = pl.add(s, pl.row_sum(x))
        y[:] = s
        for b in pl.range(4):
            s = pl.full([1, 16], pl.FP32, 1.0)
            for _ in pl.range(3):
                s = pl.mul(s, 2.0)
            z[b : b + 1, :] = s


def test_a_fresh_local_may_reuse_a_name_with_another_shape():
    x = np.random.default_rng(1).standard_normal((16, 16)).astype(np.float32)
    y, z = np.zeros((16, 1), np.float32), np.zeros((4, 16), np.float32)
    run(same_name_in_two_loops, x, y, z)
    np.testing.assert_allclose(y, 2 * x.sum(1, keepdims=True), rtol=1e-5)
    np.testing.assert_array_equal(z, np.full((4, 16), 8, np.float32))


@pl.jit
def dead_merge(
    x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]], c: pl.INT32
):
    with pl.at(level=pl.Level.CORE_GROUP):
        if c > 0:
            k = 1
            o[:] = pl.add(x, 1.0)
        else:
            k = 2
            o[:] = pl.add(x, 2.0)


def test_an_unused_merge_leaves_no_result():
    text = str(dead_merge.trace())
    assert "-> (index" not in text and "index, !pypto" not in text
    x, o = np.ones((16, 16), np.float32), np.zeros((16, 16), np.float32)
    run(dead_merge, x, o, 0)
    assert (o == 3).all()


@pl.jit
def constant_branch(o: pl.Out[pl.Tensor[[1], pl.INT32]], big: bool):
    if FLAG and N > 8:
        if big:
            r = 10
        else:
            r = 20
    pl.write(o, [0], r)


@pytest.mark.parametrize("big", [True, False])
def test_a_constant_condition_compiles_one_arm(big):
    o = counts(1)
    run(constant_branch, o, big)
    assert o[0] == (10 if big else 20)
    assert "scf.if" not in operations(constant_branch.compile(o, big).program)


@pl.jit
def kinds(x: pl.Tensor[[32, 16], pl.FP32], o: pl.Out[pl.Tensor[[32, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(0, 16, 8, stage=2):
            o[i : i + 8, :] = pl.exp(x[i : i + 8, :])
        for i in pl.parallel(16, 32, 8):
            o[i : i + 8, :] = pl.abs(x[i : i + 8, :])


def test_loop_kinds_are_attributes():
    text = str(kinds.trace())
    assert "pypto.loop = #pypto.loop_kind<Pipeline>" in text and "pypto.stages = 2" in text
    assert "pypto.loop = #pypto.loop_kind<Parallel>" in text
    x = np.random.default_rng(2).standard_normal((32, 16)).astype(np.float32)
    o = np.zeros_like(x)
    run(kinds, x, o)
    np.testing.assert_allclose(o, np.concatenate([np.exp(x[:16]), np.abs(x[16:])]), rtol=1e-6)


@pl.jit
def array_sum(out: pl.Out[pl.Tensor[[4], pl.INT32]], n: pl.INT32):
    arr = pl.array.create(4, pl.INT32)
    for i in pl.range(n):
        arr[i % 4] = arr[i % 4] + 1
    for i in pl.unroll(4):
        pl.write(out, [i], arr[i])


@pytest.mark.parametrize("n", [0, 3, 10])
def test_arrays_are_carried(n):
    out = counts(4)
    run(array_sum, out, n)
    np.testing.assert_array_equal(out, np.bincount(np.arange(n) % 4, minlength=4))
