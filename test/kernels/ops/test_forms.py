# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forms of operations that the operator matrix does not have, against NumPy."""

import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "python" / "language"))

from kernel_text import core, load, signature  # noqa: E402

import pypto.language as pl  # noqa: E402
from pypto.runtime import RunConfig  # noqa: E402


def run(rng, config, inputs, output, body):
    """What the kernel makes of random inputs: (inputs, output)."""
    arrays = [rng.standard_normal(shape).astype(kinds[dtype]) for dtype, shape in inputs.values()]
    dtype, shape = output
    y = np.zeros(shape, kinds[dtype])
    load(core(body, signature(inputs, output)))["kernel"](*arrays, y, config=config)
    return arrays, y


kinds = {
    "FP32": np.float32,
    "FP16": np.float16,
    "BF16": ml_dtypes.bfloat16,
    "INT16": np.int16,
    "INT32": np.int32,
    "UINT16": np.uint16,
    "UINT32": np.uint32,
}


@pytest.mark.parametrize("m", [1, 15, 16, 17, 40])
@pytest.mark.parametrize("transposed", [False, True])
def test_matrix_and_vector(rng, config, m, transposed):
    """[M, K] x [K] is [M]: the vector goes to the left, against the other matrix."""
    shape = [48, m] if transposed else [m, 48]
    inputs = {"a": ("FP16", shape), "v": ("FP16", [48])}
    body = f"y[:] = pl.matmul(a, v, out_dtype=pl.FP32, a_trans={transposed})"
    (a, v), y = run(rng, config, inputs, ("FP32", [m]), body)
    matrix = a.T if transposed else a
    expected = matrix.astype(np.float64) @ v.astype(np.float64)
    np.testing.assert_allclose(y, expected, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("k", [1, 3])
def test_first_step_overwrites(rng, config, k):
    """`init_cond` known at run time, of tensors: what is in the accumulator before is not read."""
    inputs = {"a": ("FP16", [32, 16 * k]), "b": ("FP16", [16 * k, 64])}
    body = f"""
    c = pl.full([32, 64], pl.FP32, 7.0)
    for s in pl.range({k}):
        left = a[:, s * 16 : s * 16 + 16]
        right = b[s * 16 : s * 16 + 16, :]
        c = pl.matmul_acc(c, left, right, init_cond=s == 0)
    y[:] = c
    """
    (a, b), y = run(rng, config, inputs, ("FP32", [32, 64]), body)
    np.testing.assert_allclose(y, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-3, atol=1e-3)


def test_first_step_overwrites_a_tile(rng, config):
    """`init_cond` of tiles: the accumulator is not initialised."""
    inputs = {"a": ("FP16", [32, 48]), "b": ("FP16", [48, 64])}
    body = """
    c = pl.create_tile([32, 64], pl.FP32, pl.Mem.Acc)
    for s in pl.range(3):
        left = pl.load(a, [0, s * 16], [32, 16], target_memory=pl.Mem.Mat)
        right = pl.load(b, [s * 16, 0], [16, 64], target_memory=pl.Mem.Mat)
        left = pl.move(left, pl.Mem.Left)
        right = pl.move(right, pl.Mem.Right)
        c = pl.matmul_acc(c, left, right, init_cond=s == 0)
    y = pl.store(c, [0, 0], y)
    """
    (a, b), y = run(rng, config, inputs, ("FP32", [32, 64]), body)
    np.testing.assert_allclose(y, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("narrow", ["t", "u"])
@pytest.mark.parametrize(
    ("name", "combine"),
    [("add", np.add), ("mul", np.multiply), ("max", np.maximum), ("min", np.minimum)],
)
def test_parts(rng, config, name, combine, narrow):
    """Combined where both are valid, copied where one is, whichever is the smaller."""
    inputs = {"a": ("FP32", [16, 64]), "b": ("FP32", [16, 64])}
    valid = {operand: ", valid_shape=[9, 40]" if operand == narrow else "" for operand in "tu"}
    body = f"""
    t = pl.load(a, [0, 0], [16, 64]{valid["t"]})
    u = pl.load(b, [0, 0], [16, 64]{valid["u"]})
    y = pl.store(pl.part_{name}(t, u), [0, 0], y)
    """
    (a, b), y = run(rng, config, inputs, ("FP32", [16, 64]), body)
    expected = (b if narrow == "t" else a).copy()
    expected[:9, :40] = combine(a, b)[:9, :40]
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize("first", ["t", "u"])
@pytest.mark.parametrize(
    ("name", "combine"),
    [("add", np.add), ("mul", np.multiply), ("max", np.maximum), ("min", np.minimum)],
)
@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (1, 1), (15, 17), (16, 8), (16, 64)])
def test_parts_of_run_time_extents(rng, config, rows, columns, name, combine, first):
    """A whole tile covers one whose extents are known at run time, whichever comes first."""
    kernel = pl.parse(
        f"""import pypto.language as pl

@pl.jit
def kernel(
    a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX],
    m: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(a, [0, 0], [16, 64], valid_shape=[n, m])
        u = pl.load(b, [0, 0], [16, 64])
        y = pl.store(pl.part_{name}({first}, {"u" if first == "t" else "t"}), [0, 0], y)
    return y
"""
    )
    a, b = (rng.standard_normal((16, 64)).astype(np.float32) for _ in "ab")
    y = np.zeros((16, 64), np.float32)
    kernel(a, b, rows, columns, y, config=config)
    expected = b.copy()
    expected[:rows, :columns] = combine(a, b)[:rows, :columns]
    np.testing.assert_array_equal(y, expected)


