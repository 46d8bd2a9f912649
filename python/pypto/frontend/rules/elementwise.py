# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element-wise arithmetic."""

from __future__ import annotations

import ast
from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend import scalars, symbolic
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    broadcast,
    cast_to,
    dispatch,
    element_scalar,
    fresh_tile,
    is_shaped,
    refuse_index,
    require_dtype,
    require_same_dtype,
    require_same_shape,
    require_scratch,
    scalar_result_dtype,
    tensor_like,
)
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TileType, dims_text
from pypto.frontend.values import ScalarValue, TensorValue, TileValue, Value

_DIV_DTYPES = (dtypes.INT16, dtypes.INT32, dtypes.FP16, dtypes.FP32)
_SUBS_DTYPES = (dtypes.INT8, dtypes.INT16, dtypes.INT32, dtypes.FP16, dtypes.BF16, dtypes.FP32)
_SCALAR_OPERATORS = {"add": ast.Add, "sub": ast.Sub, "mul": ast.Mult, "div": ast.Div}
# Suffix of the row/col_expand operation that broadcasts one vector operand.
_EXPANDS = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "div": "div",
    "maximum": "max",
    "minimum": "min",
}
# What a scalar on the left may mean, with the tensor or tile first.
_TURNED = {
    "sub": "pl.add(pl.neg({rhs}), {lhs})",
    "div": "pl.mul(pl.recip({rhs}), {lhs})",
}
_COMMUTATIVE = ("add", "mul", "maximum", "minimum")


@rule("add", "sub", "mul", "div", "maximum", "minimum", "fmod", "rem", replay=True)
def binary(call: OpCall) -> Value:
    """lhs op rhs; rhs may be a scalar."""
    lhs, rhs = call.value("lhs"), call.value("rhs")
    name = call.info.name
    if isinstance(lhs, ScalarValue) and isinstance(rhs, ScalarValue):
        return _scalar_scalar(call, lhs, rhs)
    if isinstance(lhs, ScalarValue) and name in _COMMUTATIVE:
        call.arguments["lhs"], call.arguments["rhs"] = rhs, lhs
        lhs, rhs = rhs, lhs
    if isinstance(lhs, ScalarValue) and name in _TURNED and is_shaped(rhs):
        raise call.fail(
            codes.OperandKind,
            f"{call.info.spelling}: expected Tensor or Tile operands",
            "lhs",
            expected="'lhs' a tensor or tile",
            got=lhs.describe(),
            hint=_TURNED[name].format(lhs=call.text("lhs"), rhs=call.text("rhs")),
        )
    level = dispatch(call, "lhs", "rhs")
    source = call.shaped("lhs")
    if isinstance(rhs, ScalarValue):
        return with_scalar(call, name + "s", source, "rhs")
    other = call.shaped("rhs")
    _check_flags(call)
    dtype = dtypes.promote(source.type.dtype, other.type.dtype)
    if name == "div":
        _check_div(call, source, other, level)
    source, other = cast_to(call, source, dtype), cast_to(call, other, dtype)
    shape = broadcast(call, source.type.shape, other.type.shape)
    extra = [require_scratch(call, "tmp").ir] if name == "rem" else []
    if isinstance(source, TileValue) and isinstance(other, TileValue):
        if extra:
            require_same_shape(call, "lhs", "rhs")
        if source.type.shape != other.type.shape and not extra:
            return _tile_broadcast(call, name, source, other, shape)
        type: Any = fresh_tile(source.type)
    else:
        type = tensor_like(source.type, shape=shape)  # pyright: ignore[reportArgumentType]
    return call.emit(f"{level}.{name}", [source.ir, other.ir, *extra], type, _precision(call))


def _tile_broadcast(call: OpCall, name: str, a: TileValue, b: TileValue, shape: Any) -> Value:
    suffix = _EXPANDS.get(name)
    if suffix is None or a.type.rank != b.type.rank:
        raise call.fail(
            codes.OperandShape,
            f"tiles {dims_text(a.type.shape)} and {dims_text(b.type.shape)} have different shapes",
            "rhs",
            hint="expand the smaller one with pl.row_expand or pl.col_expand",
        )
    big, small, swapped = (a, b, False) if a.type.shape == shape else (b, a, True)
    if big.type.shape != shape:
        raise call.fail(
            codes.OperandShape,
            f"tiles {dims_text(a.type.shape)} and {dims_text(b.type.shape)} both need broadcasting",
            "rhs",
            hint="expand one with pl.row_expand or pl.col_expand first",
        )
    *lead, rows, cols = small.type.shape
    if tuple(lead) != big.type.shape[:-2] or (rows, cols) not in ((shape[-2], 1), (1, shape[-1])):
        raise call.fail(
            codes.OperandShape,
            f"a tile {dims_text(small.type.shape)} does not broadcast to {dims_text(shape)}",
            "rhs",
            expected=f"[{shape[-2]}, 1] or [1, {shape[-1]}]",
        )
    axis = "row" if cols == 1 else "col"
    type = fresh_tile(big.type)
    if swapped and name not in _COMMUTATIVE:
        spread = call.emit(f"tile.{axis}_expand", [big.ir, small.ir], type)
        return call.emit(f"tile.{name}", [spread.ir, big.ir], type)
    return call.emit(f"tile.{axis}_expand_{suffix}", [big.ir, small.ir], type)


