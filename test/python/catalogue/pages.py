# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the manual's pages share: compiling snippets, comparing with the page."""

from __future__ import annotations

import linecache
import re
import warnings
from typing import Any

import pytest
from rows import catalogue

import pypto.language as pl
from pypto import errors
from pypto.diagnostics import DiagnosticWarning

# How lines of code start on a page.
_CODE = (
    *("with pl", "for ", "@pl.", "def ", "pl.", "pld.", "off = ", "return ", "base = ", "blk = "),
    *("out = ", "out[", "a = ", "b = ", "c = ", "t = ", "m = ", "n = ", "mm = ", "v = ", "kv = "),
)


def page(name: str) -> str:
    """The text of a page of the manual, where it is at hand."""
    text = catalogue()
    path = text.parent / "manual" / name if text else None
    return path.read_text() if path and path.is_file() else ""


def compile_text(text: str) -> None:
    """Front end and passes."""
    pl.parse(text).compile().lowered()


def stop_of(text: str) -> str:
    """The code of the errors that the compiler stops with, or ""."""
    try:
        compile_text(text)
    except errors.Diagnosed as error:
        (code,) = {e.code for e in error.diagnostics}
        return code
    return ""


def marked(error: Any) -> str:
    """The text under the caret."""
    span = error.span
    line = linecache.getline(span.file, span.line)
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    return line[span.column - 1 : end]


def check_snippet(snippet: Any) -> None:
    """It compiles, or stops as it says."""
    if snippet.stop.startswith("PYPTO-W"):
        with pytest.warns(DiagnosticWarning, match=snippet.stop):
            compile_text(snippet.source())
        return
    stop = stop_of(snippet.source())
    assert stop == snippet.stop, stop


def check_edge(edge: Any) -> None:
    """The symptom comes under the row's words, at the right text; the row's fix removes it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if edge.code.startswith("PYPTO-E"):
            with pytest.raises(errors.Diagnosed) as raised:
                compile_text(edge.program)
        else:
            stop = stop_of(edge.program)
            assert stop == edge.stop, stop
    said = [w.message for w in caught if isinstance(w.message, DiagnosticWarning)]
    said = [w for w in said if w.code != "PYPTO-W0002"]
    if edge.code.startswith("PYPTO-E"):
        error = raised.value
        assert (error.code, marked(error)) == (edge.code, edge.marked)
        assert edge.text in error.message
        assert error.hint or error.note
    elif edge.code:
        (warning,) = said
        assert (warning.code, marked(warning)) == (edge.code, edge.marked)
        assert edge.text in str(warning)
    else:
        assert said == []
    if edge.fixed:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", "(?s).*(UnusedVariable|HintWithoutEffect)")
            stop = stop_of(edge.fixed)
            assert stop == edge.fixed_stop, stop


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def missing_code(text: str, snippets: dict[str, Any]) -> list[str]:
    """Lines of code of a page that no snippet has, and snippets that the page does not have."""
    whole = _flat(text)
    unknown = [name for name, s in snippets.items() if _flat(s.text) not in whole]
    ours = {_flat(line) for s in snippets.values() for line in s.text.splitlines()}
    code = [
        line.strip()
        for line in text.splitlines()
        if line.strip().startswith(_CODE) and not line.endswith(".")
    ]
    prose = ("\t", ". ", "torch", "──")
    return unknown + [
        line
        for line in code
        if _flat(line) not in ours
        and not any(p in line for p in prose)
        and not re.search(r"\)\s{5,}\w|^pl\.\w+ .*:$", line)
    ]


def missing_rows(text: str, edges: list[Any]) -> list[str]:
    """Rows of the page's table of edge cases that no case has."""
    table = text.split("Symptom\tLikely cause\tFix\n")[1]
    rows = [line.split("\t")[0] for line in table.splitlines() if line.count("\t") == 2]
    return [row for row in rows if not any(e.row in row or e.row.strip("`") in row for e in edges)]
