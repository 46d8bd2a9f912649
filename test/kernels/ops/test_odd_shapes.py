# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Families of tensor operations on large, odd, narrow and empty shapes, against NumPy."""

import inspect
import re

import numpy as np
import pytest
from op_kernels import DTYPES, random_array, run_tensor

# More than the vector memory in rows, in columns and in both; odd rows; a column; a row; nothing.
LARGE = [(1000, 700), (70000, 1), (1, 70000)]
ODD = [(5, 100), (15, 33), (17, 1), (1, 17), (1, 1), (300, 1)]
EMPTY = [(0, 64)]

# Name: expression, NumPy, result's element type, shapes. Inputs: a and b of the shape, its
# columns c, its rows r. M and N stand for the extents.
FAMILIES = {
    "elementwise": (
        "pl.add(a, pl.exp(b))",
        lambda a, b: a + np.exp(b),
        "FP32",
        LARGE + ODD + EMPTY,
    ),
    "scalar": (
        "pl.maximum(pl.mul(a, 2.0), 0.5)",
        lambda a: np.maximum(2 * a, 0.5),
        "FP32",
        LARGE + ODD,
    ),
    "cast": (
        "pl.cast(a, pl.FP16, mode='rint')",
        lambda a: a.astype(np.float16),
        "FP16",
        LARGE + ODD,
    ),
    "cast in steps": (
        "pl.cast(a, pl.INT8, mode='trunc')",
        lambda a: np.trunc(a),
        "INT8",
        LARGE + ODD + EMPTY,
    ),
    "row_max": ("pl.row_max(a)", lambda a: a.max(1, keepdims=True), "FP32", LARGE + ODD + EMPTY),
    "col_max": ("pl.col_max(a)", lambda a: a.max(0, keepdims=True), "FP32", LARGE + ODD),
    "row_argmax": (
        "pl.row_argmax(a)",
        lambda a: a.argmax(1)[:, None],
        "INT32",
        [*LARGE[:2], *ODD, *EMPTY],
    ),
    "col_argmin": (
        "pl.col_argmin(a)",
        lambda a: a.argmin(0)[None],
        "INT32",
        [LARGE[0], LARGE[2], *ODD],
    ),
    "row_expand_mul": ("pl.row_expand_mul(a, c)", lambda a, c: a * c, "FP32", LARGE + ODD + EMPTY),
    "row_expand_add": ("pl.row_expand_add(a, c)", lambda a, c: a + c, "FP32", LARGE + ODD + EMPTY),
    "row_expand_max": (
        "pl.row_expand_max(a, c)",
        lambda a, c: np.maximum(a, c),
        "FP32",
        LARGE + ODD,
    ),
    "row_expand_expdif": (
        "pl.row_expand_expdif(a, c)",
        lambda a, c: np.exp(a - c),
        "FP32",
        LARGE + ODD,
    ),
    "col_expand_sub": ("pl.col_expand_sub(a, r)", lambda a, r: a - r, "FP32", LARGE + ODD + EMPTY),
    "row minus matrix": ("pl.sub(r, a)", lambda a, r: r - a, "FP32", LARGE + ODD + EMPTY),
    "column minus matrix": ("pl.sub(c, a)", lambda a, c: c - a, "FP32", LARGE + ODD + EMPTY),
    "matrix plus column": ("pl.add(a, c)", lambda a, c: a + c, "FP32", LARGE + ODD),
    "compare": ("pl.cmp(a, b, cmp_type=2)", lambda a, b: a < b, "FP32", LARGE + ODD + EMPTY),
    "transpose": ("pl.neg(pl.transpose(a, axis1=0, axis2=1))", lambda a: -a.T, "FP32", LARGE + ODD),
    "transpose on chip": (
        "pl.transpose(pl.neg(a), axis1=0, axis2=1)",
        lambda a: -a.T,
        "FP32",
        LARGE[:1] + ODD + EMPTY,
    ),
    "transpose of a sum": (
        "pl.exp(pl.transpose(pl.row_expand_add(a, c), axis1=0, axis2=1))",
        lambda a, c: np.exp(a + c).T,
        "FP32",
        LARGE[:1] + ODD[:2],
    ),
    "reshape": (
        "pl.neg(pl.reshape(a, [M * N]))",
        lambda a: -a.reshape(-1),
        "FP32",
        LARGE[2:] + ODD,
    ),
    "reshape on chip": (
        "pl.reshape(pl.neg(a), [N, M])",
        lambda a: -a.reshape(a.shape[::-1]),
        "FP32",
        ODD + EMPTY,
    ),
    "concat": (
        "pl.concat(a, b)",
        lambda a, b: np.concatenate([a, b], 1),
        "FP32",
        [LARGE[0], LARGE[2], *ODD, *EMPTY],
    ),
    "column on chip": (
        "pl.slice(pl.neg(a), [M, 1], [0, N - 1])",
        lambda a: -a[:, -1:],
        "FP32",
        ODD + EMPTY,
    ),
    "row on chip": ("pl.slice(pl.neg(a), [1, N], [M - 1, 0])", lambda a: -a[-1:], "FP32", ODD),
    "column": ("pl.neg(a[:, N - 1])", lambda a: -a[:, -1], "FP32", [LARGE[0], *ODD, *EMPTY]),
    "gather": (
        "pl.gather(a, dim=-1, index=j)",
        lambda a, j: np.take_along_axis(a, j, 1),
        "FP32",
        LARGE[:1] + ODD,
    ),
}
CASES = [(name, shape) for name, family in FAMILIES.items() for shape in family[3]]


def make_inputs(rng, shape, names):
    rows, columns = shape
    shapes = {"a": shape, "b": shape, "c": (rows, 1), "r": (1, columns)}
    return {
        name: rng.integers(0, columns, (rows, min(columns, 8))).astype(np.int32)
        if name == "j"
        else random_array(rng, shapes[name], "FP32", -3, 3)
        for name in names
    }


@pytest.mark.parametrize(("name", "shape"), CASES, ids=str)
def test_shape(rng, config, name, shape):
    """Computed in blocks if need be; what pads rows never shows."""
    text, expected, dtype, _ = FAMILIES[name]
    arrays = make_inputs(rng, shape, inspect.signature(expected).parameters)
    wanted = np.asarray(expected(*arrays.values()))
    rows, columns = shape
    for name, extent in (("M", rows), ("N", columns)):
        text = re.sub(rf"\b{name}\b", str(extent), text)
    out = np.zeros(wanted.shape, DTYPES[dtype])
    run_tensor(text, arrays, out, config)
    if dtype == "FP32":
        np.testing.assert_allclose(out, wanted.astype(np.float64), rtol=2e-6, atol=2e-6)
    else:
        np.testing.assert_array_equal(out, wanted.astype(out.dtype))
