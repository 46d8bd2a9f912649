# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Corner values through the `pto` instructions: NaN, infinities, zeros, wrap-around, every rounding
mode with and without saturation."""

import itertools

import ml_dtypes
import numpy as np
import pytest
from golden import F16, F32, I8, I16, I32, U8, generator, is_float, wide
from pto_program import PtoProgram, element

SPECIAL = [0.0, -0.0, 1.0, -1.0, 1.5, 2.5, -2.5, np.inf, -np.inf, np.nan, 65504.0, 6e-8, 1e-40]


def pairs(dtype):
    """All pairs of corner values as two rows of one length."""
    values = SPECIAL
    if not is_float(dtype):
        info = np.iinfo(dtype)
        values = [0, 1, -1, 2, 3, 7, info.max, info.min, info.max - 1, info.min + 1]
    a, b = zip(*itertools.product(values, values), strict=True)
    with np.errstate(over="ignore"):
        return np.array([a], dtype), np.array([b], dtype)


def run2(name, a, b, extra=None, arch="a5"):
    p = PtoProgram(arch)
    ta, tb, td = p.load(a), p.load(b), p.tile(a.shape, a.dtype)
    inputs = [ta, tb] + ([p.tile(a.shape, a.dtype)] if extra else [])
    p.op(name, inputs, [td])
    out = p.store(td)
    p.run()
    return out.data


@pytest.mark.parametrize("dtype", [F16, F32])
@pytest.mark.parametrize("name", ["tadd", "tsub", "tmul", "tdiv"])
def test_ieee_arithmetic(name, dtype):
    """As IEEE 754, also for f16: computed in f32 and rounded once. NaN equals NaN; signs of zero count."""
    a, b = pairs(dtype)
    function = {"tadd": np.add, "tsub": np.subtract, "tmul": np.multiply, "tdiv": np.divide}[name]
    with np.errstate(all="ignore"):
        want = function(wide(a), wide(b)).astype(dtype)
    got = run2(name, a, b)
    np.testing.assert_array_equal(got, want)
    known = ~np.isnan(want)
    np.testing.assert_array_equal(np.signbit(got[known]), np.signbit(want[known]))


@pytest.mark.parametrize("dtype", [F16, F32])
@pytest.mark.parametrize("name", ["tmax", "tmin"])
def test_extremes_with_nan(name, dtype):
    """The first operand unless the second is greater (less): a NaN in front stays, one behind is lost."""
    a, b = pairs(dtype)
    better = a < b if name == "tmax" else b < a
    np.testing.assert_array_equal(run2(name, a, b), np.where(better, b, a))


# The dialect has no tmul of 8 bits.
@pytest.mark.parametrize(
    ("name", "dtype"),
    [(n, d) for n in ("tadd", "tsub", "tmul") for d in (I8, I16, I32) if (n, d) != ("tmul", I8)],
)
def test_integers_wrap(name, dtype):
    a, b = pairs(dtype)
    function = {"tadd": np.add, "tsub": np.subtract, "tmul": np.multiply}[name]
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(run2(name, a, b), function(a, b))


@pytest.mark.parametrize("dtype", [I16, I32])
def test_integer_division(dtype):
    """Towards zero; by zero all ones; the smallest number by -1 wraps."""
    a, b = pairs(dtype)
    wide_a, wide_b = a.astype(np.int64), b.astype(np.int64)
    quotient = np.sign(wide_a) * np.sign(wide_b) * (abs(wide_a) // np.maximum(1, abs(wide_b)))
    want = np.where(b == 0, -1, quotient).astype(dtype)
    np.testing.assert_array_equal(run2("tdiv", a, b), want)


@pytest.mark.parametrize("dtype", [F32])
def test_remainders(dtype):
    """tfmod has the dividend's sign, trem the divisor's; a zero divisor and infinities give NaN."""
    rng = generator("remainders")
    a = rng.uniform(-9, 9, (1, 64)).astype(dtype)
    b = rng.uniform(0.5, 4, (1, 64)).astype(dtype) * rng.choice([-1, 1], (1, 64)).astype(dtype)
    b[0, 0], a[0, 1] = 0, np.inf
    with np.errstate(all="ignore"):
        fmod, mod = np.fmod(a, b), np.mod(a, b)
    got = run2("tfmod", a, b)
    np.testing.assert_array_equal(np.isnan(got), np.isnan(fmod))
    np.testing.assert_array_equal(got[~np.isnan(fmod)], fmod[~np.isnan(fmod)])
    got = run2("trem", a, b, extra=True)
    assert np.isnan(got[0, :2]).all()
    np.testing.assert_allclose(got[0, 2:], mod[0, 2:], rtol=1e-5, atol=1e-5)


FUNCTIONS = {
    "texp": np.exp,
    "tlog": np.log,
    "tsqrt": np.sqrt,
    "trecip": lambda x: 1 / x,
    "tabs": np.abs,
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", [F16, F32])
def test_functions_of_special_values(name, dtype):
    """Limits, poles and domains as in the C library."""
    with np.errstate(over="ignore"):
        a = np.array([SPECIAL], np.float64).astype(dtype)
    p = PtoProgram("a5")
    ta, td = p.load(a), p.tile(a.shape, dtype)
    p.op(name, [ta], [td])
    out = p.store(td)
    p.run()
    with np.errstate(all="ignore"):
        want = FUNCTIONS[name](wide(a)).astype(dtype)
    same = np.isnan(want) | np.isinf(want) | (want == 0)
    # Results below the smallest normal number may be flushed.
    tiny = np.abs(a.astype(np.float64)) < 1e-37
    keep = same & ~tiny
    np.testing.assert_array_equal(out.data[keep], want[keep])
    rest = ~same & ~tiny
    np.testing.assert_allclose(
        out.data[rest].astype(np.float64),
        want[rest].astype(np.float64),
        rtol=4 * float(ml_dtypes.finfo(dtype).eps),
    )


def away(x):
    return np.sign(x) * np.floor(np.abs(x) + 0.5)


def odd(x):
    floor = np.floor(x)
    return np.where(floor == x, x, np.where(floor % 2 == 0, floor + 1, floor))


ROUNDINGS = {
    "RINT": np.rint,
    "NONE": np.rint,
    "CAST_RINT": np.rint,
    "ROUND": away,
    "FLOOR": np.floor,
    "CEIL": np.ceil,
    "TRUNC": np.trunc,
    "ODD": odd,
}
TO_INTEGERS = [(F32, I32), (F32, I16), (F16, I8), (F16, U8), (F16, I16), (F16, I32)]


@pytest.mark.parametrize("mode", ROUNDINGS)
@pytest.mark.parametrize("source, target", TO_INTEGERS)
@pytest.mark.parametrize("saturate", [True, False])
def test_float_to_integer(source, target, mode, saturate):
    """Ties, signs, values out of range: saturation, or the low bits of the rounded value."""
    values = [0, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 3.5, 126.5, 127.5, 128, 254.5, 255.5, 300, 40000]
    values += [-v for v in values]
    a = np.array([values], source)
    cols = 32
    p = PtoProgram("a5")
    ta = p.load(a, shape=(1, cols))
    td = p.tile(a.shape, target, shape=(1, cols))
    p.op(
        "tcvt",
        [ta],
        [td],
        inner=f"{{rmode = #pto<round_mode {mode}>, "
        f"sat_mode = #pto<saturation_mode {'ON' if saturate else 'OFF'}>}} ",
    )
    out = p.store(td)
    p.run()
    rounded = ROUNDINGS[mode](a.astype(np.float64))
    info = np.iinfo(target)
    if saturate:
        want = np.clip(rounded, info.min, info.max).astype(target)
    else:
        want = rounded.astype(np.int64).astype(target)
    np.testing.assert_array_equal(out.data, want)


def test_not_a_number_to_integer():
    """NaN gives 0, infinities the ends of the range."""
    a = np.array([[np.nan, np.inf, -np.inf, 1e30]], F32)
    p = PtoProgram()
    ta, td = p.load(a), p.tile(a.shape, I32)
    p.op("tcvt", [ta], [td], inner="{rmode = #pto<round_mode RINT>} ")
    out = p.store(td)
    p.run()
    top = np.iinfo(np.int32).max
    assert out.data[0].tolist() == [0, top, -top - 1, top]


@pytest.mark.parametrize("dtype", [I16, I32, F16, F32])
@pytest.mark.parametrize("name", ["trowmax", "trowmin", "trowsum"])
def test_reduction_never_sees_padding(name, dtype):
    """The rest of the row holds values that would win."""
    poison = np.inf if is_float(dtype) else np.iinfo(dtype).max
    for cols in (1, 7, 16, 17, 33):
        rng = generator(name, str(dtype), cols)
        whole = np.full((3, 48), poison, dtype)
        part = rng.integers(-9, 9, (3, cols)).astype(dtype)
        whole[:, :cols] = part
        p = PtoProgram()
        full = p.load(whole)
        kind = f"!pto.tile_buf<vec, 3x48x{element(dtype)}, valid=3x{cols}>"
        view = p.fresh()
        p.lines.append(f"{view} = pto.treshape {full} : {full.type} -> {kind}")
        full.name, full.type = view, kind
        tt, td = p.tile((3, cols), dtype, shape=(3, 48)), p.tile((3, 1), dtype, layout="dn")
        p.op(name, [full, tt], [td])
        out = p.store(td)
        p.run()
        function = {"trowmax": np.max, "trowmin": np.min, "trowsum": np.sum}[name]
        np.testing.assert_array_equal(
            out.data[:, 0], function(part.astype(np.int64), axis=1).astype(dtype)
        )
