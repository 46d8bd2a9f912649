# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions and broadcasts of `pto` against NumPy."""

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
    check,
    data,
    generator,
    is_float,
    wide,
)
from pto_program import PtoProgram

V3 = (I16, I32, F16, F32)
ROW = {"trowsum": np.sum, "trowmax": np.max, "trowmin": np.min, "trowprod": np.prod}
COLUMN = {"tcolsum": np.sum, "tcolmax": np.max, "tcolmin": np.min, "tcolprod": np.prod}
ARG = {
    "trowargmax": (np.argmax, 1),
    "trowargmin": (np.argmin, 1),
    "tcolargmax": (np.argmax, 0),
    "tcolargmin": (np.argmin, 0),
}
EXPAND = {
    "add": lambda a, s: a + s,
    "sub": lambda a, s: a - s,
    "mul": lambda a, s: a * s,
    "div": lambda a, s: a / s,
    "max": np.maximum,
    "min": np.minimum,
    "expdif": lambda a, s: np.exp(a - s),
}
ROW_EXPAND = {f"trowexpand{name}": f for name, f in EXPAND.items()}
COLUMN_EXPAND = {f"tcolexpand{name}": f for name, f in EXPAND.items()}


def reduced(function, a, axis):
    """A reduction in the element type: integers wrap, floats sum in f64 and round once."""
    if is_float(a.dtype):
        return function(a.astype(np.float64), axis=axis, keepdims=True)
    with np.errstate(over="ignore"):
        if function in (np.sum, np.prod):
            return function(a, axis=axis, keepdims=True, dtype=a.dtype)
        return function(a, axis=axis, keepdims=True)


def loose(name, dtype, n):
    """Units of precision by which a float sum or product of n elements may differ."""
    return 2 * n if is_float(dtype) and ("sum" in name or "prod" in name) else 0


@pytest.mark.parametrize("name", ROW)
@pytest.mark.parametrize("dtype", V3)
def test_row_reduction(name, dtype):
    """Only the valid part takes part: the rest of each row holds other numbers."""
    for rows, cols in [*SHAPES, (16, 129)]:
        rng = generator(name, str(dtype), rows, cols)
        low = 0.5 if is_float(dtype) else -3
        a = data(rng, (rows, cols), dtype, low, 1.5 if is_float(dtype) else 3)
        p = PtoProgram()
        ta, tt = p.load(a, extra=", pad=2"), p.tile((rows, cols), dtype)
        td = p.tile((rows, 1), dtype, layout="dn")
        check(p.result(name, [ta, tt], td), reduced(ROW[name], a, 1), loose(name, dtype, cols))


@pytest.mark.parametrize("name", COLUMN)
@pytest.mark.parametrize("dtype", V3)
def test_column_reduction(name, dtype):
    for rows, cols in SHAPES:
        rng = generator(name, str(dtype), rows, cols)
        low = 0.5 if is_float(dtype) else -3
        a = data(rng, (rows, cols), dtype, low, 1.5 if is_float(dtype) else 3)
        p = PtoProgram()
        ta, td = p.load(a), p.tile((1, cols), dtype)
        check(p.result(name, [ta], td), reduced(COLUMN[name], a, 0), loose(name, dtype, rows))


@pytest.mark.parametrize("name", ARG)
@pytest.mark.parametrize("dtype", [F16, F32])
def test_position_of_extreme(name, dtype):
    """The first of equal elements."""
    function, axis = ARG[name]
    for shape in SHAPES:
        rng = generator(name, str(dtype), shape)
        a = np.round(data(rng, shape, dtype).astype(np.float32)).astype(dtype)
        p = PtoProgram()
        ta, tt = p.load(a), p.tile(shape, dtype)
        td = p.tile((shape[0], 1), I32, layout="dn") if axis else p.tile((1, shape[1]), I32)
        check(p.result(name, [ta, tt], td), np.expand_dims(function(a, axis=axis), axis))


def expand_types(name):
    return (F16, F32) if name.endswith(("div", "expdif")) else V3


@pytest.mark.parametrize("name", ROW_EXPAND)
def test_row_broadcast(name):
    for dtype in expand_types(name):
        for shape in SHAPES:
            rng = generator(name, str(dtype), shape)
            a = data(rng, shape, dtype, -4, 4)
            s = (
                data(rng, (shape[0], 1), dtype, 0.5, 4)
                if is_float(dtype)
                else data(rng, (shape[0], 1), dtype, 1, 9)
            )
            p = PtoProgram()
            ta, ts, td = p.load(a), p.load(s, layout="dn"), p.tile(shape, dtype)
            tolerance = 4 if name.endswith("expdif") else 0
            check(p.result(name, [ta, ts], td), ROW_EXPAND[name](wide(a), wide(s)), tolerance)


@pytest.mark.parametrize("name", COLUMN_EXPAND)
def test_column_broadcast(name):
    for dtype in expand_types(name):
        for shape in SHAPES:
            rng = generator(name, str(dtype), shape)
            a = data(rng, shape, dtype, -4, 4)
            s = (
                data(rng, (1, shape[1]), dtype, 0.5, 4)
                if is_float(dtype)
                else data(rng, (1, shape[1]), dtype, 1, 9)
            )
            p = PtoProgram()
            ta, ts, td = p.load(a), p.load(s), p.tile(shape, dtype)
            tolerance = 4 if name.endswith("expdif") else 0
            check(p.result(name, [ta, ts], td), COLUMN_EXPAND[name](wide(a), wide(s)), tolerance)


@pytest.mark.parametrize("name", ["trowexpand", "tcolexpand"])
@pytest.mark.parametrize("dtype", [I8, I16, I32, F16, BF16, F32])
def test_plain_broadcast(name, dtype):
    for shape in SHAPES:
        rng = generator(name, str(dtype), shape)
        row = name == "trowexpand"
        s = data(rng, (shape[0], 1) if row else (1, shape[1]), dtype, -90, 90)
        p = PtoProgram()
        ts, td = p.load(s, layout="dn" if row else "nd"), p.tile(shape, dtype)
        check(p.result(name, [ts], td), np.broadcast_to(s, shape))