def in_pairs(x):
    """Rows added in pairs, sums in pairs; an odd one to the last pair."""
    while len(x) > 1:
        sums = x[0 : len(x) - 1 : 2] + x[1::2]
        if len(x) % 2:
            sums[-1] = sums[-1] + x[-1]
        x = sums
    return x


@pytest.mark.parametrize("dtype", ["FP32", "FP16"])
@pytest.mark.parametrize("rows", [1, 2, 3, 7, 15, 16, 17, 100])
def test_columns_added_in_pairs(rng, config, rows, dtype):
    """The same roundings in the same order, to the last bit."""
    body = f"""
    t = pl.load(x, [0, 0], [{rows}, 48])
    tmp = pl.create_tile([{rows}, 48], pl.{dtype})
    y = pl.store(pl.col_sum(t, tmp), [0, 0], y)
    """
    (x,), y = run(rng, config, {"x": (dtype, [rows, 48])}, (dtype, [1, 48]), body)
    np.testing.assert_array_equal(y, in_pairs(x))


@pytest.mark.parametrize("phase", ["unspecified", "partial", "final"])
@pytest.mark.parametrize("form", ["gemv", "gemv_acc", "gemv_bias"])
def test_phase_of_a_sum(rng, config, form, phase):
    """The phase of an accumulation changes no number."""
    inputs = {"a": ("FP16", [1, 96]), "b": ("FP16", [96, 48]), "c": ("FP32", [1, 48])}
    calls = {
        "gemv": f"r = pl.gemv(l, m, acc_phase='{phase}')",
        "gemv_acc": f"r = pl.gemv_acc(pl.gemv(l, m, acc_phase='partial'), l, m, '{phase}')",
        "gemv_bias": f"r = pl.gemv_bias(l, m, d, acc_phase='{phase}')",
    }
    body = f"""
    l = pl.load(a, [0, 0], [1, 96], target_memory=pl.Mem.Mat)
    m = pl.load(b, [0, 0], [96, 48], target_memory=pl.Mem.Mat)
    d = pl.load(c, [0, 0], [1, 48], target_memory=pl.Mem.Mat)
    {calls[form]}
    y = pl.store(r, [0, 0], y)
    """
    (a, b, c), y = run(rng, config, inputs, ("FP32", [1, 48]), body)
    product = a.astype(np.float64) @ b.astype(np.float64)
    expected = {"gemv": product, "gemv_acc": 2 * product, "gemv_bias": product + c}[form]
    np.testing.assert_allclose(y, expected, rtol=1e-3, atol=1e-3)


_ROWS = "blayout=pl.TileLayout.row_major"
_NO_BOXES = "slayout=pl.TileLayout.none_box"


@pytest.mark.parametrize("order", [_ROWS, _NO_BOXES, f"{_ROWS}, {_NO_BOXES}"])
@pytest.mark.parametrize("rows", [1, 15, 16])
def test_move_names_its_order(rng, config, rows, order):
    """The order that Vec has, named by the author."""
    body = f"""
    t = pl.load(x, [0, 0], [{rows}, 24])
    y = pl.store(pl.move(pl.exp(t), pl.Mem.Vec, {order}), [0, 0], y)
    """
    (x,), y = run(rng, config, {"x": ("FP32", [rows, 24])}, ("FP32", [rows, 24]), body)
    np.testing.assert_allclose(y, np.exp(x), rtol=1e-6)


def test_move_names_fractals(rng, config):
    """The order that Mat has, on the way to a product."""
    body = """
    t = pl.load(a, [0, 0], [32, 48], target_memory=pl.Mem.Mat)
    t = pl.move(t, pl.Mem.Mat, pl.TileLayout.col_major, pl.TileLayout.row_major)
    y = pl.store(pl.matmul(t, pl.load(b, [0, 0], [48, 16], target_memory=pl.Mem.Mat)), [0, 0], y)
    """
    inputs = {"a": ("FP16", [32, 48]), "b": ("FP16", [48, 16])}
    (a, b), y = run(rng, config, inputs, ("FP32", [32, 16]), body)
    np.testing.assert_allclose(y, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("x, layout=pl.ND", lambda x: -x),
        ("x, [32, 32]", lambda x: -x.reshape(32, 32)),
        ("x, [32, 32], [9, 20]", lambda x: -x.reshape(32, 32)),
    ],
)
def test_views(rng, config, view, expected):
    """A view with a smaller valid region: the rest is not stored."""
    shape = [16, 64] if "layout" in view else [32, 32]
    body = f"y[:] = pl.neg(pl.tensor.view({view}))"
    if "20" in view:
        body = f"y[:] = pl.fillpad(pl.neg(pl.tensor.view({view})))"
    (x,), y = run(rng, config, {"x": ("FP32", [16, 64])}, ("FP32", shape), body)
    wanted = expected(x)
    if "20" in view:
        wanted[9:] = 0
        wanted[:, 20:] = 0
    np.testing.assert_array_equal(y, wanted)


@pytest.mark.parametrize("shape", [(1, 64), (1, 8), (2, 64), (17, 16)])
@pytest.mark.parametrize(
    ("name", "apply"),
    [
        ("add", np.add),
        ("sub", np.subtract),
        ("mul", np.multiply),
        ("div", np.divide),
        ("max", np.maximum),
        ("min", np.minimum),
        ("expdif", lambda x, v: np.exp(x - v)),
    ],
)
def test_rows_with_their_sums(rng, config, name, apply, shape):
    """Tiles with a value per row, of one row too: that value is a row and a column."""
    rows, columns = shape
    inputs = {"x": ("FP32", shape)}
    body = f"""
    a = pl.load(x, [0, 0], [{rows}, {columns}])
    s = pl.row_sum(a, pl.create_tile([{rows}, {columns}], pl.FP32))
    y = pl.store(pl.row_expand_{name}(a, s), [0, 0], y)
    """
    (x,), y = run(rng, config, inputs, ("FP32", shape), body)
    sums = x.sum(axis=1, keepdims=True, dtype=np.float64)
    np.testing.assert_allclose(y, apply(x, sums), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("matrix", "vector"), [("FP32", "FP16"), ("FP16", "FP32")])
@pytest.mark.parametrize(("name", "shape"), [("row", [17, 1]), ("col", [1, 37])])
def test_repeated_values_promote(rng, config, name, shape, matrix, vector):
    """The matrix of row_expand gives its shape, and its part of the element type."""
    inputs = {"x": (matrix, [17, 37]), "v": (vector, shape)}
    body = f"y[:] = pl.{name}_expand(x, v)"
    (_, v), y = run(rng, config, inputs, ("FP32", [17, 37]), body)
    np.testing.assert_array_equal(y, np.broadcast_to(v.astype(np.float32), (17, 37)))


