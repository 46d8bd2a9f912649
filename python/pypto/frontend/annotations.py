# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Annotations of values, assigned or returned, are checked against the value's type."""

from __future__ import annotations

import ast
from collections import ChainMap
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple

from pypto.diagnostics import codes
from pypto.dtypes import INDEX, INT64, DataType
from pypto.frontend import scalars
from pypto.frontend.annotation_errors import explain, slots_of
from pypto.frontend.declared import bind_tile, chooses_slot, evaluate_slots
from pypto.frontend.function import FunctionCompiler, Poisoned
from pypto.frontend.signature import is_tuple, tuple_members
from pypto.frontend.tile_views import differences
from pypto.frontend.values import (
    ArrayValue,
    ErrorValue,
    PyValue,
    ScalarValue,
    TensorValue,
    TileValue,
    TupleValue,
    Value,
)
from pypto.language import types as surface
from pypto.language.dynamic import DynExpr
from pypto.language.enums import MemorySpace, TensorLayout
from pypto.language.views import MemRef, TileView

if TYPE_CHECKING:
    from pypto.language.functions import KernelFunction


class _Names(dict[str, Any]):
    """Names of an annotation: constants of the kernel, then its surroundings."""

    def __init__(self, c: FunctionCompiler) -> None:
        super().__init__()
        self._c = c

    def __missing__(self, name: str) -> Any:
        value = self._c.lookup(name)
        if value is not None:
            if isinstance(value, ErrorValue):
                raise Poisoned
            if isinstance(value, ScalarValue) and value.const is not None:
                return value.const
            return value.object if isinstance(value, PyValue) else value
        found, captured = self._c.frame.source.lookup(name)
        if not found:
            raise NameError(name)
        return captured