def _scalar_scalar(call: OpCall, lhs: ScalarValue, rhs: ScalarValue) -> Value:
    operator = _SCALAR_OPERATORS.get(call.info.name)
    if operator is None:
        call.shaped("lhs")
        raise AssertionError("unreachable")
    for name, value in (("lhs", lhs), ("rhs", rhs)):
        if value.dtype is dtypes.BOOL:
            raise call.fail(
                codes.ScalarCategory,
                "scalar arithmetic does not accept bool",
                name,
                hint=f"pl.cast({call.text(name)}, pl.INT32)",
            )
    call.c.locate(call.node)
    return scalars.binary(call.c, call.node, operator, lhs, rhs)


def with_scalar(
    call: OpCall, name: str, source: TensorValue | TileValue, scalar_name: str
) -> Value:
    """`pypto.<level>.<name>` of a tensor or tile and a scalar."""
    scalar = call.scalar(scalar_name)
    refuse_index(call, scalar_name, scalar)
    level = "tensor" if isinstance(source, TensorValue) else "tile"
    if name == "subs":
        require_dtype(call, "lhs", _SUBS_DTYPES)
    if name == "divs":
        if scalar_result_dtype(source, scalar) not in _DIV_DTYPES:
            require_dtype(call, "lhs", _DIV_DTYPES)
        if call.arguments.get("high_precision") not in (None, False) and call.flag(
            "high_precision"
        ):
            raise call.fail(
                codes.BadOpAttribute,
                "high_precision is not available with a scalar rhs",
                "high_precision",
                expected="high_precision=True with a tensor or tile on both sides",
                hint=call.written("high_precision"),
            )
    dtype = scalar_result_dtype(source, scalar)
    if name in ("subs", "shls", "shrs"):
        dtype = source.type.dtype
    source = cast_to(call, source, dtype)
    operand = element_scalar(call, scalar_name, dtype)
    extra = [require_scratch(call, "tmp").ir] if name == "rems" else []
    if isinstance(source.type, TileType):
        type: Any = fresh_tile(source.type)
    else:
        type = tensor_like(source.type)
    return call.emit(f"{level}.{name}", [source.ir, operand, *extra], type)


@rule("adds", "subs", "muls", "divs", "maximums", "minimums", "fmods", "rems", replay=True)
def explicit_scalar(call: OpCall) -> Value:
    """The explicit scalar forms."""
    dispatch(call, "lhs")
    return with_scalar(call, call.info.name, call.shaped("lhs"), "rhs")


def _check_flags(call: OpCall) -> None:
    if "high_precision" in call.info.defaults and call.flag("high_precision"):
        for name in ("lhs", "rhs", "x"):
            if name in call.arguments:
                require_dtype(call, name, (dtypes.FP16, dtypes.FP32))


def _precision(call: OpCall) -> dict[str, Any] | None:
    if "high_precision" in call.info.defaults and call.flag("high_precision"):
        return {"high_precision": call.c.b.shared.attribute("unit")}
    return None


def _check_div(call: OpCall, a: Any, b: Any, level: str) -> None:
    quotient = dtypes.promote(a.type.dtype, b.type.dtype)
    for name, operand in (("lhs", a), ("rhs", b)):
        # Tensors of two types are divided in the type of the quotient.
        converted = level != "tile" and quotient in _DIV_DTYPES
        if operand.type.dtype not in _DIV_DTYPES and not converted:
            # What the chip divides, whatever the language does.
            floats = (dtypes.FP16, dtypes.FP32)
            require_dtype(call, name, _DIV_DTYPES if call.c.program.arch == "a5" else floats)
    if call.c.program.arch != "a5" and quotient.is_int():
        raise call.fail(
            codes.NotOnArch,
            f"the 910B (a2a3) has no division of {quotient} by a tile; the 950 (a5) has",
            "lhs",
            expected="FP16 or FP32, or a number as divisor",
            got=str(a.type.dtype),
            hint="pl.cast both to pl.FP32 first",
        )
    if level != "tile":
        return
    for what, x, y in (
        ("dtype", a.type.dtype, b.type.dtype),
        ("shape", a.type.shape, b.type.shape),
        ("valid shape", a.type.valid, b.type.valid),
    ):
        if x != y:
            raise call.fail(
                codes.OperandShape if what != "dtype" else codes.OperandDtype,
                f"div of two tiles requires identical {what}",
                "rhs",
                expected=str(list(x) if isinstance(x, tuple) else x),
                got=str(list(y) if isinstance(y, tuple) else y),
                hint="pl.row_expand_div and pl.col_expand_div divide by a vector",
            )


