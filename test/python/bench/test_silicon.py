# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows that bench/coremodel/silicon.py does not count are excluded for reasons that hold."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
spec = importlib.util.spec_from_file_location("silicon", ROOT / "bench/coremodel/silicon.py")
assert spec and spec.loader
silicon = importlib.util.module_from_spec(spec)
sys.modules["silicon"] = silicon
spec.loader.exec_module(silicon)

TABLES = {"910B": silicon.A3, "950": silicon.A5}
# Bytes of a vector repeat, and of the elements.
REPEAT, SIZES = 256, {"f": 4, "h": 2, "i32": 4, "i16": 2, "bf": 2}


def recorded(chip: str) -> dict[str, int]:
    rows = {}
    for op, type_, (lines, *columns, cycles) in silicon.parse(TABLES[chip]):
        rows[f"{op} {type_} {lines}x{columns[0]}"] = cycles
    return rows


def repeats(key: str) -> int:
    _, type_, shape = key.split()
    lines, columns = (int(n) for n in shape.split("x"))
    return lines * columns * SIZES[type_] // REPEAT


@pytest.mark.parametrize("row", silicon.CONDITIONS, ids=str)
def test_an_excluded_row_has_a_reason_that_holds(row):
    chip, key = row
    condition = silicon.CONDITIONS[row]
    rows = recorded(chip)
    # The row is one of the table, its terms add up to what was recorded, and it does not follow
    # the rule that the regular rows follow.
    assert condition.published() == rows[key]
    usual = condition.head + condition.slope * repeats(key) + condition.usual
    assert abs(usual - rows[key]) > 0.1 * rows[key]
    # Regular rows: head, slope and drain as usual, within the head's difference between types.
    for other, count in condition.regular.items():
        assert repeats(other) == count
        head = condition.head if other.split()[0] == key.split()[0] else 13
        assert head + condition.slope * count + condition.usual == rows[other]


def test_few_rows_are_excluded():
    """An exclusion is an exception: at most one row in ten of a chip."""
    for chip, table in TABLES.items():
        excluded = [row for row in silicon.CONDITIONS if row[0] == chip]
        assert len(excluded) * 10 <= len(silicon.parse(table))
        assert all(key in recorded(chip) for _, key in excluded)
