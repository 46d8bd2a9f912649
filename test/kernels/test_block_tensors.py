# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors in fractal blocks (`pl.NZ`): products written to them, and read from them."""

import numpy as np
import pytest
from kernel_numbers import integers

import pypto.language as pl
from pypto.runtime import RunConfig

PLATFORMS = ("a2a3sim", "a5sim")
TYPES = {pl.FP32: np.float32, pl.FP16: np.float16, pl.INT32: np.int32, pl.INT8: np.int8}


def rounded(extent, multiple):
    return -(-extent // multiple) * multiple


def padded_shape(rows, columns, element):
    """The shape of the array of a tensor in blocks."""
    lanes = 32 // np.dtype(element).itemsize
    return rounded(rows, 16), rounded(columns, max(16, lanes))


def to_blocks(matrix, fill=0):
    """[column blocks, row blocks, 16, columns of 32 bytes], in an array of the padded shape."""
    lanes = 32 // matrix.dtype.itemsize
    shape = padded_shape(*matrix.shape, matrix.dtype)
    whole = np.full(shape, fill, matrix.dtype)
    whole[: matrix.shape[0], : matrix.shape[1]] = matrix
    blocks = whole.reshape(shape[0] // 16, 16, shape[1] // lanes, lanes).transpose(2, 0, 1, 3)
    return np.ascontiguousarray(blocks).reshape(shape)


def from_blocks(array, rows, columns):
    """The matrix of which `array` holds the blocks."""
    lanes = 32 // array.dtype.itemsize
    height, width = array.shape
    blocks = array.reshape(width // lanes, height // 16, 16, lanes).transpose(1, 2, 0, 3)
    return blocks.reshape(height, width)[:rows, :columns]


def written(m, k, n, dtype, out):
    @pl.jit
    def kernel(
        a: pl.Tensor[[m, k], dtype],
        b: pl.Tensor[[k, n], dtype],
        c: pl.Out[pl.Tensor[[m, n], out, pl.NZ]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            c[:] = pl.matmul(a, b, out_dtype=out, c_matrix_nz=True)
        return c

    return kernel


SIZES = [(16, 16, 16), (1, 15, 17), (17, 33, 31), (15, 16, 33), (48, 64, 80), (130, 70, 200)]


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(("dtype", "out"), [(pl.FP16, pl.FP32), (pl.FP16, pl.FP16)])
@pytest.mark.parametrize("size", SIZES)
def test_product_in_blocks(rng, platform, dtype, out, size):
    """The blocks hold the product; whole boxes have the shape of the matrix."""
    m, k, n = size
    a = integers(rng, m, k, limit=3).astype(TYPES[dtype])
    b = integers(rng, k, n, limit=3).astype(TYPES[dtype])
    c = np.full(padded_shape(m, n, TYPES[out]), 77, TYPES[out])
    written(m, k, n, dtype, out)(a, b, c, config=RunConfig(platform=platform))
    product = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_array_equal(from_blocks(c, m, n), product.astype(TYPES[out]))


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("size", [(16, 32, 16), (17, 35, 33)])
def test_integer_product_in_blocks(rng, platform, size):
    """Sums of bytes."""
    m, k, n = size
    a = integers(rng, m, k, limit=100).astype(np.int8)
    b = integers(rng, k, n, limit=100).astype(np.int8)
    c = np.zeros(padded_shape(m, n, np.int32), np.int32)
    written(m, k, n, pl.INT8, pl.INT32)(a, b, c, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(from_blocks(c, m, n), a.astype(np.int32) @ b.astype(np.int32))


def loaded(m, k, n, dtype, out):
    """Tile level: both factors lie in blocks."""

    @pl.jit
    def kernel(
        a: pl.Tensor[[m, k], dtype, pl.NZ],
        b: pl.Tensor[[k, n], dtype, pl.NZ],
        c: pl.Out[pl.Tensor[[m, n], out]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            x = pl.load(a, [0, 0], [m, k], target_memory=pl.Mem.Mat)
            y = pl.load(b, [0, 0], [k, n], target_memory=pl.Mem.Mat)
            c = pl.store(pl.matmul(x, y), [0, 0], c)
        return c

    return kernel


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(
    ("dtype", "out"), [(pl.FP16, pl.FP32), (pl.INT8, pl.INT32), (pl.FP32, pl.FP32)]
)
@pytest.mark.parametrize("size", [(16, 32, 32), (17, 33, 31), (1, 15, 16), (33, 70, 48)])
def test_factors_in_blocks(rng, platform, dtype, out, size):
    """What is behind the matrix in its last blocks does not count."""
    m, k, n = size
    a = integers(rng, m, k, limit=9).astype(TYPES[dtype])
    b = integers(rng, k, n, limit=9).astype(TYPES[dtype])
    c = np.zeros((m, n), TYPES[out])
    kernel = loaded(m, k, n, dtype, out)
    kernel(to_blocks(a, 7), to_blocks(b, 5), c, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(c, a.astype(TYPES[out]) @ b.astype(TYPES[out]))


def twice(m, k, n, p):
    """A product in blocks is a factor of the next one, through a tensor that is made."""

    @pl.jit
    def kernel(
        a: pl.Tensor[[m, k], pl.FP16],
        b: pl.Tensor[[k, n], pl.FP16],
        w: pl.Tensor[[n, p], pl.FP16],
        y: pl.Out[pl.Tensor[[m, p], pl.FP32]],
    ):
        c = pl.create_tensor([m, n], dtype=pl.FP16, layout=pl.TensorLayout.NZ)
        with pl.at(level=pl.Level.CORE_GROUP):
            c[:] = pl.matmul(a, b, c_matrix_nz=True)
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.matmul(c, w, out_dtype=pl.FP32)
        return y

    return kernel


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("size", [(16, 16, 16, 16), (17, 15, 33, 31), (64, 48, 80, 32)])
def test_created_tensor_in_blocks(rng, platform, size):
    """The tensor is as large as its blocks."""
    m, k, n, p = size
    a = integers(rng, m, k, limit=2).astype(np.float16)
    b = integers(rng, k, n, limit=2).astype(np.float16)
    w = integers(rng, n, p, limit=2).astype(np.float16)
    y = np.zeros((m, p), np.float32)
    twice(m, k, n, p)(a, b, w, y, config=RunConfig(platform=platform))
    first = (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16)
    np.testing.assert_array_equal(y, first.astype(np.float32) @ w.astype(np.float32))


@pl.jit
def block_by_block(
    a: pl.Tensor[[96, 32], pl.FP16, pl.NZ],
    b: pl.Tensor[[32, 48], pl.FP16],
    c: pl.Out[pl.Tensor[[96, 48], pl.FP32, pl.NZ]],
):
    """Windows of blocks, in a loop."""
    with pl.at(level=pl.Level.CORE_GROUP):
        w = pl.load(b, [0, 0], [32, 48], target_memory=pl.Mem.Mat)
        for i in pl.range(3):
            x = pl.load(a, [i * 32, 0], [32, 32], target_memory=pl.Mem.Mat)
            c = pl.store(pl.matmul(x, w), [i * 32, 0], c)
    return c


@pytest.mark.parametrize("platform", PLATFORMS)
def test_windows_of_blocks(rng, platform):
    """Windows begin where blocks do."""
    a = integers(rng, 96, 32, limit=9).astype(np.float16)
    b = integers(rng, 32, 48, limit=9).astype(np.float16)
    c = np.zeros((96, 48), np.float32)
    block_by_block(to_blocks(a), b, c, config=RunConfig(platform=platform))
    product = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(from_blocks(c, 96, 48), product)


@pl.jit
def added(
    a: pl.Tensor[[32, 16], pl.FP16],
    b: pl.Tensor[[16, 32], pl.FP16],
    c: pl.InOut[pl.Tensor[[32, 32], pl.FP32, pl.NZ]],
):
    """Atomic additions into blocks."""
    with pl.at(level=pl.Level.CORE_GROUP):
        x = pl.load(a, [0, 0], [32, 16], target_memory=pl.Mem.Mat)
        y = pl.load(b, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        c = pl.store(pl.matmul(x, y), [0, 0], c, atomic=pl.AtomicType.Add)
    return c


def test_atomic_addition(rng):
    """What was there stays in the sum."""
    a = integers(rng, 32, 16, limit=9).astype(np.float16)
    b = integers(rng, 16, 32, limit=9).astype(np.float16)
    old = integers(rng, 32, 32, limit=9)
    c = to_blocks(old)
    added(a, b, c)
    product = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(from_blocks(c, 32, 32), old + product)
