# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types that a chip's operators do not take: the error names the nearest that they take.

The cells are those of the operator matrix. Each refusal names the operator and what it accepts; a
type that its hint names must compile for the same chip, and so must the cast to it.
"""

import re
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "kernels" / "ops"))

import test_matrix as cells  # noqa: E402
from op_matrix import ALL, OPS  # noqa: E402

import pypto.language as pl  # noqa: E402
from pypto import dtypes, errors  # noqa: E402
from pypto.diagnostics.element_types import nearest  # noqa: E402
from pypto.runtime import RunConfig  # noqa: E402

_CAST = """import pypto.language as pl

@pl.jit
def kernel(x: pl.Tensor[[16, 32], pl.{0}], y: pl.Out[pl.Tensor[[16, 32], pl.{1}]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.cast(pl.load(x, [0, 0], [16, 32]), pl.{1}), [0, 0], y)
    return y
"""


def refusal(text, chip):
    """The error that the program gives, None if it compiles."""
    try:
        pl.parse(text).lower(config=RunConfig(platform=cells.PLATFORMS[chip]))
    except errors.Diagnosed as error:
        return error
    return None


@cache
def refused(name, level, chip, dtype):
    """The error of an operator's cell."""
    op = next(o for o in OPS if o.name == name)
    rng = np.random.default_rng(0)
    inputs = cells.operands(rng, op, dtype)
    out = np.zeros(cells.result_shape(op), cells.DTYPES[op.out or dtype])
    return refusal(cells.source(op, level, inputs, out, ("15", "17")), chip)


@cache
def cast_fails(source, target, chip):
    """The error of a cast."""
    return refusal(_CAST.format(source, target), chip)


@pytest.mark.parametrize("chip", cells.PLATFORMS)
@pytest.mark.parametrize(
    ("name", "level"),
    [(op.name, level) for op in OPS for level in ("tensor", "tile") if getattr(op, level)],
)
def test_refused_types(name, level, chip):
    """Names the operator, what it takes, and a type that it takes."""
    op = next(o for o in OPS if o.name == name)
    called = re.findall(r"pl\.(?:tile\.)?(\w+)\(", getattr(op, level))
    for dtype in ALL:
        error = refused(name, level, chip, dtype)
        if error is None:
            continue
        shown = str(error)
        assert any(call.rstrip("_") in error.message for call in called), shown
        assert re.search(r"^  expected: .*(FP|INT|number)", shown, re.M), shown
        assert "pto." not in shown and f"'{dtype.lower()}'" not in shown, shown
        if dtype.startswith("UINT") and f"got: {dtype[1:]}\n" in f"{shown}\n":
            continue  # Compared without a sign: the instruction does not know of it.
        hint = re.search(r"^  help: (.*)$", shown, re.M)
        assert hint, shown
        better = dtype
        bits = re.search(r"(?:pl\.cast\(|numbers: )pl\.reinterpret_view\(.*?, pl\.(\w+)\)", hint[1])
        if bits:
            assert cells.DTYPES[bits[1]]().itemsize == cells.DTYPES[dtype]().itemsize, shown
            better = bits[1]
        to = re.search(r"pl\.cast\((?:pl\.\w+\([^()]*\)|\w+), pl\.(\w+)\)", hint[1])
        if to:
            assert cast_fails(better, to[1], chip) is None, shown
            better = to[1]
        if "cast both to" in hint[1]:
            better = "FP32"
        if "pl.xor(" in hint[1]:
            assert refused("xor", level, chip, dtype) is None, shown
            continue
        assert better != dtype, shown
        assert refused(name, level, chip, better) is None, shown


@pytest.mark.parametrize(
    ("got", "accepted", "wanted"),
    [
        ("BF16", "INT16 INT32 FP16 FP32", "FP32"),
        ("INT8", "INT16 INT32 FP16 FP32", "INT16"),
        ("UINT8", "FP16 FP32", "FP16"),
        ("INT16", "FP16 FP32", "FP32"),
        ("UINT16", "INT16 UINT16 INT32 UINT32", "INT32"),
        ("INT32", "FP16 FP32", "FP32"),
        ("FP32", "FP16", "FP16"),
        ("FP32", "INT16 INT32", "INT32"),
        ("UINT8", "INT8", None),
    ],
)
def test_nearest(got, accepted, wanted):
    """Holds every value if one does, is of the same kind, and narrow."""
    found = nearest(getattr(dtypes, got), [getattr(dtypes, a) for a in accepted.split()])
    assert (found and str(found)) == wanted
