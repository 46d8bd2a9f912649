# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorting and merging against NumPy."""

import numpy as np
import pytest
from op_kernels import run_lines, run_tensor, run_tile

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig


def values_and_indices(pairs):
    """Values and indices of interleaved FP32 pairs."""
    return pairs[:, 0::2], pairs.view(np.uint32)[:, 1::2]


def distinct(rng, shape):
    """FP32 values of which no two are equal."""
    count = int(np.prod(shape))
    return (rng.permutation(count).astype(np.float32) - count / 2).reshape(shape)


@pytest.mark.parametrize("shape", [(1, 32), (4, 64), (15, 96)])
def test_sort32(rng, config, shape):
    """Each group of 32 in descending order, with its indices."""
    x = distinct(rng, shape)
    i = rng.integers(0, 2**31, size=shape, dtype=np.uint32)
    for run in (
        lambda out: run_tensor("pl.sort32(x, i)", {"x": x, "i": i}, out, config),
        lambda out: run_tile("pl.sort32(tx, ti)", {"x": x, "i": i}, out, config),
    ):
        out = run(np.zeros((shape[0], 2 * shape[1]), np.float32))
        groups = x.reshape(shape[0], -1, 32)
        order = np.argsort(-groups, axis=2)
        got_values, got_indices = values_and_indices(out)
        np.testing.assert_array_equal(
            got_values, np.take_along_axis(groups, order, 2).reshape(shape)
        )
        expected = np.take_along_axis(i.reshape(groups.shape), order, 2).reshape(shape)
        np.testing.assert_array_equal(got_indices, expected)


def test_sort_a_row(rng, config):
    """sort32, then merges of runs of 64 and 256 elements: 512 values in order."""
    x = distinct(rng, (1, 512))
    i = np.arange(512, dtype=np.uint32).reshape(1, 512)
    lines = [
        "s = pl.sort32(x, i)",
        "m = pl.mrgsort(s, block_len=64)",
        "out[:] = pl.mrgsort(m, block_len=256)",
    ]
    out = run_lines(lines, {"x": x, "i": i}, np.zeros((1, 1024), np.float32), config)
    order = np.argsort(-x[0])
    got_values, got_indices = values_and_indices(out)
    np.testing.assert_array_equal(got_values[0], x[0][order])
    np.testing.assert_array_equal(got_indices[0], order.astype(np.uint32))


@pytest.mark.parametrize("number", [2, 3, 4])
def test_merge(rng, config, number):
    """Two to four sorted rows of different lengths into one."""
    lengths = [32, 64, 96, 32][:number]
    x = distinct(rng, (1, sum(lengths)))
    parts, at, inputs = [], 0, {}
    for k, length in enumerate(lengths):
        part = x[:, at : at + length]
        order = np.argsort(-part[0])
        pairs = np.zeros((1, 2 * length), np.float32)
        pairs[:, 0::2] = part[:, order]
        pairs.view(np.uint32)[:, 1::2] = at + order
        inputs[f"a{k}"] = pairs
        parts.append(f"a{k}")
        at += length
    out = np.zeros((1, 2 * sum(lengths)), np.float32)
    run_tensor(f"pl.mrgsort({', '.join(parts)})", inputs, out, config)
    order = np.argsort(-x[0])
    got_values, got_indices = values_and_indices(out)
    np.testing.assert_array_equal(got_values[0], x[0][order])
    np.testing.assert_array_equal(got_indices[0], order.astype(np.uint32))


# FP16: a record is a value, a zero, and the two halves of its index -----------------------------


def halves_and_indices(pairs):
    """Values and indices of FP16 records of 8 bytes."""
    records = pairs.reshape(pairs.shape[0], -1, 4)
    return records[:, :, 0], records[:, :, 2:].copy().view(np.uint32)[:, :, 0]


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("shape", [(1, 32), (4, 64), (15, 96)])
def test_sort32_of_halves(rng, shape, platform):
    """Four columns per value: indices of 32 bits do not fit into two halves."""
    config = RunConfig(platform=platform)
    x = distinct(rng, shape).astype(np.float16)
    i = rng.integers(0, 2**32, size=shape, dtype=np.uint32)
    groups = x.reshape(shape[0], -1, 32)
    order = np.argsort(-groups, axis=2)
    for run in (
        lambda out: run_tensor("pl.sort32(x, i)", {"x": x, "i": i}, out, config),
        lambda out: run_tile("pl.sort32(tx, ti)", {"x": x, "i": i}, out, config),
    ):
        out = run(np.ones((shape[0], 4 * shape[1]), np.float16))
        values, indices = halves_and_indices(out)
        np.testing.assert_array_equal(values, np.take_along_axis(groups, order, 2).reshape(shape))
        expected = np.take_along_axis(i.reshape(groups.shape), order, 2).reshape(shape)
        np.testing.assert_array_equal(indices, expected)
        np.testing.assert_array_equal(out.reshape(shape[0], -1, 4)[:, :, 1], 0)


def test_sort_a_row_of_halves(rng, config):
    """Runs of 32 records are 128 stored elements; indices above 2^16 survive."""
    x = distinct(rng, (1, 512)).astype(np.float16)
    i = (np.arange(512, dtype=np.uint32) * 70001).reshape(1, 512)
    lines = [
        "s = pl.sort32(x, i)",
        "m = pl.mrgsort(s, block_len=128)",
        "out[:] = pl.mrgsort(m, block_len=512)",
    ]
    out = run_lines(lines, {"x": x, "i": i}, np.zeros((1, 2048), np.float16), config)
    order = np.argsort(-x[0])
    values, indices = halves_and_indices(out)
    np.testing.assert_array_equal(values[0], x[0][order])
    np.testing.assert_array_equal(indices[0], i[0][order])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("pl.sort32(x, i)", "multiple of 32"),
        ("pl.mrgsort(y, block_len=32)", "positive multiple of 64"),
        ("pl.mrgsort(y, block_len=0)", "positive multiple of 64"),
    ],
)
def test_lengths_that_cannot_be_sorted(call, message, config):
    """Groups that are not full and runs of other lengths are errors that say which are allowed."""
    inputs = {
        "x": np.zeros((1, 40), np.float32),
        "i": np.zeros((1, 40), np.uint32),
        "y": np.zeros((1, 256), np.float32),
    }
    with pytest.raises(errors.Diagnosed, match=message):
        run_tensor(call, inputs, np.zeros((1, 256), np.float32), config)


def test_scratch_of_another_shape():
    """Merging lists takes a scratch tile of the result's shape."""
    text = """import pypto.language as pl

@pl.jit
def kernel(x: pl.Tensor[[1, 64], pl.FP32], out: pl.Out[pl.Tensor[[1, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [1, 64])
        tmp = pl.create_tile([1, 64], dtype=pl.FP32)
        out[:] = pl.mrgsort(t, t, tmp=tmp)
    return out
"""
    with pytest.raises(errors.Diagnosed, match="'tmp' must have the shape of the result"):
        pl.parse(text).trace()
