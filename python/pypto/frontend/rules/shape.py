# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes, views, valid regions and padding."""

from __future__ import annotations

import math
from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend import symbolic
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    as_matrix,
    dispatch,
    fresh_tile,
    require_rank,
    require_same_dtype,
    tensor_like,
)
from pypto.frontend.rules.split_axis import check_split_axis
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TensorType, TileType, dims_text
from pypto.frontend.values import ScalarValue, TensorValue, TileValue, Value
from pypto.language.enums import PadValue, TensorLayout


@rule("reshape")
def reshape(call: OpCall) -> Value:
    """The same elements under another shape."""
    level = dispatch(call, "x")
    source = call.shaped("x")
    shape = call.syms(call.indices("shape"))
    _check_elements(call, "reshape {} to {}", source.type.shape, shape)
    if isinstance(source.type, TileType):
        static = call.static_shape("shape")
        valid = _reshaped_valid(call, source.type, static)
        type: Any = source.type.replace(shape=static, valid=valid)
        result = call.emit("tile.reshape", [source.ir], type)
        result.view = True
        return result
    result = call.emit(f"{level}.reshape", [source.ir], source.type.with_shape(shape))
    result.parameter = source.parameter  # pyright: ignore[reportAttributeAccessIssue]
    return result


def _check_elements(call: OpCall, what: str, before: Any, after: Any) -> None:
    """Both shapes have as many elements, as far as that is known; `what` has a place for each."""
    old, new = symbolic.product(before), symbolic.product(after)
    if isinstance(old, int) and isinstance(new, int) and old != new:
        text = what.format(f"{dims_text(before)} of {old} elements", f"{dims_text(after)} of {new}")
        raise call.fail(
            codes.OperandShape,
            f"cannot {text}",
            "shape",
            expected=f"a shape of {old} elements",
            hint=_inferred(call, old, after),
        )


