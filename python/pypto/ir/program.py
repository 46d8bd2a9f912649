# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`ir.Program`: a module with its functions."""

from __future__ import annotations

from typing import Any


class Program:
    """A program of the IR. module: the MLIR module. name: of its entry or class.

    entries: what `@pl.program` compiled, as (definition, arguments, function), empty for a
    program that came from elsewhere. compiler: the front end's state of it.
    """

    def __init__(self, module: Any, name: str) -> None:
        self.module = module
        self.name = name
        self.entries: list[Any] = []
        self.compiler: Any = None

    def compile(self, *_: Any, config: Any = None) -> Any:
        """A `CompiledProgram` of the program's entry; see `ir.compile`."""
        from pypto.ir.compilation import compile_program

        return compile_program(self, config)

    @property
    def functions(self) -> dict[str, Any]:
        """The `func.func` operations by name."""
        return {
            str(op.attributes["sym_name"]).strip('"'): op
            for op in (block_op.operation for block_op in self.module.body.operations)
            if op.name == "func.func"
        }

    def get_function(self, name: str) -> Any:
        """The function called `name`, or None."""
        return self.functions.get(name)

    def mlir(self, *, locations: bool = False) -> str:
        """The MLIR text, with the user's positions on request."""
        return self.module.operation.get_asm(enable_debug_info=locations)

    def as_python(self, concise: bool = False) -> str:
        """The program as text of the kernel language; `pl.parse` gives an equal program.

        What the language has no words for, as most of a lowered stage, stands as IR in
        `pl.mlir`, below a comment that names the first such thing.
        """
        from pypto.ir.printing import print_program

        return print_program(self.module, self.name)

    def structurally_equal(self, other: Program) -> bool:
        """True when both programs are the same IR, places in files not counted."""
        return str(self.module) == str(other.module)

    def __str__(self) -> str:
        return self.mlir()
