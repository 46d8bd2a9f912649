# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A whole module as one `@pl.program` class."""

from __future__ import annotations

from typing import Any

from pypto.ir.printing.function import FunctionPrinter
from pypto.ir.printing.types import NotPrintable


def print_program(module: Any, name: str) -> str:
    """Text that `pl.parse` turns into a program equal to `module`.

    A module with something that the kernel language cannot say, as those of lowered stages, is
    the text of its IR inside `pl.mlir`.
    """
    try:
        return _in_words(module, name)
    except NotPrintable as what:
        return _embedded(module, name, str(what))


def _embedded(module: Any, name: str, reason: str) -> str:
    text = str(module)
    # A raw string keeps the escapes of MLIR's own strings.
    quotes = "'''" if '"""' in text else '"""'
    lines = [
        "import pypto.language as pl",
        "",
        f"# The kernel language has no words for {reason}.",
        f"program = pl.mlir(r{quotes}",
        text.rstrip(),
        f'{quotes}, name="{name}")',
        "",
    ]
    return "\n".join(lines)


def _in_words(module: Any, name: str) -> str:
    methods = []
    for view in module.body.operations:
        op = view.operation
        if op.name != "func.func":
            raise NotPrintable(f"operation {op.name}")
        methods.append(print_function(op))
    dynamic = sorted({name for _, names in methods for name in names})
    lines = ["import pypto.language as pl", ""]
    lines += [f'{symbol} = pl.dynamic("{symbol}")' for symbol in dynamic]
    lines += ["", "@pl.program", f"class {name if name.isidentifier() else 'Program'}:"]
    for text, _ in methods:
        lines += [f"    {line}" if line else "" for line in text]
        lines.append("")
    return "\n".join(lines)


def print_function(op: Any) -> tuple[list[str], list[str]]:
    """The lines of one function and the dynamic dimensions it names."""
    printer = FunctionPrinter(op)
    try:
        if not len(op.regions[0].blocks):
            raise NotPrintable("a function without a body")
        lines = printer.print()
    except NotPrintable as what:
        symbol = str(op.attributes["sym_name"]).strip('"')
        raise NotPrintable(f"{what} in '{symbol}'") from None
    names = [n for group in printer._dims(op.regions[0].blocks[0]) for n in group]
    return lines, names
