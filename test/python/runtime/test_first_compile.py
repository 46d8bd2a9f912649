# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What comes first in a process must not matter to what comes after."""

import subprocess
import sys
import textwrap

import pytest

PROGRAM = """
import numpy as np
import pypto.language as pl
from pypto import ir

Matrix = pl.Tensor[[64, 64], pl.FP32]


@pl.jit
def wrong(x: Matrix, out: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.mul(x, unknown)
    return out


@pl.jit
def unwritten(x: Matrix, out: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [64, 64])
    return out


@pl.jit
def twice(x: Matrix, out: pl.Out[Matrix]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.mul(x, 2.0)
    return out


@pl.jit
def blocks(x: Matrix, out: pl.Out[Matrix]):
    for i in pl.spmd(4):
        t = pl.load(x, [16 * i, 0], [16, 64])
        out = pl.store(pl.add(t, t), [16 * i, 0], out)
    return out


x = np.random.default_rng(3).standard_normal((64, 64), dtype=np.float32)


def fail(kernel):
    try:
        kernel(x, np.zeros_like(x))
    except Exception as error:
        assert "PYPTO-E" in str(error), error
        return
    raise AssertionError("no error")


def parse():
    from pypto.frontend.builder import IrContext

    shared = IrContext.get()
    shared.ir.Module.parse(
        "func.func @f(%x: !pypto.tensor<4xf32>) {"
        "%r = pypto.at CORE_GROUP { pypto.yield %x : !pypto.tensor<4xf32> }"
        " : !pypto.tensor<4xf32> return }",
        shared.context,
    )


def fork():
    import os

    twice(x, np.zeros_like(x))
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0
        return
    out = np.zeros_like(x)
    blocks(x, out)
    np.testing.assert_array_equal(out, 2 * x)
    os._exit(0)


FIRST
for kernel in (twice, blocks):
    out = np.zeros_like(x)
    kernel(x, out)
    np.testing.assert_array_equal(out, 2 * x)
"""


@pytest.mark.parametrize(
    "first", ["", "fail(wrong)", "fail(unwritten)", "parse()", "fail(wrong); fork()", "fork()"]
)
def test_first(first, tmp_path):
    """Each in a process of its own."""
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent(PROGRAM).replace("FIRST", first))
    run = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr
