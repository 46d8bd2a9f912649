# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element-wise operations: operation x dtype x shape, on tensors and tiles, against NumPy."""

import numpy as np
import pytest
from op_kernels import EPS, random_array, run_tensor, run_tile

SHAPES = [(1, 16), (15, 17), (16, 64), (17, 33), (7, 1), (1, 1), (3, 999)]
INTS = ("INT16", "INT32")
FLOATS = ("FP32", "FP16")


def _wrapped(function):
    def golden(*arrays):
        with np.errstate(all="ignore"):
            return function(*arrays)

    return golden


# name, expression on tensors, golden function, dtypes, errors in units of the rounding.
TENSOR = [
    ("add", "pl.add(a, b)", np.add, FLOATS + INTS, 1),
    ("sub", "pl.sub(a, b)", np.subtract, FLOATS + INTS, 1),
    ("mul", "pl.mul(a, b)", np.multiply, FLOATS + INTS, 1),
    ("maximum", "pl.maximum(a, b)", np.maximum, FLOATS + INTS, 0),
    ("minimum", "pl.minimum(a, b)", np.minimum, FLOATS + INTS, 0),
    ("fmod", "pl.fmod(a, b)", np.fmod, FLOATS + INTS, 1),
    ("fmods", "pl.fmods(a, 3)", lambda a, b: np.fmod(a, a.dtype.type(3)), FLOATS, 1),
    ("part_add", "pl.part_add(a, b)", np.add, FLOATS + INTS, 1),
    ("part_mul", "pl.part_mul(a, b)", np.multiply, FLOATS + INTS, 1),
    ("part_max", "pl.part_max(a, b)", np.maximum, FLOATS + INTS, 0),
    ("part_min", "pl.part_min(a, b)", np.minimum, FLOATS + INTS, 0),
    ("and_", "pl.and_(a, b)", np.bitwise_and, INTS, 0),
    ("or_", "pl.or_(a, b)", np.bitwise_or, INTS, 0),
    ("xor", "pl.xor(a, b)", np.bitwise_xor, INTS, 0),
    ("ands", "pl.ands(a, 77)", lambda a, b: a & a.dtype.type(77), INTS, 0),
    ("ors", "pl.ors(a, 77)", lambda a, b: a | a.dtype.type(77), INTS, 0),
    ("xors", "pl.xors(a, 77)", lambda a, b: a ^ a.dtype.type(77), INTS, 0),
]
CASES = [
    pytest.param(expression, golden, dtype, error, id=f"{name}-{dtype}")
    for name, expression, golden, dtypes, error in TENSOR
    for dtype in dtypes
]


def check(out, expected, dtype, error):
    """Exact for integers and selections; else a few roundings of the result."""
    if error == 0 or "INT" in dtype:
        np.testing.assert_array_equal(out, expected)
    else:
        np.testing.assert_allclose(
            out.astype(np.float64), expected.astype(np.float64), rtol=2 * error * EPS[dtype]
        )


def operands(rng, shape, dtype):
    """Operands of mixed signs; the right one is never zero."""
    big = 30000 if "INT" in dtype else 8
    a, b = random_array(rng, shape, dtype, -big, big), random_array(rng, shape, dtype, -big, big)
    b[b == 0] = 3
    return {"a": a, "b": b}


@pytest.mark.parametrize(("expression", "golden", "dtype", "error"), CASES)
def test_tensors(rng, config, expression, golden, dtype, error):
    """Whole tensors of ragged shapes."""
    for shape in SHAPES:
        inputs = operands(rng, shape, dtype)
        out = run_tensor(expression, inputs, np.zeros_like(inputs["a"]), config)
        check(out, _wrapped(golden)(inputs["a"], inputs["b"]), dtype, error)


