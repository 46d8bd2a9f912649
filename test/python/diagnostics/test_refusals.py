# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every refusal of the package says what is accepted or what to write instead.

A refusal is a call of a method such as `fail`, of `make_error`, or of a function that hands its
facts on to one. It gives `expected=` or `hint=`, and not as a constant None.
"""

import ast
from pathlib import Path

import pytest

import pypto

_PACKAGE = Path(pypto.__file__).resolve().parent
_FOLDERS = ("frontend", "language", "runtime", "compiler", "ir", "report")
_METHODS = ("error", "fail", "refuse", "unavailable")
_FUNCTIONS = ("make_error", "bad_plain_call")
_FACTS = {"expected", "hint"}

# By file and first argument: calls that report an error that is made already.
_REPORTS = {
    ("compiler/diagnose.py", "error"),
    ("frontend/branches.py", "raised"),
    ("frontend/function.py", "error"),
    ("frontend/kernel.py", "raise_later"),
    ("frontend/specialize.py", "error"),
    ("frontend/verify.py", "error"),
    ("language/programs.py", "error"),
}
FILES = [
    path.relative_to(_PACKAGE).as_posix()
    for folder in _FOLDERS
    for path in sorted((_PACKAGE / folder).rglob("*.py"))
]


def called(node):
    """The last name of what a call calls."""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def calls_of(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def hands_on(function):
    """True for a function that gives facts of its caller to a refusal."""
    extra = function.args.kwarg
    optional = function.args.args[len(function.args.args) - len(function.args.defaults) :]
    own = {a.arg for a in (*optional, *function.args.kwonlyargs)} & _FACTS
    for node in calls_of(function):
        if called(node) in (*_METHODS, *_FUNCTIONS):
            for keyword in node.keywords:
                used = {getattr(n, "id", "") for n in ast.walk(keyword.value)}
                if keyword.arg is None and extra is not None and extra.arg in used:
                    return True
                if keyword.arg in own and keyword.arg in used:
                    return True
    return False


def refusals(tree):
    """The refusals of a file, without those inside of functions that hand facts on."""
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    makers = {f.name: f for f in functions if hands_on(f)}
    inside = {id(node) for f in makers.values() for node in calls_of(f)}
    return [
        node
        for node in calls_of(tree)
        if id(node) not in inside
        and (
            called(node) in makers
            or called(node) in (_METHODS if isinstance(node.func, ast.Attribute) else _FUNCTIONS)
        )
    ]


def says(node):
    """True where one of the facts is given; an unpacked dict of facts counts."""
    return any(
        k.arg is None
        or k.arg in _FACTS
        and not (isinstance(k.value, ast.Constant) and k.value.value is None)
        for k in node.keywords
    )


def is_report(file, node):
    argument = node.args[0] if node.args and not node.keywords else None
    return isinstance(argument, ast.Name) and (file, argument.id) in _REPORTS


@pytest.mark.parametrize("file", FILES)
def test_refusal_says_what_is_accepted(file):
    tree = ast.parse((_PACKAGE / file).read_text())
    silent = [
        f"{file}:{node.lineno}: {ast.unparse(node)[:120]}"
        for node in refusals(tree)
        if not says(node) and not is_report(file, node)
    ]
    assert not silent, "\n".join(silent)


def test_every_exception_is_needed():
    """The table names calls that there are."""
    found = {
        (file, node.args[0].id)
        for file in FILES
        for node in refusals(ast.parse((_PACKAGE / file).read_text()))
        if is_report(file, node)
    }
    assert found == _REPORTS


def test_the_check_sees_refusals():
    """What the check counts, and a silent refusal of each kind."""
    tree = ast.parse(
        "def _bad(call, text, **facts):\n"
        "    return call.fail(text, **facts)\n"
        "def rule(call):\n"
        "    raise call.fail('a')\n"
        "    raise _bad(call, 'b', hint=None)\n"
        "    raise _bad(call, 'c', expected='d')\n"
    )
    assert [says(node) for node in refusals(tree)] == [False, False, True]
