# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`RunConfig(dump_passes=True)`: the IR after each pass, in a folder per compile."""

import numpy as np
import pytest

import pypto.language as pl
from pypto.runtime import RunConfig


def make():
    @pl.jit
    def doubled(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.load(x, [0, 0], [16, 16])
            out = pl.store(pl.add(t, t), [0, 0], out)
        return out

    return doubled


def run(kernel, config):
    x = np.arange(256, dtype=np.float32).reshape(16, 16)
    out = np.zeros_like(x)
    kernel(x, out, config=config)
    np.testing.assert_array_equal(out, 2 * x)


def dumped(folder):
    return sorted(p.name for p in folder.rglob("*.mlir"))


def test_writes_each_pass(tmp_path):
    run(make(), RunConfig(dump_passes=True, output_dir=str(tmp_path)))
    files = dumped(tmp_path / "passes_dump")
    for name in ("pypto-outline-scopes", "pypto-allocate-addresses", "pto-insert-sync"):
        assert any(name in file for file in files), (name, files)


def test_default_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PYPTO_PROG_BUILD_DIR", str(tmp_path / "build"))
    for _ in range(2):
        run(make(), RunConfig(dump_passes=True))
    folders = list((tmp_path / "build").iterdir())
    assert len(folders) == 2, "each compile has its own"
    assert all(f.name.startswith("doubled_") and dumped(f) for f in folders)


def test_nothing_without_it(tmp_path, monkeypatch):
    """Neither before nor after a compile that dumps."""
    monkeypatch.chdir(tmp_path)
    run(make(), RunConfig())
    run(make(), RunConfig(dump_passes=True, output_dir=str(tmp_path / "asked")))
    before = len(dumped(tmp_path))
    run(make(), RunConfig())
    assert len(dumped(tmp_path)) == before
    assert [p.name for p in tmp_path.iterdir()] == ["asked"]


def test_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Exception, match="file"):
        run(make(), RunConfig(dump_passes=True, output_dir=str(tmp_path / "file" / "below")))