TILE = [
    ("fmod", "pl.fmod(ta, tb)", np.fmod, FLOATS, 1, ""),
    ("xor", "pl.xor(ta, tb, s)", np.bitwise_xor, INTS, 0, "s"),
    ("rem", "pl.rem(ta, tb, s)", np.mod, ("FP32", "INT32"), 1, "s"),
    (
        "rems",
        "pl.rems(ta, 3, s)",
        lambda a, b: np.mod(a, a.dtype.type(3)),
        ("FP32", "INT32"),
        1,
        "s",
    ),
    ("addc", "pl.addc(ta, tb, ta)", lambda a, b: (a + b) + a, FLOATS + INTS, 2, ""),
    ("subc", "pl.subc(ta, tb, ta)", lambda a, b: (a - b) - a, INTS, 0, ""),
    ("addsc", "pl.addsc(ta, 3, tb)", lambda a, b: (a + a.dtype.type(3)) + b, INTS, 0, ""),
    ("subsc", "pl.subsc(ta, 3, tb)", lambda a, b: (a - a.dtype.type(3)) - b, INTS, 0, ""),
    (
        "lrelu",
        "pl.lrelu(ta, 0.25)",
        lambda a, b: np.where(a > 0, a, a * a.dtype.type(0.25)),
        FLOATS,
        1,
        "",
    ),
    ("prelu", "pl.prelu(ta, tb, p)", lambda a, b: np.where(a > 0, a, a * b), FLOATS, 1, "p"),
    ("part_add", "pl.part_add(ta, tb)", np.add, FLOATS + INTS, 1, ""),
    ("part_max", "pl.part_max(ta, tb)", np.maximum, FLOATS + INTS, 0, ""),
]
TILE_CASES = [
    pytest.param(expression, golden, dtype, error, scratch, id=f"{name}-{dtype}")
    for name, expression, golden, dtypes, error, scratch in TILE
    for dtype in dtypes
]


@pytest.mark.parametrize(("expression", "golden", "dtype", "error", "scratch"), TILE_CASES)
def test_tiles(rng, config, expression, golden, dtype, error, scratch):
    """Loaded tiles of whole 32-byte rows."""
    for shape in [(1, 32), (15, 32), (16, 64), (17, 96)]:
        inputs = operands(rng, shape, dtype)
        rows, columns = shape
        before = {
            "": (),
            "s": (f"s = pl.create_tile([{rows}, {columns}], dtype=pl.{dtype})",),
            "p": (f"p = pl.create_tile([{rows}, {columns}], dtype=pl.UINT8)",),
        }[scratch]
        out = run_tile(expression, inputs, np.zeros_like(inputs["a"]), config, before)
        check(out, _wrapped(golden)(inputs["a"], inputs["b"]), dtype, error)


def test_partly_valid(rng, config):
    """Where one operand is not valid the other one's value stays."""
    a, b = random_array(rng, (16, 64), "FP32"), random_array(rng, (16, 64), "FP32")
    expected = a.copy()
    expected[:9, :40] = a[:9, :40] + b[:9, :40]
    out = run_tile(
        "pl.part_add(ta, pl.set_validshape(tb, 9, 40))", {"a": a, "b": b}, np.zeros_like(a), config
    )
    np.testing.assert_allclose(out, expected, rtol=1e-6)


@pytest.mark.parametrize("name", ["sin", "cos"])
@pytest.mark.parametrize("level", ["tensor", "tile"])
def test_trigonometric(rng, config, name, level):
    """Up to 1e4 radians; the error is that of FP32 near one."""
    x = rng.uniform(-1e4, 1e4, size=(16, 64)).astype(np.float32)
    x[:4] = rng.uniform(-4, 4, size=(4, 64)).astype(np.float32)
    x[0, :8] = [0, np.pi, -np.pi, np.pi / 2, -np.pi / 2, 3 * np.pi / 2, 1e-6, -1e-6]
    if level == "tensor":
        out = run_tensor(f"pl.{name}(x)", {"x": x}, np.zeros_like(x), config)
    else:
        out = run_tile(f"pl.{name}(tx)", {"x": x}, np.zeros_like(x), config)
    expected = getattr(np, name)(x.astype(np.float64))
    np.testing.assert_allclose(out, expected, rtol=0, atol=4e-7)
