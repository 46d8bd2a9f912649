# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A whole module as one `@pl.program` class."""

from __future__ import annotations

from typing import Any

from pypto.ir.printing.function import FunctionPrinter
from pypto.ir.printing.types import NotPrintable


def print_program(module: Any, name: str) -> str:
    """Text that `pl.parse` turns into a program equal to `module`.

    Raises ValueError for operations that the kernel language cannot say, such as those of
    lowered stages; those print as MLIR.
    """
    methods = []
    for view in module.body.operations:
        op = view.operation
        if op.name != "func.func":
            raise _refused(f"operation {op.name}")
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
        lines = printer.print()
    except NotPrintable as what:
        symbol = str(op.attributes["sym_name"]).strip('"')
        raise _refused(f"{what} in '{symbol}'") from None
    names = [n for group in printer._dims(op.regions[0].blocks[0]) for n in group]
    return lines, names


def _refused(what: str) -> Exception:
    from pypto.diagnostics import codes, make_error

    return make_error(
        codes.NotImplementedYet,
        f"the kernel language has no words for {what}",
        hint="print it as MLIR: program.mlir()",
    )
