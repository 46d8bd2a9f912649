# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Positions of the IR have a start only; the source says where the expression ends."""

from __future__ import annotations

import ast
import linecache

from pypto.diagnostics.span import Span, span_of

_Expressions = dict[int, list[ast.expr]]
_parsed: dict[str, tuple[list[str], _Expressions]] = {}


def widened(span: Span) -> Span:
    """`span` up to the end of the expression that starts there, of a call if there is one."""
    if (span.end_line, span.end_column) != (span.line, span.column + 1):
        return span
    starting = [
        (isinstance(node, ast.Call), whole)
        for node in _expressions(span.file).get(span.line, ())
        if (whole := span_of(span.file, node)).column == span.column
    ]
    calls = any(is_call for is_call, _ in starting)
    candidates = [whole for is_call, whole in starting if is_call or not calls]
    return max(candidates, key=lambda s: (s.end_line, s.end_column), default=span)


def expression_at(span: Span) -> ast.expr | None:
    """The largest expression at `span`, as `widened` finds it."""
    return next(
        (
            node
            for node in _expressions(span.file).get(span.line, ())
            if span_of(span.file, node) == span
        ),
        None,
    )


def _expressions(file: str) -> _Expressions:
    """The expressions of a file by the line that they start on."""
    lines = linecache.getlines(file)
    known = _parsed.get(file)
    if known is not None and known[0] is lines:
        return known[1]
    found: _Expressions = {}
    try:
        tree = ast.parse("".join(lines), file)
    except (SyntaxError, ValueError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            found.setdefault(node.lineno, []).append(node)
    _parsed[file] = (lines, found)
    return found
