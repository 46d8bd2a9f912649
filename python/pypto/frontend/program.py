# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles an entry and the kernels it calls into one module."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import DiagnosticEngine, codes
from pypto.frontend import scalars
from pypto.frontend.builder import IrContext
from pypto.frontend.constant_key import constant_key
from pypto.frontend.kernel import Argument, CompiledKernel, compile_kernel
from pypto.language.dynamic import DynExpr, DynVar

if TYPE_CHECKING:
    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.source import FunctionSource
    from pypto.frontend.values import Value
    from pypto.language.functions import KernelFunction

_OPERATORS: dict[str, type] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "//": ast.FloorDiv,
    "%": ast.Mod,
}


class ProgramCompiler:
    """State of one compile.

    arch: "a2a3" or "a5". captures: Python objects outside of the kernels that the result
    depends on, for the cache.
    """

    def __init__(self, arch: str, engine: DiagnosticEngine | None = None) -> None:
        self.arch = arch
        self.engine = engine or DiagnosticEngine()
        self.shared = IrContext.get()
        ir = self.shared.ir
        self.module = ir.Module.create(self.shared.unknown_location)
        self.module.operation.attributes["pypto.arch"] = self.shared.attribute(
            f"#pypto.arch<{arch}>"
        )
        self.symbols: dict[str, int] = {}
        self.kernels: dict[Any, CompiledKernel] = {}
        self.active: list[Any] = []
        self.resolved: dict[ast.AST, Any] = {}
        self.callees: dict[Any, Any] = {}
        self.operations: dict[Any, Any] = {}
        self.recipes: dict[Any, Any] = {}
        self.captures: dict[tuple[int, str], tuple[Any, str, Any]] = {}
        self.lookups: list[tuple[Any, Any, Any, Any]] = []
        # Concurrent instances of the call that is compiled, if any.
        self.caller_instances: Any = None
        self.rebound_outputs: dict[Any, Any] = {}
        # Window buffers of the hosts: who allocates them by name, and the names of their views.
        self.windows: dict[str, ast.AST] = {}
        self.window_buffers: list[tuple[Any, str]] = []
        self.operation_count = 0
        # Functions whose unused variables are reported.
        self.checked_unused: set[KernelFunction] = set()

    def symbol(self, name: str) -> str:
        """A symbol name that is not used yet."""
        number = self.symbols.get(name, 0)
        self.symbols[name] = number + 1
        return name if number == 0 else self.symbol(f"{name}_{number}")

    def kernel(
        self,
        function: KernelFunction,
        arguments: list[Argument],
        program: Any = None,
        instances: Any = None,
    ) -> CompiledKernel:
        """The compiled form of `function` for these arguments."""
        key = (function, tuple(a.key() for a in arguments))
        found = self.kernels.get(key)
        if found is None:
            self.active.append(function)
            outer, self.caller_instances = self.caller_instances, instances
            try:
                found = compile_kernel(self, function, arguments, program)
            finally:
                self.active.pop()
                self.caller_instances = outer
            self.kernels[key] = found
        return found

    def finish(self) -> Any:
        """The verified module; raises the errors of the compile."""
        self.engine.raise_if_errors()
        from pypto.frontend.verify import verify

        verify(self)
        return self.module

    # What the result depends on --------------------------------------------------------------

    def record_capture(self, source: FunctionSource, name: str, value: Any) -> None:
        """Remembers a global or closure variable."""
        self.captures[id(source.function), name] = (source, name, constant_key(value))

    def record_attribute(self, base: Any, name: str, value: Any) -> None:
        """Remembers an attribute of a captured object."""
        self.lookups.append((getattr, base, name, constant_key(value)))

    def record_item(self, base: Any, key: Any, value: Any) -> None:
        """Remembers an item of a captured container."""
        self.lookups.append((_item, base, key, constant_key(value)))

    def record_default(self, value: Any) -> None:
        """Remembers the default of a parameter; a list may be changed."""
        if isinstance(value, (list, tuple)):
            self.lookups.append((_itself, value, None, constant_key(value)))

    # Dynamic dimensions ----------------------------------------------------------------------

    def dynamic_value(self, c: FunctionCompiler, expression: DynExpr, node: ast.AST) -> Value:
        """The value of a `pl.dynamic` variable, or of arithmetic over some, in a body."""
        if isinstance(expression, DynVar):
            found = c.frame.dims.get(expression.name)
            if found is None:
                raise c.error(
                    codes.UndefinedVariable,
                    node,
                    f"Undefined variable '{expression.name}': no tensor parameter has this "
                    "dynamic dimension",
                    hint=f"use pl.dynamic('{expression.name}') in the annotation of a parameter",
                )
            return found()
        left, right = (self._operand(c, o, node) for o in expression.operands)
        return scalars.binary(c, node, _OPERATORS[expression.operator], left, right)

    def _operand(self, c: FunctionCompiler, operand: Any, node: ast.AST) -> Any:
        if isinstance(operand, int):
            return scalars.python_constant(operand)
        return self.dynamic_value(c, operand, node)


def _itself(base: Any, key: Any) -> Any:
    return base


def _item(base: Any, key: Any) -> Any:
    return base[key]
