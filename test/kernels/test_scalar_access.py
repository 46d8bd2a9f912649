# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Single elements of tensors through the data caches of the cores, against NumPy."""

import warnings

import numpy as np
import pytest

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

N = 64


@pl.jit
def grid_stride(src: pl.Tensor[[N], pl.INT32], out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.spmd(24):
        blk = pl.tile.get_block_idx()
        for i in pl.range(pl.cast(blk, pl.INDEX), N, 24):
            pl.write(out, [i], pl.cast(pl.read(src, [i]) + 1, pl.INT32))
    return out


@pl.jit
def own_lines(src: pl.Tensor[[N], pl.INT32], out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.spmd(N // 16):
        blk = pl.tile.get_block_idx()
        base = pl.cast(blk, pl.INDEX) * 16
        for i in pl.range(base, base + 16):
            pl.write(out, [i], pl.cast(pl.read(src, [i]) + 1, pl.INT32))
    return out


@pl.jit
def one_block(src: pl.Tensor[[N], pl.INT32], out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.spmd(1):
        for i in pl.range(0, N):
            pl.write(out, [i], pl.cast(pl.read(src, [i]) + 1, pl.INT32))
    return out


@pl.jit
def parallel_instances(src: pl.Tensor[[N], pl.INT32], out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    for g in pl.parallel(8):
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(0, N // 8):
                pl.write(out, [i * 8 + g], pl.cast(pl.read(src, [i * 8 + g]) + 1, pl.INT32))
    return out


def run(kernel, rng, seed=0):
    """What `kernel` makes of random data, and what was there before."""
    src = rng.integers(-1000, 1000, N).astype(np.int32)
    out = rng.integers(5000, 9000, N).astype(np.int32)
    before = out.copy()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kernel(src, out, config=RunConfig(platform="a2a3sim", seed=seed))
    return src + 1, out, before


@pytest.mark.parametrize("kernel", [own_lines, one_block])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_each_instance_owns_its_lines(kernel, seed, rng):
    """The manual's right programs: every element arrives, whatever the seed."""
    want, out, _ = run(kernel, rng, seed)
    np.testing.assert_array_equal(out, want)


@pytest.mark.unsynchronised
@pytest.mark.parametrize("kernel", [grid_stride, parallel_instances])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_shared_lines_lose_stores(kernel, seed, rng):
    """The manual's wrong program: most elements keep their old value, none has a third one."""
    want, out, before = run(kernel, rng, seed)
    fresh = out == want
    assert 0 < fresh.sum() < N
    np.testing.assert_array_equal(out[~fresh], before[~fresh])


@pytest.mark.parametrize("kernel", [grid_stride, parallel_instances])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_observer_names_shared_lines(kernel, seed, rng):
    """The write-back of a line that another instance stores to is a race, whatever survives."""
    with pytest.raises(RuntimeError, match="(?s)PYPTO-E0833.*whole lines of 64 bytes"):
        run(kernel, rng, seed)


@pytest.mark.unsynchronised
def test_the_seed_chooses_what_survives():
    """The same seed gives the same numbers; different seeds lose different stores."""
    results = [
        run(grid_stride, np.random.default_rng(1), seed)[1].tobytes() for seed in (1, 1, 2, 3, 4)
    ]
    assert results[0] == results[1]
    assert len(set(results)) > 1


@pl.jit
def indirect(
    idx: pl.Tensor[[16], pl.INT32],
    x: pl.Tensor[[16, 8], pl.FP32],
    out: pl.Out[pl.Tensor[[16, 8], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for r in pl.range(0, 16):
            row = pl.cast(pl.read(idx, [r]), pl.INDEX)
            for c in pl.range(0, 8):
                pl.write(out, [row, c], pl.read(x, [r, c]) * 2.0)
    return out


def test_indices_from_another_tensor(rng, config):
    """A permutation of rows, one element at a time."""
    idx = rng.permutation(16).astype(np.int32)
    x = rng.standard_normal((16, 8)).astype(np.float32)
    out = np.zeros_like(x)
    indirect(idx, x, out, config=config)
    want = np.zeros_like(x)
    want[idx] = x * np.float32(2)
    np.testing.assert_array_equal(out, want)


@pl.jit
def chained(
    src: pl.Tensor[[N], pl.INT32],
    tmp: pl.InOut[pl.Tensor[[N], pl.INT32]],
    out: pl.Out[pl.Tensor[[N], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(0, N):
            pl.write(tmp, [i], pl.read(src, [i]) * 3)
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(0, N):
            pl.write(out, [i], pl.read(tmp, [N - 1 - i]))
    return out


def test_a_later_task_reads_fresh_data(rng, config):
    """Across tasks the lines are written back and dropped."""
    src = rng.integers(-1000, 1000, N).astype(np.int32)
    tmp, out = np.zeros(N, np.int32), np.zeros(N, np.int32)
    chained(src, tmp, out, config=config)
    np.testing.assert_array_equal(out, 3 * src[::-1])


DTYPES = [
    (pl.INT8, np.int8),
    (pl.UINT8, np.uint8),
    (pl.INT16, np.int16),
    (pl.INT32, np.int32),
    (pl.INT64, np.int64),
    (pl.FP16, np.float16),
    (pl.FP32, np.float32),
]


@pytest.mark.parametrize(("dtype", "np_dtype"), DTYPES)
@pytest.mark.parametrize("n", [1, 15, 16, 17, 100])
def test_copies_of_every_dtype(dtype, np_dtype, n, rng, config):
    """One instance copies n elements, in order, whatever their width."""

    @pl.jit
    def copy(src: pl.Tensor[[n], dtype], out: pl.Out[pl.Tensor[[n], dtype]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(0, n):
                pl.write(out, [n - 1 - i], pl.read(src, [i]))
        return out

    src = (rng.standard_normal(n) * 50).astype(np_dtype)
    out = np.zeros(n, np_dtype)
    copy(src, out, config=config)
    np.testing.assert_array_equal(out, src[::-1])


@pl.jit
def elements_of_a_tile(
    x: pl.Tensor[[8, 32], pl.FP32],
    out: pl.Out[pl.Tensor[[8, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [8, 32])
        for i in pl.range(0, 8):
            v = pl.read(t, [i, i]) + 1.0
            t = pl.write(t, [i, 31 - i], v)
        out = pl.store(t, [0, 0], out)
    return out


def test_elements_of_a_tile(rng, config):
    """Reads and writes of a tile see each other and the load, and the store sees them."""
    x = rng.standard_normal((8, 32)).astype(np.float32)
    out = np.zeros_like(x)
    elements_of_a_tile(x, out, config=config)
    want = x.copy()
    for i in range(8):
        want[i, 31 - i] = want[i, i] + np.float32(1)
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("level", ["tensor", "tile"])
@pytest.mark.parametrize("dtype", ["INT16", "INT32", "UINT8", "UINT16", "UINT32"])
def test_arithmetic_on_elements(rng, config, dtype, level):
    """Numbers without a sign wrap and compare as such."""
    kind = np.dtype(dtype.lower())
    source = "x" if level == "tensor" else "t"
    kernel = pl.parse(
        f"""import pypto.language as pl

@pl.jit
def kernel(x: pl.Tensor[[1, 64], pl.{dtype}], y: pl.InOut[pl.Tensor[[1, 64], pl.{dtype}]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [1, 64])
        y = pl.store(pl.load(y, [0, 0], [1, 64]), [0, 0], y)
        a = pl.read({source}, [0, 3])
        b = pl.read({source}, [0, 4])
        pl.write(y, [0, 0], a + b)
        pl.write(y, [0, 1], pl.max(a, b))
        if a > b:
            pl.write(y, [0, 2], b)
        pl.write(y, [0, 3], 7)
    return y
"""
    )
    limits = np.iinfo(kind)
    for a, b in [(limits.max, 3), (3, limits.max), (limits.min, 1), (5, 5)]:
        x = rng.integers(0, 100, (1, 64)).astype(kind)
        x[0, 3:5] = a, b
        y = np.full((1, 64), 9, kind)
        kernel(x, y, config=config)
        expected = np.full(64, 9, kind)
        with np.errstate(over="ignore"):
            expected[0] = x[0, 3] + x[0, 4]
        expected[1] = max(a, b)
        expected[2] = b if a > b else 9
        expected[3] = 7
        np.testing.assert_array_equal(y[0], expected)


@pl.jit
def unsigned_with_signed(
    a: pl.Tensor[[8], pl.UINT32],
    b: pl.Tensor[[8], pl.INT32],
    out: pl.Out[pl.Tensor[[24], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(8):
            x = pl.read(a, [i])
            y = pl.read(b, [i])
            pl.write(out, [i], x * 16 + y)
            pl.write(out, [i + 8], y - x)
            pl.write(out, [i + 16], pl.max(x, y) + pl.cast(x < y, pl.INT32))
    return out


def test_unsigned_numbers_beside_signed_ones(rng, config):
    """Of equal width the sum is signed, by the rules of promotion."""
    a = rng.integers(0, 1 << 20, 8).astype(np.uint32)
    b = rng.integers(-(1 << 20), 1 << 20, 8).astype(np.int32)
    out = np.zeros(24, np.int32)
    unsigned_with_signed(a, b, out, config=config)
    signed = a.astype(np.int32)
    largest = np.maximum(signed, b) + (signed < b)
    np.testing.assert_array_equal(out, np.concatenate([signed * 16 + b, b - signed, largest]))


@pl.jit
def chosen_on_the_control_plane(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.UINT32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.neg(x)
    if n > 3:
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.add(x, 1.0)
    if n - 1 < n:
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = pl.mul(out, 2.0)
    return out


@pytest.mark.parametrize("n", [0, 1, 3, 4, 2**31, 2**32 - 1])
def test_unsigned_numbers_on_the_control_plane(rng, config, n):
    """Comparisons have no sign, and 0 - 1 is the largest number."""
    x = rng.standard_normal((16, 64), dtype=np.float32)
    out = np.zeros_like(x)
    chosen_on_the_control_plane(x, n, out, config=config)
    np.testing.assert_array_equal(out, (x + 1 if n > 3 else -x) * (2 if n else 1))


@pl.jit
def one_element(
    x: pl.Tensor[[8, 64], pl.FP32],
    i: pl.Scalar[pl.INT32],
    j: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.mul(x, x[i, j])


@pytest.mark.parametrize(
    ("i", "j", "element"),
    [
        (8, 0, r"512, \[8, 0\] by rows,"),
        (9, 3, r"579, \[9, 3\] by rows,"),
        (0, -1, "-1"),
        (7, 63, ""),
    ],
)
def test_an_element_outside_names_the_tensor(i, j, element, rng, config):
    x, out = rng.standard_normal((8, 64), dtype=np.float32), np.zeros((8, 64), np.float32)
    if not element:
        one_element(x, i, j, out, config=config)
        np.testing.assert_allclose(out, x * x[i, j], rtol=1e-6)
        return
    says = f"element {element} leaves its tensor 'x' of 512 elements"
    with pytest.raises(errors.Diagnosed, match=says) as raised:
        one_element(x, i, j, out, config=config)
    assert raised.value.expected == "an element of 0..511: indices below [8, 64]"
    assert "pl.min" in raised.value.hint
    np.testing.assert_array_equal(out, 0)
