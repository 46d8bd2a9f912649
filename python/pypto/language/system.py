# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Synchronisation, cache maintenance and device geometry: `pl.system.*`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.language.enums import KernelType, PipeType, SyncAllMode
from pypto.language.ops._declare import op
from pypto.language.outside import outside_kernel
from pypto.language.pipes import (
    AUTO,
    aic_initialize_pipe,
    aiv_initialize_pipe,
    import_peer_buffer,
    reserve_buffer,
    tfree_to_aic,
    tfree_to_aiv,
    tpop_from_aic,
    tpop_from_aiv,
    tpush_to_aic,
    tpush_to_aiv,
)
from pypto.language.types import Dims, IntLike, Scalar, Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence


@op("other", namespace="pl.system")
def sync_src(*, set_pipe: PipeType, wait_pipe: PipeType, event_id: int) -> None:
    """Sets an event flag from one pipe of a core to another."""
    ...


@op("other", namespace="pl.system")
def sync_dst(*, set_pipe: PipeType, wait_pipe: PipeType, event_id: int) -> None:
    """Waits for an event flag between two pipes of a core."""
    ...


@op("other", namespace="pl.system")
def sync_set(
    event_id: IntLike,
    *,
    pipe: PipeType,
    ffts_mode: int | None = None,
    core_type: KernelType | str | None = None,
) -> None:
    """Raises a cross-core event: an int 0..13 or an INDEX scalar; ffts_mode 0..2."""
    ...


@op("other", namespace="pl.system")
def sync_wait(
    event_id: IntLike,
    *,
    pipe: PipeType,
    core_type: KernelType | str | None = None,
) -> None:
    """Waits for the cross-core event that a matching `sync_set` raises."""
    ...


@op("other", namespace="pl.system")
def set_ffts(workspace: Tensor) -> None:
    """Declares the workspace of cross-core events: INT64, rank 1, >= 256 elements."""
    ...


@op("other", namespace="pl.system")
def bar_v() -> None:
    """Barrier of the vector pipe."""
    ...


@op("other", namespace="pl.system")
def bar_m() -> None:
    """Barrier of the matrix pipe."""
    ...


@op("other", namespace="pl.system")
def bar_all() -> None:
    """Barrier of all pipes of a core."""
    ...


@op("other", namespace="pl.system")
def fence() -> None:
    """Memory barrier over global memory."""
    ...


@op("other", namespace="pl.system")
def cacheinvalid(
    tensor: Tensor | None = None,
    shapes: Dims | None = None,
    offsets: Dims | None = None,
) -> None:
    """Invalidates the whole of global memory, or the cache line of a view's first element."""
    ...


@op("other", namespace="pl.system")
def syncall(
    *,
    core_type: KernelType | str = KernelType.MIX,
    mode: SyncAllMode | str = SyncAllMode.HARD,
    gm_workspace: Tensor | None = None,
    used_cores: IntLike | None = None,
) -> None:
    """Barrier of all participants; aligns arrival only.

    HARD needs a launch that fills all cores. SOFT takes `gm_workspace`, a zeroed INT32 tensor
    of >= 16 elements, and `used_cores`, the number of participants (0: derived from launch).
    """
    ...


@op("other", namespace="pl.system")
def available_cluster_count() -> Scalar:
    """Number of clusters (cube cores) of this run, an INT32 scalar."""
    ...


@op("other", namespace="pl.system")
def available_aiv_count() -> Scalar:
    """Number of vector cores of this run, an INT32 scalar."""
    ...


@op("other", namespace="pl.system")
def task_invalid() -> Scalar:
    """The task id of "no producer", the same as None."""
    ...


def task_dummy(*, deps: Sequence[Any]) -> Scalar:
    """A task without work that is done once all of `deps` are; returns its task id."""
    outside_kernel("pl.system.task_dummy")


__all__ = [
    "AUTO",
    "KernelType",
    "SyncAllMode",
    "aic_initialize_pipe",
    "aiv_initialize_pipe",
    "available_aiv_count",
    "available_cluster_count",
    "bar_all",
    "bar_m",
    "bar_v",
    "cacheinvalid",
    "fence",
    "import_peer_buffer",
    "reserve_buffer",
    "set_ffts",
    "sync_dst",
    "sync_set",
    "sync_src",
    "sync_wait",
    "syncall",
    "task_dummy",
    "task_invalid",
    "tfree_to_aic",
    "tfree_to_aiv",
    "tpop_from_aic",
    "tpop_from_aiv",
    "tpush_to_aic",
    "tpush_to_aiv",
]
