# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor operations on shapes that exceed the vector memory, in any direction, against NumPy."""

import re

import numpy as np
import pytest
from op_kernels import DTYPES, EPS, random_array, run_lines, run_tensor

import pypto.language as pl
from pypto.errors import VerificationError
from pypto.runtime import RunConfig

# Many rows, long rows, one row, narrow rows, a column, both directions, prime extents.
SHAPES = [(1000, 700), (3, 60001), (1, 100003), (50021, 3), (17, 33000), (60000, 1), (211, 50000)]
NARROW = [(1000, 700), (3, 60001), (1, 100003), (50021, 3), (60000, 1)]


def close(out, expected, dtype, terms=1):
    """Up to roundings to the element type, one for each of `terms` steps."""
    expected = np.asarray(expected, np.float64)
    np.testing.assert_allclose(
        out.astype(np.float64), expected, rtol=4 * terms * EPS[dtype], atol=terms * EPS[dtype]
    )


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_elementwise(rng, config, shape):
    """A chain of operations, operands of the same shape."""
    a, b = random_array(rng, shape, "FP32", 0.5, 2), random_array(rng, shape, "FP32", 0.5, 2)
    out = np.zeros(shape, np.float32)
    run_tensor("pl.mul(pl.add(a, b), pl.exp(pl.neg(b)))", {"a": a, "b": b}, out, config)
    close(out, (a + b) * np.exp(-b.astype(np.float64)), "FP32", 2)


@pytest.mark.parametrize("dtype", ["FP16", "INT16", "INT32"])
@pytest.mark.parametrize("shape", NARROW, ids=str)
def test_elementwise_types(rng, config, shape, dtype):
    """Blocks of other element sizes."""
    a, b = random_array(rng, shape, dtype), random_array(rng, shape, dtype)
    out = np.zeros(shape, DTYPES[dtype])
    run_tensor("pl.maximum(pl.sub(a, b), b)", {"a": a, "b": b}, out, config)
    np.testing.assert_array_equal(out, np.maximum(a - b, b))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_broadcast(rng, config, shape):
    """Rows, columns and single elements are cut along the axes that they have."""
    a = random_array(rng, shape, "FP32", 0.5, 2)
    row = random_array(rng, (1, shape[1]), "FP32", 0.5, 2)
    column = random_array(rng, (shape[0], 1), "FP32", 0.5, 2)
    out = np.zeros(shape, np.float32)
    run_lines(
        ["out[:] = pl.row_expand_mul(pl.col_expand_sub(a, r), c)"],
        {"a": a, "r": row, "c": column},
        out,
        config,
    )
    close(out, (a - row) * column, "FP32")


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_cast(rng, config, shape):
    """Element types of two sizes in one block."""
    a = random_array(rng, shape, "FP32")
    out = np.zeros(shape, np.float16)
    run_tensor("pl.cast(a, pl.FP16, mode='rint')", {"a": a}, out, config)
    np.testing.assert_array_equal(out, a.astype(np.float16))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_full(config, shape):
    """A constant tensor has no operand to cut."""
    out = np.zeros(shape, np.float32)
    run_tensor(f"pl.full({list(shape)}, pl.FP32, 1.5)", {}, out, config)
    assert (out == 1.5).all()


REDUCTIONS = {"sum": np.sum, "max": np.max, "min": np.min}


