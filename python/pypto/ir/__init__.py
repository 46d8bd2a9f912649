# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs, compiled programs, and names of the IR that programs import."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.ir.names import CoreType, DiagnosticCheckSet
from pypto.language.enums import ArgDirection, ParamDirection

if TYPE_CHECKING:
    from pypto.ir.compilation import compile
    from pypto.ir.compiled_program import CompiledProgram
    from pypto.ir.pass_manager import PassManager
    from pypto.ir.printer import python_print
    from pypto.ir.program import Program
    from pypto.ir.serialization import (
        deserialize,
        deserialize_from_file,
        serialize,
        serialize_to_file,
    )
    from pypto.ir.strategy import OptimizationStrategy

_LAZY = {
    "compile": "pypto.ir.compilation",
    "deserialize": "pypto.ir.serialization",
    "deserialize_from_file": "pypto.ir.serialization",
    "python_print": "pypto.ir.printer",
    "serialize": "pypto.ir.serialization",
    "serialize_to_file": "pypto.ir.serialization",
    "CompiledProgram": "pypto.ir.compiled_program",
    "OptimizationStrategy": "pypto.ir.strategy",
    "PassManager": "pypto.ir.pass_manager",
    "Program": "pypto.ir.program",
}

__all__ = [
    "compile",
    "deserialize",
    "deserialize_from_file",
    "python_print",
    "serialize",
    "serialize_to_file",
    "ArgDirection",
    "CompiledProgram",
    "CoreType",
    "DiagnosticCheckSet",
    "OptimizationStrategy",
    "ParamDirection",
    "PassManager",
    "Program",
]


def __getattr__(name: str) -> Any:
    module = _LAZY.get(name)
    if module is None:
        raise AttributeError(f"module 'pypto.ir' has no attribute '{name}'")
    import importlib

    return getattr(importlib.import_module(module), name)
