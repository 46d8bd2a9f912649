# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles of one column in every operation that looks at rows or columns, against NumPy."""

import numpy as np
import pytest
from op_kernels import DTYPES, run_lines

from pypto.runtime import RunConfig

PLATFORMS = ["a2a3sim", "a5sim"]
ROWS = [2, 12, 16, 33]


def column(rng, rows, dtype):
    """Small whole numbers, so that sums and products are exact."""
    return rng.integers(-5, 6, (rows, 1)).astype(DTYPES[dtype])


def run(rows, dtype, lines, arrays, expected, platform):
    """Lines on computed columns `ta`, `tb` and the loaded tiles t<name> of the other arrays."""
    loads = [
        f"t{name} = pl.load({name}, [0, 0], {list(array.shape)})" for name, array in arrays.items()
    ]
    loads += [f"{t} = pl.add({t}, {t})" for t in ("ta", "tb")]
    scratch = f"tmp = pl.create_tile([{rows}, 1], pl.{dtype})"
    used = [scratch] if any("tmp" in line for line in lines) else []
    out = np.zeros(expected.shape, expected.dtype)
    body = [*loads, *used, *lines, "out = pl.store(r, [0, 0], out)"]
    run_lines(body, arrays, out, RunConfig(platform=platform))
    np.testing.assert_array_equal(out, expected)


# The lines, and what the doubled columns `a` and `b`, the tile `m` and its one element `c` give.
REDUCTIONS = {
    "row_max": lambda a: a,
    "row_min": lambda a: a,
    "row_sum": lambda a: a,
    "row_prod": lambda a: a,
    "col_max": lambda a: a.max(0, keepdims=True),
    "col_min": lambda a: a.min(0, keepdims=True),
    "col_sum": lambda a: a.sum(0, keepdims=True, dtype=a.dtype),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("dtype", ["FP32", "FP16"])
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(rng, platform, name, rows, dtype):
    a, b = column(rng, rows, dtype), column(rng, rows, dtype)
    scratch = ", tmp" if name.startswith("row") else ""
    lines = [f"r = pl.{name}(ta{scratch})"]
    run(rows, dtype, lines, {"a": a, "b": b}, REDUCTIONS[name](a + a), platform)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_positions(rng, platform, name, rows):
    a = rng.permutation(rows).reshape(rows, 1).astype(np.float32)
    arrays = {"a": a, "b": a}
    zeros = np.zeros((rows, 1), np.int32)
    run(rows, "FP32", [f"r = pl.row_{name}(ta, tmp)"], arrays, zeros, platform)
    found = np.array([[getattr(a, name)()]], np.int32)
    run(rows, "FP32", [f"r = pl.col_{name}(ta, tmp)"], arrays, found, platform)


BINARY = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("dtype", ["FP32", "FP16"])
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("name", BINARY)
def test_expansions(rng, platform, name, rows, dtype):
    """Of a column by a column, and by the one element of a row."""
    a, b = column(rng, rows, dtype), column(rng, rows, dtype)
    c = np.array([[3]], a.dtype)
    lines = [f"r = pl.row_expand_{name}(ta, tb)"]
    run(rows, dtype, lines, {"a": a, "b": b}, BINARY[name](a + a, b + b), platform)
    lines = [f"r = pl.col_expand_{name}(ta, tc)"]
    run(rows, dtype, lines, {"a": a, "b": b, "c": c}, BINARY[name](a + a, c), platform)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("rows", ROWS)
def test_quotients_and_copies(rng, platform, rows):
    a, b = column(rng, rows, "FP32"), np.exp2(rng.integers(-3, 4, (rows, 1))).astype(np.float32)
    c = np.array([[0.25]], np.float32)
    arrays = {"a": a, "b": b, "c": c}
    run(rows, "FP32", ["r = pl.row_expand_div(ta, tb)"], arrays, a / b, platform)
    run(rows, "FP32", ["r = pl.col_expand_div(ta, tc)"], arrays, (a + a) / c, platform)
    run(rows, "FP32", ["r = pl.row_expand(ta, tb)"], arrays, b + b, platform)
    run(rows, "FP32", ["r = pl.col_expand(ta, tc)"], arrays, np.full_like(a, 0.25), platform)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32"])
@pytest.mark.parametrize("rows", ROWS)
def test_joins(rng, platform, rows, dtype):
    a, b = column(rng, rows, dtype), column(rng, rows, dtype)
    m = rng.integers(-5, 6, (rows, 16)).astype(a.dtype)
    arrays = {"a": a, "b": b, "m": m}
    for lines, parts in (
        ("r = pl.concat(tm, ta)", [m, a + a]),
        ("r = pl.concat(ta, tm)", [a + a, m]),
        ("r = pl.concat(ta, tb)", [a + a, b + b]),
    ):
        run(rows, dtype, [lines], arrays, np.concatenate(parts, 1), platform)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("platform", "dtype"),
    # The 910B adds no bytes.
    [*((p, d) for p in PLATFORMS for d in ("FP32", "FP16")), ("a5sim", "UINT8")],
)
@pytest.mark.parametrize(("rows", "columns"), [(15, 24), (16, 13), (33, 32), (5, 7)])
def test_columns_of_tiles(rng, platform, rows, columns, dtype):
    """Taken and put at every column of a tile, computed with in between."""
    m = rng.integers(0, 100, (rows, columns)).astype(DTYPES[dtype])
    a = rng.integers(0, 100, (rows, 1)).astype(DTYPES[dtype])
    for at in range(columns):
        expected = m.copy()
        expected[:, at : at + 1] = m[:, at : at + 1] + a
        lines = [
            f"tm = pl.load(m, [0, 0], [{rows}, {columns}])",
            f"ta = pl.load(a, [0, 0], [{rows}, 1])",
            f"part = pl.add(pl.slice(tm, [{rows}, 1], [0, {at}]), ta)",
            f"r = pl.tile.assemble(tm, part, (0, {at}))",
            "out = pl.store(r, [0, 0], out)",
        ]
        out = np.zeros_like(m)
        run_lines(lines, {"m": m, "a": a}, out, RunConfig(platform=platform))
        np.testing.assert_array_equal(out, expected, err_msg=f"column {at}")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("at", [0, 3, 8])
