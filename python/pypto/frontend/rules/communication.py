# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signals and transfers between ranks."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.frontend.rules import low_precision
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import as_matrix
from pypto.frontend.rules.distributed import NOTHING, defer, peer, placeholder, window
from pypto.frontend.rules.movement import check_window, same_rank
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TileType
from pypto.frontend.values import TensorValue, TileValue, Value
from pypto.language.enums import AtomicType, NotifyOp, WaitCmp

_INT32_MAX = (1 << 31) - 1
_DEFERRED_PLACE = "with pl.at(level=pl.Level.CORE_GROUP): around it, at the function's top level"


def _cell(call: OpCall, name: str) -> TensorValue:
    """A cell of a signal window."""
    signal = window(call, name, dtypes.INT32)
    offsets = call.indices("offsets")
    same_rank(call, signal.type.rank, offsets=offsets)
    one: Any = [1] * signal.type.rank
    check_window(call, signal.type.shape, offsets, one, "signal", "offsets")
    return signal


def _device_work(call: OpCall) -> None:
    if not call.c.in_core:
        raise call.c.error(
            codes.MisplacedOperation,
            call.node,
            f"{call.info.spelling}() is only valid in device work",
            hint="call it in a @pl.jit.incore kernel or a pl.at(level=pl.Level.CORE_GROUP) scope",
        )


def _int32(call: OpCall, name: str) -> None:
    value = call.scalar(name)
    if not value.dtype.is_int():
        raise call.fail(
            codes.OperandDtype,
            f"'{name}' must be an integer",
            name,
            got=value.describe(),
            expected="an int, or a pl.Scalar of an integer type",
            hint=f"pl.cast({call.text(name)}, pl.INT32)"
            if value.const is None
            else call.written(**{name: str(int(value.const))})
            if value.const == value.const // 1
            else None,
        )


@rule("pld_notify")
def notify(call: OpCall) -> Value:
    """Adds to, or sets, a signal cell of a peer."""
    _device_work(call)
    _cell(call, "target")
    peer(call)
    _int32(call, "value")
    call.member("op", NotifyOp)
    defer(call)
    return NOTHING


@rule("pld_wait")
def wait(call: OpCall) -> Value:
    """Waits for the local signal cell."""
    _device_work(call)
    _cell(call, "signal")
    _int32(call, "expected")
    call.member("cmp", WaitCmp)
    defer(call)
    return NOTHING


@rule("pld_defer_wait")
def defer_wait(call: OpCall) -> Value:
    """A wait that ends a task of its own."""
    _check_deferred_place(call)
    signal = _cell(call, "signal")
    parameter = signal.parameter and call.c.parameters.get(signal.parameter)
    whole = parameter and signal.type.rank == len(parameter.shape or signal.type.shape)
    if not whole:
        raise _deferred(
            call,
            "takes only a direct DistributedTensor function parameter as its signal, no view",
            "signal",
            expected="a parameter annotated as pld.DistributedTensor[[...], pl.INT32]",
            got=call.text("signal"),
            hint="pass the parameter itself and give the cell in offsets=",
        )
    _int32(call, "expected")
    expected = call.scalar("expected")
    if expected.const is not None and not 0 <= expected.const <= _INT32_MAX:
        raise _deferred(
            call,
            f"expected={expected.const} is outside 0..{_INT32_MAX}",
            "expected",
            expected=f"0..{_INT32_MAX}",
        )
    if call.member("cmp", WaitCmp) is not WaitCmp.Ge:
        raise _deferred(
            call,
            "compares with pld.WaitCmp.Ge only",
            "cmp",
            expected="pld.WaitCmp.Ge",
            hint=call.written("cmp"),
        )
    defer(call)
    return NOTHING


def _deferred(call: OpCall, problem: str, at: str = "", **facts: Any) -> Exception:
    return call.c.error(
        codes.BadDeferredWait,
        call.nodes.get(at, call.node),
        f"pld.system.defer_wait() {problem}",
        **facts,
    )


def _check_deferred_place(call: OpCall) -> None:
    c = call.c
    for scope in c.scopes:
        keywords = _keywords(scope.node)
        if "predicate" in keywords:
            raise _deferred(
                call,
                "cannot use a dispatch predicate",
                expected="a scope without predicate=",
                hint="the task waits for its signal in any case: leave predicate= out",
            )
        if "allow_early_resolve" in keywords:
            raise _deferred(
                call,
                "cannot use allow_early_resolve=True",
                expected="a scope without allow_early_resolve=",
                hint="the task ends with its signal: leave allow_early_resolve= out",
            )
    if c.kind in ("InCore", "AIC", "AIV"):
        raise _deferred(
            call,
            f"in the device kernel '{c.program.active[-1].name}' bypasses the deferred-waiter "
            "task contract",
            hint=_DEFERRED_PLACE,
        )
    if [s.kind for s in c.scopes] != ["at"] or c.frame.loops:
        raise _deferred(call, "must be in a task-level pl.at(CORE_GROUP)", hint=_DEFERRED_PLACE)


def _keywords(node: Any) -> set[str]:
    """Keywords of a scope that are given and not switched off."""
    items = getattr(node, "items", None)
    call = items[0].context_expr if items else getattr(node, "iter", node)
    return {
        k.arg
        for k in getattr(call, "keywords", ())
        if k.arg and getattr(k.value, "value", True) not in (None, False)
    }


