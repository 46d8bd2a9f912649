# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Casts: every pair of the language's tables x rounding mode x chip, against exact arithmetic."""

import ml_dtypes
import numpy as np
import pytest
from op_kernels import DTYPES, run_tensor, run_tile

from pypto import errors
from pypto.runtime import RunConfig

MODES = ["none", "rint", "round", "floor", "ceil", "trunc", "odd"]
PLATFORMS = {"a3": "a2a3sim", "a5": "a5sim"}
# Intermediate types by chip and pair; none: one instruction. The language's tables.
DIRECT = {
    "a3": {
        "BF16": "FP32 INT32",
        "FP16": "FP32 INT16 INT32 INT8 UINT8",
        "FP32": "BF16 FP16 INT16 INT32",
        "INT16": "FP16 FP32",
        "INT32": "FP16 FP32 INT16",
        "INT8": "FP16",
        "UINT8": "FP16",
    },
    "a5": {
        "BF16": "FP16 FP32 INT32",
        "FP16": "FP32 INT16 INT32 INT8 UINT8",
        "FP32": "BF16 FP16 INT16 INT32",
        "INT16": "FP16 FP32 INT32 UINT32 UINT8",
        "INT32": "FP32 INT16 UINT16 UINT8",
        "INT8": "FP16 INT16 INT32",
        "UINT32": "INT16 UINT16 UINT8",
        "UINT8": "FP16 UINT16",
    },
}
CHAINS = {
    "a3": {
        ("BF16", "FP16"): ["FP32"],
        ("BF16", "INT16"): ["FP32"],
        ("BF16", "INT8"): ["FP32", "FP16"],
        ("BF16", "UINT8"): ["FP32", "FP16"],
        ("FP16", "BF16"): ["FP32"],
        ("FP32", "INT8"): ["FP16"],
        ("FP32", "UINT8"): ["FP16"],
        ("INT16", "BF16"): ["FP32"],
        ("INT16", "INT8"): ["FP16"],
        ("INT16", "UINT8"): ["FP16"],
        ("INT16", "INT32"): ["FP32"],
        ("INT32", "BF16"): ["FP32"],
        ("INT32", "INT8"): ["FP16"],
        ("INT32", "UINT8"): ["FP16"],
        ("INT8", "UINT8"): ["FP16"],
        ("UINT8", "INT8"): ["FP16"],
        ("INT8", "FP32"): ["FP16"],
        ("INT8", "INT32"): ["FP16"],
    },
    "a5": {
        ("BF16", "INT16"): ["FP32"],
        ("BF16", "INT8"): ["FP16"],
        ("BF16", "UINT8"): ["FP16"],
        ("FP16", "BF16"): ["FP32"],
        ("FP32", "INT8"): ["FP16"],
        ("FP32", "UINT8"): ["INT32"],
        ("INT16", "BF16"): ["FP32"],
        ("INT16", "INT8"): ["FP16"],
        ("INT16", "UINT16"): ["INT32"],
        ("INT32", "BF16"): ["FP32"],
        ("INT32", "FP16"): ["FP32"],
        ("INT8", "UINT8"): ["INT16"],
    },
}
CASES = [
    pytest.param(chip, source, target, CHAINS[chip].get((source, target), []),
                 id=f"{chip}-{source}-{target}")
    for chip in PLATFORMS
    for source, target in [
        *((s, t) for s, ts in DIRECT[chip].items() for t in ts.split()), *CHAINS[chip]
    ]
]  # fmt: skip
FORMATS = {"FP32": (24, -126, 127), "FP16": (11, -14, 15), "BF16": (8, -126, 127)}


def integral(x, mode):
    """Each value rounded to an integer; x is exact in float64."""
    if mode in ("none", "rint"):
        return np.rint(x)
    if mode == "round":
        return np.sign(x) * np.floor(np.abs(x) + 0.5)
    if mode == "odd":
        down = np.floor(x)
        return np.where(x == down, x, np.where(down % 2 == 0, down + 1, down))
    return {"floor": np.floor, "ceil": np.ceil, "trunc": np.trunc}[mode](x)


def to_format(x, dtype, mode):
    """Float64 values rounded to a float type, exactly."""
    digits, low, high = FORMATS[dtype]
    result = np.array(x, np.float64)
    finite = np.isfinite(x) & (x != 0)
    exponent = np.maximum(np.frexp(x[finite])[1] - 1, low)
    scale = np.ldexp(1.0, digits - 1 - exponent)
    rounded = integral(x[finite] * scale, mode) / scale
    largest = (2 - 2.0 ** (1 - digits)) * 2.0**high
    over = np.abs(rounded) > largest
    # Rounding towards zero never reaches infinity.
    inward = {
        "floor": x[finite] > 0,
        "ceil": x[finite] < 0,
        "trunc": np.full(over.shape, True),
        "odd": np.full(over.shape, True),
    }.get(mode, np.full(over.shape, False))
    rounded[over] = np.where(inward, largest, np.inf)[over] * np.sign(rounded[over])
    result[finite] = rounded
    return result


def step(x, target, mode):
    """One instruction: rounds, and saturates integers; NaN becomes 0 there."""
    if target in FORMATS:
        return to_format(x, target, mode)
    info = np.iinfo(DTYPES[target])
    with np.errstate(invalid="ignore"):
        return np.clip(np.where(np.isnan(x), 0, integral(x, mode)), info.min, info.max)