def test_uses_of_a_column_of_a_tile(rng, platform, rows, at):
    """Wherever the column begins, operations that take columns see its elements alone."""
    m = rng.integers(-5, 6, (rows, 16)).astype(np.float32)
    c = m[:, at : at + 1]
    for expression, expected in (
        ("pl.row_expand_mul(tm, c)", m * c),
        ("pl.row_expand_sub(tm, c)", m - c),
        ("pl.row_expand(tm, c)", np.repeat(c, 16, 1)),
        ("pl.concat(c, tm)", np.concatenate([c, m], 1)),
        ("pl.concat(c, c)", np.concatenate([c, c], 1)),
        ("pl.col_max(c)", c.max(0, keepdims=True)),
        (f"pl.reshape(c, [{rows}, 1])", c),
        (f"pl.reshape(c, [1, {rows}])", c.T),
        ("pl.transpose(c, 0, 1)", c.T),
        ("pl.cast(c, pl.INT32)", c.astype(np.int32)),
        ("c", c),
    ):
        lines = [
            f"tm = pl.load(m, [0, 0], [{rows}, 16])",
            f"c = pl.slice(tm, [{rows}, 1], [0, {at}])",
            f"r = {expression}",
            "out = pl.store(r, [0, 0], out)",
        ]
        out = np.zeros(expected.shape, expected.dtype)
        run_lines(lines, {"m": m}, out, RunConfig(platform=platform))
        np.testing.assert_array_equal(out, expected, err_msg=expression)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize(
    ("pattern", "columns", "kept"), [(1, 2, 0), (2, 2, 1), (3, 4, 0), (6, 4, 3)]
)
def test_one_column_of_a_pattern(rng, platform, rows, pattern, columns, kept):
    a = rng.integers(-5, 6, (rows, columns)).astype(np.float32)
    b = np.zeros((rows, 3), np.int32)
    lines = [
        "t = pl.mul(a, 2.0)",
        f"column = pl.gather(t, mask_pattern={pattern})",
        "out[:] = pl.gather(column, dim=-1, index=b)",
    ]
    out = np.zeros((rows, 3), np.float32)
    run_lines(lines, {"a": a, "b": b}, out, RunConfig(platform=platform))
    np.testing.assert_array_equal(out, np.repeat(2 * a[:, kept : kept + 1], 3, 1))
    out = np.zeros((rows, 1), np.float32)
    lines[2] = "out[:] = pl.mul(column, 0.5)"
    run_lines(lines, {"a": a}, out, RunConfig(platform=platform))
    np.testing.assert_array_equal(out, a[:, kept : kept + 1])
