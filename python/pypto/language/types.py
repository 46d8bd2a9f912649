# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types of kernel values, as annotations and for editors.

Inside a kernel these classes only describe values: a kernel's body is compiled, never run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from pypto import dtypes
from pypto.dtypes import DataType
from pypto.language.outside import bad_plain_call, outside_kernel

if TYPE_CHECKING:
    from typing_extensions import Self

    from pypto.language.views import MemRef

_T = TypeVar("_T")


def _bad_annotation(message: str, **facts: Any) -> Exception:
    from pypto.diagnostics import codes, make_error

    return make_error(codes.BadAnnotation, message, **facts)


def _slots(name: str, item: Any) -> tuple[Any, ...]:
    """The entries of `pl.<name>[...]`."""
    slots = item if isinstance(item, tuple) else (item,)
    if len(slots) < 2:
        raise _bad_annotation(
            f"Incomplete type annotation: pl.{name} needs [shape, dtype]",
            expected=f"pl.{name}[[16, 16], pl.FP32]",
            got=f"pl.{name}[{item!r}]",
        )
    if len(slots) > 5:
        raise _bad_annotation(
            f"pl.{name} has at most 5 entries, got {len(slots)}",
            expected=f"pl.{name}[shape, dtype, memory space or layout, view, MemRef]",
        )
    return slots


def _outside_subscript(kind: str) -> Exception:
    from pypto.diagnostics import codes, make_error

    return make_error(
        codes.OutsideSubscript,
        f"subscripts of a {kind} exist only inside a kernel",
        hint="decorate the function with @pl.jit, @pl.jit.incore or @pl.function",
    )


class _Value:
    """What tensors, tiles and scalars share: operators, which only exist inside a kernel."""

    dtype: DataType

    def unwrap(self) -> Any:
        """The IR value; an annotation has none."""
        raise bad_plain_call(
            f"{type(self).__name__} is an annotation and has no value",
            hint="in a kernel the parameter itself is the value",
        )

    def _operator(self, *_: Any) -> Any:
        outside_kernel(f"an operator on pl.{type(self).__name__}")

    if TYPE_CHECKING:

        def __add__(self, other: Any) -> Self: ...
        def __radd__(self, other: Any) -> Self: ...
        def __sub__(self, other: Any) -> Self: ...
        def __rsub__(self, other: Any) -> Self: ...
        def __mul__(self, other: Any) -> Self: ...
        def __rmul__(self, other: Any) -> Self: ...
        def __truediv__(self, other: Any) -> Self: ...
        def __neg__(self) -> Self: ...
    else:
        __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _operator
        __truediv__ = __rtruediv__ = __neg__ = _operator


class Tensor(_Value):
    """A value in DDR (global memory).

    Annotation forms: `pl.Tensor`, `pl.Tensor[[d0, d1], dtype]`, and a third slot for a
    layout, `pl.TensorView` or `pl.MemRef`, a fourth for a MemRef. A dimension is an int or a
    `pl.dynamic` variable; rank >= 1.
    """

    def __init__(
        self,
        shape: Sequence[Any] | None = None,
        dtype: DataType | None = None,
        *extras: Any,
        expr: Any = None,
    ) -> None:
        if expr is None and (shape is None or dtype is None):
            raise bad_plain_call(
                f"{type(self).__name__} needs a shape and a dtype, or expr=",
                expected=f"pl.{type(self).__name__}[[16, 64], pl.FP32]",
            )
        self._shape = shape
        self.dtype = dtype  # pyright: ignore[reportAttributeAccessIssue]
        self.extras = extras
        self.expr = expr

    def __class_getitem__(cls, item: Any) -> Any:
        return cls(*_slots(cls.__name__, item))

    @property
    def shape(self) -> tuple[Any, ...]:
        """The dimensions; in a kernel ints, or run-time scalars for dynamic ones."""
        shape = self._shape
        return tuple(shape) if isinstance(shape, (list, tuple)) else (shape,)

    def bind_dynamic(self, dim: int, symbol: Any) -> None:
        """Inside `@pl.jit`: makes dimension `dim` of a bare `pl.Tensor` parameter run-time."""
        outside_kernel("bind_dynamic")

    def __getitem__(self, index: Any) -> Any:
        raise _outside_subscript("tensor")

    def __setitem__(self, index: Any, value: Any) -> None:
        raise _outside_subscript("tensor")

    def __repr__(self) -> str:
        return f"pl.{type(self).__name__}[{list(self.shape)}, {self.dtype!r}]"


class DistributedTensor(Tensor):
    """This rank's slice of a window that all ranks share."""


class Tile(_Value):
    """A value in an on-chip buffer.

    `pl.Tile[shape, dtype]`, then in any order one `pl.MemRef`, one memory space and one
    `pl.TileView`.
    """

    def __init__(
        self,
        shape: Sequence[Any] | None = None,
        dtype: DataType | None = None,
        *extras: Any,
        expr: Any = None,
    ) -> None:
        if expr is None and (shape is None or dtype is None):
            raise bad_plain_call(
                "Tile needs a shape and a dtype, or expr=", expected="pl.Tile[[16, 64], pl.FP32]"
            )
        self._shape = shape
        self.dtype = dtype  # pyright: ignore[reportAttributeAccessIssue]
        self.extras = extras
        self.expr = expr

    def __class_getitem__(cls, item: Any) -> Any:
        return cls(*_slots("Tile", item))

    @property
    def shape(self) -> tuple[Any, ...]:
        """The allocated dimensions; always static."""
        shape = self._shape
        return tuple(shape) if isinstance(shape, (list, tuple)) else (shape,)

    def __getitem__(self, index: Any) -> Any:
        raise _outside_subscript("tile")

    def __setitem__(self, index: Any, value: Any) -> None:
        raise _outside_subscript("tile")

    def __repr__(self) -> str:
        return f"pl.Tile[{list(self.shape)}, {self.dtype!r}]"


