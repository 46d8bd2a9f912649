# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operation compiles to verified IR."""

import pytest
from name_snippets import PROGRAMS as NAMED
from name_snippets import stop
from snippets import ON_A5, programs
from stopping_forms import STOPPED

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

PROGRAMS = programs()


def outcome(name):
    """None if the kernel compiles, else its one error."""
    kernel = pl.parse(PROGRAMS[name])
    config = RunConfig(platform="a5sim") if name in ON_A5 else None
    try:
        kernel.compile(config=config)
    except errors.Diagnosed as error:
        assert len(error.diagnostics) == 1, error
        return error
    return None


@pytest.mark.parametrize("name", PROGRAMS)
def test_operation(name):
    error = outcome(name)
    assert error is None, error


# Declared allocations have numeric tests of their own.
@pytest.mark.parametrize("name", [name for name in NAMED if name != "pl.MemRef"])
def test_named_program(name):
    """It compiles, or says in one error what is not compiled."""
    expected = STOPPED["pld."] if name.startswith("pld.") else STOPPED.get(name, "")
    found = stop(NAMED[name])
    assert expected in found if expected else not found, found
    assert not expected or found.startswith("PYPTO-E0317")
