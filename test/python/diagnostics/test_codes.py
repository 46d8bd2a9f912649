# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of codes: every code is raised, stands on the index page, and has a test."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pypto.diagnostics import codes

_ROOT = Path(__file__).resolve().parents[3]
_TABLE = _ROOT / "include" / "pypto" / "Support" / "Diagnostics.def"
_GENERATE = _ROOT / "python" / "pypto" / "diagnostics" / "generate.py"
# Codes whose tests compare the text: the file, and a part of the text.
BY_TEXT = {
    "PYPTO-E0604": ("test/Dialect/Pto/view-ops-invalid.mlir", "layout mismatch: user-specified"),
    "PYPTO-E0605": ("test/Dialect/Pto/view-ops-invalid.mlir", "to be positive, got"),
    "PYPTO-E0606": ("test/Dialect/Pto/move-ops-invalid.mlir", "is only supported on A5"),
    "PYPTO-E0609": (
        "test/Dialect/Pto/view-ops-invalid.mlir",
        "the window to be inside the source",
    ),
    "PYPTO-E0813": ("test/python/runtime/test_endless.py", "test_signal_ends_a_run"),
}
# Codes that no test names yet. A code that gains a test leaves this list.
WITHOUT_A_TEST = {
    "PYPTO-E0601",
    "PYPTO-E0603",
    "PYPTO-E0719",  # a package without its native part
    "PYPTO-E0812",
    "PYPTO-W0607",
}


def sources(*folders, suffixes):
    for folder in folders:
        for path in (_ROOT / folder).rglob("*"):
            if path.suffix in suffixes and path.name not in ("codes.py", Path(__file__).name):
                yield path.read_text(errors="ignore")


SOURCES = "\n".join(
    sources("python/pypto", "lib", "dialect", "include", "tools", suffixes={".py", ".cpp", ".h"})
)
TESTS = "\n".join(sources("test", suffixes={".py", ".mlir", ".pto", ".cpp", ".h"}))


@pytest.mark.parametrize("code", codes.ALL, ids=lambda code: code.code)
def test_a_code_is_raised(code):
    name = code.identifier
    assert re.search(rf"\b(codes\.|Diag::){name}\b", SOURCES) or code.code in SOURCES


def test_codes_in_sources_are_in_the_table():
    known = {code.code for code in codes.ALL}
    names = {code.identifier for code in codes.ALL}
    assert set(re.findall(r"PYPTO-[EW]\d{4}", SOURCES)) <= known
    used = set(re.findall(r"\bcodes\.([A-Z]\w+)", SOURCES)) - {"ALL"}
    assert used <= names


def test_every_code_has_a_test():
    named = {c.code for c in codes.ALL if c.code in TESTS or c.code[6:] in TESTS}
    for code, (path, text) in BY_TEXT.items():
        assert text in (_ROOT / path).read_text(), code
    without = {c.code for c in codes.ALL} - named - BY_TEXT.keys()
    assert without == WITHOUT_A_TEST


def test_the_index_page_has_every_code(tmp_path):
    page = tmp_path / "diagnostics.md"
    command = [sys.executable, str(_GENERATE), str(_TABLE), str(tmp_path / "codes.py"), str(page)]
    subprocess.run(command, check=True)
    text = page.read_text()
    for code in codes.ALL:
        row = f"| {code.code} | {code.identifier} | `{code.exception}` | {code.title} |"
        assert row in text
    assert text.count("\n| PYPTO-") == len(codes.ALL)


def test_exceptions_of_the_table_exist():
    from pypto.errors import EXCEPTION_CLASSES

    for code in codes.ALL:
        warning = code.exception in ("UserWarning", "DeprecationWarning")
        assert warning == code.is_warning
        assert warning or code.exception in EXCEPTION_CLASSES
