# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison, selection, bitwise operations and shifts."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    cast_to,
    dispatch,
    element_scalar,
    fresh_tile,
    no_scratch_for_tensors,
    refuse_index,
    require_dtype,
    require_integer,
    require_same_dtype,
    require_same_shape,
    require_scratch,
    shape_mismatch,
    tensor_like,
)
from pypto.frontend.rules.elementwise import emit_unary
from pypto.frontend.rules.masks import check_mask, mask_type
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TileType
from pypto.frontend.values import ScalarValue, TensorValue, TileValue, Value

_MODES = ("eq", "ne", "lt", "le", "gt", "ge")


def compare_mode(call: OpCall, name: str = "cmp_type") -> str:
    """eq, ne, lt, le, gt, ge or 0..5."""
    value = call.constant(name)
    if isinstance(value, str) and value in _MODES:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(_MODES):
        return _MODES[value]
    raise call.fail(
        codes.BadOpAttribute,
        f"invalid {name} {value!r}",
        name,
        expected="0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge",
    )


@rule("cmp", "cmps")
def compare(call: OpCall) -> Value:
    """A 0/1 tensor, or a packed predicate tile."""
    mode = {"mode": call.c.b.shared.attribute(f"#pypto.cmp<{compare_mode(call)}>")}
    level = dispatch(call, "lhs", "rhs")
    lhs, rhs = call.shaped("lhs"), call.value("rhs")
    if isinstance(lhs.type, TileType):
        type: Any = mask_type(lhs.type)
    else:
        type = tensor_like(lhs.type)
    if isinstance(rhs, ScalarValue):
        refuse_index(call, "rhs", rhs)
        operand = element_scalar(call, "rhs", lhs.type.dtype)
        return _mask_of(lhs, call.emit(f"{level}.cmps", [lhs.ir, operand], type, mode))
    other = cast_to(call, call.shaped("rhs"), lhs.type.dtype)
    if lhs.type.shape != other.type.shape:
        raise shape_mismatch(call, lhs.type.shape, other.type.shape)
    return _mask_of(lhs, call.emit(f"{level}.cmp", [lhs.ir, other.ir], type, mode))


def _mask_of(source: Value, mask: Value) -> Value:
    """The mask knows what it was compared from: other tiles may have masks of its shape."""
    if isinstance(mask, TileValue) and isinstance(source, TileValue):
        mask.compared = source.type.shape
    return mask


@rule("sel")
def select(call: OpCall) -> Value:
    """mask ? lhs : rhs."""
    mask, lhs, rhs = call.tile("mask"), call.tile("lhs"), call.tile("rhs")
    require_same_dtype(call, "lhs", "rhs")
    require_same_shape(call, "lhs", "rhs")
    check_mask(call, mask, lhs)
    scratch = require_scratch(call, "tmp")
    return call.emit("tile.sel", [mask.ir, lhs.ir, rhs.ir, scratch.ir], fresh_tile(lhs.type))


@rule("sels")
def select_scalar(call: OpCall) -> Value:
    """mask ? src : scalar."""
    mask, src = call.tile("mask"), call.tile("src")
    check_mask(call, mask, src)
    scratch = require_scratch(call, "tmp")
    scalar = call.scalar("scalar")
    if not scalar.literal and scalar.dtype is not src.type.dtype:
        raise call.fail(
            codes.OperandDtype,
            f"'scalar' must have dtype {src.type.dtype}",
            "scalar",
            got=scalar.describe(),
            hint=f"pl.cast({call.text('scalar')}, pl.{src.type.dtype})",
        )
    operand = element_scalar(call, "scalar", src.type.dtype)
    return call.emit("tile.sels", [mask.ir, src.ir, scratch.ir, operand], fresh_tile(src.type))


