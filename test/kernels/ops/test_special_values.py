# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What operators do with special values, by the architecture's rules, against NumPy.

Integer wrap, division and remainder of 0, negative numbers and the smallest integer; NaN and
infinities in comparisons, extrema, reductions and sorts; ties; indices that lead out.
"""

import numpy as np
import pytest
from op_kernels import DTYPES, make_kernel, random_array, run_lines, run_tensor, run_tile

from pypto.runtime import RunConfig

BOTH = pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
SHAPES = [(1, 16), (7, 33), (16, 64)]


def pairs(values, dtype, shape):
    """Every value with every value, repeated to fill two arrays."""
    kind = DTYPES[dtype]
    a, b = np.meshgrid(np.array(values, kind), np.array(values, kind), indexing="ij")
    return np.resize(a, shape), np.resize(b, shape)


@BOTH
@pytest.mark.parametrize("dtype", ["INT16", "INT32"])
@pytest.mark.parametrize("call", ["pl.add(a, b)", "pl.sub(a, b)", "pl.mul(a, b)"])
def test_integers_wrap(platform, dtype, call):
    """Sums, differences and products keep the low bits."""
    limits = np.iinfo(DTYPES[dtype])
    a, b = pairs([limits.min, limits.max, -1, 0, 1, 12345], dtype, (16, 32))
    name = call[3:6]
    expected = {"add": np.add, "sub": np.subtract, "mul": np.multiply}[name](a, b)
    out = run_tensor(call, {"a": a, "b": b}, np.zeros_like(a), RunConfig(platform=platform))
    np.testing.assert_array_equal(out, expected)


@BOTH
@pytest.mark.parametrize("dtype", ["INT16", "INT32"])
def test_negation_of_the_smallest(platform, dtype):
    """It has no positive counterpart and stays."""
    limits = np.iinfo(DTYPES[dtype])
    a = np.resize(np.array([limits.min, limits.max, 0, -1], DTYPES[dtype]), (4, 32))
    with np.errstate(over="ignore"):
        expected = np.negative(a)
    out = run_tensor("pl.neg(a)", {"a": a}, np.zeros_like(a), RunConfig(platform=platform))
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("dtype", ["INT16", "INT32"])
def test_integer_division(dtype):
    """Towards zero; the smallest by -1 wraps, and a division by 0 gives the same each time."""
    limits = np.iinfo(DTYPES[dtype])
    a, b = pairs([limits.min, limits.max, -7, -1, 1, 7], dtype, (16, 32))
    wide_a, wide_b = a.astype(np.int64), b.astype(np.int64)
    expected = (np.sign(wide_a) * np.sign(wide_b) * (abs(wide_a) // abs(wide_b))).astype(a.dtype)
    config = RunConfig(platform="a5sim")
    out = run_tensor("pl.div(a, b)", {"a": a, "b": b}, np.zeros_like(a), config)
    np.testing.assert_array_equal(out, expected)
    zero = np.zeros_like(a)
    first = run_tensor("pl.div(a, b)", {"a": a, "b": zero}, np.zeros_like(a), config)
    second = run_tensor("pl.div(a, b)", {"a": a, "b": zero}, np.ones_like(a), config)
    np.testing.assert_array_equal(first, second)


@BOTH
@pytest.mark.parametrize("dtype", ["FP32", "FP16"])
def test_float_division(platform, dtype):
    """IEEE: infinities of the right sign, NaN of 0 / 0 and inf / inf."""
    a, b = pairs([0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan], dtype, (16, 32))
    with np.errstate(all="ignore"):
        expected = a / b
    out = run_tensor(
        "pl.div(a, b)", {"a": a, "b": b}, np.zeros_like(a), RunConfig(platform=platform)
    )
    np.testing.assert_array_equal(out, expected)
    np.testing.assert_array_equal(
        np.signbit(out), np.signbit(expected) | np.isnan(out) & np.signbit(out)
    )


@BOTH
@pytest.mark.parametrize("dtype", ["FP32", "INT32"])
def test_remainders(rng, platform, dtype):
    """fmod has the sign of the dividend, rem that of the divisor."""
    a, b = random_array(rng, (16, 32), dtype, -50, 50), random_array(rng, (16, 32), dtype, -9, 9)
    b[b == 0] = 3
    config = RunConfig(platform=platform)
    before = (f"s = pl.create_tile([16, 32], dtype=pl.{dtype})",)
    inputs = {"a": a, "b": b}
    got = run_tensor("pl.fmod(a, b)", inputs, np.zeros_like(a), config)
    np.testing.assert_allclose(got, np.fmod(a, b), rtol=1e-5, atol=1e-5)
    got = run_tile("pl.rem(ta, tb, s)", inputs, np.zeros_like(a), config, before)
    np.testing.assert_allclose(got, np.mod(a, b), rtol=1e-5, atol=1e-5)


COMPARISONS = [np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal]


@BOTH
@pytest.mark.parametrize("dtype", ["FP32", "FP16"])
@pytest.mark.parametrize("mode", range(6))
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_comparisons_with_nan(platform, dtype, mode, shape):
    """NaN is unequal to everything and in no order; packed masks of odd numbers of columns."""
    a, b = pairs([0.0, -0.0, 1.0, np.inf, -np.inf, np.nan], dtype, shape)
    out = np.full_like(a, 7)
    run_tensor(
        f"pl.cmp(a, b, cmp_type={mode})", {"a": a, "b": b}, out, RunConfig(platform=platform)
    )
    np.testing.assert_array_equal(out, COMPARISONS[mode](a, b).astype(a.dtype))


@BOTH
@pytest.mark.parametrize("dtype", ["FP32", "FP16"])
@pytest.mark.parametrize("name", ["max", "min"])
def test_infinities_in_reductions(rng, platform, dtype, name):
    """An infinity is an ordinary extremum; sums of opposite ones are NaN."""
    a = random_array(rng, (17, 40), dtype)
    a[3, 5], a[4, 7], a[5, 1], a[5, 2] = np.inf, -np.inf, np.inf, -np.inf
    config = RunConfig(platform=platform)
    out = np.zeros((17, 1), a.dtype)
    run_tensor(f"pl.row_{name}(a)", {"a": a}, out, config)
    np.testing.assert_array_equal(out, getattr(np, name)(a, axis=1, keepdims=True))
    out = np.zeros((1, 40), a.dtype)
    run_tensor(f"pl.col_{name}(a)", {"a": a}, out, config)
    np.testing.assert_array_equal(out, getattr(np, name)(a, axis=0, keepdims=True))
    out = np.zeros((17, 1), a.dtype)
    run_tensor("pl.row_sum(a)", {"a": a}, out, config)
    assert np.isposinf(out[3]) and np.isneginf(out[4]) and np.isnan(out[5])
    assert np.isfinite(np.delete(out.ravel(), [3, 4, 5])).all()


@BOTH
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_ties(rng, platform, name):
    """Of equal extrema the first one counts."""
    a = rng.integers(-2, 3, size=(16, 64)).astype(np.float32)
    config = RunConfig(platform=platform)
    out = np.full((16, 1), -1, np.int32)
    run_tensor(f"pl.row_{name}(a)", {"a": a}, out, config)
    np.testing.assert_array_equal(out, getattr(np, name)(a, axis=1, keepdims=True))
    out = np.full((1, 64), -1, np.int32)
    run_tensor(f"pl.col_{name}(a)", {"a": a}, out, config)
    np.testing.assert_array_equal(out, getattr(np, name)(a, axis=0, keepdims=True))


@BOTH
def test_sorting_special_values(rng, platform):
    """Infinities at the ends, NaN in front of all numbers, equal values in their order."""
    x = rng.integers(-3, 4, size=(4, 64)).astype(np.float32)
    x[0, 3], x[1, 9], x[2, 40], x[3, 5] = np.inf, -np.inf, np.nan, -0.0
    i = np.arange(256, dtype=np.uint32).reshape(4, 64)
    out = np.zeros((4, 128), np.float32)
    run_tensor("pl.sort32(x, i)", {"x": x, "i": i}, out, RunConfig(platform=platform))
    groups = x.reshape(4, 2, 32)
    key = np.where(np.isnan(groups), -np.inf, -groups)
    first = np.where(np.isnan(groups), 0, 1)
    order = np.lexsort((np.broadcast_to(np.arange(32), groups.shape), key, first), axis=2)
    values = np.take_along_axis(groups, order, 2).reshape(4, 64)
    np.testing.assert_array_equal(out[:, 0::2], values)
    np.testing.assert_array_equal(
        out.view(np.uint32)[:, 1::2],
        np.take_along_axis(i.reshape(groups.shape), order, 2).reshape(4, 64),
    )


@BOTH
@pytest.mark.parametrize("shape", [(4, 32), (5, 17)], ids=str)
def test_indices_that_lead_out_of_a_row(rng, platform, shape):
    """They count on through the rows on chip, whose padding is zero; outside there is zero."""
    x = random_array(rng, shape, "FP32", 1, 8)
    pitch = -(-shape[1] // 8) * 8
    storage = np.zeros((shape[0], pitch), np.float32)
    storage[:, : shape[1]] = x
    i = rng.integers(-5, shape[0] * pitch + 40, size=shape).astype(np.int32)
    i[0, :3] = [-1, 2**31 - 1 - shape[0] * pitch, shape[1]]
    at = i + np.arange(shape[0], dtype=np.int64)[:, None] * pitch
    inside = (at >= 0) & (at < storage.size)
    expected = np.where(inside, storage.ravel()[np.where(inside, at, 0)], 0)
    out = np.full(shape, 9, np.float32)
    run_tensor("pl.gather(x, dim=-1, index=i)", {"x": x, "i": i}, out, RunConfig(platform=platform))
    np.testing.assert_array_equal(out, expected)


@BOTH
@pytest.mark.parametrize("dtype", ["FP32", "FP16"])
@pytest.mark.parametrize("precise", ["recip", "log", "rsqrt", "div"])
def test_high_precision(rng, platform, dtype, precise):
    """The precise form is at least as near as the plain one, and near to the type's precision."""
    a, b = random_array(rng, (16, 64), dtype, 0.1, 50), random_array(rng, (16, 64), dtype, 0.1, 50)
    arguments = "a, b" if precise == "div" else "a"
    wide = a.astype("f8")
    exact = {
        "recip": lambda: 1 / wide,
        "log": lambda: np.log(wide),
        "rsqrt": lambda: 1 / np.sqrt(wide),
        "div": lambda: wide / b.astype("f8"),
    }[precise]()
    config = RunConfig(platform=platform)
    inputs = {"a": a, "b": b} if precise == "div" else {"a": a}
    errors = []
    for flag in ("", ", high_precision=True"):
        out = run_tensor(f"pl.{precise}({arguments}{flag})", inputs, np.zeros_like(a), config)
        errors.append(np.abs(out.astype("f8") - exact).max())
    assert errors[1] <= errors[0] * (1 + 1e-9)
    unit = {"FP32": 2.0**-23, "FP16": 2.0**-10}[dtype]
    assert errors[1] <= 2 * unit * max(1, np.abs(exact).max())


