# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Text of a diagnostic: header, place, source line with caret, facts, call chain."""

from __future__ import annotations

import linecache
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.diagnostics.span import Frame, Span

_MAX_LINES = 4
_RED, _BLUE, _GREEN, _BOLD, _OFF = "\033[31m", "\033[34m", "\033[32m", "\033[1m", "\033[0m"


def colours_enabled() -> bool:
    """NO_COLOR switches colours off, FORCE_COLOR on; otherwise a terminal decides."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stderr.isatty()


def caret_frame(span: Span, source_lines: Sequence[str] | None = None) -> list[str]:
    """The source lines of `span` with carets below them; empty when there is no source."""
    lines: list[str] = []
    width = len(str(min(span.end_line, span.line + _MAX_LINES - 1)))
    for number in range(span.line, min(span.end_line, span.line + _MAX_LINES - 1) + 1):
        text = _source_line(span.file, number, source_lines)
        if text is None:
            return lines
        first = span.column if number == span.line else len(text) - len(text.lstrip()) + 1
        last = span.end_column if number == span.end_line else len(text.rstrip()) + 1
        shown = text.rstrip().expandtabs(1)
        lines.append(f" {number:>{width}} | {shown}")
        lines.append(f" {'':>{width}} | " + " " * (first - 1) + "^" * max(1, last - first))
    if span.end_line >= span.line + _MAX_LINES:
        lines.append(f" {'':>{width}} | ...")
    return lines


def _source_line(file: str, number: int, source_lines: Sequence[str] | None) -> str | None:
    if source_lines is not None and 0 < number <= len(source_lines):
        return source_lines[number - 1]
    return linecache.getline(file, number) or None


def render(
    severity: str,
    code: str,
    message: str,
    span: Span | None,
    *,
    facts: Sequence[tuple[str, str]] = (),
    chain: Sequence[Frame] = (),
    source_lines: Sequence[str] | None = None,
) -> str:
    """One diagnostic as text. `facts` are pairs such as ("help", "use pl.range")."""
    bold, red, blue, green, off = ("",) * 5
    if colours_enabled():
        bold, red, blue, green, off = _BOLD, _RED, _BLUE, _GREEN, _OFF
    tag = f"[{code}]" if code else ""
    lines = [f"{red}{severity}{tag}{off}: {bold}{message}{off}"]
    if span is not None:
        lines.append(f"{blue}  -->{off} {span}")
        lines += [
            f"{red}{text}{off}" if set(text.partition("|")[2].strip()) == {"^"} else text
            for text in caret_frame(span, source_lines)
        ]
    lines += [f"{green}  {name}:{off} {line}" for name, text in facts for line in text.splitlines()]
    for frame in chain:
        lines.append(f"  inlined call of '{frame.function}'")
        lines.append(f"{blue}  -->{off} {frame.span}")
        lines += caret_frame(frame.span)
    return "\n".join(lines)
