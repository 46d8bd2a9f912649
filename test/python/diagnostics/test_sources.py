# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels from files of every shape, from text, from cells, and from no file at all."""

import linecache
import subprocess
import sys

import pytest

import pypto.language as pl
from pypto import errors

GOOD = """@pl.jit
def kernel(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    return y
"""
WRONG = GOOD.replace("[0], 1", "[0], unknown")
SHAPES = {
    "plain": lambda text: text,
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "tabs": lambda text: text.replace("    ", "\t"),
    "no end of line": lambda text: text.rstrip("\n"),
    "byte order mark": lambda text: "\ufeff" + text,
    "continued lines": lambda text: text.replace("[0], unknown", "\\\n        [0], unknown"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_files_of_every_shape(shape, tmp_path):
    """The caret is under the wrong name, whatever the file looks like."""
    path = tmp_path / "kernel.py"
    text = "import pypto.language as pl\n" + WRONG
    with path.open("w", newline="", encoding="utf-8") as file:
        file.write(SHAPES[shape](text))
    names = {}
    exec(compile(path.read_bytes(), str(path), "exec"), names)
    with pytest.raises(errors.UndefinedVariableError, match="unknown") as caught:
        names["kernel"].compile()
    span = caught.value.span
    line = linecache.getline(str(path), span.line)
    assert line[span.column - 1 : span.end_column - 1] == "unknown"
    shown = str(caught.value).splitlines()
    caret = next(row for row in shown if set(row.partition("|")[2].strip()) == {"^"})
    above = shown[shown.index(caret) - 1]
    assert above[caret.index("^") : caret.rindex("^") + 1].strip() == "unknown"


def test_text_without_a_file():
    names = {"pl": pl}
    exec(GOOD, names)
    with pytest.raises(OSError, match="cannot retrieve source code of 'kernel'") as caught:
        names["kernel"].compile()
    assert caught.value.code == "PYPTO-E0023"
    assert "pl.parse" in caught.value.hint


def test_a_notebook_cell():
    """A cell has its text in `linecache`, under a name that is no file."""
    name = "<ipython-input-7-abc>"
    linecache.cache[name] = (len(WRONG), None, WRONG.splitlines(keepends=True), name)
    names = {"pl": pl}
    exec(compile(WRONG, name, "exec"), names)
    with pytest.raises(errors.UndefinedVariableError) as caught:
        names["kernel"].compile()
    assert f"{name}:3:22" in str(caught.value) and "pl.write(y, [0], unknown)" in str(caught.value)


def test_the_plain_interpreter():
    """No traceback of the package is the answer to a kernel typed into a prompt."""
    text = f"import pypto.language as pl\n{GOOD}\nkernel.compile()\n"
    run = subprocess.run(
        [sys.executable, "-c", "import sys; exec(sys.stdin.read())"],
        input=text,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path), "NO_COLOR": "1"},
    )
    assert "PYPTO-E0023" in run.stderr
    assert "define kernels in a file or a notebook cell" in run.stderr