@pytest.mark.parametrize("kind", REDUCTIONS)
@pytest.mark.parametrize("axis", [0, 1], ids=["col", "row"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_reduction(rng, config, shape, axis, kind):
    """Blocks along the reduced axis are combined, the last one as well."""
    a = random_array(rng, shape, "FP32", -2, 3)
    expected = REDUCTIONS[kind](a.astype(np.float64), axis=axis, keepdims=True)
    out = np.zeros(expected.shape, np.float32)
    run_tensor(f"pl.{('col', 'row')[axis]}_{kind}(a)", {"a": a}, out, config)
    if kind == "sum":
        bound = np.abs(a).astype(np.float64).sum(axis=axis, keepdims=True)
        assert (np.abs(out - expected) <= bound * 2.0**-23 * np.sqrt(shape[axis])).all()
    else:
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("shape", [(1000, 700), (3, 60001), (50021, 3), (211, 50000)], ids=str)
def test_softmax(rng, config, shape):
    """Reductions along an axis that is cut, and what needs their results."""
    a = random_array(rng, shape, "FP32", -3, 3)
    lines = [
        "m = pl.row_max(a)",
        "e = pl.exp(pl.row_expand_sub(a, m))",
        "out[:] = pl.row_expand_div(e, pl.row_sum(e))",
    ]
    out = run_lines(lines, {"a": a}, np.zeros(shape, np.float32), config)
    wide = np.exp(a.astype(np.float64) - a.max(axis=1, keepdims=True))
    np.testing.assert_allclose(out, wide / wide.sum(axis=1, keepdims=True), rtol=2e-4, atol=1e-9)


@pytest.mark.parametrize("shape", [(5000, 300), (20011, 40), (30, 30000)], ids=str)
def test_centred_columns(rng, config, shape):
    """A column reduction whose result is spread over the rows again."""
    a = random_array(rng, shape, "FP32", -3, 3)
    lines = [
        f"mean = pl.mul(pl.col_sum(a), {1 / shape[0]!r})",
        "out[:] = pl.col_expand_sub(a, mean)",
    ]
    out = run_lines(lines, {"a": a}, np.zeros(shape, np.float32), config)
    np.testing.assert_allclose(out, a - a.mean(axis=0, dtype=np.float64), rtol=0, atol=2e-5)


@pytest.mark.parametrize("shape", [(4, 300, 700), (2, 3, 50, 1000), (300000,)], ids=str)
def test_ranks(rng, config, shape):
    """Leading axes are merged into rows; one axis is a row."""
    a, b = random_array(rng, shape, "FP32"), random_array(rng, shape, "FP32")
    out = np.zeros(shape, np.float32)
    run_tensor("pl.add(a, b)", {"a": a, "b": b}, out, config)
    np.testing.assert_array_equal(out, a + b)
    if len(shape) > 1:
        top = np.zeros((*shape[:-1], 1), np.float32)
        run_tensor("pl.row_max(a)", {"a": a}, top, config)
        np.testing.assert_array_equal(top, a.max(axis=-1, keepdims=True))


def test_part_of_the_output(rng, config):
    """Blocks go to where the whole would have gone."""
    a = random_array(rng, (900, 700), "FP32")
    out = random_array(rng, (1000, 1000), "FP32")
    expected = out.copy()
    expected[64:964, 128:828] = np.abs(a)
    run_lines(["out[64:964, 128:828] = pl.abs(a)"], {"a": a}, out, config)
    np.testing.assert_array_equal(out, expected)


def test_update_in_place(rng, config):
    """A block may read what it writes, but no other block."""
    out = random_array(rng, (1000, 700), "FP32")
    expected = out * 2
    run_lines(["out[:] = pl.mul(out, 2.0)"], {}, out, config)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("count", [1, 8, 15, 5000])
def test_columns(rng, config, count):
    """Columns of one element a row take part in everything that matrices do."""
    a = random_array(rng, (count, 1), "FP32", 0.5, 2)
    b = random_array(rng, (count, 1), "FP32", 0.5, 2)
    one = random_array(rng, (1, 1), "FP32", 0.5, 2)
    for expression, expected in [
        ("pl.row_expand_mul(a, b)", a * b),
        ("pl.row_expand_sub(a, b)", a - b),
        ("pl.col_expand_mul(a, one)", a * one),
        ("pl.add(a, one)", a + one),
        ("pl.sub(one, a)", one - a),
        ("pl.col_max(a)", a.max(axis=0, keepdims=True)),
        ("pl.transpose(pl.add(a, b), 0, 1)", (a + b).T),
    ]:
        out = np.zeros(expected.shape, np.float32)
        run_tensor(expression, {"a": a, "b": b, "one": one}, out, config)
        np.testing.assert_array_equal(out, expected, expression)


@pytest.mark.parametrize("shape", [(300, 200), (64, 512), (999, 300), (40, 5000)], ids=str)
def test_transposed_softmax(rng, config, shape):
    """What was reduced is transposed, and stored or computed with."""
    a = random_array(rng, shape, "FP32")
    shifted = np.exp(a - a.max(axis=1, keepdims=True), dtype=np.float64)
    expected = (shifted / shifted.sum(axis=1, keepdims=True)).T
    lines = [
        "e = pl.exp(pl.row_expand_sub(a, pl.row_max(a)))",
        "s = pl.row_expand_div(e, pl.row_sum(e))",
    ]
    for last, factor in [("pl.transpose(s, 0, 1)", 1), ("pl.mul(pl.transpose(s, 0, 1), 2.0)", 2)]:
        out = np.zeros(expected.shape, np.float32)
        run_lines([*lines, f"out[:] = {last}"], {"a": a}, out, config)
        close(out, factor * expected, "FP32", terms=40)


@pytest.mark.parametrize("widths", [(130, 270), (7, 601)], ids=str)
def test_transposed_join(rng, config, widths):
    a, b = (random_array(rng, (301, width), "FP32") for width in widths)
    expected = np.concatenate([a + a, b], 1).T
    out = np.zeros(expected.shape, np.float32)
    line = "out[:] = pl.transpose(pl.concat(pl.add(a, a), b), 0, 1)"
    run_lines([line], {"a": a, "b": b}, out, config)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("widths", [(512, 512), (5000, 3000)], ids=str)
def test_join(rng, config, widths):
    """Used on chip where a row fits, and stored."""
    a, b = (random_array(rng, (5, width), "FP32", -4, 4) for width in widths)
    joined = np.concatenate([np.exp(a), np.exp(b)], 1)
    cases = [("j", joined, 8)]
    if sum(widths) < 10000:
        cases.append(("pl.row_sum(j)", joined.sum(axis=1, keepdims=True, dtype=np.float64), 1024))
    for last, expected, terms in cases:
        out = np.zeros(expected.shape, np.float32)
        lines = ["j = pl.concat(pl.exp(a), pl.exp(b))", f"out[:] = {last}"]
        run_lines(lines, {"a": a, "b": b}, out, config)
        np.testing.assert_allclose(out, expected, rtol=4 * terms * EPS["FP32"])


PARTS_ON_CHIP = {
    "reshaped": (
        ["m = pl.row_max(a)", "out[:] = pl.neg(pl.reshape(m, [1, 1000]))"],
        lambda a, b: -a.max(1).reshape(1, 1000),
    ),
    "transposed": (
        ["out[:] = pl.add(pl.transpose(pl.row_max(a), 0, 1), 1.0)"],
        lambda a, b: a.max(1).reshape(1, 1000) + np.float32(1),
    ),
    "other columns": (
        ["out[:] = pl.row_expand_sub(b, pl.row_max(a))"],
        lambda a, b: b - a.max(1, keepdims=True),
    ),
    "of columns": (
        ["m = pl.col_min(a)", "out[:] = pl.slice(m, [1, 77], [0, 32])"],
        lambda a, b: a.min(0, keepdims=True)[:, 32:109],
    ),
    "window": (
        ["m = pl.row_min(b)", "out[:] = pl.row_expand_add(a[:77], pl.slice(m, [77, 1], [101, 0]))"],
        lambda a, b: a[:77] + b.min(1, keepdims=True)[101:178],
    ),
    "there and back": (
        [
            "m = pl.reshape(pl.row_max(a), [1000])",
            "n = pl.reshape(pl.add(m, 2.0), [1000, 1])",
            "out[:] = pl.row_expand_mul(b, n)",
        ],
        lambda a, b: b * (a.max(1, keepdims=True) + np.float32(2)),
    ),
    "unused": (
        ["m = pl.transpose(pl.exp(a), 0, 1)", "out[:] = pl.neg(b)"],
        lambda a, b: -b,
    ),
}


@pytest.mark.parametrize("case", PARTS_ON_CHIP)
def test_parts_on_chip(rng, config, case):
    """What is computed in blocks and fits is used as a whole, and in blocks of other extents."""
    lines, expect = PARTS_ON_CHIP[case]
    a, b = random_array(rng, (1000, 300), "FP32"), random_array(rng, (1000, 500), "FP32")
    expected = expect(a, b)
    out = np.zeros(expected.shape, np.float32)
    text = " ".join(lines)
    inputs = {name: array for name, array in (("a", a), ("b", b)) if f"({name}" in text}
    run_lines(lines, inputs, out, config)
    np.testing.assert_array_equal(out, expected)


@pl.jit
def read_again(
    a: pl.Tensor[[1000, 300], pl.FP32],
    p: pl.InOut[pl.Tensor[[1000, 300], pl.FP32]],
    s: pl.InOut[pl.Tensor[[1, 300], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        old = pl.col_sum(p)
        p[:] = pl.add(a, a)
        s[:] = pl.sub(pl.col_sum(p), old)
    return p, s


def test_order_of_groups(rng, config):
    """What is read of a tensor before it is written is not computed behind that."""
    a = rng.integers(-8, 8, (1000, 300)).astype(np.float32)
    p, s = a.copy(), np.zeros((1, 300), np.float32)
    read_again(a, p, s, config=config)
    np.testing.assert_array_equal(p, a + a)
    np.testing.assert_array_equal(s, a.sum(axis=0, keepdims=True))


# What needs whole rows or columns, of arrays of which not even one fits, and the shape of the
# result for each of their shapes.
WHOLE = {
    "pl.row_argmax(a)": ((3, 64000), lambda rows, columns: (rows, 1)),
    "pl.sort32(a, i)": ((3, 64000), lambda rows, columns: (rows, 2 * columns)),
    "pl.col_argmin(a)": ((64000, 2), lambda rows, columns: (1, columns)),
    "pl.gather(a, dim=-1, index=i)": ((2, 96000), lambda rows, columns: (rows, columns)),
}


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("expression", WHOLE)
def test_refused(rng, expression, platform):
    """What needs a whole row is refused where none fits, and the size that is named fits."""
    shape, result = WHOLE[expression]
    config = RunConfig(platform=platform)

    def run(shape):
        inputs = {"a": random_array(rng, shape, "FP32")}
        if "i)" in expression:
            inputs["i"] = np.zeros(shape, np.uint32 if "sort" in expression else np.int32)
        out = np.zeros(result(*shape), np.int32 if "arg" in expression else np.float32)
        run_tensor(expression, inputs, out, config)

    with pytest.raises(VerificationError, match="PYPTO-E0502") as caught:
        run(shape)
    named = re.search(r"(\d+) (rows fit|columns of it)", str(caught.value))
    count = int(named[1])
    run((count, shape[1]) if "rows" in named[2] else (1, count // 32 * 32))
