# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Task ids, explicit dependencies and scopes of the task runtime, with numbers and order."""

import linecache

import numpy as np
import pytest

import pypto.language as pl
from pypto import errors

CORE = pl.Level.CORE_GROUP


def normal(rng, *shape):
    return rng.standard_normal(shape, dtype=np.float32)


def timeline(kernel, config, *arguments):
    """The tasks of one run."""
    compiled = kernel.compile(*arguments, config=config)
    compiled(*arguments, config=config)
    return compiled.report().tasks


def is_after(tasks, second, first):
    return tasks[second].start_cycle >= tasks[first].end_cycle


@pl.jit
def manual_chain(
    x: pl.Tensor[[64, 64], pl.FP32],
    t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="first") as tid:
            t[:] = pl.exp(x)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tid], name_hint="second"):
            y[:] = pl.mul(t, 3.0)


@pl.jit
def manual_race(
    x: pl.Tensor[[64, 64], pl.FP32],
    t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="first"):
            t[:] = pl.exp(x)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="second"):
            y[:] = pl.mul(t, 3.0)


def test_a_manual_scope_waits_for_what_it_names(rng, config):
    x = normal(rng, 64, 64)
    t, y = np.zeros_like(x), np.zeros_like(x)
    tasks = timeline(manual_chain, config, x, t, y)
    np.testing.assert_allclose(y, np.exp(x) * 3, rtol=1e-5)
    assert [task.kernel for task in tasks] == ["first", "second"]
    assert is_after(tasks, 1, 0)


def test_a_manual_scope_tracks_nothing_itself(rng, config):
    x = normal(rng, 64, 64)
    t, y = np.zeros_like(x), np.zeros_like(x)
    # The second task reads before the first has written: that is the race that deps= prevents.
    with pytest.raises(RuntimeError, match="PYPTO-E0833"):
        timeline(manual_race, config, x, t, y)


@pl.jit
def read_then_overwritten(
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    t = pl.create_tensor([64, 64], dtype=pl.FP32)
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="writer") as tid:
            t[:] = pl.exp(x)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="reader", deps=[tid]):
            y[:] = pl.mul(t, 3.0)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="later", deps=[tid]):
            t[:] = pl.neg(x)


@pl.jit
def iterations_share_a_tensor(
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    t = pl.create_tensor([16, 64], dtype=pl.FP32)
    with pl.manual_scope():
        for i in pl.range(0, 64, 16):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="both"):
                t[:] = pl.exp(x[i : i + 16, :])
                y[i : i + 16, :] = pl.mul(x[i : i + 16, :], 3.0)


ORDERS = [
    (manual_race, "task 'second' may read .* of 't' before the earlier task 'first'", "second"),
    (
        read_then_overwritten,
        "task 'later' may overwrite .* of 't' before the earlier task 'reader'",
        "later",
    ),
    (
        iterations_share_a_tensor,
        "task 'both' may write .* of 't' before the same task of an earlier iteration",
        None,
    ),
]


@pytest.mark.parametrize(("kernel", "says", "later"), ORDERS)
def test_a_race_of_tasks_stands_at_the_later_scope(kernel, says, later, rng, config):
    """In the order of submission, whichever ran first, with the scope that needs a dependency."""
    x = normal(rng, 64, 64)
    arguments = [x, *[np.zeros_like(x) for _ in range(2 if kernel is manual_race else 1)]]
    with pytest.raises(errors.Diagnosed, match=says) as raised:
        timeline(kernel, config, *arguments)
    scope = linecache.getline(raised.value.span.file, raised.value.span.line)
    assert scope.strip().startswith("with pl.at(")
    assert later is None or f'name_hint="{later}"' in scope
    assert "deps=[...]" in raised.value.hint


