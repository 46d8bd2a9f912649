# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One diagnostics engine: stable codes, places with carets, call chains, fixes."""

from __future__ import annotations

from pypto.diagnostics.code import Code
from pypto.diagnostics.engine import DiagnosticEngine, DiagnosticWarning, make_error
from pypto.diagnostics.span import Frame, Span, span_of

__all__ = [
    "Code",
    "DiagnosticEngine",
    "DiagnosticWarning",
    "Frame",
    "Span",
    "make_error",
    "span_of",
]
