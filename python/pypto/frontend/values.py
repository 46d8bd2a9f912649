# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values while a kernel is compiled. `ir` is the MLIR value, None for a constant."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from pypto import dtypes
from pypto.frontend.types import ArrayType, ScalarType, TensorType, TileType, TupleType

if TYPE_CHECKING:
    from pypto.dtypes import DataType
    from pypto.frontend.symbolic import Sym


class Value:
    """Base of all values of a kernel. usable: reading the variable is no error."""

    __slots__ = ()
    usable = True

    @property
    def kind(self) -> str:
        """The word for messages: Tensor, Tile, Scalar, Tuple, Array."""
        return type(self).__name__.removesuffix("Value")

    def describe(self) -> str:
        """The value's type as a user writes it."""
        return self.kind


class TensorValue(Value):
    """A tensor in DDR. `parameter`: the name of the parameter it aliases, or None.

    `allocated`: it is the whole of a tensor that the kernel has made. `base`: of the whole of a
    strided parameter, the type and MLIR value of the tensor without gaps; else None.
    """

    __slots__ = ("allocated", "base", "ir", "local", "parameter", "type", "valid")

    def __init__(
        self,
        type: TensorType,
        ir: Any,
        parameter: str | None = None,
        valid: tuple[Sym, ...] | None = None,
    ) -> None:
        self.type = type
        self.ir = ir
        self.parameter = parameter
        self.valid = type.shape if valid is None else valid
        self.allocated = False
        self.base: tuple[TensorType, Any] | None = None

    def written(self, ir: Any) -> TensorValue:
        """The tensor after a write that `ir` is the result of."""
        result = TensorValue(self.type, ir, self.parameter, self.valid)
        result.base = self.base
        return result

    def describe(self) -> str:
        return str(self.type)


class TileValue(Value):
    """A tile on chip. `view`: it is a window of another tile. `handle`: the language calls it a
    tensor (pl.create_l1), so that products take it beside tensors.

    `compared`: the shape of the tiles of which it is the mask, where that is known.
    """

    __slots__ = ("compared", "handle", "ir", "type", "view")

    def __init__(self, type: TileType, ir: Any, view: bool = False, handle: bool = False) -> None:
        self.type = type
        self.ir = ir
        self.view = view
        self.handle = handle
        self.compared: tuple[int, ...] | None = None

    def describe(self) -> str:
        return str(self.type)


class ScalarValue(Value):
    """A scalar. `const`: its compile-time value or None. `sym`: its meaning as an integer.

    `literal` marks a number written without a type, which adapts to its context. `origin`
    marks what a loop made of such a number: the loop can start again with another type.
    """

    __slots__ = ("const", "dtype", "ir", "literal", "origin", "sym")

    def __init__(
        self,
        dtype: DataType,
        ir: Any = None,
        const: int | float | bool | None = None,
        sym: Sym | None = None,
        literal: bool = False,
    ) -> None:
        self.dtype = dtype
        self.ir = ir
        self.const = const
        self.sym = sym
        self.literal = literal
        self.origin: Any = None

    @property
    def type(self) -> ScalarType:
        """The scalar's type."""
        return ScalarType(self.dtype)

    def describe(self) -> str:
        if self.const is not None:
            return repr(self.const)
        return str(self.type)


class TupleValue(Value):
    """Several values."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[Value, ...]) -> None:
        self.items = items

    @property
    def type(self) -> TupleType:
        """The tuple's type."""
        return TupleType(tuple(getattr(i, "type", None) for i in self.items))

    def describe(self) -> str:
        return f"a tuple of {len(self.items)}"


class ArrayValue(Value):
    """An array; its elements are values, which is exact for constant and run-time indices."""

    __slots__ = ("items", "type")

    def __init__(self, type: ArrayType, items: tuple[ScalarValue, ...]) -> None:
        self.type = type
        self.items = items

    def describe(self) -> str:
        return str(self.type)


class PyValue(Value):
    """A Python object: dtype, enum member, module, function, string, None, list."""

    __slots__ = ("object",)

    def __init__(self, object: Any) -> None:
        self.object = object

    @property
    def kind(self) -> str:
        return "Python object"

    def describe(self) -> str:
        return python_text(self.object)


class ListValue(Value):
    """A list or tuple literal of values, for shapes and offsets."""

    __slots__ = ("items",)

    def __init__(self, items: list[Value]) -> None:
        self.items = items

    def describe(self) -> str:
        return "a list"


class MaybeUndefined(Value):
    """Stands for a variable that has no value on some path; reading it is an error."""

    usable = False
    __slots__ = ("hint", "reason")

    def __init__(self, reason: str, hint: str) -> None:
        self.reason = reason
        self.hint = hint


class Overwritten(MaybeUndefined):
    """Stands for a tensor that a kernel has written and returned under another name."""

    __slots__ = ()


class ErrorValue(Value):
    """Stands for a value whose computation was an error; using it is silent."""

    usable = False
    __slots__ = ()


ERROR = ErrorValue()


def int_constant(value: int) -> ScalarValue:
    """An int literal: INDEX until its context says otherwise."""
    return ScalarValue(dtypes.INDEX, const=value, sym=value, literal=True)


def float_constant(value: float) -> ScalarValue:
    """A float literal: FP32."""
    return ScalarValue(dtypes.FP32, const=value, literal=True)


def bool_constant(value: bool) -> ScalarValue:
    """True or False."""
    return ScalarValue(dtypes.BOOL, const=value, literal=True)


def enum_text(enum: type[Enum]) -> str:
    """An enumeration as a user writes it."""
    import pypto.language as pl

    return f"{'pl' if enum.__name__ in pl.__all__ else 'pld'}.{enum.__name__}"


def python_text(found: Any) -> str:
    """A Python object in a message: one line, the same in every run."""
    if found is None or isinstance(found, (str, int, float)) and not isinstance(found, Enum):
        return repr(found)
    if isinstance(found, Enum):
        return f"{enum_text(type(found))}.{found.name}"
    if isinstance(found, dtypes.DataType):
        return f"pl.{found}"
    info = getattr(found, "__op__", None)
    if info is not None:
        return f"the operation {info.spelling}"
    name = getattr(found, "__name__", None)
    if isinstance(name, str):
        word = "class" if isinstance(found, type) else "module" if _is_module(found) else "function"
        return f"the {word} {name}"
    kind = type(found).__name__
    shape = getattr(found, "shape", None)
    article = "an" if kind[0] in "aeiouAEIOU" else "a"
    return f"{article} {kind}" + (f" of shape {tuple(shape)}" if isinstance(shape, tuple) else "")


def _is_module(found: Any) -> bool:
    import types

    return isinstance(found, types.ModuleType)
