# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scopes as with statements and placement loops, launches as submits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.ir.printing.names import hint_of
from pypto.ir.printing.operations import operand_groups
from pypto.ir.printing.types import NotPrintable, integer, member

if TYPE_CHECKING:
    from pypto.ir.printing.function import FunctionPrinter

_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


class _Launch:
    """The operands of a launch by group, and its results."""

    def __init__(self, printer: FunctionPrinter, op: Any) -> None:
        self.op = op
        groups = operand_groups(op, printer.name)
        self.blocks = "1"
        self.predicate: list[str] = []
        if op.name == "pypto.spmd":
            ((self.blocks,), self.deps, self.no_dep, self.dumps, tensor, indices) = groups
            self.predicate = [*tensor, *indices]
        else:
            self.deps, self.no_dep, self.dumps = groups
        count = int(op.attributes["resultSegmentSizes"][0])
        self.task = op.results[0] if count else None
        self.results = list(op.results)[count:]

    def has(self, name: str) -> bool:
        return name in self.op.attributes

    def condition(self) -> list[str]:
        """The predicate= keyword, if any."""
        if not self.predicate:
            return []
        tensor, *indices = self.predicate
        sign = _SIGNS[member(self.op.attributes["predicate_cmp"])]
        value = integer(self.op.attributes["predicate_value"])
        return [f"predicate=({tensor}[{', '.join(indices)}] {sign} {value})"]

    def lists(self, *names: str) -> list[str]:
        """The keywords that are lists of names."""
        groups = {"deps": self.deps, "no_dep_args": self.no_dep, "dumps": self.dumps}
        return [f"{n}=[{', '.join(groups[n])}]" for n in names if groups[n]]

    def flags(self, *names: str) -> list[str]:
        """The keywords that are flags."""
        return [f"{name}=True" for name in names if self.has(name)]

    def name_hint(self) -> list[str]:
        """The name_hint= keyword, if any."""
        return [f"name_hint={self.op.attributes['name_hint']}"] if self.has("name_hint") else []

    def optimizations(self) -> list[str]:
        """The optimizations= keyword, if any."""
        entries = []
        if self.has("split"):
            entries.append(f"pl.split(pl.SplitMode.{member(self.op.attributes['split'])})")
        if self.has("slot_num"):
            entries.append(
                f"pl.cross_core_slot(slot_num={integer(self.op.attributes['slot_num'])})"
            )
        return [f"optimizations=[{', '.join(entries)}]"] if entries else []


def _at(printer: FunctionPrinter, op: Any, depth: int) -> None:
    launch = _Launch(printer, op)
    arguments = [
        f"level=pl.Level.{member(op.attributes['level'])}",
        *launch.name_hint(),
        *launch.optimizations(),
        *launch.lists("deps", "no_dep_args", "dumps"),
        *launch.flags("allow_early_resolve", "windowize"),
    ]
    _open(printer, f"pl.at({', '.join(arguments)})", launch, depth)
    printer.scope(op, depth, launch.results)


def _open(printer: FunctionPrinter, manager: str, launch: _Launch, depth: int) -> None:
    task = ""
    if launch.task is not None:
        task = f" as {printer.bind(launch.task, hint_of(launch.op.location) or 'tid')}"
    printer.emit(depth, f"with {manager}{task}:")


def _spmd(printer: FunctionPrinter, op: Any, depth: int) -> None:
    launch = _Launch(printer, op)
    block = op.regions[0].blocks[0]
    reads_index = next(iter(block.arguments[0].uses), None) is not None
    call = _dispatched(block)
    of_scopes = any(launch.has(n) for n in ("name_hint", "split", "slot_num", "windowize"))
    if (launch.no_dep or launch.dumps) and call is not None and not reads_index and not of_scopes:
        _submit(printer, launch, call, depth)
        return
    if launch.no_dep or launch.dumps or launch.has("slot_num") or launch.has("windowize"):
        _nested(printer, op, launch, depth, reads_index)
        return
    arguments = [
        launch.blocks,
        *launch.name_hint(),
        *launch.optimizations(),
        *launch.flags("sync_start", "allow_early_resolve"),
        *launch.lists("deps"),
        *launch.condition(),
    ]
    manager = f"pl.spmd({', '.join(arguments)})"
    if launch.task is not None or launch.deps or (call is not None and not reads_index):
        _check_with_form(reads_index)
        if launch.deps and launch.task is None:
            raise NotPrintable("a pl.spmd scope with dependencies whose task has no name")
        _open(printer, manager, launch, depth)
    else:
        index = printer.bind(block.arguments[0], hint_of(block.arguments[0].location) or "i")
        printer.emit(depth, f"for {index} in {manager}:")
    printer.scope(op, depth, launch.results)


