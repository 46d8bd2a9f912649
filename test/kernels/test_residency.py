# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data that stays on chip, what was loaded again, and the memory map."""

import json
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from kernel_numbers import integers

import pypto.language as pl


def bytes_loaded(report, space):
    return sum(p.bytes for p in report.paths if (p.source, p.destination) == ("DDR", space))


@pl.jit
def invariant(
    x: pl.Tensor[[64, 64], pl.FP32],
    w: pl.Tensor[[16, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            t = pl.load(x, [i * 16, 0], [16, 64])
            f = pl.load(w, [0, 0], [16, 64])
            out = pl.store(pl.mul(t, f), [i * 16, 0], out)
    return out


def test_invariant_loads_leave_the_loop(rng):
    """The weights are loaded once although the source loads them in each iteration."""
    x, w = integers(rng, 64, 64), integers(rng, 16, 64)
    out = np.zeros_like(x)
    compiled = invariant.compile()
    compiled(x, w, out)
    np.testing.assert_array_equal(out, x * np.tile(w, (4, 1)))
    report = compiled.report()
    assert bytes_loaded(report, "Vec") == x.nbytes + w.nbytes
    assert report.reloads == () and "reloaded" not in str(report)


@pl.jit
def updated(
    w: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for _ in pl.range(3):
            f = pl.load(w, [0, 0], [16, 64])
            w = pl.store(pl.add(f, 1.0), [0, 0], w)
    return w


def test_what_the_loop_writes_is_loaded_again(rng):
    w = integers(rng, 16, 64)
    before = w.copy()
    compiled = updated.compile()
    compiled(w)
    np.testing.assert_array_equal(w, before + 3)
    (reload,) = compiled.report().reloads
    assert (reload.space, reload.bytes, reload.again) == ("Vec", 3 * w.nbytes, 2 * w.nbytes)


@pl.jit
def reloading(
    a: pl.Tensor[[64, 128], pl.FP16],
    b: pl.Tensor[[128, 32], pl.FP16],
    out: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for m in pl.range(2):
            acc = pl.create_tile([32, 32], pl.FP32, target_memory=pl.Mem.Acc)
            for k in pl.range(4):
                left = pl.load(a, [m * 32, k * 32], [32, 32], target_memory=pl.Mem.Mat)
                right = pl.load(b, [k * 32, 0], [32, 32], target_memory=pl.Mem.Mat)
                lm = pl.move(left, target_memory=pl.Mem.Left)
                rm = pl.move(right, target_memory=pl.Mem.Right)
                if k == 0:
                    acc = pl.matmul(lm, rm)
                else:
                    acc = pl.matmul_acc(acc, lm, rm)
            out = pl.store(acc, [m * 32, 0], out)
    return out


@pl.jit
def resident(
    a: pl.Tensor[[64, 128], pl.FP16],
    b: pl.Tensor[[128, 32], pl.FP16],
    out: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        right = pl.load(b, [0, 0], [128, 32], target_memory=pl.Mem.Mat)
        for m in pl.range(2):
            left = pl.load(a, [m * 32, 0], [32, 128], target_memory=pl.Mem.Mat)
            acc = pl.create_tile([32, 32], pl.FP32, target_memory=pl.Mem.Acc)
            for k in pl.range(4):
                lm = pl.move(pl.slice(left, [32, 32], [0, k * 32]), target_memory=pl.Mem.Left)
                rm = pl.move(pl.slice(right, [32, 32], [k * 32, 0]), target_memory=pl.Mem.Right)
                if k == 0:
                    acc = pl.matmul(lm, rm)
                else:
                    acc = pl.matmul_acc(acc, lm, rm)
            out = pl.store(acc, [m * 32, 0], out)
    return out


def run(kernel, rng):
    a, b = integers(rng, 64, 128, dtype=np.float16), integers(rng, 128, 32, dtype=np.float16)
    out = np.zeros((64, 32), np.float32)
    compiled = kernel.compile()
    compiled(a, b, out)
    np.testing.assert_array_equal(out, a.astype(np.float32) @ b.astype(np.float32))
    return compiled, a, b


def test_the_report_names_what_was_loaded_again(rng):
    """Blocks of b are loaded for each m: all but the first time is counted, at their line."""
    compiled, a, b = run(reloading, rng)
    report = compiled.report()
    (reload,) = report.reloads
    assert (reload.space, reload.bytes, reload.again) == ("Mat", 2 * b.nbytes, b.nbytes)
    source = open(reload.file).read().splitlines()[reload.line - 1]
    assert source.strip().startswith("right = pl.load(b")
    assert f"reloaded      GM->Mat {b.nbytes} of {2 * b.nbytes} bytes" in str(report)
    assert "loaded again" in report._repr_html_()
    assert f"reload,GM->Mat {reload.file}:{reload.line},,,,{b.nbytes}" in report.csv()


def test_residency_in_mat(rng):
    """Operands that stay in Mat across the K loop are loaded once; moves take windows of them."""
    compiled, a, b = run(resident, rng)
    assert compiled.report().reloads == ()
    assert bytes_loaded(compiled.report(), "Mat") == a.nbytes + b.nbytes


@pl.jit
def chained(
    a: pl.Tensor[[32, 32], pl.FP16],
    b: pl.Tensor[[32, 32], pl.FP16],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        kept = pl.create_l1([32, 32], pl.FP16)
        left = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        right = pl.load(b, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        rm = pl.move(right, target_memory=pl.Mem.Right)
        first = pl.matmul(pl.move(left, target_memory=pl.Mem.Left), rm)
        kept = pl.assemble(kept, first, [0, 0])
        second = pl.matmul(pl.move(kept, target_memory=pl.Mem.Left), rm)
        out = pl.store(second, [0, 0], out)
    return out


def test_a_product_kept_in_l1(rng):
    """`pl.create_l1` holds a product, rounded to FP16 on its way from the accumulator."""
    a, b = integers(rng, 32, 32, dtype=np.float16), integers(rng, 32, 32, dtype=np.float16)
    out = np.zeros((32, 32), np.float32)
    compiled = chained.compile()
    compiled(a, b, out)
    first = (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16)
    np.testing.assert_array_equal(out, first.astype(np.float32) @ b.astype(np.float32))
    assert bytes_loaded(compiled.report(), "Mat") == a.nbytes + b.nbytes


def test_memory_map(tmp_path):
    """Every buffer has its place; formats agree; nothing overlaps while both are live."""
    map = reloading.compile().memory_map()
    data = json.loads(map.to_json())
    assert data == map.data and data["target"] == "910B"
    (kernel,) = data["kernels"]
    assert kernel["core"] == "AIC"
    spaces = {space["name"]: space for space in kernel["spaces"]}
    assert set(spaces) == {"Mat", "Left", "Right", "Acc"}
    assert {b["name"] for b in spaces["Mat"]["buffers"]} == {"left", "right"}
    assert [b["bytes"] for b in spaces["Acc"]["buffers"]] == [4096]
    for space in spaces.values():
        assert 0 < space["most_live"] <= space["peak"] <= space["capacity"]
        for i, one in enumerate(space["buffers"]):
            for other in space["buffers"][:i]:
                apart = (
                    one["address"] + one["bytes"] <= other["address"]
                    or other["address"] + other["bytes"] <= one["address"]
                )
                together = any(
                    a[0] <= b[1] and b[0] <= a[1] for a in one["live"] for b in other["live"]
                )
                assert apart or not together
    text = str(map)
    assert "on AIC of 910B" in text and "right: !pypto.tile<32x32xf16, Mat, layout=nz>" in text
    ElementTree.fromstring(map.to_svg())
    assert "<svg" in map._repr_html_() and map.to_html().startswith("<!DOCTYPE html>")
    for name in ("map.txt", "map.svg", "map.html", "map.json"):
        map.save(tmp_path / name)
    assert (tmp_path / "map.txt").read_text() == text
    with pytest.raises(ValueError, match="expected one of"):
        map.save(tmp_path / "map.pdf")
    assert repr(map).startswith("<MemoryMap of")
