# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the decorators make of a Python function."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

from pypto.language.enums import FunctionType, Level, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from pypto.frontend.signature import Signature
    from pypto.frontend.source import FunctionSource


class KernelFunction:
    """A function whose body is compiled.

    kind: "jit", "incore", "inline", "opaque", "host", "extern", "function" or "method" (of a
    `@pl.program` class). type: its `pl.FunctionType`.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        kind: str,
        type: FunctionType,
        *,
        level: Level | None = None,
        role: Role | None = None,
        auto_scope: bool = True,
        strict_ssa: bool = False,
        external: dict[str, Any] | None = None,
    ) -> None:
        for name in functools.WRAPPER_ASSIGNMENTS:
            if hasattr(function, name):
                setattr(self, name, getattr(function, name))
        self.__wrapped__ = function
        self.function = function
        self.kind = kind
        self.type = type
        self.level = level
        self.role = role
        self.auto_scope = auto_scope
        self.strict_ssa = strict_ssa
        self.external = external
        self.enclosing = _enclosing_names(function)
        self._source: FunctionSource | None = None
        self._signature: Signature | None = None
        self._body: Any = None

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    @property
    def is_method(self) -> bool:
        """True for a method of a program, whose first parameter is `self`."""
        return self.kind == "method"

    @property
    def is_inline(self) -> bool:
        """True for a helper that is compiled in place wherever it is called."""
        return self.type is FunctionType.Inline

    @property
    def source(self) -> FunctionSource:
        """The syntax tree and surroundings; raises OSError when there is no source."""
        if self._source is None:
            from pypto.frontend.source import FunctionSource

            declared = self.kind in ("function", "method")
            self._source = FunctionSource(self.function, self.enclosing, declared=declared)
        return self._source

    @property
    def signature(self) -> Signature:
        """The parameters with their types."""
        if self._signature is None:
            from pypto.frontend.signature import Signature

            self._signature = Signature(self)
        return self._signature

    @property
    def body(self) -> Any:
        """The prepared statements and their liveness."""
        if self._body is None:
            from pypto.frontend.collector import collector_paused
            from pypto.frontend.liveness import Liveness
            from pypto.frontend.loops import allows_jumps
            from pypto.frontend.prepare import prepare

            source = self.source
            with collector_paused():
                statements = prepare(
                    source.node.body, lambda iterator: allows_jumps(source.resolve(iterator))
                )
                self._body = (statements, Liveness(statements))
        return self._body

    def __repr__(self) -> str:
        return f"<pl.{self.kind} kernel '{self.name}'>"


def _enclosing_names(function: Callable[..., Any]) -> dict[str, Any]:
    """Local names of the function that defines a kernel.

    Python does not keep names that only annotations use, so they are taken here, at
    decoration time; a kernel at module level needs none.
    """
    if "<locals>" not in getattr(function, "__qualname__", ""):
        return {}
    frame: Any = sys._getframe(1)
    names: dict[str, Any] = {}
    while frame is not None and frame.f_code.co_name != "<module>":
        if frame.f_globals is function.__globals__:
            for name, value in frame.f_locals.items():
                names.setdefault(name, value)
        frame = frame.f_back
    return names
