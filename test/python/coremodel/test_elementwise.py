# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise `pto` instructions against NumPy: types, ragged shapes, both chips."""

import numpy as np
import pytest
from golden import (
    BF16,
    F16,
    F32,
    I8,
    I16,
    I32,
    SHAPES,
    U8,
    check,
    data,
    generator,
    is_float,
    wide,
)
from pto_program import PtoProgram, element


def _quotient(a, b):
    with np.errstate(divide="ignore"):
        return wide(a) / wide(b) if is_float(a.dtype) else np.trunc(a / np.where(b == 0, 1, b))


def _fmod(a, b):
    return np.fmod(wide(a), wide(b))


def _part(function):
    """Where only one source is valid its value is taken."""

    def golden(a, b):
        out = a.copy()
        rows, cols = b.shape
        out[:rows, :cols] = function(wide(a[:rows, :cols]), wide(b)).astype(a.dtype)
        return out

    return golden


V3 = (I16, I32, F16, F32)
# mnemonic: (types of the 910B, further types of the 950, golden, needs scratch)
BINARY = {
    "tadd": (V3, (I8, BF16), lambda a, b: wide(a) + wide(b), None),
    "tsub": (V3, (I8,), lambda a, b: wide(a) - wide(b), None),
    "tmul": (V3, (), lambda a, b: wide(a) * wide(b), None),
    "tdiv": ((F16, F32), (), _quotient, None),
    "tmax": (V3, (I8,), np.maximum, None),
    "tmin": (V3, (I8,), np.minimum, None),
    "tfmod": ((F16, F32), (), _fmod, None),
    "trem": ((F32,), (F16,), lambda a, b: np.mod(wide(a), wide(b)), "same"),
    "tand": ((I8, I16), (I32,), np.bitwise_and, None),
    "tor": ((I8, I16), (I32,), np.bitwise_or, None),
    "txor": ((I8, I16), (I32,), np.bitwise_xor, "same"),
    "tprelu": ((F16, F32), (), lambda a, b: np.where(a > 0, wide(a), wide(a) * wide(b)), "u8"),
}
PART = {
    "tpartadd": np.add,
    "tpartmul": np.multiply,
    "tpartmax": np.maximum,
    "tpartmin": np.minimum,
}
TERNARY = {
    "taddc": lambda a, b, c: a + b + c,
    "tsubc": lambda a, b, c: a - b + c,
}
SHIFTS = {"tshl": np.left_shift, "tshr": np.right_shift}

SCALAR = {
    "tadds": (V3, (I8, BF16), lambda a, s: wide(a) + s),
    "tsubs": (V3, (), lambda a, s: wide(a) - s),
    "tmuls": (V3, (), lambda a, s: wide(a) * s),
    "tmaxs": (V3, (), lambda a, s: np.maximum(wide(a), s)),
    "tmins": (V3, (), lambda a, s: np.minimum(wide(a), s)),
    "tfmods": ((F32,), (), lambda a, s: np.fmod(wide(a), s)),
}
BIT_SCALAR = {"tands": np.bitwise_and, "tors": np.bitwise_or}
SHIFT_SCALAR = {"tshls": np.left_shift, "tshrs": np.right_shift}

UNARY = {
    "tabs": ((F16, F32), np.abs, (-4, 4), 0),
    "tneg": (V3, np.negative, (-4, 4), 0),
    "texp": ((F16, F32), np.exp, (-4, 4), 4),
    "tlog": ((F16, F32), np.log, (0.01, 9), 4),
    "tsqrt": ((F16, F32), np.sqrt, (0, 9), 1),
    "trsqrt": ((F16, F32), lambda a: 1 / np.sqrt(a), (0.1, 9), 4),
    "trecip": ((F16, F32), lambda a: 1 / a, (0.1, 9), 2),
    "trelu": ((F16, F32, I32), lambda a: np.maximum(a, 0), (-4, 4), 0),
    "tnot": ((I16,), np.bitwise_not, (-999, 999), 0),
}


def cases(table, more=True):
    for name, (types, further, *_) in table.items():
        yield from ((name, "a3", t) for t in types)
        yield from ((name, "a5", t) for t in (*types, *further) if more)


