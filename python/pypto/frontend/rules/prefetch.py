# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.prefetch.*`: asynchronous prefetches from DDR into L2.

A context and a session have no meaning at run time, so they are Python objects here; the event
is the number of a transfer.
"""

from __future__ import annotations

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.table import rule
from pypto.frontend.types import dims_text
from pypto.frontend.values import PyValue, ScalarValue, Value
from pypto.language.types import AsyncSession, PrefetchAsyncContext


@rule("prefetch_make_context")
def make_context(call: OpCall) -> Value:
    """What prefetches are started with."""
    return PyValue(PrefetchAsyncContext())


@rule("prefetch_session")
def session(call: OpCall) -> Value:
    """What prefetches are awaited with."""
    _handle(call, "ctx", PrefetchAsyncContext, "pl.prefetch.make_context()")
    return PyValue(AsyncSession())


@rule("prefetch_async")
def start(call: OpCall) -> Value:
    """Starts a prefetch."""
    source = call.tensor("src")
    _handle(call, "ctx", PrefetchAsyncContext, "pl.prefetch.make_context()")
    shape = source.type.shape
    if not all(isinstance(extent, int) for extent in shape):
        raise call.fail(
            codes.OperandShape,
            "a prefetch needs a static shape",
            "src",
            got=dims_text(shape),
            hint="take a slice of static extent: pl.slice(x, [1, 1024], [row, column])",
        )
    if not shape or any(extent != 1 for extent in shape[:-1]):
        raise call.fail(
            codes.OperandShape,
            "a prefetch brings contiguous bytes",
            "src",
            expected="all dims 1 except the last",
            got=dims_text(shape),
            hint="loop over the rows, or pl.reshape a contiguous tensor to one row",
        )
    shared = call.c.b.shared
    attributes = {"shape": shared.attribute(f"array<i64: {', '.join(map(str, shape))}>")}
    zeros = [call.c.b.index(0)] * len(shape)
    operation = call.emit_raw("prefetch.async", [source.ir, *zeros], ["index"], attributes)
    return ScalarValue(dtypes.INDEX, call.c.b.results(operation)[0])


@rule("prefetch_wait")
def wait(call: OpCall) -> Value:
    """Waits for a prefetch."""
    event = call.value("event")
    if not isinstance(event, ScalarValue) or event.dtype is not dtypes.INDEX or event.ir is None:
        raise call.fail(
            codes.OperandKind,
            "'event' must be what pl.prefetch.async_prefetch() returned",
            "event",
            got=event.describe(),
            expected="the event of a prefetch that was started",
            hint="event = pl.prefetch.async_prefetch(x, ctx)",
        )
    _handle(call, "session", AsyncSession, "pl.prefetch.session(ctx)")
    operation = call.emit_raw("prefetch.wait", [event.ir], ["i1"])
    return ScalarValue(dtypes.BOOL, call.c.b.results(operation)[0])


def _handle(call: OpCall, name: str, kind: type, maker: str) -> None:
    value = call.value(name)
    if not isinstance(value, PyValue) or not isinstance(value.object, kind):
        raise call.fail(
            codes.OperandKind,
            f"'{name}' must come from {maker}",
            name,
            got=value.describe(),
            expected=f"what {maker} returned",
            hint=f"{name} = {maker}",
        )
