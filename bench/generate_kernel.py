# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Large kernels for measuring compile time.

The kernel loads tiles, combines recent ones element by element, reduces and
broadcasts rows, accumulates in loops, merges values in branches and stores. The
same size and seed give the same text.
"""

from __future__ import annotations

import argparse
import random


class Generator:
    """Writes one kernel; `live` holds the tiles that may still be used.

    Tiles have `rows` x `columns` elements, tensors `tiles` times as many rows; at most `window`
    tiles are live between statements.
    """

    binary_names: tuple[str, ...] = ("add", "sub", "mul", "maximum", "minimum")
    unary_names: tuple[str, ...] = ("exp", "neg", "abs", "sqrt")

    def __init__(
        self, seed: int, rows: int = 16, columns: int = 64, tiles: int = 4096, window: int = 8
    ) -> None:
        self.random = random.Random(seed)
        self.rows_per_tile, self.tiles, self.window = rows, tiles, window
        self.tensor = f"!pypto.tensor<{rows * tiles}x{columns}xf32>"
        self.tile = f"!pypto.tile<{rows}x{columns}xf32>"
        self.column = f"!pypto.tile<{rows}x1xf32>"
        self.lines: list[str] = []
        self.count = 0
        self.live: list[str] = []

    def emit(self, text: str, indent: int, defines: bool = True) -> str:
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append("  " * indent + (f"{name} = {text}" if defines else text))
        return name

    def pick(self) -> str:
        return self.random.choice(self.live)

    def keep(self, name: str) -> None:
        # A bounded window, so that the tiles fit on chip.
        self.live = [*self.live[1 - self.window :], name]

    def row(self, indent: int) -> str:
        first = self.rows_per_tile * self.random.randrange(self.tiles)
        return self.emit(f"arith.constant {first} : index", indent)

    def load(self, indent: int) -> str:
        row = self.row(indent)
        return self.emit(f"pypto.tile.load %x[{row}, %c0] : {self.tensor} -> {self.tile}", indent)

    def binary(self, a: str, b: str, indent: int) -> str:
        op = self.random.choice(self.binary_names)
        return self.emit(
            f"pypto.tile.{op} {a}, {b} : ({self.tile}, {self.tile}) -> {self.tile}", indent
        )

    def unary(self, a: str, indent: int) -> str:
        op = self.random.choice(self.unary_names)
        return self.emit(f"pypto.tile.{op} {a} : ({self.tile}) -> {self.tile}", indent)

    def rows(self, a: str, indent: int) -> str:
        scratch = self.emit(f"pypto.tile.create : {self.tile}", indent)
        column = self.emit(
            f"pypto.tile.row_max {a} scratch {scratch} : ({self.tile}, {self.tile}) "
            f"-> {self.column}",
            indent,
        )
        return self.emit(
            f"pypto.tile.row_expand_sub {a}, {column} : ({self.tile}, {self.column}) "
            f"-> {self.tile}",
            indent,
        )

    def loop(self, indent: int) -> str:
        first, invariant = self.pick(), self.pick()
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(
            "  " * indent + f"{name} = scf.for %i{self.count} = %c0 to %n step %c1 "
            f"iter_args(%acc{self.count} = {first}) -> {self.tile} {{"
        )
        carry = f"%acc{self.count}"
        loaded = self.load(indent + 1)
        total = self.binary(carry, self.unary(loaded, indent + 1), indent + 1)
        total = self.binary(total, invariant, indent + 1)
        self.lines.append("  " * (indent + 1) + f"scf.yield {total} : {self.tile}")
        self.lines.append("  " * indent + "}")
        return name

    def branch(self, indent: int) -> str:
        a, b = self.pick(), self.pick()
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append("  " * indent + f"{name} = scf.if %go -> {self.tile} {{")
        taken = self.binary(a, b, indent + 1)
        self.lines.append("  " * (indent + 1) + f"scf.yield {taken} : {self.tile}")
        self.lines.append("  " * indent + "} else {")
        other = self.unary(a, indent + 1)
        self.lines.append("  " * (indent + 1) + f"scf.yield {other} : {self.tile}")
        self.lines.append("  " * indent + "}")
        return name

    def store(self, indent: int) -> None:
        row = self.row(indent)
        self.emit(
            f"pypto.tile.store {self.pick()}, %out[{row}, %c0] : {self.tile}, {self.tensor} "
            f"-> {self.tensor}",
            indent,
        )

    def kernel(self, operations: int) -> str:
        for name in ("%c0 = arith.constant 0", "%c1 = arith.constant 1", "%n = arith.constant 4"):
            self.lines.append(f"  {name} : index")
        self.live = [self.load(1), self.load(1)]
        while self.count < operations:
            kind = self.random.random()
            if kind < 0.15:
                self.keep(self.load(1))
            elif kind < 0.55:
                self.keep(self.binary(self.pick(), self.pick(), 1))
            elif kind < 0.75:
                self.keep(self.unary(self.pick(), 1))
            elif kind < 0.85:
                self.keep(self.rows(self.pick(), 1))
            elif kind < 0.88:
                self.keep(self.loop(1))
            elif kind < 0.91:
                self.keep(self.branch(1))
            else:
                self.store(1)
        self.store(1)
        body = "\n".join(self.lines)
        return (
            f"func.func @kernel(%x: {self.tensor}, "
            f"%out: {self.tensor} {{pypto.dir = #pypto.dir<Out>}}, %go: i1)\n"
            "    attributes {pypto.kind = #pypto.func_kind<InCore>} {\n"
            f"{body}\n  return\n}}\n"
        )


def generate(operations: int, seed: int = 0) -> str:
    """The text of a kernel of about `operations` operations."""
    return Generator(seed).kernel(operations)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operations", type=int, help="number of operations")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print(generate(arguments.operations, arguments.seed), end="")


if __name__ == "__main__":
    main()
