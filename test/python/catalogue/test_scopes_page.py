# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's page on scopes and placement, line by line at compile time."""

import numpy as np
import pytest
from pages import check_edge, check_snippet, missing_code, missing_rows, page
from scopes_page import EDGES, SNIPPETS

import pypto.language as pl
from pypto.runtime import RunConfig

PAGE = page("scopes-and-placement.txt")


@pytest.mark.parametrize("name", SNIPPETS)
def test_snippet(name):
    check_snippet(SNIPPETS[name])


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
    check_edge(edge)


def test_a_device_size_under_a_name_prints_and_parses():
    (edge,) = [e for e in EDGES if e.row.startswith("Printed IR")]
    program = pl.parse(edge.program).trace()
    assert str(pl.parse(program.as_python())) == str(program)


@pytest.mark.skipif(not PAGE, reason="the page is not at hand")
def test_every_snippet_of_the_page():
    """The snippets stand on the page as they are here, and none of its code is left out."""

    assert missing_code(PAGE, SNIPPETS) == []


@pytest.mark.skipif(not PAGE, reason="the page is not at hand")
def test_every_row_of_the_edge_cases():
    assert missing_rows(PAGE, EDGES) == []
