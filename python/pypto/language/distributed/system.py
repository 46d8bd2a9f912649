# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signals between ranks: `pld.system.*`."""

from __future__ import annotations

from pypto.language.enums import NotifyOp, WaitCmp
from pypto.language.ops._declare import op
from pypto.language.types import Dims, DistributedTensor, IntLike


@op("other", name="pld_notify", namespace="pld.system", family="communication")
def notify(
    target: DistributedTensor,
    peer: IntLike,
    offsets: Dims,
    value: IntLike,
    *,
    op: NotifyOp,
) -> None:
    """Adds to or sets a signal cell of a peer."""
    ...


@op("other", name="pld_wait", namespace="pld.system", family="communication")
def wait(signal: DistributedTensor, offsets: Dims, expected: IntLike, *, cmp: WaitCmp) -> None:
    """Waits until the local signal cell compares with `expected`."""
    ...


@op("other", name="pld_defer_wait", namespace="pld.system", family="communication")
def defer_wait(
    signal: DistributedTensor,
    offsets: Dims,
    expected: IntLike,
    *,
    cmp: WaitCmp = WaitCmp.Ge,
) -> None:
    """A wait that ends a task without blocking its core."""
    ...


__all__ = ["defer_wait", "notify", "wait"]
