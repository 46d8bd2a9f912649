# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.slice`: windows of tensors and tiles."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend import symbolic
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import dispatch
from pypto.frontend.rules.movement import check_window, same_rank, window_valid
from pypto.frontend.rules.shape import pad_value
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TensorType, dims_text
from pypto.frontend.values import ScalarValue, TensorValue, TileValue, Value


@rule("slice")
def slice_(call: OpCall) -> Value:
    """A window view."""
    level = dispatch(call, "input")
    source = call.shaped("input")
    extents, offsets = call.indices("shape"), call.indices("offset")
    same_rank(call, source.type.rank, shape=extents, offset=offsets)
    for axis, extent in enumerate(extents):
        if extent.const is not None and extent.const < 0:
            raise call.fail(
                codes.BadShape,
                f"'shape' must not be negative, axis {axis} is {extent.const}",
                "shape",
                expected="extents of at least 0",
                hint=f"extents are lengths, not ends: the whole axis is {source.type.shape[axis]}",
            )
    if level == "tile":
        if call.flag("clamp"):
            raise call.fail(
                codes.FlagNotForTiles,
                "clamp is not available on a Tile",
                "clamp",
                hint="use valid_shape= to narrow the window",
            )
        assert isinstance(source, TileValue)
        return slice_tile(call, source, extents, offsets)
    assert isinstance(source, TensorValue)
    return _slice_tensor(call, source, extents, offsets)


def _droppable(call: OpCall, shape: Any) -> str:
    """The call that drops every axis of extent 1 of the window, or none."""
    ones = [axis for axis, extent in enumerate(shape) if extent == 1]
    return call.written(drop_dims=str(ones)) if ones else call.written("drop_dims")


def _dropped(call: OpCall, rank: int, shape: Any) -> list[int]:
    if not call.given("drop_dims"):
        return []
    axes = []
    for item in call.indices("drop_dims"):
        axis = item.const
        if axis is None or not -rank <= axis < rank:
            raise call.fail(
                codes.BadOpAttribute,
                "'drop_dims' must be constant axes",
                "drop_dims",
                expected=f"ints in {-rank}..{rank - 1}",
                hint=_droppable(call, shape),
            )
        axis = int(axis) % rank
        if shape[axis] != 1:
            raise call.fail(
                codes.OperandShape,
                f"axis {axis} of extent {shape[axis]} cannot be dropped: it is not 1",
                "drop_dims",
                expected="axes of extent 1",
                hint=_droppable(call, shape),
            )
        axes.append(axis)
    if len(set(axes)) == rank:
        raise call.fail(
            codes.OperandShape,
            "'drop_dims' must leave at least one axis",
            "drop_dims",
            hint="pl.read gives one element",
        )
    return sorted(set(axes))


def _slice_tensor(
    call: OpCall,
    source: TensorValue,
    extents: list[ScalarValue],
    offsets: list[ScalarValue],
) -> Value:
    shape = call.syms(extents)
    valid, operands = window_valid(call, source, offsets, extents)
    partial = valid != shape or source.valid != source.type.shape
    pad = None
    if call.given("pad_value"):
        pad = pad_value(call).name
        if not partial:
            call.c.warn(
                codes.PadWithoutPartialValidity,
                call.nodes["pad_value"],
                "pad_value has no effect: the window is fully valid",
            )
    if not call.flag("clamp"):
        check_window(call, source.type.shape, offsets, valid, "tensor", "offset")
    drop = _dropped(call, source.type.rank, shape)
    for axis in drop:
        if valid[axis] != 1:
            raise call.fail(
                codes.OperandShape,
                f"axis {axis} can be dropped only if it is fully valid, got {valid[axis]}",
                "drop_dims",
                expected=f"1 valid element of axis {axis}",
                hint=call.written("drop_dims"),
            )
    kept = tuple(e for axis, e in enumerate(shape) if axis not in drop)
    dynamic = [
        e for axis, e in enumerate(extents) if axis not in drop and not isinstance(shape[axis], int)
    ]
    c = call.c
    attributes = {"operandSegmentSizes": c.b.segments(1, len(offsets), len(dynamic))}
    if drop:
        attributes["drop"] = c.b.i64_array(drop)
    # Without clamp what is valid of such a window lies inside: that was checked.
    if _passes_edge(call, source, offsets, extents):
        attributes["clamp"] = c.b.shared.attribute("unit")
    type = TensorType(kept, source.type.dtype, source.type.layout, source.type.distributed)
    ir = [source.ir, *call.index_operands(offsets), *call.index_operands(dynamic)]
    operation = call.emit_raw("tensor.slice", ir, [type], attributes)
    result = TensorValue(type, c.b.results(operation)[0], source.parameter)
    if valid == shape and pad is None:
        return result
    # The C++ side intersects with what the source is valid in.
    kept_operands = [o for axis, o in enumerate(operands) if axis not in drop]
    narrowed = call.emit_raw(
        "tensor.set_validshape",
        [result.ir, *call.index_operands(kept_operands)],
        [type],
        {"pad": c.b.shared.attribute(f"#pypto.pad<{pad}>")} if pad else {},
    )
    kept_valid = tuple(e for axis, e in enumerate(valid) if axis not in drop)
    return TensorValue(type, c.b.results(narrowed)[0], source.parameter, kept_valid)


def _passes_edge(
    call: OpCall, source: TensorValue, offsets: list[ScalarValue], extents: list[ScalarValue]
) -> bool:
    """True for a window that is known to pass the edge of its source."""
    return any(
        symbolic.provably_less(bound, symbolic.add(call.c.sym(offset), call.c.sym(extent)))
        for offset, extent, bound in zip(offsets, extents, source.type.shape, strict=True)
    )