def _inferred(call: OpCall, elements: int, shape: Any) -> str | None:
    """The call with the extent that -1 stands for elsewhere."""
    rest = [extent for extent in shape if extent != -1]
    known = symbolic.product(rest)
    if len(rest) != len(shape) - 1 or not isinstance(known, int) or known <= 0 or elements % known:
        return None
    extents = [elements // known if extent == -1 else extent for extent in shape]
    return call.written(shape=dims_text(extents))


def _reshaped_valid(call: OpCall, type: TileType, shape: tuple[int, ...]) -> tuple[Any, ...]:
    if type.valid == type.shape:
        return shape
    # A partly valid region survives where both shapes agree on the trailing axes and only
    # leading unit axes come or go.
    old = [(e, v) for e, v in zip(type.shape, type.valid, strict=True) if e != 1]
    if [e for e, _ in old] == [e for e in shape if e != 1]:
        extents = iter(v for _, v in old)
        return tuple(next(extents) if e != 1 else 1 for e in shape)
    count = _leading_elements(type.shape, type.valid)
    box = _box_of(count, shape) if count is not None else None
    if box is not None:
        return box
    raise call.fail(
        codes.OperandShape,
        f"the valid region {dims_text(type.valid)} of {dims_text(type.shape)} is not a box that "
        "starts "
        f"at the origin of {dims_text(shape)}",
        "shape",
        hint="pl.fillpad makes the tile fully valid",
    )


def _leading_elements(shape: tuple[int, ...], valid: tuple[Any, ...]) -> int | None:
    """How many elements from the first on the valid region is, if it is that."""
    if not all(isinstance(v, int) for v in valid):
        return None
    for axis in range(len(shape)):
        if all(v == 1 for v in valid[:axis]) and valid[axis + 1 :] == shape[axis + 1 :]:
            return math.prod(valid)
    return None


def _box_of(count: int, shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """The valid region of `shape` that is its first `count` elements, if that is a box."""
    for axis in range(len(shape)):
        inner = math.prod(shape[axis + 1 :])
        if count % inner == 0 and count <= inner * shape[axis]:
            return (*(1 for _ in shape[:axis]), count // inner, *shape[axis + 1 :])
    return None


@rule("reinterpret_view")
def reinterpret_view(call: OpCall) -> Value:
    """The same bytes under another dtype."""
    level = dispatch(call, "x")
    source, dtype = call.shaped("x"), call.dtype("dtype")
    if dtype is source.type.dtype:
        raise call.fail(
            codes.BadCast,
            f"'dtype' must differ from {dtype}",
            "dtype",
            expected=f"an element type other than {dtype}",
            hint=f"{call.text('x')} is of {dtype}: leave the view out",
        )
    last = source.type.shape[-1]
    bits = symbolic.mul(last, source.type.dtype.bits)
    if call.given("shape"):
        shape = call.syms(call.indices("shape"))
    elif isinstance(bits, int) and bits % dtype.bits == 0:
        shape = (*source.type.shape[:-1], bits // dtype.bits)
    else:
        raise call.fail(
            codes.OperandShape,
            f"the last axis {last} of {source.type.dtype} is not a whole number of {dtype} "
            "elements",
            "dtype",
            expected=f"a last axis that is a multiple of {dtype.bits // source.type.dtype.bits}",
            hint="or say the new shape, of as many bytes: " + call.written(shape="[...]"),
        )
    if isinstance(source.type, TileType):
        type: Any = fresh_tile(source.type, shape=shape, valid=shape, dtype=dtype)
    else:
        type = tensor_like(source.type, shape=shape, dtype=dtype)
    return call.emit(f"{level}.reinterpret_view", [source.ir], type)


@rule("view")
def view(call: OpCall) -> Value:
    """A tensor under another shape or layout."""
    source = call.tensor("tensor")
    if not call.given("shape") and not call.given("layout"):
        raise call.fail(
            codes.BadOpArguments,
            "view needs shape= or layout=",
            expected="shape=[...], or layout=pl.DN for columns",
            hint=call.written(shape=dims_text(source.type.shape)),
        )
    layout = call.member("layout", TensorLayout) if call.given("layout") else TensorLayout.ND
    if layout not in (TensorLayout.ND, TensorLayout.DN):
        raise call.fail(
            codes.BadOpAttribute,
            f"a view has no layout {layout.name}",
            "layout",
            expected="pl.ND or pl.DN",
            hint="tiles in pl.Mem.Mat have boxes; what is loaded there has them",
        )
    if layout is TensorLayout.DN:
        source = _column_order(call, source)
    elif call.given("shape"):
        call.arguments["x"] = source
        call.nodes["x"] = call.nodes.get("tensor", call.node)
        source = reshape(call)
        assert isinstance(source, TensorValue)
    return _view_valid(call, source) if call.given("valid_shape") else source


def _column_order(call: OpCall, source: TensorValue) -> TensorValue:
    """The same bytes as a tensor whose matrices lie column by column."""
    shape = call.syms(call.indices("shape")) if call.given("shape") else None
    rank = source.type.rank if shape is None else len(shape)
    if rank < 2:
        raise call.fail(
            codes.OperandShape,
            "a view by columns needs rank >= 2",
            "shape" if shape else "tensor",
            got=f"rank {rank}",
            expected="[rows, columns], leading axes as batches",
            hint=call.written(shape=dims_text((1, *(shape or source.type.shape)))),
        )
    if shape is not None:
        rows = (*shape[:-2], shape[-1], shape[-2])
        _check_elements(call, "view {} as {}", source.type.shape, shape)
        parameter = source.parameter
        source = call.emit("tensor.reshape", [source.ir], source.type.with_shape(rows))  # pyright: ignore[reportAssignmentType]
        source.parameter = parameter
    type = tensor_like(
        source.type,
        shape=(*source.type.shape[:-2], source.type.shape[-1], source.type.shape[-2]),
    )
    attributes = {
        "axis0": call.c.b.shared.attribute(f"{rank - 2} : i64"),
        "axis1": call.c.b.shared.attribute(f"{rank - 1} : i64"),
    }
    result = call.emit("tensor.transpose", [source.ir], type, attributes, whole=True)
    assert isinstance(result, TensorValue)
    return result


def _view_valid(call: OpCall, source: TensorValue) -> Value:
    """The view with the valid region that `valid_shape` says."""
    extents = call.indices("valid_shape")
    if len(extents) != source.type.rank or source.type.rank != 2:
        raise call.fail(
            codes.OperandShape,
            "partial validity of a view needs a 2-D shape",
            "valid_shape",
            expected="two extents",
            got=f"{len(extents)} for {source.describe()}",
        )
    for axis, (extent, bound) in enumerate(zip(extents, source.type.shape, strict=True)):
        if symbolic.provably_less(bound, call.c.sym(extent)):
            raise call.fail(
                codes.OperandShape,
                f"valid_shape {extent.describe()} of axis {axis} must be at most {bound}",
                "valid_shape",
                expected=f"0..{bound}",
            )
    operands = [source.ir, *call.index_operands(extents)]
    raw = call.emit_raw("tensor.set_validshape", operands, [source.type])
    return TensorValue(source.type, raw.results[0], source.parameter, call.syms(extents))


def _axis(call: OpCall, name: str, rank: int) -> int:
    axis = call.integer(name)
    if not -rank <= axis < rank:
        other = call.arguments["axis2" if name == "axis1" else "axis1"]
        taken = other.const if isinstance(other, ScalarValue) else None
        near = rank - 1 if axis > 0 else 0
        if taken is not None and taken in (near, near - rank):
            near = rank - 1 - near
        raise call.fail(
            codes.OperandShape,
            f"axis {axis} of a {rank}D value",
            name,
            expected=f"an axis in {-rank}..{rank - 1}",
            hint=call.written(**{name: str(near)}),
        )
    return axis % rank


@rule("transpose")
def transpose(call: OpCall) -> Value:
    """Two axes exchanged."""
    level = dispatch(call, "x")
    source = call.shaped("x")
    rank = source.type.rank
    if rank < 2:
        raise call.fail(
            codes.OperandShape,
            "'x' must have rank >= 2",
            "x",
            got=source.describe(),
            expected="two axes or more",
            hint=as_matrix(call, "x", source.type.shape),
        )
    first, second = _axis(call, "axis1", rank), _axis(call, "axis2", rank)
    if first == second:
        raise call.fail(
            codes.OperandShape,
            f"the axes must be different, both are {first}",
            "axis2",
            expected=f"two of the axes 0..{rank - 1}",
            hint=call.written(axis1=str(rank - 2), axis2=str(rank - 1)) + " swaps the last two",
        )
    what = f"tile.{call.info.name} that swaps"
    check_split_axis(call, source, (first, second), what)
    shape = list(source.type.shape)
    shape[first], shape[second] = shape[second], shape[first]
    if isinstance(source, TileValue):
        valid = list(source.type.valid)
        valid[first], valid[second] = valid[second], valid[first]
        scratch_type = TileType(source.type.shape, source.type.dtype)
        segments = {"operandSegmentSizes": call.c.b.segments(0, 0)}
        scratch = call.emit("tile.create", [], scratch_type, segments)
        type = fresh_tile(source.type, shape=tuple(shape), valid=tuple(valid))
        axes: dict[str, Any] = {}
        if {first, second} != {rank - 2, rank - 1}:
            axes["axes"] = call.c.b.i64_array([first, second])
        return call.emit("tile.transpose", [source.ir, scratch.ir], type, axes)
    attributes = {
        "axis0": call.c.b.shared.attribute(f"{first} : i64"),
        "axis1": call.c.b.shared.attribute(f"{second} : i64"),
    }
    type = tensor_like(source.type, shape=tuple(shape))
    result = call.emit(f"{level}.transpose", [source.ir], type, attributes, whole=True)
    return result


@rule("concat")
def concat(call: OpCall) -> Value:
    """Columns of b after those of a."""
    level = dispatch(call, "a", "b")
    a, b = call.shaped("a"), call.shaped("b")
    require_rank(call, "a", 2)
    require_rank(call, "b", 2)
    require_same_dtype(call, "a", "b")
    if a.type.shape[0] != b.type.shape[0]:
        raise call.fail(
            codes.OperandShape,
            "both must have the same number of rows",
            "b",
            expected=str(a.type.shape[0]),
            got=str(b.type.shape[0]),
        )
    shape = (a.type.shape[0], symbolic.add(a.type.shape[1], b.type.shape[1]))
    if isinstance(a.type, TileType):
        assert isinstance(b.type, TileType)
        rows = call.c.atoms.minimum(a.type.valid[0], b.type.valid[0])
        if rows not in (a.type.valid[0], b.type.valid[0]):
            raise call.fail(
                codes.OperandShape,
                f"both must have the same valid rows, got {a.type.valid[0]} and {b.type.valid[0]}",
                "b",
                hint="pl.set_validshape gives both one number of valid rows",
            )
        # The columns of b follow the valid ones of a.
        valid = (rows, symbolic.add(a.type.valid[1], b.type.valid[1]))
        type: Any = fresh_tile(a.type, shape=shape, valid=valid)
    else:
        type = tensor_like(a.type, shape=shape)
    return call.emit(f"{level}.concat", [a.ir, b.ir], type)


@rule("set_validshape")
def set_validshape(call: OpCall) -> Value:
    """Records the valid region of a 2-D value."""
    level = dispatch(call, "x")
    source = call.shaped("x")
    require_rank(call, "x", 2)
    extents = []
    for axis, name in enumerate(("valid_rows", "valid_cols")):
        node = call.nodes.get(name, call.node)
        scalar = call.scalar(name)
        if not (scalar.literal or scalar.dtype in (dtypes.INDEX, dtypes.INT64, dtypes.UINT64)):
            raise call.fail(
                codes.OperandDtype,
                f"'{name}' must be an INDEX, INT64 or UINT64 scalar",
                name,
                got=scalar.describe(),
                hint=f"pl.cast({call.c.text(node)}, pl.INDEX)",
            )
        extent = call.c.index(scalar, node, name)
        bound = source.type.shape[axis]
        if extent.const is not None and isinstance(bound, int) and not 0 <= extent.const <= bound:
            raise call.fail(
                codes.OperandShape,
                f"'{name}' {extent.const} must be in 0..{bound}",
                name,
                expected=f"0..{bound}",
            )
        if extent.const is None and bound == 0:
            raise call.fail(
                codes.OperandShape,
                f"'{name}' of an axis without elements is not known at compile time",
                name,
                expected="0",
                hint=call.written(**{name: "0"}),
            )
        extents.append(extent)
    valid = call.syms(extents)
    if isinstance(source, TensorValue):
        if valid == source.valid and valid != source.type.shape:
            return source
        raw = call.emit_raw(
            f"{level}.set_validshape",
            [source.ir, *call.index_operands(extents)],
            [source.type],
        )
        return TensorValue(source.type, call.c.b.results(raw)[0], source.parameter, valid)
    if source.view:
        raise call.fail(
            codes.NarrowedView,
            "pl.set_validshape cannot narrow a tile view (the result of a slice or reshape)",
            "x",
            hint="narrow the tile before it is sliced or reshaped, or use valid_shape= of pl.slice",
        )
    type = source.type.replace(valid=valid)
    return call.emit("tile.set_validshape", [source.ir, *call.index_operands(extents)], type)


def pad_value(call: OpCall, name: str = "pad_value") -> PadValue:
    """zero, max or min; 0, inf and -inf are the same."""
    value = call.constant(name)
    if isinstance(value, PadValue) and value is not PadValue.null:
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value == 0:
            return PadValue.zero
        if math.isinf(value):
            return PadValue.max if value > 0 else PadValue.min
    raise call.fail(
        codes.BadOpAttribute,
        f"invalid pad value {value!r}",
        name,
        expected="pl.PadValue.zero, max or min, or 0, inf, -inf",
    )


@rule("fillpad", "fillpad_inplace")
def fillpad(call: OpCall) -> Value:
    """Fills what is not valid."""
    level = dispatch(call, "x")
    source, pad = call.shaped("x"), pad_value(call)
    if isinstance(source.type, TileType):
        type: Any = source.type.replace(space="Vec", valid=source.type.shape, pad=pad.name)
        return call.emit("tile.fillpad", [source.ir], type)
    attributes = {"pad": call.c.b.shared.attribute(f"#pypto.pad<{pad.name}>")}
    return call.emit(
        f"{level}.fillpad", [source.ir], tensor_like(source.type), attributes, whole=True
    )


@rule("fillpad_expand")
def fillpad_expand(call: OpCall) -> Value:
    """x in the corner of a larger shape."""
    level = dispatch(call, "x")
    source, pad = call.shaped("x"), pad_value(call)
    shape = call.static_shape("shape")
    fits = len(shape) == source.type.rank and not any(
        symbolic.provably_less(b, a) for a, b in zip(source.type.shape, shape, strict=True)
    )
    if not fits:
        raise call.fail(
            codes.OperandShape,
            "'shape' must have the rank of x and be at least as large on every axis",
            "shape",
            expected=f"at least {dims_text(source.type.shape)}",
            got=dims_text(shape),
        )
    if isinstance(source.type, TileType):
        type: Any = TileType(shape, source.type.dtype, pad=pad.name)
        return call.emit("tile.fillpad", [source.ir], type)
    attributes = {"pad": call.c.b.shared.attribute(f"#pypto.pad<{pad.name}>")}
    return call.emit(
        f"{level}.fillpad",
        [source.ir],
        TensorType(shape, source.type.dtype),
        attributes,
        whole=True,
    )
