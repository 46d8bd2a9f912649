# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Raises the errors and shows the warnings that passes emit."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from pypto.diagnostics import DiagnosticEngine
from pypto.diagnostics.mlir import coded, collect, errors_of, in_words
from pypto.diagnostics.widen import widened


@contextlib.contextmanager
def raising_diagnostics(
    context: Any,
    on_warning: Callable[..., None] | None = None,
    on_remark: Callable[..., None] | None = None,
) -> Iterator[None]:
    """Collects what `context` emits; at the end warnings are shown and errors raised."""
    from pypto.mlir import ir

    engine = DiagnosticEngine()
    warn = on_warning or engine.warn
    failure: Exception | None = None
    with collect(context) as found:
        try:
            yield
        except ir.MLIRError as error:
            # The binding collects what was emitted inside `run` itself.
            found.add_error(error)
            failure = error
    for item in found.items:
        span = item.span and widened(item.span)
        if item.severity == "warning":
            code, text = coded(in_words(item.message))
            warn(code, text, span)
        elif item.severity == "remark" and on_remark is not None:
            on_remark(in_words(item.message), span)
    for error in errors_of(found):
        engine.error(error)
    engine.raise_if_errors()
    if failure is not None:
        raise failure
