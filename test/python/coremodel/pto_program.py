# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small `.pto` programs, written as text and run on the core model.

A program loads arrays into tiles, runs the lines of a test between full barriers and stores tiles.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

import ml_dtypes
import numpy as np
from pypto.mlir import ir
from pypto.mlir._mlir_libs import _pypto

from pypto.compiler.executable import raising_diagnostics

# NumPy type -> (name in the text, name in the core model).
ELEMENTS = {
    np.dtype(np.float32): ("f32", "f32"),
    np.dtype(np.float16): ("f16", "f16"),
    np.dtype(ml_dtypes.bfloat16): ("bf16", "bf16"),
    np.dtype(ml_dtypes.float8_e4m3fn): ("f8E4M3FN", "f8E4M3FN"),
    np.dtype(ml_dtypes.float8_e5m2): ("f8E5M2", "f8E5M2"),
    np.dtype(np.int8): ("i8", "i8"),
    np.dtype(np.uint8): ("ui8", "u8"),
    np.dtype(np.int16): ("i16", "i16"),
    np.dtype(np.uint16): ("ui16", "u16"),
    np.dtype(np.int32): ("i32", "i32"),
    np.dtype(np.uint32): ("ui32", "u32"),
    np.dtype(np.int64): ("i64", "i64"),
    np.dtype(np.uint64): ("ui64", "u64"),
}
LAYOUTS = {
    "nd": "",
    "dn": ", blayout=col_major",
    "nz": ", blayout=col_major, slayout=row_major",
    "acc": ", blayout=col_major, slayout=row_major, fractal=1024",
    "zn": ", slayout=col_major",
    "zz": ", slayout=row_major",
}


def element(dtype) -> str:
    """The type's name in the text."""
    return ELEMENTS[np.dtype(dtype)][0]


@dataclass
class Tile:
    name: str
    shape: tuple[int, int]
    valid: tuple[int, int]
    dtype: np.dtype
    type: str

    def __str__(self) -> str:
        return self.name


@dataclass
class Buffer:
    name: str
    data: np.ndarray