@pytest.mark.parametrize(
    ("valid", "shape", "result"),
    [
        ((6, 64), (8, 128), (3, 128)),
        ((2, 64), (8, 128), (1, 128)),
        ((1, 40), (4, 256), (1, 40)),
        ((6, 64), (64, 16), (24, 16)),
        ((1, 64), (4, 4, 64), (1, 1, 64)),
        ((0, 64), (8, 128), (0, 128)),
    ],
)
def test_the_first_elements_of_another_shape(rng, config, valid, shape, result):
    """A partly valid tile can be reshaped where what is valid is the first elements of both."""
    inputs = {"x": ("FP32", [16, 64])}
    body = f"""
    t = pl.load(x, [0, 0], [16, 64], valid_shape={list(valid)})
    t = pl.neg(pl.reshape(t, {list(shape)}))
    y = pl.store(t, {[0] * len(shape)}, y)
    """
    (x,), y = run(rng, config, inputs, ("FP32", list(shape)), body)
    expected = np.zeros(shape, np.float32)
    box = tuple(slice(extent) for extent in result)
    expected[box] = -x[: valid[0], : valid[1]].reshape(result)
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize("chip", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize(("dtype", "columns"), [("FP32", 8), ("FP16", 16)])
@pytest.mark.parametrize("rows", [1, 15, 17])
def test_packed_rows(rng, chip, dtype, columns, rows):
    """row_expand_add of a tile whose rows are blocks of 32 bytes, one for each block of a row."""
    inputs = {"x": (dtype, [rows, 64]), "v": (dtype, [rows, columns])}
    body = f"""
    t = pl.load(x, [0, 0], [{rows}, 64])
    u = pl.load(v, [0, 0], [{rows}, {columns}])
    y = pl.store(pl.row_expand_add(t, u), [0, 0], y)
    """
    (x, v), y = run(rng, RunConfig(platform=chip), inputs, (dtype, [rows, 64]), body)
    np.testing.assert_array_equal(y, x + np.tile(v, (1, 64 // columns)))


@pytest.mark.parametrize("chip", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("order", ["a, b", "b, a"])
@pytest.mark.parametrize("bits", ["16", "32"])
@pytest.mark.parametrize(("name", "apply"), [("add", np.add), ("mul", np.multiply)])
def test_integers_of_one_width(rng, chip, order, bits, name, apply):
    """With and without a sign: the result has one, and the bits of both are those of C."""
    unsigned, signed = np.dtype(f"uint{bits}"), np.dtype(f"int{bits}")
    a = rng.integers(0, 2 ** int(bits), (17, 37), dtype=unsigned)
    b = rng.integers(-(2 ** (int(bits) - 1)), 2 ** (int(bits) - 1), (17, 37), dtype=signed)
    y = np.zeros((17, 37), signed)
    inputs = {"a": (f"UINT{bits}", [17, 37]), "b": (f"INT{bits}", [17, 37])}
    text = core(f"y[:] = pl.{name}({order})", signature(inputs, (f"INT{bits}", [17, 37])))
    load(text)["kernel"](a, b, y, config=RunConfig(platform=chip))
    np.testing.assert_array_equal(y, apply(a.view(signed), b))


@pytest.mark.parametrize("chip", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize(
    ("first", "second", "quotient"),
    [("BF16", "FP32", "FP32"), ("FP32", "BF16", "FP32"), ("BF16", "2.5", "FP32"),
     ("FP16", "FP32", "FP32"), ("FP16", "2.5", "FP32")],
)  # fmt: skip
def test_quotients_in_the_promoted_type(rng, chip, first, second, quotient):
    """Tensors are divided in the type of the result, which BF16 alone is not."""
    inputs = {"a": (first, [17, 37])}
    if second in kinds:
        inputs["b"] = (second, [17, 37])
    body = f"y[:] = pl.div(a, {'b' if second in kinds else second})"
    arrays, y = run(rng, RunConfig(platform=chip), inputs, (quotient, [17, 37]), body)
    divisor = arrays[1] if second in kinds else np.float32(second)
    expected = arrays[0].astype(np.float64) / np.asarray(divisor).astype(np.float64)
    np.testing.assert_allclose(y, expected, rtol=2.0**-23)


@pytest.mark.parametrize(
    ("written", "value"),
    [("float('inf')", np.inf), ("float('-inf')", -np.inf), ("-float('inf')", -np.inf)],
)
def test_infinities_are_written_as_python_does(rng, config, written, value):
    body = f"y[:] = pl.fillpad(pl.slice(x, [9, 33], [0, 0], valid_shape=[7, 20]), {written})"
    (x,), y = run(rng, config, {"x": ("FP32", [9, 33])}, ("FP32", [9, 33]), body)
    expected = np.full((9, 33), value, np.float32)
    expected[:7, :20] = x[:7, :20]
    np.testing.assert_array_equal(y, expected)
