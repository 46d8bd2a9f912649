# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products that exceed L0, L0C or L1, batches, sums of products: blocks, against NumPy."""

import numpy as np
import pytest
from op_kernels import DTYPES, EPS, make_kernel, random_array, run_lines, run_tensor
from test_matmul import check, product

# More than L0C, deep and narrow, tall, wide, ragged on every axis, beyond L1.
SHAPES = [
    (1024, 1024, 1024),
    (5, 1000, 33),
    (1, 4096, 17),
    (2049, 64, 16),
    (16, 64, 2049),
    (33, 8209, 15),
    (300, 1000, 520),
    (129, 257, 513),
]
TRANSPOSES = ["", "a_trans=True", "b_trans=True", "a_trans=True, b_trans=True"]


def stored(a, b, flags):
    """The operands as they lie in memory."""
    return {
        "a": np.ascontiguousarray(a.swapaxes(-1, -2)) if "a_trans" in flags else a,
        "b": np.ascontiguousarray(b.swapaxes(-1, -2)) if "b_trans" in flags else b,
    }


def operands(rng, shape, dtype):
    m, k, n = shape
    return random_array(rng, (m, k), dtype, -3, 3), random_array(rng, (k, n), dtype, -3, 3)


@pytest.mark.parametrize("dtype", ["FP16", "BF16", "FP32", "INT8"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_blocks(rng, config, shape, dtype):
    """Every element is the sum over all blocks of the contracted extent."""
    a, b = operands(rng, shape, dtype)
    kind = "INT32" if dtype == "INT8" else "FP32"
    out = np.full((shape[0], shape[2]), 7, DTYPES[kind])
    run_tensor(f"pl.matmul(a, b, out_dtype=pl.{kind})", {"a": a, "b": b}, out, config)
    check(out, a, b)


@pytest.mark.parametrize("dtype", ["FP16", "FP32", "INT8"])
@pytest.mark.parametrize("flags", TRANSPOSES[1:])
@pytest.mark.parametrize("shape", [(300, 1000, 520), (7, 4100, 33), (515, 70, 40)], ids=str)
def test_transposed_blocks(rng, config, shape, flags, dtype):
    """Blocks of operands that lie the other way round in memory."""
    a, b = operands(rng, shape, dtype)
    kind = "INT32" if dtype == "INT8" else "FP32"
    out = np.zeros((shape[0], shape[2]), DTYPES[kind])
    run_tensor(f"pl.matmul(a, b, out_dtype=pl.{kind}, {flags})", stored(a, b, flags), out, config)
    check(out, a, b)


@pytest.mark.parametrize("dtype", ["FP16", "BF16"])
def test_narrow_result(rng, config, dtype):
    """Sums are rounded once, when they are stored."""
    a, b = operands(rng, (150, 900, 260), dtype)
    out = np.zeros((150, 260), DTYPES[dtype])
    run_tensor("pl.matmul(a, b)", {"a": a, "b": b}, out, config)
    expected = product(a, b)
    bound = np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64)) * 900 * 2.0**-24
    error = np.abs(out.astype(np.float64) - expected)
    assert (error <= bound + np.abs(expected) * EPS[dtype] + 2.0**-24).all()


BATCHES = [
    ((3,), (3,)),
    ((2, 3), (2, 3)),
    ((2, 1), (1, 3)),
    ((4,), ()),
    ((), (4,)),
    ((1, 1), (5,)),
]


@pytest.mark.parametrize("flags", TRANSPOSES)
@pytest.mark.parametrize("batches", BATCHES, ids=str)
def test_batch(rng, config, batches, flags):
    """Leading axes broadcast as NumPy's matmul broadcasts them."""
    m, k, n = 17, 40, 33
    a = random_array(rng, (*batches[0], m, k), "FP16", -3, 3)
    b = random_array(rng, (*batches[1], k, n), "FP16", -3, 3)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    out = np.zeros(expected.shape, np.float32)
    options = ", ".join(["out_dtype=pl.FP32", *([flags] if flags else [])])
    run_tensor(f"pl.matmul(a, b, {options})", stored(a, b, flags), out, config)
    np.testing.assert_allclose(out, expected, rtol=0, atol=k * 9 * k * 2.0**-24)


