# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every row of the catalogue of diagnostics has a wrong program, or a reason why there is none.

A program under `invalid/` names its rows in comments, `# row 7.3: text`; a call of the package's
interface names its row in `api_errors.py`.
"""

import builtins
import re
from pathlib import Path

import pytest
from api_errors import CASES
from reasons import REASONS
from rows import catalogue, pattern, rows
from tests_of_rows import TESTS_OF_ROWS

from pypto import errors

_ROOT = Path(__file__).resolve().parents[3]
_INVALID = _ROOT / "test" / "python" / "invalid"
_EXPECTED = re.compile(r"^# *(?:\^+|error) (PYPTO-\w+) (\w+): (.*)$")
_TEXT = catalogue()
ROWS = rows(_TEXT.read_text()) if _TEXT else []
# Rules of section 7.7 and the codes under which they are told.
RULES = {
    "AccToGmStoreValid": "PYPTO-E0321",
    "AivSplitValid": "PYPTO-E0412",
    "ArrayNotEscaped": "PYPTO-E0112",
    "AtomicAddDtypeValid": "PYPTO-E0320",
    "BreakContinueCheck": "PYPTO-E0010",
    "HardSyncallOccupancy": "PYPTO-E0436",
    "InOutUseValid": "PYPTO-E0323",
    "ManualDepsOnSubmitOnly": "PYPTO-E0112",
    "NoNestedInCore": "PYPTO-E0415",
    "OutParamNotShadowed": "PYPTO-E0315",
    "TypeCheck": "PYPTO-E0111",
    "UseAfterDef": "PYPTO-E0201",
}


def programs():
    """The rows that a program names, with the codes, classes and texts that it expects."""
    for path in sorted(_INVALID.glob("*.py")):
        for piece in path.read_text().split("# -----"):
            lines = piece.splitlines()
            found = [m.groups() for line in lines if (m := _EXPECTED.match(line))]
            for line in lines:
                if line.startswith("# row "):
                    yield line.removeprefix("# row "), found, f"{path.name}: {line}"


NAMED = {row: (found, where) for row, found, where in programs()}
CALLS = {case.row: case.error for case in CASES if case.row.startswith("7.")}


def classes_of(name):
    """The names of an exception class and of its bases."""
    known = errors.EXCEPTION_CLASSES.get(name) or getattr(errors, name, None)
    found = known or getattr(builtins, name)
    return {base.__name__ for base in found.__mro__}


@pytest.mark.parametrize("row", NAMED)
def test_a_program_gives_the_phrase_that_it_names(row):
    found, where = NAMED[row]
    section, _, phrase = row.partition(": ")
    if section == "7.7":
        assert RULES[phrase] in {code for code, _, _ in found}, where
    else:
        assert any(pattern(phrase).search(text) for _, _, text in found), where


def test_no_row_is_both_tested_and_explained_away():
    assert not (NAMED.keys() | CALLS.keys() | TESTS_OF_ROWS.keys()) & REASONS.keys()


@pytest.mark.skipif(not _TEXT, reason="the catalogue's text is not at hand")
def test_every_row_of_the_catalogue():
    """The names of the tests are rows, and every row has a test or a reason."""
    assert len(ROWS) > 300
    known = NAMED.keys() | CALLS.keys() | TESTS_OF_ROWS.keys() | REASONS.keys()
    names = {row.name for row in ROWS}
    assert sorted(names - known) == []
    assert sorted(known - names) == []


@pytest.mark.skipif(not _TEXT, reason="the catalogue's text is not at hand")
@pytest.mark.parametrize(
    "row", [r for r in ROWS if (r.name in NAMED or r.name in CALLS) and r.classes], ids=str
)
def test_a_row_comes_under_a_documented_class(row):
    found, where = NAMED.get(row.name, ([], "api_errors.py"))
    fitting = [cls for _, cls, text in found if pattern(row.phrase).search(text)]
    fitting += [CALLS[row.name]] if row.name in CALLS else []
    assert fitting, where
    assert any(classes_of(cls) & set(row.classes) for cls in fitting), (where, fitting)


@pytest.mark.parametrize("row", TESTS_OF_ROWS)
def test_a_test_that_stands_elsewhere_is_there(row):
    path, name = TESTS_OF_ROWS[row]
    assert re.search(rf"^def {name}\(", (_ROOT / path).read_text(), re.M)
