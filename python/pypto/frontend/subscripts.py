# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Subscripts: reads, windows and writes."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX
from pypto.frontend import arrays, rules, scalars, symbolic
from pypto.frontend.expressions import dimension
from pypto.frontend.function import FunctionCompiler, Poisoned, expression
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.slicing import slice_tile
from pypto.frontend.types import dims_text
from pypto.frontend.values import (
    ArrayValue,
    ErrorValue,
    ListValue,
    PyValue,
    ScalarValue,
    TensorValue,
    TileValue,
    Value,
)


class Axis:
    """One entry of a subscript. extent is None for a scalar index, which drops the axis."""

    __slots__ = ("extent", "node", "offset", "stop")

    def __init__(
        self, node: ast.AST, offset: ScalarValue, extent: ScalarValue | None, stop: Any = None
    ) -> None:
        self.node = node
        self.offset = offset
        self.extent = extent
        self.stop = stop


@expression(ast.Subscript)
def read(c: FunctionCompiler, node: ast.Subscript) -> Value:
    """`x[...]` as a value."""
    base = c.expr(node.value)
    if isinstance(base, ErrorValue):
        raise Poisoned
    items = c.tuple_items(base)
    if items is not None:
        return _member(c, node, items)
    if isinstance(base, ArrayValue):
        return arrays.get_element(c, node, base, _array_index(c, node))
    if isinstance(base, PyValue):
        return _python_item(c, node, base)
    if not isinstance(base, (TensorValue, TileValue)):
        raise c.error(
            codes.BadSubscript,
            node,
            "Subscript requires Tuple, Tensor, Tile, or Array type",
            expected="a tensor, a tile, an array, or a list or tuple",
            got=base.describe(),
            hint=f"a scalar has no elements: write {c.text(node.value)}"
            if isinstance(base, ScalarValue)
            else None,
        )
    axes = parse_axes(c, node, base, "subscript has {} indices but the {} is {}D")
    if all(axis.extent is None for axis in axes):
        indices = ListValue([axis.offset for axis in axes])
        return rules.call_operation(c, node, "read", [base, indices], [node.value])
    if isinstance(base, TensorValue):
        return _tensor_window(c, node, base, axes)
    return _tile_window(c, node, base, axes)


def _member(c: FunctionCompiler, node: ast.Subscript, items: tuple[Value, ...]) -> Value:
    if isinstance(node.slice, ast.Slice):
        parts = [node.slice.lower, node.slice.upper, node.slice.step]
        bounds: list[Any] = [None if p is None else c.scalar(p).const for p in parts]
        return ListValue(list(items)[slice(*bounds)])
    index = c.expr(node.slice)
    if not isinstance(index, ScalarValue) or not index.dtype.is_int():
        raise c.error(
            codes.UnsupportedSubscript,
            node.slice,
            "Tuple index must be an integer",
            expected="an int literal or a compile-time int",
            got=index.describe(),
        )
    if index.const is None:
        raise c.error(
            codes.UnsupportedSubscript,
            node.slice,
            "Only constant integer indices are supported on a tuple",
            hint="pl.unroll gives a constant loop variable",
        )
    position = int(index.const)
    if not -len(items) <= position < len(items):
        raise c.error(
            codes.BadSubscript,
            node.slice,
            f"index {position} of a tuple of {len(items)}",
            expected=f"{-len(items)}..{len(items) - 1}",
        )
    return items[position]


def _python_item(c: FunctionCompiler, node: ast.Subscript, base: PyValue) -> Value:
    from pypto.frontend.expressions import python_object

    key = python_object(c, c.expr(node.slice))
    try:
        found = base.object[key]
    except (KeyError, IndexError):
        raise c.error(
            codes.BadSubscript,
            node.slice,
            f"'{c.text(node.value)}' has no item {key!r}",
            expected=_python_keys(base.object),
        ) from None
    except TypeError:
        raise c.error(
            codes.BadSubscript,
            node,
            "Subscript requires Tuple, Tensor, Tile, or Array type",
            got=repr(base.object),
            expected="a list, a tuple or a dict of the module; a tensor, tile or array",
        ) from None
    value = c.capture(found, node)
    c.program.record_item(base.object, key, found)
    return value


