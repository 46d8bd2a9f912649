# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.system.*`: synchronisation, caches, device geometry."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.backend.cores import CORES
from pypto.diagnostics import codes
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.movement import check_window
from pypto.frontend.rules.table import rule
from pypto.frontend.symbolic import atom
from pypto.frontend.values import PyValue, ScalarValue, Value
from pypto.language.enums import KernelType, PipeType, SyncAllMode

NOTHING = PyValue(None)
_LANES = {"aic": "AIC", "aiv": "AIV"}
_PARTICIPANTS = {"mix": "MIX", "aiv_only": "AIV", "aic_only": "AIC"}
# Ids of events between cores and, for each pair of pipes, inside of one.
_MAX_EVENT = 13
_MAX_FLAG = 7


def _member(call: OpCall, enum: str, text: str) -> Any:
    return call.c.b.shared.attribute(f"#pypto.{enum}<{text}>")


def _number(call: OpCall, value: int) -> Any:
    return call.c.b.shared.attribute(f"{value} : i64")


def kernel_type(call: OpCall, name: str, spellings: dict[str, str]) -> KernelType | None:
    """A `pl.KernelType` or one of the older strings."""
    if not call.given(name):
        return None
    value = call.constant(name)
    if isinstance(value, str) and value in spellings:
        return KernelType[spellings[value]]
    if isinstance(value, KernelType) and value.name in spellings.values():
        return value
    raise call.fail(
        codes.BadOpAttribute,
        f"invalid {name} {call.c.text(call.nodes[name])}",
        name,
        expected=", ".join(f"pl.KernelType.{m}" for m in spellings.values()),
    )


@rule("sync_src", "sync_dst")
def flag(call: OpCall) -> Value:
    """An event between two pipes of one core."""
    attributes = {
        name: _member(call, "pipe", call.member(name, PipeType).name)
        for name in ("set_pipe", "wait_pipe")
    }
    event = call.integer("event_id")
    if not 0 <= event <= _MAX_FLAG:
        raise call.fail(
            codes.BadOpAttribute,
            f"event id {event} is outside 0..{_MAX_FLAG}",
            "event_id",
            expected=f"0..{_MAX_FLAG}, an event for each pair of pipes",
        )
    pipes = [call.member(name, PipeType) for name in ("set_pipe", "wait_pipe")]
    if pipes[0] is pipes[1] or PipeType.ALL in pipes:
        raise call.fail(
            codes.BadOpAttribute,
            "an event is between two different pipes",
            "wait_pipe",
            expected=", ".join(f"pl.PipeType.{m.name}" for m in PipeType if m is not PipeType.ALL),
            hint="pl.system.bar_all() waits for every pipe"
            if PipeType.ALL in pipes
            else f"work of {pipes[0].name} is done in its order: leave the event out",
        )
    attributes["event_id"] = _number(call, event)
    call.emit_raw(f"system.{call.info.name}", [], [], attributes)
    return NOTHING


@rule("sync_set", "sync_wait")
def cross_core(call: OpCall) -> Value:
    """An event between cores."""
    event = call.scalar("event_id")
    if not event.dtype.is_int() or isinstance(event.const, bool):
        raise call.fail(
            codes.OperandDtype,
            "'event_id' must be an int or an INDEX scalar",
            "event_id",
            got=event.describe(),
            expected=f"0..{_MAX_EVENT}",
            hint=f"pl.cast({call.text('event_id')}, pl.INDEX)" if event.const is None else None,
        )
    if event.const is not None and not 0 <= event.const <= _MAX_EVENT:
        raise call.fail(
            codes.BadOpAttribute,
            f"event id {event.const} is outside 0..{_MAX_EVENT}: 14 and 15 are reserved",
            "event_id",
            expected=f"0..{_MAX_EVENT}",
        )
    attributes = {"pipe": _member(call, "pipe", call.member("pipe", PipeType).name)}
    lane = kernel_type(call, "core_type", _LANES)
    if lane is not None:
        attributes["core_type"] = _member(call, "kernel_type", lane.name)
    if "ffts_mode" in call.arguments and call.given("ffts_mode"):
        mode = call.integer("ffts_mode")
        if mode not in (0, 1, 2):
            raise call.fail(
                codes.BadOpAttribute,
                f"ffts_mode {mode} must be 0, 1 or 2",
                "ffts_mode",
                expected="0, 1 or 2",
                hint=call.written("ffts_mode"),
            )
        attributes["ffts_mode"] = _number(call, mode)
    call.c.locate(call.node)
    call.emit_raw(f"system.{call.info.name}", [call.c.index_ir(event)], [], attributes)
    return NOTHING