@BOTH
@pytest.mark.parametrize("divisor", [(16, 64), (16, 1), (1, 64)], ids=str)
def test_high_precision_reaches_the_core(rng, platform, divisor):
    """The 950's precise variants are slow (published: 345 cycles a vector for the reciprocal)."""
    a = random_array(rng, (16, 64), "FP32", 0.1, 50)
    b = random_array(rng, divisor, "FP32", 0.1, 50)
    config = RunConfig(platform=platform)

    def cycles(expression, inputs):
        out = np.zeros_like(a)
        kernel = make_kernel(inputs, out, [f"out[:] = {expression}"])
        compiled = kernel.compile(*inputs.values(), out, config=config)
        compiled(*inputs.values(), out, config=config)
        return compiled.report().cycles

    ratios = {
        name: cycles(f"pl.{name}({given}, high_precision=True)", inputs)
        - cycles(f"pl.{name}({given})", inputs)
        for name, given, inputs in (
            ("recip", "a", {"a": a}),
            ("log", "a", {"a": a}),
            ("rsqrt", "a", {"a": a}),
            ("div", "a, b", {"a": a, "b": b}),
        )
    }
    assert ratios.pop("rsqrt") > 0  # a square root and a division on both chips
    for name, more in ratios.items():
        if platform == "a5sim":
            assert more > 300 * 16, name
        elif divisor == (16, 64):
            assert more == 0, name


