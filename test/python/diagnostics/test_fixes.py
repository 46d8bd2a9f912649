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
        ("pl.softmax(x)", None),
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
    ],
)
def test_the_fix_compiles(body, fix):
    """The hint has the text of the fix, and the program with it is accepted."""
    error = refused(body)
    assert fix in error.hint, str(error)
    compiles(f"out[:] = {fix}")
