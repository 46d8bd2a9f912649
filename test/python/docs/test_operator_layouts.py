# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The layouts of the operators page are what the instructions' verifiers accept."""

import sys
from pathlib import Path

import pytest

import pypto.language as pl
from pypto.runtime import RunConfig

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "docs"))
from layouts import layouts

_TEXT = """import pypto.language as pl

@pl.jit
def kernel(a: pl.Tensor[[24, 32], pl.{dtype}], out: pl.InOut[pl.Tensor[{shape}, pl.{out}]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = {call}
    return out
"""
# The layouts of the memories by the architecture's documents. The public assembler also accepts
# boxes where it compares the outer order only, any order for scratch, and any in products.
CASES = [
    ("pl.add(a, a)", "FP32", [24, 32], "FP32", "tadd", "nd (zn zz)", "nd (zn zz)"),
    ("pl.exp(a)", "FP16", [24, 32], "FP16", "texp", "nd (zn zz)", "nd (zn zz)"),
    ("pl.row_sum(a)", "FP32", [24, 1], "FP32", "trowsum", "nd, nd (any), dn (nd)",
     "nd, nd (any), dn (nd)"),
    ("pl.matmul(a, a, b_trans=True, out_dtype=pl.FP32)", "FP16", [24, 24], "FP32", "tmatmul",
     "zz (any), zn (any), nz (any)", "nz (zz), zn, nz"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "dtype", "shape", "out", "name", "a3", "a5"), CASES)
def test_layouts(call, dtype, shape, out, name, a3, a5):
    """Both chips."""
    text = _TEXT.format(call=call, dtype=dtype, shape=shape, out=out)
    for platform, arch, expected in (("a2a3sim", "a3", a3), ("a5sim", "a5", a5)):
        program = pl.parse(text).lower(config=RunConfig(platform=platform))
        assert layouts(program, name, arch) == expected