def operands(name, dtype, shape, count):
    rng = generator(name, str(dtype), shape)
    low, high = (-90, 90) if dtype.itemsize == 1 else (-300, 300)
    if is_float(dtype):
        low, high = -4, 4
    arrays = [data(rng, shape, dtype, low, high) for _ in range(count)]
    if name in ("tdiv", "tfmod", "trem"):
        arrays[1] = np.where(np.abs(wide(arrays[1])) < 0.25, 1, wide(arrays[1])).astype(dtype)
    return arrays


@pytest.mark.parametrize("name, arch, dtype", list(cases(BINARY)))
def test_binary(name, arch, dtype):
    golden, scratch = BINARY[name][2:]
    for shape in SHAPES:
        a, b = operands(name, dtype, shape, 2)
        p = PtoProgram(arch)
        ta, tb = p.load(a), p.load(b)
        td = p.tile(shape, dtype)
        inputs = [ta, tb]
        if scratch == "same":
            inputs.append(p.tile(shape, dtype))
        elif scratch == "u8":
            inputs.append(p.tile(shape, U8, shape=ta.shape))
        check(p.result(name, inputs, td), golden(a, b), 1 if name in ("trem", "tfmod") else 0)


@pytest.mark.parametrize("name", PART)
@pytest.mark.parametrize("dtype", V3)
def test_part(name, dtype):
    for shape, small in [((4, 17), (2, 9)), ((3, 16), (3, 1)), ((5, 33), (1, 33))]:
        rng = generator(name, str(dtype), shape)
        a, b = data(rng, shape, dtype, -9, 9), data(rng, small, dtype, -9, 9)
        p = PtoProgram()
        ta = p.load(a)
        tb = p.load(b, shape=ta.shape)
        td = p.tile(shape, dtype)
        check(p.result(name, [ta, tb], td), _part(PART[name])(a, b))


@pytest.mark.parametrize("name", TERNARY)
@pytest.mark.parametrize("dtype", V3)
def test_ternary(name, dtype):
    for shape in SHAPES:
        a, b, c = operands(name, dtype, shape, 3)
        p = PtoProgram()
        tiles = [p.load(x) for x in (a, b, c)]
        td = p.tile(shape, dtype)
        # Two instructions, each rounded.
        first = (wide(a) + wide(b) if name == "taddc" else wide(a) - wide(b)).astype(dtype)
        check(p.result(name, tiles, td), wide(first) + wide(c))


@pytest.mark.parametrize("name", SHIFTS)
@pytest.mark.parametrize("dtype", [I8, I16, I32])
def test_shift(name, dtype):
    for shape in SHAPES:
        rng = generator(name, str(dtype), shape)
        a = data(rng, shape, dtype, -120, 120)
        b = data(rng, shape, dtype, 0, 8 * dtype.itemsize - 1)
        p = PtoProgram("a5")
        ta, tb, td = p.load(a), p.load(b), p.tile(shape, dtype)
        check(p.result(name, [ta, tb], td), SHIFTS[name](a, b))


def scalar_text(dtype):
    return element(dtype)


@pytest.mark.parametrize("name, arch, dtype", list(cases(SCALAR)))
def test_scalar(name, arch, dtype):
    golden = SCALAR[name][2]
    value = 2.5 if is_float(dtype) else 3
    for shape in SHAPES:
        (a,) = operands(name, dtype, shape, 1)
        p = PtoProgram(arch)
        ta, td = p.load(a), p.tile(shape, dtype)
        s = p.constant(value, scalar_text(dtype))
        typed = np.float32(value) if is_float(dtype) else dtype.type(value)
        check(p.result(name, [ta, (s, scalar_text(dtype))], td), golden(a, typed))


@pytest.mark.parametrize("first", ["tile", "scalar"])
@pytest.mark.parametrize("dtype", [F16, F32])
def test_divide_by_scalar(dtype, first):
    """tdivs: the order in the text is the order of the division."""
    for shape in SHAPES:
        rng = generator("tdivs", str(dtype), shape)
        a = data(rng, shape, dtype, 0.5, 4)
        p = PtoProgram()
        ta, td = p.load(a), p.tile(shape, dtype)
        s = (p.constant(2.5, element(dtype)), element(dtype))
        s32 = np.float32(2.5)
        check(
            p.result("tdivs", [ta, s] if first == "tile" else [s, ta], td),
            wide(a) / s32 if first == "tile" else s32 / wide(a),
        )


