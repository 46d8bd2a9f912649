# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults that front ends of this kind had: each must stay away here."""

import linecache

import numpy as np
import pytest
from pypto.mlir import ir

import pypto.language as pl
from interpreter import operations, run
from pypto import errors

M = pl.dynamic("M")


def rand(*shape, seed=0):
    return np.random.default_rng(seed + sum(shape)).standard_normal(shape).astype(np.float32)


@pl.jit
def named_yield(x: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for _, (a,) in pl.range(3, init_values=(x,)):
            t = pl.add(a, x)
            b = pl.yield_(t)
        y[:] = b


@pl.jit
def unnamed_yield(x: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for _, (a,) in pl.range(3, init_values=(x,)):
            b = pl.yield_(pl.add(a, x))
        y[:] = b


def test_a_yielded_call_is_the_same_as_a_yielded_name():
    x = rand(8, 16)
    results = []
    for kernel in (named_yield, unnamed_yield):
        y = np.zeros((8, 16), np.float32)
        run(kernel, x, y)
        results.append((y, operations(kernel.trace())))
    np.testing.assert_array_equal(results[0][0], results[1][0])
    np.testing.assert_allclose(results[0][0], 4 * x, rtol=1e-6)
    assert results[0][1] == results[1][1]


@pl.jit.inline
def fill(t: pl.Tensor[[M, 16], pl.FP32], x: pl.Tensor[[M, 16], pl.FP32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(t.shape[0]):
            t[i : i + 1, :] = pl.neg(x[i : i + 1, :])
    return t


@pl.jit.opaque
def copy_rows(t: pl.Tensor[[M, 16], pl.FP32], y: pl.Out[pl.Tensor[[M, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(M):
            y[i : i + 1, :] = t[i : i + 1, :]
    return y


@pl.jit
def two_spellings(x: pl.Tensor[[M, 16], pl.FP32], y: pl.Out[pl.Tensor[[M, 16], pl.FP32]]):
    t = pl.create_tensor([pl.tensor.dim(x, 0), 16], dtype=pl.FP32)
    t = fill(t, x)
    y = copy_rows(t, y)
    return y


def test_two_spellings_of_one_extent_unify():
    x, y = rand(5, 16), np.zeros((5, 16), np.float32)
    run(two_spellings, x, y)
    np.testing.assert_array_equal(y, -x)


@pl.jit
def ping_pong(x: pl.Tensor[[M, 16], pl.FP32], y: pl.Out[pl.Tensor[[M, 16], pl.FP32]]):
    h = x
    for _ in pl.range(3):
        n = pl.create_tensor([pl.tensor.dim(h, 0), 16], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(M):
                n[i : i + 1, :] = pl.mul(h[i : i + 1, :], 2.0)
        h = n
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(M):
            y[i : i + 1, :] = h[i : i + 1, :]


def test_a_buffer_of_a_run_time_extent_is_carried():
    x, y = rand(3, 16), np.zeros((3, 16), np.float32)
    run(ping_pong, x, y)
    np.testing.assert_array_equal(y, 8 * x)


def test_an_unknown_attribute_is_not_lost_in_print():
    program = named_yield.compile(rand(8, 16), rand(8, 16)).program
    copy = program.module.operation.clone()

    def visit(op):
        if op.name == "pypto.tensor.add":
            op.attributes["arith.foo"] = ir.Attribute.parse("11 : i64", op.context)
        return ir.WalkResult.ADVANCE

    copy.operation.walk(visit)
    from pypto.ir.program import Program

    text = Program(copy, "named_yield").as_python()
    assert "no words for operation pypto.tensor.add" in text
    assert "arith.foo = 11 : i64" in str(pl.parse(text))


def test_two_values_with_one_hint_have_two_names():
    text = """func.func @f(%a: index loc("m"), %b: index loc("m")) -> index
        attributes {pypto.kind = #pypto.func_kind<Orchestration>} {
      %0 = arith.addi %a, %b : index
      return %0 : index
    }"""
    from pypto.frontend.builder import IrContext
    from pypto.ir.program import Program

    module = ir.Module.parse(text, IrContext.get().context)
    printed = Program(module, "f").as_python()
    assert "m: pl.Scalar[pl.INDEX], m_1: pl.Scalar[pl.INDEX]" in printed
    assert "= m + m_1" in printed


def test_a_kernel_of_a_notebook_cell():
    text = (
        "@pl.jit\n"
        "def cell(x: pl.Tensor[[8], pl.INT32], y: pl.Out[pl.Tensor[[8], pl.INT32]]):\n"
        "    pl.write(y, [0], pl.read(x, [1]))\n"
        "    pl.write(y, [9], 1)\n"
    )
    name = "<ipython-input-3-abc>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names = {"pl": pl}
    exec(compile(text, name, "exec"), names)
    with pytest.raises(errors.InvalidOperationError) as caught:
        names["cell"].compile()
    assert f"{name}:4:17" in str(caught.value) and "pl.write(y, [9], 1)" in str(caught.value)


def test_a_kernel_without_source_says_so():
    names = {"pl": pl}
    exec("@pl.jit\ndef f(y: pl.Out[pl.Tensor[[8], pl.INT32]]):\n    pass\n", names)
    with pytest.raises(OSError, match="cannot retrieve source code"):
        names["f"].compile()


@pl.jit
def unicode_columns(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    ünïcode = 1; pl.write(y, [7], ünïcode)  # fmt: skip  # noqa: E702


def test_columns_count_characters():
    with pytest.raises(errors.InvalidOperationError) as caught:
        unicode_columns.compile()
    line = linecache.getline(__file__, caught.value.span.line)
    assert line[caught.value.span.column - 1 :].startswith("[7]")


@pl.jit.incore
def direct(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y = pl.store(pl.neg(pl.load(x, [0, 0], [16, 16])), [0, 0], y)
    return y


def test_a_device_kernel_compiles_by_itself():
    x, y = rand(16, 16), np.zeros((16, 16), np.float32)
    run(direct, x, y)
    np.testing.assert_array_equal(y, -x)


@pl.jit.inline
def third(x):
    return pl.row_sum(pl.exp(x), 3)


@pl.jit.inline
def second(x):
    return third(pl.neg(x))


@pl.jit
def first(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = second(x)


def test_an_error_shows_the_chain_of_inlined_calls():
    with pytest.raises(errors.InvalidOperationError) as caught:
        first.compile()
    assert [frame.function for frame in caught.value.chain] == ["third", "second"]
    text = str(caught.value)
    for source in (
        "return pl.row_sum(pl.exp(x), 3)",
        "return third(pl.neg(x))",
        "y[:] = second(x)",
    ):
        assert source in text
    assert text.count("^") > 10


def test_inlined_operations_know_their_callers():
    program = two_spellings.compile(rand(5, 16), rand(5, 16)).program
    assert "callsite(" in program.mlir(locations=True)