@rule("neg", "abs", "recip", "relu", replay=True)
def unary(call: OpCall) -> Value:
    """One operand, the same type."""
    dispatch(call, "x")
    _check_flags(call)
    return emit_unary(call, call.info.name, call.shaped("x"), _precision(call))


def emit_unary(
    call: OpCall, name: str, source: TensorValue | TileValue, attributes: Any = None
) -> Value:
    """`pypto.<level>.<name>` of one operand."""
    if isinstance(source.type, TileType):
        return call.emit(f"tile.{name}", [source.ir], fresh_tile(source.type), attributes)
    return call.emit(f"tensor.{name}", [source.ir], tensor_like(source.type), attributes)


@rule("part_add", "part_mul", "part_max", "part_min", replay=True)
def partial(call: OpCall) -> Value:
    """Combine where both are valid, copy where one is."""
    level = dispatch(call, "lhs", "rhs")
    require_same_shape(call, "lhs", "rhs")
    lhs, rhs = call.shaped("lhs"), call.shaped("rhs")
    dtype = dtypes.promote(lhs.type.dtype, rhs.type.dtype)
    lhs, rhs = cast_to(call, lhs, dtype), cast_to(call, rhs, dtype)
    if _covers(_valid(rhs), _valid(lhs), rhs.type.shape):
        # The result is valid where either is, as the first operand then says; the order of the
        # operands is of no matter.
        lhs, rhs = rhs, lhs
    type: Any = fresh_tile(lhs.type) if isinstance(lhs.type, TileType) else tensor_like(lhs.type)
    return call.emit(f"{level}.{call.info.name}", [lhs.ir, rhs.ir], type)


def _valid(value: TensorValue | TileValue) -> tuple[Any, ...]:
    return value.type.valid if isinstance(value, TileValue) else value.valid


def _covers(outer: tuple[Any, ...], inner: tuple[Any, ...], whole: tuple[Any, ...]) -> bool:
    """True if `outer` may be larger somewhere and is known to be smaller nowhere."""
    pairs = list(zip(outer, inner, whole, strict=False))
    larger = [a != b and (a == w or symbolic.provably_less(b, a)) for a, b, w in pairs]
    return any(larger) and all(
        is_larger or a == b for is_larger, (a, b, _) in zip(larger, pairs, strict=True)
    )


@rule("addc", "subc", replay=True)
def three_tiles(call: OpCall) -> Value:
    """Three tiles."""
    tiles = [call.tile(name) for name in ("a", "b", "c")]
    for name in ("b", "c"):
        require_same_dtype(call, "a", name)
        require_same_shape(call, "a", name)
    return call.emit(f"tile.{call.info.name}", [t.ir for t in tiles], fresh_tile(tiles[0].type))


@rule("addsc", "subsc", replay=True)
def tile_scalar_tile(call: OpCall) -> Value:
    """A tile, a scalar and a tile."""
    a, other = call.tile("a"), call.tile("c")
    require_same_dtype(call, "a", "c")
    require_same_shape(call, "a", "c")
    operand = element_scalar(call, "s", a.type.dtype)
    return call.emit(f"tile.{call.info.name}", [a.ir, operand, other.ir], fresh_tile(a.type))


@rule("min", "max")
def scalar_extremum(call: OpCall) -> Value:
    """`pl.min` and `pl.max` of two scalars."""
    for name in ("lhs", "rhs"):
        if not isinstance(call.value(name), ScalarValue):
            raise call.fail(
                codes.OperandKind,
                f"{call.info.spelling}() takes scalars",
                name,
                got=call.value(name).describe(),
                hint=f"pl.{call.info.name}imum works on tensors and tiles",
            )
    lhs, rhs = call.scalar("lhs"), call.scalar("rhs")
    call.c.locate(call.node)
    return scalars.minimum_maximum(call.c, call.node, call.info.name == "min", lhs, rhs)
