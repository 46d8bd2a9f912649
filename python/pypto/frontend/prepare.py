# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is done to a function's tree before it is compiled: jumps become structured."""

from __future__ import annotations

import ast
from itertools import count
from typing import TYPE_CHECKING

from pypto.frontend.jumps import JumpOutOfScope, has_jump, lower_jumps
from pypto.frontend.returns import lower_returns

if TYPE_CHECKING:
    from collections.abc import Iterator

# Iterators whose loops allow `break` and `continue`, by the name they are called with.
_JUMPING = ("range", "pipeline", "while_")
# What makes a statement device work: scopes, and loops over blocks or lanes.
_PLACING = ("at", "spmd", "split_aiv")


def prepare(body: list[ast.stmt]) -> list[ast.stmt]:
    """A copy of `body` that returns at its end only and whose loops carry flags, not jumps.

    A rewritten loop has the attribute `break_flag`: the name of its flag or None. A loop over
    lanes outside of every scope gets one with the attribute `implicit_core`.
    """
    return _Preparation().block(lower_returns(body), False)


class _Preparation:
    def __init__(self) -> None:
        self._numbers = count()

    def block(self, body: list[ast.stmt], placed: bool) -> list[ast.stmt]:
        """Statements; `placed`: a scope around them says that they are device work."""
        return [self._statement(node, placed) for node in body]

    def _statement(self, node: ast.stmt, placed: bool) -> ast.stmt:
        if isinstance(node, ast.If):
            copy = ast.If(node.test, self.block(node.body, placed), self.block(node.orelse, placed))
            return ast.copy_location(copy, node)
        if isinstance(node, ast.With):
            inner = placed or _called(node.items[0].context_expr) in _PLACING
            return ast.copy_location(ast.With(node.items, self.block(node.body, inner)), node)
        if isinstance(node, ast.For):
            return self._for(node, placed)
        if isinstance(node, ast.While):
            while_ = ast.While(node.test, self.block(node.body, placed), node.orelse)
            return _loop(ast.copy_location(while_, node), True, self._numbers)
        return node

    def _for(self, node: ast.For, placed: bool) -> ast.stmt:
        iterator = _called(node.iter)
        body = self.block(node.body, placed or iterator in _PLACING)
        for_ = ast.copy_location(ast.For(node.target, node.iter, body, node.orelse), node)
        loop = _loop(for_, iterator in _JUMPING, self._numbers)
        if iterator != "split_aiv" or placed:
            return loop
        # Vector lanes are device work, also where no scope says so.
        scope = ast.copy_location(ast.With([ast.withitem(node.iter)], [loop]), node)
        scope.implicit_core = True  # pyright: ignore[reportAttributeAccessIssue]
        return scope


def _loop(node: ast.For | ast.While, jumps: bool, numbers: Iterator[int]) -> ast.stmt:
    flag = None
    if jumps and has_jump(node.body):
        try:
            lowered = lower_jumps(node, next(numbers))
            node.body, flag = lowered.body, lowered.break_flag
        except JumpOutOfScope as jump:
            node.jump_out_of = jump.node  # pyright: ignore[reportAttributeAccessIssue]
    node.break_flag = flag  # pyright: ignore[reportAttributeAccessIssue]
    return node


def _called(node: ast.expr) -> str:
    """The last part of the name of what is called."""
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
