# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random control flow: the IR computes what Python computes for the same source."""

import linecache
from itertools import count
from types import SimpleNamespace

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypto.mlir import ir as _  # noqa: F401 - the first import is slow, keep it out of the deadline

import pypto.language as pl
from interpreter import Interpreter

NAMES = ["a", "b", "c"]
CELLS = 8
_numbers = count()

atoms = st.sampled_from([*NAMES, "p", "q"]) | st.integers(-3, 5).map(str)
variables = st.sampled_from([*NAMES, "p", "q"])
exprs = st.tuples(variables, st.sampled_from(["+", "-", "*", "//", "%"]), atoms).map(
    # A divisor that is never zero; INT32 wraps on both sides alike.
    lambda t: f"{t[0]} {t[1]} ({t[2]} * 2 + 1)" if t[1] in ("//", "%") else f"{t[0]} {t[1]} {t[2]}"
)
conds = st.tuples(atoms, st.sampled_from(["<", "==", ">="]), st.sampled_from([*NAMES, "p"])).map(
    lambda t: f"{t[0]} {t[1]} {t[2]}" if t[0] != t[2] else f"{t[0]} > q"
)


@st.composite
def blocks(draw, depth, loop):
    lines = []
    for _unused in range(draw(st.integers(1, 4))):
        kinds = ["assign", "write", "swap"]
        if depth:
            kinds += ["if", "if", "for", "while"]
        if loop:
            kinds += ["jump"]
        kind = draw(st.sampled_from(kinds))
        if kind == "assign":
            lines.append(f"{draw(st.sampled_from(NAMES))} = {draw(exprs)}")
        elif kind == "write":
            cell = draw(st.integers(0, CELLS - 1))
            lines.append(f"pl.write(out, [{cell}], {draw(st.sampled_from(NAMES))})")
        elif kind == "swap":
            lines.append("a, c = c, a")
        elif kind == "jump":
            lines += [f"if {draw(conds)}:", f"    {draw(st.sampled_from(['break', 'continue']))}"]
        elif kind == "if":
            lines += [f"if {draw(conds)}:", *indent(draw(blocks(depth - 1, loop)))]
            if draw(st.booleans()):
                lines += ["else:", *indent(draw(blocks(depth - 1, loop)))]
        elif kind == "for":
            bounds = draw(st.sampled_from(["3", "1, 4", "4, 0, -2", "0", "0, 5, 2"]))
            name = f"i{next(_numbers)}"
            lines += [f"for {name} in pl.range({bounds}):"]
            lines += indent([f"b = b + pl.cast({name}, pl.INT32)"])
            lines += indent(draw(blocks(depth - 1, True)))
        else:
            name = f"w{next(_numbers)}"
            lines += [
                f"{name} = pl.const(0, pl.INT32)",
                f"while {name} < 3:",
                f"    {name} = {name} + 1",
            ]
            lines += indent(draw(blocks(depth - 1, True)))
    return lines


def indent(lines):
    return [f"    {line}" for line in lines]


def source(body):
    head = "def kernel(out: pl.Out[pl.Tensor[[8], pl.INT32]], p: pl.INT32, q: pl.INT32):"
    start = ["a = p", "b = q", "c = pl.const(1, pl.INT32)"]
    end = [f"pl.write(out, [{i}], {n})" for i, n in enumerate(NAMES)]
    return "\n".join(["@pl.jit", head, *indent([*start, *body, *end]), ""])


def define(text, namespace):
    filename = f"<random-{next(_numbers)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    names = {"pl": namespace}
    exec(compile(text, filename, "exec"), names)
    return names["kernel"]


class Plain:
    """`pl` as plain Python on 32-bit integers."""

    jit = staticmethod(lambda f: f)
    range = staticmethod(range)
    INT32 = None
    Out = SimpleNamespace(__class_getitem__=None)
    cast = staticmethod(lambda v, t: v)
    const = staticmethod(lambda v, t: v)

    @staticmethod
    def write(out, index, value):
        out[index[0]] = value


class _Any:
    def __class_getitem__(cls, item):
        return None


Plain.Out = Plain.Tensor = _Any


@settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(blocks(3, False), st.integers(-4, 6), st.integers(-4, 6))
def test_random_kernels(body, p, q):
    text = source(body)
    expected = [0] * CELLS
    define(text, Plain)(expected, p, q)
    limit = 1 << 31
    if any(not -limit <= v < limit for v in expected):
        return  # Python does not wrap; the interpreter of the IR does not either
    compiled = define(text, pl).compile()
    out = np.zeros(CELLS, np.int64)
    Interpreter(compiled.program.module).call("kernel", [out, p, q])
    assert list(out) == expected, text
    # The printed program is the same program.
    again = pl.parse(compiled.program.as_python())
    assert str(again) == str(compiled.program), text