def _python_keys(container: Any) -> str:
    """The indices or keys that a captured list, tuple or dict has."""
    if isinstance(container, dict):
        return "one of " + ", ".join(repr(key) for key in [*container][:12])
    return f"{-len(container)}..{len(container) - 1}" if len(container) else "it is empty"


def _array_index(c: FunctionCompiler, node: ast.Subscript) -> ScalarValue:
    if isinstance(node.slice, (ast.Tuple, ast.Slice)):
        raise c.error(
            codes.BadSubscript,
            node.slice,
            "Array subscript requires a single index",
            expected="ids[i], i an integer",
            hint=f"one element after the other: {c.text(node.value)}[i] in a loop over i",
        )
    return c.index(c.expr(node.slice), node.slice)


def parse_axes(
    c: FunctionCompiler, node: ast.Subscript, base: TensorValue | TileValue, message: str
) -> list[Axis]:
    """One `Axis` for every axis of `base`; missing trailing entries mean the whole axis."""
    written = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    rank = base.type.rank
    for entry in written:
        if isinstance(entry, ast.Constant) and entry.value is None:
            raise c.error(
                codes.UnsupportedSubscript,
                entry,
                "None in a subscript is not supported",
                expected="an integer or a slice for each axis",
                hint=_new_axes(c, node, base, written),
            )
    if len(written) > rank:
        kind = base.kind
        text = message.format(len(written), kind.lower(), rank)
        raise c.error(
            codes.BadSubscript,
            written[rank],
            f"{kind} {text}",
            expected=f"at most {rank} indices",
        )
    axes = [_axis(c, base, position, entry) for position, entry in enumerate(written)]
    for position in range(len(written), rank):
        axes.append(_whole(c, base, position, node))
    return axes


def _from_start(extent: ScalarValue, position: int) -> str:
    """What to write for a position that counts from the end."""
    if extent.const is not None and extent.const + position >= 0:
        return f"write {int(extent.const) + position}"
    return f"write the extent minus {-position}"


def _new_axes(c: FunctionCompiler, node: ast.Subscript, base: Any, written: list[Any]) -> str:
    """The reshape for None among the indices, which are whole axes otherwise."""
    text = c.text(node.value)
    kept = iter(base.type.shape)
    shape: list[Any] = []
    for entry in written:
        if isinstance(entry, ast.Constant) and entry.value is None:
            shape.append(1)
        elif isinstance(entry, ast.Slice) and not (entry.lower or entry.upper or entry.step):
            shape.append(next(kept, 1))
        else:
            return f"pl.reshape adds an axis to {text}"
    return f"pl.reshape({text}, {dims_text([*shape, *kept])})"


def _whole(
    c: FunctionCompiler, base: TensorValue | TileValue, position: int, node: ast.AST
) -> Axis:
    zero = ScalarValue(INDEX, const=0, sym=0, literal=True)
    return Axis(node, zero, dimension(c, base, position, node))


