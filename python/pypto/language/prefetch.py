# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asynchronous prefetch from DDR into L2: `pl.prefetch.*`."""

from __future__ import annotations

from pypto.language.ops._declare import op
from pypto.language.types import AsyncEvent, AsyncSession, PrefetchAsyncContext, Scalar, Tensor


@op("other", name="prefetch_make_context", namespace="pl.prefetch")
def make_context() -> PrefetchAsyncContext:
    """A context for prefetches."""
    ...


@op("other", name="prefetch_async", namespace="pl.prefetch")
def async_prefetch(src: Tensor, ctx: PrefetchAsyncContext) -> AsyncEvent:
    """Starts to bring `src` into L2; static shape, all dims 1 except the last."""
    ...


@op("other", name="prefetch_session", namespace="pl.prefetch")
def session(ctx: PrefetchAsyncContext) -> AsyncSession:
    """A session that can wait for events."""
    ...


@op("other", name="prefetch_wait", namespace="pl.prefetch")
def wait(event: AsyncEvent, session: AsyncSession) -> Scalar:
    """Waits for a prefetch; a BOOL scalar."""
    ...


__all__ = ["async_prefetch", "make_context", "session", "wait"]
