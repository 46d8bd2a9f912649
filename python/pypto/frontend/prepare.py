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


def prepare(body: list[ast.stmt]) -> list[ast.stmt]:
    """A copy of `body` that returns at its end only and whose loops carry flags, not jumps.

    A rewritten loop has the attribute `break_flag`: the name of its flag or None.
    """
    return _block(lower_returns(body), count())


def _block(body: list[ast.stmt], numbers: Iterator[int]) -> list[ast.stmt]:
    return [_statement(node, numbers) for node in body]


def _statement(node: ast.stmt, numbers: Iterator[int]) -> ast.stmt:
    if isinstance(node, ast.If):
        copy = ast.If(node.test, _block(node.body, numbers), _block(node.orelse, numbers))
        return ast.copy_location(copy, node)
    if isinstance(node, ast.With):
        with_ = ast.With(node.items, _block(node.body, numbers))
        return ast.copy_location(with_, node)
    if isinstance(node, ast.For):
        for_ = ast.For(node.target, node.iter, _block(node.body, numbers), node.orelse)
        return _loop(ast.copy_location(for_, node), _iterator_name(node) in _JUMPING, numbers)
    if isinstance(node, ast.While):
        while_ = ast.While(node.test, _block(node.body, numbers), node.orelse)
        return _loop(ast.copy_location(while_, node), True, numbers)
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


def _iterator_name(node: ast.For) -> str:
    if not isinstance(node.iter, ast.Call):
        return ""
    function = node.iter.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