@pl.jit
def fan(
    x: pl.Tensor[[256, 64], pl.FP32],
    t: pl.InOut[pl.Tensor[[256, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
):
    with pl.scope(mode=pl.ScopeMode.MANUAL):
        ids = pl.array.create(4, pl.TASK_ID)
        for i in pl.range(4):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="stage1") as tid:
                t[i * 64 : (i + 1) * 64, :] = pl.exp(x[i * 64 : (i + 1) * 64, :])
            ids[i] = tid
        with pl.at(level=pl.Level.CORE_GROUP, deps=[ids], name_hint="stage2"):
            for r in pl.range(0, 256, 64):
                y[r : r + 64, :] = pl.mul(t[r : r + 64, :], 2.0)


def test_fan_in_through_an_array(rng, config):
    x = normal(rng, 256, 64)
    t, y = np.zeros_like(x), np.zeros_like(x)
    tasks = timeline(fan, config, x, t, y)
    np.testing.assert_allclose(y, np.exp(x) * 2, rtol=1e-5)
    assert [task.kernel for task in tasks] == ["stage1"] * 4 + ["stage2"]
    assert all(is_after(tasks, 4, first) for first in range(4))


@pl.jit
def snapshot(
    x: pl.Tensor[[64, 64], pl.FP32],
    a: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
    b: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.manual_scope():
        ids = pl.array.create(2, pl.TASK_ID)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="early") as first:
            a[:] = pl.neg(x)
        ids[0] = first
        kept = ids[0]
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="late") as second:
            for _ in pl.range(8):
                b[:] = pl.exp(pl.exp(pl.exp(x)))
        ids[0] = second
        with pl.at(level=pl.Level.CORE_GROUP, deps=[kept], name_hint="reader"):
            y[:] = pl.mul(a, 2.0)


def test_an_id_that_was_read_does_not_change(rng, config):
    x = normal(rng, 64, 64) / 4
    a, b, y = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    tasks = timeline(snapshot, config, x, a, b, y)
    np.testing.assert_allclose(y, -2 * x, rtol=1e-6)
    assert is_after(tasks, 2, 0)
    assert tasks[2].depends_on == (0,)


@pl.jit
def carried(
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
    n: pl.Scalar[pl.INT64],
):
    with pl.manual_scope():
        prev = None
        for _ in pl.range(n):
            with pl.at(level=pl.Level.CORE_GROUP, deps=[prev], name_hint="step") as prev:
                y[:] = pl.add(pl.mul(y, 2.0), x)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_loop_carries_its_last_task(rng, config, count):
    x, y = normal(rng, 64, 64), normal(rng, 64, 64)
    expected = y.copy()
    for _ in range(count):
        expected = expected * np.float32(2) + x
    tasks = timeline(carried, config, x, y, count)
    np.testing.assert_allclose(y, expected, rtol=1e-5)
    assert len(tasks) == count
    assert all(is_after(tasks, i + 1, i) for i in range(count - 1))


@pl.jit
def joined(
    x: pl.Tensor[[64, 64], pl.FP32],
    t: pl.InOut[pl.Tensor[[128, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP) as a:
            t[0:64, :] = pl.exp(x)
        with pl.at(level=pl.Level.CORE_GROUP) as b:
            t[64:128, :] = pl.neg(x)
        both = pl.system.task_dummy(deps=[a, b, None, pl.system.task_invalid()])
        with pl.at(level=pl.Level.CORE_GROUP, deps=[both]):
            y[:] = pl.add(t[0:64, :], t[64:128, :])


def test_a_dummy_task_joins(rng, config):
    x = normal(rng, 64, 64)
    t, y = np.zeros((128, 64), np.float32), np.zeros_like(x)
    tasks = timeline(joined, config, x, t, y)
    np.testing.assert_allclose(y, np.exp(x) - x, rtol=1e-5)
    assert tasks[2].kernel == "join"
    assert is_after(tasks, 3, 0) and is_after(tasks, 3, 1)


@pl.jit
def blocks(
    x: pl.Tensor[[256, 64], pl.FP32],
    t: pl.InOut[pl.Tensor[[256, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
):
    with pl.manual_scope():
        with pl.spmd(4, name_hint="produce") as produced:
            i = pl.tile.get_block_idx()
            t[i * 64 : i * 64 + 64, :] = pl.exp(x[i * 64 : i * 64 + 64, :])
        with pl.spmd(4, deps=[produced], name_hint="consume") as consumed:  # noqa: F841
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="consumer"):
                i = pl.tile.get_block_idx()
                y[i * 64 : i * 64 + 64, :] = pl.neg(t[i * 64 : i * 64 + 64, :])


def test_blocks_with_ids(rng, config):
    x = normal(rng, 256, 64)
    t, y = np.zeros_like(x), np.zeros_like(x)
    tasks = timeline(blocks, config, x, t, y)
    np.testing.assert_allclose(y, -np.exp(x), rtol=1e-5)
    assert [task.blocks for task in tasks] == [4, 4]
    assert is_after(tasks, 1, 0)


@pl.jit
def untracked(
    x: pl.Tensor[[64, 64], pl.FP32],
    t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:] = pl.exp(x)
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[t]):
        y[:] = pl.mul(t, 3.0)


def test_no_dependency_follows_from_no_dep_args(rng, config):
    x = normal(rng, 64, 64)
    t, y = np.zeros_like(x), np.zeros_like(x)
    with pytest.raises(RuntimeError, match="PYPTO-E0833"):
        timeline(untracked, config, x, t, y)


@pl.jit
def explicit_beside_automatic(
    x: pl.Tensor[[64, 64], pl.FP32],
    t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
    u: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP) as other:
        u[:] = pl.exp(pl.exp(x))
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:] = pl.exp(x)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[other]):
        y[:] = pl.mul(t, 3.0)


def test_explicit_dependencies_add_to_automatic_ones(rng, config):
    x = normal(rng, 64, 64)
    t, u, y = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    tasks = timeline(explicit_beside_automatic, config, x, t, u, y)
    np.testing.assert_allclose(y, np.exp(x) * 3, rtol=1e-5)
    assert is_after(tasks, 2, 0) and is_after(tasks, 2, 1)
    assert tasks[1].depends_on == ()


@pl.jit
def conditional(
    x: pl.Tensor[[64, 64], pl.FP32],
    flags: pl.Tensor[[4], pl.INT32],
    y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
):
    for i in pl.range(4):
        with pl.spmd(1, predicate=(flags[i] > 2)):
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:] = pl.add(y, x)


@pytest.mark.parametrize("flags", [[0, 0, 0, 0], [3, -5, 2, 7], [9, 9, 9, 9]])
def test_a_predicate_skips_tasks(rng, config, flags):
    x, y = normal(rng, 64, 64), normal(rng, 64, 64)
    expected = y.copy()
    for flag in flags:
        if flag > 2:
            expected = expected + x
    conditional(x, np.array(flags, np.int32), y, config=config)
    np.testing.assert_allclose(y, expected, rtol=1e-6)


@pl.program
class Submits:
    @pl.function(type=pl.FunctionType.InCore)
    def scale(
        self,
        x: pl.Tensor[[64, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    ) -> pl.Tensor[[64, 64], pl.FP32]:
        out = pl.store(pl.mul(pl.load(x, [0, 0], [64, 64]), 2.0), [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[64, 64], pl.FP32],
        t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
        y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    ) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.manual_scope():
            t, first = pl.submit(self.scale, x, t, allow_early_resolve=True)
            y, second = pl.spmd_submit(self.scale, t, y, core_num=1, deps=[first])
        return y


def test_submitted_kernels(rng, config):
    x = normal(rng, 64, 64)
    t, y = np.zeros_like(x), np.zeros_like(x)
    compiled = Submits.compile(config=config)
    compiled(x, t, y, config=config)
    np.testing.assert_array_equal(y, x * 4)
    tasks = compiled.report().tasks
    assert [task.kernel for task in tasks] == ["scale", "scale"]
    assert is_after(tasks, 1, 0)


@pl.jit
def clustered(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster(name_hint="pair"):
        for i in pl.spmd(4):
            y[i * 16 : i * 16 + 16, :] = pl.neg(x[i * 16 : i * 16 + 16, :])


def test_a_cluster_of_one_kernel_runs(rng, config):
    x = normal(rng, 64, 64)
    y = np.zeros_like(x)
    clustered(x, y, config=config)
    np.testing.assert_array_equal(y, -x)
