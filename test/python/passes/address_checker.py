# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the addresses of a kernel against liveness computed here, for tests.

A textbook backward dataflow analysis over structured control flow, on sets of values, that shares
nothing with the passes. At every operation the tiles in use (those live after it, its operands and
its result) must be in disjoint bytes unless they are in one buffer; and in one buffer no two
contents may be needed at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from typing import Any

# Operations whose result is the bytes of their first tile under another name.
_VIEWS = ("reshape", "slice", "set_validshape")
# Operations that change a tile where it is: name and position of that operand.
_UPDATES = {"matmul_acc": 0, "assemble": 0, "write": 1}


@dataclass(frozen=True)
class Buffer:
    """An allocation: its place in program order, memory, first byte and end."""

    number: int
    space: str
    begin: int
    end: int

    def overlaps(self, other: Buffer) -> bool:
        return self.space == other.space and self.begin < other.end and other.begin < self.end


def _is_tile(value: Any) -> bool:
    return str(value.type).startswith("!pypto.tile")


def _kind(op: Any) -> str:
    return op.name.removeprefix("pypto.tile.")


class AddressChecker:
    """Finds what is wrong with one kernel of the stage `allocated`; see `faults`."""

    def __init__(self, kernel: Any) -> None:
        self.faults: list[str] = []
        # By value: the buffer, and the value that wrote the content it names.
        self.buffers: dict[Any, Buffer] = {}
        self.contents: dict[Any, Any] = {}
        self.checked = 0
        self._allocs: dict[Any, Buffer] = {}
        block = kernel.regions[0].blocks[0]
        self._assign(block)
        self._live_in(block, frozenset(), check=True)

    # Buffers -----------------------------------------------------------------------------------

    def _assign(self, block: Any) -> None:
        for op in block.operations:
            op = op.operation
            if op.name == "pypto.memref.alloc":
                self._alloc(op)
            elif op.name == "scf.for":
                self._assign_loop(op)
            elif op.name == "scf.if":
                self._assign_branch(op)
            elif op.name.startswith("pypto.tile."):
                self._assign_tile(op)

    def _alloc(self, op: Any) -> None:
        match = re.match(r"memref<(\d+)xi8, #pypto\.space<(\w+)>>", str(op.results[0].type))
        assert match, op
        address = int(str(op.attributes["address"]).split(" ")[0])
        buffer = Buffer(len(self._allocs), match[2], address, address + int(match[1]))
        self._allocs[op.results[0]] = buffer

    def _set(self, value: Any, buffer: Buffer, content: Any) -> None:
        self.buffers[value] = buffer
        self.contents[value] = content

    def _merge(self, value: Any, sources: list[Any], where: str) -> None:
        found = {self.buffers[source] for source in sources}
        if len(found) != 1:
            self.faults.append(f"{where} merges tiles of {len(found)} buffers")
        self._set(value, min(found, key=lambda b: b.number), value)

    def _assign_loop(self, op: Any) -> None:
        body = op.regions[0].blocks[0]
        inits = list(op.operands)[3:]
        carries = list(body.arguments)[1:]
        for init, carry in zip(inits, carries, strict=True):
            if _is_tile(carry):
                self._merge(carry, [init], "a loop")
        self._assign(body)
        yields = list(list(body.operations)[-1].operation.operands)
        for init, value, result in zip(inits, yields, op.results, strict=True):
            if _is_tile(result):
                self._merge(result, [init, value], "a loop")

    def _assign_branch(self, op: Any) -> None:
        yields = []
        for region in op.regions:
            for block in region.blocks:
                self._assign(block)
                yields.append(list(list(block.operations)[-1].operation.operands))
        for i, result in enumerate(op.results):
            if _is_tile(result):
                self._merge(result, [operands[i] for operands in yields], "a branch")

    def _assign_tile(self, op: Any) -> None:
        results = [r for r in op.results if _is_tile(r)]
        if not results:
            return
        kind = _kind(op)
        if kind in _VIEWS:
            source = op.operands[0]
            self._set(results[0], self.buffers[source], self.contents[source])
        elif kind in _UPDATES:
            self._set(results[0], self.buffers[op.operands[_UPDATES[kind]]], results[0])
        else:
            self._set(results[0], self._allocs[list(op.operands)[-1]], results[0])

    # Liveness ----------------------------------------------------------------------------------

    def _live_in(self, block: Any, live: frozenset[Any], check: bool) -> frozenset[Any]:
        """The tiles live at the start of `block` if `live` are live at its end."""
        for op in reversed(list(block.operations)):
            op = op.operation
            results = frozenset(r for r in op.results if _is_tile(r))
            operands = frozenset(o for o in op.operands if _is_tile(o))
            if op.name == "scf.for":
                live = self._loop(op, live - results, check) | operands
            elif op.name == "scf.if":
                live = self._branch(op, live - results, check)
            else:
                if check:
                    self._check(op, live | results, operands)
                live = (live - results) | operands
        return live

    def _loop(self, op: Any, after: frozenset[Any], check: bool) -> frozenset[Any]:
        body = op.regions[0].blocks[0]
        arguments = frozenset(a for a in body.arguments if _is_tile(a))
        around: frozenset[Any] = frozenset()
        while True:
            needed = self._live_in(body, after | around, check=False) - arguments
            if needed <= around:
                break
            around |= needed
        if check:
            self._live_in(body, after | around, check=True)
        return after | around

    def _branch(self, op: Any, after: frozenset[Any], check: bool) -> frozenset[Any]:
        live: frozenset[Any] = frozenset()
        taken = 0
        for region in op.regions:
            for block in region.blocks:
                live |= self._live_in(block, after, check)
                taken += 1
        return live if taken == 2 else live | after

    def _check(self, op: Any, live: frozenset[Any], operands: frozenset[Any]) -> None:
        self.checked += 1
        for a, b in combinations(live, 2):
            one, two = self.buffers[a], self.buffers[b]
            if one == two and self.contents[a] != self.contents[b]:
                self.faults.append(f"{op.name}: two contents of one buffer are needed after it")
        for a, b in combinations(live | operands, 2):
            one, two = self.buffers[a], self.buffers[b]
            if one != two and one.overlaps(two):
                self.faults.append(f"{op.name}: {one} and {two} are in use at once")