@dataclass
class PtoProgram:
    """One function of one kind of core; `arch` is a3 or a5."""

    arch: str = "a3"
    kind: str = "vector"
    buffers: list[Buffer] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    stores: list[str] = field(default_factory=list)
    top: dict[str, int] = field(default_factory=dict)
    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def constant(self, value, type_: str = "index") -> str:
        name = self.fresh()
        if type_[0] in "fb":
            value = "0x7F800000" if value == np.inf else repr(float(value))
        self.lines.append(f"{name} = arith.constant {value} : {type_}")
        return name

    def tile(
        self,
        valid,
        dtype,
        loc: str = "vec",
        layout: str = "nd",
        extra: str = "",
        shape=None,
        named: str = "",
    ) -> Tile:
        """A tile that holds `valid` rows and columns, rows (columns) padded to 32 bytes.

        named: the element type in the text, where NumPy has none of that name.
        """
        dtype = np.dtype(dtype)
        lanes = 32 // dtype.itemsize
        up = lambda n, m: max(m, (n + m - 1) // m * m)  # noqa: E731
        rows, cols = max(1, valid[0]), max(1, valid[1])
        if shape is None and layout == "nd":
            shape = (rows, up(cols, lanes))
        elif shape is None and layout == "dn":
            shape = (up(rows, lanes), cols)
        elif shape is None and layout == "acc":
            shape = (up(rows, 16), up(cols, 16))
        elif shape is None:
            shape = (
                (up(rows, 16), up(cols, lanes))
                if layout in ("nz", "zz")
                else (up(rows, lanes), up(cols, 16))
            )
        text = f"!pto.tile_buf<{loc}, {shape[0]}x{shape[1]}x{named or element(dtype)}"
        if tuple(valid) != tuple(shape):
            text += f", valid={valid[0]}x{valid[1]}"
        text += LAYOUTS[layout] + extra + ">"
        at = self.top.get(loc, 0)
        self.top[loc] = at + (prod(shape) * dtype.itemsize + 1023) // 512 * 512
        address = self.constant(at, "i64")
        name = self.fresh()
        self.lines.append(f"{name} = pto.alloc_tile addr = {address} : {text}")
        return Tile(name, tuple(shape), tuple(valid), dtype, text)

    def buffer(self, data: np.ndarray) -> Buffer:
        made = Buffer(f"%arg{len(self.buffers)}", np.ascontiguousarray(data))
        self.buffers.append(made)
        return made

    def window(self, buffer: Buffer) -> tuple[str, str]:
        """The whole buffer as a two-dimensional partition view: name and type."""
        rows, cols = buffer.data.shape
        type_ = element(buffer.data.dtype)
        extents = [self.constant(n) for n in (rows, cols)]
        one, zero = self.constant(1), self.constant(0)
        view, part = self.fresh(), self.fresh()
        self.lines.append(
            f"{view} = pto.make_tensor_view {buffer.name}, shape = [{extents[0]}, {extents[1]}], "
            f"strides = [{extents[1]}, {one}] : !pto.tensor_view<{rows}x{cols}x{type_}>"
        )
        self.lines.append(
            f"{part} = pto.partition_view {view}, offsets = [{zero}, {zero}], "
            f"sizes = [{extents[0]}, {extents[1]}] : !pto.tensor_view<{rows}x{cols}x{type_}> "
            f"-> !pto.partition_tensor_view<{rows}x{cols}x{type_}>"
        )
        return part, f"!pto.partition_tensor_view<{rows}x{cols}x{type_}>"

    def load(self, data: np.ndarray, **options) -> Tile:
        """A tile with the data of an array."""
        tile = self.tile(data.shape, data.dtype, **options)
        window, type_ = self.window(self.buffer(data))
        self.lines.append(f"pto.tload ins({window} : {type_}) outs({tile} : {tile.type})")
        return tile

    def store(self, tile: Tile, dtype=None) -> Buffer:
        """A result: the tile's valid part when the program ends."""
        buffer = self.buffer(np.zeros(tile.valid, dtype or tile.dtype))
        window, type_ = self.window(buffer)
        self.stores.append(f"pto.tstore ins({tile} : {tile.type}) outs({window} : {type_})")
        return buffer

    def line(self, text: str) -> None:
        self.lines += ["pto.barrier <PIPE_ALL>", text, "pto.barrier <PIPE_ALL>"]

    def result(self, name: str, inputs, tile: Tile, **options) -> np.ndarray:
        """Runs one instruction that writes `tile`, and returns what it wrote."""
        self.op(name, inputs, [tile], **options)
        out = self.store(tile)
        self.run()
        return out.data

    def op(self, name: str, inputs, outputs, attrs: str = "", inner: str = "") -> None:
        """`pto.NAME ins(...) outs(...) attrs`; an input is a tile or a (value, type) pair."""

        def group(operands, inner=""):
            pairs = [(o.name, o.type) if isinstance(o, Tile) else o for o in operands]
            values = ", ".join(value for value, _ in pairs)
            return f"({values} {inner}: {', '.join(type_ for _, type_ in pairs)})"

        self.line(f"pto.{name} ins{group(inputs, inner)} outs{group(outputs)} {attrs}")

    def text(self) -> str:
        args = ", ".join(
            f"{buffer.name}: !pto.ptr<{element(buffer.data.dtype)}>" for buffer in self.buffers
        )
        body = "\n".join([*self.lines, "pto.barrier <PIPE_ALL>", *self.stores])
        return (
            f'module attributes {{pto.target_arch = "{self.arch}"}} {{\n'
            f"func.func @k({args}) attributes "
            f"{{pto.entry, pto.kernel_kind = #pto.kernel_kind<{self.kind}>}} {{\n{body}\nreturn\n}}\n}}"
        )

    def run(self, **options):
        """Runs it; results are in the buffers."""
        return run_text(self.text(), [b.data for b in self.buffers], self.arch, **options)


def run_text(text: str, arrays, arch: str, entry: str = "", **options):
    """Runs a module's entry on arrays; raises RuntimeError with code and message."""
    context = ir.Context()
    with context, raising_diagnostics(context):
        module = ir.Module.parse(text)
        program = _pypto.decode(module.operation, entry, "a5" if arch == "a5" else "a2a3")
    args = [(a.ctypes.data, ELEMENTS[a.dtype][1], list(a.shape)) for a in arrays]
    settings = {
        "functional": True,
        "timing": True,
        "trace": False,
        "seed": 0,
        "blocks": 1,
        "check_races": False,
    }
    result = program.run(args, **(settings | options))
    if result.error_code:
        wanted = f"; expected: {result.error_expected}" if result.error_expected else ""
        raise RuntimeError(f"[{result.error_code}] {result.error_message}{wanted}")
    module.operation.walk(_record)
    return result


# Mnemonics of what ran to its end in this process; see test_every_op.py.
EXECUTED: set[str] = set()


def _record(operation):
    if operation.name.startswith("pto."):
        EXECUTED.add(operation.name.removeprefix("pto."))
    return ir.WalkResult.ADVANCE
