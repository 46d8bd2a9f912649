# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What passes say under the phrases of the catalogue: errors, and hints about speed."""

import linecache

import pytest

import pypto.language as pl
from pypto import errors
from pypto.diagnostics import DiagnosticWarning
from pypto.runtime import RunConfig


@pl.jit
def too_much_at_once(
    x: pl.Tensor[[256, 128], pl.FP32],
    z: pl.Tensor[[256, 128], pl.FP32],
    y: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [256, 128])
        b = pl.load(z, [0, 0], [256, 128])
        pl.store(pl.add(a, b), [0, 0], y)


def test_buffer_usage():
    """Both 128 KiB tiles are live at once; 184 KiB of Vec are usable on the 910B."""
    with pytest.raises(ValueError, match="PYPTO-E0501") as caught:
        too_much_at_once.lower()
    text = str(caught.value)
    assert isinstance(caught.value, errors.VerificationError)
    assert "Vec buffer usage (262144 bytes) exceeds platform limit (188416 bytes)" in text
    line = linecache.getline(__file__, caught.value.span.line)
    assert "b = pl.load(z, [0, 0], [256, 128])" in line
    assert "see current operation" not in text


@pl.jit
def short_rows(x: pl.Tensor[[64, 256], pl.FP32], y: pl.Out[pl.Tensor[[64, 256], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        u = pl.load(x, [0, 0], [16, 128])
        pl.store(t, [0, 0], y)
        pl.store(u, [16, 0], y)


@pytest.mark.parametrize(("platform", "count"), [("a2a3sim", 2), ("a5sim", 0)])
def test_short_rows_are_hinted_at(platform, count, tmp_path):
    """256 bytes of a row of 1024: too few for the 910B, enough for the 950."""
    compiled = short_rows.compile(config=RunConfig(platform=platform, output_dir=tmp_path))
    _ = compiled.executable
    hints = compiled.perf_hints
    assert len([h for h in hints if "TileInnermostDimGranularity" in h]) == count
    if count:
        assert hints[0].startswith("[perf_hint PH001] TileInnermostDimGranularity: pl.load moves")
        assert "pieces of 256 bytes" in hints[0] and "512 or more" in hints[0]
        assert f"{__file__}:" in hints[0] and "t = pl.load(x, [0, 0], [16, 64])" in hints[0]
        log = (tmp_path / "report" / "perf_hints.log").read_text()
        assert all(hint in log for hint in hints)


@pytest.mark.parametrize("name", ["TileInnermostDimGranularity", "PYPTO-W0008"])
def test_a_hint_is_disabled_by_name_or_code(name):
    assert short_rows.compile().perf_hints
    assert not short_rows.compile(config=RunConfig(disabled_diagnostics=[name])).perf_hints


@pl.jit
def deep_pipeline(x: pl.Tensor[[2048, 64], pl.FP32], y: pl.Out[pl.Tensor[[2048, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(0, 2048, 128, stage=8):
            t = pl.load(x, [i, 0], [128, 64])
            y = pl.store(pl.exp(t), [i, 0], y)


def test_a_reduced_depth_of_a_pipeline_is_hinted_at():
    """Eight iterations need 8 x 32 KiB and more; Vec has 184 KiB."""
    compiled = deep_pipeline.compile()
    _ = compiled.executable
    (hint,) = [h for h in compiled.perf_hints if "pipeline" in h]
    assert "iterations of this pipeline are taken together in place of 8" in hint
    assert "for i in pl.pipeline(0, 2048, 128, stage=8):" in hint


@pl.jit
def pad_of_a_whole(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.slice(x, [16, 64], [0, 0], pad_value=pl.PadValue.zero)


def test_a_pad_that_can_never_be_seen():
    pad_of_a_whole.cache_clear()
    with pytest.warns(DiagnosticWarning, match="PadWithoutPartialValidity") as caught:
        pad_of_a_whole.compile()
    (warning,) = caught
    assert warning.message.code == "PYPTO-W0004"
    assert warning.filename == __file__
    pad_of_a_whole.compile(config=RunConfig(disabled_diagnostics=["PadWithoutPartialValidity"]))