def test_batch_of_large_matrices(rng, config):
    """Each matrix of a batch is computed in blocks."""
    a = random_array(rng, (2, 140, 700), "BF16", -3, 3)
    b = random_array(rng, (2, 700, 190), "BF16", -3, 3)
    out = np.zeros((2, 140, 190), np.float32)
    run_tensor("pl.matmul(a, b, out_dtype=pl.FP32)", {"a": a, "b": b}, out, config)
    for i in range(2):
        check(out[i], a[i], b[i])


@pytest.mark.parametrize(
    ("left", "right"),
    [((2000,), (2000, 300)), ((300, 2000), (2000,)), ((4096,), (4096,)), ((3, 9, 64), (64,))],
    ids=str,
)
def test_vectors(rng, config, left, right):
    """Operands of one axis are a row on the left and a column on the right."""
    a, b = random_array(rng, left, "FP16", -3, 3), random_array(rng, right, "FP16", -3, 3)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    out = np.zeros(np.shape(expected) or (1,), np.float32)
    lines = ["out[:] = pl.matmul(a, b, out_dtype=pl.FP32)"]
    if not np.shape(expected):
        lines = ["out[:] = pl.reshape(pl.matmul(a, b, out_dtype=pl.FP32), [1])"]
    run_lines(lines, {"a": a, "b": b}, out, config)
    np.testing.assert_allclose(out.reshape(np.shape(expected)), expected, rtol=0, atol=0.05)


def test_sum_of_products(rng, config):
    """Products that are added up stay in one accumulator for each block."""
    a, b = operands(rng, (200, 700, 300), "FP16")
    c, d = operands(rng, (200, 90, 300), "FP16")
    lines = [
        "s = pl.matmul(a, b, out_dtype=pl.FP32)",
        "s = pl.matmul_acc(s, c, d)",
        "out[:] = s",
    ]
    out = run_lines(
        lines, {"a": a, "b": b, "c": c, "d": d}, np.zeros((200, 300), np.float32), config
    )
    check(out, np.concatenate([a, c], 1), np.concatenate([b, d], 0))


@pytest.mark.parametrize("shape", [(16, 64, 32), (200, 700, 300)], ids=str)
def test_sum_in_memory(rng, config, shape):
    """A sum that starts from the output is added to it."""
    a, b = operands(rng, shape, "FP16")
    start = random_array(rng, (shape[0], shape[2]), "FP32")
    out = run_lines(["out[:] = pl.matmul_acc(out, a, b)"], {"a": a, "b": b}, start.copy(), config)
    one = np.ones((shape[0], 1), np.float32)
    error = np.abs(out - (start + product(a, b)))
    bound = np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64)) + np.abs(start) * one
    assert (error <= bound * (shape[1] + 1) * 2.0**-24).all()


