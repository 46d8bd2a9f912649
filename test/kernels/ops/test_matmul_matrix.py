# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The matrix products x level x chip x element type x valid region, against NumPy.

Operands hold NaN (the largest integers) outside of what is valid of them; nothing of that may reach
a result, and nothing is stored outside of the result's valid region. A contracted extent of 0 gives
zeros, the bias or the sum so far.
"""

import itertools

import numpy as np
import pytest
from op_kernels import DTYPES, random_array
from test_matrix import spoil

import pypto.language as pl
from pypto.runtime import RunConfig

ROWS, DEPTH, COLS = 32, 64, 48
PLATFORMS = {"a3": "a2a3sim", "a5": "a5sim"}
# Valid rows, contracted extent, columns: 0, 1, around a box, odd, whole.
EXTENTS = [
    (32, 64, 48),
    (1, 1, 1),
    (5, 60, 17),
    (15, 17, 31),
    (16, 16, 16),
    (17, 33, 47),
    (1, 64, 48),
    (32, 63, 1),
    (0, 16, 16),
    (16, 0, 16),
    (16, 16, 0),
]
ELEMENTS = ["FP16", "BF16", "FP32", "INT8"]

# Operands besides a and b, and the expression on tiles la, lb (in Mat).
TILES = {
    "matmul": ((), "pl.matmul(la, lb)"),
    "matmul_acc": ((), "pl.matmul_acc(pl.matmul(la, lb), la, lb)"),
    "matmul_bias": (("bias",), "pl.matmul_bias(la, lb, pl.move(lc, pl.Mem.Bias))"),
    "batch_matmul": ((), "pl.batch_matmul(la, lb)"),
    "batch_matmul_acc": ((), "pl.tile.batch_matmul_acc(pl.matmul(la, lb), la, lb)"),
    "gemv": ((), "pl.gemv(la, lb)"),
    "gemv_acc": ((), "pl.gemv_acc(pl.gemv(la, lb), la, lb)"),
    "gemv_bias": (("bias",), "pl.gemv_bias(la, lb, pl.move(lc, pl.Mem.Bias))"),
}
TENSORS = {
    "matmul": "pl.matmul({a}, {b}, out_dtype=pl.{acc})",
    "a_trans": "pl.matmul({a}, {b}, out_dtype=pl.{acc}, a_trans=True)",
    "b_trans": "pl.matmul({a}, {b}, out_dtype=pl.{acc}, b_trans=True)",
    "matmul_acc": "pl.matmul_acc(pl.matmul({a}, {b}, out_dtype=pl.{acc}), {a}, {b})",
}


def golden(name, a, b, bias):
    """The exact result, and the sum of the sizes of its terms."""
    x, y = a.astype("f8"), b.astype("f8")
    exact, size = x @ y, np.abs(x) @ np.abs(y)
    if name.endswith("acc"):
        exact, size = 2 * exact, 2 * size
    if name.endswith("bias"):
        exact, size = exact + bias.astype("f8"), size + np.abs(bias.astype("f8"))
    return exact, size


def check(name, got, before, valid, a, b, bias):
    """Right where it is valid; as it was elsewhere."""
    m, k, n = valid
    exact, size = golden(name, a[:m, :k], b[:k, :n], None if bias is None else bias[:, :n])
    inside = np.zeros(got.shape, bool)
    inside[:m, :n] = True
    np.testing.assert_array_equal(got[~inside], before[~inside])
    if got.dtype.kind == "i":
        np.testing.assert_array_equal(got[:m, :n], exact.astype(np.int64))
        return
    error = np.abs(got[:m, :n].astype("f8") - exact)
    assert (error <= size * 2 * (k + 2) * 2.0**-24).all(), (valid, error.max(initial=0))


def run(lines, arrays, out, scalars, config):
    """`out` after the lines; `scalars` are run-time extents."""
    names = {np.dtype(t): n for n, t in DTYPES.items()}
    parameters = [
        f"{n}: pl.Tensor[{list(x.shape)}, pl.{names[x.dtype]}]" for n, x in arrays.items()
    ]
    parameters += [f"{n}: pl.Scalar[pl.INDEX]" for n in scalars]
    parameters.append(f"out: pl.InOut[pl.Tensor[{list(out.shape)}, pl.{names[out.dtype]}]]")
    body = "\n".join(f"        {line}" for line in lines)
    kernel = pl.parse(
        f"import pypto.language as pl\n\n@pl.jit\ndef kernel({', '.join(parameters)}):\n"
        f"    with pl.at(level=pl.Level.CORE_GROUP):\n{body}\n    return out\n"
    )
    return lambda *extents: kernel(*arrays.values(), *extents, out, config=config)


def operands(rng, dtype, one_row=False):
    low, high = (-100, 100) if dtype == "INT8" else (-3, 3)
    rows = 1 if one_row else ROWS
    a = random_array(rng, (rows, DEPTH), dtype, low, high)
    b = random_array(rng, (DEPTH, COLS), dtype, low, high)
    kind = "INT32" if dtype == "INT8" else "FP32"
    bias = random_array(rng, (1, COLS), kind, -30, 30)
    return a, b, bias, random_array(rng, (rows, COLS), kind)


CELLS = list(itertools.product(PLATFORMS, ELEMENTS))


@pytest.mark.parametrize("fixed", [False, True], ids=["run-time", "fixed"])
@pytest.mark.parametrize(("chip", "dtype"), CELLS)
@pytest.mark.parametrize("name", TILES)
def test_tiles(rng, name, chip, dtype, fixed):
    """Tiles in Mat of which a part is valid."""
    one_row = name.startswith("gemv")
    a, b, bias, before = operands(rng, dtype, one_row)
    config = RunConfig(platform=PLATFORMS[chip])
    extra, expression = TILES[name]
    extents = [(min(m, a.shape[0]), k, n) for m, k, n in EXTENTS]
    for m, k, n in dict.fromkeys(extents):
        if one_row and m == 0:
            continue
        names = (str(m), str(k), str(n)) if fixed else (str(m) if one_row else "m", "k", "n")
        lines = [
            f"la = pl.load(a, [0, 0], {list(a.shape)}, valid_shape=[{names[0]}, {names[1]}], "
            "target_memory=pl.Mem.Mat)",
            f"lb = pl.load(b, [0, 0], {list(b.shape)}, valid_shape=[{names[1]}, {names[2]}], "
            "target_memory=pl.Mem.Mat)",
        ]
        arrays = {"a": spoil(a, m, k), "b": spoil(b, k, n)}
        if extra:
            lines.append(
                f"lc = pl.load(bias, [0, 0], [1, {COLS}], valid_shape=[1, {names[2]}], "
                "target_memory=pl.Mem.Mat)"
            )
            arrays["bias"] = spoil(bias, 1, n)
        lines.append(f"out = pl.store({expression}, [0, 0], out)")
        got = before.copy()
        scalars = [s for s in names if not s.isdigit()]
        values = dict(zip(names, (m, k, n), strict=True))
        run(lines, arrays, got, scalars, config)(*[values[s] for s in scalars])
        check(name, got, before, (m, k, n), a, b, bias if extra else None)


@pytest.mark.parametrize("fixed", [False, True], ids=["run-time", "fixed"])
@pytest.mark.parametrize(("chip", "dtype"), CELLS)
@pytest.mark.parametrize("name", TENSORS)
def test_tensors(rng, name, chip, dtype, fixed):
    """Tensors in memory that are narrowed by pl.set_validshape."""
    a, b, _, before = operands(rng, dtype)
    config = RunConfig(platform=PLATFORMS[chip])
    for m, k, n in EXTENTS:
        names = (str(m), str(k), str(n)) if fixed else ("m", "k", "n")
        left, right = spoil(a, m, k), spoil(b, k, n)
        lhs, rhs = (names[0], names[1]), (names[1], names[2])
        if name == "a_trans":
            left, lhs = np.ascontiguousarray(left.T), lhs[::-1]
        if name == "b_trans":
            right, rhs = np.ascontiguousarray(right.T), rhs[::-1]
        kind = "INT32" if dtype == "INT8" else "FP32"
        call = TENSORS[name].format(a="x", b="y", acc=kind)
        lines = [
            f"x = pl.set_validshape(a, {lhs[0]}, {lhs[1]})",
            f"y = pl.set_validshape(b, {rhs[0]}, {rhs[1]})",
            f"out[:] = {call}",
        ]
        got = before.copy()
        scalars = [s for s in ("m", "k", "n") if not fixed]
        values = [v for v in (m, k, n) if not fixed]
        run(lines, {"a": left, "b": right}, got, scalars, config)(*values)
        check(name, got, before, (m, k, n), a, b, None)


# Extents that are 0 in the tensors themselves -------------------------------------------------


@pytest.mark.parametrize("chip", PLATFORMS)
@pytest.mark.parametrize("dtype", ELEMENTS)
@pytest.mark.parametrize(
    ("m", "k", "n"), [(16, 0, 16), (5, 0, 17), (0, 16, 16), (16, 16, 0), (300, 0, 400)]
)
@pytest.mark.parametrize("flags", ["", ", a_trans=True", ", b_trans=True"])
def test_empty_tensors(rng, chip, dtype, m, k, n, flags):
    """Nothing to contract gives zeros; no rows or no columns give nothing."""
    kind = "INT32" if dtype == "INT8" else "FP32"
    a = np.zeros((k, m) if "a_t" in flags else (m, k), DTYPES[dtype])
    b = np.zeros((n, k) if "b_t" in flags else (k, n), DTYPES[dtype])
    got = random_array(rng, (m, n), kind)
    lines = [f"out[:] = pl.matmul(a, b, out_dtype=pl.{kind}{flags})"]
    run(lines, {"a": a, "b": b}, got, [], RunConfig(platform=PLATFORMS[chip]))()
    np.testing.assert_array_equal(got, 0)


@pytest.mark.parametrize("chip", PLATFORMS)
@pytest.mark.parametrize("batch", [0, 3])
@pytest.mark.parametrize("k", [0, 32])
def test_empty_batches(rng, chip, batch, k):
    """A batch of no matrices, and matrices that contract nothing."""
    a = random_array(rng, (batch, 17, k), "FP16")
    b = random_array(rng, (batch, k, 40), "FP16")
    got = random_array(rng, (batch, 17, 40), "FP32")
    lines = ["out[:] = pl.matmul(a, b, out_dtype=pl.FP32)"]
    run(lines, {"a": a, "b": b}, got, [], RunConfig(platform=PLATFORMS[chip]))()
    np.testing.assert_allclose(got, a.astype("f8") @ b.astype("f8"), rtol=0, atol=1e-2)


@pytest.mark.parametrize("chip", PLATFORMS)
def test_sums_with_empty_terms(rng, chip):
    """A term that contracts nothing leaves the sum; one in front of others is no term at all."""
    a, b = random_array(rng, (17, 40), "FP16"), random_array(rng, (40, 33), "FP16")
    e, f = np.zeros((17, 0), np.float16), np.zeros((0, 33), np.float16)
    exact = a.astype("f8") @ b.astype("f8")
    for first, second in (("a, b", "e, f"), ("e, f", "a, b")):
        lines = [
            f"s = pl.matmul({first}, out_dtype=pl.FP32)",
            f"out[:] = pl.matmul_acc(s, {second})",
        ]
        got = random_array(rng, (17, 33), "FP32")
        arrays = {"a": a, "b": b, "e": e, "f": f}
        run(lines, arrays, got, [], RunConfig(platform=PLATFORMS[chip]))()
        np.testing.assert_allclose(got, exact, rtol=0, atol=40 * 64 * 40 * 2.0**-24)


@pytest.mark.parametrize("rows", [300, 17])
def test_sum_that_starts_from_zeros(rng, config, rows):
    """pl.full of zeros as the accumulator, also where the product does not fit on chip."""
    a, b = random_array(rng, (rows, 700), "FP16"), random_array(rng, (700, 400), "FP16")
    lines = [
        f"s = pl.full([{rows}, 400], pl.FP32, 0.0)",
        "out[:] = pl.matmul_acc(s, a, b)",
    ]
    got = random_array(rng, (rows, 400), "FP32")
    run(lines, {"a": a, "b": b}, got, [], config)()
    np.testing.assert_allclose(
        got, a.astype("f8") @ b.astype("f8"), rtol=0, atol=700 * 64 * 700 * 2.0**-24
    )