def _axis(
    c: FunctionCompiler, base: TensorValue | TileValue, position: int, entry: ast.expr
) -> Axis:
    if isinstance(entry, ast.Constant) and entry.value is Ellipsis:
        raise c.error(
            codes.UnsupportedSubscript,
            entry,
            "... in a subscript is not supported",
            expected="an integer or a slice for each axis",
            hint="write `:` for every axis",
        )
    if not isinstance(entry, ast.Slice):
        index = c.index(c.expr(entry), entry)
        if index.const is not None and index.const < 0:
            raise c.error(
                codes.BadSubscript,
                entry,
                f"negative index {index.const}: indices count from the start",
                hint=_from_start(dimension(c, base, position, entry), int(index.const)),
            )
        return Axis(entry, index, None)
    if entry.step is not None:
        step = c.expr(entry.step)
        if not isinstance(step, ScalarValue) or step.const != 1:
            raise c.error(
                codes.UnsupportedSubscript,
                entry.step,
                "Slice step is not supported",
                expected="a:b, step 1",
                hint=f"{c.text(ast.Slice(entry.lower, entry.upper))} takes every element",
            )
    lower = (
        c.index(c.expr(entry.lower), entry.lower)
        if entry.lower
        else ScalarValue(INDEX, const=0, sym=0)
    )
    extent = dimension(c, base, position, entry)
    upper = c.index(c.expr(entry.upper), entry.upper) if entry.upper else extent
    for bound, at in ((lower, entry.lower), (upper, entry.upper)):
        if bound.const is not None and bound.const < 0:
            raise c.error(
                codes.BadSubscript,
                at or entry,
                f"negative bound {bound.const}: bounds count from the start",
                expected="a bound of at least 0",
                hint=_from_start(extent, int(bound.const)),
            )
    c.locate(entry)
    length = scalars.binary(c, entry, ast.Sub, upper, lower)
    if length.const is not None and length.const <= 0 and isinstance(base, TileValue):
        raise c.error(
            codes.UnsupportedSubscript,
            entry,
            "Tile subscript must produce a positive static extent",
            expected="an upper bound above the lower bound",
            got=f"'{c.text(entry)}' of extent {length.const}",
        )
    # All of an axis without elements is a window like any other.
    if length.const is not None and length.const <= 0 and not (length.const == extent.const == 0):
        raise c.error(
            codes.BadSubscript,
            entry,
            f"empty slice '{c.text(entry)}' of extent {length.const}",
            expected="an upper bound above the lower bound",
        )
    return Axis(entry, lower, length, upper)


def _tensor_window(
    c: FunctionCompiler, node: ast.Subscript, base: TensorValue, axes: list[Axis]
) -> Value:
    one = ScalarValue(INDEX, const=1, sym=1, literal=True)
    shape = ListValue([one if a.extent is None else a.extent for a in axes])
    offsets = ListValue([a.offset for a in axes])
    dropped = [
        ScalarValue(INDEX, const=position, sym=position)
        for position, axis in enumerate(axes)
        if axis.extent is None
    ]
    arguments: list[Value] = [base, shape, offsets]
    if dropped:
        arguments += [PyValue(None), ListValue(list(dropped))]
    return rules.call_operation(c, node, "slice", arguments, [node.value])


def _tile_window(
    c: FunctionCompiler, node: ast.Subscript, base: TileValue, axes: list[Axis]
) -> Value:
    extents: list[ScalarValue] = []
    valid: list[Value] = []
    partial = False
    dropped: list[Value] = []
    for position, axis in enumerate(axes):
        if axis.extent is None:
            one = ScalarValue(INDEX, const=1, sym=1, literal=True)
            extents.append(one)
            valid.append(one)
            dropped.append(ScalarValue(INDEX, const=position, sym=position))
            continue
        if axis.offset.const is None:
            raise c.error(
                codes.UnsupportedSubscript,
                axis.node,
                "Dynamic lower bounds are not supported in tile subscript",
                hint="use pl.slice(t, shape, offset), which takes run-time offsets",
            )
        if axis.extent.const is not None:
            extents.append(axis.extent)
            valid.append(axis.extent)
            continue
        room = base.type.shape[position] - int(axis.offset.const)
        if room <= 0:
            raise c.error(
                codes.UnsupportedSubscript,
                axis.node,
                "Tile subscript must produce a positive static extent",
                expected=f"a lower bound below {base.type.shape[position]}",
            )
        extents.append(ScalarValue(INDEX, const=room, sym=room, literal=True))
        valid.append(axis.extent)
        partial = True
    arguments: dict[str, Any] = {
        "shape": ListValue(list(extents)),
        "offset": ListValue([a.offset for a in axes]),
        "valid_shape": ListValue(valid) if partial else None,
        "drop_dims": ListValue(dropped) if dropped else None,
        "pad_value": None,
        "clamp": False,
        "input": base,
    }
    import pypto.language as pl

    info: Any = pl.slice
    call = OpCall(c, node, info.__op__, arguments, dict.fromkeys(arguments, node))
    call.level = "tile"
    return slice_tile(call, base, extents, [a.offset for a in axes])


