# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SSA values of variables that branches merge, loops carry and scopes return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX, INT64, TASK_ID, DataType
from pypto.frontend import scalars
from pypto.frontend.returns import RESULT
from pypto.frontend.symbolic import Poly, atom
from pypto.frontend.types import ArrayType, ScalarType, TensorType, TileType
from pypto.frontend.values import (
    ArrayValue,
    ErrorValue,
    ListValue,
    MaybeUndefined,
    PyValue,
    ScalarValue,
    TensorValue,
    TileValue,
    TupleValue,
    Value,
)

if TYPE_CHECKING:
    import ast

    from pypto.frontend.function import FunctionCompiler


def flatten(c: FunctionCompiler, value: Value, node: ast.AST) -> list[Value]:
    """The SSA-carrying parts of a value: the members of tuples and arrays."""
    if isinstance(value, (TupleValue, ListValue, ArrayValue)):
        return [part for item in value.items for part in flatten(c, item, node)]
    return [value]


def rebuild(pattern: Value, parts: list[Value]) -> Value:
    """The inverse of `flatten`; takes its parts from the front of the list."""
    if isinstance(pattern, ArrayValue):
        items = tuple(rebuild(item, parts) for item in pattern.items)
        return ArrayValue(pattern.type, items)  # pyright: ignore[reportArgumentType]
    if isinstance(pattern, TupleValue):
        return TupleValue(tuple(rebuild(item, parts) for item in pattern.items))
    if isinstance(pattern, ListValue):
        return ListValue([rebuild(item, parts) for item in pattern.items])
    return parts.pop(0)


def carried_type(value: Value) -> Any:
    """The front-end type of a value that can be an SSA value, or None."""
    if isinstance(value, (TensorValue, TileValue)):
        return value.type
    if isinstance(value, ScalarValue):
        return ScalarType(value.dtype)
    if isinstance(value, PyValue) and value.object is None:
        return ScalarType(TASK_ID)
    return None


def type_text(type: Any) -> str:
    """A comparable form of a type: symbolic extents are all the same to MLIR."""
    return type.mlir_text()


def materialised(c: FunctionCompiler, value: Value, type: Any, node: ast.AST) -> Any:
    """The MLIR value of `value` as `type`; None when it does not have that type."""
    if isinstance(type, ScalarType):
        if isinstance(value, PyValue) and value.object is None and type.dtype is TASK_ID:
            return c.b.materialise(c.invalid_task(node))
        if not isinstance(value, ScalarValue):
            return None
        return _as_scalar(c, value, type.dtype)
    found = carried_type(value)
    if found is None or type_text(found) != type_text(type):
        return None
    return c.ir_of(value)


def _as_scalar(c: FunctionCompiler, value: ScalarValue, dtype: DataType) -> Any:
    if value.dtype is dtype:
        return c.b.materialise(value)
    if value.const is not None and value.literal and value.dtype.is_float() == dtype.is_float():
        return c.b.constant(dtype, scalars.constant_as(value.const, dtype))
    if {value.dtype, dtype} <= {INDEX, INT64}:
        return scalars.convert(c, value, dtype)
    return None


def from_ir(c: FunctionCompiler, type: Any, ir: Any, like: Value) -> Value:
    """A value of `type` around an MLIR value that replaces `like` after a merge."""
    if isinstance(type, ScalarType):
        sym = atom("?") if type.dtype in (INDEX, INT64) else None
        value = ScalarValue(type.dtype, ir, sym=sym)
        if sym is not None:
            next(iter(sym.terms))[0].source = value
        return value
    if isinstance(type, TileType):
        if isinstance(like, TileValue):
            return TileValue(type, ir, like.view, like.handle)
        return TileValue(type, ir)
    assert isinstance(type, TensorType)
    if not isinstance(like, TensorValue):
        return TensorValue(type, ir)
    result = TensorValue(type, ir, like.parameter, like.valid)
    result.base = like.base
    return result


