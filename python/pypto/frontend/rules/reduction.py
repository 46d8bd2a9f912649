# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions of rows and columns."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    as_matrix,
    dispatch,
    fresh_tile,
    no_scratch_for_tensors,
    require_dtype,
    require_same_shape,
    require_scratch,
    tensor_like,
)
from pypto.frontend.rules.split_axis import check_split_axis
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TileType, dims_text
from pypto.frontend.values import TileValue, Value

_KINDS = ("sum", "max", "min", "prod", "argmax", "argmin")


@rule(
    *(f"row_{k}" for k in _KINDS),
    *(f"col_{k}" for k in _KINDS),
    replay=True,
    undivided=True,
)
def reduction(call: OpCall) -> Value:
    """Reduces one axis, which stays with extent 1."""
    level = dispatch(call, "x")
    source = call.shaped("x")
    axis, kind = call.info.name.split("_")
    if source.type.rank < 2:
        raise call.fail(
            codes.OperandShape,
            f"'x' must have rank >= 2, got rank {source.type.rank}",
            "x",
            got=source.describe(),
            expected="rows and columns",
            hint=as_matrix(call, "x", source.type.shape),
        )
    check_split_axis(call, source, (1 if axis == "row" else 0,), f"pl.{call.info.name} reduces")
    if call.info.name == "row_min":
        require_dtype(call, "x", (dtypes.INT16, dtypes.INT32, dtypes.FP16, dtypes.FP32))
    takes_scratch = "tmp_tile" in call.info.parameters
    scratch: list[Any] = []
    if takes_scratch:
        no_scratch_for_tensors(call, "tmp_tile", level)
        if level == "tile":
            scratch = _scratch(call, source, axis, kind)
    reduced = -1 if axis == "row" else -2
    shape = list(source.type.shape)
    shape[reduced] = 1
    dtype = dtypes.INT32 if kind.startswith("arg") else source.type.dtype
    if isinstance(source.type, TileType):
        if any(extent == 0 for extent in source.type.valid):
            raise call.fail(
                codes.OperandShape,
                f"reduction over an empty valid region {dims_text(source.type.valid)}",
                "x",
                expected="at least one valid row and one valid column",
                hint=f"the tile has room for {dims_text(source.type.shape)}: pl.set_validshape "
                "says what of it is valid",
            )
        valid = list(source.type.valid)
        valid[reduced] = 1
        type: Any = fresh_tile(source.type, shape=tuple(shape), valid=tuple(valid), dtype=dtype)
    else:
        type = tensor_like(source.type, shape=tuple(shape), dtype=dtype)
    name = "col_sum_tree" if scratch and call.info.name == "col_sum" else call.info.name
    return call.emit(f"{level}.{name}", [source.ir, *scratch], type)


def _scratch(call: OpCall, source: Any, axis: str, kind: str) -> list[Any]:
    if axis == "col" and kind == "sum" and not call.given("tmp_tile"):
        return []
    scratch: TileValue = require_scratch(call, "tmp_tile")
    if scratch.type.dtype is not source.type.dtype:
        raise call.fail(
            codes.OperandDtype,
            f"tmp_tile must have dtype {source.type.dtype}",
            "tmp_tile",
            expected=f"pl.create_tile({dims_text(source.type.shape)}, pl.{source.type.dtype})",
            got=scratch.describe(),
        )
    if kind.startswith("arg"):
        # The position is searched in a copy.
        require_same_shape(call, "x", "tmp_tile")
    if scratch.type.rank != source.type.rank or any(
        a < b for a, b in zip(scratch.type.shape, source.type.shape, strict=True)
    ):
        raise call.fail(
            codes.OperandShape,
            "tmp_tile must be at least as large as x",
            "tmp_tile",
            expected=f"at least {dims_text(source.type.shape)}",
            got=dims_text(scratch.type.shape),
        )
    return [scratch.ir]
