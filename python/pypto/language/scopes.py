# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scopes: where work runs and how it is tracked. All exist only inside a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.language.enums import ScopeMode
from pypto.language.outside import outside_kernel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    from pypto.language.enums import Level, Role, SplitMode
    from pypto.language.types import IntLike, Scalar, Tensor

    class SpmdScope(Protocol):
        """`with pl.spmd(n):` or `for i in pl.spmd(n):`."""

        def __enter__(self) -> Scalar: ...
        def __exit__(self, *args: Any) -> None: ...
        def __iter__(self) -> Iterator[Any]: ...

    class Scope(Protocol):
        """A scope of a with statement; `as` binds the task id of `pl.at` and `pl.spmd`."""

        def __enter__(self) -> Scalar: ...
        def __exit__(self, *args: Any) -> None: ...


def at(
    level: Level,
    role: Role | None = None,
    *,
    optimizations: Sequence[Any] | None = None,
    deps: Sequence[Any] | None = None,
    no_dep_args: Sequence[Tensor] | None = None,
    dumps: Sequence[Tensor] | None = None,
    allow_early_resolve: bool = False,
    name_hint: str = "",
    windowize: bool = False,
) -> Scope:
    """Marks a region as work of one level of the machine.

    `pl.Level.CORE_GROUP` makes the region one device kernel, called `name_hint`.
    `as tid` binds its task id. `optimizations`: an inline list of `pl.split(mode)` and
    `pl.cross_core_slot(slot_num=N)`. `deps`: task ids it waits for. `no_dep_args`: captured
    tensors without dependency tracking.
    """
    outside_kernel("pl.at")


def spmd(
    core_num: IntLike,
    *,
    sync_start: bool = False,
    name_hint: str = "",
    optimizations: Sequence[Any] | None = None,
    deps: Sequence[Any] | None = None,
    allow_early_resolve: bool = False,
    predicate: Any = None,
) -> SpmdScope:
    """Runs one kernel on `core_num` blocks.

    `for i in pl.spmd(n):` binds the block index; `with pl.spmd(n) [as tid]:` must read
    `pl.tile.get_block_idx()` or dispatch one kernel. The blocks are asserted independent.
    """
    outside_kernel("pl.spmd", "pl.spmd: the loop form is only valid inside a kernel")


def cluster(*, name_hint: str = "") -> Scope:
    """Co-schedules the cube and vector kernels launched inside on one cluster."""
    outside_kernel("pl.cluster")


def split_aiv(n: int, *, mode: SplitMode) -> Iterator[Any]:
    """Region over the two vector lanes (`n` is 2); the target is the lane's index."""
    outside_kernel("pl.split_aiv", "pl.split_aiv: the loop form is only valid inside a kernel")


def scope(*, mode: ScopeMode = ScopeMode.AUTO) -> Scope:
    """A runtime scope; MANUAL switches automatic dependency tracking off."""
    outside_kernel("pl.scope")


def manual_scope() -> Scope:
    """The same as `pl.scope(mode=pl.ScopeMode.MANUAL)`."""
    outside_kernel("pl.manual_scope")
