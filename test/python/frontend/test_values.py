# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scalars, subscripts, shapes, helpers and captures, compared with NumPy."""

from types import SimpleNamespace

import numpy as np
import pytest

import pypto.language as pl
from interpreter import operations, run

M = pl.dynamic("M")
ROWS, COLS = 8, 16
SHAPE = [ROWS, COLS]
config = SimpleNamespace(scale=3.0, block=4)


def rand(*shape, dtype=np.float32, seed=0):
    return np.random.default_rng(seed + sum(shape)).standard_normal(shape).astype(dtype)


@pl.jit
def scalar_math(out: pl.Out[pl.Tensor[[10], pl.INT32]], a: pl.INT32, b: pl.INT32):
    pl.write(out, [0], a + b * 2 - 1)
    pl.write(out, [1], a // b)
    pl.write(out, [2], a % b)
    pl.write(out, [3], pl.max(a, b) - pl.min(a, b))
    pl.write(out, [4], (a << 2) >> 1)
    pl.write(out, [5], -a)
    pl.write(out, [6], ~b)
    pl.write(out, [7], pl.cast(pl.cast(a, pl.FP32) * 0.5, pl.INT32))
    pl.write(out, [8], pl.cast(a > b, pl.INT32))
    pl.write(out, [9], pl.cast(256 * pl.FP32.get_byte(), pl.INT32))


@pytest.mark.parametrize(("a", "b"), [(7, 2), (-7, 2), (7, -2), (-8, -3), (0, 5)])
def test_scalar_arithmetic_is_pythons(a, b):
    out = np.zeros(10, np.int32)
    run(scalar_math, out, a, b)
    expected = [a + b * 2 - 1, a // b, a % b, max(a, b) - min(a, b), (a << 2) >> 1, -a, ~b]
    expected += [int(a * 0.5), a > b, 1024]
    np.testing.assert_array_equal(out, expected)


@pl.jit
def windows(x: pl.Tensor[[4, 8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(2):
            y[i * 4 : i * 4 + 4, 0:8] = x[i, 4:8, 8:]
            y[i * 4 : (i + 1) * 4, 8:] = x[i + 1, :4, :8]


def test_slices_with_ints_and_open_bounds():
    x, y = rand(4, 8, 16), np.zeros((8, 16), np.float32)
    run(windows, x, y)
    expected = np.zeros_like(y)
    for i in range(2):
        expected[i * 4 : i * 4 + 4, 0:8] = x[i, 4:8, 8:]
        expected[i * 4 : i * 4 + 4, 8:] = x[i + 1, :4, :8]
    np.testing.assert_array_equal(y, expected)


@pl.jit
def row_write(x: pl.Tensor[[4, 16], pl.FP32], y: pl.Out[pl.Tensor[[4, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            y[3 - i] = x[i]


def test_a_scalar_index_drops_the_axis_on_both_sides():
    x, y = rand(4, 16), np.zeros((4, 16), np.float32)
    run(row_write, x, y)
    np.testing.assert_array_equal(y, x[::-1])


@pl.jit
def dynamic_rows(x: pl.Tensor[[M, 16], pl.FP32], y: pl.Out[pl.Tensor[[M, 16], pl.FP32]]):
    rows, cols = x.shape
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(rows):
            y[i : i + 1, :] = pl.mul(x[i : i + 1, 0:cols], 2.0)


def test_one_compile_serves_every_extent():
    for rows in (0, 1, 5, 16):
        x, y = rand(rows, 16), np.zeros((rows, 16), np.float32)
        run(dynamic_rows, x, y)
        np.testing.assert_array_equal(y, x * 2)
    assert dynamic_rows.cache_info() == {"size": 1}


@pl.jit.inline
def normalise(x: pl.Tensor, eps: float):
    total = pl.add(pl.row_sum(pl.mul(x, x)), eps)
    return pl.row_expand_mul(x, pl.rsqrt(total)), total


@pl.jit.inline
def twice(x, factor=2.0):
    return pl.mul(x, factor)


@pl.jit
def helpers(
    x: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    s: pl.Out[pl.Tensor[[8, 1], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        n, total = normalise(twice(x, factor=config.scale), eps=1e-6)
        y[:] = twice(n)
        s[:] = total


def test_helpers_return_tuples_and_read_module_constants():
    x, y, s = rand(8, 16), np.zeros((8, 16), np.float32), np.zeros((8, 1), np.float32)
    run(helpers, x, y, s)
    z = x * np.float32(3)
    total = (z * z).sum(1, keepdims=True) + np.float32(1e-6)
    np.testing.assert_allclose(s, total, rtol=1e-5)
    np.testing.assert_allclose(y, 2 * z / np.sqrt(total), rtol=1e-5)


def test_a_changed_constant_compiles_again():
    x, y, s = rand(8, 16), np.zeros((8, 16), np.float32), np.zeros((8, 1), np.float32)
    before = helpers.compile(x, y, s)
    assert helpers.compile(x, y, s) is before
    config.scale = 5.0
    try:
        after = helpers.compile(x, y, s)
        assert after is not before
        assert "5.000000e+00" in str(after.program)
    finally:
        config.scale = 3.0
    assert helpers.compile(x, y, s) is before


def make(factor):
    @pl.jit
    def kernel(x: pl.Tensor[SHAPE, pl.FP32], y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.mul(x, factor)

    return kernel


@pytest.mark.parametrize("factor", [0.5, -4.0])
def test_closures_are_captured_per_function(factor):
    x, y = rand(ROWS, COLS), np.zeros(SHAPE, np.float32)
    run(make(factor), x, y)
    np.testing.assert_array_equal(y, x * np.float32(factor))


@pl.jit
def bare(x: pl.Tensor, y: pl.Out[pl.Tensor], n, flag: bool):
    m, k = x.shape
    pl.static_assert(k == 16, "k")
    with pl.at(level=pl.Level.CORE_GROUP):
        if flag:
            y[0:m, :] = pl.mul(x, n)
        else:
            y[0:m, :] = pl.neg(x)


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("n", [2.0, 4.0])
@pytest.mark.parametrize("flag", [True, False])
def test_bare_tensors_and_python_scalars_specialise(rows, n, flag):
    x, y = rand(rows, 16), np.zeros((rows, 16), np.float32)
    run(bare, x, y, n, flag)
    np.testing.assert_array_equal(y, x * np.float32(n) if flag else -x)


@pl.jit
def promoted(
    a: pl.Tensor[[8, 16], pl.FP16],
    b: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = (a + b) * 2 - b


def test_operators_promote_as_the_operations_do():
    a, b = rand(8, 16, dtype=np.float16), rand(8, 16, seed=3)
    y = np.zeros((8, 16), np.float32)
    run(promoted, a, b, y)
    np.testing.assert_allclose(y, (a.astype(np.float32) + b) * 2 - b, rtol=1e-6)


@pl.jit
def half_times_float(a: pl.Tensor[[8, 16], pl.FP16], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(a, 0.5)


@pl.jit
def half_times_int(a: pl.Tensor[[8, 16], pl.FP16], y: pl.Out[pl.Tensor[[8, 16], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(a, 2)


def test_a_float_literal_promotes_and_an_int_literal_adapts():
    a = rand(8, 16, dtype=np.float16)
    y = np.zeros((8, 16), np.float32)
    run(half_times_float, a, y)
    np.testing.assert_array_equal(y, a.astype(np.float32) * np.float32(0.5))
    z = np.zeros((8, 16), np.float16)
    run(half_times_int, a, z)
    np.testing.assert_array_equal(z, a * np.float16(2))


@pl.jit
def tile_broadcast(
    x: pl.Tensor[[16, 16], pl.FP32],
    v: pl.Tensor[[16, 1], pl.FP32],
    w: pl.Tensor[[1, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16])
        r = pl.load(v, [0, 0], [16, 1])
        c = pl.load(w, [0, 0], [1, 16])
        t = pl.sub(pl.mul(t, r), c)
        t = pl.sub(c, t)
        pl.store(t, [0, 0], y)


def test_tiles_broadcast_rows_and_columns():
    x, v, w = rand(16, 16), rand(16, 1), rand(1, 16, seed=4)
    y = np.zeros((16, 16), np.float32)
    run(tile_broadcast, x, v, w, y)
    np.testing.assert_allclose(y, w - (x * v - w), rtol=1e-6)


@pl.jit.incore
def add_kernel(a: pl.Tensor, b: pl.Tensor, o: pl.Out[pl.Tensor], n: pl.INT32):
    for i in pl.range(n):
        ta = pl.load(a, [i, 0], [1, 16])
        tb = pl.load(b, [i, 0], [1, 16])
        o = pl.store(pl.add(ta, tb), [i, 0], o)
    return o


@pl.jit
def two_calls(
    a: pl.Tensor[[M, 16], pl.FP32],
    b: pl.Tensor[[M, 16], pl.FP32],
    o: pl.Out[pl.Tensor[[M, 16], pl.FP32]],
):
    t = pl.create_tensor([pl.tensor.dim(a, 0), 16], dtype=pl.FP32)
    n = pl.cast(a.shape[0], pl.INT32)
    t = add_kernel(a, b, t, n)
    o = add_kernel(t, b, o=o, n=n)
    return o


def test_kernels_specialise_once_for_equal_patterns_of_extents():
    a, b, o = rand(5, 16), rand(5, 16, seed=9), np.zeros((5, 16), np.float32)
    run(two_calls, a, b, o)
    np.testing.assert_allclose(o, a + b + b, rtol=1e-6)
    names = operations(two_calls.compile(a, b, o).program)
    assert names.count("func.func") == 2 and names.count("func.call") == 2


@pl.jit
def bound(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    x.bind_dynamic(0, M)
    y.bind_dynamic(0, M)
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(M):
            y[i] = pl.reshape(pl.neg(pl.reshape(x[i], [1, 16])), [16])


def test_bind_dynamic_is_one_compile():
    for rows in (2, 7):
        x, y = rand(rows, 16), np.zeros((rows, 16), np.float32)
        run(bound, x, y)
        np.testing.assert_array_equal(y, -x)
    assert bound.cache_info() == {"size": 1}


@pl.program
class Pair:
    @pl.function(type=pl.FunctionType.InCore)
    def double(self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        t: pl.Tile[[16, 16], pl.FP32] = pl.load(x, [0, 0], [16, 16])
        r: pl.Tensor[[16, 16], pl.FP32] = pl.store(pl.add(t, t), [0, 0], o)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[16, 16], pl.FP32],
        o: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    ) -> pl.Tensor[[16, 16], pl.FP32]:
        o = self.double(x, o)
        return o


def test_a_program_calls_its_methods():
    from interpreter import Interpreter

    x, o = rand(16, 16), np.zeros((16, 16), np.float32)
    Interpreter(Pair.module).call("main", [x, o])
    np.testing.assert_array_equal(o, x + x)
    assert sorted(Pair.functions) == ["double", "main"]


@pl.jit
def tiles(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 8], pl.FP32]], rows: pl.INDEX):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32], valid_shape=[rows, 32])
        u = t[0:16, 8:16]
        pl.store(u, [0, 0], y)


def test_a_run_time_valid_extent_is_an_operand():
    text = str(tiles.trace())
    assert "valid=?x32" in text and "valid=?x8" in text


@pl.jit
def spmd_index(y: pl.Out[pl.Tensor[[4, 16], pl.FP32]]):
    with pl.spmd(4, name_hint="fill"):
        i = pl.tile.get_block_idx()
        t = pl.tile.full([1, 16], pl.FP32, 1.5)
        pl.store(t, [i, 0], y)


def test_spmd_with_the_block_index():
    y = np.zeros((4, 16), np.float32)
    run(spmd_index, y)
    assert (y == 1.5).all()
    assert 'name("fill")' in str(spmd_index.trace())


@pl.jit
def indices_from_memory(
    idx: pl.Tensor[[4], pl.INT32],
    x: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[4, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            r = pl.read(idx, [i])
            y[i : i + 1, :] = x[r : r + 1, :]


def test_an_offset_read_from_memory():
    idx, x, y = np.array([3, 0, 7, 3], np.int32), rand(8, 16), np.zeros((4, 16), np.float32)
    run(indices_from_memory, idx, x, y)
    np.testing.assert_array_equal(y, x[idx])


def test_static_print_shows_types_and_values(capsys):
    @pl.jit
    def talk(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
        pl.static_print("rows", ROWS, f"y is {y}")
        pl.write(y, [0], ROWS)

    talk.compile()
    assert capsys.readouterr().out == "rows 8 y is pl.Tensor[[4], pl.INT32]\n"
