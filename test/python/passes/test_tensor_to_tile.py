# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on whole tensors give the same numbers before and after they become tiles.

Sizes are odd on purpose: tiles are padded to whole hardware blocks, blocks of rows leave a
rest, products are cut along every axis.
"""

import itertools

import numpy as np
import pytest
from buffer_interpreter import BufferInterpreter
from pypto.mlir import ir

from interpreter import DTYPES, Interpreter
from pypto.compiler.pipeline import lower_module


def tensor(shape, dtype="f32"):
    return "!pypto.tensor<" + "x".join(map(str, [*shape, dtype])) + ">"


def kernel(parameters, body, out):
    """A kernel that assembles the last value of `body` into its last parameter."""
    names = ", ".join(f"%p{i}: {t}" for i, t in enumerate(parameters))
    lines = "\n  ".join(body)
    zeros = ", ".join(["%c0"] * (out.count("x")))
    return (
        f"func.func @kernel({names}, %out: {out} {{pypto.dir = #pypto.dir<Out>}})\n"
        "    attributes {pypto.kind = #pypto.func_kind<InCore>} {\n"
        f"  %c0 = arith.constant 0 : index\n  {lines}\n"
        f"  %done = pypto.tensor.assemble %r into %out[{zeros}] : {out}, {out} -> {out}\n"
        "  return\n}\n"
    )


def check(text, inputs, out_shape, dtype="f32", exact=True):
    """Runs the kernel as tensors and as buffers."""
    outputs = []
    for stage in ("tensor", "allocated"):
        with ir.Context() as context, ir.Location.unknown(context), np.errstate(all="ignore"):
            module = ir.Module.parse(text)
            interpreter = Interpreter
            if stage == "allocated":
                lower_module(module, stop_after=stage)
                interpreter = BufferInterpreter
            out = np.full(out_shape, 55, DTYPES[dtype])
            interpreter(module).call("kernel", [*(i.copy() for i in inputs), out])
            outputs.append(out)
    if exact:
        np.testing.assert_array_equal(outputs[1], outputs[0])
    else:
        np.testing.assert_allclose(outputs[1], outputs[0], rtol=1e-5, atol=1e-5)


def random(shape, dtype="f32", seed=0):
    rng = np.random.default_rng([seed, *shape])
    return rng.standard_normal(shape).astype(DTYPES[dtype])


SHAPES = [(1, 1), (1, 17), (15, 16), (16, 1), (17, 33), (3, 5, 7), (9,), (700, 130), (1009, 64)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_elementwise(shape):
    t = tensor(shape)
    body = [
        f"%a = pypto.tensor.mul %p0, %p1 : ({t}, {t}) -> {t}",
        f"%b = pypto.tensor.neg %a : ({t}) -> {t}",
        f"%r = pypto.tensor.maximum %b, %p1 : ({t}, {t}) -> {t}",
    ]
    check(kernel([t, t], body, t), [random(shape), random(shape, seed=1)], shape)


@pytest.mark.parametrize("name", ["add", "sub", "mul", "div", "maximum"])
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("vector", [(17, 1), (1, 33), (1, 1)], ids=str)
def test_broadcast(name, swap, vector):
    """The vector on either side, also of operations that do not commute."""
    matrix = (17, 33)
    t, v = tensor(matrix), tensor(vector)
    operands, types = ("%p1, %p0", f"{v}, {t}") if swap else ("%p0, %p1", f"{t}, {v}")
    body = [f"%r = pypto.tensor.{name} {operands} : ({types}) -> {t}"]
    check(kernel([t, v], body, t), [random(matrix), random(vector) + 3], matrix)


def test_outer_broadcast():
    """A column and a row make a matrix."""
    c, r, t = tensor((17, 1)), tensor((1, 33)), tensor((17, 33))
    body = [f"%r = pypto.tensor.sub %p0, %p1 : ({c}, {r}) -> {t}"]
    check(kernel([c, r], body, t), [random((17, 1)), random((1, 33))], (17, 33))


@pytest.mark.parametrize("name", ["row_sum", "row_max", "col_min", "col_sum"])
@pytest.mark.parametrize("shape", [(1, 17), (15, 16), (17, 33), (64, 1)], ids=str)
def test_reduction(name, shape):
    """Only the valid part counts."""
    rows, columns = shape
    reduced = (rows, 1) if name.startswith("row") else (1, columns)
    t, v = tensor(shape), tensor(reduced)
    body = [
        f"%a = pypto.tensor.{name} %p0 : ({t}) -> {v}",
        f"%r = pypto.tensor.neg %a : ({v}) -> {v}",
    ]
    check(kernel([t], body, v), [random(shape)], reduced, exact=False)


@pytest.mark.parametrize("rows", [5, 64, 1000])
def test_softmax(rows):
    """A chain that fits, and one that runs in blocks of rows."""
    t, v = tensor((rows, 128)), tensor((rows, 1))
    body = [
        f"%m = pypto.tensor.row_max %p0 : ({t}) -> {v}",
        f"%d = pypto.tensor.row_expand_sub %p0, %m : ({t}, {v}) -> {t}",
        f"%e = pypto.tensor.exp %d : ({t}) -> {t}",
        f"%s = pypto.tensor.row_sum %e : ({t}) -> {v}",
        f"%r = pypto.tensor.row_expand_div %e, %s : ({t}, {v}) -> {t}",
    ]
    check(kernel([t], body, t), [random((rows, 128))], (rows, 128), exact=False)


def product(m, k, n, dtype, transposes):
    """Small integers, whose sums are exact in any order."""
    flags = "".join(
        f"transpose_{side} " for side, on in zip(("lhs", "rhs"), transposes, strict=True) if on
    )
    a = (k, m) if transposes[0] else (m, k)
    b = (n, k) if transposes[1] else (k, n)
    ta, tb, tc = tensor(a, dtype), tensor(b, dtype), tensor((m, n))
    body = [f"%r = pypto.tensor.matmul %p0, %p1 {flags}: ({ta}, {tb}) -> {tc}"]
    rng = np.random.default_rng([m, k, n])
    inputs = [rng.integers(-4, 5, shape).astype(DTYPES[dtype]) for shape in (a, b)]
    check(kernel([ta, tb], body, tc), inputs, (m, n))


@pytest.mark.parametrize("m,k,n", list(itertools.product([1, 15, 17], [5, 16, 33], [16, 40])))
def test_small_matmul(m, k, n):
    """No extent is a whole number of boxes."""
    product(m, k, n, "f16", (False, False))


@pytest.mark.parametrize("transposes", [(True, False), (False, True), (True, True)], ids=str)
def test_transposed_matmul(transposes):
    product(17, 33, 40, "f32", transposes)


@pytest.mark.parametrize(
    "m,k,n", [(128, 256, 128), (130, 700, 20), (300, 64, 300), (16, 2000, 64), (257, 515, 129)]
)
@pytest.mark.parametrize("transposes", [(False, False), (True, True)], ids=str)
def test_large_matmul(m, k, n, transposes):
    """Blocks of rows, of columns and of the contracted extent, with rests."""
    product(m, k, n, "f16", transposes)