def _reshaped(
    c: FunctionCompiler, node: ast.expr, source: TensorValue | TileValue, shape: list[Any]
) -> str | None:
    """The reshape that gives a source the axes of its target, where it has as many elements."""
    if symbolic.product(source.type.shape) != symbolic.product(shape):
        return None
    return f"pl.reshape({c.text(node)}, {dims_text(shape)})"


def write(c: FunctionCompiler, node: ast.Assign, target: ast.Subscript) -> None:
    """`x[...] = v`."""
    if not isinstance(target.value, ast.Name):
        raise c.error(
            codes.BadAssignmentTarget,
            target.value,
            "Subscript-write target must be a variable name",
            expected="x[...] = v, x a variable",
            hint=f"t = {c.text(target.value)} on a line before, then t[...] = {c.text(node.value)}",
        )
    if c.frame.strict_ssa:
        raise c.error(
            codes.UnsupportedSubscript,
            target,
            "a subscript write is only supported before SSA conversion, not under strict_ssa",
            expected="a function without strict_ssa=True",
            hint=f"t = pl.assemble({c.text(target.value)}, {c.text(node.value)}, [row, column])",
        )
    base = c.read(target.value)
    if isinstance(base, ArrayValue):
        if isinstance(target.slice, (ast.Tuple, ast.Slice)):
            raise c.error(
                codes.BadSubscript,
                target.slice,
                "Array subscript-write requires a single index",
                expected=f"{c.text(target.value)}[i] = v, i an integer",
                hint="one element after the other, in a loop over i",
            )
        index = c.index(c.expr(target.slice), target.slice)
        value = c.scalar(node.value, "element")
        c.assign(target.value.id, arrays.update_element(c, node, base, index, value), target)
        return
    if not isinstance(base, (TensorValue, TileValue)):
        raise c.error(
            codes.SubscriptWriteMismatch,
            target,
            "Subscript-write requires a Tensor, Tile, or Array target",
            got=base.describe(),
            expected="a tensor, a tile or an array",
            hint=f"'{target.value.id}' is {base.kind}: assign to the name itself",
        )
    axes = parse_axes(c, target, base, "subscript-write has {} indices but the {} is {}D")
    source = c.expr(node.value)
    if isinstance(source, ErrorValue):
        raise Poisoned
    if isinstance(source, ScalarValue) and all(axis.extent is None for axis in axes):
        text = c.text(target)
        raise c.error(
            codes.ElementWrite,
            node,
            f"Element-write 'dst[i, j] = scalar' is not supported: {text}",
            hint=f"pl.write({target.value.id}, [{_indices(c, target)}], {c.text(node.value)})",
        )
    result = _assemble(c, node, target, base, source, axes)
    c.assign(target.value.id, result, target)


def _indices(c: FunctionCompiler, node: ast.Subscript) -> str:
    entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return ", ".join(c.text(entry) for entry in entries)


def _assemble(
    c: FunctionCompiler,
    node: ast.Assign,
    target: ast.Subscript,
    base: TensorValue | TileValue,
    source: Value,
    axes: list[Axis],
) -> Value:
    ok = isinstance(source, type(base)) or (
        isinstance(base, TensorValue) and isinstance(source, TileValue)
    )
    if not ok or not isinstance(source, (TensorValue, TileValue)):
        raise c.error(
            codes.SubscriptWriteMismatch,
            node.value,
            f"Subscript-write source must also be a {base.kind}",
            got=source.describe(),
            expected=f"a {base.kind} of {dims_text([c.sym(a.extent) for a in axes if a.extent])}",
            hint=_source_fix(c, node, base, source, axes),
        )
    kept = [axis for axis in axes if axis.extent is not None]
    if source.type.rank != len(kept):
        raise c.error(
            codes.SubscriptWriteMismatch,
            node.value,
            f"Subscript-write source is {source.type.rank}D; it must be {len(kept)}D to match the "
            "rank-reduced target",
            got=source.describe(),
            expected=f"{len(kept)} axes, those that the target keeps",
            hint=_reshaped(c, node.value, source, [c.sym(a.extent) for a in kept if a.extent]),
        )
    extents = source.type.valid if isinstance(source, TileValue) else source.type.shape
    for position, (axis, extent) in enumerate(zip(kept, extents, strict=True)):
        assert axis.extent is not None
        wanted = c.sym(axis.extent)
        if isinstance(wanted, int) and isinstance(extent, int) and wanted != extent:
            raise c.error(
                codes.SubscriptWriteMismatch,
                node,
                f"Subscript-write shape mismatch on source axis {position}",
                expected=str(wanted),
                got=str(extent),
                hint=_part_fix(c, node, base, source, axes, position),
            )
    if len(kept) != len(axes):
        source = _with_unit_axes(c, node, source, axes)
    offsets = ListValue([axis.offset for axis in axes])
    places = [target, node.value, target]
    return rules.call_operation(c, node, "assemble", [base, source, offsets], places)


