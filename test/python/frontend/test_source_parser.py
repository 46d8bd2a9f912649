# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The native parser of definitions gives the tree of `ast.parse`, or leaves the text to it."""

from __future__ import annotations

import ast
import json
import random
import warnings
from pathlib import Path
from typing import Any

import pytest

from pypto.frontend.native import native

ROOT = Path(__file__).parents[3]
FILES = [
    *sorted((ROOT / "test/python").rglob("*.py")),
    *sorted((ROOT / "examples").rglob("*.py")),
    *sorted((ROOT / "python/pypto").rglob("*.py")),
    *sorted(Path(json.__file__).parents[1].glob("*.py")),
]


def definitions(text: str) -> list[ast.FunctionDef]:
    """Every function of a file, methods and nested ones included."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef)]


def first_line(node: ast.FunctionDef) -> int:
    """Where a function starts, its decorators included."""
    return min([d.lineno for d in node.decorator_list] + [node.lineno])


def shown(node: ast.AST) -> str:
    """All of a tree."""
    return ast.dump(node, include_attributes=True)


def read(text: str, line: int = 1) -> Any:
    """What the native parser makes of the definition at a line, None if nothing."""
    found = native().parse_definition(text.splitlines(keepends=True), line)
    return None if found is None else found[0]


def is_kernel(node: ast.FunctionDef) -> bool:
    """True under a decorator of `pl`."""
    return any(ast.unparse(d).startswith("pl.") for d in node.decorator_list)


def test_every_function_of_the_tree_and_of_python_itself_is_read_as_by_cpython():
    seen = kernels = kernels_read = 0
    for path in FILES:
        text = path.read_text(encoding="utf8")
        if "\f" in text:
            continue
        for node in definitions(text):
            found = read(text, first_line(node))
            # Wrong programs are full of what is not in the language.
            counts = is_kernel(node) and "invalid" not in path.parts
            kernels += counts
            if found is None:
                continue
            seen += 1
            kernels_read += counts
            assert shown(found) == shown(node), f"{path}:{node.lineno}"
    assert seen > 3000
    # A kernel that is left to CPython costs a parse of its whole file.
    assert kernels > 100 and kernels_read > 0.95 * kernels


STATEMENTS = [
    "x = 1",
    "x = y = (1, 2)",
    "x, y = y, x",
    "x, = y",
    "(x, y), z[0] = f()",
    "x: T = 1",
    "x.y: T",
    "x[0]: T = 1, 2",
    "x += 1; y **= 2; z //= 3",
    "x @= y; x <<= 1; x >>= 1; x &= 1; x |= 1; x ^= 1; x -= 1; x *= 1; x /= 1; x %= 1",
    "return",
    "return x,",
    "pass; break; continue",
    "f(a, *b)",
    "f(a, b=1, c=(d),)",
    "f((a), b, )(c)[d].e",
    "x[1:2, ::3, :, a, ...]",
    "x[1,]",
    "x[:] = y[a:b:c]",
    "x = -a ** -b ** c",
    "x = a + b * (c - d) // e % f @ g << 1 >> 2 & 3 | 4 ^ 5",
    "x = not a and b or not (c or d) and e",
    "x = a < b <= c != d == e >= f > g is h is not i in j not in k",
    "x = ~a if +b else -c if d else e",
    "x = {1: 2, 'a': [3, 4,], }",
    "x = ()",
    "x = ((a))",
    "x = (a,)",
    "x = [a, (b, c), [], [d]]",
    "x = 0xFF + 0o17 + 0b101 + 1_000 + 00 + 1e3 + 1.5e-3 + .5 + 5. + 1_0.0_1 + 0XaB",
    "x = 123456789012345678901234567890",
    "x = 'a' \"b\" '''c'''",
    "x = r'a'",
    "x = 'é' + f(é='ü')",
    "x = 'ü', y  # é",
    "x = 'a\\n'",
    "x = f'{a}'",
    "x = b'a'",
    "x = [a for a in b]",
    "x = lambda: 0",
    "x = (y := 1)",
    "x = 1j",
    "x = None, True, False, ...",
    "del x",
    "import a",
    "assert x, y",
    "'''a\n  b\n'''",
    "x = (a\n  + b  # c\n\n  - d)",
    "x = a \\\n    + b",
    "x = [1,\n2,\n   ]",
    "if a: pass",
    "if a: x = 1; y = 2",
    "if a:\n    x\nelif b:\n    y\nelif c: z\nelse:\n    w",
    "for i in r(1, 2): pass",
    "for i, (j, k) in a, b:\n    x\nelse:\n    y",
    "for i, in a:\n  x\n\n  # c\n  y",
    "while a < b:\n    x\n    while c: y\nelse:\n    z",
    "with a: x",
    "with a() as b, c as (d, e):\n    x",
    "with (a): x",
    "with (a as b, c): x",
    "if a:\n    if b:\n        x\n# c\n    else:\n        y\nz",
    "if a:\n\tx",
    "@d\ndef g(): pass",
    "class A: pass",
    "try:\n    x\nfinally:\n    y",
    "match x:\n    case 1: pass",
    "match[x]: T = 1",
    "raise x",
    "x = yield",
    "await x",
    "async with a: x",
]
LEFT = ("f(a, *b)", "x = 'a\\n'", "f'{a}'", "b'a'", "for a in b]", "lambda", ":=", "1j", "del x")
HEADS = [
    "def f(): return 1",
    "def f(a, b: T = 1, *, c, d: U = 2, **e) -> R:\n    pass",
    "def f(a, /, b, *c: T): pass",
    "@a\n@b.c(d, e=1)\ndef f(\n    a,  # c\n    b,\n):\n    'doc'",
    "def f(self, a=(1, 2), *args): pass",
    "def f(*, a): pass",
    "def f[T](a: T): pass",
    "async def f(): pass",
    "lambda: 0",
]


def indented(text: str, by: str) -> str:
    """`text` inside of a block, but for what goes on in a string."""
    return "".join(by + line for line in text.splitlines(keepends=True))


@pytest.mark.parametrize("base", ["", "    "])
@pytest.mark.parametrize("statement", STATEMENTS)
def test_each_construct_is_read_as_by_cpython_or_left_to_it(statement: str, base: str):
    text = f"def f(a):\n{indented(statement, '   ')}\n\n# end\n"
    text = ("class A:\n" if base else "") + indented(text, base) + "x = f'{1}'\n"
    found = read(text, 2 if base else 1)
    try:
        (node,) = [n for n in definitions(text) if n.name == "f"]
    except SyntaxError:
        assert found is None
        return
    assert found is None or shown(found) == shown(node)
    if any(part in statement for part in LEFT):
        assert found is None


@pytest.mark.parametrize("text", HEADS)
def test_each_form_of_a_definition(text: str):
    found = read(text + "\n")
    try:
        (node,) = definitions(text)
    except (SyntaxError, ValueError):
        assert found is None
        return
    assert found is not None and shown(found) == shown(node)


def expression(rng: random.Random, depth: int) -> str:
    """A random expression, spaced and broken over lines at random."""

    def inner() -> str:
        return expression(rng, depth - 1)

    def gap() -> str:
        return rng.choice(["", " ", "  "])

    def line() -> str:
        return rng.choice(["", "", " ", "\n", "  # é\n  ", "\\\n"])

    if depth == 0:
        return rng.choice(["x", "yy", "pl", "1", "2.5", "'s'", "None", "...", "_a1", "0x1f"])
    form = rng.randrange(9)
    if form == 0:
        sign = rng.choice("+ - * / // % @ ** << >> & | ^ < <= == != > >= and or in is".split())
        return f"({inner()}{line()} {sign} {line()}{inner()})"
    if form == 1:
        return f"({inner()} {rng.choice(['and', 'or', '+', '*', 'not in', 'is not'])} {inner()})"
    if form == 2:
        return f"{rng.choice(['-', '~', '+'])}{gap()}(not {inner()})"
    if form == 3:
        items = [f"{line()}{inner()}{gap()}" for _ in range(rng.randrange(4))]
        return f"f({', '.join(items)}{',' if items and rng.random() < 0.3 else ''})"
    if form == 4:
        return f"g(a{gap()}={line()}{inner()},{line()} b={inner()})"
    if form == 5:
        return f"({inner()}){gap()}.{gap()}name"
    if form == 6:
        return f"x[{inner()}{gap()}:{inner()}, {inner()}{rng.choice(['', ',', ':', '::'])}]"
    if form == 7:
        return f"[{inner()},{line()}{inner()}]"
    return f"({inner()}{gap()},{line()}{inner()})"


@pytest.mark.parametrize("seed", range(400))
def test_random_expressions_have_the_positions_of_cpython(seed: int):
    rng = random.Random(seed)
    value = expression(rng, rng.randrange(1, 6))
    text = f"def f():\n    if x:\n        y = ({value})\n    return ({expression(rng, 2)})\n"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (node,) = definitions(text)
    found = read(text)
    assert found is not None and shown(found) == shown(node)


FRAGMENTS = (
    "( ) [ ] { } , : = + - ** * not in is and or if else elif for while with as x 1 2.5 1e3 0x1F "
    "'s' . == < += // -> @ ... None ~ lambda := f'a' é 0_1 _ 1_0 3_ 1. 00 1j break <> ! % ; return"
).split() + ["\n", "    ", "#c\n", "\\\n", '"""d\n q"""', "\t"]


@pytest.mark.parametrize("seed", range(40))
def test_what_is_no_python_is_never_accepted(seed: int):
    rng = random.Random(seed)
    text = Path(__file__).read_text(encoding="utf8")
    lines = text.splitlines(keepends=True)
    pool = [
        "".join(lines[first_line(n) - 1 : n.end_lineno])
        for n in definitions(text)
        if n.col_offset == 0
    ]
    for _ in range(200):
        broken = rng.choice(pool)
        for _ in range(rng.randint(1, 3)):
            at, end = rng.randrange(len(broken)), rng.randint(0, 3)
            broken = broken[:at] + rng.choice(["", *FRAGMENTS]) + broken[at + end :]
        if broken[:1].isspace():
            continue
        found = read(broken)
        if found is None:
            continue
        kept = "".join(broken.splitlines(keepends=True)[: found.end_lineno])
        assert shown(found) == shown(definitions(kept)[0]), broken


def test_lines_that_are_no_list_and_lines_beyond_the_end_are_left_alone():
    assert native().parse_definition(("def f(): pass\n",), 1) is None
    for line in (0, 2, 3):
        assert native().parse_definition(["def f(): pass\n"], line) is None
    assert native().parse_definition([], 1) is None


def test_the_names_of_a_statement_are_those_in_its_value():
    text = "def f():\n    a[i], b = g(c, d=e.h)[j]\n    k(l)\n    a = b = c\n"
    body = read(text).body
    assert [set(s.names) for s in body] == [set("gcej"), set("kl"), set("c")]
