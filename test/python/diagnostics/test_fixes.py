# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an error tells the author to write: near names, other levels, the call as it would be."""

import pytest

import pypto.language as pl
from pypto import errors

_HEAD = """import pypto.language as pl
@pl.jit
def k(
    x: pl.Tensor[[8, 32], pl.FP32], i: pl.Tensor[[8, 32], pl.INT32],
    o: pl.Tensor[[4, 8, 32], pl.FP32],
    out: pl.Out[pl.Tensor[[8, 32], pl.FP32]], whole: pl.Out[pl.Tensor[[8, 32], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        whole[:] = i
"""


def refused(body):
    with pytest.raises(errors.Diagnosed) as caught:
        pl.parse(f"{_HEAD}        {body}\n").lower()
    return caught.value


def compiles(body):
    pl.parse(f"{_HEAD}        {body}\n").lower()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("pl.matmull(x, x)", "did you mean 'pl.matmul'?"),
        ("pl.Add(x, x)", "did you mean 'pl.add'?"),
        ("pl.tensor.relu(x)", "did you mean 'pl.relu'?"),
        ("pl.tile.create_tensor([8, 32])", "did you mean 'pl.create_tensor'?"),
        ("pl.adds(x, 1.0)", "did you mean 'pl.tile.adds'?"),
        ("pl.frobnicate(x)", None),
        ("pl.sum(x)", "pl.row_sum(x) adds along the last axis"),
        ("pl.system.barrier()", None),
    ],
)
def test_a_name_is_offered_only_if_it_is_near_or_elsewhere(name, hint):
    error = refused(f"out[:] = {name}")
    assert error.code == "PYPTO-E0301"
    if hint is None:
        assert error.hint is None and error.expected
    else:
        assert error.hint.startswith(hint)


@pytest.mark.parametrize(
    ("body", "fix"),
    [
        ("out[:] = pl.rsqrt(x, high_precision=1)", "pl.rsqrt(x, high_precision=True)"),
        ("out[:] = pl.load(x, [0], [8, 32])", "pl.load(x, [0, 0], [8, 32])"),
        ("out[:] = i", "pl.cast(i, pl.FP32)"),
        ("out[:] = 2.0", "pl.full([8, 32], pl.FP32, 2.0)"),
        ("out[:] = 3.0 - x", "pl.neg(x) + 3.0"),
        ("out[:] = pl.fmods(x, x)", "pl.fmod(x, x)"),
        ("out[:] = pl.gather(x, index=i, kvalue=3.0)", "pl.gather(x, index=i)"),
        ("out[:] = o[0:1, :, :]", "pl.reshape(o[0:1, :, :], [8, 32])"),
        ("out[:] = pl.sub(3.0, x)", "pl.add(pl.neg(x), 3.0)"),
        ("out[:] = pl.div(3.0, x)", "pl.mul(pl.recip(x), 3.0)"),
        ("out[:] = x**2", "x * x"),
        ("out[:] = x > 0.5", "pl.cmp(x, 0.5, cmp_type=4)"),
        ("out[:] = 0.5 <= x", "pl.cmp(x, 0.5, cmp_type=5)"),
        ("whole[:] = i & i", "pl.and_(i, i)"),
        ("whole[:] = i ^ i", "pl.xor(i, i)"),
        ("whole[:] = i >> 2", "pl.shr(i, 2)"),
        ("whole[:] = pl.not_(i)", "pl.xor(i, -1)"),
        ("out[:] = pl.reshape(x, [8, -1])", "pl.reshape(x, [8, 32])"),
        ("out[:] = pl.full([8, 32], 0.0, pl.FP32)", "pl.full([8, 32], pl.FP32, 0.0)"),
        ("out[:] = pl.full([8, 32], pl.INT32, 1)", "pl.full([8, 32], pl.FP32, 1)"),
        ("out[:] = pl.row_expand_sub(pl.row_max(x), x)", "pl.row_expand_sub(x, pl.row_max(x))"),
        ("out[:] = pl.row_expand_sub(x, pl.col_max(x))", "pl.col_expand_sub(x, pl.col_max(x))"),
        ("out[:] = pl.rsqrt(x, fast=True)", "pl.rsqrt(x)"),
        ("out[:] = (pl.exp(x),)", "pl.exp(x)"),
    ],
)
def test_the_fix_compiles(body, fix):
    """The hint has the text of the fix, and the program with it is accepted."""
    error = refused(body)
    assert fix in error.hint, str(error)
    target = body.partition("[")[0]
    compiles(f"{target}[:] = {fix}; out[:] = x" if target == "whole" else f"out[:] = {fix}")


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        # Where a list stands for several arguments.
        ("out[:] = pl.transpose(pl.transpose(x, [1, 0]), 0, 1)", "pl.transpose(x, 1, 0)"),
        ("out[:] = pl.concat([x, x])[:, 0:32]", "pl.concat(x, x)"),
        # Names that are nearly right.
        ("out[:] = pl.rsqrt(x, high_precison=True)", "did you mean 'high_precision'?"),
        ("t = pl.load(x, [0, 0], [8, 32], memory=pl.Mem.Vec)", "did you mean 'target_memory'?"),
        ("out[:] = pl.row_sum(x, axis=1)", "pl.col_sum along the one before it"),
        ("out[:] = pl.cast(x, pl.float16)", "pl.FP16"),
        # What a value is called.
        ("out[0, 0] = 1.0", "pl.write(out, [0, 0], 1.0)"),
        ("out[:] = x[-1]", "write 7"),
        ("out[:] = o[None, 0]", "pl.reshape adds an axis to o"),
        ("whole[:] = x[None]", "pl.reshape(x, [1, 8, 32])"),
        ("out[:] = pl.transpose(x, 0, 2)", "pl.transpose(x, 0, 1)"),
        ("out[:] = pl.transpose(x, 0, 1)", "what is written is [32, 8]: declare out so"),
        ("out[0:8, 0:16] = x", "x[:, 0:16] fits, if it is a variable"),
        ("s = pl.sort32(x, pl.arange(0, [1, 32]))", "pl.arange(0, [1, 32], dtype=pl.UINT32)"),
        ("out[:] = pl.cast(i, float)", "pl.FP32"),
    ],
)
def test_the_hint_says(body, hint):
    assert hint in refused(body).hint
