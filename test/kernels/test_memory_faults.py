# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults of memory reuse that systems of this kind had: each must stay away, whatever the planner.

Every kernel runs with each planner, with a buffer per tile, and in as little memory as it compiles
for; all must give NumPy's numbers (D10: no planner computes anything else).
"""

import numpy as np
import pytest
from kernel_numbers import integers

import pypto.language as pl
from pypto.compiler import Planning

PLANNERS = ("exact", "heuristic", "first-fit", "best-fit")


def run(kernel, *inputs, out, tight=None):
    """The output for each way of planning. tight: the least bytes of Vec that the kernel needs."""
    plannings = [Planning(planner=name) for name in PLANNERS] + [Planning(reuse=False)]
    if tight is not None:
        plannings.append(Planning(capacity=(("Vec", tight),)))
    results = []
    for planning in plannings:
        compiled = kernel.compile()
        compiled._planning = planning
        result = np.full(out.shape, 99, out.dtype)
        compiled(*inputs, result)
        results.append(result)
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])
    return results[0]


@pl.jit
def branch_result(
    x: pl.Tensor[[16, 64], pl.FP32],
    c: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [16, 64])
        if c > 0:
            r = pl.add(a, a)
        else:
            r = pl.mul(a, a)
        e = pl.add(a, 1.0)
        f = pl.add(r, e)
        g = pl.add(a, f)
        out = pl.store(g, [0, 0], out)
    return out


@pytest.mark.parametrize("c", [0, 1])
def test_branch_result_stays(rng, c):
    """D02: what a branch leaves is not overwritten before its last use."""
    x = integers(rng, 16, 64, limit=9)
    got = run(branch_result, x, c, out=x)
    np.testing.assert_array_equal(got, (x + x if c else x * x) + (x + 1) + x)


@pl.jit
def column_halves(
    x: pl.Tensor[[16, 128], pl.FP32],
    s: pl.Tensor[[16, 1], pl.FP32],
    out: pl.Out[pl.Tensor[[16, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 128])
        f = pl.load(s, [0, 0], [16, 1])
        low = t[:, 0:64]
        high = t[:, 64:128]
        y = pl.row_expand_mul(low, f)
        z = pl.row_expand_mul(high, f)
        out = pl.store(y, [0, 0], out)
        out = pl.store(z, [0, 64], out)
        out = pl.store(pl.add(low, high), [0, 0], out)
    return out


def test_column_halves_keep_their_source(rng):
    """D04: windows of columns are read after results were written next to them."""
    x, s = integers(rng, 16, 128, limit=9), integers(rng, 16, 1, limit=9)
    expected = x * s
    expected[:, :64] = x[:, :64] + x[:, 64:]
    np.testing.assert_array_equal(run(column_halves, x, s, out=x), expected)


@pl.jit
def row_by_row(
    z: pl.Tensor[[8, 64], pl.FP32],
    x: pl.Tensor[[8, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(z, [0, 0], [8, 64])
        rows = pl.load(x, [0, 0], [8, 64])
        for i in pl.range(8):
            y = pl.col_expand_mul(t, pl.slice(rows, [1, 64], [i, 0]))
            out = pl.store(y, [i * 8, 0], out)
    return out


def test_rows_at_run_time_offsets(rng):
    """D05: a row chosen at run time is the right one, and its source stays as it is."""
    z, x = integers(rng, 8, 64, limit=9), integers(rng, 8, 64, limit=9)
    expected = (z[None] * x[:, None]).reshape(64, 64)
    np.testing.assert_array_equal(run(row_by_row, z, x, out=expected), expected)


@pl.jit
def result_of_loop(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.load(x, [0, 0], [16, 64])
        for _ in pl.range(n):
            r = pl.add(r, 1.0)
        t = pl.load(x, [0, 0], [16, 64])
        y = pl.mul(t, 2.0)
        out = pl.store(y, [0, 0], out)
        out = pl.store(r, [16, 0], out)
    return out


@pytest.mark.parametrize("n", [0, 1, 3])
def test_result_of_a_loop_stays(rng, n):
    """D09: a tile made after a loop is not put on its result; also if the loop does not run."""
    x = integers(rng, 16, 64, limit=9)
    expected = np.concatenate([2 * x, x + n])
    np.testing.assert_array_equal(run(result_of_loop, x, n, out=expected), expected)


@pl.jit
def used_in_each_iteration(
    x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        for i in pl.range(4):
            y = pl.mul(t, 2.0)
            u = pl.add(y, 1.0)
            v = pl.mul(u, u)
            out = pl.store(v, [i * 16, 0], out)
    return out


def test_a_tile_from_before_a_loop_stays(rng):
    """D20: what each iteration reads at its top is not overwritten at the bottom."""
    x = integers(rng, 16, 64, limit=9)
    expected = np.tile((2 * x + 1) ** 2, (4, 1))
    got = run(used_in_each_iteration, x, out=expected, tight=3 * 4096)
    np.testing.assert_array_equal(got, expected)


@pl.jit
def inner_and_outer_use(
    x: pl.Tensor[[16, 64], pl.FP32],
    c: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [16, 64])
        s = pl.mul(a, 0.0)
        for _ in pl.range(3):
            if c > 0:
                s = pl.add(s, a)
            b = pl.mul(s, 2.0)
            s = pl.sub(b, a)
        out = pl.store(pl.add(s, a), [0, 0], out)
    return out


@pytest.mark.parametrize("c", [0, 1])
def test_last_use_after_nested_scopes(rng, c):
    """D21: a tile used inside and after nested control flow lives to its last use."""
    x = integers(rng, 16, 64, limit=9)
    s = np.zeros_like(x)
    for _ in range(3):
        s = 2 * (s + x if c else s) - x
    np.testing.assert_array_equal(run(inner_and_outer_use, x, c, out=x), s + x)


@pl.jit
def exchanged(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [16, 64])
        b = pl.load(x, [16, 0], [16, 64])
        for _ in pl.range(3):
            a, b = b, pl.add(a, b)
        out = pl.store(a, [0, 0], out)
        out = pl.store(b, [16, 0], out)
    return out


def test_exchanged_carries(rng):
    """Carries that change places need a copy, and only that."""
    x = integers(rng, 32, 64, limit=9)
    a, b = x[:16], x[16:]
    for _ in range(3):
        a, b = b, a + b
    np.testing.assert_array_equal(run(exchanged, x, out=x), np.concatenate([a, b]))


@pl.jit
def scratch_after_store(
    x: pl.Tensor[[16, 64], pl.FP32],
    z: pl.Tensor[[16, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    sums: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.mul(pl.load(x, [0, 0], [16, 64]), 3.0)
        out = pl.store(y, [0, 0], out)
        t = pl.load(z, [0, 0], [16, 64])
        scratch = pl.create_tile([16, 64], pl.FP32)
        s = pl.row_sum(t, scratch)
        sums = pl.store(s, [0, 0], sums)
    return out, sums


def test_scratch_on_a_tile_that_is_being_stored(rng):
    """D14: a reduction's scratch may take the bytes of a stored tile only after the store."""
    x, z = integers(rng, 16, 64, limit=9), integers(rng, 16, 64, limit=9)
    for capacity in (None, 2 * 4096 + 512):
        compiled = scratch_after_store.compile()
        if capacity:
            compiled._planning = Planning(capacity=(("Vec", capacity),))
        out, sums = np.zeros_like(x), np.zeros((16, 1), np.float32)
        compiled(x, z, out, sums)
        np.testing.assert_array_equal(out, 3 * x)
        np.testing.assert_array_equal(sums, z.sum(axis=1, keepdims=True))


