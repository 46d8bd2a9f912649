# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operation of the `pto` dialect is executed by a numeric test, or has a reason not to be."""

import re
from pathlib import Path

import pytest
from pto_program import EXECUTED

HERE = Path(__file__).resolve().parent
DIALECT = HERE.parents[2] / "dialect" / "pto"

# Operations that no numeric test executes, and why.
NOT_EXECUTED = {"trap": "it ends the run; test_control.py expects that"}


def defined_operations() -> list[str]:
    """Mnemonics of the op definitions in the .td files."""
    names = set()
    for path in DIALECT.glob("*Ops.td"):
        names |= set(
            re.findall(r'^def Pto_\w+Op\b\s*:\s*\w+<\s*"([a-z0-9_.]+)"', path.read_text(), re.M)
        )
        # Families: foreach or defm over suffixes write the whole mnemonic as well.
        names |= set(
            re.findall(
                r'^def Pto_\w+\s*:\s*Pto_\w*Op\w*<\s*"([a-z0-9_.]+)"', path.read_text(), re.M
            )
        )
    return sorted(names)


def test_the_list_is_whole():
    """All ops of the assembler's version and our extensions are found."""
    assert len(defined_operations()) >= 186


@pytest.mark.parametrize("name", defined_operations())
def test_operation_was_executed(name, whole_folder):
    """In a program that ran to its end, which its test compares with numbers of its own."""
    assert name in EXECUTED or NOT_EXECUTED.get(name), (
        f"pto.{name} is executed by no test in {HERE.name}; add one, or a reason to NOT_EXECUTED"
    )


def test_reasons_are_needed():
    """No reason outlives its cause."""
    assert not set(NOT_EXECUTED) & EXECUTED
    assert set(NOT_EXECUTED) <= set(defined_operations())
