# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One diagnostics engine: stable codes, places with carets, call chains, fixes."""

from __future__ import annotations

from pypto.diagnostics.code import Code
from pypto.diagnostics.engine import (
    DiagnosticDeprecation,
    DiagnosticEngine,
    DiagnosticWarning,
    make_error,
    warn_call,
)
from pypto.diagnostics.span import Frame, Span, span_of

__all__ = [
    "Code",
    "DiagnosticDeprecation",
    "DiagnosticEngine",
    "DiagnosticWarning",
    "Frame",
    "Span",
    "make_error",
    "span_of",
    "warn_call",
]
