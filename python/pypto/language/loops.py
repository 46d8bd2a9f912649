# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loop iterators. In a kernel they are compiled; called as plain Python they count."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from pypto.language.outside import bad_plain_call, outside_kernel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pypto.language.types import IntLike, Scalar


def _count(name: str, bounds: tuple[Any, ...]) -> Any:
    if not 1 <= len(bounds) <= 3:
        raise bad_plain_call(
            f"{name}() takes 1 to 3 positional arguments, got {len(bounds)}",
            expected=f"pl.{name}([start,] stop[, step])",
        )
    return iter(builtins.range(*bounds))


def range(
    *bounds: IntLike,
    init_values: Sequence[Any] | None = None,
    attrs: dict[str, Any] | None = None,
) -> Iterator[Any]:
    """Sequential loop over `[start,] stop [, step]`.

    Bounds are ints or integer scalars. With `init_values` the target is
    `i, (a, b)` and the body ends in `a2, b2 = pl.yield_(u, v)`.
    """
    return _count("range", bounds)


def parallel(
    *bounds: IntLike,
    init_values: Sequence[Any] | None = None,
    attrs: dict[str, Any] | None = None,
) -> Iterator[Any]:
    """Loop whose iterations are asserted independent; no break or continue."""
    return _count("parallel", bounds)


def unroll(*bounds: int) -> Iterator[int]:
    """Loop that is expanded at compile time; bounds are compile-time ints."""
    return _count("unroll", bounds)


def pipeline(
    *bounds: IntLike,
    stage: int | None = None,
    init_values: Sequence[Any] | None = None,
    attrs: dict[str, Any] | None = None,
) -> Iterator[Any]:
    """Sequential loop whose body is software-pipelined `stage` deep (int >= 1)."""
    if not isinstance(stage, int) or isinstance(stage, bool) or stage < 1:
        raise bad_plain_call(f"stage must be a positive integer, got {stage!r}", hint="stage=2")
    return _count("pipeline", bounds)


def while_(*, init_values: Sequence[Any] | None = None) -> Iterator[Any]:
    """`for (a, b) in pl.while_(init_values=(x, y)):`; the body starts with `pl.cond(c)`."""
    if not init_values:
        raise bad_plain_call("while_() requires init_values", hint="pl.while_(init_values=(x,))")
    outside_kernel("pl.while_")


def cond(condition: Scalar | bool) -> None:
    """Condition of a `pl.while_` loop; its first statement."""
    outside_kernel("pl.cond")


def yield_(*values: Any) -> Any:
    """Values that a loop iteration or a branch hands on."""
    outside_kernel("pl.yield_")