def loosened(type: Any, other: Any) -> Any:
    """`type` with extents that two paths know differently made unknown."""
    if isinstance(type, TileType) and isinstance(other, TileType) and type.valid != other.valid:
        return type.replace(valid=_unify(type.valid, other.valid))
    if isinstance(type, TensorType) and isinstance(other, TensorType) and type.shape != other.shape:
        return type.with_shape(_unify(type.shape, other.shape))
    return type


def _unify(a: Any, b: Any) -> tuple[Any, ...]:
    return tuple(
        x if x == y or not isinstance(x, Poly) else atom("?") for x, y in zip(a, b, strict=True)
    )


def same_value(a: Value, b: Value) -> bool:
    """True when both are provably one value, so that nothing needs merging."""
    if a is b:
        return True
    if isinstance(a, ScalarValue) and isinstance(b, ScalarValue):
        if a.const is not None or b.const is not None:
            same = a.const == b.const and type(a.const) is type(b.const)
            return same and a.dtype is b.dtype
        return a.ir is not None and a.ir is b.ir
    if isinstance(a, (TensorValue, TileValue)) and isinstance(b, type(a)):
        return a.ir is b.ir
    if isinstance(a, PyValue) and isinstance(b, PyValue):
        return a.object is b.object or (type(a.object) is type(b.object) and a.object == b.object)
    return False


class LiteralTypes:
    """Types of the literals that one loop carries, as far as they are known; see `retry`."""

    def __init__(self) -> None:
        self.known: dict[str, DataType] = {}


class RetryWithType(Exception):
    """A literal that a loop carries must start with the type of what replaces it."""

    def __init__(self, owner: LiteralTypes, name: str, dtype: DataType) -> None:
        super().__init__(name)
        self.owner = owner
        self.name = name
        self.dtype = dtype


def retry(c: FunctionCompiler, old: Value, new: Value) -> None:
    """Starts the loop again that carries the literal `old`, now with the type of `new`."""
    origin = getattr(old, "origin", None)
    if (
        origin is None
        or not isinstance(old, ScalarValue)
        or not isinstance(new, ScalarValue)
        or new.literal
        or new.dtype.is_float() != old.dtype.is_float()
        or origin[1] in origin[0].known
        or c.engine.errors
    ):
        return
    raise RetryWithType(origin[0], origin[1], new.dtype)


def mismatch(
    c: FunctionCompiler,
    name: str,
    node: ast.AST,
    first: Value,
    second: Value,
    where: str,
) -> Exception:
    """The error of one name with two types."""
    code = codes.RebindTypeChange if where == "loop" else codes.MergeTypeMismatch
    if name == RESULT:
        return c.error(
            codes.MergeTypeMismatch,
            node,
            "the paths of the function return values of different types",
            expected=_returned(first),
            got=_returned(second),
            hint="return values of the same types, in the same number, on every path",
        )
    if where == "loop":
        message = f"Cannot reassign '{name}' with a different type inside a loop that carries it"
    else:
        message = f"Cannot reassign '{name}' with a different type: the branches of the if disagree"
    return c.error(
        code,
        node,
        message,
        expected=first.describe(),
        got=second.describe(),
        hint=f"use another name inside, or give '{name}' this type before",
    )


def _returned(value: Value) -> str:
    return "no value" if isinstance(value, PyValue) else value.describe()


def undefined(name: str, reason: str, hint: str) -> MaybeUndefined:
    """The value of a name that some path leaves without one."""
    return MaybeUndefined(f"'{name}' {reason}", hint)


def is_missing(value: Value | None) -> bool:
    """True for a name without a usable value."""
    return value is None or isinstance(value, (MaybeUndefined, ErrorValue))


__all__ = [
    "ArrayType",
    "carried_type",
    "flatten",
    "from_ir",
    "materialised",
    "rebuild",
    "same_value",
]
