# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Atomic stores of several blocks into one tensor, against NumPy."""

import ml_dtypes
import numpy as np
import pytest

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

BLOCKS = 6
DTYPES = [
    (pl.FP32, np.float32, 1e-5),
    (pl.FP16, np.float16, 2e-2),
    (pl.BF16, ml_dtypes.bfloat16, 8e-2),
    (pl.INT32, np.int32, 0),
    (pl.INT16, np.int16, 0),
    (pl.INT8, np.int8, 0),
]


def data(rng, shape, np_dtype):
    if np.issubdtype(np_dtype, np.integer):
        return rng.integers(-9, 9, shape).astype(np_dtype)
    return rng.standard_normal(shape, dtype=np.float32).astype(np_dtype)


@pytest.mark.parametrize(("dtype", "np_dtype", "atol"), DTYPES)
def test_blocks_add_into_one_tensor(dtype, np_dtype, atol, rng, config):
    """Every block adds its rows; the old content of the target counts as well."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[BLOCKS * 8, 32], dtype],
        out: pl.InOut[pl.Tensor[[8, 32], dtype]],
    ):
        for i in pl.spmd(BLOCKS):
            t = pl.load(x, [i * 8, 0], [8, 32])
            out = pl.store(t, [0, 0], out, atomic=pl.AtomicType.Add)
        return out

    x, out = data(rng, (BLOCKS * 8, 32), np_dtype), data(rng, (8, 32), np_dtype)
    want = out.astype(np.float64) + x.astype(np.float64).reshape(BLOCKS, 8, 32).sum(axis=0)
    kernel(x, out, config=config)
    np.testing.assert_allclose(out.astype(np.float64), want, rtol=0, atol=atol)


def test_only_the_valid_region_is_added(rng, config):
    """A ragged tail adds nothing behind its valid rows and columns."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[16, 32], pl.FP32],
        out: pl.InOut[pl.Tensor[[16, 32], pl.FP32]],
    ):
        for i in pl.spmd(4):
            t = pl.load(x, [0, 0], [16, 32], valid_shape=[i * 5, 31])
            out = pl.store(t, [0, 0], out, atomic=pl.AtomicType.Add)
        return out

    x = rng.integers(-50, 50, (16, 32)).astype(np.float32)
    out = rng.integers(-50, 50, (16, 32)).astype(np.float32)
    want = out.copy()
    for i in range(4):
        want[: i * 5, :31] += x[: i * 5, :31]
    kernel(x, out, config=config)
    np.testing.assert_array_equal(out, want)


@pl.jit
def split_k(
    a: pl.Tensor[[64, 512], pl.BF16],
    b: pl.Tensor[[512, 64], pl.BF16],
    c: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
):
    for k in pl.spmd(4, name_hint="splitk"):
        la = pl.move(
            pl.load(a, [0, k * 128], [64, 128], target_memory=pl.Mem.Mat),
            target_memory=pl.Mem.Left,
        )
        rb = pl.move(
            pl.load(b, [k * 128, 0], [128, 64], target_memory=pl.Mem.Mat),
            target_memory=pl.Mem.Right,
        )
        c = pl.store(pl.matmul(la, rb), [0, 0], c, atomic=pl.AtomicType.Add)
    return c


def test_split_k(rng, config):
    """Partial products of four blocks meet in the accumulator's output path."""
    a = data(rng, (64, 512), ml_dtypes.bfloat16)
    b = data(rng, (512, 64), ml_dtypes.bfloat16)
    c = np.zeros((64, 64), np.float32)
    split_k(a, b, c, config=config)
    want = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(c, want, rtol=1e-4, atol=1e-3)


def test_assemble_adds_at_tensor_level(rng, config):
    """pl.assemble(atomic=) of a computed tensor into global memory."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[BLOCKS * 8, 32], pl.FP32],
        out: pl.InOut[pl.Tensor[[8, 32], pl.FP32]],
    ):
        for i in pl.spmd(BLOCKS):
            part = pl.mul(x[i * 8 : i * 8 + 8, :], 2.0)
            out = pl.assemble(out, part, [0, 0], atomic=pl.AtomicType.Add)
        return out

    x = rng.integers(-50, 50, (BLOCKS * 8, 32)).astype(np.float32)
    out = np.zeros((8, 32), np.float32)
    kernel(x, out, config=config)
    np.testing.assert_array_equal(out, 2 * x.reshape(BLOCKS, 8, 32).sum(axis=0))


@pytest.mark.parametrize(
    ("dtype", "platform"),
    [
        (pl.UINT8, "a2a3sim"),
        (pl.UINT32, "a2a3sim"),
        (pl.INT64, "a2a3sim"),
        (pl.BF16, "a5sim"),
    ],
)
def test_refused_dtypes(dtype, platform):
    """What the hardware cannot add is an error that names what it can."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[8, 32], dtype],
        out: pl.InOut[pl.Tensor[[8, 32], dtype]],
    ):
        for _ in pl.spmd(2):
            t = pl.load(x, [0, 0], [8, 32])
            out = pl.store(t, [0, 0], out, atomic=pl.AtomicType.Add)
        return out

    with pytest.raises(errors.VerificationError, match="PYPTO-E0320.*atomic=Add is not available"):
        kernel.compile(config=RunConfig(platform=platform))
