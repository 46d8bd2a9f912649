# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pl.cast` of scalars: any pair of element types, against NumPy's conversion."""

import itertools

import ml_dtypes
import numpy as np
import pytest

import pypto.language as pl
from pypto.runtime import RunConfig

TYPES = {
    "INT8": np.int8,
    "INT16": np.int16,
    "INT32": np.int32,
    "INT64": np.int64,
    "UINT8": np.uint8,
    "UINT16": np.uint16,
    "UINT32": np.uint32,
    "UINT64": np.uint64,
    "FP16": np.float16,
    "BF16": ml_dtypes.bfloat16,
    "FP32": np.float32,
}


def values(kind: np.dtype) -> list:
    """Numbers of a type, its last ones too; of floats those that every type has."""
    if kind.kind in "iu":
        info = np.iinfo(kind)
        return [0, 1, 77, info.max, info.min, info.max - 2]
    return [0.0, 1.0, 77.0, 100.0]


@pytest.mark.parametrize(("source", "target"), list(itertools.permutations(TYPES, 2)))
def test_every_pair(source, target):
    """Integers keep their low bits; numbers that a float lacks are rounded to even."""
    kind, wanted = np.dtype(TYPES[source]), np.dtype(TYPES[target])
    # Each scalar fills a line of the data cache of its own.
    step = 64 // wanted.itemsize
    kernel = pl.parse(
        f"""import pypto.language as pl

@pl.jit
def kernel(n: pl.Scalar[pl.{source}], y: pl.Out[pl.Tensor[[{step}], pl.{target}]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0], pl.cast(n, pl.{target}))
    return y
"""
    )
    for value in values(kind):
        number = np.array(value).astype(kind)
        y = np.zeros(step, wanted)
        argument = int(value) if kind.kind in "iu" else float(value)
        kernel(argument, y, config=RunConfig(platform="a2a3sim"))
        with np.errstate(over="ignore"):
            expected = number.astype(wanted)
        assert y[0] == expected or (y[0] != y[0] and expected != expected), value


@pytest.mark.parametrize(("source", "target"), [("FP16", "BF16"), ("BF16", "FP16")])
def test_sixteen_bits_round_once(source, target):
    """Neither format holds the other: what is between two numbers goes to the nearest."""
    kernel = pl.parse(
        f"""import pypto.language as pl

@pl.jit
def kernel(x: pl.Tensor[[64], pl.{source}], y: pl.Out[pl.Tensor[[64], pl.{target}]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(64):
            pl.write(y, [i], pl.cast(pl.read(x, [i]), pl.{target}))
    return y
"""
    )
    x = np.random.default_rng(3).standard_normal(64).astype(TYPES[source])
    x[:4] = [np.inf, -np.inf, 60000, 1e-7]
    y = np.zeros(64, TYPES[target])
    kernel(x, y, config=RunConfig(platform="a2a3sim"))
    np.testing.assert_array_equal(y, x.astype(np.float32).astype(TYPES[target]))
