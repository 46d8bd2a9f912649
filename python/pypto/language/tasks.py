# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Explicit tasks and their dependencies. All exist only inside a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.language.outside import outside_kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.language.types import IntLike, Tensor


def submit(
    kernel: Any,
    *args: Any,
    deps: Sequence[Any] = (),
    dumps: Sequence[Tensor] = (),
    allow_early_resolve: bool = False,
    predicate: Any = None,
) -> Any:
    """`out, tid = pl.submit(self.k, a, b, out, deps=[...])`: dispatches one kernel as a task."""
    outside_kernel("pl.submit", "pl.submit is a DSL parser construct; use it inside a kernel")


def spmd_submit(
    kernel: Any,
    *args: Any,
    core_num: IntLike,
    sync_start: bool = False,
    deps: Sequence[Any] = (),
    dumps: Sequence[Tensor] = (),
    allow_early_resolve: bool = False,
    predicate: Any = None,
) -> Any:
    """`pl.submit` on `core_num` blocks."""
    outside_kernel(
        "pl.spmd_submit", "pl.spmd_submit is a DSL parser construct; use it inside a kernel"
    )


def no_dep(tensor: Tensor) -> Tensor:
    """At a call argument: no dependency tracking for this argument."""
    outside_kernel("pl.no_dep")