@pl.jit
def peeled(
    a: pl.Tensor[[32, 128], pl.FP16],
    b: pl.Tensor[[128, 32], pl.FP16],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tile([32, 32], pl.FP32, target_memory=pl.Mem.Acc)
        for k in pl.range(4):
            left = pl.load(a, [0, k * 32], [32, 32], target_memory=pl.Mem.Mat)
            right = pl.load(b, [k * 32, 0], [32, 32], target_memory=pl.Mem.Mat)
            lm = pl.move(left, target_memory=pl.Mem.Left)
            rm = pl.move(right, target_memory=pl.Mem.Right)
            if k == 0:
                acc = pl.matmul(lm, rm)
            else:
                acc = pl.matmul_acc(acc, lm, rm)
        out = pl.store(acc, [0, 0], out)
    return out


def test_peeled_accumulation(rng):
    """D11: a product in the first iteration, sums in the others: one accumulator."""
    a = integers(rng, 32, 128, limit=9).astype(np.float16)
    b = integers(rng, 128, 32, limit=9).astype(np.float16)
    expected = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(run(peeled, a, b, out=expected), expected)


@pl.jit
def concatenated(
    x: pl.Tensor[[32, 32], pl.FP32],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.mul(pl.load(x, [0, 0], [32, 16]), 2.0)
        b = pl.mul(pl.load(x, [0, 16], [32, 16]), 3.0)
        y = pl.concat(b, a)
        out = pl.store(y, [0, 0], out)
    return out


def test_a_joined_tile_is_apart_from_its_parts(rng):
    """D03: the parts die where they are joined, and are not overwritten on the way."""
    x = integers(rng, 32, 32, limit=9)
    expected = np.concatenate([3 * x[:, 16:], 2 * x[:, :16]], axis=1)
    np.testing.assert_array_equal(run(concatenated, x, out=x), expected)


def window_of_columns(dtype, offset, columns):
    @pl.jit
    def kernel(
        x: pl.Tensor[[16, 64], dtype],
        out: pl.Out[pl.Tensor[[16, columns], dtype]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.load(x, [0, 0], [16, 64])
            y = pl.mul(t[:, offset : offset + columns], 3.0)
            z = pl.add(y, t[:, offset : offset + columns])
            out = pl.store(z, [0, 0], out)
        return out

    return kernel


@pytest.mark.parametrize("offset", [0, 1, 7, 8, 16, 31])
@pytest.mark.parametrize(
    "dtype", [(pl.FP32, np.float32), (pl.FP16, np.float16)], ids=["f32", "f16"]
)
def test_windows_at_any_column(rng, dtype, offset):
    """D06: a window that does not begin at a 32-byte block is copied to one first."""
    element, numpy_dtype = dtype
    x = integers(rng, 16, 64, limit=9).astype(numpy_dtype)
    out = np.zeros((16, 32), numpy_dtype)
    got = run(window_of_columns(element, offset, 32), x, out=out)
    np.testing.assert_array_equal(got, 4 * x[:, offset : offset + 32])


@pl.jit
def rows_of_a_transpose(
    x: pl.Tensor[[64, 16], pl.FP32],
    w: pl.Tensor[[64, 16], pl.FP32],
    out: pl.Out[pl.Tensor[[2, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        first = pl.mul(pl.load(x, [0, 0], [64, 16]), 2.0)
        second = pl.add(first, pl.load(w, [0, 0], [64, 16]))
        t = pl.transpose(second, 0, 1)
        a = t[3:4, :]
        b = t[5:6, :]
        out = pl.store(pl.mul(a, 1.0), [0, 0], out)
        out = pl.store(pl.add(a, b), [1, 0], out)
    return out


def test_rows_keep_their_places_when_the_source_moves(rng):
    """D07: windows of a tile that lies on a dead one's buffer keep their offsets."""
    x, w = integers(rng, 64, 16, limit=9), integers(rng, 64, 16, limit=9)
    t = (2 * x + w).T
    expected = np.stack([t[3], t[3] + t[5]])
    np.testing.assert_array_equal(run(rows_of_a_transpose, x, w, out=expected), expected)


def mask_and_neighbour(columns):
    @pl.jit
    def kernel(
        a: pl.Tensor[[32, 64], pl.FP32],
        b: pl.Tensor[[32, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            ta = pl.load(a, [0, 0], [32, 64])
            tb = pl.load(b, [0, 0], [32, 64])
            va = pl.set_validshape(ta, 32, columns)
            vb = pl.set_validshape(tb, 32, columns)
            scratch = pl.create_tile([1, 32], dtype=pl.UINT8)
            neighbour = pl.add(ta, tb)
            mask = pl.cmp(va, vb, cmp_type=4)
            chosen = pl.sel(mask, va, vb, scratch)
            out = pl.store(neighbour, [0, 0], out)
            out = pl.store(chosen, [0, 0], out)
        return out

    return kernel


@pytest.mark.parametrize("columns", [4, 33, 64])
def test_a_mask_needs_its_physical_bytes(rng, columns):
    """D22: the next buffer begins behind all of a mask's rows, however few columns are valid."""
    a, b = integers(rng, 32, 64, limit=9), integers(rng, 32, 64, limit=9)
    expected = a + b
    part = np.s_[:, :columns]
    expected[part] = np.maximum(a[part], b[part])
    np.testing.assert_array_equal(run(mask_and_neighbour(columns), a, b, out=a), expected)