@rule("set_ffts")
def set_ffts(call: OpCall) -> Value:
    """The workspace of cross-core events."""
    workspace = call.tensor("workspace")
    extent = workspace.type.shape[0]
    if (
        workspace.type.rank != 1
        or workspace.type.dtype is not dtypes.INT64
        or not isinstance(extent, int)
    ):
        raise call.fail(
            codes.OperandShape,
            "'workspace' must be a static rank-1 INT64 tensor",
            "workspace",
            expected="pl.Tensor[[256], pl.INT64]",
            got=workspace.describe(),
        )
    if extent < 256:
        raise call.fail(
            codes.OperandShape,
            f"'workspace' needs >= 256 elements, has {extent}",
            "workspace",
            expected="pl.Tensor[[256], pl.INT64]",
            got=workspace.describe(),
        )
    call.emit_raw("system.set_ffts", [workspace.ir], [])
    return NOTHING


@rule("bar_v", "bar_m", "bar_all", "fence")
def barrier(call: OpCall) -> Value:
    """A barrier or fence without operands."""
    call.emit_raw(f"system.{call.info.name}", [], [])
    return NOTHING


@rule("cacheinvalid")
def cacheinvalid(call: OpCall) -> Value:
    """All of global memory, or one line."""
    names = ("tensor", "shapes", "offsets")
    given = [name for name in names if call.given(name)]
    if not given:
        call.emit_raw(
            "system.cacheinvalid", [], [], {"operandSegmentSizes": call.c.b.segments(0, 0)}
        )
        return NOTHING
    if len(given) != 3:
        raise call.fail(
            codes.BadOpArguments,
            "cacheinvalid takes no argument, or tensor, shapes and offsets",
            expected="pl.system.cacheinvalid() or pl.system.cacheinvalid(x, shapes, offsets)",
            hint=f"missing: {', '.join(n for n in names if n not in given)}",
        )
    tensor = call.tensor("tensor")
    shapes, offsets = call.indices("shapes"), call.indices("offsets")
    for name, entries in (("shapes", shapes), ("offsets", offsets)):
        if len(entries) != tensor.type.rank:
            raise call.fail(
                codes.OperandShape,
                f"'{name}' needs {tensor.type.rank} entries",
                name,
                expected=f"{tensor.type.rank} ints, one for each axis of {tensor.describe()}",
                got=f"{len(entries)}",
            )
    check_window(call, tensor.type.shape, offsets, call.syms(shapes), "tensor", "offsets")
    operands = [tensor.ir, *call.index_operands(offsets)]
    segments = {"operandSegmentSizes": call.c.b.segments(1, len(offsets))}
    call.emit_raw("system.cacheinvalid", operands, [], segments)
    return NOTHING


