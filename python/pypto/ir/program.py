# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`ir.Program`: a module with its functions."""

from __future__ import annotations

from typing import Any


class Program:
    """A program of the IR. module: the MLIR module. name: of its entry or class."""

    def __init__(self, module: Any, name: str) -> None:
        self.module = module
        self.name = name

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

    def __str__(self) -> str:
        return self.mlir()