def slice_tile(
    call: OpCall,
    source: TileValue,
    extents: list[ScalarValue],
    offsets: list[ScalarValue],
) -> Value:
    """A window of a tile: static allocation, a run-time extent becomes the valid shape."""
    shape = call.static_shape("shape")
    check_window(call, source.type.shape, offsets, shape, "tile", "offset")
    valid: list[Any] = list(shape)
    operands: list[ScalarValue] = list(extents)
    if call.given("valid_shape"):
        requested = call.indices("valid_shape")
        same_rank(call, len(shape), valid_shape=requested)
        for axis, extent in enumerate(requested):
            sym = call.c.sym(extent)
            if symbolic.provably_less(shape[axis], sym):
                raise call.fail(
                    codes.OperandShape,
                    f"valid_shape {sym} of axis {axis} must be at most {shape[axis]}",
                    "valid_shape",
                    expected=f"0..{shape[axis]}",
                )
            valid[axis], operands[axis] = sym, extent
    for axis, (bound, full) in enumerate(zip(source.type.valid, source.type.shape, strict=True)):
        if bound != full:
            valid[axis], operands[axis] = _cut(
                call, source, axis, offsets[axis], valid[axis], operands[axis]
            )
    drop = _dropped(call, source.type.rank, shape)
    pad = source.type.pad
    if call.given("pad_value"):
        pad = pad_value(call).name
        if tuple(valid) == shape:
            call.c.warn(
                codes.PadWithoutPartialValidity,
                call.nodes["pad_value"],
                "pad_value has no effect: the window is fully valid",
            )
    type = source.type.replace(shape=shape, valid=tuple(valid), pad=pad)
    if source.type.rank == 2 and any(not isinstance(v, int) for v in valid):
        result = _run_time_window(call, source, type, offsets, operands)
    else:
        result = _window(call, source, type, offsets, operands)
    if not drop:
        return result
    kept = tuple(e for axis, e in enumerate(shape) if axis not in drop)
    if len(kept) < 2:
        # A tile stays at least 2-D.
        kept = (1,) * (2 - len(kept)) + kept
    if kept == shape:
        return result
    if type.valid != type.shape:
        raise call.fail(
            codes.OperandShape,
            f"axes can be dropped from a fully valid tile only, got {dims_text(type.valid)}",
            "drop_dims",
            expected=dims_text(type.shape),
            hint=f"pl.fillpad makes the window fully valid: "
            f"pl.fillpad({call.written('drop_dims')})",
        )
    dropped = call.emit("tile.reshape", [result.ir], type.replace(shape=kept, valid=kept))
    dropped.view = True  # pyright: ignore[reportAttributeAccessIssue]
    return dropped


def _window(
    call: OpCall,
    source: TileValue,
    type: Any,
    offsets: list[ScalarValue],
    valid: list[ScalarValue],
) -> TileValue:
    """A view of a part of a tile."""
    dynamic = [o for o, v in zip(valid, type.valid, strict=True) if not isinstance(v, int)]
    ir = [source.ir, *call.index_operands(offsets), *call.index_operands(dynamic)]
    segments = {"operandSegmentSizes": call.c.b.segments(1, len(offsets), len(dynamic))}
    result = call.emit("tile.slice", ir, type, segments)
    assert isinstance(result, TileValue)
    result.view = True
    return result


def _run_time_window(
    call: OpCall,
    source: TileValue,
    type: Any,
    offsets: list[ScalarValue],
    valid: list[ScalarValue],
) -> TileValue:
    """A part whose valid extents are known only at run time.

    Such extents belong to a whole buffer: where the part is not one, it is copied.
    """
    full = source.type.shape
    if not (type.shape == full and all(o.const == 0 for o in offsets)):
        whole = source
        if source.type.valid != full:
            extents = [ScalarValue(dtypes.INDEX, const=e, sym=e) for e in full]
            whole = _narrowed(call, source, source.type.replace(valid=full), extents)
        part = _window(
            call, whole, type.replace(valid=type.shape, pad=source.type.pad), offsets, valid
        )
        moved = call.emit("tile.move", [part.ir], part.type)
        assert isinstance(moved, TileValue)
        source = moved
    return _narrowed(call, source, type, valid)


def _narrowed(call: OpCall, source: TileValue, type: Any, valid: list[ScalarValue]) -> TileValue:
    result = call.emit("tile.set_validshape", [source.ir, *call.index_operands(valid)], type)
    assert isinstance(result, TileValue)
    result.view = source.view
    return result


def _cut(
    call: OpCall,
    source: TileValue,
    axis: int,
    offset: ScalarValue,
    extent: Any,
    operand: ScalarValue,
) -> Any:
    """The part of the window inside the valid region of the source."""
    import ast

    from pypto.frontend import scalars

    atoms, bound = call.c.atoms, source.type.valid[axis]
    rest_sym = atoms.maximum(symbolic.sub(bound, call.c.sym(offset)), 0)
    if atoms.minimum(rest_sym, extent) == extent:
        return extent, operand
    if isinstance(bound, int):
        limit = ScalarValue(dtypes.INDEX, const=bound, sym=bound)
    else:
        attributes = {"axis": call.c.b.shared.attribute(f"{axis} : i64")}
        limit = call.emit_scalar("tile.valid_dim", [source.ir], dtypes.INDEX, attributes)
        limit.sym = bound
    rest = scalars.binary(call.c, call.node, ast.Sub, limit, offset)
    zero = ScalarValue(dtypes.INDEX, const=0, sym=0)
    rest = scalars.minimum_maximum(call.c, call.node, False, rest, zero)
    cut = scalars.minimum_maximum(call.c, call.node, True, rest, operand)
    return call.c.sym(cut), cut
