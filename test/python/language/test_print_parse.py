# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the printer writes parses back to equal IR."""

import importlib
import re
import sys
from pathlib import Path

import pytest
from snippets import programs

import pypto.language as pl
from pypto import errors
from pypto.language.functions import KernelFunction

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "frontend"))
NOT_YET = (Path(__file__).parent / "not_yet.txt").read_text().split("\n")
# Scratch of a tile transpose, and unsigned scalars, have no words.
NOT_PRINTABLE = {"pl.transpose(t)", "pl.tile.rsqrt", "pl.create_l1", "pl.get_subblock_idx"}


def kernels():
    for name in ("test_manual_kernels", "test_control_flow", "test_values"):
        module = importlib.import_module(name)
        for kernel in vars(module).values():
            if isinstance(kernel, KernelFunction) and kernel.kind == "jit":
                yield pytest.param(kernel, id=f"{name}.{kernel.name}")


def normal(program):
    """The IR without names of symbols' visibility order."""
    return re.sub(r"\s+", " ", str(program))


def round_trip(program):
    text = program.as_python()
    again = pl.parse(text)
    assert normal(again) == normal(program), text


@pytest.mark.parametrize("kernel", list(kernels()))
def test_kernels_of_the_tests(kernel):
    try:
        program = kernel.trace()
    except errors.Diagnosed as error:
        if error.code not in ("PYPTO-E0710", "PYPTO-E0709"):
            raise
        pytest.skip("its parameters need sample arguments")
    try:
        round_trip(program)
    except errors.Diagnosed as error:
        if "no words for operation arith.select" in str(error):
            pytest.skip("arrays with run-time indices")
        raise


@pytest.mark.parametrize("name", [n for n in programs() if n not in NOT_YET])
def test_snippets(name):
    program = pl.parse(programs()[name]).trace()
    if name in NOT_PRINTABLE:
        pytest.skip("no words")
    round_trip(program)


def test_names_are_the_users_and_unique():
    text = pl.parse(programs()["pl.add(T)"]).trace().as_python()
    assert "r = pl.tensor.add(x, x)" in text
    assert "tx = pl.tile.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Vec)" in text


def test_a_lowered_operation_is_named():
    program = pl.parse(programs()["pl.transpose(t)"]).trace()
    with pytest.raises(
        errors.Diagnosed, match="no words for operation pypto.tile.transpose|without a space"
    ):
        program.as_python()
