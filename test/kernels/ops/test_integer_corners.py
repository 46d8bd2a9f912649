# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integers at their limits from kernels: wrap-around, division and remainder by 0 and by -1."""

import numpy as np
import pytest
from op_kernels import DTYPES, run_tensor, run_tile

from pypto import errors
from pypto.runtime import RunConfig

PLATFORMS = ["a2a3sim", "a5sim"]
WRAPPING = {
    "add": (lambda a, b: a + b, ["INT16", "INT32"], ["INT8", "UINT8", "UINT16", "UINT32"]),
    "sub": (lambda a, b: a - b, ["INT16", "INT32"], ["INT8", "UINT8", "UINT16", "UINT32"]),
    "mul": (lambda a, b: a * b, ["INT16", "INT32"], ["UINT16", "UINT32"]),
}
CASES = [
    pytest.param(platform, name, dtype, id=f"{platform[:-3]}-{name}-{dtype}")
    for name, (_, everywhere, a5) in WRAPPING.items()
    for platform in PLATFORMS
    for dtype in (everywhere if platform == "a2a3sim" else [*everywhere, *a5])
]


def pairs(rng, dtype, columns=64) -> tuple[np.ndarray, np.ndarray]:
    """Every pair of the values where something happens, then random ones over the whole range."""
    info = np.iinfo(DTYPES[dtype])
    edges = [info.min, info.min + 1, -1, 0, 1, 2, 3, info.max - 1, info.max]
    edges = [e for e in edges if info.min <= e <= info.max]
    a, b = (m.reshape(-1) for m in np.meshgrid(edges, edges))
    size = 16 * columns
    make = lambda: rng.integers(info.min, info.max, size, endpoint=True, dtype=np.int64)  # noqa: E731
    x, y = make(), make()
    x[: a.size], y[: b.size] = a, b
    shape = (16, columns)
    return x.astype(DTYPES[dtype]).reshape(shape), y.astype(DTYPES[dtype]).reshape(shape)


def low_bits(values, dtype) -> np.ndarray:
    """The low bits of exact integers, as the type reads them."""
    bits = 8 * np.dtype(DTYPES[dtype]).itemsize
    info = np.iinfo(DTYPES[dtype])
    wrapped = [int(v) % 2**bits for v in values.reshape(-1)]
    signed = [v - 2**bits if v > info.max else v for v in wrapped]
    return np.array(signed, DTYPES[dtype]).reshape(values.shape)


@pytest.mark.parametrize(("platform", "name", "dtype"), CASES)
def test_results_wrap(rng, platform, name, dtype):
    a, b = pairs(rng, dtype)
    exact = WRAPPING[name][0](a.astype(object), b.astype(object))
    config = RunConfig(platform=platform)
    for run, names in ((run_tensor, ("a", "b")), (run_tile, ("ta", "tb"))):
        call = f"pl.{name}({names[0]}, {names[1]})"
        out = run(call, {"a": a, "b": b}, np.zeros_like(a), config)
        np.testing.assert_array_equal(out, low_bits(exact, dtype))


def truncated(a: int, b: int) -> int:
    """Towards zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


@pytest.mark.parametrize("dtype", ["INT16", "INT32"])
def test_the_910b_divides_floats(rng, dtype):
    """And integers by a number only."""
    a, b = pairs(rng, dtype)
    config = RunConfig(platform="a2a3sim")
    with pytest.raises(errors.Diagnosed, match=r"the 910B \(a2a3\) has no division of INT"):
        run_tensor("pl.div(a, b)", {"a": a, "b": b}, np.zeros_like(a), config)
    out = run_tensor("pl.div(a, 3)", {"a": a}, np.zeros_like(a), config)
    want = [truncated(int(x), 3) for x in a.reshape(-1)]
    np.testing.assert_array_equal(out.reshape(-1), want)


@pytest.mark.parametrize("dtype", ["INT16", "INT32"])
def test_division(rng, dtype):
    """Towards zero; by zero all ones; the smallest number by -1 wraps to itself."""
    a, b = pairs(rng, dtype)
    want = [
        truncated(int(x), int(y)) if y else -1
        for x, y in zip(a.reshape(-1), b.reshape(-1), strict=True)
    ]
    out = run_tensor(
        "pl.div(a, b)", {"a": a, "b": b}, np.zeros_like(a), RunConfig(platform="a5sim")
    )
    np.testing.assert_array_equal(out, low_bits(np.array(want, object).reshape(a.shape), dtype))


@pytest.mark.parametrize("dtype", ["INT16", "INT32"])
def test_remainders(rng, dtype):
    """fmod has the sign of the dividend, rem that of the divisor; by zero all ones."""
    a, b = pairs(rng, dtype)
    config = RunConfig(platform="a5sim")
    numbers = list(zip(a.reshape(-1).tolist(), b.reshape(-1).tolist(), strict=True))
    shape = a.shape
    want = [x - truncated(x, y) * y if y else -1 for x, y in numbers]
    out = run_tile("pl.fmod(ta, tb)", {"a": a, "b": b}, np.zeros_like(a), config)
    np.testing.assert_array_equal(out, np.array(want, DTYPES[dtype]).reshape(shape))
    want = [x % y if y else -1 for x, y in numbers]
    scratch = f"tmp = pl.create_tile([16, 64], pl.{dtype})"
    out = run_tile("pl.rem(ta, tb, tmp)", {"a": a, "b": b}, np.zeros_like(a), config, (scratch,))
    np.testing.assert_array_equal(out, np.array(want, DTYPES[dtype]).reshape(shape))
