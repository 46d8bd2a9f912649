# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Large kernels for measuring compile time.

The kernel loads tiles, combines recent ones element by element, reduces and
broadcasts rows, accumulates in loops, merges values in branches and stores. The
same size and seed give the same text.
"""

from __future__ import annotations

import argparse
import random

ROWS, COLUMNS = 16, 64
TENSOR = "!pypto.tensor<65536x64xf32>"
TILE = f"!pypto.tile<{ROWS}x{COLUMNS}xf32>"
COLUMN = f"!pypto.tile<{ROWS}x1xf32>"
BINARY = ("add", "sub", "mul", "maximum", "minimum")
UNARY = ("exp", "neg", "abs", "sqrt")


class Generator:
    """Writes one kernel; `live` holds the tiles that may still be used."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
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
        self.live = [*self.live[-7:], name]

    def load(self, indent: int) -> str:
        row = self.emit(f"arith.constant {ROWS * self.random.randrange(4096)} : index", indent)
        return self.emit(f"pypto.tile.load %x[{row}, %c0] : {TENSOR} -> {TILE}", indent)

    def binary(self, a: str, b: str, indent: int) -> str:
        op = self.random.choice(BINARY)
        return self.emit(f"pypto.tile.{op} {a}, {b} : ({TILE}, {TILE}) -> {TILE}", indent)

    def unary(self, a: str, indent: int) -> str:
        return self.emit(f"pypto.tile.{self.random.choice(UNARY)} {a} : ({TILE}) -> {TILE}", indent)

    def rows(self, a: str, indent: int) -> str:
        scratch = self.emit(f"pypto.tile.create : {TILE}", indent)
        column = self.emit(
            f"pypto.tile.row_max {a} scratch {scratch} : ({TILE}, {TILE}) -> {COLUMN}", indent
        )
        return self.emit(
            f"pypto.tile.row_expand_sub {a}, {column} : ({TILE}, {COLUMN}) -> {TILE}", indent
        )

    def loop(self, indent: int) -> str:
        first, invariant = self.pick(), self.pick()
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(
            "  " * indent + f"{name} = scf.for %i{self.count} = %c0 to %n step %c1 "
            f"iter_args(%acc{self.count} = {first}) -> {TILE} {{"
        )
        carry = f"%acc{self.count}"
        loaded = self.load(indent + 1)
        total = self.binary(carry, self.unary(loaded, indent + 1), indent + 1)
        total = self.binary(total, invariant, indent + 1)
        self.lines.append("  " * (indent + 1) + f"scf.yield {total} : {TILE}")
        self.lines.append("  " * indent + "}")
        return name

    def branch(self, indent: int) -> str:
        a, b = self.pick(), self.pick()
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append("  " * indent + f"{name} = scf.if %go -> {TILE} {{")
        taken = self.binary(a, b, indent + 1)
        self.lines.append("  " * (indent + 1) + f"scf.yield {taken} : {TILE}")
        self.lines.append("  " * indent + "} else {")
        other = self.unary(a, indent + 1)
        self.lines.append("  " * (indent + 1) + f"scf.yield {other} : {TILE}")
        self.lines.append("  " * indent + "}")
        return name

    def store(self, indent: int) -> None:
        row = self.emit(f"arith.constant {ROWS * self.random.randrange(4096)} : index", indent)
        self.emit(
            f"pypto.tile.store {self.pick()}, %out[{row}, %c0] : {TILE}, {TENSOR} -> {TENSOR}",
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
            f"func.func @kernel(%x: {TENSOR}, %out: {TENSOR} {{pypto.dir = #pypto.dir<Out>}}, "
            f"%go: i1)\n    attributes {{pypto.kind = #pypto.func_kind<InCore>}} {{\n"
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
