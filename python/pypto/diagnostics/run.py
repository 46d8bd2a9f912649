# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors of the core model in the words of the author's program."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pypto.diagnostics.element_types import called
from pypto.diagnostics.span import Span
from pypto.diagnostics.widen import widened

if TYPE_CHECKING:
    from collections.abc import Callable

# An instruction and its pipe, with the place of it where that is not the error's own.
_INSTRUCTION = re.compile(
    r"'(?P<name>\w[\w ]*)' on (?P<pipe>\w+)(?: \((?P<file>[^()]+):(?P<line>\d+):(?P<column>\d+)\))?"
)
# The flag and the barrier of pto text.
_SET_FLAG = re.compile(r"pto\.set_flag\[<PIPE_(\w+)>, <PIPE_(\w+)>, <EVENT_IDn>\]")
_BARRIER = re.compile(r"pto\.barrier <PIPE_(\w+)>")
_BARRIERS = {"V": "pl.system.bar_v()", "M": "pl.system.bar_m()"}
_PTO_ONLY = ", or run --pto-insert-sync"


def of_a_run(text: str, span: Span | None) -> str:
    """`text` of an error at `span`, with the author's operations for instructions of a kernel."""
    if span is None or not span.file.endswith(".py"):
        return text
    text = _INSTRUCTION.sub(_written(span), text)
    text = _SET_FLAG.sub(
        r"pl.system.sync_src(set_pipe=pl.PipeType.\1, wait_pipe=pl.PipeType.\2, event_id=n)", text
    )
    text = text.replace("pto.wait_flag", "the pl.system.sync_dst of the same arguments")
    text = _BARRIER.sub(lambda at: _BARRIERS.get(at[1], "pl.system.bar_all()"), text)
    return text.replace(_PTO_ONLY, "")


def _written(error: Span) -> Callable[[re.Match[str]], str]:
    def words(found: re.Match[str]) -> str:
        at = error
        if found["file"]:
            line, column = int(found["line"]), int(found["column"])
            at = widened(Span(found["file"], line, column, line, column + 1))
        operation = called(at)
        if operation is None:
            return found[0]
        return f"{operation} ({at})" if found["file"] else operation

    return words
