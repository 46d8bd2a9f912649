# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Diagnostics of passes and of the core model as Python exceptions and warnings."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from pypto.diagnostics import Code, DiagnosticEngine, Frame, Span, make_error

_CODE = re.compile(r"\[(PYPTO-[EW]\d{4})\] ")
_UNCODED = Code("", "", "Error", "an error without a code")


def known_code(text: str) -> Code | None:
    """The row of the table whose code is `text` ("PYPTO-E0501")."""
    from pypto.diagnostics import codes

    for row in vars(codes).values():
        if isinstance(row, Code) and row.code == text:
            return row
    return None


def split_code(message: str) -> tuple[Code, str]:
    """The code that a message starts with, and the rest of the message."""
    match = _CODE.search(message)
    code = known_code(match[1]) if match else None
    if match is None or code is None:
        return _UNCODED, message
    return code, message[: match.start()] + message[match.end() :]


def span_of_location(location: Any) -> tuple[Span | None, tuple[Frame, ...]]:
    """The user's place in an MLIR location, and the inlined calls that led there."""
    if location.is_a_callsite():
        span, chain = span_of_location(location.callee)
        caller, rest = span_of_location(location.caller)
        if caller is not None:
            chain = (*chain, Frame("", caller))
        return span, (*chain, *rest)
    if location.is_a_name():
        return span_of_location(location.child_loc)
    if location.is_a_fused():
        for part in location.locations:
            span, chain = span_of_location(part)
            if span is not None:
                return span, chain
        return None, ()
    if location.is_a_file():
        line, column = location.start_line, location.start_col
        end_line = location.end_line or line
        end_column = location.end_col
        if end_line == line and end_column <= column:
            end_column = column + 1
        return Span(location.filename, line, column, end_line, end_column), ()
    return None, ()


def _note(info: Any) -> str:
    span, _ = span_of_location(info.location)
    return f"{info.message} ({span})" if span is not None else info.message


@contextlib.contextmanager
def collecting_diagnostics(
    context: Any, on_warning: Callable[..., None] | None = None
) -> Iterator[None]:
    """Collects what `context` emits; at the end warnings are shown and errors raised."""
    from pypto.mlir import ir

    engine = DiagnosticEngine()
    warn = on_warning or engine.warn

    def handle(info: Any) -> bool:
        code, message = split_code(info.message)
        span, chain = span_of_location(info.location)
        note = "\n  note: ".join(_note(note) for note in info.notes)
        if info.severity == ir.DiagnosticSeverity.ERROR:
            engine.errors.append(make_error(code, message, span, note=note, chain=chain))
        elif info.severity == ir.DiagnosticSeverity.WARNING:
            warn(code, message, span, **({"note": note} if note else {}))
        return True

    handler = context.attach_diagnostic_handler(handle)
    try:
        try:
            yield
        finally:
            handler.detach()
    except ir.MLIRError as error:
        # The binding collects what was emitted inside `run` itself.
        for info in error.error_diagnostics:
            handle(info)
        engine.raise_if_errors()
        raise
    engine.raise_if_errors()
