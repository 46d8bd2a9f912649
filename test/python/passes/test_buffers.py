# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels give the same numbers from their values and from their buffers.

The reference interprets the kernel as it is written, where a tile is a value. The other side
interprets what the passes make of it, where a tile is bytes at an address that others use as
well.
"""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

from buffer_interpreter import BufferInterpreter
from generate_kernel import Generator
from pypto.mlir import ir

from interpreter import Interpreter
from pypto.compiler.pipeline import lower_module

ROWS, COLUMNS, TILES = 64, 160, 4
SHAPE = (ROWS * TILES, COLUMNS)


class Mixed(Generator):
    """Operations that may overwrite their operands, and one that may not."""

    binary_names = ("add", "sub", "maximum", "minimum")
    unary_names = ("neg", "abs", "relu")

    def unary(self, a: str, indent: int) -> str:
        if self.random.random() < 0.7:
            return super().unary(a, indent)
        one = self.emit("arith.constant 1.0 : f32", indent)
        size = self.emit(f"pypto.tile.abs {a} : ({self.tile}) -> {self.tile}", indent)
        more = self.emit(
            f"pypto.tile.adds {size}, {one} : ({self.tile}, f32) -> {self.tile}", indent
        )
        return self.emit(f"pypto.tile.recip {more} : ({self.tile}) -> {self.tile}", indent)


def run(text: str, stage: str) -> np.ndarray:
    """The output of the kernel, interpreted at `stage`."""
    with ir.Context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text)
        interpreter = Interpreter
        if stage != "tensor":
            lower_module(module, stop_after=stage)
            interpreter = BufferInterpreter
        x = np.random.default_rng(1).integers(-9, 9, SHAPE).astype(np.float32)
        out = np.zeros(SHAPE, np.float32)
        results = []
        for go in (True, False):
            interpreter(module).call("kernel", [x, out, go])
            results.append(out.copy())
        return np.stack(results)


@pytest.mark.parametrize("window", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_reuse_keeps_values(seed, window):
    """40 KB tiles of which four fit: reuse and work in place are needed."""
    text = Mixed(seed, ROWS, COLUMNS, TILES, window).kernel(60)
    try:
        buffers = run(text, "allocated")
    except Exception as error:
        if "on-chip buffer exhaustion" not in str(error):
            raise
        pytest.skip("the kernel needs more than the memory has")
    np.testing.assert_array_equal(buffers, run(text, "tensor"))


def test_interpreter_sees_overlap():
    """If all buffers had one address the numbers would differ: the test above can fail."""
    text = Mixed(0, ROWS, COLUMNS, TILES, 4).kernel(60)
    with ir.Context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text)
        lower_module(module, stop_after="allocated")
        clash = re.sub(r"address\(\d+\)", "address(0)", str(module))
        assert clash != str(module)
        x = np.random.default_rng(1).integers(-9, 9, SHAPE).astype(np.float32)
        out = np.zeros(SHAPE, np.float32)
        clashing = ir.Module.parse(clash)
        BufferInterpreter(clashing).call("kernel", [x, out, True])
    assert not np.array_equal(out, run(text, "tensor")[0])
