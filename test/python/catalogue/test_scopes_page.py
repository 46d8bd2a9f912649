# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's page on scopes and placement, line by line at compile time."""

import linecache
import re
import warnings

import numpy as np
import pytest
from rows import catalogue
from scopes_page import EDGES, SNIPPETS

import pypto.language as pl
from pypto import errors
from pypto.diagnostics import DiagnosticWarning
from pypto.runtime import RunConfig

_TEXT = catalogue()
_PAGE = _TEXT.parent / "manual" / "scopes-and-placement.txt" if _TEXT else None
PAGE = _PAGE.read_text() if _PAGE and _PAGE.is_file() else ""
# Mixed kernels are checked and not divided between the cores yet; nor do ranks communicate.
NOT_YET = ("PYPTO-E0426", "PYPTO-E0317")


def compile_text(text):
    """Front end and passes; what is not compiled in this version is no failure of a snippet."""
    found = pl.parse(text)
    if not hasattr(found, "lower"):
        return found
    try:
        found.lower()
    except errors.Diagnosed as error:
        if error.code not in NOT_YET:
            raise
        return error
    return found


def marked(error):
    """The text under the caret."""
    span = error.span
    line = linecache.getline(span.file, span.line)
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    return line[span.column - 1 : end]


@pytest.mark.parametrize("name", SNIPPETS)
def test_snippet(name):
    snippet = SNIPPETS[name]
    if snippet.stop and snippet.stop not in NOT_YET:
        with pytest.raises(errors.Diagnosed) as caught:
            compile_text(snippet.source())
        assert caught.value.code == snippet.stop
        return
    result = compile_text(snippet.source())
    if snippet.stop:
        assert {e.code for e in result.diagnostics} == {snippet.stop}


def test_the_quickstart_as_it_is_called():
    x = np.random.default_rng(0).standard_normal((256, 128)).astype(np.float32)
    out = np.zeros((256, 128), np.float32)
    pl.parse(SNIPPETS["quickstart"].source())(x, out, config=RunConfig(platform="a2a3sim"))
    np.testing.assert_array_equal(out, x * np.float32(2))
    other = np.random.default_rng(1).standard_normal((256, 128)).astype(np.float32)
    pl.parse(SNIPPETS["loop form"].source())(x, other, out)
    np.testing.assert_array_equal(out, x + other)


@pytest.mark.parametrize("edge", EDGES, ids=[edge.row for edge in EDGES])
def test_edge_case(edge):
    """The symptom comes under the row's words, at the right text; the row's fix removes it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if edge.code.startswith("PYPTO-E"):
            with pytest.raises(errors.Diagnosed) as raised:
                compile_text(edge.program)
        else:
            compile_text(edge.program)
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
            warnings.filterwarnings("ignore", "(?s).*UnusedVariable")
            warnings.filterwarnings("ignore", "(?s).*HintWithoutEffect")
            compile_text(edge.fixed)


def test_a_device_size_under_a_name_prints_and_parses():
    (edge,) = [e for e in EDGES if e.row.startswith("Printed IR")]
    program = pl.parse(edge.program).trace()
    assert str(pl.parse(program.as_python())) == str(program)


def code_lines(text):
    """The lines of a page that are code: by what they say, not by how they are set."""
    starts = ("with pl", "for ", "@pl.", "def ", "pl.", "pld.", "out = ", "out[", "a = ", "b = ")
    starts += ("mm = ", "v = ", "kv = ", "off = ", "return ")
    return [
        line.strip()
        for line in text.splitlines()
        if line.strip().startswith(starts)
        and not line.endswith(".")
        and ". " not in line
        and "\t" not in line
    ]


@pytest.mark.skipif(not PAGE, reason="the page is not at hand")
def test_every_snippet_of_the_page():
    """The snippets stand on the page as they are here, and none of its code is left out."""

    def flat(text):
        return re.sub(r"\s+", " ", text).strip()

    page = flat(PAGE)
    for name, snippet in SNIPPETS.items():
        assert flat(snippet.text) in page, name
    ours = {flat(line) for s in SNIPPETS.values() for line in s.text.splitlines()}
    left = [line for line in code_lines(PAGE) if flat(line) not in ours]
    # The calls around the kernels, whose numbers are compared above.
    assert [line for line in left if "torch" not in line] == []


@pytest.mark.skipif(not PAGE, reason="the page is not at hand")
def test_every_row_of_the_edge_cases():
    table = PAGE.split("Symptom\tLikely cause\tFix\n")[1].splitlines()
    rows = [line.split("\t")[0] for line in table if line.strip()]
    for row in rows:
        assert any(e.row in row or e.row.strip("`") in row for e in EDGES), row
