# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in the cells of a notebook: they compile, run, complete and explain themselves."""

import linecache

import numpy as np
import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

import pypto.language as pl

CELL = """@pl.jit
def scaled(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
           n: pl.INT32):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(x, FACTOR)
    return y
"""


@pytest.fixture(scope="module")
def shell():
    """A shell with the language and a kernel, each from a cell of its own."""
    shell = InteractiveShell()
    for cell in ("import numpy as np\nimport pypto.language as pl", "FACTOR = 2.0", CELL):
        assert shell.run_cell(cell, store_history=True, silent=True).success
    yield shell
    linecache.checkcache()


def completions(shell, text):
    """The names that may follow `text`'s last dot."""
    with provisionalcompleter():
        found = list(shell.Completer.completions(text, len(text)))
    return {completion.text.rpartition(".")[2] for completion in found}


@pytest.mark.parametrize("engine", ["jedi", "names"])
def test_names_complete(shell, engine):
    shell.Completer.use_jedi = engine == "jedi"
    assert set(pl.__all__) <= completions(shell, "pl.")
    assert {"row_sum", "row_max"} <= completions(shell, "pl.row_")
    assert "transpose_view" in completions(shell, "pl.tile.tra")
    assert "CORE_GROUP" in completions(shell, "pl.Level.CO")
    assert {"compile", "lower"} <= completions(shell, "scaled.")


def test_signatures_are_those_of_the_language(shell):
    shown = shell.object_inspect_text("pl.load")
    assert "tensor" in shown and "offsets" in shown and "target_memory" in shown
    assert "valid_shape" in shown and "tile" in shown.lower()
    shown = shell.object_inspect_text("scaled")
    assert "x: pl.Tensor" in shown and "n: pl.INT32" in shown


def test_a_kernel_of_a_cell_runs_and_follows_other_cells(shell):
    x = np.random.default_rng(2).standard_normal((16, 64), dtype=np.float32)
    shell.user_ns["x"] = x
    assert shell.run_cell("y = np.zeros_like(x)\nscaled(x, y, 3)", silent=True).success
    np.testing.assert_array_equal(shell.user_ns["y"], x * 2)
    assert shell.run_cell("FACTOR = 3.0\nscaled(x, y, 3)", silent=True).success
    np.testing.assert_array_equal(shell.user_ns["y"], x * 3)
    # The cell again, changed: the new text counts.
    assert shell.run_cell(CELL.replace("pl.mul", "pl.add"), store_history=True, silent=True).success
    assert shell.run_cell("scaled(x, y, 3)", silent=True).success
    np.testing.assert_array_equal(shell.user_ns["y"], x + np.float32(3))


def test_an_error_shows_the_line_of_its_cell(shell):
    wrong = CELL.replace("pl.mul(x, FACTOR)", "pl.mul(x, MISSING)").replace("scaled", "wrong")
    result = shell.run_cell(f"{wrong}\nwrong.compile()", store_history=True, silent=True)
    error = result.error_in_exec
    assert error.code == "PYPTO-E0201" and error.span.line == 5
    assert "y[:] = pl.mul(x, MISSING)" in str(error) and "^^^^^^^" in str(error)
