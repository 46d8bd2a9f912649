# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorting."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend import symbolic
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    dispatch,
    fresh_tile,
    no_scratch_for_tensors,
    require_dtype,
    require_same_dtype,
    require_same_shape,
    require_scratch,
    tensor_like,
)
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TileType, dims_text
from pypto.frontend.values import Value

_SORTABLE = (dtypes.FP16, dtypes.FP32)


def _with_last(type: Any, last: Any, valid: Any = None) -> Any:
    """The type with other columns, of which `valid` are valid (None: all)."""
    shape = (*type.shape[:-1], last)
    if isinstance(type, TileType):
        return fresh_tile(
            type, shape=shape, valid=(*type.valid[:-1], last if valid is None else valid)
        )
    return tensor_like(type, shape=shape)


@rule("sort32")
def sort32(call: OpCall) -> Value:
    """Blocks of 32, descending, as (value, index) pairs."""
    level = dispatch(call, "src", "idx")
    src, idx = call.shaped("src"), call.shaped("idx")
    require_dtype(call, "src", _SORTABLE)
    require_dtype(call, "idx", (dtypes.UINT32,))
    require_same_shape(call, "src", "idx")
    last = src.type.shape[-1]
    if isinstance(last, int) and last % 32:
        whole = -(-last // 32) * 32
        raise call.fail(
            codes.OperandShape,
            f"the last axis {last} must be a multiple of 32",
            "src",
            expected=f"{whole} columns",
            got=src.describe(),
            hint="fill the rest with the smallest value, which sorts to the end: "
            f"pl.fillpad_expand(t, {dims_text((*src.type.shape[:-1], whole))}, pl.PadValue.min)",
        )
    # A pair takes 8 bytes whatever the element: two FP32 or four FP16.
    factor = 2 if src.type.dtype is dtypes.FP32 else 4
    valid = None
    if isinstance(src.type, TileType):
        valid = symbolic.mul(src.type.valid[-1], factor)
    type = _with_last(src.type, symbolic.mul(last, factor), valid)
    return call.emit(f"{level}.sort32", [src.ir, idx.ir], type)


def _check_one_row(call: OpCall, name: str) -> None:
    """The instruction merges the runs of one row."""
    value = call.shaped(name)
    if any(isinstance(extent, int) and extent != 1 for extent in value.type.shape[:-1]):
        raise call.fail(
            codes.OperandShape,
            f"'{name}' must have one row",
            name,
            expected=f"[1, {value.type.shape[-1]}]",
            got=value.describe(),
            hint="loop over the rows and take pl.slice of one",
        )


@rule("mrgsort")
def mrgsort(call: OpCall) -> Value:
    """Merges sorted runs."""
    sources = ["src0", *(name for name in ("src1", "src2", "src3") if call.given(name))]
    level = dispatch(call, *sources)
    for name in sources:
        require_dtype(call, name, _SORTABLE)
        _check_one_row(call, name)
    first = call.shaped("src0")
    if call.given("block_len"):
        if len(sources) > 1 or call.given("tmp"):
            raise call.fail(
                codes.BadOpArguments,
                "block_len= (format 1) cannot be mixed with several sources (format 2)",
                "block_len",
                expected="block_len= with one source, or 2 to 4 sources and tmp= without it",
                hint=call.written("block_len") if len(sources) > 1 else call.written("tmp"),
            )
        length = call.integer("block_len")
        if length <= 0 or length % 64:
            raise call.fail(
                codes.BadOpAttribute,
                f"block_len {length} must be a positive multiple of 64",
                "block_len",
                expected="64 for what pl.sort32 of FP32 leaves, 256 for what that merge leaves",
                got=str(length),
            )
        attributes = {"block_len": call.c.b.shared.attribute(f"{length} : i64")}
        valid = first.type.valid[-1] if isinstance(first.type, TileType) else None
        type = _with_last(first.type, first.type.shape[-1], valid)
        return call.emit(f"{level}.mrgsort", [first.ir], type, attributes)
    if len(sources) < 2:
        raise call.fail(
            codes.BadOpArguments,
            "mrgsort needs block_len= or 2 to 4 sources",
            expected="one source with block_len=, or 2 to 4 sorted sources",
            hint=call.written(block_len="64"),
        )
    no_scratch_for_tensors(call, "tmp", level)
    scratch = [require_scratch(call, "tmp").ir] if level == "tile" else []
    last: Any = 0
    valid: Any = 0
    for name in sources:
        value = call.shaped(name)
        if value.type.dtype is not first.type.dtype:
            raise call.fail(
                codes.OperandDtype,
                f"'{name}' must have dtype {first.type.dtype}",
                name,
                expected=f"the element type of 'src0', {first.type.dtype}",
                got=value.describe(),
                hint=f"sort it as {first.type.dtype}: pl.sort32 keeps the element type",
            )
        last = symbolic.add(last, value.type.shape[-1])
        if isinstance(value.type, TileType):
            valid = symbolic.add(valid, value.type.valid[-1])
    if level == "tile":
        room = (*first.type.shape[:-1], last)
        tmp = call.tile("tmp")
        require_same_dtype(call, "src0", "tmp")
        if tmp.type.shape != room:
            shape = ", ".join(str(extent) for extent in room)
            raise call.fail(
                codes.OperandShape,
                f"'tmp' must have the shape of the result, [{shape}]",
                "tmp",
                got=tmp.describe(),
                expected=f"[{shape}]",
                hint=f"tmp=pl.create_tile([{shape}], pl.{first.type.dtype})",
            )
    operands = [call.shaped(name).ir for name in sources] + scratch
    attributes = {}
    if level == "tile":
        attributes["operandSegmentSizes"] = call.c.b.segments(len(sources), 1, 0)
    if call.flag("exhausted"):
        attributes["exhausted"] = call.c.b.shared.attribute("unit")
    type = _with_last(first.type, last, valid)
    return call.emit(f"{level}.mrgsort_lists", operands, type, attributes)
