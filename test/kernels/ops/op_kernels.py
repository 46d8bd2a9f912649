# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of one expression, and data for them."""

from __future__ import annotations

import ml_dtypes
import numpy as np

import pypto.language as pl

DTYPES = {
    "FP32": np.float32,
    "FP16": np.float16,
    "BF16": ml_dtypes.bfloat16,
    "INT8": np.int8,
    "INT16": np.int16,
    "INT32": np.int32,
    "UINT8": np.uint8,
    "UINT16": np.uint16,
    "UINT32": np.uint32,
}
# Relative error of one rounding to each float.
EPS = {"FP32": 2.0**-24, "FP16": 2.0**-11, "BF16": 2.0**-8}

Arrays = dict[str, np.ndarray]


def dtype_name(array: np.ndarray) -> str:
    """The language's name of an array's element type."""
    return next(name for name, dtype in DTYPES.items() if array.dtype == dtype)


def parameter(array: np.ndarray) -> str:
    """The type of an array as a parameter."""
    return f"pl.Tensor[{list(array.shape)}, pl.{dtype_name(array)}]"


def make_kernel(inputs: Arrays, out: np.ndarray, lines: list[str]):
    """A kernel whose core scope has these lines."""
    parameters = [f"{name}: {parameter(array)}" for name, array in inputs.items()]
    parameters.append(f"out: pl.InOut[{parameter(out)}]")
    body = "\n".join(f"        {line}" for line in lines)
    return pl.parse(
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel({', '.join(parameters)}):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"{body}\n"
        "    return out\n"
    )


def run_tensor(expression: str, inputs: Arrays, out: np.ndarray, config) -> np.ndarray:
    """`out` after `out[:] = expression`, which names the inputs, was run."""
    kernel = make_kernel(inputs, out, [f"out[:] = {expression}"])
    kernel(*inputs.values(), out, config=config)
    return out


def run_lines(lines: list[str], inputs: Arrays, out: np.ndarray, config) -> np.ndarray:
    """`out` after the lines were run in a core scope."""
    kernel = make_kernel(inputs, out, lines)
    kernel(*inputs.values(), out, config=config)
    return out


def load(array: np.ndarray, name: str) -> str:
    """A line that loads a whole input into the tile t<name>, padded to whole blocks."""
    rows, columns = array.shape
    block = 32 // array.dtype.itemsize
    padded = -(-columns // block) * block
    return f"t{name} = pl.load({name}, [0, 0], [{rows}, {padded}], valid_shape=[{rows}, {columns}])"


def run_tile(
    expression: str, inputs: Arrays, out: np.ndarray, config, before: tuple[str, ...] = ()
) -> np.ndarray:
    """`out` after the tile `expression` of loaded inputs, t<name>, was stored."""
    lines = [load(array, name) for name, array in inputs.items()]
    return run_lines(
        [*lines, *before, f"r = {expression}", "out = pl.store(r, [0, 0], out)"],
        inputs,
        out,
        config,
    )


def random_array(
    rng: np.random.Generator, shape, dtype: str, low: float = -8, high: float = 8
) -> np.ndarray:
    """Values between `low` and `high`, for unsigned integers from 0."""
    if dtype.startswith("UINT"):
        low = max(low, 0)
    if "INT" in dtype:
        return rng.integers(int(low), int(high), size=shape, endpoint=True).astype(DTYPES[dtype])
    return rng.uniform(low, high, size=shape).astype(np.float32).astype(DTYPES[dtype])
