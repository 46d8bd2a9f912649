# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors and tiles of three and more axes against NumPy."""

import itertools

import numpy as np
import pytest
from kernel_numbers import integers
from op_kernels import DTYPES, EPS, random_array, run_lines, run_tensor

import pypto.language as pl
from pypto.errors import InvalidOperationError, UnsupportedFeatureError
from pypto.runtime import RunConfig

SHAPES = [(3, 5, 24), (2, 16, 13), (4, 1, 17), (1, 15, 40), (2, 3, 4, 8), (3, 2, 17, 5)]


def close(out, expected, dtype="FP32", terms=1):
    """Up to roundings to the element type, one for each of `terms` steps."""
    np.testing.assert_allclose(
        out.astype(np.float64),
        np.asarray(expected, np.float64),
        rtol=4 * terms * EPS[dtype],
        atol=4 * terms * EPS[dtype],
    )


def check(expression, arrays, expected, config, dtype="FP32", terms=1):
    """`out[:] = expression` gives what NumPy says."""
    out = np.zeros(np.asarray(expected).shape, DTYPES[dtype])
    run_tensor(expression, arrays, out, config)
    if dtype in EPS:
        close(out, expected, dtype, terms)
    else:
        np.testing.assert_array_equal(out, expected)


# ---------------------------------------------------------------------------
# Tensors
# ---------------------------------------------------------------------------

BY_COLUMNS = {"sum": np.sum, "max": np.max, "min": np.min, "prod": np.prod}


