# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FP4: two elements in a byte, from Python to the chip and back; casts; what is refused."""

import ml_dtypes
import numpy as np
import pytest

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

FP4, BF16 = ml_dtypes.float4_e2m1fn, ml_dtypes.bfloat16
A5 = RunConfig(platform="a5sim")
VALUES = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6], np.float64)
MODES = ["none", "rint", "round", "floor", "ceil", "trunc", "odd"]
ROWS = [1, 15, 16, 17]


def rounded(x: np.ndarray, mode: str) -> np.ndarray:
    """Each number rounded to one of the fifteen, by search; NaN gives 0, the rest saturates."""
    x = np.where(np.isnan(x), 0, x).astype(np.float64)
    size = np.minimum(np.abs(x), 6)
    low = np.searchsorted(VALUES, size, side="right") - 1
    high = np.minimum(low + (VALUES[low] < size), 7)
    below, above = size - VALUES[low], VALUES[high] - size
    even = np.where(low % 2 == 0, low, high)
    odd = np.where(low % 2 == 1, low, high)
    index = {
        "rint": np.where(below < above, low, np.where(below > above, high, even)),
        "round": np.where(below < above, low, high),
        "floor": np.where(x < 0, high, low),
        "ceil": np.where(x < 0, low, high),
        "trunc": low,
        "odd": odd,
    }
    index["none"] = index["rint"]
    chosen = np.where(below == 0, low, index[mode])
    return np.copysign(VALUES[chosen], x)


def data(rng, shape):
    """Over the range and beyond, ties, special numbers."""
    x = rng.uniform(-7, 7, size=shape)
    flat = x.reshape(-1)
    special = [0.25, -0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5, -5, 5.5, 7, -7, 1e30, -1e30, np.inf,
               -np.inf, np.nan, 0.0, -0.0, 1e-30]  # fmt: skip
    count = min(len(special), flat.size)
    flat[:count] = special[:count]
    return x.astype(np.float32).astype(BF16)


def kernel(shape, source, target, expression):
    return pl.parse(cast_text(shape, source, target, expression))


