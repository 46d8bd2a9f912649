# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A NumPy interpreter of IR whose tiles live in buffers, for tests.

Each memory is an array of bytes. An operation reads its operands from their addresses and
writes its result to its destination's, so a buffer that is reused too early, or a result that
overwrites what is still to be read, gives other numbers than the values of the IR do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpreter import Interpreter, shape_and_dtype

# More than any memory of the chips has.
CAPACITY = 1 << 20


@dataclass
class Tile:
    """The bytes of a tile and how many of its rows and columns are valid."""

    bytes: np.ndarray
    valid: tuple[int, ...]

    @property
    def content(self) -> np.ndarray:
        return self.bytes[tuple(slice(0, v) for v in self.valid)]


def static_valid(type_: Any) -> tuple[int, ...] | None:
    """The valid region that a tile type gives; None where it is known only at run time."""
    if found := re.search(r"valid=([0-9x?]+)", str(type_)):
        return None if "?" in found[1] else tuple(int(d) for d in found[1].split("x"))
    return tuple(shape_and_dtype(type_)[0])


class BufferInterpreter(Interpreter):
    """Runs kernels of the stage `allocated`."""

    def __init__(self, module: Any) -> None:
        super().__init__(module)
        # Garbage, so that bytes that nobody wrote are seen.
        garbage = np.random.default_rng(0).integers(0, 255, CAPACITY, dtype=np.uint8)
        self.memories: dict[str, np.ndarray] = {}
        self.garbage = garbage

    def _pypto(self, op: Any, name: str, args: list[Any], env: dict[Any, Any]) -> list[Any]:
        if name == "memref.alloc":
            return [self._alloc(op)]
        if name == "task.submit":
            return [self._submit(op, args)]
        types = [str(o.type) for o in op.operands]
        destination = None
        if types and types[-1].startswith("memref"):
            destination = args[-1]
            args = args[:-1]
        if not name.startswith("tile."):
            return super()._pypto(op, name, args, env)
        kind = name.removeprefix("tile.")
        if kind in ("reshape", "slice", "set_validshape"):
            return [getattr(self, f"_view_{kind}")(op, args)]
        if kind in ("write", "assemble"):
            return [self._update(op, kind, args)]
        # Operands are sampled before anything is written.
        values = [a.content.copy() if isinstance(a, Tile) else a for a in args]
        results = (
            [self._extract(op, values)]
            if kind == "extract"
            else super()._pypto(op, name, values, env)
        )
        if destination is None:
            return results
        return [self._write(op, destination, results[0], kind)]

    def _extract(self, op: Any, args: list[Any]) -> np.ndarray:
        """The valid part of a rectangle of a tile."""
        rows, columns = static_valid(op.results[0].type) or shape_and_dtype(op.results[0].type)[0]
        source, row, column = args
        return source[row : row + rows, column : column + columns]

    def _submit(self, op: Any, args: list[Any]) -> None:
        sizes = [int(n) for n in re.findall(r"\d+", str(op.attributes["operandSegmentSizes"]))[-3:]]
        self.blocks = args[sizes[0]] if sizes[1] else 1
        # Backwards: blocks are independent, so the order must not matter.
        for block in reversed(range(self.blocks)):
            self.block = block
            self.memories = {}
            self.call(str(op.attributes["callee"]).lstrip("@"), args[: sizes[0]])
        self.block, self.blocks = 0, 1

    def _alloc(self, op: Any) -> np.ndarray:
        match = re.match(r"memref<(\d+)xi8, #pypto\.space<(\w+)>>", str(op.results[0].type))
        assert match, op
        size, space = int(match[1]), match[2]
        address = int(str(op.attributes["address"]).split(" ")[0])
        memory = self.memories.setdefault(space, self.garbage.copy())
        return memory[address : address + size]

    def _write(self, op: Any, destination: np.ndarray, value: np.ndarray, kind: str) -> Tile:
        shape, dtype = shape_and_dtype(op.results[0].type)
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        tile = Tile(destination[:size].view(dtype).reshape(shape), value.shape)
        tile.valid = static_valid(op.results[0].type) or value.shape
        if kind != "create":
            window = tuple(slice(0, v) for v in tile.valid)
            tile.bytes[window] = value[window]
        return tile

    def _view_reshape(self, op: Any, args: list[Any]) -> Tile:
        shape, _ = shape_and_dtype(op.results[0].type)
        if "layout=zn" in str(op.results[0].type):
            return Tile(args[0].bytes.T, args[0].valid[::-1])
        valid = static_valid(op.results[0].type)
        assert valid is not None
        return Tile(args[0].bytes.reshape(shape), valid)

    def _view_slice(self, op: Any, args: list[Any]) -> Tile:
        shape, _ = shape_and_dtype(op.results[0].type)
        window = tuple(slice(o, o + s) for o, s in zip(args[1:3], shape, strict=True))
        valid = static_valid(op.results[0].type)
        assert valid is not None
        return Tile(args[0].bytes[window], valid)

    def _view_set_validshape(self, op: Any, args: list[Any]) -> Tile:
        return Tile(args[0].bytes, tuple(args[1:3]))

    def _update(self, op: Any, kind: str, args: list[Any]) -> Tile:
        if kind == "write":
            args[1].bytes[tuple(args[2:])] = args[0]
            return args[1]
        target, source, *offsets = args
        content = source.content.copy()
        window = tuple(slice(o, o + s) for o, s in zip(offsets, content.shape, strict=True))
        target.bytes[window] = content
        return target
