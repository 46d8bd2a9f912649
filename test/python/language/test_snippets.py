# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operation compiles to verified IR, or stops with the one error that says so."""

import pytest
from snippets import programs

import pypto.language as pl
from pypto import errors

# What the dialect cannot hold yet. Shrinks; an entry that starts to work must be removed.
NOT_YET = {
    line.strip()
    for line in open(__file__.replace("test_snippets.py", "not_yet.txt"))
    if line.strip()
}
PROGRAMS = programs()


def outcome(text):
    """ "" if the kernel compiles, else the code of its error."""
    kernel = pl.parse(text)
    try:
        kernel.compile()
    except errors.Diagnosed as error:
        assert len(error.diagnostics) == 1, error
        return error
    return None


@pytest.mark.parametrize("name", PROGRAMS)
def test_operation(name):
    error = outcome(PROGRAMS[name])
    if name in NOT_YET:
        assert error is not None, f"{name} works now: remove it from not_yet.txt"
        assert error.code == "PYPTO-E0317", error
    else:
        assert error is None, error


def test_the_list_names_entries():
    assert NOT_YET <= set(PROGRAMS)
