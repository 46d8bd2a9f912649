# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What errors advise for names of other libraries runs, and gives the numbers of the name."""

import re

import numpy as np
import pytest

import pypto.language as pl
from pypto.language.elsewhere import EXPRESSIONS, OPERATIONS, said_here
from pypto.runtime import RunConfig

ROWS, COLUMNS = 5, 33
_NAME = re.compile(r"pl\.(\w+)")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


GOLDEN = {
    "sigmoid": lambda x, y: sigmoid(x),
    "silu": lambda x, y: x * sigmoid(x),
    "tanh": lambda x, y: np.tanh(x),
    # The approximation by a logistic function.
    "gelu": lambda x, y: x * sigmoid(1.5957691216057308 * (x + 0.044715 * x**3)),
    "relu6": lambda x, y: np.clip(x, 0, 6),
    "clip": lambda x, y: np.clip(x, -1, 2),
    "square": lambda x, y: x**2,
    "exp2": lambda x, y: np.exp2(x),
    "log2": lambda x, y: np.log2(np.abs(x)),
    "floor": lambda x, y: np.floor(x),
    "ceil": lambda x, y: np.ceil(x),
    "softmax": lambda x, y: (e := np.exp(x - x.max(1, keepdims=True))) / e.sum(1, keepdims=True),
    "where": lambda x, y: np.where(x > y, x, y),
    "zeros": lambda x, y: np.zeros((16, 32)),
    "ones": lambda x, y: np.ones((16, 32)),
    "mean": lambda x, y: x.mean(1, keepdims=True),
}


def kernel(name, shape):
    """A kernel of the expression; what comes after "with" is computed before."""
    text, _, before = EXPRESSIONS[name].partition(" with ")
    before = before.partition(", ")[0] if name == "where" else before
    if name == "where":
        before = EXPRESSIONS[name].partition(" with ")[2].rpartition(", the")[0]
    for word, value in (("low", "-1.0"), ("high", "2.0"), ("columns", str(COLUMNS))):
        text = re.sub(rf"\b{word}\b", value, text)
    return pl.parse(
        f"""import pypto.language as pl
@pl.jit
def k(x: pl.Tensor[[{ROWS}, {COLUMNS}], pl.FP32], y: pl.Tensor[[{ROWS}, {COLUMNS}], pl.FP32],
      out: pl.Out[pl.Tensor[{list(shape)}, pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        {before or "pass"}
        out[:] = {text}
"""
    )


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_the_expression_is_what_the_name_says(name, platform):
    rng = np.random.default_rng(3)
    x, y = (rng.standard_normal((ROWS, COLUMNS)).astype(np.float32) * 3 for _ in range(2))
    if name == "log2":
        x = np.abs(x)
    wanted = GOLDEN[name](x.astype(np.float64), y.astype(np.float64))
    out = np.full(wanted.shape, np.nan, np.float32)
    kernel(name, wanted.shape)(x, y, out, config=RunConfig(platform=platform))
    np.testing.assert_allclose(out, wanted, rtol=2e-5, atol=2e-6)


def test_every_expression_has_numbers():
    assert set(GOLDEN) == set(EXPRESSIONS)


@pytest.mark.parametrize("name", [*EXPRESSIONS, *OPERATIONS])
def test_the_advice_names_operations(name):
    """Names of the advice exist, and the name that it is for does not."""
    assert name not in pl.__all__
    advice = said_here(name)
    assert all(hasattr(pl, found) for found in _NAME.findall(advice)), advice
