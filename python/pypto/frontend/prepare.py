# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is done to a function's tree before it is compiled: jumps become structured."""

from __future__ import annotations

import ast
from itertools import count
from typing import TYPE_CHECKING

from pypto.frontend.jumps import JumpOutOfScope, has_jump, lower_jumps
from pypto.frontend.returns import lower_returns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    # True for the function of an iterator whose loops may be left or cut short.
    Jumping = Callable[[ast.expr], bool]

# Most statements.
_SIMPLE = (ast.Assign, ast.Expr)


def prepare(body: list[ast.stmt], jumping: Jumping) -> list[ast.stmt]:
    """A copy of `body` that returns at its end only and whose loops carry flags, not jumps.

    A rewritten loop has the attribute `break_flag`: the name of its flag or None.
    """
    return _Preparation(jumping).block(lower_returns(body))


class _Preparation:
    def __init__(self, jumping: Jumping) -> None:
        self._numbers = count()
        self._jumping = jumping

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [self._statement(node) for node in body]

    def _statement(self, node: ast.stmt) -> ast.stmt:
        if type(node) in _SIMPLE:
            return node
        if isinstance(node, ast.If):
            branch = ast.If(node.test, self.block(node.body), self.block(node.orelse))
            return ast.copy_location(branch, node)
        if isinstance(node, ast.With):
            return ast.copy_location(ast.With(node.items, self.block(node.body)), node)
        if isinstance(node, ast.For):
            for_ = ast.For(node.target, node.iter, self.block(node.body), node.orelse)
            jumps = isinstance(node.iter, ast.Call) and self._jumping(node.iter.func)
            return _loop(ast.copy_location(for_, node), jumps, self._numbers)
        if isinstance(node, ast.While):
            while_ = ast.While(node.test, self.block(node.body), node.orelse)
            return _loop(ast.copy_location(while_, node), True, self._numbers)
        return node


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