@rule("syncall")
def syncall(call: OpCall) -> Value:
    """Barrier of all participants."""
    participants = kernel_type(call, "core_type", _PARTICIPANTS) or KernelType.MIX
    value = call.constant("mode")
    try:
        mode = value if isinstance(value, SyncAllMode) else SyncAllMode(value)
    except ValueError:
        raise call.fail(
            codes.BadOpAttribute,
            f"invalid mode {value!r}",
            "mode",
            expected="pl.SyncAllMode.HARD or SOFT",
        ) from None
    operands: list[Any] = []
    if mode is SyncAllMode.HARD:
        for name in ("gm_workspace", "used_cores"):
            if call.given(name):
                raise call.fail(
                    codes.BadOpAttribute,
                    f"{name} is for mode=pl.SyncAllMode.SOFT only",
                    name,
                    expected="mode=pl.SyncAllMode.HARD alone",
                    hint=call.written("gm_workspace", "used_cores"),
                )
        _check_occupancy(call, participants)
    else:
        operands = _soft_operands(call)
    attributes = {
        "core_type": _member(call, "kernel_type", participants.name),
        "mode": _member(call, "sync_all_mode", mode.name),
        "operandSegmentSizes": call.c.b.segments(len(operands) // 2, len(operands) // 2),
    }
    call.emit_raw("system.syncall", operands, [], attributes)
    return NOTHING


def _check_occupancy(call: OpCall, participants: KernelType) -> None:
    """HardSyncallOccupancy: a hard barrier waits for every core of the device."""
    c = call.c
    launch = c.instances or c.program.caller_instances
    if launch is None or launch.word != "blocks":
        return
    clusters, lanes = CORES[c.program.arch]
    vector = participants is KernelType.AIV
    query = "available_aiv_count" if vector else "available_cluster_count"
    fix = f"pl.spmd(pl.system.{query}(), sync_start=True)"
    problem = ""
    if not launch.together:
        problem = "whose blocks do not start at once: sync_start=True is missing"
    elif launch.size is not None and launch.size != (lanes if vector else clusters):
        # In a mixed kernel one block has both vector cores of its cluster.
        if not (vector and launch.size == clusters):
            problem = f"of {launch.size} blocks, which does not fill the device"
    elif not vector and launch.width == "available_aiv_count":
        problem = f"of one block for each vector core, but {participants.name} takes clusters"
    if problem:
        raise c.error(
            codes.PartialOccupancy,
            call.node,
            f"[HardSyncallOccupancy] a hard pl.system.syncall(core_type={participants.name}) in a "
            f"launch {problem}; on a device it never returns (error 507018)",
            expected=fix,
            hint=f"launch with {fix}, or use mode=pl.SyncAllMode.SOFT",
        )


def _soft_operands(call: OpCall) -> list[Any]:
    for name in ("gm_workspace", "used_cores"):
        if not call.given(name):
            raise call.fail(
                codes.BadOpArguments,
                f"mode=pl.SyncAllMode.SOFT requires {name}=",
                expected="gm_workspace= an INT32 tensor of 16 elements or more, used_cores= how "
                "many take part",
                hint=call.written(**{name: {"gm_workspace": "workspace", "used_cores": "0"}[name]}),
            )
    workspace = call.tensor("gm_workspace")
    elements = 1
    for extent in workspace.type.shape:
        elements = elements * extent if isinstance(extent, int) else 16
    if workspace.type.dtype is not dtypes.INT32 or elements < 16:
        raise call.fail(
            codes.OperandShape,
            "'gm_workspace' must be INT32 with at least 16 elements (64 bytes)",
            "gm_workspace",
            got=workspace.describe(),
            expected="pl.Tensor[[16], pl.INT32] or more elements",
        )
    cores = call.scalar("used_cores")
    if cores.const is None and cores.dtype is not dtypes.INT32:
        raise call.fail(
            codes.OperandDtype,
            "'used_cores' must be an int or an INT32 scalar",
            "used_cores",
            expected="an int, or pl.Scalar[pl.INT32]",
            got=cores.describe(),
            hint=f"pl.cast({call.text('used_cores')}, pl.INT32)",
        )
    if cores.const is not None and not 0 <= cores.const < 1 << 31:
        raise call.fail(
            codes.OutOfBounds,
            f"'used_cores' is {cores.const}",
            "used_cores",
            expected="0..2**31 - 1, 0 for the number of the launch",
        )
    call.c.locate(call.node)
    return [workspace.ir, call.c.index_ir(cores)]


@rule("available_cluster_count", "available_aiv_count")
def geometry(call: OpCall) -> Value:
    """Device geometry at run time."""
    raw = call.emit_raw(f"system.{call.info.name}", [], ["index"])
    result = ScalarValue(dtypes.INDEX, call.c.b.results(raw)[0])
    result.sym = atom(call.info.name, result)
    return result


@rule("task_invalid")
def task_invalid(call: OpCall) -> Value:
    """The task id of "no producer"."""
    return call.c.invalid_task(call.node)


@rule("tensor_alloc", "tile_alloc")
def alloc(call: OpCall) -> Value:
    """Allocations of printed IR."""
    raise call.c.unavailable(
        call.node,
        f"{call.info.spelling}()",
        expected="a tensor or tile that the language makes",
        hint="pl.create_tile(shape, dtype) in a core scope, pl.create_tensor(shape, dtype=...) "
        "outside of it",
    )
