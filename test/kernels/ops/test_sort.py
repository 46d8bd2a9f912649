# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorting and merging against NumPy."""

import numpy as np
import pytest
from op_kernels import run_lines, run_tensor, run_tile


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
