# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong calls of the package's own interface: class, phrase, code, and the caret in this file."""

import builtins
import linecache
import re

import pytest
from api_errors import CASES
from rows import pattern

from pypto import errors


def class_of(name):
    return getattr(errors, name, None) or getattr(builtins, name)


def _phrase(row):
    section, _, phrase = row.partition(": ")
    return pattern(phrase) if section.startswith("7.") else re.compile(re.escape(row))


@pytest.mark.parametrize("case", CASES, ids=[case.row for case in CASES])
def test_wrong_call(case):
    with pytest.raises(class_of(case.error)) as caught:
        case.call()
    error = caught.value
    assert _phrase(case.row).search(str(error)), str(error)
    assert error.code == case.code
    span = error.span
    assert span.line == span.end_line
    line = linecache.getline(span.file, span.line)
    assert line[span.column - 1 : span.end_column - 1] == case.marked
    assert f"{span.file}:{span.line}:{span.column}" in str(error)
    assert "^" * (span.end_column - span.column) in str(error)
