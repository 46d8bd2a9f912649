# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computed tensors that no memory on chip holds pass through global memory, whoever uses them.

In one scope, in one on every block, and in one that runs twice; with races checked.
"""

import numpy as np
import pytest
from op_kernels import parameter, random_array

import pypto.language as pl
from pypto.runtime import RunConfig

SCOPES = {
    "one": ("    with pl.at(level=pl.Level.CORE_GROUP):\n        out = whole\n", "        ", 1),
    "blocks": ("    for b in pl.spmd(3):\n        out = whole[{part}]\n", "        ", 3),
    "turns": (
        "    for turn in pl.range(2):\n"
        "        with pl.at(level=pl.Level.CORE_GROUP):\n"
        "            out = whole\n",
        "            ",
        1,
    ),
}


def run(lines: str, x: np.ndarray, start: np.ndarray, scope: str, config) -> np.ndarray:
    """What the lines make of `x` in `out`, which is `start` before; on each of the blocks."""
    head, indent, count = SCOPES[scope]
    whole = np.concatenate([start] * count)
    rows = len(start)
    part = ", ".join([f"b * {rows} : b * {rows} + {rows}", *[":"] * (start.ndim - 1)])
    body = "".join(f"{indent}{line}\n" for line in lines.strip().split("\n"))
    kernel = pl.parse(
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel(x: {parameter(x)}, whole: pl.InOut[{parameter(whole)}]):\n"
        f"{head.format(part=part)}{body}    return whole\n"
    )
    kernel(x, whole, config=RunConfig(platform=config.platform, check_races=True))
    return whole.reshape(count, *start.shape)


def rolled(x: np.ndarray, turns: int) -> np.ndarray:
    for _ in range(turns):
        x = np.concatenate([x[1:], x[:1]]) + 0.25
    return x


def windows_of_sums(x: np.ndarray) -> np.ndarray:
    parts = []
    for _ in range(3):
        parts.append((x[:-1] + x[1:])[100:108])
        x = x * 1.5
    return np.concatenate(parts)


def row_column(x: np.ndarray) -> np.ndarray:
    return x * (x - x.sum(1, keepdims=True)).max(0, keepdims=True)


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


MATRIX, CUBE = (1003, 1501), (5, 203, 301)
# Lines, the shape of x, and what is expected of x in FP64.
FLOWS = {
    "window": (
        "t = pl.mul(x, 2.0)\nout[:] = pl.exp(t[3:100, 5:77])",
        MATRIX,
        lambda x: np.exp(2 * x[3:100, 5:77]),
    ),
    "windows in a loop": (
        "m = pl.row_expand_sub(x, x[:, 3:4])\nt = pl.exp(pl.col_expand_mul(m, x[7:8, :]))\n"
        "for i in pl.range(9):\n"
        "    out[i * 8 : i * 8 + 8, :] = pl.add(t[i * 100 : i * 100 + 8, 9 * i : 9 * i + 72], 1.0)",
        MATRIX,
        lambda x: np.concatenate(
            [
                (np.exp((x - x[:, 3:4]) * x[7:8]) + 1)[100 * i : 100 * i + 8, 9 * i : 9 * i + 72]
                for i in range(9)
            ]
        ),
    ),
    "windows of rows and of one column": (
        "t = pl.mul(pl.exp(x), x)\nc = pl.mul(t[9:100, 5:6], 2.0)\n"
        "out[:] = pl.row_expand_mul(pl.mul(t[100:191, 7:99], 1.0), c)",
        MATRIX,
        lambda x: (np.exp(x) * x)[100:191, 7:99] * 2 * (np.exp(x) * x)[9:100, 5:6],
    ),
    "large window": (
        "t = pl.exp(x)\nout[:] = pl.mul(t[7:1000, 5:1488], 0.5)",
        MATRIX,
        lambda x: 0.5 * np.exp(x[7:1000, 5:1488]),
    ),
    "window of a softmax": (
        "e = pl.exp(x)\ns = pl.row_expand_div(e, pl.row_sum(e))\n"
        "out[:] = pl.mul(s[3:100, 5:77], 2.0)",
        MATRIX,
        lambda x: 2 * (np.exp(x) / np.exp(x).sum(1, keepdims=True))[3:100, 5:77],
    ),
    "shifted sum": (
        "t = pl.mul(x, 2.0)\nout[:] = pl.add(t[0:1002, :], t[1:1003, :])",
        MATRIX,
        lambda x: 2 * (x[:-1] + x[1:]),
    ),
    "window and whole": (
        "t = pl.exp(x)\nq = pl.mul(t, 1.0)\nw = pl.mul(t[3:100, :], 0.5)\nout[0:97, :] = w\n"
        "z = pl.add(q, 1.0)\nout[97:1100, :] = z",
        MATRIX,
        lambda x: np.concatenate([0.5 * np.exp(x)[3:100], np.exp(x) + 1]),
    ),
    "reshape": (
        "t = pl.mul(x, 2.0)\nout[:] = pl.exp(pl.reshape(t, [1501, 1003]))",
        MATRIX,
        lambda x: np.exp(2 * x).reshape(1501, 1003),
    ),
    "reshape to three axes": (
        "t = pl.mul(x, 2.0)\nout[:] = pl.add(pl.reshape(t, [17, 59, 1501]), 1.0)",
        MATRIX,
        lambda x: (2 * x + 1).reshape(17, 59, 1501),
    ),
    "reshape, then reduce": (
        "t = pl.exp(x)\nout[:] = pl.row_sum(pl.reshape(t, [1501, 1003]))",
        MATRIX,
        lambda x: np.exp(x).reshape(1501, 1003).sum(1, keepdims=True),
    ),
    "reshape of a window of memory": (
        "r = pl.reshape(x[3:1002, 5:1488], [1483, 999])\nout[:] = pl.exp(r)",
        MATRIX,
        lambda x: np.exp(x[3:1002, 5:1488]).reshape(1483, 999),
    ),
    "reshape of a small window of what is stored": (
        "t = pl.exp(x)\nout[:] = pl.mul(pl.reshape(t[481:638, 86:240], [154, 157]), 2.0)",
        MATRIX,
        lambda x: 2 * np.exp(x[481:638, 86:240]).reshape(154, 157),
    ),
    "flatten": (
        "t = pl.mul(x, 2.0)\nr = pl.reshape(t, [1505503])\nout[:] = pl.mul(r[77:1400077], 0.5)",
        MATRIX,
        lambda x: x.reshape(-1)[77:1400077],
    ),
    "transpose": (
        "t = pl.row_expand_sub(x, pl.row_max(x))\n"
        "out[:] = pl.add(pl.mul(pl.transpose(t, 0, 1), 2.0), 1.0)",
        MATRIX,
        lambda x: (x - x.max(1, keepdims=True)).T * 2 + 1,
    ),
    "transposed join": (
        "out[:] = pl.transpose(pl.concat(pl.add(x, x), x), 0, 1)",
        (301, 5003),
        lambda x: np.concatenate([2 * x, x], 1).T,
    ),
    "join without a row that fits": (
        "out[:] = pl.exp(pl.concat(pl.add(x, x), x))",
        (17, 40007),
        lambda x: np.exp(np.concatenate([2 * x, x], 1)),
    ),
    "both, computed on": (
        "out[:] = pl.exp(pl.transpose(pl.concat(pl.add(x, x), x), 0, 1))",
        (17, 40007),
        lambda x: np.exp(np.concatenate([2 * x, x], 1).T),
    ),
    "join of columns": (
        "out[:] = pl.concat(pl.row_sum(x), x)",
        (9001, 301),
        lambda x: np.concatenate([x.sum(1, keepdims=True), x], 1),
    ),
    "rows and columns reduced": (
        "r = pl.row_sum(x)\nc = pl.col_max(pl.row_expand_sub(x, r))\n"
        "out[:] = pl.col_expand_mul(x, c)",
        MATRIX,
        row_column,
    ),
    "sum in a loop": (
        "acc = pl.mul(x, 0.0)\nfor i in pl.range(5):\n"
        "    acc = pl.add(acc, pl.mul(x, pl.cast(i + 1, pl.FP32)))\nout[:] = acc",
        MATRIX,
        lambda x: 15 * x,
    ),
    "windows of what a loop carries": (
        "acc = pl.mul(x, 1.0)\nfor i in pl.range(3):\n"
        "    s = pl.add(acc[0:1002, :], acc[1:1003, :])\n"
        "    acc = pl.add(acc, pl.mul(acc, 0.5))\n    out[i * 8 : i * 8 + 8, :] = s[100:108, :]",
        MATRIX,
        windows_of_sums,
    ),
    "rolled in a loop": (
        "acc = pl.mul(x, 1.0)\nfor i in pl.range(3):\n"
        "    t = pl.create_tensor([1003, 1501], dtype=pl.FP32)\n"
        "    t[0:1002, :] = acc[1:1003, :]\n    t[1002:1003, :] = acc[0:1, :]\n"
        "    acc = pl.add(t, 0.25)\nout[:] = acc",
        MATRIX,
        lambda x: rolled(x, 3),
    ),
    "one carried value becomes another": (
        "a = pl.mul(x, 1.0)\nb = pl.mul(x, 2.0)\nfor i in pl.range(3):\n    old = a\n"
        "    a = pl.add(b, x)\n    b = old\nout[0:1003, :] = a\nout[1003:2006, :] = b",
        MATRIX,
        lambda x: np.concatenate([4 * x, 2 * x]),
    ),
    "carried values change places": (
        "a = pl.mul(x, 1.0)\nb = pl.exp(x)\nfor i in pl.range(3):\n    old = a\n    a = b\n"
        "    b = old\nout[0:1003, :] = a\nout[1003:2006, :] = b",
        MATRIX,
        lambda x: np.concatenate([np.exp(x), x]),
    ),
    "sum in a while loop": (
        "t = pl.mul(x, 1.0)\nn = 0\nwhile n < 3:\n    t = pl.add(t, x)\n    n = n + 1\nout[:] = t",
        MATRIX,
        lambda x: 4 * x,
    ),
    "reduced in a loop": (
        "t = pl.mul(x, 1.0)\nfor i in pl.range(3):\n    t = pl.row_expand_sub(t, pl.row_max(t))\n"
        "out[:] = t",
        MATRIX,
        lambda x: x - x.max(1, keepdims=True),
    ),
    "chosen by a branch": (
        "out[:] = pl.mul(x, 0.0)\nfor i in pl.range(3):\n    if i % 2 == 1:\n"
        "        t = pl.exp(x)\n    else:\n        t = pl.mul(x, 2.0)\n    out[:] = pl.add(out, t)",
        MATRIX,
        lambda x: np.exp(x) + 4 * x,
    ),
    "blocks of the author's": (
        "t = pl.mul(x, 2.0)\nfor i in pl.range(31):\n"
        "    out[i * 32 : i * 32 + 32, :] = pl.exp(t[i * 32 : i * 32 + 32, :])",
        MATRIX,
        lambda x: np.exp(2 * x)[:992],
    ),
    "created, written by blocks": (
        "t = pl.create_tensor([992, 1501], dtype=pl.FP32)\nfor i in pl.range(31):\n"
        "    t[i * 32 : i * 32 + 32, :] = pl.exp(x[i * 32 : i * 32 + 32, :])\n"
        "out[:] = pl.transpose(t, 0, 1)",
        (992, 1501),
        lambda x: np.exp(x).T,
    ),
    "created with a value": (
        "t = pl.create_tensor([1003, 1501], dtype=pl.FP32, init_value=7.5)\nfor i in pl.range(3):\n"
        "    t[i * 32 : i * 32 + 32, :] = pl.exp(x[i * 32 : i * 32 + 32, :])\n"
        "out[:] = pl.mul(t, 1.0)",
        MATRIX,
        lambda x: np.where(np.arange(1003)[:, None] < 96, np.exp(x), 7.5),
    ),
    "window of three axes": (
        "t = pl.exp(x)\nout[:] = pl.mul(t[:, 3:20, :], 0.5)",
        CUBE,
        lambda x: 0.5 * np.exp(x)[:, 3:20],
    ),
    "large window of three axes": (
        "out[:] = pl.mul(x[1:4, 3:190, 7:300], 0.5)",
        CUBE,
        lambda x: 0.5 * x[1:4, 3:190, 7:300],
    ),
    "window of four axes": (
        "t = pl.exp(x)\nout[:] = pl.mul(t[:, 3:16, 5:38, :], 0.5)",
        (3, 17, 40, 301),
        lambda x: 0.5 * np.exp(x)[:, 3:16, 5:38],
    ),
    "exchange of four axes": (
        "t = pl.exp(x)\nout[:] = pl.mul(pl.transpose(t, 1, 3), 0.5)",
        (3, 17, 40, 301),
        lambda x: 0.5 * np.exp(x).swapaxes(1, 3),
    ),
    "window of one axis": (
        "t = pl.exp(x)\nout[:] = pl.add(t[3:70004], t[5:70006])",
        (150001,),
        lambda x: np.exp(x)[3:70004] + np.exp(x)[5:70006],
    ),
    "window of a column": (
        "t = pl.exp(x)\nout[:] = pl.add(t[3:70004, :], t[5:70006, :])",
        (90001, 1),
        lambda x: np.exp(x)[3:70004] + np.exp(x)[5:70006],
    ),
    "element that is read": (
        "t = pl.mul(x, 2.0)\nfor i in pl.range(16):\n    s = pl.read(t, [i * 60 + 3, i])\n"
        "    out[i : i + 1, :] = pl.add(pl.mul(out[i : i + 1, :], 0.0), s)",
        MATRIX,
        lambda x: np.repeat([[2 * x[60 * i + 3, i]] for i in range(16)], 8, 1),
    ),
    "exchange of three axes": (
        "t = pl.exp(x)\nout[:] = pl.mul(pl.transpose(t, 1, 2), 0.5)",
        CUBE,
        lambda x: 0.5 * np.exp(x).swapaxes(1, 2),
    ),
    "exchange of memory": (
        "out[:] = pl.transpose(x, 0, 2)",
        CUBE,
        lambda x: x.swapaxes(0, 2),
    ),
    "exchange of outer axes": (
        "out[:] = pl.add(pl.transpose(x, 0, 1), 1.0)",
        CUBE,
        lambda x: x.swapaxes(0, 1) + 1,
    ),
    "columns of matrices": (
        "t = pl.exp(x)\nout[:] = pl.col_expand_sub(t, pl.col_max(t))",
        CUBE,
        lambda x: np.exp(x) - np.exp(x).max(1, keepdims=True),
    ),
    "one matrix for all": (
        "out[:] = pl.mul(x, x[1:2, :, :])",
        CUBE,
        lambda x: x * x[1:2],
    ),
}


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("flow", FLOWS)
def test_flows(flow, scope, rng, config):
    lines, shape, make = FLOWS[flow]
    x = random_array(rng, shape, "FP32", -2, 2)
    expected = make(x.astype(np.float64))
    got = run(lines, x, np.zeros(expected.shape, np.float32), scope, config)
    # Sums of some thousand terms in FP32; differences of such sums.
    bound = np.abs(expected).max() * 2e-5
    np.testing.assert_allclose(got, [expected] * len(got), rtol=2e-5, atol=bound)


@pytest.mark.parametrize("scope", ["one", "blocks"])
def test_over_its_own_input(scope, rng, config):
    """A softmax of rows that do not fit, stored over what it reads."""
    x = random_array(rng, (7, 40003), "FP32")
    lines = (
        "m = pl.row_max(out)\ne = pl.exp(pl.row_expand_sub(out, m))\n"
        "out[:] = pl.row_expand_div(e, pl.row_sum(e))"
    )
    got = run(lines, x, x, scope, config)
    np.testing.assert_allclose(got, [softmax(x.astype(np.float64))] * len(got), rtol=1e-4)


# A computed tensor is a value: what was taken of it stays, whatever is written into it later.
UPDATES = {
    "window": "w = t[3:43, :]\nt[10:30, :] = y\nout[0:40, :] = pl.mul(w, 0.5)",
    "window that was used": "w = pl.mul(t[3:43, :], 0.5)\nt[10:30, :] = y\nout[0:40, :] = w",
    "old name": "u = pl.assemble(t, y, [10, 0])\nout[0:40, :] = pl.mul(t[3:43, :], 0.5)\nt = u",
    "reshape": (
        "w = pl.reshape(t, [{half}, 1280])\nt[10:30, :] = y\n"
        "out[0:40, :] = pl.mul(pl.reshape(w, [{rows}, 640])[3:43, :], 0.5)"
    ),
    "loop": (
        "w = pl.mul(t[3:43, :], 0.0)\nfor i in pl.range(2):\n"
        "    u = pl.assemble(t, y, [10 + i, 0])\n    w = pl.add(w, pl.mul(t[3:43, :], 0.25))\n"
        "out[0:40, :] = w\nt[10:30, :] = y"
    ),
}


@pytest.mark.parametrize("rows", [60, 1000], ids=["small", "large"])
@pytest.mark.parametrize("update", UPDATES)
def test_updates(update, rows, rng, config):
    x = random_array(rng, (rows, 640), "FP32")
    lines = (
        "y = x[40:60, :]\nt = pl.mul(x, 2.0)\n"
        + UPDATES[update].format(rows=rows, half=rows // 2)
        + "\nout[40:60, :] = t[10:30, :]"
    )
    got = run(lines, x, np.zeros((60, 640), np.float32), "one", config)
    np.testing.assert_allclose(got[0], np.concatenate([x[3:43], x[40:60]]), rtol=1e-6)


@pl.jit
def on_so_many(
    x: pl.Tensor[[601, 901], pl.INT32], y: pl.InOut[pl.Tensor[[2703, 601], pl.INT32]], n: pl.INDEX
):
    for b in pl.spmd(n):
        t = pl.mul(x, 3)
        y[b * 901 : b * 901 + 901, :] = pl.add(pl.reshape(t, [901, 601]), 5)
    return y


@pytest.mark.parametrize("count", [1, 2, 3])
def test_number_of_blocks_at_run_time(count, rng, config):
    x = rng.integers(-1000, 1000, (601, 901)).astype(np.int32)
    y = np.zeros((2703, 601), np.int32)
    on_so_many(x, y, count, config=RunConfig(platform=config.platform, check_races=True))
    want = np.zeros((3, 901, 601), np.int32)
    want[:count] = (3 * x).reshape(901, 601) + 5
    np.testing.assert_array_equal(y.reshape(want.shape), want)


@pytest.mark.parametrize("shape", [(60, 64), (1003, 701)], ids=["small", "large"])
def test_element_that_is_written(shape, rng, config):
    """What was taken before does not have it, what comes after does."""
    x = random_array(rng, shape, "FP32")
    lines = (
        "t = pl.mul(x, 2.0)\nw = pl.mul(t[0:20, :], 1.0)\n"
        "n = pl.cast(pl.read(x, [50, 1]), pl.INT32)\npl.write(t, [7, n + 5], 42.0)\n"
        "out[:] = pl.mul(t, 1.0)\nout[20:40, :] = w"
    )
    x[50, 1] = 3
    want = 2 * x
    want[20:40] = want[:20]
    want[7, 8] = 42
    got = run(lines, x, np.zeros(shape, np.float32), "one", config)
    np.testing.assert_array_equal(got[0], want)


FILLS = {
    "fill": ("out[:] = pl.fillpad(t, pad_value=pl.PadValue.zero)", lambda x: x),
    "fill, then rows": (
        "out[:] = pl.row_sum(pl.fillpad(t, pad_value=pl.PadValue.zero))",
        lambda x: x.sum(1, keepdims=True),
    ),
    "fill, then a window": (
        "f = pl.fillpad(t, pad_value=pl.PadValue.zero)\nout[:] = pl.mul(f[9:900, 11:500], 2.0)",
        lambda x: 2 * x[9:900, 11:500],
    ),
}


@pytest.mark.parametrize("rows", [0, 1, 15, 16, 17, 500, 1003])
@pytest.mark.parametrize("fill", FILLS)
def test_large_tensors_that_are_valid_in_part(fill, rows, rng, config):
    x = random_array(rng, (1003, 701), "FP32")
    line, make = FILLS[fill]
    columns = min(rows + 3, 701)
    inside = np.zeros(x.shape)
    inside[:rows, :columns] = x[:rows, :columns]
    expected = make(inside)
    lines = f"t = pl.slice(x, [1003, 701], [0, 0], valid_shape=[{rows}, {columns}])\n" + line
    got = run(lines, x, np.ones(expected.shape, np.float32), "one", config)
    np.testing.assert_allclose(got[0], expected, rtol=1e-5, atol=1e-3)
