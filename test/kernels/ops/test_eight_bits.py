# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Floats of 8 bits on the 950: tensors of them, casts in each mode, chains, HF8 as bytes."""

import ml_dtypes
import numpy as np
import pytest
from small_floats import hif8_values, integral, numbers, to_float

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

A5 = RunConfig(platform="a5sim")
KINDS = {"FP8E4M3FN": ml_dtypes.float8_e4m3fn, "FP8E5M2": ml_dtypes.float8_e5m2}
NAMES = {"FP8E4M3FN": "f8E4M3FN", "FP8E5M2": "f8E5M2", "HF8": "hif8", "BF16": "bf16",
         "FP16": "f16", "FP32": "f32"}  # fmt: skip
ARRAYS = {"FP32": np.float32, "FP16": np.float16, "BF16": ml_dtypes.bfloat16, "INT8": np.int8,
          "INT16": np.int16, "INT32": np.int32, "UINT8": np.uint8}  # fmt: skip
MODES = ["none", "rint", "round", "floor", "ceil", "trunc", "odd"]
# Steps of the conversions that the 950 has no instruction for: the tables of the language.
FROM = {
    "BF16": ["FP32", "BF16"],
    "FP16": ["FP32", "FP16"],
    "INT16": ["FP32", "INT16"],
    "INT8": ["FP32", "FP16", "INT8"],
}
TO = {"BF16": ["FP32"], "FP16": ["FP32"], "INT16": ["FP32"], "INT32": ["FP32"]}


