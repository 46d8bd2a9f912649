# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of known faults names tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "rationale" / "known-faults.md"


def references():
    """(file, test or "") for every reference; `::name` means the file before it in the line."""
    for line in PAGE.read_text().splitlines():
        file = ""
        for path, name in re.findall(r"`(test/[\w/.-]+)?(?:::(\w+))?`", line):
            file = path or file
            if file:
                yield file, name


@pytest.mark.parametrize(("file", "name"), sorted(set(references())))
def test_reference(file, name):
    """The file exists and defines the test."""
    text = (ROOT / file).read_text()
    assert not name or f"def {name}(" in text


def test_every_line_has_a_test():
    """No fault without a test."""
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    rows = [row for row in rows if not row.startswith("| Fault")]
    assert len(rows) >= 30
    assert all("`test/" in row for row in rows)