class Scalar(_Value):
    """A register value: `pl.Scalar[dtype]`, or the bare dtype as an annotation."""

    def __init__(self, dtype: DataType, value: Any = None) -> None:
        self.dtype = dtype
        self.value = value

    def __class_getitem__(cls, dtype: Any) -> Any:
        return cls(dtype)

    # A bool for type checkers: in a kernel a comparison is the condition of an `if`.
    def __bool__(self) -> bool:
        from pypto.diagnostics import codes, make_error

        raise make_error(
            codes.NotATensorExpression,
            "Cannot convert Scalar to bool",
            hint="a Scalar has a value only inside a kernel",
        )

    def __eq__(self, other: object) -> Any:
        return self is other

    __hash__ = object.__hash__

    if TYPE_CHECKING:

        def __floordiv__(self, other: Any) -> Self: ...
        def __rfloordiv__(self, other: Any) -> Self: ...
        def __mod__(self, other: Any) -> Self: ...
        def __lshift__(self, other: Any) -> Self: ...
        def __rshift__(self, other: Any) -> Self: ...
        def __invert__(self) -> Self: ...
        def __lt__(self, other: Any) -> Self: ...
        def __le__(self, other: Any) -> Self: ...
        def __gt__(self, other: Any) -> Self: ...
        def __ge__(self, other: Any) -> Self: ...
        def __index__(self) -> int: ...

    def __repr__(self) -> str:
        return f"pl.Scalar[{self.dtype!r}]"


class Array(_Value):
    """A fixed-size array on a core's stack: `pl.Array[N, dtype]`, integers, BOOL or TASK_ID."""

    def __init__(self, extent: Any, dtype: Any = None) -> None:
        self.extent = extent
        self.dtype = dtype

    def __class_getitem__(cls, item: Any) -> Any:
        if not isinstance(item, tuple) or len(item) != 2:
            raise _bad_annotation(
                "Array subscript requires [extent, dtype]", expected="pl.Array[4, pl.INT32]"
            )
        return cls(*item)

    def __getitem__(self, index: Any) -> Any:
        outside_kernel("a subscript of pl.Array")

    def __setitem__(self, index: Any, value: Any) -> None:
        outside_kernel("a subscript of pl.Array")


class Tuple(Generic[_T]):
    """A flat tuple of values; a return annotation: `pl.Tuple[T1, T2]`."""

    def __init__(self, members: tuple[Any, ...]) -> None:
        self.members = members

    def __class_getitem__(cls, item: Any) -> Any:
        members = item if isinstance(item, tuple) else (item,)
        if any(isinstance(m, Tuple) or getattr(m, "__origin__", None) is tuple for m in members):
            raise _bad_annotation(
                "Nested tuple types are not supported", hint="list all members in one pl.Tuple"
            )
        return cls(members)


class Directed:
    """A parameter type with a direction, what `pl.Out[T]` evaluates to."""

    def __init__(self, direction: str, target: Any) -> None:
        self.direction = direction
        self.target = target

    def __getattr__(self, name: str) -> Any:
        return getattr(self.target, name)

    def __repr__(self) -> str:
        return f"pl.{self.direction}[{self.target!r}]"


if TYPE_CHECKING:
    # For an editor an output parameter is simply its type.
    from typing import Annotated

    Out: TypeAlias = Annotated[_T, "Out"]
    InOut: TypeAlias = Annotated[_T, "InOut"]
else:

    class Out:
        """`pl.Out[T]`: a parameter that the kernel only writes."""

        def __class_getitem__(cls, item):
            return Directed("Out", item)

    class InOut:
        """`pl.InOut[T]`: a parameter that the kernel reads and writes."""

        def __class_getitem__(cls, item):
            return Directed("InOut", item)


if TYPE_CHECKING:
    # None is the task id of "no producer".
    TaskId: TypeAlias = Scalar | None
else:
    TaskId = Scalar(dtypes.TASK_ID)


class PtrType:
    """Identity of an allocation."""


Ptr = PtrType


class MemRefType:
    """Type of a memory reference in printed IR."""


class PrefetchAsyncContext:
    """Context of asynchronous prefetches."""


class AsyncEvent:
    """An asynchronous prefetch in flight."""


class AsyncSession:
    """Session that waits for prefetches."""


class CommCtxType:
    """A communication context's type."""


CommCtx = CommCtxType

IntLike: TypeAlias = "int | Scalar"
Number: TypeAlias = "int | float | bool | Scalar"
Dims: TypeAlias = "Sequence[int | Scalar]"
TensorOrTile = TypeVar("TensorOrTile", Tensor, Tile)
MemRefLike: TypeAlias = "MemRef"
