# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles and tensors that are valid in part: ragged tails, padding, zero rows, against NumPy."""

import numpy as np
import pytest

import pypto.language as pl

ROWS, COLS = 32, 64
EXTENTS = [0, 1, 5, 15, 16, 17, 31, 32]
POISON = np.float32(-77)


def normal(rng, shape, dtype=np.float32):
    return (rng.standard_normal(shape, dtype=np.float32) * 4).astype(dtype)


# Tile level ----------------------------------------------------------------------------------


@pl.jit
def tile_tail(
    x: pl.Tensor[[ROWS, COLS], pl.FP32],
    rows: pl.Scalar[pl.INDEX],
    cols: pl.Scalar[pl.INDEX],
    out: pl.InOut[pl.Tensor[[ROWS, COLS], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [ROWS, COLS], valid_shape=[rows, cols])
        out = pl.store(pl.add(pl.mul(t, t), 1.0), [0, 0], out)
    return out


@pytest.mark.parametrize("rows", EXTENTS)
@pytest.mark.parametrize("cols", [0, 1, 17, 63, 64])
def test_only_the_valid_region_is_stored(rows, cols, rng, config):
    """Run-time extents, none of them known to the compiler; zero of either stores nothing."""
    x, out = normal(rng, (ROWS, COLS)), np.full((ROWS, COLS), POISON)
    tile_tail(x, rows, cols, out, config=config)
    want = np.full_like(x, POISON)
    want[:rows, :cols] = x[:rows, :cols] * x[:rows, :cols] + np.float32(1)
    np.testing.assert_allclose(out, want, rtol=1e-6)


# Tensor level --------------------------------------------------------------------------------

REDUCTIONS = {
    "row_sum": (pl.row_sum, lambda v: v.sum(axis=1, keepdims=True)),
    "row_max": (pl.row_max, lambda v: v.max(axis=1, keepdims=True)),
    "row_min": (pl.row_min, lambda v: v.min(axis=1, keepdims=True)),
    "col_sum": (pl.col_sum, lambda v: v.sum(axis=0, keepdims=True)),
    "col_max": (pl.col_max, lambda v: v.max(axis=0, keepdims=True)),
    "col_min": (pl.col_min, lambda v: v.min(axis=0, keepdims=True)),
}


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize(("rows", "cols"), [(1, 64), (15, 17), (16, 16), (17, 1), (31, 63)])
def test_reductions_of_the_valid_region(name, rows, cols, rng, config):
    """set_validshape on a tensor: what lies outside takes no part and is not written."""
    reduce, golden = REDUCTIONS[name]
    shape = [ROWS, 1] if name.startswith("row") else [1, COLS]

    @pl.jit
    def kernel(
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        r: pl.Scalar[pl.INDEX],
        c: pl.Scalar[pl.INDEX],
        out: pl.InOut[pl.Tensor[shape, pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.set_validshape(x, r, c)
            out[:] = reduce(pl.mul(t, 2.0))
        return out

    # All negative: a maximum over zeros would be 0.
    x = -np.abs(normal(rng, (ROWS, COLS))) - np.float32(1)
    out = np.full(shape, POISON)
    kernel(x, rows, cols, out, config=config)
    want = np.full(shape, POISON)
    value = golden(2 * x[:rows, :cols].astype(np.float64))
    want[: value.shape[0], : value.shape[1]] = value
    np.testing.assert_allclose(out, want, rtol=2e-5)


@pytest.mark.parametrize("n", [1, 15, 16, 17, 40, 63, 64, 65, 100])
@pytest.mark.parametrize("width", [17, 64])
def test_tail_of_a_loop(n, width, rng, config):
    """Blocks of 16 rows over n rows; the last one is as short as it must be."""
    tile = 16

    @pl.jit
    def kernel(
        x: pl.Tensor[[n, width], pl.FP32],
        out: pl.InOut[pl.Tensor[[n, width], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(0, (n + tile - 1) // tile):
                left = pl.min(tile, n - i * tile)
                t = pl.slice(x, [tile, width], [i * tile, 0], valid_shape=[left, width])
                out = pl.assemble(out, pl.exp(pl.mul(t, 0.5)), [i * tile, 0])
        return out

    x, out = normal(rng, (n, width)), np.full((n, width), POISON)
    kernel(x, out, config=config)
    np.testing.assert_allclose(out, np.exp(0.5 * x.astype(np.float64)), rtol=2e-6)


M = pl.dynamic("M")


@pl.jit
def dynamic_rows(
    x: pl.Tensor[[M, 48], pl.FP32],
    out: pl.InOut[pl.Tensor[[M, 48], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.dim(x, 0)
        for i in pl.range(0, n, 16):
            blk = x[i : i + pl.min(16, n - i), :]
            out[i : i + pl.min(16, n - i), :] = pl.row_expand_sub(blk, pl.row_max(blk))
    return out


@pytest.mark.parametrize("rows", [0, 1, 15, 16, 17, 50])
def test_dynamic_rows(rows, rng, config):
    """A run-time number of rows at tensor level; the window is bounded by pl.min."""
    x = normal(rng, (rows, 48))
    out = np.full((rows, 48), POISON)
    dynamic_rows(x, out, config=config)
    want = x - x.max(axis=1, keepdims=True) if rows else x
    np.testing.assert_array_equal(out, want)


def test_clamp_cuts_at_the_edge(rng, config):
    """clamp=True: the window ends with the tensor."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[20, 24], pl.FP32],
        r: pl.Scalar[pl.INDEX],
        c: pl.Scalar[pl.INDEX],
        out: pl.InOut[pl.Tensor[[16, 16], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.slice(x, [16, 16], [r, c], clamp=True)
            out[:] = pl.add(t, 1.0)
        return out

    x, out = normal(rng, (20, 24)), np.full((16, 16), POISON)
    kernel(x, 8, 12, out, config=config)
    want = np.full((16, 16), POISON)
    want[:12, :12] = x[8:, 12:] + np.float32(1)
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("source", ["x", "pl.mul(x, 1.0)"], ids=["memory", "computed"])
@pytest.mark.parametrize("rows", [0, 1, 3, 4])
def test_a_window_past_the_edge_that_is_valid_inside(source, rows, rng, config):
    kernel = pl.parse(
        "import pypto.language as pl\n\n@pl.jit\n"
        "def kernel(x: pl.Tensor[[20, 24], pl.FP32], out: pl.InOut[pl.Tensor[[8, 16], pl.FP32]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"        t = pl.slice({source}, [8, 16], [16, 8], valid_shape=[{rows}, 16])\n"
        "        out[:] = pl.add(t, 1.0)\n"
        "    return out\n"
    )
    x, out = normal(rng, (20, 24)), np.full((8, 16), POISON)
    kernel(x, out, config=config)
    want = np.full((8, 16), POISON)
    want[:rows] = x[16 : 16 + rows, 8:] + np.float32(1)
    np.testing.assert_array_equal(out, want)


# Padding -------------------------------------------------------------------------------------

PAD_DTYPES = [
    (pl.FP32, np.float32),
    (pl.FP16, np.float16),
    (pl.INT32, np.int32),
    (pl.INT16, np.int16),
    (pl.INT8, np.int8),
    (pl.UINT8, np.uint8),
]


def pad_number(name, np_dtype):
    if name == "zero":
        return np_dtype(0)
    if np.issubdtype(np_dtype, np.floating):
        return np_dtype(np.inf if name == "max" else -np.inf)
    info = np.iinfo(np_dtype)
    return np_dtype(info.max if name == "max" else info.min)


@pytest.mark.parametrize(("dtype", "np_dtype"), PAD_DTYPES)
@pytest.mark.parametrize("pad", ["zero", "min", "max"])
@pytest.mark.parametrize(("rows", "cols"), [(0, 5), (1, 1), (15, 31), (16, 32), (7, 0)])
def test_fillpad(dtype, np_dtype, pad, rows, cols, rng, config):
    """Every element outside the valid region gets the value, at tensor level."""
    value = getattr(pl.PadValue, pad)

    @pl.jit
    def kernel(
        x: pl.Tensor[[16, 32], dtype],
        r: pl.Scalar[pl.INDEX],
        c: pl.Scalar[pl.INDEX],
        out: pl.InOut[pl.Tensor[[16, 32], dtype]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.fillpad(pl.set_validshape(x, r, c), pad_value=value)
        return out

    x = (rng.standard_normal((16, 32)) * 50).astype(np_dtype)
    out = np.ones((16, 32), np_dtype)
    kernel(x, rows, cols, out, config=config)
    want = np.full((16, 32), pad_number(pad, np_dtype))
    want[:rows, :cols] = x[:rows, :cols]
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("shape", [(16, 32), (24, 40), (17, 100)])
@pytest.mark.parametrize("level", ["tensor", "tile"])
def test_fillpad_expand(shape, level, rng, config):
    """The source in the corner of a larger shape."""
    if level == "tile" and shape[1] % 8:
        pytest.skip("rows of a tile are whole 32-byte blocks")
    larger = list(shape)

    @pl.jit
    def kernel(
        x: pl.Tensor[[16, 32], pl.FP32],
        out: pl.InOut[pl.Tensor[larger, pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            if level == "tile":
                t = pl.load(x, [0, 0], [16, 32], valid_shape=[13, 30])
                out = pl.store(pl.fillpad_expand(t, larger, pad_value=pl.PadValue.max), [0, 0], out)
            else:
                t = pl.set_validshape(x, 13, 30)
                out[:] = pl.fillpad_expand(t, larger, pad_value=pl.PadValue.max)
        return out

    x, out = normal(rng, (16, 32)), np.full(shape, POISON)
    kernel(x, out, config=config)
    want = np.full(shape, np.float32(np.inf))
    want[:13, :30] = x[:13, :30]
    np.testing.assert_array_equal(out, want)


@pl.jit
def partial_softmax(
    x: pl.Tensor[[16, 64], pl.FP32],
    cols: pl.Scalar[pl.INDEX],
    out: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.fillpad(pl.set_validshape(x, 16, cols), pad_value=pl.PadValue.min)
        e = pl.exp(pl.row_expand_sub(t, pl.row_max(t)))
        out[:] = pl.row_expand_div(e, pl.row_sum(e))
    return out


@pytest.mark.parametrize("cols", [1, 15, 16, 17, 63, 64])
def test_softmax_of_short_rows(cols, rng, config):
    """-inf pads the maximum, its exponential pads the sum: the whole tile can be used."""
    x = -np.abs(normal(rng, (16, 64))) - np.float32(3)
    out = np.full((16, 64), POISON)
    partial_softmax(x, cols, out, config=config)
    wide = x[:, :cols].astype(np.float64)
    e = np.exp(wide - wide.max(axis=1, keepdims=True))
    want = np.zeros((16, 64))
    want[:, :cols] = e / e.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(out, want, rtol=2e-5, atol=1e-7)


@pl.jit
def zero_padded_maximum(
    x: pl.Tensor[[16, 64], pl.FP32],
    cols: pl.Scalar[pl.INDEX],
    out: pl.InOut[pl.Tensor[[16, 1], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.fillpad(pl.set_validshape(x, 16, cols), pad_value=pl.PadValue.zero)
        out[:] = pl.row_max(t)
    return out


def test_the_manuals_fatal_pitfall(rng, config):
    """The model shows the silent failure: 0 for an all-negative row that is short."""
    x = -np.abs(normal(rng, (16, 64))) - np.float32(1)
    out = np.full((16, 1), POISON)
    with pytest.warns(UserWarning, match="ReductionOverPadding"):
        zero_padded_maximum(x, 60, out, config=config)
    np.testing.assert_array_equal(out, np.zeros((16, 1), np.float32))
    zero_padded_maximum(x, 64, out, config=config)
    np.testing.assert_array_equal(out, x.max(axis=1, keepdims=True))


# Control flow --------------------------------------------------------------------------------


@pl.jit
def carried(
    x: pl.Tensor[[16, 32], pl.FP32],
    rows: pl.Scalar[pl.INDEX],
    out: pl.InOut[pl.Tensor[[16, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.set_validshape(x, rows, 32)
        acc = pl.mul(t, 1.0)
        for _ in pl.range(0, 3):
            acc = pl.add(acc, t)
        out[:] = acc
    return out


@pytest.mark.parametrize("rows", [0, 1, 15, 16])
def test_a_loop_carries_the_valid_region(rows, rng, config):
    """The accumulator of a loop is valid where it was before."""
    x, out = normal(rng, (16, 32)), np.full((16, 32), POISON)
    carried(x, rows, out, config=config)
    want = np.full_like(x, POISON)
    part = x[:rows]
    want[:rows] = ((part + part) + part) + part
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize(("m", "k", "n"), [(5, 100, 17), (16, 33, 32), (1, 64, 64)])
def test_ragged_products(m, k, n, rng, config):
    """Rows of a product that exist only up to a run-time extent."""

    @pl.jit
    def kernel(
        a: pl.Tensor[[16, k], pl.FP16],
        b: pl.Tensor[[k, n], pl.FP16],
        rows: pl.Scalar[pl.INDEX],
        out: pl.InOut[pl.Tensor[[16, n], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.matmul(pl.set_validshape(a, rows, k), b, out_dtype=pl.FP32)
        return out

    a, b = normal(rng, (16, k), np.float16), normal(rng, (k, n), np.float16)
    out = np.full((16, n), POISON)
    kernel(a, b, m, out, config=config)
    want = np.full((16, n), POISON)
    want[:m] = a[:m].astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(out, want, rtol=1e-4, atol=1e-3)


@pl.jit
def window_of_a_sum(
    x: pl.Tensor[[ROWS, COLS], pl.FP32],
    rows: pl.Scalar[pl.INDEX],
    cols: pl.Scalar[pl.INDEX],
    first: pl.Scalar[pl.INDEX],
    out: pl.InOut[pl.Tensor[[16, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [ROWS, COLS], valid_shape=[rows + 3, 2 * cols])
        out = pl.store(pl.slice(t, [16, 32], [first, 8]), [0, 0], out)
    return out


@pytest.mark.parametrize("rows", [0, 1, 13, 16, 29])
@pytest.mark.parametrize("cols", [0, 4, 5, 17, 32])
def test_a_window_inside_computed_extents(rows, cols, rng, config):
    """Valid extents that are expressions cut a window as numbers do."""
    x = normal(rng, (ROWS, COLS))
    for first in (0, 5, 16):
        out = np.full((16, 32), POISON)
        window_of_a_sum(x, rows, cols, first, out, config=config)
        part = x[: rows + 3, : 2 * cols][first : first + 16, 8:40]
        want = np.full((16, 32), POISON)
        want[: part.shape[0], : part.shape[1]] = part
        np.testing.assert_array_equal(out, want)


@pl.jit
def collected_rows(
    x: pl.Tensor[[ROWS, 32], pl.FP32],
    rows: pl.Scalar[pl.INDEX],
    out: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.tile.full([ROWS, COLS], pl.FP32, 0.0)
        for i in pl.range(4):
            part = pl.load(x, [i * 8, 0], [8, 32], valid_shape=[rows, 32])
            t = pl.assemble(t, pl.mul(part, 2.0), [i * 8, 32])
        out = pl.store(t, [0, 0], out)
    return out


@pytest.mark.parametrize("rows", [0, 1, 5, 8])
def test_parts_collected_by_a_loop(rows, rng, config):
    """Each part is written as far as it is valid, at a place known at run time."""
    x, out = normal(rng, (ROWS, 32)), np.full((ROWS, COLS), POISON)
    collected_rows(x, rows, out, config=config)
    want = np.zeros((ROWS, COLS), np.float32)
    for i in range(4):
        want[i * 8 : i * 8 + rows, 32:] = 2 * x[i * 8 : i * 8 + rows]
    np.testing.assert_array_equal(out, want)


@pl.jit
def inserted_product(
    a: pl.Tensor[[16, 32], pl.FP16],
    b: pl.Tensor[[32, 16], pl.FP16],
    x: pl.Tensor[[32, 32], pl.FP16],
    c: pl.Tensor[[32, 16], pl.FP16],
    rows: pl.Scalar[pl.INDEX],
    out: pl.Out[pl.Tensor[[32, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        left = pl.load(a, [0, 0], [16, 32], valid_shape=[rows, 32], target_memory=pl.Mem.Mat)
        acc = pl.matmul(left, pl.load(b, [0, 0], [32, 16], target_memory=pl.Mem.Mat))
        m = pl.assemble(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), acc, [16, 16])
        right = pl.load(c, [0, 0], [32, 16], target_memory=pl.Mem.Mat)
        out = pl.store(pl.matmul(m, right), [0, 0], out)
    return out


@pytest.mark.parametrize("rows", [0, 1, 5, 15, 16])
def test_a_product_of_run_time_rows_is_inserted(rows, rng, config):
    """What is valid of the accumulator replaces a part of a tile in Mat; the rest stays."""
    shapes = [(16, 32), (32, 16), (32, 32), (32, 16)]
    a, b, x, c = (rng.uniform(-1, 1, shape).astype(np.float16) for shape in shapes)
    out = np.full((32, 16), POISON)
    inserted_product(a, b, x, c, rows, out, config=config)
    m = x.astype(np.float64)
    m[16 : 16 + rows, 16:] = (a.astype(np.float64) @ b.astype(np.float64))[:rows]
    np.testing.assert_allclose(out, m @ c.astype(np.float64), rtol=1e-3, atol=2e-3)