def _check_with_form(reads_index: bool) -> None:
    if reads_index:
        raise NotPrintable("a task id of a pl.spmd loop")


def _nested(
    printer: FunctionPrinter, op: Any, launch: _Launch, depth: int, reads_index: bool
) -> None:
    """What only a `pl.at` inside of the `pl.spmd` can say."""
    _check_with_form(reads_index)
    outer = [launch.blocks, *launch.flags("sync_start"), *launch.condition()]
    inner = [
        "level=pl.Level.CORE_GROUP",
        *launch.name_hint(),
        *launch.optimizations(),
        *launch.lists("deps", "no_dep_args", "dumps"),
        *launch.flags("allow_early_resolve", "windowize"),
    ]
    _open(printer, f"pl.spmd({', '.join(outer)})", launch, depth)
    printer.emit(depth + 1, f"with pl.at({', '.join(inner)}):")
    printer.scope(op, depth + 1, launch.results, outer=depth)


def _dispatched(block: Any) -> Any:
    """The only call of a scope that does nothing else and hands its results on, or None."""
    operations = [view.operation for view in block.operations]
    if len(operations) != 2 or operations[0].name != "func.call":
        return None
    call, last = operations
    return call if list(call.results) == list(last.operands) else None


def _submit(printer: FunctionPrinter, launch: _Launch, call: Any, depth: int) -> None:
    callee = str(call.attributes["callee"]).lstrip("@")
    arguments = []
    for operand in call.operands:
        text = printer.name(operand)
        arguments.append(f"pl.no_dep({text})" if text in launch.no_dep else text)
    names = [printer.bind(r, hint_of(call.location)) for r in launch.results]
    if launch.task is None:
        if launch.blocks != "1" or launch.deps or launch.dumps or launch.predicate:
            raise NotPrintable("a launch whose task has no name")
        text = f"self.{callee}({', '.join(arguments)})"
        printer.emit(depth, f"{', '.join(names)} = {text}" if names else text)
        return
    keywords = [
        f"core_num={launch.blocks}",
        *launch.flags("sync_start", "allow_early_resolve"),
        *launch.lists("deps", "dumps"),
        *launch.condition(),
    ]
    text = f"pl.spmd_submit({', '.join([f'self.{callee}', *arguments, *keywords])})"
    task = printer.bind(launch.task, hint_of(launch.op.location) or "tid")
    targets = names[0] if len(names) == 1 else f"({', '.join(names)})"
    if not names:
        raise NotPrintable("a submitted kernel without results")
    printer.emit(depth, f"{targets}, {task} = {text}")


def _cluster(printer: FunctionPrinter, op: Any, depth: int) -> None:
    hint = f"name_hint={op.attributes['name_hint']}" if "name_hint" in op.attributes else ""
    printer.emit(depth, f"with pl.cluster({hint}):")
    printer.scope(op, depth, list(op.results))


def _runtime_scope(printer: FunctionPrinter, op: Any, depth: int) -> None:
    mode = member(op.attributes["mode"])
    printer.emit(depth, f"with pl.scope(mode=pl.ScopeMode.{mode}):")
    printer.scope(op, depth, list(op.results))


def _split_aiv(printer: FunctionPrinter, op: Any, depth: int) -> None:
    mode = member(op.attributes["mode"])
    lane = op.regions[0].blocks[0].arguments[0]
    name = printer.bind(lane, hint_of(lane.location) or "lane")
    printer.emit(depth, f"for {name} in pl.split_aiv(2, mode=pl.SplitMode.{mode}):")
    printer.scope(op, depth, list(op.results))


NAMES: dict[str, Any] = {
    "pypto.at": _at,
    "pypto.spmd": _spmd,
    "pypto.cluster": _cluster,
    "pypto.scope": _runtime_scope,
    "pypto.split_aiv": _split_aiv,
}