@rule("pld_remote_load")
def remote_load(call: OpCall) -> Value:
    """A region of a peer's window as a tile."""
    _device_work(call)
    target = window(call, "target")
    peer(call)
    if low_precision.is_scale(target.type):
        raise call.fail(
            codes.OperandKind,
            "an MX scale has no remote_load",
            "target",
            expected="a window of rows, in pl.ND",
            got=target.describe(),
            hint="pld.tensor.get brings the scales of a peer into a tensor of this rank",
        )
    shape = call.static_shape("shape")
    offsets = call.indices("offsets")
    if not len(shape) == len(offsets) == target.type.rank:
        raise call.fail(
            codes.OperandShape,
            f"target, offsets and shape have ranks {target.type.rank}, {len(offsets)} and "
            f"{len(shape)}",
            "shape",
            expected="equal ranks",
        )
    check_window(call, target.type.shape, offsets, shape, "target", "offsets")
    type = TileType(shape, target.type.dtype)
    defer(call)
    return TileValue(type, placeholder(call, type))


@rule("pld_remote_store")
def remote_store(call: OpCall) -> Value:
    """A tile or tensor into a peer's window."""
    target = window(call, "target")
    peer(call)
    source = call.shaped("src")
    if isinstance(source, TensorValue) and source.type.distributed:
        raise call.fail(
            codes.OperandKind,
            "'src' cannot be a DistributedTensor",
            "src",
            got=source.describe(),
            hint=f"load this rank's slice first: {call.load('src', source.type)}",
        )
    if source.type.rank != 2 or target.type.rank < 2:
        raise call.fail(
            codes.OperandShape,
            "remote_store moves a 2-D source into a target of rank >= 2",
            "src",
            got=f"{source.describe()} into {target.describe()}",
            expected="'src' [rows, columns], 'target' of two axes or more",
            hint=as_matrix(call, "src", source.type.shape) if source.type.rank != 2 else None,
        )
    if source.type.dtype is not target.type.dtype:
        raise call.fail(
            codes.OperandDtype,
            f"'src' has dtype {source.type.dtype}, 'target' {target.type.dtype}",
            "src",
            hint=f"pl.cast({call.text('src')}, pl.{target.type.dtype})",
        )
    offsets = call.indices("offsets")
    same_rank(call, target.type.rank, offsets=offsets)
    ones: list[Any] = [1] * (target.type.rank - 2)
    extents: Any = [*ones, *source.type.shape]
    check_window(call, target.type.shape, offsets, extents, "target", "offsets")
    call.member("atomic", AtomicType)
    defer(call)
    return target


@rule("pld_put", "pld_get")
def transfer(call: OpCall) -> Value:
    """A region between a tensor and a peer's window."""
    remote, local = ("dst", "src") if call.info.name == "pld_put" else ("src", "dst")
    far, near = window(call, remote), call.tensor(local)
    peer(call)
    if far.type.dtype is not near.type.dtype:
        raise call.fail(
            codes.OperandDtype,
            f"'{local}' has dtype {near.type.dtype}, '{remote}' {far.type.dtype}",
            local,
            expected=f"equal element types: {far.type.dtype} for both",
            hint=f"pl.cast({call.text(local)}, pl.{far.type.dtype})"
            if local == "src"
            else f"give '{local}' the type pl.{far.type.dtype}",
        )
    parts = ("dst_offsets", "src_offsets", "shape")
    given = [name for name in parts if call.given(name)]
    if given and len(given) != len(parts):
        missing = ", ".join(name for name in parts if name not in given)
        raise call.fail(
            codes.BadOpArguments,
            f"{', '.join(parts)} come together or not at all; missing: {missing}",
            given[0],
            expected=f"all of {', '.join(parts)}, or none for whole tensors",
            hint=call.written(*given) + " moves them whole",
        )
    if given:
        shape = call.indices("shape")
        for name, tensor in (
            ("dst_offsets", call.tensor("dst")),
            ("src_offsets", call.tensor("src")),
        ):
            offsets = call.indices(name)
            same_rank(call, tensor.type.rank, offsets=offsets, shape=shape)
            check_window(call, tensor.type.shape, offsets, call.syms(shape), name[:3], name)
    elif far.type.shape != near.type.shape:
        raise call.fail(
            codes.OperandShape,
            "whole tensors have equal shapes",
            local,
            expected=far.describe(),
            got=near.describe(),
            hint="give dst_offsets=, src_offsets= and shape= of the region",
        )
    _check_chunks(call)
    if "atomic" in call.arguments:
        call.member("atomic", AtomicType)
    defer(call)
    return call.tensor("dst")


def _check_chunks(call: OpCall) -> None:
    rows, columns = call.integer("chunk_rows"), call.integer("chunk_cols")
    for name, size in (("chunk_rows", rows), ("chunk_cols", columns)):
        if size < 0:
            raise call.fail(
                codes.BadOpAttribute,
                f"{name}={size} is negative",
                name,
                expected="at least 0; 0 moves the region in one piece",
                hint=call.written(name),
            )
    if call.flag("pipeline") and not (rows > 0 and columns > 0):
        raise call.fail(
            codes.BadOpAttribute,
            "pipeline=True needs chunk_rows > 0 and chunk_cols > 0",
            "pipeline",
            expected="chunk_rows= and chunk_cols= of at least 1: the pieces that overlap",
            hint=call.written(
                **{n: str(v or 16) for n, v in (("chunk_rows", rows), ("chunk_cols", columns))}
            ),
        )