@pytest.mark.parametrize("k", [129, 512, 515, 1040, 2048])
def test_deep_tiles(rng, config, k):
    """A product of tiles in Mat that exceed L0 is split along the contracted extent."""
    padded = -(-k // 16) * 16
    a, b = operands(rng, (32, k, 48), "FP16")
    lines = [
        f"la = pl.load(a, [0, 0], [32, {padded}], valid_shape=[32, {k}], target_memory=pl.Mem.Mat)",
        f"lb = pl.load(b, [0, 0], [{padded}, 48], valid_shape=[{k}, 48], target_memory=pl.Mem.Mat)",
        "s = pl.matmul(la, lb)",
        "out = pl.store(pl.matmul_acc(s, la, lb), [0, 0], out)",
    ]
    out = run_lines(lines, {"a": a, "b": b}, np.zeros((32, 48), np.float32), config)
    check(out / 2, a, b)


@pytest.mark.parametrize("k", [64, 1040])
def test_bias(rng, config, k):
    """A bias is added once, however many blocks there are."""
    a, b = operands(rng, (32, k, 48), "FP16")
    bias = random_array(rng, (1, 48), "FP32")
    lines = [
        f"la = pl.load(a, [0, 0], [32, {k}], target_memory=pl.Mem.Mat)",
        f"lb = pl.load(b, [0, 0], [{k}, 48], target_memory=pl.Mem.Mat)",
        "lc = pl.load(bias, [0, 0], [1, 48], target_memory=pl.Mem.Mat)",
        "s = pl.matmul_bias(la, lb, pl.move(lc, pl.Mem.Bias))",
        "out = pl.store(s, [0, 0], out)",
    ]
    out = run_lines(lines, {"a": a, "b": b, "bias": bias}, np.zeros((32, 48), np.float32), config)
    wide = np.concatenate([a.astype(np.float32), np.ones((32, 1), np.float32)], 1)
    check(out, wide, np.concatenate([b.astype(np.float32), bias], 0))


@pytest.mark.parametrize("k", [64, 2048, 4112])
def test_long_vector(rng, config, k):
    """A row times a matrix, deeper than L0, with and without an accumulator."""
    a, b = operands(rng, (1, k, 32), "FP16")
    lines = [
        f"la = pl.load(a, [0, 0], [1, {k}], target_memory=pl.Mem.Mat)",
        f"lb = pl.load(b, [0, 0], [{k}, 32], target_memory=pl.Mem.Mat)",
        "out = pl.store(pl.gemv_acc(pl.gemv(la, lb), la, lb), [0, 0], out)",
    ]
    out = run_lines(lines, {"a": a, "b": b}, np.zeros((1, 32), np.float32), config)
    check(out / 2, a, b)


def run_report(expression, inputs, out, config):
    """The report of a run of `out[:] = expression`."""
    compiled = make_kernel(inputs, out, [f"out[:] = {expression}"]).compile(
        *inputs.values(), out, config=config
    )
    compiled(*inputs.values(), out)
    return compiled.report()


@pytest.mark.parametrize("dtype", ["FP16", "FP32"])
def test_pipes_overlap(rng, config, dtype):
    """While one block is multiplied the next is extracted and loaded, and the last one stored.

    A serial run takes the sum of what the pipes are busy. This one is hardly longer than the
    busiest of them: at least as near to it as the matrix product of 8192^3 on silicon, whose
    matrix unit is busy for 3,083 of 4,228 us (core-model reference, fused samples).
    """
    size = 1024 if dtype == "FP16" else 384
    a, b = operands(rng, (size, size, size), dtype)
    out = np.zeros((size, size), np.float32)
    report = run_report("pl.matmul(a, b, out_dtype=pl.FP32)", {"a": a, "b": b}, out, config)
    check(out, a, b)
    busy = {use.pipe: use.busy_cycles for use in report.pipes}
    start = min(task.start_cycle for task in report.tasks)
    cycles = max(task.end_cycle for task in report.tasks) - start
    assert sum(busy.values()) > 1.5 * cycles, busy
    assert busy["M"] > 3083 / 4228 * cycles, (cycles, busy)


def test_extraction_overlaps(rng, config):
    """A deep product of tiles on chip: extraction costs only where nothing is multiplied yet.

    A serial run takes the time of the loads, then all extractions and all products one after the
    other: the sum of both pipes.
    """
    a, b = operands(rng, (128, 768, 128), "FP16")
    lines = [
        "la = pl.load(a, [0, 0], [128, 768], target_memory=pl.Mem.Mat)",
        "lb = pl.load(b, [0, 0], [768, 128], target_memory=pl.Mem.Mat)",
        "s = pl.matmul(la, lb)",
        "for i in pl.range(16):",
        "    s = pl.matmul_acc(s, la, lb)",
        "out = pl.store(s, [0, 0], out)",
    ]
    out = np.zeros((128, 128), np.float32)
    compiled = make_kernel({"a": a, "b": b}, out, lines).compile(a, b, out, config=config)
    compiled(a, b, out)
    check(out / 17, a, b)
    busy = {use.pipe: use.busy_cycles for use in compiled.report().pipes}
    (task,) = compiled.report().tasks
    rest = task.end_cycle - task.start_cycle - busy["MTE2"] - busy["FIX"]
    serial = busy["MTE1"] + busy["M"]
    assert busy["MTE1"] > 0.6 * busy["M"], busy
    assert rest < 0.75 * serial, (rest, serial)
    assert rest < 1.2 * busy["M"], (rest, busy)
