# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations that all ranks carry out together."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.backend.cores import CORES
from pypto.diagnostics import codes
from pypto.frontend import symbolic
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.distributed import defer, window
from pypto.frontend.rules.table import rule
from pypto.frontend.values import TensorValue, Value
from pypto.language.enums import ReduceOp

_MAX_RING = 16


def _bad(call: OpCall, problem: str, at: str = "", **facts: Any) -> Exception:
    node = call.nodes.get(at, call.node)
    name = f"{call.info.spelling}()"
    return call.c.error(codes.BadCollective, node, f"{name}: {problem}", **facts)


def _signal(call: OpCall, columns: int = 1) -> None:
    """INT32 [NR] or [NR, columns]."""
    signal = window(call, "signal", dtypes.INT32)
    shape = signal.type.shape
    if len(shape) > 2 or (len(shape) == 2 and isinstance(shape[1], int) and shape[1] != columns):
        raise _bad(
            call,
            "the signal has one INT32 cell for each rank",
            "signal",
            expected=f"[NR] or [NR, {columns}]" if columns == 1 else f"[NR, {columns}]",
            got=signal.describe(),
        )


def _distinct(call: OpCall, *names: str) -> None:
    """The operands are windows of different buffers."""
    buffers: dict[Any, str] = {}
    for name in names:
        value = call.value(name)
        if not isinstance(value, TensorValue):
            continue
        known = [b for ir, b in call.c.program.window_buffers if ir == value.ir]
        key = known[0] if known else value.parameter
        if key is None:
            continue
        if key in buffers:
            raise _bad(
                call,
                f"'{buffers[key]}' and '{name}' must be different window allocations",
                name,
                got=f"'{key}' for both",
                expected="one buffer for each",
                hint=f"{name} = pld.window(pld.alloc_window_buffer(...), shape, dtype=...) of a "
                "buffer of its own",
            )
        buffers[key] = name


@rule("pld_barrier")
def barrier(call: OpCall) -> Value:
    """All ranks wait for each other."""
    _signal(call)
    defer(call)
    return call.value("signal")


@rule("pld_allreduce")
def allreduce(call: OpCall) -> Value:
    """Reduces a window over all ranks."""
    c = call.c
    target = window(call, "target", dtypes.FP16, dtypes.FP32)
    reduction = call.member("op", ReduceOp)
    mode = call.constant("mode")
    if mode not in ("mesh", "ring"):
        raise _bad(
            call,
            f"mode must be 'mesh' or 'ring', got {mode!r}",
            "mode",
            expected="'mesh' or 'ring'",
            hint=call.written("mode") + " is 'mesh'",
        )
    host = c.kind == "Host"
    cores = call.integer("core_num")
    if cores < 1:
        raise _bad(
            call,
            f"core_num={cores} must be at least 1",
            "core_num",
            expected=f"1..{CORES[c.program.arch].vector}",
            hint=call.written("core_num") + " takes one core",
        )
    available = CORES[c.program.arch].vector
    if cores > available:
        raise _bad(
            call,
            f"core_num={cores} exceeds the backend AIV core count {available}",
            "core_num",
            expected=f"1..{available}",
            hint=call.written(core_num=str(available)),
        )
    if cores > 1 and (not host or mode != "mesh"):
        raise _bad(
            call,
            "core_num > 1 is for mode='mesh' on the host",
            "core_num",
            expected="core_num=1, or mode='mesh' in a @pl.jit.host function",
            hint=call.written("core_num"),
        )
    if not call.given("signal"):
        if not host:
            raise _bad(
                call,
                "requires an explicit signal outside host orchestrator",
                expected="signal= an INT32 window [NR] or [NR, 1]",
                hint=call.written(signal="signal"),
            )
        if any(loop.kind != "if" for loop in c.frame.loops):
            raise _bad(
                call,
                "without an explicit signal is not supported inside a for/while loop",
                expected="signal= an INT32 window, one cell for each rank and core",
                hint=call.written(signal="signal"),
            )
        if mode != "mesh":
            raise _bad(
                call,
                "mode='ring' requires a signal",
                "mode",
                expected="signal= an INT32 window",
                hint=call.written(signal="signal"),
            )
    else:
        if mode == "mesh":
            _signal(call, cores if host else 1)
        else:
            window(call, "signal", dtypes.INT32)
        _distinct(call, "target", "signal")
    if mode == "ring":
        _check_ring(call, target, reduction, host)
    defer(call)
    return target


