# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One activation of a function's source: its names, its loops and who inlined it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ast

    from pypto.diagnostics.span import Frame as CallFrame
    from pypto.frontend.iterators import LoopHeader
    from pypto.frontend.liveness import Liveness
    from pypto.frontend.source import FunctionSource
    from pypto.frontend.values import Value


class Frame:
    """names: variables by name. chain: the inlined calls that led here, innermost first.

    kind: how the function was declared: "jit", "incore", "inline", "opaque", "host",
    "function". arguments: the caller's values, of an inlined call. returns: what its return
    annotation stands for. returned: the value of its return statement once compiled.
    """

    def __init__(
        self,
        source: FunctionSource,
        liveness: Liveness,
        kind: str,
        *,
        chain: tuple[CallFrame, ...] = (),
        call_locations: tuple[Any, ...] = (),
        strict_ssa: bool = False,
        program: Any = None,
        returns: Any = None,
    ) -> None:
        self.source = source
        self.liveness = liveness
        self.kind = kind
        self.chain = chain
        self.call_locations = call_locations
        self.strict_ssa = strict_ssa
        self.program = program
        self.returns = returns
        self.names: dict[str, Value] = {}
        self.arguments: tuple[Value, ...] = ()
        self.dims: dict[str, Any] = {}
        self.scope_base = 0
        self.loops: list[LoopContext] = []
        self.last_assignment: dict[str, ast.AST] = {}
        self.returned: Value | None = None
        self.finished = False
        self.return_node: ast.AST | None = None


class LoopContext:
    """A loop that is being compiled. kind: range, parallel, unroll, pipeline, while, split_aiv."""

    __slots__ = ("explicit", "header", "kind", "yielded")

    def __init__(self, kind: str, explicit: bool = False, header: LoopHeader | None = None) -> None:
        self.kind = kind
        # Bounds and target of a counted loop.
        self.header = header
        # True for a loop or branch whose results come from `pl.yield_`.
        self.explicit = explicit
        self.yielded: Any = None


class Scope:
    """A placement scope that is being compiled.

    kind: "at", "spmd", "split_aiv", "cluster", "auto", "manual". core: device work. outer: the
    variables before a cluster. written: MLIR values of tensors that it writes in place.
    """

    __slots__ = (
        "core",
        "dispatches",
        "kind",
        "node",
        "outer",
        "reads_block_index",
        "split_mode",
        "written",
    )

    def __init__(self, kind: str, node: ast.AST, core: bool = False) -> None:
        self.kind = kind
        self.node = node
        self.core = core
        self.reads_block_index = False
        self.dispatches: list[Any] = []
        self.split_mode: Any = None
        self.outer: dict[str, Value] = {}
        self.written: list[Any] = []