@BOTH
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "BF16", "INT32", "INT16", "INT8", "UINT8"])
@pytest.mark.parametrize("shape", [(1, 32), (15, 40), (3, 999)], ids=str)
@pytest.mark.parametrize("value", [-7, 0, 3])
def test_full(platform, dtype, shape, value):
    """Every element; a negative value in unsigned bytes wraps. The a5 fills BF16 by its bits."""
    out = np.zeros(shape, DTYPES[dtype])
    config = RunConfig(platform=platform)
    expression = f"pl.full({list(shape)}, pl.{dtype}, {value})"
    run_tensor(expression, {}, out, config)
    wrapped = value % 256 if dtype == "UINT8" else value
    np.testing.assert_array_equal(out, np.full(shape, wrapped, DTYPES[dtype]))


@BOTH
@pytest.mark.parametrize("value", ["zero", "min", "max"])
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (15, 17), (16, 31)])
def test_identity_pads(rng, platform, value, rows, cols):
    """The pad of a reduction's identity changes nothing: zero for sums, the least for maxima."""
    a = random_array(rng, (24, 32), "FP32", -5, 5)
    name, function = {"zero": ("sum", np.sum), "min": ("max", np.max), "max": ("min", np.min)}[
        value
    ]
    lines = [
        f"x = pl.fillpad(pl.set_validshape(a, {rows}, {cols}), pl.PadValue.{value})",
        f"out[:] = pl.row_{name}(x)",
    ]
    out = np.zeros((24, 1), np.float32)
    run_lines(lines, {"a": a}, out, RunConfig(platform=platform))
    expected = function(a[:rows, :cols].astype("f8"), axis=1, keepdims=True)
    np.testing.assert_allclose(out[:rows], expected, rtol=1e-5, atol=1e-5)