def _check_ring(call: OpCall, target: TensorValue, reduction: ReduceOp, host: bool) -> None:
    if host and (reduction is not ReduceOp.Sum or target.type.dtype is not dtypes.FP32):
        raise _bad(
            call,
            "mode='ring' on the host sums FP32",
            "target",
            got=target.describe(),
            expected="op=pld.ReduceOp.Sum of an FP32 window",
            hint=call.written("mode") + " takes the mesh, which has every op",
        )
    if any(not isinstance(extent, int) for extent in target.type.shape):
        raise _bad(
            call,
            "mode='ring' needs a static shape",
            "target",
            got=target.describe(),
            expected="a window whose extents are ints",
            hint=call.written("mode") + " takes the mesh, which has dynamic windows",
        )
    ranks = call.value("signal")
    columns = ranks.type.shape[-1] if isinstance(ranks, TensorValue) else 0
    if isinstance(columns, int) and columns > _MAX_RING:
        raise _bad(
            call,
            f"mode='ring' serves at most {_MAX_RING} ranks",
            "signal",
            expected=f"at most {_MAX_RING} columns",
            got=str(columns),
            hint=call.written("mode") + " takes the mesh",
        )


@rule("pld_broadcast")
def broadcast(call: OpCall) -> Value:
    """The window of one rank on every rank."""
    target = window(call, "target")
    _signal(call)
    root = call.integer("root")
    if root < 0:
        raise _bad(call, f"root={root} is no rank", "root", expected="an int >= 0")
    _distinct(call, "target", "signal")
    defer(call)
    return target


@rule("pld_allgather")
def allgather(call: OpCall) -> Value:
    """[1, S] of every rank into [NR, S]."""
    local, target = call.tensor("local_data"), window(call, "target")
    _signal(call)
    if call.c.kind == "Host" and target.type.dtype is not dtypes.FP32:
        raise _bad(
            call,
            "gathers FP32 on the host",
            "target",
            got=target.describe(),
            expected="a window of FP32",
            hint="in a @pl.jit.incore kernel it gathers every element type",
        )
    _rows(call, target)
    if (
        local.type.rank != 2
        or local.type.shape[0] != 1
        or local.type.shape[1] != target.type.shape[1]
    ):
        raise _bad(
            call,
            "gathers one row of each rank",
            "local_data",
            expected=f"[1, {target.type.shape[1]}]",
            got=local.describe(),
        )
    _distinct(call, "local_data", "target", "signal")
    defer(call)
    return target


def _rows(call: OpCall, target: TensorValue, name: str = "target") -> None:
    if target.type.rank != 2:
        raise _bad(
            call,
            f"'{name}' has one row for each rank",
            name,
            got=target.describe(),
            expected="two axes: [NR, elements]",
            hint=f"give the window the shape [pld.world_size(), "
            f"{symbolic.product(target.type.shape[1:])}]"
            if target.type.rank > 2
            else None,
        )


@rule("pld_reduce_scatter")
def reduce_scatter(call: OpCall) -> Value:
    """Each rank keeps its row of the sum."""
    target = window(call, "target")
    _signal(call)
    _rows(call, target)
    if call.member("op", ReduceOp) is not ReduceOp.Sum:
        raise _bad(call, "sums only", "op", expected="pld.ReduceOp.Sum")
    _distinct(call, "target", "signal")
    defer(call)
    return target


@rule("pld_all_to_all", "pld_all_to_all_v")
def all_to_all(call: OpCall) -> Value:
    """Rows between all ranks."""
    source, target = window(call, "input"), window(call, "target")
    _signal(call)
    _rows(call, source, "input")
    if source.type != target.type:
        raise _bad(
            call,
            "'input' and 'target' have one type",
            "target",
            expected=source.describe(),
            got=target.describe(),
        )
    if call.info.name == "pld_all_to_all_v":
        for name in ("send_counts", "recv_counts"):
            counts = call.tensor(name)
            if counts.type.dtype is not dtypes.INT32 or counts.type.rank > 2:
                raise _bad(
                    call,
                    f"'{name}' is INT32 [NR] or [NR, 1]",
                    name,
                    got=counts.describe(),
                    expected="an INT32 tensor, one count for each rank",
                )
    _distinct(call, "input", "target", "signal")
    defer(call)
    return target