def kernel(shape, source, target, expression):
    return pl.parse(
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel(x: pl.Tensor[{list(shape)}, pl.{source}], "
        f"out: pl.InOut[pl.Tensor[{list(shape)}, pl.{target}]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"        out[:] = {expression}\n    return out\n"
    )


def step(x, target, mode):
    """One instruction."""
    if target in NAMES:
        return x if target == "FP32" else to_float(x, NAMES[target], mode, False)
    info = np.iinfo(ARRAYS[target])
    return np.clip(np.where(np.isnan(x), 0, integral(x, mode)), info.min, info.max)


def every_code(rng, shape):
    codes = rng.integers(0, 256, size=shape).astype(np.uint8)
    flat = codes.reshape(-1)
    flat[: min(256, flat.size)] = np.arange(256)[: flat.size]
    return codes


@pytest.mark.parametrize("rows", [1, 15, 16, 17])
@pytest.mark.parametrize("columns", [1, 15, 16, 17, 33, 64])
@pytest.mark.parametrize("dtype", KINDS)
def test_there_and_back(rng, dtype, rows, columns):
    """Bytes are moved as they are, NaN included; what surrounds the window stays."""
    x = every_code(rng, (rows, columns)).view(KINDS[dtype])
    out = every_code(rng, (rows + 2, columns + 3)).view(KINDS[dtype])
    want = out.view(np.uint8).copy()
    padded = -(-columns // 32) * 32
    program = pl.parse(
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel(x: pl.Tensor[[{rows}, {columns}], pl.{dtype}], "
        f"out: pl.InOut[pl.Tensor[[{rows + 2}, {columns + 3}], pl.{dtype}]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"        t = pl.load(x, [0, 0], [{rows}, {padded}], valid_shape=[{rows}, {columns}])\n"
        "        out = pl.store(t, [1, 2], out)\n    return out\n"
    )
    program(x, out, config=A5)
    want[1 : rows + 1, 2 : columns + 2] = x.view(np.uint8)
    np.testing.assert_array_equal(out.view(np.uint8), want)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", KINDS)
def test_narrowing(rng, dtype, mode):
    """FP32 to 8 bits: ties between all numbers, the ends, what is none."""
    table = numbers(NAMES[dtype])
    x = (rng.standard_normal((16, 64)) * 2.0 ** rng.integers(-18, 18, (16, 64))).astype(np.float32)
    ties = (table[:-1] + table[1:]) / 2
    x.reshape(-1)[: ties.size] = ties
    x.reshape(-1)[-6:] = [np.inf, -np.inf, np.nan, -0.0, 1e30, -1e30]
    out = np.zeros(x.shape, KINDS[dtype])
    kernel(x.shape, "FP32", dtype, f'pl.cast(x, pl.{dtype}, mode="{mode}")')(x, out, config=A5)
    want = to_float(x.astype(np.float64), NAMES[dtype], mode, False)
    np.testing.assert_array_equal(out.astype(np.float64), want)


@pytest.mark.parametrize("mode", ["rint", "round", "floor", "trunc"])
@pytest.mark.parametrize("target", FROM)
@pytest.mark.parametrize("dtype", KINDS)
def test_chains_from(rng, dtype, target, mode):
    x = every_code(rng, (16, 64)).view(KINDS[dtype])
    out = np.zeros(x.shape, ARRAYS[target])
    call = f'pl.cast(x, pl.{target}, mode="{mode}")'
    kernel(x.shape, dtype, target, call)(x, out, config=A5)
    want = x.astype(np.float64)
    for between in FROM[target]:
        want = step(want, between, mode)
    np.testing.assert_array_equal(out.astype(np.float64), want)


@pytest.mark.parametrize("mode", ["rint", "round", "ceil", "odd"])
@pytest.mark.parametrize("source", TO)
@pytest.mark.parametrize("dtype", KINDS)
def test_chains_to(rng, dtype, source, mode):
    if source.startswith("INT"):
        x = rng.integers(-500, 500, (16, 64)).astype(ARRAYS[source])
    else:
        x = (rng.standard_normal((16, 64)) * 2.0 ** rng.integers(-12, 9, (16, 64))).astype(
            ARRAYS[source]
        )
    out = np.zeros(x.shape, KINDS[dtype])
    call = f'pl.cast(x, pl.{dtype}, mode="{mode}")'
    kernel(x.shape, source, dtype, call)(x, out, config=A5)
    want = step(x.astype(np.float64), dtype, mode)
    np.testing.assert_array_equal(out.astype(np.float64), want)


@pytest.mark.parametrize("source", ["FP32", "FP16"])
def test_hif8(rng, source):
    """Numbers of tapered precision, in and out as bytes."""
    table = hif8_values()
    x = (rng.standard_normal((16, 64)) * 2.0 ** rng.integers(-14, 15, (16, 64))).astype(
        ARRAYS[source]
    )
    x.reshape(-1)[:4] = [np.inf, -np.inf, np.nan, 0]
    out = np.zeros(x.shape, np.uint8)
    call = "pl.reinterpret_view(pl.cast(x, pl.HF8), pl.UINT8)"
    kernel(x.shape, source, "UINT8", call)(x, out, config=A5)
    want = to_float(x.astype(np.float64), "hif8", "round", False)
    np.testing.assert_array_equal(table[out], want)
    back = np.zeros(x.shape, np.float32)
    call = "pl.cast(pl.reinterpret_view(x, pl.HF8), pl.FP32)"
    kernel(x.shape, "UINT8", "FP32", call)(out, back, config=A5)
    np.testing.assert_array_equal(back, want)


@pytest.mark.parametrize("dtype", KINDS)
def test_torch(rng, dtype):
    torch = pytest.importorskip("torch")
    kind = {"FP8E4M3FN": torch.float8_e4m3fn, "FP8E5M2": torch.float8_e5m2}[dtype]
    codes = every_code(rng, (16, 64))
    x = torch.from_numpy(codes.copy()).view(kind)
    out = torch.zeros((16, 64), dtype=torch.float32)
    kernel((16, 64), dtype, "FP32", "pl.cast(x, pl.FP32)")(x, out, config=A5)
    np.testing.assert_array_equal(out.numpy(), codes.view(KINDS[dtype]).astype(np.float32))


@pytest.mark.parametrize("expression", ["pl.add(x, x)", "pl.row_max(x)", "pl.exp(x)"])
@pytest.mark.parametrize("dtype", [*KINDS])
def test_no_arithmetic(dtype, expression):
    """The error says with what there is arithmetic."""
    program = kernel((16, 64), dtype, dtype, expression)
    with pytest.raises(errors.Diagnosed, match=dtype):
        program.lower(config=A5)
