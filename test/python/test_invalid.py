# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong programs and the errors they must give.

A file under `invalid/` holds programs separated by `# -----`. Below the line of an error
stands a comment whose carets are under the wrong text:

    #       ^^^ PYPTO-E0108 ParserTypeError: condition must be a Bool-typed

`# error CODE Class: text` is an error without a place. Every kernel of a program is lowered,
also after an error of another one; exactly the expected errors must come, at exactly these places.
Each says what is accepted or what to write instead.
"""

import linecache
import re
from pathlib import Path

import pytest

import pypto.language as pl
from pypto import errors
from pypto.language.functions import KernelFunction

_FOLDER = Path(__file__).parent / "invalid"
_CARETS = re.compile(r"^# *(\^+) (PYPTO-\w+) (\w+): (.*)$")
_PLACELESS = re.compile(r"^# error (PYPTO-\w+) (\w+): (.*)$")


def programs():
    for path in sorted(_FOLDER.glob("*.py")):
        lines = path.read_text().splitlines(keepends=True)
        start = 0
        for end, line in enumerate([*lines, "# -----"]):
            if line.startswith("# -----"):
                yield pytest.param(path, start, end, id=f"{path.stem}:{start + 1}")
                start = end + 1


def expectations(lines, start):
    found = []
    place = start
    for number, line in enumerate(lines, start + 1):
        match = _CARETS.match(line)
        if match:
            found.append((place, match.start(1) + 1, len(match[1]), match[2], match[3], match[4]))
            continue
        match = _PLACELESS.match(line)
        if match:
            found.append((None, None, None, match[1], match[2], match[3]))
            continue
        place = number
    return found


def errors_of(action):
    """What an action that fails says."""
    try:
        action()
    except errors.Diagnosed as error:
        return list(error.diagnostics)
    return []


@pytest.mark.parametrize(("path", "start", "end"), list(programs()))
def test_wrong_program(path, start, end):
    lines = path.read_text().splitlines(keepends=True)
    piece = lines[start:end]
    expected = expectations(piece, start)
    assert expected, "a wrong program needs an expected error"
    linecache.checkcache(str(path))
    code = compile("\n" * start + "".join(piece), str(path), "exec")
    names = {"pl": pl, "__name__": path.stem}
    raised = errors_of(lambda: exec(code, names))
    for value in list(names.values()):
        if isinstance(value, KernelFunction) and value.kind in ("jit", "host"):
            raised += errors_of(value.lower)
    shown = [
        (e.span and (e.span.line, e.span.column, _width(e.span)), e.code, e.message) for e in raised
    ]
    assert len(raised) == len(expected), shown
    for error, (line, column, width, code, cls, text) in zip(raised, expected, strict=True):
        assert text in error.message, shown
        assert error.code == code, shown
        assert cls in [base.__name__ for base in type(error).__mro__], type(error)
        assert error.expected or error.hint, f"{error}\nsays neither what is accepted nor a fix"
        if line is not None:
            span = error.span
            assert (span.line, span.column, _width(span)) == (line, column, width), shown
            assert f"{path}:{line}:{column}" in str(error)


def _width(span):
    return span.end_column - span.column if span.line == span.end_line else None
