# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.MemRef(slots=N)` with a slot that is chosen at run time."""

import numpy as np
import pytest
from kernel_numbers import integers

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

PLATFORMS = ("a2a3sim", "a5sim")


def chain(rows, columns, dtype, slots, count=7):
    """Tiles take turns in the slots of one buffer; each is loaded, used twice and stored."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[count * rows, columns], dtype],
        y: pl.Out[pl.Tensor[[count * rows, columns], dtype]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            m = pl.MemRef("ring", slots=slots)
            for i in pl.range(count):
                t: pl.Tile[[rows, columns], dtype, m[i % slots], pl.Mem.Vec] = pl.load(
                    x, [i * rows, 0], [rows, columns]
                )
                y = pl.store(pl.add(pl.add(t, t), t), [i * rows, 0], y)
        return y

    return kernel


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(
    ("rows", "columns", "dtype", "slots"),
    [
        (1, 8, pl.FP32, 2),
        (15, 16, pl.FP32, 3),
        (16, 17, pl.FP32, 2),
        (17, 33, pl.INT32, 4),
        (16, 48, pl.FP16, 3),
        (5, 31, pl.FP16, 7),
    ],
)
def test_slots_take_turns(rng, platform, rows, columns, dtype, slots):
    """NumPy's numbers, and one buffer of so many slots."""
    element = {pl.FP32: np.float32, pl.INT32: np.int32, pl.FP16: np.float16}[dtype]
    x = integers(rng, 7 * rows, columns, limit=99).astype(element)
    y = np.zeros_like(x)
    config = RunConfig(platform=platform)
    kernel = chain(rows, columns, dtype, slots)
    kernel(x, y, config=config)
    np.testing.assert_array_equal(y, x * element(3))
    (core,) = kernel.compile(config=config).memory_map().data["kernels"]
    sizes = [b["bytes"] for s in core["spaces"] for b in s["buffers"] if "ring" in b["name"]]
    tile = rows * columns * np.dtype(element).itemsize
    assert len(sizes) <= 1
    assert all(size % slots == 0 and size >= slots * tile for size in sizes)