@pytest.mark.parametrize("kind", BY_COLUMNS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_column_reductions(rng, config, shape, kind):
    """Each matrix by itself."""
    a = random_array(rng, shape, "FP32", 0.5, 1.5)
    expected = BY_COLUMNS[kind](a.astype(np.float64), axis=-2, keepdims=True)
    check(f"pl.col_{kind}(a)", {"a": a}, expected, config, terms=shape[-2])


@pytest.mark.parametrize("kind", ["argmax", "argmin"])
@pytest.mark.parametrize("shape", SHAPES[:4], ids=str)
def test_column_positions(rng, config, shape, kind):
    a = random_array(rng, shape, "FP32")
    expected = np.expand_dims(getattr(np, kind)(a, axis=-2), -2)
    check(f"pl.col_{kind}(a)", {"a": a}, expected, config, "INT32")


@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_column_expansion(rng, config, shape, dtype):
    """A row for each matrix, computed on chip."""
    a, b = (random_array(rng, shape, dtype) for _ in range(2))
    expected = a + b.max(axis=-2, keepdims=True)
    check("pl.col_expand_add(a, pl.col_max(b))", {"a": a, "b": b}, expected, config, dtype)


def broadcast_shapes(shape):
    """Shapes that broadcast to `shape`: every choice of its axes, and fewer axes."""
    for kept in itertools.product([True, False], repeat=len(shape)):
        yield tuple(e if keep else 1 for e, keep in zip(shape, kept, strict=True))
    yield shape[1:]
    yield (shape[-1],)


@pytest.mark.parametrize("operation", ["add", "sub"])
@pytest.mark.parametrize(
    ("shape", "other"),
    [(s, o) for s in [(3, 16, 24), (2, 5, 17), (2, 3, 8, 8)] for o in broadcast_shapes(s)],
    ids=str,
)
def test_broadcast(rng, config, shape, other, operation):
    """One element of an axis serves all, also of leading axes; in both orders."""
    a, b = random_array(rng, shape, "FP32"), random_array(rng, other, "FP32")
    combine = {"add": np.add, "sub": np.subtract}[operation]
    check(f"pl.{operation}(a, b)", {"a": a, "b": b}, combine(a, b), config)
    check(f"pl.{operation}(b, a)", {"a": a, "b": b}, combine(b, a), config)


AXES = [(s, i, j) for s in SHAPES for i in range(len(s)) for j in range(i + 1, len(s))]


@pytest.mark.parametrize("dtype", ["FP32", "FP16"])
@pytest.mark.parametrize(("shape", "first", "second"), AXES, ids=str)
@pytest.mark.parametrize("where", ["in memory", "on chip"])
def test_exchanged_axes(rng, config, shape, first, second, dtype, where):
    """Any two axes, of memory and of what was computed."""
    a = random_array(rng, shape, dtype)
    axes = f"axis1={first}, axis2={second}"
    text = {
        "in memory": f"pl.neg(pl.transpose(a, {axes}))",
        "on chip": f"pl.transpose(pl.neg(a), {axes})",
    }[where]
    expected = -a.swapaxes(first, second)
    check(text, {"a": a}, expected, config, dtype)


LAST_ONES = [(2, 16, 1), (5, 8, 1), (2, 1, 1), (16, 5, 1), (3, 7, 5), (1, 9, 1), (2, 3, 4, 1)]
PLATFORMS = ("a2a3sim", "a5sim")


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("dtype", ["FP32", "INT8"])
@pytest.mark.parametrize("shape", LAST_ONES, ids=str)
def test_exchanged_axes_of_one_element(rng, platform, shape, dtype):
    """A last axis of one element, and odd ones, at each place that it can go to."""
    config = RunConfig(platform=platform)
    a = random_array(rng, shape, dtype)
    for first, second in itertools.combinations(range(len(shape)), 2):
        expected = a.swapaxes(first, second)
        check(f"pl.transpose(a, {first}, {second})", {"a": a}, expected, config, dtype)
        if dtype == "FP32":
            text = f"pl.transpose(pl.neg(a), {first}, {second})"
            check(text, {"a": a}, -expected, config, dtype)


# Also 4,588 elements: positions are computed a few thousand at a time.
ODD_TILES = [*LAST_ONES[:5], (3, 16, 8), (3, 16, 32), (16, 5, 8), (3, 17, 33), (2, 3, 5, 7)]
ODD_TILES += [(4, 31, 37), (1, 5, 7), (2, 1, 3, 40), (5, 7), (16, 3), (9, 1), (1, 9)]


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("dtype", ["FP32", "BF16", "INT8"])
@pytest.mark.parametrize("shape", ODD_TILES, ids=str)
def test_exchanged_axes_of_tiles(rng, platform, shape, dtype):
    """Rows that are not whole blocks are transposed, too, and lines of either direction."""
    a = random_array(rng, shape, dtype)
    zeros = [0] * len(shape)
    for first, second in itertools.combinations(range(len(shape)), 2):
        out = np.zeros(a.swapaxes(first, second).shape, DTYPES[dtype])
        lines = [
            f"t = pl.load(a, {zeros}, {list(shape)})",
            f"out = pl.store(pl.transpose(t, {first}, {second}), {zeros}, out)",
        ]
        run_lines(lines, {"a": a}, out, RunConfig(platform=platform))
        np.testing.assert_array_equal(out, a.swapaxes(first, second))


def slices(shape):
    """From the start on, as subscripts."""
    return [f"0:{extent}" for extent in shape]


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("leading", [(3,), (16,), (2, 3), (1,)], ids=str)
def test_rows_as_long_as_a_box(rng, platform, dtype, leading):
    """16 rows of 32 bytes, and 16 matrices of such rows, are rows all the same."""
    config = RunConfig(platform=platform)
    columns = 32 // np.dtype(DTYPES[dtype]).itemsize
    for shape in [(*leading, 16, columns), (16, columns, 2 * columns)]:
        a = random_array(rng, shape, dtype)
        half = shape[-2] // 2
        zeros, size = [0] * len(shape), [*shape[:-2], half, shape[-1]]
        for expected, line in [
            (a, "out[:] = a"),
            (a, f"out = pl.store(pl.load(a, {zeros}, {list(shape)}), {zeros}, out)"),
            (a[..., half:, :], f"out[:] = pl.slice(a, {size}, {[*zeros[:-2], half, 0]})"),
        ]:
            out = np.zeros(expected.shape, a.dtype)
            run_lines([line], {"a": a}, out, config)
            np.testing.assert_array_equal(out, expected)
        # A part of one is written.
        out, part = np.zeros(shape, a.dtype), a[..., :half, :].copy()
        run_lines([f"out[{', '.join(slices(part.shape))}] = a"], {"a": part}, out, config)
        np.testing.assert_array_equal(out[..., :half, :], part)
        assert not out[..., half:, :].any()


WINDOWS = [
    ((3, 5, 24), (2, 3, 16), (1, 2, 8)),
    ((3, 5, 24), (1, 3, 24), (2, 1, 0)),
    ((3, 5, 24), (3, 1, 24), (0, 4, 0)),
    ((3, 5, 24), (2, 5, 24), (1, 0, 0)),
    ((3, 5, 24), (3, 5, 1), (0, 0, 7)),
    ((4, 16, 40), (2, 7, 13), (1, 3, 16)),
    ((2, 3, 4, 8), (2, 1, 3, 8), (0, 1, 1, 0)),
    ((2, 3, 4, 8), (1, 2, 4, 8), (1, 1, 0, 0)),
    ((2, 3, 4, 8), (2, 2, 2, 8), (0, 1, 2, 0)),
]


def part(array, window, offsets):
    """The window as NumPy takes it."""
    return array[tuple(slice(o, o + w) for o, w in zip(offsets, window, strict=True))]


@pytest.mark.parametrize(("shape", "window", "offsets"), WINDOWS, ids=str)
def test_windows_of_memory(rng, config, shape, window, offsets):
    """Windows that are no rectangle of merged rows, read and written."""
    a = random_array(rng, shape, "FP32")
    taken = part(a, window, offsets)
    check(f"pl.neg(pl.slice(a, {list(window)}, {list(offsets)}))", {"a": a}, -taken, config)
    out = np.zeros(shape, np.float32)
    run_lines(
        [f"out = pl.assemble(out, pl.neg(b), {list(offsets)})"],
        {"b": np.ascontiguousarray(taken)},
        out,
        config,
    )
    expected = np.zeros(shape, np.float32)
    part(expected, window, offsets)[...] = -taken
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize(
    ("shape", "window", "offsets"), [w for w in WINDOWS if w[1][-1] > 1], ids=str
)
def test_windows_on_chip(rng, config, shape, window, offsets):
    """Windows of what was computed, read and written."""
    a = random_array(rng, shape, "FP32")
    taken = part(a, window, offsets)
    check(f"pl.slice(pl.neg(a), {list(window)}, {list(offsets)})", {"a": a}, -taken, config)
    b = random_array(rng, window, "FP32")
    out = np.zeros(shape, np.float32)
    run_lines(
        ["t = pl.neg(a)", f"t = pl.assemble(t, pl.abs(b), {list(offsets)})", "out[:] = t"],
        {"a": a, "b": b},
        out,
        config,
    )
    expected = -a
    part(expected, window, offsets)[...] = abs(b)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("drop", [0, 1, 2])
@pytest.mark.parametrize("shape", [(3, 5, 24), (4, 16, 17)], ids=str)
def test_dropped_axes(rng, config, shape, drop):
    """One position along any axis."""
    a = random_array(rng, shape, "FP32")
    at = shape[drop] - 1
    index = ", ".join(str(at) if axis == drop else ":" for axis in range(3))
    check(f"pl.neg(a[{index}])", {"a": a}, -a.take(at, axis=drop), config)


def test_one_column(rng, config):
    """A column of memory and of what was computed, of rows that are no whole blocks."""
    for rows, columns, at in [(5, 100, 99), (15, 33, 1), (8, 40, 3), (17, 8, 0)]:
        a = random_array(rng, (rows, columns), "FP32")
        check(f"pl.slice(pl.neg(a), [{rows}, 1], [0, {at}])", {"a": a}, -a[:, at : at + 1], config)
        check(f"pl.neg(a[:, {at}])", {"a": a}, -a[:, at], config)


def test_elements(rng, config):
    """An element of what was computed."""
    a, b = random_array(rng, (2, 3, 8), "FP32"), random_array(rng, (2, 3, 8), "FP32")
    out = np.zeros((2, 3, 8), np.float32)
    run_lines(
        ["t = pl.neg(a)", "v = pl.read(t, [1, 2, 3])", "out[:] = pl.add(b, v)"],
        {"a": a, "b": b},
        out,
        config,
    )
    np.testing.assert_array_equal(out, b - a[1, 2, 3])


def test_part_of_rows_at_run_time(rng, config):
    """The outermost axis of a window is cut at run time."""
    a = random_array(rng, (4, 5, 24), "FP32")
    for count in (0, 1, 3):
        out = np.zeros((4, 2, 8), np.float32)
        run_lines(
            [
                "m = pl.min(pl.read(n, [0]), 3)",
                "w = pl.slice(a, [3, 2, 8], [1, 2, 8], valid_shape=[m, 2, 8])",
                "out = pl.assemble(out, pl.neg(w), [0, 0, 0])",
            ],
            {"a": a, "n": np.array([count], np.int32)},
            out,
            config,
        )
        expected = np.zeros_like(out)
        expected[:count] = -a[1 : 1 + count, 2:4, 8:16]
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("shape", [(16, 24), (5, 17), (3, 8, 16)], ids=str)
def test_views_by_columns(rng, config, shape):
    """The same bytes, each matrix column by column."""
    a = random_array(rng, shape, "FP32")
    exchanged = a.swapaxes(-1, -2)
    check("pl.neg(pl.tensor.view(a, layout=pl.DN))", {"a": a}, -exchanged, config)
    flat = a.reshape(-1)
    text = f"pl.neg(pl.tensor.view(a, {list(exchanged.shape)}, layout=pl.DN))"
    check(text, {"a": flat}, -exchanged, config)


# ---------------------------------------------------------------------------
# Past the edge
# ---------------------------------------------------------------------------


@pytest.mark.parametrize("start", [0, 17, 24, 31, 32, 40])
def test_clamped_slice(rng, config, start):
    """What lies behind the edge is not valid; a constant offset and one known at run time."""
    a = random_array(rng, (32, 40), "FP32")
    expected = np.full((16, 40), 3, np.float32)
    inside = a[start : start + 16]
    expected[: len(inside)] = -inside
    for offset in (str(start), "n"):
        out = np.full((16, 40), 3, np.float32)
        run_lines(
            [
                "n = pl.read(i, [0])",
                f"w = pl.slice(a, [16, 40], [{offset}, 0], clamp=True)",
                "out = pl.assemble(out, pl.neg(w), [0, 0])",
            ],
            {"a": a, "i": np.array([start], np.int32)},
            out,
            config,
        )
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("start", [17, 24, 40])
def test_clamped_slice_on_chip(rng, config, start):
    """What lies behind the edge of what was computed is not valid."""
    a = random_array(rng, (32, 40), "FP32")
    out = np.full((16, 48), 3, np.float32)
    run_lines(
        [
            f"w = pl.slice(pl.neg(a), [16, 48], [{start}, 8], clamp=True)",
            "out = pl.assemble(out, pl.abs(w), [0, 0])",
        ],
        {"a": a},
        out,
        config,
    )
    expected = np.full((16, 48), 3, np.float32)
    inside = abs(a[start : start + 16, 8:])
    expected[: len(inside), :32] = inside
    np.testing.assert_array_equal(out, expected)


def test_clamped_corner(rng, config):
    """Rows and columns pass the edge; the rest is filled."""
    a = random_array(rng, (20, 40), "FP32")
    out = np.zeros((16, 32), np.float32)
    run_lines(
        [
            "w = pl.slice(a, [16, 32], [15, 24], clamp=True)",
            "out[:] = pl.fillpad(pl.neg(w), pad_value=pl.PadValue.min)",
        ],
        {"a": a},
        out,
        config,
    )
    expected = np.full((16, 32), np.finfo(np.float32).min)
    expected[:5, :16] = -a[15:, 24:]
    assert (out[:5, :16] == expected[:5, :16]).all()
    assert (out[5:] <= expected[5:]).all() and (out[:, 16:] <= expected[:, 16:]).all()


# ---------------------------------------------------------------------------
# Batches of products
# ---------------------------------------------------------------------------


def batches(rng, *shapes):
    return [integers(rng, *shape, dtype=np.float16, limit=3) for shape in shapes]


@pytest.mark.parametrize("batch", [(1,), (3,), (2, 3)], ids=str)
@pytest.mark.parametrize("m", [1, 15, 16, 17])
def test_chained_products(rng, config, batch, m):
    """A batch of products is multiplied again, its operands broadcast."""
    a, b, c = batches(rng, (*batch, m, 32), (*batch, 32, 48), (48, 17))
    expected = a.astype(np.float64) @ b.astype(np.float64) @ c.astype(np.float64)
    check(
        "pl.matmul(pl.matmul(a, b, out_dtype=pl.FP16), c, out_dtype=pl.FP32)",
        {"a": a, "b": b, "c": c},
        expected,
        config,
    )


def test_sum_of_chained_products(rng, config):
    """A sum of batches, one of them transposed on chip."""
    a, b, c = batches(rng, (3, 16, 32), (3, 16, 48), (3, 32, 48))
    lines = [
        "t = pl.matmul(a, b, a_trans=True, out_dtype=pl.FP16)",
        "s = pl.matmul(a, t, out_dtype=pl.FP32)",
        "out[:] = pl.matmul_acc(s, a, c)",
    ]
    out = np.zeros((3, 16, 48), np.float32)
    run_lines(lines, {"a": a, "b": b, "c": c}, out, config)
    x, y, z = (t.astype(np.float64) for t in (a, b, c))
    close(out, x @ (x.swapaxes(1, 2) @ y) + x @ z)


@pytest.mark.parametrize("drop", ["", ", drop_dims=[0]"])
def test_one_product_of_a_batch(rng, config, drop):
    a, b = batches(rng, (3, 16, 32), (3, 32, 48))
    expected = (a.astype(np.float64) @ b.astype(np.float64))[1]
    out = np.zeros((16, 48) if drop else (1, 16, 48), np.float32)
    run_lines(
        [
            "t = pl.matmul(a, b, out_dtype=pl.FP32)",
            f"out[:] = pl.slice(t, [1, 16, 48], [1, 0, 0]{drop})",
        ],
        {"a": a, "b": b},
        out,
        config,
    )
    close(out.reshape(16, 48), expected)


# ---------------------------------------------------------------------------
# Tiles
# ---------------------------------------------------------------------------


def run_tiles(lines, arrays, expected, config, dtype="FP32"):
    """The tile `r` that the lines make of tiles t<name> of whole inputs is stored."""
    loads = [
        f"t{name} = pl.load({name}, {[0] * array.ndim}, {list(array.shape)})"
        for name, array in arrays.items()
    ]
    out = np.zeros(np.asarray(expected).shape, DTYPES[dtype])
    store = f"out = pl.store(r, {[0] * out.ndim}, out)"
    run_lines([*loads, *lines, store], arrays, out, config)
    close(out, expected) if dtype == "FP32" else np.testing.assert_array_equal(out, expected)


TILE_SHAPES = [(3, 5, 24), (2, 16, 16), (1, 15, 40), (2, 3, 4, 8), (3, 5, 7), (2, 3, 2, 1), (64,)]


@pytest.mark.parametrize("shape", TILE_SHAPES, ids=str)
def test_tiles_by_rows(rng, config, shape):
    """Leading axes are rows: loads, elements, stores."""
    a, b = random_array(rng, shape, "FP32"), random_array(rng, shape, "FP32")
    lines = ["r = pl.add(pl.mul(ta, 2.0), pl.maximum(ta, tb))"]
    run_tiles(lines, {"a": a, "b": b}, 2 * a + np.maximum(a, b), config)


@pytest.mark.parametrize("shape", TILE_SHAPES[:-1], ids=str)
def test_tile_reductions(rng, config, shape):
    a = random_array(rng, shape, "FP32")
    scratch = f"tmp = pl.create_tile({list(shape)}, pl.FP32)"
    lines = [scratch, "r = pl.row_expand_sub(ta, pl.row_max(ta, tmp))"]
    run_tiles(lines, {"a": a}, a - a.max(-1, keepdims=True), config)
    run_tiles(["r = pl.col_min(ta)"], {"a": a}, a.min(-2, keepdims=True), config)
    lines = ["r = pl.col_expand_mul(ta, pl.col_max(ta))"]
    run_tiles(lines, {"a": a}, a * a.max(-2, keepdims=True), config)


@pytest.mark.parametrize(
    ("shape", "first", "second"),
    [
        (s, i, j)
        for s in [(3, 8, 24), (2, 16, 16), (2, 8, 8, 8)]
        for i in range(len(s))
        for j in range(i + 1, len(s))
    ],
    ids=str,
)
def test_tile_axes(rng, config, shape, first, second):
    a = random_array(rng, shape, "FP32")
    lines = [f"r = pl.transpose(ta, {first}, {second})"]
    run_tiles(lines, {"a": a}, a.swapaxes(first, second), config)


# Rows of tiles that are no whole blocks.
ODD_WINDOWS = [((4, 5, 7), (2, 3, 4), (1, 1, 2)), ((2, 3, 13), (1, 2, 13), (1, 1, 0))]
ODD_WINDOWS += [((20, 13), (7, 13), (3, 0)), ((17, 33), (5, 9), (11, 24))]


@pytest.mark.parametrize(("shape", "window", "offsets"), [*WINDOWS, *ODD_WINDOWS], ids=str)
def test_tile_windows(rng, config, shape, window, offsets):
    """Loaded, stored, sliced and written into another tile."""
    a, b = random_array(rng, shape, "FP32"), random_array(rng, window, "FP32")
    taken = part(a, window, offsets)
    lines = [f"w = pl.load(a, {list(offsets)}, {list(window)})", "r = pl.neg(w)"]
    run_tiles(lines, {"a": a}, -taken, config)
    lines = [f"r = pl.slice(ta, {list(window)}, {list(offsets)})"]
    run_tiles(lines, {"a": a}, taken, config)
    lines = [f"r = pl.tile.assemble(pl.neg(ta), tb, {tuple(offsets)})"]
    expected = -a
    part(expected, window, offsets)[...] = b
    run_tiles(lines, {"a": a, "b": b}, expected, config)


def test_partition_of_a_store(rng, config):
    """A tile of rows goes to a window of more axes."""
    a = random_array(rng, (6, 24), "FP32")
    out = np.zeros((4, 5, 24), np.float32)
    run_lines(
        ["t = pl.load(a, [0, 0], [6, 24])", "out = pl.store(t, [1, 2, 0], out, [2, 3, 24])"],
        {"a": a},
        out,
        config,
    )
    expected = np.zeros_like(out)
    expected[1:3, 2:5] = a.reshape(2, 3, 24)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("batch", [(1,), (3,), (2, 2)], ids=str)
@pytest.mark.parametrize("m", [16, 48])
def test_tile_batches(rng, config, batch, m):
    """Products of batches of tiles, added to and stored."""
    a, b = batches(rng, (*batch, m, 32), (*batch, 32, 16))
    zeros = [0] * a.ndim
    lines = [
        f"ta = pl.load(a, {zeros}, {list(a.shape)}, target_memory=pl.Mem.Mat)",
        f"tb = pl.load(b, {zeros}, {list(b.shape)}, target_memory=pl.Mem.Mat)",
        "r = pl.batch_matmul(ta, tb)",
        "r = pl.tile.batch_matmul_acc(r, ta, tb)",
        f"out = pl.store(r, {zeros}, out)",
    ]
    out = np.zeros((*batch, m, 16), np.float32)
    run_lines(lines, {"a": a, "b": b}, out, config)
    close(out, 2 * (a.astype(np.float64) @ b.astype(np.float64)))


def test_tile_batch_broadcast(rng, config):
    """One matrix serves the whole batch."""
    a, b = batches(rng, (3, 16, 32), (1, 32, 16))
    lines = [
        "ta = pl.load(a, [0, 0, 0], [3, 16, 32], target_memory=pl.Mem.Mat)",
        "tb = pl.load(b, [0, 0, 0], [1, 32, 16], target_memory=pl.Mem.Mat)",
        "out = pl.store(pl.batch_matmul(ta, tb), [0, 0, 0], out)",
    ]
    out = np.zeros((3, 16, 16), np.float32)
    run_lines(lines, {"a": a, "b": b}, out, config)
    close(out, a.astype(np.float64) @ b.astype(np.float64))


@pytest.mark.parametrize("batch", [(1,), (3,), (2, 2)], ids=str)
@pytest.mark.parametrize("turns", [0, 1, 3])
def test_carried_batches(rng, config, batch, turns):
    """A loop adds to all products of a batch: each is summed by itself."""
    a, b = batches(rng, (*batch, 16, 32), (*batch, 32, 16))
    zeros = [0] * a.ndim
    window = [*batch, 16, 16]
    outer = "0, " * len(batch)
    whole = f"{window}, target_memory=pl.Mem.Mat"
    lines = [
        f"ta = pl.load(a, {zeros}, {window}, target_memory=pl.Mem.Mat)",
        f"tb = pl.load(b, {zeros}, {window}, target_memory=pl.Mem.Mat)",
        "r = pl.batch_matmul(ta, tb)",
        f"for i in pl.range({turns}):",
        "    r = pl.tile.batch_matmul_acc(r, ta, tb)",
        "    for k in pl.range(2):",
        f"        ka = pl.load(a, [{outer}0, k * 16], {whole})",
        f"        kb = pl.load(b, [{outer}k * 16, 0], {whole})",
        "        r = pl.tile.batch_matmul_acc(r, ka, kb)",
        f"out = pl.store(r, {zeros}, out)",
    ]
    out = np.zeros(window, np.float32)
    run_lines(lines, {"a": a, "b": b}, out, config)
    x, y = a.astype(np.float64), b.astype(np.float64)
    close(out, (1 + turns) * (x[..., :16] @ y[..., :16, :]) + turns * (x @ y))


@pytest.mark.parametrize("columns", [False, True])
def test_quantised_batch(rng, config, columns):
    """One scale, or one row of them, for every matrix of a batch."""
    a, b = batches(rng, (3, 16, 32), (3, 32, 32))
    inputs = {"a": a, "b": b}
    scales = np.full((1, 32), 0.5, np.float32)
    lines = [
        "ta = pl.load(a, [0, 0, 0], [3, 16, 32], target_memory=pl.Mem.Mat)",
        "tb = pl.load(b, [0, 0, 0], [3, 32, 32], target_memory=pl.Mem.Mat)",
    ]
    scale = "0.5"
    parameters = ["a: pl.Tensor[[3, 16, 32], pl.FP16]", "b: pl.Tensor[[3, 32, 32], pl.FP16]"]
    if columns:
        scales = (rng.integers(1, 32, (1, 32)) / 32).astype(np.float32)
        inputs["s"] = scales.view(np.uint32).astype(np.uint64)
        lines.append("ts = pl.load(s, [0, 0], [1, 32], target_memory=pl.Mem.Mat)")
        scale = "ts"
        parameters.append("s: pl.Tensor[[1, 32], pl.UINT64]")
    store = f"out = pl.store(pl.batch_matmul(ta, tb), [0, 0, 0], out, quant_scale={scale})"
    body = "".join(f"        {line}\n" for line in [*lines, store])
    kernel = pl.parse(
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel({', '.join(parameters)}, out: pl.Out[pl.Tensor[[3, 16, 32], pl.INT8]]):\n"
        f"    with pl.at(level=pl.Level.CORE_GROUP):\n{body}    return out\n"
    )
    out = np.zeros((3, 16, 32), np.int8)
    kernel(*inputs.values(), out, config=config)
    exact = (a.astype(np.float64) @ b.astype(np.float64)) * scales
    np.testing.assert_array_equal(out, np.clip(np.rint(exact), -128, 127).astype(np.int8))
    assert out.any()


# ---------------------------------------------------------------------------
# What is refused
# ---------------------------------------------------------------------------

REFUSED = {
    "inner axis cut": (
        ["t = pl.load(a, [0, 0, 0], [3, 5, 24], valid_shape=[3, 4, 24])", "out[:] = out"],
        "E0318",
        "loop over the outer axes",
    ),
    "batch in a loop that stores": (
        [
            "ta = pl.load(h, [0, 0, 0], [3, 16, 16], target_memory=pl.Mem.Mat)",
            "r = pl.batch_matmul(ta, ta)",
            "for i in pl.range(2):",
            "    r = pl.tile.batch_matmul_acc(r, ta, ta)",
            "    out = pl.store(r, [0, 0, 0], out)",
        ],
        "E0318",
        "such a loop loads and multiplies",
    ),
    "partition of other rows": (
        [
            "t = pl.load(b, [0, 0], [6, 24])",
            "out = pl.store(t, [0, 0, 0], out, [2, 2, 24])",
        ],
        "E0304",
        "6 rows",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(rng, config, name):
    """The error is at a line of the kernel, and says what is taken or the nearest form."""
    lines, code, text = REFUSED[name]
    arrays = {
        "a": random_array(rng, (3, 5, 24), "FP32"),
        "b": random_array(rng, (6, 24), "FP32"),
        "h": random_array(rng, (3, 16, 16), "FP16"),
    }
    with pytest.raises((InvalidOperationError, UnsupportedFeatureError), match=text) as error:
        run_lines(lines, arrays, np.zeros((3, 16, 24), np.float32), config)
    assert code in str(error.value) and error.value.span is not None


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "UINT8"])
@pytest.mark.parametrize(
    ("shape", "window"), [((20, 13), (7, 13)), ((17, 33), (16, 5)), ((5, 7), (1, 7))], ids=str
)
def test_tile_rows_of_run_time(rng, platform, shape, window, dtype):
    """Parts of rows that begin inside blocks, from rows on that are known when the kernel runs."""
    a, b = random_array(rng, shape, dtype), random_array(rng, window, dtype)
    for row in (0, 1, shape[0] - window[0]):
        at = {"n": np.array([row], np.int32)}
        lines = [
            f"ta = pl.load(a, [0, 0], {list(shape)})",
            f"tb = pl.load(b, [0, 0], {list(window)})",
            "row = pl.read(n, [0])",
            "r = pl.tile.assemble(ta, tb, (row, 0))",
            "out = pl.store(r, [0, 0], out)",
        ]
        expected = a.copy()
        expected[row : row + window[0], : window[1]] = b
        out = np.zeros(shape, DTYPES[dtype])
        run_lines(lines, {"a": a, "b": b, **at}, out, RunConfig(platform=platform))
        np.testing.assert_array_equal(out, expected)
        lines[3] = f"r = pl.slice(ta, {list(window)}, [row, 0])"
        out = np.zeros(window, DTYPES[dtype])
        del lines[1]
        run_lines(lines, {"a": a, **at}, out, RunConfig(platform=platform))
        np.testing.assert_array_equal(out, a[row : row + window[0], : window[1]])
