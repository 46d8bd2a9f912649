# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every row of the catalogue of diagnostics has a wrong program, or a reason why there is none.

A program under `invalid/` names its rows in comments, `# row 7.3: text`; a call of the package's
interface names its row in `api_errors.py`.
"""

import re
from pathlib import Path

import pytest
from api_errors import CASES
from elsewhere import ELSEWHERE
from reasons import REASONS
from rows import catalogue, pattern, rows

from pypto import errors

_ROOT = Path(__file__).resolve().parents[3]
_INVALID = _ROOT / "test" / "python" / "invalid"
_EXPECTED = re.compile(r"^# *(?:\^+|error) PYPTO-\w+ (\w+): (.*)$")
_TEXT = catalogue()
ROWS = rows(_TEXT.read_text()) if _TEXT else []


def programs():
    """The rows that a program names, with the classes and texts that it expects."""
    for path in sorted(_INVALID.glob("*.py")):
        for piece in path.read_text().split("# -----"):
            lines = piece.splitlines()
            found = [m.groups() for line in lines if (m := _EXPECTED.match(line))]
            for line in lines:
                if line.startswith("# row "):
                    yield line.removeprefix("# row "), found, f"{path.name}: {line}"


NAMED = {row: (found, where) for row, found, where in programs()}
CALLS = {case.row: case for case in CASES if case.row.startswith("7.")}


def classes_of(name):
    """The names of an exception class and of its bases."""
    found = errors.EXCEPTION_CLASSES.get(name) or getattr(errors, name)
    return {base.__name__ for base in found.__mro__}


@pytest.mark.parametrize("row", NAMED)
def test_a_program_gives_the_phrase_that_it_names(row):
    found, where = NAMED[row]
    section, _, phrase = row.partition(": ")
    if section == "7.7":
        return
    assert any(pattern(phrase).search(text) for _, text in found), where


def test_no_row_is_both_tested_and_explained_away():
    assert not (NAMED.keys() | CALLS.keys() | ELSEWHERE.keys()) & REASONS.keys()


@pytest.mark.skipif(not ROWS, reason="the catalogue's text is not at hand")
def test_every_row_of_the_catalogue():
    """The names of the tests are rows, and every row has a test or a reason."""
    known = NAMED.keys() | CALLS.keys() | ELSEWHERE.keys() | REASONS.keys()
    names = {row.name for row in ROWS}
    assert sorted(names - known) == []
    assert sorted(known - names) == []


@pytest.mark.skipif(not ROWS, reason="the catalogue's text is not at hand")
@pytest.mark.parametrize("row", [r for r in ROWS if r.name in NAMED and r.classes], ids=str)
def test_a_row_comes_under_a_documented_class(row):
    found, where = NAMED[row.name]
    fitting = [cls for cls, text in found if pattern(row.phrase).search(text)]
    assert any(classes_of(cls) & set(row.classes) for cls in fitting), (where, fitting)


@pytest.mark.parametrize("row", ELSEWHERE)
def test_a_test_that_stands_elsewhere_is_there(row):
    path, word = ELSEWHERE[row]
    assert word in (_ROOT / path).read_text()