@pl.jit
def runtime_slot(
    x: pl.Tensor[[32, 16], pl.FP32],
    n: pl.Scalar[pl.INT32],
    y: pl.Out[pl.Tensor[[32, 16], pl.FP32]],
):
    """The caller chooses; the other slot, chosen by a constant, may be the same one."""
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.MemRef("pair", slots=2)
        a: pl.Tile[[16, 16], pl.FP32, m[n], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
        y = pl.store(pl.neg(a), [0, 0], y)
        b: pl.Tile[[16, 16], pl.FP32, m[1], pl.Mem.Vec] = pl.load(x, [16, 0], [16, 16])
        y = pl.store(pl.add(b, 1.0), [16, 0], y)
    return y


@pytest.mark.parametrize("n", [0, 1])
def test_slot_of_a_parameter(rng, n):
    """Any slot may be any other: what is in it is waited for."""
    x = integers(rng, 32, 16, limit=99)
    y = np.zeros_like(x)
    runtime_slot(x, n, y)
    np.testing.assert_array_equal(y, np.concatenate([-x[:16], x[16:] + 1]))


@pytest.mark.parametrize("n", [2, -1, 1000])
def test_slot_that_does_not_exist(rng, n):
    """A fault of the run, at the line that chooses."""
    x = integers(rng, 32, 16, limit=99)
    with pytest.raises(errors.DiagnosedRuntimeError) as raised:
        runtime_slot(x, n, np.zeros_like(x))
    assert raised.value.code == "PYPTO-E0806"
    assert raised.value.span is not None and "m[n]" in _line(raised.value.span)


def _line(span):
    import linecache

    return linecache.getline(span.filename, span.line)


@pl.jit
def both_in_one_iteration(x: pl.Tensor[[96, 32], pl.FP32], y: pl.Out[pl.Tensor[[80, 32], pl.FP32]]):
    """Two slots at once: this block and the next."""
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.MemRef(slots=2)
        for i in pl.range(5):
            a: pl.Tile[[16, 32], pl.FP32, m[i % 2], pl.Mem.Vec] = pl.load(x, [i * 16, 0], [16, 32])
            b: pl.Tile[[16, 32], pl.FP32, m[(i + 1) % 2], pl.Mem.Vec] = pl.load(
                x, [i * 16 + 16, 0], [16, 32]
            )
            y = pl.store(pl.sub(a, b), [i * 16, 0], y)
    return y


@pytest.mark.parametrize("platform", PLATFORMS)
def test_two_slots_at_once(rng, platform):
    """Both are guarded."""
    x = integers(rng, 96, 32, limit=99)
    y = np.zeros((80, 32), np.float32)
    both_in_one_iteration(x, y, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(y, x[:80] - x[16:])


@pl.jit
def shapes(
    x: pl.Tensor[[64, 32], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    y: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
):
    """Tiles of two shapes: a slot has room for the larger."""
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.MemRef("mixed", slots=3)
        for i in pl.range(2):
            a: pl.Tile[[16, 32], pl.FP32, m[(i + n) % 3], pl.Mem.Vec] = pl.load(
                x, [i * 16, 0], [16, 32]
            )
            b: pl.Tile[[32, 8], pl.FP32, m[(i + n + 1) % 3], pl.Mem.Vec] = pl.load(
                x, [32, i * 8], [32, 8]
            )
            y = pl.store(pl.neg(a), [i * 16, 0], y)
            y = pl.store(pl.mul(b, 2.0), [32, i * 8], y)
    return y


@pytest.mark.parametrize("n", [0, 1, 2])
def test_tiles_of_two_shapes(rng, n):
    """Rows of one shape do not reach into the next slot."""
    x = integers(rng, 64, 32, limit=99)
    y = np.zeros_like(x)
    shapes(x, n, y)
    expected = np.zeros_like(x)
    expected[:32] = -x[:32]
    expected[32:, :16] = x[32:, :16] * 2
    np.testing.assert_array_equal(y, expected)


def products(m, k, n, slots):
    """Factors and products in slots of Mat and Acc."""

    @pl.jit
    def kernel(
        x: pl.Tensor[[4 * m, k], pl.FP16],
        w: pl.Tensor[[k, n], pl.FP16],
        y: pl.Out[pl.Tensor[[4 * m, n], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            ring = pl.MemRef("factors", slots=slots)
            sums = pl.MemRef("sums", slots=2)
            b = pl.load(w, [0, 0], [k, n], target_memory=pl.Mem.Mat)
            for i in pl.range(4):
                a: pl.Tile[[m, k], pl.FP16, ring[i % slots], pl.Mem.Mat] = pl.load(
                    x, [i * m, 0], [m, k], target_memory=pl.Mem.Mat
                )
                c: pl.Tile[[m, n], pl.FP32, sums[i % 2], pl.Mem.Acc] = pl.matmul(a, b)
                y = pl.store(c, [i * m, 0], y)
        return y

    return kernel


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(("m", "k", "n", "slots"), [(16, 16, 16, 2), (32, 48, 64, 3)])
def test_slots_of_the_matrix_core(rng, platform, m, k, n, slots):
    """Slots of tiles in boxes."""
    x = integers(rng, 4 * m, k, limit=9).astype(np.float16)
    w = integers(rng, k, n, limit=9).astype(np.float16)
    y = np.zeros((4 * m, n), np.float32)
    products(m, k, n, slots)(x, w, y, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(y, x.astype(np.float32) @ w.astype(np.float32))


@pl.jit
def run_time_rows(
    x: pl.Tensor[[48, 32], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    y: pl.Out[pl.Tensor[[48, 32], pl.FP32]],
):
    """Valid rows known at run time, in slots that take turns."""
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.MemRef("rows", slots=2)
        for i in pl.range(3):
            t: pl.Tile[[16, 32], pl.FP32, m[i % 2], pl.Mem.Vec] = pl.load(
                x, [i * 16, 0], [16, 32], valid_shape=[n, 32]
            )
            y = pl.store(pl.neg(t), [i * 16, 0], y)
    return y


@pytest.mark.parametrize("n", [1, 15, 16])
def test_valid_rows_known_at_run_time(rng, n):
    """The handle of a slot has a valid region of its own."""
    x = integers(rng, 48, 32, limit=99)
    y = np.zeros_like(x)
    run_time_rows(x, n, y)
    expected = np.zeros_like(x)
    for i in range(3):
        expected[i * 16 : i * 16 + n] = -x[i * 16 : i * 16 + n]
    np.testing.assert_array_equal(y, expected)


def test_slots_that_take_turns_overlap(rng):
    """Synchronisation tells slots of a period apart: a load runs ahead of the store before it."""
    x = integers(rng, 24 * 64, 64, limit=9)
    cycles = []
    for slots in (1, 2, 3):
        kernel = chain(64, 64, pl.FP32, slots, count=24)
        y = np.zeros_like(x)
        compiled = kernel.compile()
        compiled(x, y)
        np.testing.assert_array_equal(y, x * 3)
        cycles.append(compiled.report().cycles)
    assert cycles[1] < 0.9 * cycles[0]
    assert cycles[2] < 0.9 * cycles[0]


@pl.jit
def one_load_for_all(
    x: pl.Tensor[[8, 32], pl.FP32], z: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.MemRef("ring", slots=2)
        for i in pl.range(4):
            t: pl.Tile[[8, 32], pl.FP32, m[i % 2], pl.Mem.Vec] = pl.load(
                x, [0, 0], [8, 32], valid_shape=[n, 32]
            )
            t = pl.fillpad(t)
            u: pl.Tile[[8, 32], pl.FP32, m[(i + 1) % 2], pl.Mem.Vec] = pl.load(
                z, [i * 8, 0], [8, 32]
            )
            y = pl.store(pl.add(t, u), [i * 8, 0], y)
    return y


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("n", [0, 1, 5, 8])
def test_a_load_that_does_not_change_stays_in_its_loop(rng, platform, n):
    """Its slot is another one in each iteration, and other tiles take turns in it."""
    x, z = (rng.standard_normal(s).astype(np.float32) for s in ((8, 32), (32, 32)))
    y = np.zeros_like(z)
    one_load_for_all(x, z, n, y, config=RunConfig(platform=platform))
    x[n:] = 0
    np.testing.assert_array_equal(y, np.tile(x, (4, 1)) + z)


@pl.jit
def one_buffer(
    x: pl.Tensor[[8, 32], pl.FP32], z: pl.Tensor[[32, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.MemRef("shared")
        for i in pl.range(4):
            t: pl.Tile[[8, 32], pl.FP32, m, pl.Mem.Vec] = pl.load(x, [0, 0], [8, 32])
            y = pl.store(t, [i * 8, 0], y)
            u: pl.Tile[[8, 32], pl.FP32, m, pl.Mem.Vec] = pl.load(z, [i * 8, 0], [8, 32])
            y = pl.store(u, [i * 8, 0], y, atomic=pl.AtomicType.Add)
    return y


@pytest.mark.parametrize("platform", PLATFORMS)
def test_one_buffer_for_two_loads(rng, platform):
    """One of them is the same in each iteration; the other one overwrites it."""
    x, z = (rng.standard_normal(s).astype(np.float32) for s in ((8, 32), (32, 32)))
    y = np.zeros_like(z)
    one_buffer(x, z, y, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(y, np.tile(x, (4, 1)) + z)
