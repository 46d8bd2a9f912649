# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch tensors that are no arguments."""

import pytest

import pypto.language as pl

torch = pytest.importorskip("torch")


@pl.jit
def bare(x: pl.Tensor, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.full([16, 16], dtype=pl.FP32, value=1.0)
    return y


def out():
    return torch.zeros(16, 16)


def test_complex():
    with pytest.raises(TypeError, match="Unsupported torch dtype torch.complex64") as caught:
        bare(torch.zeros(16, 16, dtype=torch.complex64), out())
    assert caught.value.code == "PYPTO-E0702" and "bare(torch.zeros" in str(caught.value)


@pytest.mark.skipif(not hasattr(torch, "float4_e2m1fn_x2"), reason="this torch has no FP4")
def test_rank_of_fp4():
    """The carrier holds two numbers in each byte, so it needs an axis."""
    scalar = torch.zeros((), dtype=torch.uint8).view(torch.float4_e2m1fn_x2)
    with pytest.raises(TypeError, match="must have rank >= 1"):
        bare(scalar, out())


@pytest.mark.skipif(not hasattr(torch, "float4_e2m1fn_x2"), reason="this torch has no FP4")
def test_empty_carrier_of_fp4():
    empty = torch.zeros((4, 0), dtype=torch.uint8).view(torch.float4_e2m1fn_x2)
    with pytest.raises(TypeError, match="positive runtime x2 carrier last dimension"):
        bare(empty, out())
