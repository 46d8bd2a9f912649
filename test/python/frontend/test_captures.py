# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel is compiled again when what it took from Python is another value, and only then."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import pypto.language as pl
from interpreter import run
from pypto.frontend.constant_key import constant_key

SHAPE = [8, 16]
WINDOW = [8, 16]
TABLE: dict[str, Any] = {"factors": [2.0, [3.0]]}
CONFIG = SimpleNamespace(steps=[1.0, 2.0])
LIMIT = 0.0
BROKEN: Any = {"factor": 1.0}


@pl.jit
def from_list(x: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], SHAPE)
        pl.store(t, [0, 0], y)


@pl.jit
def from_containers(x: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [8, 16])
        t = pl.mul(t, TABLE["factors"][1][0])
        pl.store(pl.mul(t, CONFIG.steps[1]), [0, 0], y)


@pl.jit.inline
def loaded(x: pl.Tensor[[8, 16], pl.FP32], shape=WINDOW):  # noqa: B008
    return pl.load(x, [0, 0], shape)


@pl.jit
def from_default(x: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(loaded(x), [0, 0], y)


@pl.jit
def from_zero(x: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.mul(pl.load(x, [0, 0], [8, 16]), LIMIT), [0, 0], y)


@pl.jit
def of_constant(
    x: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]], factor: float
):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.mul(pl.load(x, [0, 0], [8, 16]), factor), [0, 0], y)


@pl.jit
def of_broken(x: pl.Tensor[[8, 16], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [8, 16])
        pl.store(pl.mul(t, BROKEN["factor"]), [0, 0], y)


def computed(kernel: Any, *more: Any) -> np.ndarray:
    y = np.zeros((8, 16), np.float32)
    run(kernel, np.ones((8, 16), np.float32), y, *more)
    return y


def test_a_list_that_is_changed():
    first = from_list.compile()
    assert from_list.compile() is first
    assert computed(from_list).sum() == 128
    SHAPE[0] = 4
    try:
        assert from_list.compile() is not first
        assert computed(from_list).sum() == 64
    finally:
        SHAPE[0] = 8
    assert from_list.compile() is first


def test_a_default_that_is_changed():
    first = from_default.compile()
    assert computed(from_default).sum() == 128
    WINDOW[0] = 4
    try:
        assert computed(from_default).sum() == 64
    finally:
        WINDOW[0] = 8
    assert from_default.compile() is first


def test_a_list_in_a_container_that_is_changed():
    assert (computed(from_containers) == 6).all()
    first = from_containers.compile()
    TABLE["factors"][1][0] = 5.0
    CONFIG.steps[1] = 4.0
    assert (computed(from_containers) == 20).all()
    TABLE["factors"][1][0] = 3.0
    CONFIG.steps[1] = 2.0
    assert from_containers.compile() is first


def test_the_sign_of_a_captured_zero(monkeypatch: pytest.MonkeyPatch):
    assert not np.signbit(computed(from_zero)).any()
    monkeypatch.setitem(globals(), "LIMIT", -0.0)
    assert np.signbit(computed(from_zero)).all()


def test_the_sign_of_a_zero_argument():
    assert not np.signbit(computed(of_constant, 0.0)).any()
    assert np.signbit(computed(of_constant, -0.0)).all()


def test_constant_key():
    nan = float("nan")
    distinct = [0, 0.0, -0.0, False, 1, 1.0, True, "1", (1,), (1.0,), (True,), [1], [[1]], None]
    distinct += [nan, math.inf, np.float32(1), np.int32(1)]
    assert len({constant_key(v) for v in distinct}) == len(distinct)
    for value in [*distinct, object(), {}, constant_key]:
        assert constant_key(value) == constant_key(value)
    assert constant_key(nan) == constant_key(float("nan"))
    assert constant_key({}) != constant_key({})
    assert constant_key(np.array(2.0)) == constant_key(np.array(2.0))


class Failing:
    def __getitem__(self, key: str) -> float:
        raise OSError("the disk is gone")


@pytest.mark.parametrize(
    ("captured", "kind", "text"),
    [
        ({"other": 1.0}, Exception, "'BROKEN' has no item 'factor'"),
        (object(), Exception, "Subscript requires Tuple, Tensor, Tile, or Array type"),
        (Failing(), OSError, "the disk is gone"),
    ],
)
def test_an_item_that_cannot_be_read(
    captured: Any, kind: type[Exception], text: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(globals(), "BROKEN", captured)
    with pytest.raises(kind, match=text):
        of_broken.compile()


def test_an_item_that_is_gone(monkeypatch: pytest.MonkeyPatch):
    table = {"factor": 2.0}
    monkeypatch.setitem(globals(), "BROKEN", table)
    assert (computed(of_broken) == 2).all()
    del table["factor"]
    with pytest.raises(Exception, match="has no item 'factor'"):
        of_broken.compile()
