# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`used_names.txt` is what public programs and the manual use, and each name has a program."""

import re

import pytest
import stopping_forms
from name_snippets import programs_with, stop, stop_of_name, used_names
from stopping_forms import STOPPED

from reference import SPEC

# One unmaintained file uses it; it is no longer part of the language.
GONE = {"pl.auto_chunk"}


@pytest.mark.parametrize("name", used_names())
def test_used_name_compiles_or_says_where_it_stops(name):
    assert programs_with(name), "no program says it"
    known = STOPPED.get(name) or STOPPED.get(name.split(".")[0] + ".", "")
    found = stop_of_name(name)
    assert (known in found) if known else not found, found


@pytest.mark.parametrize("name", stopping_forms.PROGRAMS)
def test_form_stops_for_the_reason_that_the_table_shows(name):
    found = stop(stopping_forms.PROGRAMS[name])
    assert found.startswith("PYPTO-E0317"), found or "it compiles now: remove it from the list"


def names_of_reference() -> set[str]:
    """Names with uses in the ranking of the language page, and those that the manual says."""
    assert SPEC is not None
    ranking = (SPEC / "language.md").read_text().split("# Appendix A")[1].split("# Appendix B")[0]
    row = re.compile(r"^\| \d+ \| `(pld?\.[\w.]+)` \| (\d+) \| (\d+) \|", re.M)
    names = {m[1] for m in row.finditer(ranking) if int(m[2]) + int(m[3])}
    assert len(names) > 150
    for page in (SPEC / "manual").glob("*.txt"):
        names.update(
            n.rstrip(".") for n in re.findall(r"\bpld?\.[A-Za-z_][\w.]*", page.read_text())
        )
    return names


@pytest.mark.skipif(SPEC is None, reason="the reference pages are not beside this checkout")
def test_list_is_complete():
    assert set(used_names()) == names_of_reference() - GONE
