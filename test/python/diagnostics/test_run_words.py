# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors of a run name the author's operations; those of pto text keep its instructions."""

import pytest

from pypto.diagnostics.run import of_a_run
from pypto.diagnostics.span import Span

_LINES = ["t = pl.load(x, [0, 0], [16, 16])\n", "y[:] = pl.add(t, t)\n"]


@pytest.fixture
def sources(tmp_path):
    path = tmp_path / "kernel.py"
    path.write_text("".join(_LINES))
    return str(path)


def place(file):
    column = _LINES[1].index("pl.add") + 1
    return Span(file, 2, column, 2, column + len("pl.add(t, t)"))


def test_instructions_are_the_operations_of_their_lines(sources):
    text = f"'tadd' on V may start before 'tload' on MTE2 ({sources}:1:5) has finished"
    words = of_a_run(text, place(sources))
    assert words == f"pl.add may start before pl.load ({sources}:1:5) has finished"


def test_help_is_in_functions_of_the_language(sources):
    text = (
        "put pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_IDn>] after the one and pto.wait_flag "
        "before the other, or run --pto-insert-sync"
    )
    assert of_a_run(text, place(sources)) == (
        "put pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=n) "
        "after the one and the pl.system.sync_dst of the same arguments before the other"
    )
    barrier = "put pto.barrier <PIPE_V> between them"
    assert of_a_run(barrier, place(sources)) == "put pl.system.bar_v() between them"
    barrier = "put pto.barrier <PIPE_MTE2> between them"
    assert of_a_run(barrier, place(sources)) == "put pl.system.bar_all() between them"


@pytest.mark.parametrize("file", ["kernel.pto", "kernel.mlir"])
def test_text_of_instructions_stays(file):
    text = "'tadd' on V may start before 'tload' on MTE2 (kernel.pto:1:5) has finished"
    assert of_a_run(text, place(file)) == text


def test_an_error_without_a_place_stays():
    assert of_a_run("'tadd' on V", None) == "'tadd' on V"