@pytest.mark.parametrize("dtype", [F32])
def test_remainder_by_scalar(dtype):
    """trems: sign of the divisor."""
    for shape in SHAPES:
        rng = generator("trems", shape)
        a = data(rng, shape, dtype, -9, 9)
        p = PtoProgram()
        ta, tt, td = p.load(a), p.tile(shape, dtype), p.tile(shape, dtype)
        s = (p.constant(2.5, "f32"), "f32")
        check(p.result("trems", [ta, s, tt], td), np.mod(a, np.float32(2.5)), 1)


@pytest.mark.parametrize("name", [*BIT_SCALAR, "txors"])
@pytest.mark.parametrize("dtype", [I8, I16])
def test_bits_with_scalar(name, dtype):
    for shape in SHAPES:
        rng = generator(name, str(dtype), shape)
        a = data(rng, shape, dtype, -120, 120)
        p = PtoProgram()
        ta, td = p.load(a), p.tile(shape, dtype)
        inputs = [ta, (p.constant(0x35, element(dtype)), element(dtype))]
        if name == "txors":
            inputs.append(p.tile(shape, dtype))
        golden = BIT_SCALAR.get(name, np.bitwise_xor)
        check(p.result(name, inputs, td), golden(a, dtype.type(0x35)))


@pytest.mark.parametrize("name", SHIFT_SCALAR)
@pytest.mark.parametrize("dtype", [I16, I32])
def test_shift_by_scalar(name, dtype):
    for shape in SHAPES:
        rng = generator(name, str(dtype), shape)
        a = data(rng, shape, dtype, -3000, 3000)
        p = PtoProgram()
        ta, td = p.load(a), p.tile(shape, dtype)
        check(
            p.result(name, [ta, (p.constant(3, element(dtype)), element(dtype))], td),
            SHIFT_SCALAR[name](a, dtype.type(3)),
        )


@pytest.mark.parametrize("name", ["taddsc", "tsubsc"])
@pytest.mark.parametrize("dtype", [F16, F32])
def test_scalar_then_tile(name, dtype):
    for shape in SHAPES:
        a, b = operands(name, dtype, shape, 2)
        p = PtoProgram()
        ta, tb, td = p.load(a), p.load(b), p.tile(shape, dtype)
        s = (p.constant(1.25, element(dtype)), element(dtype))
        s32 = np.float32(1.25)
        first = (wide(a) + s32 if name == "taddsc" else wide(a) - s32).astype(dtype)
        check(p.result(name, [ta, s, tb], td), wide(first) + wide(b))


@pytest.mark.parametrize("dtype", [F16, F32])
def test_axpy(dtype):
    """taxpy reads its destination."""
    for shape in SHAPES:
        a, b = operands("taxpy", dtype, shape, 2)
        p = PtoProgram()
        ta, td = p.load(a), p.load(b)
        s = (p.constant(1.5, element(dtype)), element(dtype))
        exact = b.astype(np.float64) + 1.5 * a.astype(np.float64)
        check(p.result("taxpy", [ta, s], td), exact.astype(dtype), 1)


@pytest.mark.parametrize("dtype", [F16, F32])
def test_leaky_relu(dtype):
    for shape in SHAPES:
        (a,) = operands("tlrelu", dtype, shape, 1)
        p = PtoProgram()
        ta, td = p.load(a), p.tile(shape, dtype)
        check(
            p.result("tlrelu", [ta, (p.constant(0.125, "f32"), "f32")], td),
            np.where(a > 0, wide(a), wide(a) * np.float32(0.125)),
        )


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("arch", ["a3", "a5"])
def test_unary(name, arch):
    types, golden, (low, high), tolerance = UNARY[name]
    for dtype in types:
        for shape in SHAPES:
            rng = generator(name, str(dtype), shape)
            a = data(rng, shape, dtype, low, high)
            p = PtoProgram(arch)
            ta, td = p.load(a), p.tile(shape, dtype)
            check(p.result(name, [ta], td), golden(wide(a)), tolerance)
