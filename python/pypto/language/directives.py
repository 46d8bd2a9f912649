# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Directives that are carried out while a kernel is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.language.outside import outside_kernel

if TYPE_CHECKING:
    from pypto.dtypes import DataType
    from pypto.language.types import Scalar, Tensor


def const(value: int | float | bool, dtype: DataType) -> Scalar:
    """A constant of type `dtype`; `value` is a numeric literal."""
    outside_kernel("pl.const")


def static_print(*args: Any) -> None:
    """Prints its arguments while the kernel is compiled; f-strings are allowed."""
    outside_kernel("pl.static_print")


def static_assert(condition: Any, msg: str = "") -> None:
    """Fails the compile with `msg` when a compile-time condition does not hold."""
    outside_kernel("pl.static_assert")


def func_attr(attributes: dict[str, Any]) -> None:
    """Attributes of the function; must come before every other statement."""
    outside_kernel("pl.func_attr")


def dump_tag(tensor: Tensor) -> None:
    """Marks a tensor for argument dumps from here on (orchestration and inline functions)."""
    outside_kernel("pl.dump_tag")
