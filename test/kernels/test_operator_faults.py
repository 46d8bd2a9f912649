# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults that systems like this one had in operators and generated code, each with its sweep."""

import numpy as np
import pytest
from kernel_numbers import integers

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

# Rows of a product that are known only at run time ---------------------------------------------


@pl.jit
def short_product(
    a: pl.Tensor[[64, 48], pl.FP16],
    b: pl.Tensor[[48, 80], pl.FP16],
    m: pl.Scalar[pl.INDEX],
    out: pl.InOut[pl.Tensor[[64, 80], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul(pl.set_validshape(a, m, 48), b, out_dtype=pl.FP32)
    return out


@pl.jit
def scaled(
    c: pl.Tensor[[64, 80], pl.FP32],
    m: pl.Scalar[pl.INDEX],
    out: pl.InOut[pl.Tensor[[64, 80], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.mul(pl.set_validshape(c, m, 80), 0.5)
    return out


@pytest.mark.parametrize("m", [1, 15, 16, 17, 48, 64])
def test_columns_behind_the_first_box(m, rng, config):
    """A product of m of 64 rows is right in all of its 80 columns, and so is what reads it."""
    a, b = (
        integers(rng, *(64, 48), dtype=np.float16, limit=3),
        integers(rng, *(48, 80), dtype=np.float16, limit=3),
    )
    product, half = np.full((64, 80), -7, np.float32), np.full((64, 80), -7, np.float32)
    short_product(a, b, m, product, config=config)
    want = np.full((64, 80), -7, np.float32)
    want[:m] = a[:m].astype("f4") @ b.astype("f4")
    np.testing.assert_array_equal(product, want)
    scaled(product, m, half, config=config)
    np.testing.assert_array_equal(half[:m], 0.5 * want[:m])
    np.testing.assert_array_equal(half[m:], -7)


# Masks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
def test_a_stored_mask_is_no_number(platform):
    """Packed bits are read by selections only: storing them as numbers is an error."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[8, 64], pl.FP32],
        out: pl.InOut[pl.Tensor[[8, 64], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.load(x, [0, 0], [8, 64])
            out = pl.store(pl.cmp(t, t, cmp_type=2), [0, 0], out)
        return out

    with pytest.raises(errors.Diagnosed, match="PYPTO-E0303.*a bit for each element"):
        kernel.compile(config=RunConfig(platform=platform))


# Outputs that change places ----------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("number", [2, 3])
def test_rotated_tiles(number, count, rng, config):
    """Carries that move on by one place in each iteration: a parallel move."""
    names = "abc"[:number]
    rotated = names[1:] + names[0]
    inputs = ", ".join(f"{n}: pl.Tensor[[8, 32], pl.FP32]" for n in names)
    outputs = ", ".join(f"o{n}: pl.InOut[pl.Tensor[[8, 32], pl.FP32]]" for n in names)
    lines = [f"        t{n} = pl.load({n}, [0, 0], [8, 32])" for n in names]
    lines.append(f"        for i in pl.range({count}):")
    lines.append(
        f"            {', '.join('t' + n for n in names)} = {', '.join('t' + n for n in rotated)}"
    )
    lines += [f"        o{n} = pl.store(pl.add(t{n}, 1.0), [0, 0], o{n})" for n in names]
    kernel = pl.parse(
        f"import pypto.language as pl\n\n@pl.jit\ndef kernel({inputs}, {outputs}):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        + "\n".join(lines)
        + f"\n    return {', '.join('o' + n for n in names)}\n"
    )
    data = [rng.standard_normal((8, 32), dtype=np.float32) for _ in names]
    out = [np.zeros((8, 32), np.float32) for _ in names]
    kernel(*data, *out, config=config)
    for place, result in enumerate(out):
        np.testing.assert_array_equal(result, data[(place + count) % number] + np.float32(1))


Matrix = pl.Tensor[[8, 32], pl.FP32]


@pl.jit.incore
def two_of_three(x: Matrix, a: pl.InOut[Matrix], b: pl.Out[Matrix], c: pl.Out[Matrix]):
    a = pl.store(pl.add(pl.load(a, [0, 0], [8, 32]), 10.0), [0, 0], a)
    b = pl.store(pl.add(pl.load(x, [0, 0], [8, 32]), 1.0), [0, 0], b)
    c = pl.store(pl.mul(pl.load(x, [0, 0], [8, 32]), 3.0), [0, 0], c)
    return c, b


@pl.jit.incore
def last_of_three(x: Matrix, a: pl.Out[Matrix], b: pl.Out[Matrix], c: pl.Out[Matrix]):
    t = pl.load(x, [0, 0], [8, 32])
    a = pl.store(pl.add(t, 1.0), [0, 0], a)
    b = pl.store(pl.add(t, 2.0), [0, 0], b)
    c = pl.store(pl.add(t, 3.0), [0, 0], c)
    return c


@pl.jit.incore
def negated(x: Matrix, out: pl.Out[Matrix]):
    out = pl.store(pl.neg(pl.load(x, [0, 0], [8, 32])), [0, 0], out)
    return out


@pl.jit
def forwards(x: Matrix, a: pl.InOut[Matrix], out: pl.Out[Matrix], other: pl.Out[Matrix]):
    b = pl.create_tensor([8, 32], dtype=pl.FP32)
    c = pl.create_tensor([8, 32], dtype=pl.FP32)
    first, second = two_of_three(x, a, b, c)
    out = negated(first, out)
    other = negated(second, other)
    return out, other


@pl.jit
def takes_the_last(x: Matrix, out: pl.Out[Matrix]):
    a = pl.create_tensor([8, 32], dtype=pl.FP32)
    b = pl.create_tensor([8, 32], dtype=pl.FP32)
    c = pl.create_tensor([8, 32], dtype=pl.FP32)
    last = last_of_three(x, a, b, c)
    out = negated(last, out)
    return out


@pl.jit
def exchanged(x: Matrix, a: pl.InOut[Matrix], b: pl.InOut[Matrix], n: pl.Scalar[pl.INDEX]):
    for _ in pl.range(n):
        b, a = swapping(x, b, a)
    return a, b


@pl.jit.incore
def swapping(x: Matrix, b: pl.InOut[Matrix], a: pl.InOut[Matrix]):
    t = pl.load(x, [0, 0], [8, 32])
    b = pl.store(pl.add(pl.load(b, [0, 0], [8, 32]), t), [0, 0], b)
    a = pl.store(pl.mul(pl.load(a, [0, 0], [8, 32]), 2.0), [0, 0], a)
    return b, a


def test_results_are_matched_by_value(rng, config):
    """Results in another order than the outputs, beside an in-out that is not returned."""
    x, a = rng.standard_normal((8, 32), dtype=np.float32), np.ones((8, 32), np.float32)
    out, other = np.zeros_like(x), np.zeros_like(x)
    forwards(x, a, out, other, config=config)
    np.testing.assert_array_equal(out, -(x * np.float32(3)))
    np.testing.assert_array_equal(other, -(x + np.float32(1)))
    np.testing.assert_array_equal(a, 11)


def test_one_result_of_many_outputs(rng, config):
    """A single result is the output that `return` names, not the first one."""
    x, out = rng.standard_normal((8, 32), dtype=np.float32), np.zeros((8, 32), np.float32)
    takes_the_last(x, out, config=config)
    np.testing.assert_array_equal(out, -(x + np.float32(3)))


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_outputs_carried_by_a_loop(count, rng, config):
    """Two tensors of one shape that a loop passes on keep apart."""
    x, a, b = (rng.integers(-4, 5, size=(8, 32)).astype(np.float32) for _ in range(3))
    want_a, want_b = a * np.float32(2**count), b + count * x
    exchanged(x, a, b, count, config=config)
    np.testing.assert_array_equal(a, want_a)
    np.testing.assert_array_equal(b, want_b)


# Offsets from memory ---------------------------------------------------------------------------


@pytest.mark.parametrize("start", [-4, -1, 0, 56, 57, 100])
def test_offsets_that_lead_out(start, rng, config):
    """A window at an offset from memory: right inside, stopped outside."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[64, 16], pl.FP32],
        at: pl.Tensor[[1], pl.INT32],
        out: pl.InOut[pl.Tensor[[8, 16], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            row = pl.cast(pl.read(at, [0]), pl.INDEX)
            out = pl.store(pl.load(x, [row, 0], [8, 16]), [0, 0], out)
        return out

    x, out = rng.standard_normal((64, 16), dtype=np.float32), np.zeros((8, 16), np.float32)
    at = np.array([start], np.int32)
    if 0 <= start <= 56:
        kernel(x, at, out, config=config)
        np.testing.assert_array_equal(out, x[start : start + 8])
        return
    with pytest.raises(errors.Diagnosed, match="leaves its tensor"):
        kernel(x, at, out, config=config)
    np.testing.assert_array_equal(out, 0)


# Shapes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [1, 2, 16])
def test_scatter_into_few_rows(rows, rng, config):
    """A scatter's helper tiles are as wide as they must be, also for one row."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[rows, 64], pl.FP32],
        i: pl.Tensor[[rows, 32], pl.INT32],
        v: pl.Tensor[[rows, 32], pl.FP32],
        out: pl.Out[pl.Tensor[[rows, 64], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.tensor.scatter(x, -1, i, v)
        return out

    x, v = (rng.standard_normal((rows, n), dtype=np.float32) for n in (64, 32))
    i = np.stack([rng.permutation(64)[:32] for _ in range(rows)]).astype(np.int32)
    out, want = np.zeros_like(x), x.copy()
    kernel(x, i, v, out, config=config)
    np.put_along_axis(want, i.astype(int), v, 1)
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("shape", [(8, 32, 2), (2, 16, 16), (3, 8, 24), (1, 40, 8)])
def test_transposed_pages(shape, rng, config):
    """The last two axes of a tensor of three exchanged, page by page."""
    pages, rows, columns = shape

    @pl.jit
    def kernel(
        x: pl.Tensor[[pages, rows, columns], pl.FP32],
        out: pl.InOut[pl.Tensor[[pages, columns, rows], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            for p in pl.range(pages):
                out[p, :, :] = pl.transpose(pl.mul(x[p, :, :], 2.0), 0, 1)
        return out

    x = rng.standard_normal(shape, dtype=np.float32)
    out = np.zeros((pages, columns, rows), np.float32)
    kernel(x, out, config=config)
    np.testing.assert_array_equal(out, 2 * x.transpose(0, 2, 1))


@pytest.mark.parametrize(("rows", "columns"), [(8, 32), (7, 31), (1, 5), (16, 3)])
@pytest.mark.parametrize("period", [1, 2, 3, 5])
def test_periodic_rows(rows, columns, period, rng, config):
    """y[i, :] = b[i mod period, :] where the period divides nothing."""

    @pl.jit
    def kernel(
        b: pl.Tensor[[period, columns], pl.FP32],
        y: pl.InOut[pl.Tensor[[rows, columns], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(rows):
                r = i % period
                y[i : i + 1, :] = pl.mul(b[r : r + 1, :], 3.0)
        return y

    b = rng.standard_normal((period, columns), dtype=np.float32)
    y = np.zeros((rows, columns), np.float32)
    kernel(b, y, config=config)
    np.testing.assert_array_equal(y, 3 * b[np.arange(rows) % period])


@pytest.mark.parametrize("tiles", range(1, 21))
def test_every_tile_once(tiles, config):
    """Persistent blocks over any number of tiles: each is visited once."""

    @pl.jit
    def kernel(visits: pl.InOut[pl.Tensor[[tiles, 8], pl.INT32]]):
        for block in pl.spmd(8):
            for t in pl.range(block, tiles, 8):
                visits[t : t + 1, :] = pl.add(visits[t : t + 1, :], 1)
        return visits

    visits = np.zeros((tiles, 8), np.int32)
    kernel(visits, config=config)
    np.testing.assert_array_equal(visits, 1)


# Constants -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "kind", "value"),
    [
        ("INT8", np.int8, -7),
        ("INT8", np.int8, -128),
        ("INT16", np.int16, -300),
        ("INT32", np.int32, -5),
        ("INT32", np.int32, -(2**31)),
        ("UINT8", np.uint8, 255),
        ("UINT32", np.uint32, 2**32 - 1),
        ("FP32", np.float32, -0.1),
        ("FP16", np.float16, -2.5),
    ],
)
@pytest.mark.parametrize("columns", [1, 31, 32, 33, 64])
def test_filled(columns, dtype, kind, value, config):
    """Every element of a filled tensor is the number, its neighbours' bytes included."""
    kernel = pl.parse(
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel(out: pl.InOut[pl.Tensor[[5, {columns}], pl.{dtype}]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"        out[:] = pl.full([5, {columns}], pl.{dtype}, {value})\n"
        "    return out\n"
    )
    out = np.zeros((5, columns), kind)
    kernel(out, config=config)
    np.testing.assert_array_equal(out, kind(value))


# Accumulators ----------------------------------------------------------------------------------


def test_rows_of_a_larger_accumulator(rng, config):
    """Products into row windows: stored where they belong."""

    @pl.jit
    def kernel(
        a: pl.Tensor[[64, 32], pl.FP16],
        b: pl.Tensor[[32, 48], pl.FP16],
        out: pl.InOut[pl.Tensor[[64, 48], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            for t in pl.range(4):
                block = pl.matmul(a[t * 16 : t * 16 + 16, :], b, out_dtype=pl.FP32)
                out[t * 16 : t * 16 + 16, :] = block
        return out

    a, b = (
        integers(rng, *(64, 32), dtype=np.float16, limit=3),
        integers(rng, *(32, 48), dtype=np.float16, limit=3),
    )
    out = np.zeros((64, 48), np.float32)
    kernel(a, b, out, config=config)
    np.testing.assert_array_equal(out, a.astype("f4") @ b.astype("f4"))