def evaluate_annotation(c: FunctionCompiler, node: ast.expr) -> Any:
    """The object that an annotation in a body stands for."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = ast.parse(node.value, mode="eval").body
    names: Any = ChainMap(_Names(c))

    def evaluate(part: ast.expr) -> Any:
        code = compile(ast.Expression(part), c.frame.source.filename, "eval")
        return eval(code, {"__builtins__": {}}, names)

    def run(part: ast.expr) -> Any:
        try:
            return evaluate(part)
        except Poisoned:
            raise
        except Exception:
            info, at, message, facts = explain(part, evaluate)
        raise c.error(info, at, message, **facts)

    copy = deepcopy(node)
    names = names.new_child(evaluate_slots(c, copy, run))
    return run(copy)


class _Place(NamedTuple):
    """Which annotation is checked: where it stands, how a message begins, what it belongs to."""

    annotation: ast.expr
    subject: str
    name: str
    assignment: ast.AnnAssign | None = None

    def member(self, position: int, count: int) -> _Place:
        """That of one value of a tuple."""
        parts = getattr(getattr(self.annotation, "slice", None), "elts", ())
        at = parts[position] if len(parts) == count else self.annotation
        return self._replace(annotation=at, name=f"{self.name}[{position}]")

    def __str__(self) -> str:
        return f"{self.subject} '{self.name}'"


def evaluate_early(c: FunctionCompiler, node: ast.AnnAssign) -> Any:
    """The annotation of an assignment if it chooses a slot, which comes before what goes there."""
    return evaluate_annotation(c, node.annotation) if chooses_slot(node.annotation) else None


def check_annotated(
    c: FunctionCompiler, node: ast.AnnAssign, name: str, value: Value, early: Any
) -> Value:
    """`value` if it has the annotated type; a Tile annotation may also place it.

    early: what `evaluate_early` found.
    """
    place = _Place(node.annotation, "Type annotation for", name, node)
    annotation = evaluate_annotation(c, node.annotation) if early is None else early
    return _check(c, place, value, annotation)


def check_returned(c: FunctionCompiler, at: ast.expr, value: Value) -> Value:
    """`value` if it has the type that the annotation `at` says the function returns."""
    place = _Place(at, "Return annotation of", c.frame.source.name)
    if c.frame.returns is not None:
        return _check(c, place, value, c.frame.returns)
    if isinstance(value, PyValue) and value.object is None:
        return value
    raise _mismatch(c, place, "is", "no value", value)


def complete_return(c: FunctionCompiler, kernel: KernelFunction) -> None:
    """What a function with a return annotation returns where it has no `return` of a value.

    Under `@pl.jit` that is its first `pl.Out` parameter; any other has to return something.
    """
    at = kernel.source.node.returns
    if at is None or c.frame.returns is None or c.frame.returned is not None:
        return
    value: Value | None = None
    outputs = [p for p in kernel.signature.parameters if p.direction == "Out"]
    if outputs and kernel.kind not in ("function", "method"):
        value = c.frame.names.get(outputs[0].name)
    if isinstance(value, TensorValue):
        c.frame.returned = check_returned(c, at, value)
        return
    name = outputs[0].name if outputs else "value"
    raise c.error(
        codes.AnnotationMismatch,
        at,
        f"Return annotation of '{kernel.name}' is {c.text(at)}, but the function returns nothing",
        expected=f"`return {name}` at its end",
        got="no return",
        hint=f"return {name}, or leave the annotation out",
    )


def _check(c: FunctionCompiler, place: _Place, value: Value, annotation: Any) -> Value:
    if isinstance(annotation, surface.Directed):
        annotation = annotation.target
    if isinstance(annotation, DataType):
        annotation = surface.Scalar(annotation)
    if annotation in (int, float, bool) and isinstance(value, ScalarValue):
        return value
    if isinstance(annotation, surface.Scalar):
        return _scalar(c, place, value, annotation.dtype)
    if isinstance(annotation, surface.Tile):
        return _tile(c, place, value, annotation)
    if isinstance(annotation, surface.Tensor):
        if (
            not isinstance(value, (TensorValue, TileValue))
            or isinstance(value, TileValue)
            and not c.in_core
        ):
            raise _mismatch(c, place, "is", "a Tensor", value)
        _compare(c, place, annotation, value)
        return value
    if isinstance(annotation, type) and issubclass(annotation, surface.Tensor):
        if isinstance(value, (TensorValue, TileValue)):
            return value
        raise _mismatch(c, place, "is", "a Tensor", value)
    if isinstance(annotation, surface.Array):
        if isinstance(value, ArrayValue):
            return value
        raise _mismatch(c, place, "is", "an Array", value)
    if is_tuple(annotation):
        return _tuple(c, place, value, tuple_members(annotation))
    if annotation in (surface.PtrType, surface.MemRefType):
        return value
    raise c.error(
        codes.BadAnnotation,
        place.annotation,
        f"Unsupported type annotation: {c.text(place.annotation)}",
        expected="pl.Tensor, pl.Tile, pl.Scalar, pl.Array, pl.Tuple or a dtype",
    )


def _tuple(c: FunctionCompiler, place: _Place, value: Value, members: tuple[Any, ...]) -> Value:
    if any(is_tuple(member) for member in members):
        raise c.error(
            codes.BadAnnotation,
            place.annotation,
            "Nested tuple types are not supported",
            hint="list all members in one pl.Tuple",
        )
    items = c.tuple_items(value)
    if items is None or len(items) != len(members):
        raise _mismatch(c, place, "is", f"a tuple of {len(members)}", value)
    return TupleValue(
        tuple(
            _check(c, place.member(position, len(members)), item, member)
            for position, (item, member) in enumerate(zip(items, members, strict=True))
        )
    )


def _mismatch(
    c: FunctionCompiler, place: _Place, what: str, expected: str, value: Value
) -> Exception:
    return c.error(
        codes.AnnotationMismatch,
        place.annotation,
        f"{place} {what} {c.text(place.annotation)}, but the value is {value.describe()}",
        expected=expected,
        got=value.describe(),
    )


def _scalar(c: FunctionCompiler, place: _Place, value: Value, dtype: DataType) -> Value:
    if isinstance(value, PyValue) and value.object is None:
        return value
    if not isinstance(value, ScalarValue):
        raise _mismatch(c, place, "is", "a Scalar", value)
    if value.dtype is dtype or {value.dtype, dtype} <= {INDEX, INT64}:
        return value
    if value.literal and value.const is not None and value.dtype.is_float() <= dtype.is_float():
        constant = scalars.constant_as(value.const, dtype)
        sym = constant if isinstance(constant, int) and not isinstance(constant, bool) else None
        return ScalarValue(dtype, const=constant, sym=sym)
    raise _mismatch(c, place, f"has dtype {dtype}:", f"pl.Scalar[pl.{dtype}]", value)


def _compare(c: FunctionCompiler, place: _Place, annotation: Any, value: Any) -> None:
    if annotation.dtype is not value.type.dtype:
        raise _mismatch(c, place, "has dtype", f"pl.{annotation.dtype}", value)
    if len(annotation.shape) != value.type.rank:
        raise _mismatch(c, place, "has rank", f"rank {len(annotation.shape)}", value)
    for axis, (declared, extent) in enumerate(zip(annotation.shape, value.type.shape, strict=True)):
        if isinstance(declared, (DynExpr, Value)):
            continue
        if not isinstance(declared, int) or isinstance(declared, bool):
            raise c.error(
                codes.BadShape,
                slots_of(place.annotation).dimension(axis) or place.annotation,
                "Shape dimension must be int literal, pl.dynamic() or an integer scalar",
                got=repr(declared),
                expected="an int, a pl.dynamic variable or an integer pl.Scalar",
                hint=f"write {value.type.shape[axis]}"
                if isinstance(value.type.shape[axis], int)
                else None,
            )
        if isinstance(extent, int) and declared != extent:
            raise _mismatch(
                c,
                place,
                f"has shape dimension {declared} at axis {axis}:",
                str(declared),
                value,
            )


def _tile(c: FunctionCompiler, place: _Place, value: Value, annotation: surface.Tile) -> Value:
    if not isinstance(value, TileValue):
        raise _mismatch(c, place, "is", "a Tile", value)
    _compare(c, place, annotation, value)
    space: MemorySpace | None = None
    memref: MemRef | None = None
    view: TileView | None = None
    seen: set[type] = set()
    written = slots_of(place.annotation).extras
    for position, extra in enumerate(annotation.extras):
        kind = type(extra)
        if kind in seen:
            raise c.error(
                codes.BadAnnotation,
                place.annotation,
                f"Tile annotation can contain at most one {kind.__name__}",
                expected="pl.Tile[shape, dtype, memory space, view, MemRef], each part once",
                hint=f"leave out {c.text(written[position])}" if position < len(written) else None,
            )
        seen.add(kind)
        if isinstance(extra, TensorLayout):
            raise c.error(
                codes.BadAnnotation,
                place.annotation,
                "Tile does not accept layouts",
                expected="a memory space, a pl.TileView or a pl.MemRef after the element type",
                hint="pl.TileView(blayout=pl.TileLayout.col_major) names the order of a tile's "
                "elements",
            )
        if isinstance(extra, MemorySpace):
            space = extra
        elif isinstance(extra, MemRef):
            memref = extra
        elif isinstance(extra, TileView):
            view = extra
        else:
            raise c.error(
                codes.BadAnnotation,
                place.annotation,
                f"Unknown type in subscript: {extra!r}",
                expected="a memory space such as pl.Mem.Vec, a pl.TileView or a pl.MemRef",
            )
    if memref is not None and space is None:
        raise c.error(
            codes.BadAnnotation,
            place.annotation,
            "a Tile annotation with a MemRef must also specify explicit memory space",
            hint="add pl.Mem.Vec",
        )
    if space is not None and value.type.space != space.name:
        raise _mismatch(c, place, "has memory space", f"pl.Mem.{space.name}", value)
    if view is not None:
        for field, written, actual in differences(view, value.type):
            raise _mismatch(c, place, f"has {field}={written}:", f"{field}={actual}", value)
    if memref is None or place.assignment is None:
        return value
    return bind_tile(c, place.assignment, place.name, value, memref)