def _part_fix(
    c: FunctionCompiler,
    node: ast.Assign,
    base: TensorValue | TileValue,
    source: TensorValue | TileValue,
    axes: list[Axis],
    position: int,
) -> str:
    """The target as large as what is written to all of it, else a window or a part that fits."""
    kept = [axis for axis in axes if axis.extent is not None]
    extents = source.type.valid if isinstance(source, TileValue) else source.type.shape
    if all(_is_whole(c, base, number, axis) for number, axis in enumerate(axes)):
        target = node.targets[0]
        assert isinstance(target, ast.Subscript)
        return (
            f"what is written is {dims_text(extents)}: declare {c.text(target.value)} so, or "
            "write a window of it that has these extents"
        )
    extent, wanted = kept[position].extent, extents[position]
    assert extent is not None
    if isinstance(wanted, int) and wanted < c.sym(extent):  # pyright: ignore[reportOperatorIssue]
        return f"write a window of the target: extent {wanted} on axis {position}"
    part = [":"] * len(kept)
    part[position] = f"0:{c.sym(extent)}"
    return f"{c.text(node.value)}[{', '.join(part)}] fits, if it is a variable"


def _is_whole(c: FunctionCompiler, base: TensorValue | TileValue, number: int, axis: Axis) -> bool:
    return (
        axis.extent is not None
        and c.sym(axis.offset) == 0
        and c.sym(axis.extent) == base.type.shape[number]
    )


def _source_fix(
    c: FunctionCompiler,
    node: ast.Assign,
    base: TensorValue | TileValue,
    source: Value,
    axes: list[Axis],
) -> str | None:
    """A constant, or a tensor that a tile takes over, in the form that the target has."""
    extents = [c.sym(axis.extent) for axis in axes if axis.extent]
    text = c.text(node.value)
    if isinstance(source, ScalarValue):
        level = "tile." if isinstance(base, TileValue) else ""
        return f"pl.{level}full({dims_text(extents)}, pl.{base.type.dtype}, {text})"
    if isinstance(source, ListValue) and len(source.items) == 1:
        item = c.text(node.value).strip("()[]").rstrip(",")
        return f"without the comma or brackets: {c.text(node.targets[0])} = {item}"
    if isinstance(source, TensorValue):
        zeros = [0] * source.type.rank
        return f"pl.load({text}, {zeros}, {dims_text(source.type.shape)})"
    return None


def _with_unit_axes(
    c: FunctionCompiler,
    node: ast.Assign,
    source: TensorValue | TileValue,
    axes: list[Axis],
) -> TensorValue | TileValue:
    extents = iter(source.type.shape)
    shape = [1 if axis.extent is None else next(extents) for axis in axes]
    items: list[Value] = []
    for extent in shape:
        if isinstance(extent, int):
            items.append(ScalarValue(INDEX, const=extent, sym=extent, literal=True))
        else:
            index = [a for a in range(source.type.rank) if source.type.shape[a] is extent][0]
            items.append(dimension(c, source, index, node))
    result = rules.call_operation(c, node, "reshape", [source, ListValue(items)], [node.value])
    assert isinstance(result, (TensorValue, TileValue))
    return result