def cast_text(shape, source, target, expression):
    return (
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel(x: pl.Tensor[{list(shape)}, pl.{source}], "
        f"out: pl.InOut[pl.Tensor[{list(shape)}, pl.{target}]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"        out[:] = {expression}\n    return out\n"
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("columns", [2, 16, 18, 64, 130])
def test_narrowing(rng, rows, columns, mode):
    """BF16 to FP4 in every rounding mode; all extents of rows, even ones of columns."""
    x = data(rng, (rows, columns))
    out = np.zeros(x.shape, FP4)
    kernel(x.shape, "BF16", "FP4", f'pl.cast(x, pl.FP4, mode="{mode}")')(x, out, config=A5)
    want = rounded(x.astype(np.float64), mode)
    np.testing.assert_array_equal(out.astype(np.float64), want)
    np.testing.assert_array_equal(np.signbit(out.astype(np.float64)), np.signbit(want))


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("columns", [2, 18, 64])
def test_widening(rng, rows, columns):
    """FP4 to BF16 is exact; both halves of each byte in their places."""
    codes = rng.integers(0, 16, size=(rows, columns)).astype(np.uint8)
    x = codes.view(FP4)
    out = np.zeros(x.shape, BF16)
    kernel(x.shape, "FP4", "BF16", "pl.cast(x, pl.BF16)")(x, out, config=A5)
    want = np.where(codes & 8, -1.0, 1.0) * VALUES[codes & 7]
    np.testing.assert_array_equal(out.astype(np.float64), want)


@pytest.mark.parametrize("source", ["FP16", "FP32", "INT32", "INT16", "INT8", "UINT8"])
def test_chains(rng, source):
    """What has no instruction to FP4 goes by way of BF16, rounding at each step."""
    types = {"FP16": np.float16, "FP32": np.float32, "INT32": np.int32, "INT16": np.int16,
             "INT8": np.int8, "UINT8": np.uint8}  # fmt: skip
    x = rng.integers(0 if source == "UINT8" else -9, 9, size=(16, 64)).astype(types[source])
    if source.startswith("FP"):
        x = (x + rng.uniform(-1, 1, size=x.shape)).astype(types[source])
    out = np.zeros(x.shape, FP4)
    kernel(x.shape, source, "FP4", 'pl.cast(x, pl.FP4, mode="rint")')(x, out, config=A5)
    middle = x.astype(np.float32).astype(BF16).astype(np.float64)
    np.testing.assert_array_equal(out.astype(np.float64), rounded(middle, "rint"))


def test_tile_level(rng):
    """Windows that start at even columns; the neighbours of what is stored stay."""

    @pl.jit
    def windows(
        x: pl.Tensor[[17, 192], pl.FP4],
        y: pl.Out[pl.Tensor[[17, 64], pl.BF16]],
        z: pl.InOut[pl.Tensor[[17, 192], pl.FP4]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.load(x, [0, 66], [17, 64])
            w = pl.cast(t, pl.BF16)
            y = pl.store(w, [0, 0], y)
            z = pl.store(t, [0, 2], z)
        return y, z

    x = rng.integers(0, 16, size=(17, 192)).astype(np.uint8).view(FP4)
    z = rng.integers(0, 16, size=(17, 192)).astype(np.uint8).view(FP4)
    before = z.view(np.uint8).copy()
    y = np.zeros((17, 64), BF16)
    windows(x, y, z, config=A5)
    np.testing.assert_array_equal(y.astype(np.float32), x[:, 66:130].astype(np.float32))
    before[:, 2:66] = x.view(np.uint8)[:, 66:130]
    np.testing.assert_array_equal(z.view(np.uint8), before)


def test_loop_of_even_columns(rng):
    """An offset that is even whatever the iteration needs no check at run time."""

    @pl.jit
    def blocks(x: pl.Tensor[[16, 256], pl.FP4], y: pl.Out[pl.Tensor[[16, 256], pl.BF16]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(4):
                t = pl.load(x, [0, i * 64], [16, 64])
                y = pl.store(pl.cast(t, pl.BF16), [0, i * 64], y)
        return y

    x = rng.integers(0, 16, size=(16, 256)).astype(np.uint8).view(FP4)
    y = np.zeros((16, 256), BF16)
    blocks(x, y, config=A5)
    np.testing.assert_array_equal(y.astype(np.float32), x.astype(np.float32))


@pytest.mark.parametrize("rows", [0, 1, 15, 17])
def test_rows_known_at_run_time(rng, rows):
    m = pl.dynamic("M")

    @pl.jit
    def rounds(x: pl.Tensor[[m, 64], pl.BF16], y: pl.Out[pl.Tensor[[m, 64], pl.FP4]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.load(x, [0, 0], [32, 64], clamp=True)
            y = pl.store(pl.cast(t, pl.FP4, mode="rint"), [0, 0], y)
        return y

    x = data(rng, (rows, 64))
    y = np.zeros((rows, 64), FP4)
    rounds(x, y, config=A5)
    np.testing.assert_array_equal(y.astype(np.float64), rounded(x.astype(np.float64), "rint"))


def test_torch(rng):
    """torch counts pairs; the kernel counts elements."""
    torch = pytest.importorskip("torch")
    if not hasattr(torch, "float4_e2m1fn_x2"):
        pytest.skip("this torch has no packed floats of 4 bits")
    bits = rng.integers(0, 256, size=(16, 32)).astype(np.uint8)
    x = torch.from_numpy(bits.copy()).view(torch.float4_e2m1fn_x2)
    out = torch.zeros((16, 64), dtype=torch.bfloat16)
    kernel((16, 64), "FP4", "BF16", "pl.cast(x, pl.BF16)")(x, out, config=A5)
    codes = np.stack([bits & 15, bits >> 4], axis=-1).reshape(16, 64)
    want = np.where(codes & 8, -1.0, 1.0) * VALUES[codes & 7]
    np.testing.assert_array_equal(out.float().numpy(), want)
    back = torch.zeros((16, 32), dtype=torch.uint8).view(torch.float4_e2m1fn_x2)
    kernel((16, 64), "BF16", "FP4", "pl.cast(x, pl.FP4)")(out, back, config=A5)
    # A negative zero has a code of its own, which BF16 keeps.
    np.testing.assert_array_equal(back.view(torch.uint8).numpy(), bits)


def refused(body, match, platform="a5sim", shape=(16, 64)):
    text = (
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel(x: pl.Tensor[{list(shape)}, pl.FP4], "
        "y: pl.InOut[pl.Tensor[[16, 64], pl.FP4]], n: pl.INT32):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        + "".join(f"        {line}\n" for line in body)
        + "    return y\n"
    )
    with pytest.raises(errors.Diagnosed, match=match) as caught:
        pl.parse(text).lower(config=RunConfig(platform=platform))
    assert "kernel" in str(caught.value) or ":" in str(caught.value)


@pytest.mark.parametrize("columns", [1, 15, 17])
def test_odd_columns(columns):
    refused(["y[:] = y"], f"the last extent {columns} is odd", shape=(16, columns))


def test_odd_offset():
    refused(
        ["t = pl.load(x, [0, 1], [16, 32])", "y = pl.store(t, [0, 0], y)"],
        "the column offset is 1; two elements of 4 bits share a byte",
    )


def test_offset_that_may_be_odd():
    refused(
        [
            "for i in pl.range(2):",
            "    t = pl.load(x, [0, i], [16, 32])",
            "    y = pl.store(t, [0, 0], y)",
        ],
        "the column offset is not known to be even",
    )


def test_odd_number_of_stored_columns():
    refused(
        ["t = pl.load(x, [0, 0], [16, 64], valid_shape=[16, 15])", "y = pl.store(t, [0, 0], y)"],
        "the number of stored columns is 15",
    )


@pytest.mark.parametrize(
    "expression", ["pl.add(x, x)", "pl.exp(x)", "pl.row_max(x)", "pl.mul(x, 2.0)"]
)
def test_no_arithmetic(expression):
    refused([f"t = {expression}", "y[:] = y"], "FP4")


def test_the_910b_has_none():
    refused(
        ["t = pl.load(x, [0, 0], [16, 64])", "y = pl.store(t, [0, 0], y)"],
        r"the 910B \(a2a3\) has no FP4; only the 950",
        platform="a2a3sim",
    )