def golden(x, chain, mode):
    """The values after all steps, as float64, which holds each of them."""
    value = x.astype(np.float64)
    for target in chain:
        value = step(value, target, mode)
    return value


def data(rng, dtype):
    """Random values over the type's range and where rules differ: ties, limits, no numbers."""
    kind = DTYPES[dtype]
    if "INT" in dtype:
        info = np.iinfo(kind)
        x = rng.integers(info.min, info.max, size=(16, 64), endpoint=True, dtype=np.int64)
        x[:8] = rng.integers(max(info.min, -300), min(info.max, 300), size=(8, 64), endpoint=True)
        x[0, :6] = [info.min, info.max, 0, 1, 127, 128 if info.max > 128 else 2]
        return x.astype(kind)
    x = rng.standard_normal((16, 64)) * 10.0 ** rng.integers(-3, 6, size=(16, 64))
    x[0] = np.resize([0.5, 1.5, 2.5, 3.5, -0.5, -1.5, -2.5, 0.0, -0.0, 300, -300, 127.5], 64)
    x[1] = np.resize([65504, 65519, 65520, -65520, 1e9, -1e9, np.inf, -np.inf, np.nan, 2049], 64)
    x[2] = rng.integers(-130, 260, size=64) + 0.5
    with np.errstate(over="ignore"):
        return x.astype(np.float32).astype(kind)


@pytest.mark.parametrize(("chip", "source", "target", "between"), CASES)
def test_cast(rng, chip, source, target, between):
    """Values after one instruction, or a chain in which each rounds with the author's mode."""
    config = RunConfig(platform=PLATFORMS[chip])
    x = data(rng, source)
    for mode in MODES:
        want = golden(x, [*between, target], mode)
        call = f'pl.cast(x, pl.{target}, mode="{mode}")'
        out = run_tensor(call, {"x": x}, np.zeros(x.shape, DTYPES[target]), config)
        np.testing.assert_array_equal(out.astype(np.float64), want, err_msg=mode)
    call = f"pl.cast(tx, pl.{target})"
    out = run_tile(call, {"x": x}, np.zeros(x.shape, DTYPES[target]), config)
    np.testing.assert_array_equal(out.astype(np.float64), golden(x, [*between, target], "round"))


@pytest.mark.parametrize("dtype", ["FP8E4M3FN", "FP8E5M2"])
def test_eight_bit_floats(rng, dtype):
    """Only the A5 has them; FP32 to 8 bits and back, and BF16 by way of FP32."""
    kind = {"FP8E4M3FN": ml_dtypes.float8_e4m3fn, "FP8E5M2": ml_dtypes.float8_e5m2}[dtype]
    x = (rng.standard_normal((16, 64)) * 8).astype(np.float32)
    for via, source in (("FP32", x), ("BF16", x.astype(ml_dtypes.bfloat16))):
        want = source.astype(np.float32).astype(kind).astype(np.float32)
        call = f'pl.cast(pl.cast(x, pl.{dtype}, mode="rint"), pl.{via}, mode="rint")'
        out = np.zeros(x.shape, source.dtype)
        run_tensor(call, {"x": source}, out, RunConfig(platform="a5sim"))
        np.testing.assert_array_equal(out.astype(np.float32), want)
        with pytest.raises(errors.Diagnosed, match=rf"910B \(a2a3\) has no {dtype}"):
            run_tensor(call, {"x": source}, out, RunConfig(platform="a2a3sim"))


@pytest.mark.parametrize(("source", "target"), [("UINT32", "FP32"), ("FP32", "UINT16")])
def test_what_the_910b_cannot_convert(source, target, config):
    """The error names the chip, both types, and what the source can become."""
    x = np.zeros((8, 32), DTYPES[source])
    words = r"910B \(a2a3\) has no conversion from (?s:.)*expected: from "
    with pytest.raises(errors.Diagnosed, match=words):
        run_tensor(f"pl.cast(x, pl.{target})", {"x": x}, np.zeros((8, 32), DTYPES[target]), config)


@pytest.mark.parametrize("source", ["UINT32", "FP32", "INT32"])
def test_what_the_950_cannot_convert(source):
    """16 bits on the way would cut off what both ends have."""
    target = "INT32" if source == "UINT32" else "UINT32"
    x = np.full((8, 32), 70000, DTYPES[source])
    words = r"950 \(a5\) has no conversion from (?s:.)*expected: from "
    with pytest.raises(errors.Diagnosed, match=words):
        out = np.zeros((8, 32), DTYPES[target])
        run_tensor(f"pl.cast(x, pl.{target})", {"x": x}, out, RunConfig(platform="a5sim"))


ROUND_TRIPS = [("FP16", "FP32"), ("BF16", "FP32"), ("INT16", "FP32"), ("INT8", "FP16"),
               ("UINT8", "FP16")]  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("narrow", "wide"), ROUND_TRIPS)
def test_round_trip(rng, narrow, wide, mode, config):
    """A type that holds all values of another gives each of them back, whatever the mode."""
    x = data(rng, narrow)
    call = f'pl.cast(pl.cast(x, pl.{wide}, mode="{mode}"), pl.{narrow}, mode="{mode}")'
    out = run_tensor(call, {"x": x}, np.zeros_like(x), config)
    np.testing.assert_array_equal(out.astype(np.float32), x.astype(np.float32))
