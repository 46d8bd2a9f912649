# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scopes that the compiler places, and levels beside the core group."""

import threading

import numpy as np
import pytest

import pypto.language as pl
from pypto import errors
from pypto.frontend.specialize import Specialization


@pl.jit
def lanes(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
        t = pl.load(x, [lane * 16, 0], [16, 64])
        out = pl.store(pl.exp(t), [lane * 16, 0], out)
    return out


@pl.jit
def lanes_in_a_scope(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            t = pl.load(x, [lane * 16, 0], [16, 64])
            out = pl.store(pl.exp(t), [lane * 16, 0], out)
    return out


def test_lanes_outside_of_scopes_are_device_work():
    """The IR is that of the same region in a core scope, and prints back to itself."""
    program = lanes.trace()
    text = str(program).replace("@lanes", "@lanes_in_a_scope")
    assert text == str(lanes_in_a_scope.trace())
    assert str(pl.parse(program.as_python())) == str(program)


@pl.jit
def lanes_on_the_chip(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            t = pl.load(x, [lane * 16, 0], [16, 64])
            out = pl.store(pl.exp(t), [lane * 16, 0], out)
    return out


def test_lanes_in_a_scope_of_the_chip_are_device_work():
    """A scope of another level places nothing on a core."""
    text = str(lanes_on_the_chip.trace()).replace("@lanes_on_the_chip", "@lanes")
    assert text == str(lanes.trace())


@pl.jit
def on_the_chip(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.mul(x, 2.0)
    return out


def test_the_level_of_an_entry():
    """An entry runs on the chip, so a scope of that level is its body."""
    x = np.arange(32 * 64, dtype=np.float32).reshape(32, 64)
    np.testing.assert_array_equal(on_the_chip(x), 2 * x)


@pytest.mark.parametrize("level", ["HOST", "CLUSTER_0", "GLOBAL", "AIV"])
def test_other_levels_say_that_they_are_not_compiled(level):
    """They are checked and then refused where they stand."""
    kernel = pl.parse(f"""
import pypto.language as pl

@pl.jit
def kernel(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.{level}):
        out[:] = pl.neg(x)
""")
    with pytest.raises(errors.InvalidOperationError) as caught:
        kernel.compile()
    assert caught.value.code == "PYPTO-E0317"
    assert caught.value.span.line == 6


def test_threads_share_one_compile(monkeypatch):
    """Six threads that call a new kernel at once get one program and right numbers."""
    compiles = []
    compile_ = Specialization.compile

    def counted(self):
        compiles.append(self)
        return compile_(self)

    monkeypatch.setattr(Specialization, "compile", counted)

    @pl.jit
    def kernel(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.mul(x, 3.0)
        return out

    x = np.arange(32 * 64, dtype=np.float32).reshape(32, 64)
    results = []
    threads = [threading.Thread(target=lambda: results.append(kernel(x))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(compiles) == 1
    assert len(results) == 6
    for result in results:
        np.testing.assert_array_equal(result, 3 * x)
