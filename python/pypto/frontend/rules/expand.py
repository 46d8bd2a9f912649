# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One value per row or column applied to a whole tensor or tile."""

from __future__ import annotations

import math
from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    as_matrix,
    cast_to,
    dispatch,
    fresh_tile,
    no_scratch_for_tensors,
    require_dtype,
    require_float,
    require_same_dtype,
    tensor_like,
)
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TileType, dims_text
from pypto.frontend.values import Value

_SUFFIXES = ("", "_add", "_sub", "_mul", "_div", "_max", "_min", "_expdif")
_ROW_ADD_DTYPES = (dtypes.INT8, dtypes.INT16, dtypes.INT32, dtypes.FP16, dtypes.FP32)


@rule(*(f"row_expand{s}" for s in _SUFFIXES), *(f"col_expand{s}" for s in _SUFFIXES), replay=True)
def expand(call: OpCall) -> Value:
    """x op v, v one value per row or per column."""
    name = call.info.name
    level = dispatch(call, "x", "v")
    matrix, vector = call.shaped("x"), call.shaped("v")
    if name == "row_expand_add":
        no_scratch_for_tensors(call, "tmp", level)
        require_same_dtype(call, "x", "v")
        require_dtype(call, "x", _ROW_ADD_DTYPES)
    if matrix.type.rank < 2:
        raise call.fail(
            codes.OperandShape,
            "'x' must have rank >= 2",
            "x",
            got=matrix.describe(),
            expected="a matrix: rows and columns, leading axes as batches",
            hint=as_matrix(call, "x", matrix.type.shape),
        )
    expected = list(matrix.type.shape)
    expected[-1 if name.startswith("row") else -2] = 1
    # A row of a packed tile is a block of 32 bytes, for each block of the row.
    packed = [*expected[:-1], 32 // vector.type.dtype.get_byte()]
    is_packed = name == "row_expand_add" and level == "tile" and list(vector.type.shape) == packed
    if list(vector.type.shape) != expected and not is_packed:
        raise call.fail(
            codes.OperandShape,
            f"'v' must have one value per {'row' if name.startswith('row') else 'column'}",
            "v",
            expected=dims_text(expected),
            got=dims_text(vector.type.shape),
            hint=_vector_fix(call, matrix.type.shape, vector.type.shape, expected),
        )
    if name.endswith(("_div", "_expdif")):
        require_float(call, "x")
        require_float(call, "v")
    dtype = dtypes.promote(matrix.type.dtype, vector.type.dtype)
    matrix, vector = cast_to(call, matrix, dtype), cast_to(call, vector, dtype)
    type: Any = (
        fresh_tile(matrix.type) if isinstance(matrix.type, TileType) else tensor_like(matrix.type)
    )
    return call.emit(f"{level}.{name}", [matrix.ir, vector.ir], type)


def _vector_fix(call: OpCall, matrix: Any, vector: Any, expected: list[Any]) -> str | None:
    """The vector in the right shape, the form for the other axis, or the operands in order."""
    axis, rest = call.info.name[:3], call.info.name[3:]
    other = list(matrix)
    other[-2 if axis == "row" else -1] = 1
    if list(vector) == other:
        written = call.written().partition("(")[2]
        values = "column" if axis == "row" else "row"
        name = f"{'col' if axis == 'row' else 'row'}{rest}"
        return f"pl.{name}({written} takes one value per {values}"
    extents = [*matrix, *vector, *expected]
    if not all(isinstance(extent, int) for extent in extents):
        return None
    if math.prod(vector) == math.prod(expected):
        return f"pl.reshape({call.text('v')}, {dims_text(expected)})"
    turned = list(vector)
    turned[-1 if axis == "row" else -2 if len(turned) > 1 else -1] = 1
    if list(matrix) == turned:
        return f"the matrix comes first: {call.written(x=call.text('v'), v=call.text('x'))}"
    return None
