# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels: addresses agree with liveness, numbers with a memory that never ends."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

from address_checker import AddressChecker
from pypto.mlir import ir
from test_buffers import Mixed

from pypto.compiler import Planning, compile_module, lower_module
from pypto.compiler.executable import BufferArg

ROWS, COLUMNS, TILES = 8, 64, 4
TILE_BYTES = ROWS * COLUMNS * 4
SHAPE = (ROWS * TILES, COLUMNS)
PLANNERS = ("exact", "heuristic", "first-fit", "best-fit")
EXHAUSTED = "on-chip buffer exhaustion"


def make(seed: int, window: int, operations: int) -> str:
    return Mixed(seed, ROWS, COLUMNS, TILES, window).kernel(operations)


def allocate(text: str, planning: Planning) -> str | None:
    """The IR with addresses; None if the buffers do not fit."""
    with ir.Context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text)
        try:
            lower_module(module, stop_after="allocated", planning=planning)
        except Exception as error:
            if EXHAUSTED not in str(error):
                raise
            return None
        return str(module)


def check(text: str) -> AddressChecker:
    with ir.Context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text)
        return AddressChecker(module.body.operations[0].operation)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 2**32 - 1),
    window=st.integers(2, 6),
    operations=st.integers(4, 80),
    planner=st.sampled_from(PLANNERS),
    tiles=st.integers(3, 12),
)
def test_addresses_agree_with_liveness(seed, window, operations, planner, tiles):
    """Every planner, in a memory of a few tiles."""
    capacity = (("Vec", tiles * TILE_BYTES),)
    text = allocate(make(seed, window, operations), Planning(planner=planner, capacity=capacity))
    if text is None:
        return
    checker = check(text)
    assert checker.faults == []
    assert checker.checked > operations / 2
    assert all(b.end <= tiles * TILE_BYTES for b in checker.buffers.values())


@pytest.mark.parametrize("seed", range(6))
def test_checker_finds_faults(seed):
    """Moving one buffer onto another that is in use is noticed, so the test above can fail."""
    text = allocate(make(seed, 4, 60), Planning(reuse=False))
    assert text is not None and check(text).faults == []
    addresses = sorted(set(re.findall(r"address\((\d+)\)", text)), key=int)
    assert len(addresses) > 3
    moved = re.sub(r"address\(\d+\)", f"address({addresses[0]})", text)
    assert check(moved).faults


def run(text: str, planning: Planning) -> np.ndarray | None:
    """The outputs on the core model for both ways through the branches."""
    with ir.Context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text)
        try:
            executable = compile_module(module, entry="kernel", planning=planning)
        except Exception as error:
            if EXHAUSTED not in str(error):
                raise
            return None
        x = np.random.default_rng(1).integers(-9, 9, SHAPE).astype(np.float32)
        results = []
        for go in (1, 0):
            out = np.zeros(SHAPE, np.float32)
            executable.run([argument(x), argument(out), go], timing=False)
            results.append(out)
        return np.stack(results)


def argument(array: np.ndarray) -> BufferArg:
    return BufferArg(array.ctypes.data, "f32", array.shape)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1), window=st.integers(2, 5), operations=st.integers(10, 60))
def test_numbers_as_without_reuse(seed, window, operations):
    """The core model computes the same bits in the least memory as with a buffer per tile."""
    text = make(seed, window, operations)
    apart = run(text, Planning(reuse=False))
    assert apart is not None
    for tiles in (2, 3, 4, 6, 8):
        squeezed = run(text, Planning(capacity=(("Vec", tiles * TILE_BYTES),)))
        if squeezed is not None:
            np.testing.assert_array_equal(squeezed, apart)
            return
    raise AssertionError("no memory of up to 8 tiles was enough")
