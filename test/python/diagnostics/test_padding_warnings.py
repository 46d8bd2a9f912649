# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's fatal pitfall: a reduction over padding that is not its identity is reported."""

import warnings

import pytest

import pypto.language as pl
from pypto import errors
from pypto.diagnostics import DiagnosticWarning
from pypto.runtime import RunConfig

REDUCTIONS = {"max": pl.row_max, "min": pl.row_min, "sum": pl.row_sum}
PADS = {"max": pl.PadValue.max, "min": pl.PadValue.min, "zero": pl.PadValue.zero}
IDENTITY = {"max": "min", "min": "max", "sum": "zero"}


def texts(kernel, **options):
    """The padding warnings of a full compile."""
    kernel.cache_clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        _ = kernel.compile(config=RunConfig(**options)).executable
    found = [str(w.message) for w in caught if issubclass(w.category, DiagnosticWarning)]
    return [text for text in found if "ReductionOverPadding" in text]


def reduction_of_a_fill(kind, pad):
    reduce, value = REDUCTIONS[kind], PADS[pad]

    @pl.jit
    def kernel(
        x: pl.Tensor[[16, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        out: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.fillpad(pl.set_validshape(x, 16, n), pad_value=value)
            out[:] = reduce(t)

    return kernel


@pytest.mark.parametrize("kind", REDUCTIONS)
@pytest.mark.parametrize("pad", PADS)
def test_every_reduction_and_pad_value(kind, pad):
    """Silent for the identity; otherwise the text names the value that is."""
    found = texts(reduction_of_a_fill(kind, pad))
    if pad == IDENTITY[kind]:
        assert found == []
        return
    (text,) = found
    assert f"[ReductionOverPadding] pl.row_{kind} reads the padding behind the columns" in text
    assert f"not the identity of {kind}" in text
    assert f"fill with pl.PadValue.{IDENTITY[kind]}" in text
    assert "PYPTO-W0501" in text and "test_padding_warnings.py:" in text and "^" in text


@pl.jit
def tile_level(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    out: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64], valid_shape=[16, n])
        t = pl.fillpad(t, pad_value=pl.PadValue.zero)
        tmp = pl.create_tile([16, 64], pl.FP32)
        out = pl.store(pl.row_max(t, tmp), [0, 0], out)


@pl.jit
def the_manuals_snippet(
    x: pl.Tensor[[256, 128], pl.FP32],
    rows_left: pl.Scalar[pl.INDEX],
    off: pl.Scalar[pl.INDEX],
    out: pl.Out[pl.Tensor[[128, 1], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [off, 0], [128, 128])
        t = pl.set_validshape(t, rows_left, 128)
        tmp = pl.create_tile([128, 128], pl.FP32)
        m = pl.row_max(t, tmp)
        out = pl.store(m, [0, 0], out)


def test_tile_level():
    """The same at tile level, with the name of the tile."""
    (text,) = texts(tile_level)
    assert "pl.row_max reads the padding behind the columns of 't', which holds 0" in text


def maximum_of(made):
    @pl.jit
    def kernel(
        x: pl.Tensor[[16, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        out: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.fillpad(pl.set_validshape(x, 16, n), pad_value=pl.PadValue.zero)
            out[:] = pl.row_max(made(t))

    return kernel


@pl.jit.inline
def magnitude(t):
    return pl.abs(t)


@pl.jit.inline
def square(t):
    return pl.mul(t, t)


@pl.jit.inline
def shifted(t):
    return pl.sub(pl.abs(t), t)


@pytest.mark.parametrize(
    ("made", "count"), [(magnitude, 0), (square, 0), (shifted, 1)], ids=["abs", "square", "other"]
)
def test_zeros_beside_data_that_is_not_negative(made, count):
    """The largest magnitude of a row is right with zeros as padding."""
    assert len(texts(maximum_of(made))) == count


def test_the_valid_region_alone_is_silent():
    """set_validshape without a fill: the reduction sees the valid rows only."""
    assert texts(the_manuals_snippet) == []


def test_disabled_and_as_error():
    """By name, as every warning."""
    assert texts(tile_level, disabled_diagnostics=["ReductionOverPadding"]) == []
    tile_level.cache_clear()
    with pytest.raises(errors.Error, match="row_max reads the padding"):
        _ = tile_level.compile(
            config=RunConfig(warnings_as_errors=["ReductionOverPadding"])
        ).executable
