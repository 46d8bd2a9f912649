# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dimensions and scalars whose value is only known when a kernel runs."""

from __future__ import annotations

from typing import Any, NoReturn

from pypto import dtypes
from pypto.language.outside import bad_plain_call, outside_kernel
from pypto.language.types import Scalar


def _bad_operand(other: Any) -> Exception:
    from pypto.diagnostics import codes, make_error

    return make_error(
        codes.NotATensorExpression,
        f"a dynamic dimension combines with ints only, not with {other!r}",
        expected="an int or another pl.dynamic variable",
    )


class DynExpr(Scalar):
    """Arithmetic over dynamic dimensions in an annotation, for example `M * 2`."""

    def __init__(self, operator: str, operands: tuple[Any, ...]) -> None:
        super().__init__(dtypes.INDEX)
        self.operator = operator
        self.operands = operands

    def names(self) -> set[str]:
        """The dynamic dimensions that it is made of."""
        return {n for o in self.operands if isinstance(o, DynExpr) for n in o.names()}

    def _binary(self, operator: str, other: Any, swapped: bool = False) -> DynExpr:
        if not isinstance(other, (int, DynExpr)) or isinstance(other, bool):
            raise _bad_operand(other)
        return DynExpr(operator, (other, self) if swapped else (self, other))

    def __add__(self, other: Any) -> Any:
        return self._binary("+", other)

    def __radd__(self, other: Any) -> Any:
        return self._binary("+", other, True)

    def __sub__(self, other: Any) -> Any:
        return self._binary("-", other)

    def __rsub__(self, other: Any) -> Any:
        return self._binary("-", other, True)

    def __mul__(self, other: Any) -> Any:
        return self._binary("*", other)

    def __rmul__(self, other: Any) -> Any:
        return self._binary("*", other, True)

    def __floordiv__(self, other: Any) -> Any:
        return self._binary("//", other)

    def __mod__(self, other: Any) -> Any:
        return self._binary("%", other)

    def __repr__(self) -> str:
        left, right = self.operands
        return f"({left!r} {self.operator} {right!r})"


class DynVar(DynExpr):
    """A dimension that is a run-time value: the same object is the same dimension."""

    def __init__(self, name: str) -> None:
        if not isinstance(name, str) or not name.isidentifier():
            raise bad_plain_call(
                f"pl.dynamic needs an identifier, got {name!r}", hint='M = pl.dynamic("M")'
            )
        super().__init__("dim", ())
        self.name = name

    def names(self) -> set[str]:
        return {self.name}

    def __repr__(self) -> str:
        return f'pl.dynamic("{self.name}")'


def dynamic(name: str) -> DynVar:
    """A dynamic dimension called `name`.

    Use it in `pl.Tensor[[M, 128], dtype]`; one compiled kernel then serves every M.
    Raises ValueError when `name` is not an identifier.
    """
    return DynVar(name)


class _Runtime:
    """See `RUNTIME`."""

    _instance: _Runtime | None = None

    def __new__(cls) -> _Runtime:
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def _refuse(self, *_: Any) -> NoReturn:
        outside_kernel(
            "pl.RUNTIME", "pl.RUNTIME only marks a scalar of compile() or lower(); it has no value"
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __neg__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = __float__ = __index__ = _refuse

    def __repr__(self) -> str:
        return "pl.RUNTIME"


# Marks a scalar parameter of `compile()` or `lower()` that stays a run-time argument.
RUNTIME: Any = _Runtime()
