# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transcendental functions, activations and casts."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.diagnostics.element_types import conversion_hint
from pypto.frontend import scalars
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    dispatch,
    element_scalar,
    fresh_tile,
    require_conversion,
    require_dtype,
    require_float,
    require_rank,
    tensor_like,
)
from pypto.frontend.rules.elementwise import emit_unary
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TileType
from pypto.frontend.values import ScalarValue, Value

ROUND_MODES = ("none", "rint", "round", "floor", "ceil", "trunc", "odd")


@rule("exp", "sqrt", replay=True)
def floating(call: OpCall) -> Value:
    """Float in, float out."""
    dispatch(call, "x")
    require_float(call, "x")
    return emit_unary(call, call.info.name, call.shaped("x"))


@rule("log", "rsqrt", replay=True)
def precise(call: OpCall) -> Value:
    """With `high_precision`, which exists on tensors."""
    level = dispatch(call, "x")
    source = call.shaped("x")
    if call.info.name == "log":
        require_dtype(call, "x", (dtypes.FP16, dtypes.FP32))
    else:
        require_float(call, "x")
    attributes = None
    if call.flag("high_precision"):
        if level == "tile" and call.info.name == "rsqrt":
            raise call.fail(
                codes.FlagNotForTiles,
                "high_precision=True is not available on a Tile",
                "high_precision",
                expected="high_precision=True of a tensor",
                hint=f"use pl.tile.rsqrt({call.text('x')}, tmp) with a scratch tile",
            )
        require_dtype(call, "x", (dtypes.FP16, dtypes.FP32))
        if call.info.name == "rsqrt":
            return emit_unary(call, "rsqrt_precise", source)
        attributes = {"high_precision": call.c.b.shared.attribute("unit")}
    return emit_unary(call, call.info.name, source, attributes)


@rule("tile_rsqrt", replay=True)
def tile_rsqrt(call: OpCall) -> Value:
    """`tmp` selects the precise path."""
    source = call.tile("x")
    require_float(call, "x")
    if call.given("tmp"):
        scratch = call.tile("tmp")
        if scratch.type.shape != source.type.shape or scratch.type.dtype is not source.type.dtype:
            raise call.fail(
                codes.OperandShape,
                "tmp must have the shape and dtype of x",
                "tmp",
                expected=source.describe(),
                got=scratch.describe(),
            )
        type = fresh_tile(source.type)
        return call.emit("tile.rsqrt_precise", [source.ir, scratch.ir], type)
    return emit_unary(call, "rsqrt", source)


@rule("sin", "cos", replay=True)
def trigonometric(call: OpCall) -> Value:
    """FP32 only."""
    dispatch(call, "x")
    source = call.shaped("x")
    if source.type.dtype is not dtypes.FP32:
        raise call.fail(
            codes.OperandDtype,
            f"{call.info.name} is FP32-only",
            "x",
            expected="FP32",
            got=source.describe(),
            hint=conversion_hint(
                call.c.text(call.nodes.get("x", call.node)), source.type.dtype, (dtypes.FP32,)
            ),
        )
    return emit_unary(call, call.info.name, source)


@rule("lrelu", replay=True)
def lrelu(call: OpCall) -> Value:
    """x where positive, slope * x elsewhere."""
    source = call.tile("x")
    require_dtype(call, "x", (dtypes.FP16, dtypes.FP32))
    slope = element_scalar(call, "slope", source.type.dtype)
    return call.emit("tile.lrelu", [source.ir, slope], fresh_tile(source.type))


@rule("prelu", replay=True)
def prelu(call: OpCall) -> Value:
    """One slope per element."""
    source, slope, scratch = call.tile("x"), call.tile("slope"), call.tile("tmp")
    require_dtype(call, "x", (dtypes.FP16, dtypes.FP32))
    require_rank(call, "x", 2)
    if (slope.type.shape, slope.type.dtype) != (source.type.shape, source.type.dtype):
        raise call.fail(
            codes.OperandShape,
            "slope must have the shape and dtype of x",
            "slope",
            expected=source.describe(),
            got=slope.describe(),
        )
    return call.emit("tile.prelu", [source.ir, slope.ir, scratch.ir], fresh_tile(source.type))


def round_mode(call: OpCall) -> str:
    """The rounding mode of a cast by name."""
    mode = call.constant("mode")
    if isinstance(mode, int) and not isinstance(mode, bool) and 0 <= mode < len(ROUND_MODES):
        return ROUND_MODES[mode]
    if isinstance(mode, str) and mode in ROUND_MODES:
        return mode
    raise call.fail(
        codes.BadCast,
        f"Invalid rounding mode {mode!r}",
        "mode",
        expected=", ".join(repr(m) for m in ROUND_MODES) + " or 0-6",
    )


@rule("cast", replay=True)
def cast(call: OpCall) -> Value:
    """Element conversion of a tensor, tile or scalar."""
    dtype = call.dtype("target_type")
    source = call.value("x")
    mode = round_mode(call)
    if isinstance(source, ScalarValue):
        if mode != "round":
            raise call.fail(
                codes.BadCast,
                "a scalar cast takes the default rounding mode only",
                "mode",
                expected="no mode=: a float becomes an integer towards zero",
                hint=call.written("mode"),
            )
        call.c.locate(call.node)
        return scalars.cast(call.c, source, dtype)
    level = dispatch(call, "x")
    shaped = call.shaped("x")
    if shaped.type.dtype is dtype:
        raise call.fail(
            codes.BadCast,
            f"same-dtype cast is not a valid operation: x already has dtype {dtype}",
            "target_type",
            hint="drop the cast",
        )
    if not dtype.mlir or dtype.kind in ("index", "task"):
        raise call.fail(
            codes.BadCast,
            f"elements cannot have dtype {dtype}",
            "target_type",
            expected="an element type such as pl.FP32, pl.FP16, pl.BF16, pl.INT32, pl.INT16 or "
            "pl.INT8",
            hint=call.written(target_type="pl.INT32") if dtype.kind == "index" else None,
        )
    require_conversion(call, "x", shaped.type.dtype, dtype)
    attributes = {"mode": call.c.b.shared.attribute(f"#pypto.round<{mode}>")}
    type: Any
    if isinstance(shaped.type, TileType):
        type = fresh_tile(shaped.type, dtype=dtype)
    else:
        type = tensor_like(shaped.type, dtype=dtype)
    return call.emit(f"{level}.cast", [shaped.ir], type, attributes)
