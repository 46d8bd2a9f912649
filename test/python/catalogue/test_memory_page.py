# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's page on memory and data movement, line by line at compile time."""

import pytest
from memory_page import EDGES, FROM_DDR, MOVES, SNIPPETS, SPACES, space_program
from pages import check_edge, check_snippet, compile_text, missing_code, missing_rows, page, stop_of

import pypto.language as pl
from pypto import errors

PAGE = page("memory-and-data-movement.txt")


@pytest.mark.parametrize("name", SNIPPETS)
def test_snippet(name):
    check_snippet(SNIPPETS[name])


@pytest.mark.parametrize("space", SPACES)
def test_space(space):
    """A tile gets there as the table says."""
    assert stop_of(space_program(SPACES[space])) == ""
    assert pl.MemorySpace[space] is getattr(pl.Mem, space)


@pytest.mark.parametrize("space", [s for s in SPACES if s not in FROM_DDR])
def test_no_load_from_ddr(space):
    line = f"t = pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.{space})"
    with pytest.raises(errors.InvalidOperationError, match=f"pl.load cannot target {space}"):
        compile_text(space_program(line))


@pytest.mark.parametrize("row", MOVES)
def test_move(row):
    assert stop_of(space_program(MOVES[row])) == ""


@pytest.mark.parametrize("edge", EDGES, ids=[edge.row for edge in EDGES])
def test_edge_case(edge):
    check_edge(edge)


@pytest.mark.skipif(not PAGE, reason="the page is not at hand")
def test_the_whole_page():
    """Its code, the rows of its tables and its edge cases are those above."""
    assert missing_code(PAGE, SNIPPETS) == []
    assert missing_rows(PAGE, EDGES) == []
    for row in MOVES:
        assert f"\n{row}\t" in PAGE
    for space in SPACES:
        assert f"\n{space}\t`pl.Mem.{space}`" in PAGE