@rule("and_", "or_", "xor", "ands", "ors", "xors")
def bitwise(call: OpCall) -> Value:
    """Bitwise operations of integers."""
    name = call.info.name.rstrip("_")
    level, lhs, rhs = _integers(call)
    scratch: list[Any] = []
    if name.startswith("xor"):
        no_scratch_for_tensors(call, "tmp", level)
        if level == "tile":
            scratch = [require_scratch(call, "tmp").ir]
    type: Any = fresh_tile(lhs.type) if isinstance(lhs.type, TileType) else tensor_like(lhs.type)
    if isinstance(rhs, ScalarValue):
        base = name if name.endswith("s") else name + "s"
        return _with_integer(call, f"{level}.{base}", lhs, scratch, type)
    other = call.shaped("rhs")
    require_integer(call, "rhs")
    if lhs.type.shape != other.type.shape:
        raise shape_mismatch(call, lhs.type.shape, other.type.shape)
    if lhs.type.dtype.bits != other.type.dtype.bits:
        require_same_dtype(call, "lhs", "rhs")
    other = cast_to(call, other, lhs.type.dtype)
    return call.emit(f"{level}.{name}", [lhs.ir, other.ir, *scratch], type)


def _integers(call: OpCall) -> tuple[str, TensorValue | TileValue, Value]:
    """The level, the integers on the left, and what stands on the right.

    The forms whose name ends in s take a scalar there.
    """
    names = ("lhs",) if call.info.name.endswith("s") else ("lhs", "rhs")
    level = dispatch(call, *names)
    lhs = call.shaped("lhs")
    require_integer(call, "lhs")
    return level, lhs, call.scalar("rhs") if len(names) == 1 else call.value("rhs")


def _with_integer(call: OpCall, name: str, lhs: Any, scratch: list[Any], type: Any) -> Value:
    scalar = call.scalar("rhs")
    if scalar.dtype.is_float():
        raise call.fail(
            codes.OperandDtype,
            "'rhs' requires integer dtype",
            "rhs",
            expected=f"a whole number, or a scalar of {lhs.type.dtype}",
            got=scalar.describe(),
        )
    operand = element_scalar(call, "rhs", lhs.type.dtype)
    return call.emit(name, [lhs.ir, operand, *scratch], type)


@rule("not_")
def bitwise_not(call: OpCall) -> Value:
    """INT16 and UINT16."""
    dispatch(call, "x")
    value = call.shaped("x")
    if value.type.dtype.is_int() and value.type.dtype.bits != 16:
        tmp = ", tmp" if isinstance(value, TileValue) else ""
        raise call.fail(
            codes.OperandDtype,
            f"'x' has dtype {value.type.dtype}",
            "x",
            expected="INT16 or UINT16",
            got=value.describe(),
            hint=f"flip all bits: pl.xor({call.text('x')}, -1{tmp})",
        )
    require_dtype(call, "x", (dtypes.INT16, dtypes.UINT16))
    return emit_unary(call, "not", call.shaped("x"))


@rule("shl", "shr", "shls", "shrs")
def shift(call: OpCall) -> Value:
    """Shifts; the dtype of lhs is kept."""
    name = call.info.name
    level, lhs, rhs = _integers(call)
    type: Any = fresh_tile(lhs.type) if isinstance(lhs.type, TileType) else tensor_like(lhs.type)
    if isinstance(rhs, ScalarValue):
        if rhs.const is not None and rhs.const < 0:
            raise call.fail(
                codes.BadOpAttribute, f"negative shift count {rhs.const}", "rhs", expected=">= 0"
            )
        base = name if name.endswith("s") else name + "s"
        return _with_integer(call, f"{level}.{base}", lhs, [], type)
    other = call.shaped("rhs")
    require_integer(call, "rhs")
    if lhs.type.shape != other.type.shape:
        raise shape_mismatch(call, lhs.type.shape, other.type.shape)
    return call.emit(f"{level}.{name}", [lhs.ir, cast_to(call, other, lhs.type.dtype).ir], type)
