# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Source positions as the user sees them."""

import ast
import itertools
import linecache
import sys
from pathlib import Path
from typing import Any, NamedTuple

_PACKAGE = str(Path(__file__).parents[1])


class Span(NamedTuple):
    """A range of source text; lines and columns count from 1, `end_column` is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def filename(self) -> str:
        """The file, under the name older programs use."""
        return self.file

    @property
    def begin_line(self) -> int:
        """First line, under the name older programs use."""
        return self.line

    @property
    def begin_column(self) -> int:
        """First column, under the name older programs use."""
        return self.column

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Frame(NamedTuple):
    """One step of a chain of inlined calls: `function` was called at `span`."""

    function: str
    span: Span


def _character_column(line: str, byte_offset: int) -> int:
    # `ast` counts UTF-8 bytes; a reader counts characters.
    if line.isascii():
        return byte_offset + 1
    return len(line.encode()[:byte_offset].decode(errors="replace")) + 1


def span_of(file: str, node: ast.AST, line_offset: int = 0) -> Span:
    """The span of `node`, which was parsed `line_offset` lines above its place in `file`."""
    line = getattr(node, "lineno", 1) + line_offset
    end_line = (getattr(node, "end_lineno", None) or line - line_offset) + line_offset
    begin = getattr(node, "col_offset", 0)
    end = getattr(node, "end_col_offset", None)
    if end is None:
        end = begin + 1
    text = linecache.getline(file, line)
    if end_line > line and isinstance(getattr(node, "body", None), list):
        # Of a statement with a body, its first line.
        end_line, end = line, len(text.rstrip().encode())
    end_text = text if end_line == line else linecache.getline(file, end_line)
    return Span(
        file,
        line,
        _character_column(text, begin),
        end_line,
        _character_column(end_text, end),
    )


def outside_frame(frame: Any) -> Any:
    """The innermost caller of `frame` that is not this package's code, or None."""
    while frame is not None and _is_own(frame):
        frame = frame.f_back
    return frame


def _is_own(frame: Any) -> bool:
    """Code of this package; what `dataclass` generates for it has no file."""
    if frame.f_code.co_filename.startswith(_PACKAGE):
        return True
    name = frame.f_globals.get("__name__") or ""
    return frame.f_code.co_filename == "<string>" and name.startswith("pypto.")


def calling_span() -> Span | None:
    """Where the user's code calls this package: the innermost frame outside of it."""
    frame = outside_frame(sys._getframe(1))
    if frame is None or frame.f_code.co_filename.startswith("<frozen"):
        return None
    return frame_span(frame.f_code, frame.f_lasti, frame.f_lineno)


def frame_span(code: Any, instruction: int, number: int) -> Span:
    """Where an instruction of `code`, which is in line `number`, stands in its file."""
    place = next(itertools.islice(code.co_positions(), instruction // 2, None), None)
    line, end_line, begin, end = place or (number, None, None, None)
    line = line or number
    text = linecache.getline(code.co_filename, line)
    if begin is None or end is None or end_line is None:
        begin, end, end_line = len(text) - len(text.lstrip()), len(text.rstrip().encode()), line
    last = text if end_line == line else linecache.getline(code.co_filename, end_line)
    return Span(
        code.co_filename,
        line,
        _character_column(text, begin),
        end_line,
        _character_column(last, end),
    )
