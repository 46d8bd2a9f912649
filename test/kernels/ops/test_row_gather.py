# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows and elements of memory by index, into Vec and Mat, against NumPy."""

import numpy as np
import pytest
from op_kernels import DTYPES, random_array, run_lines, run_tensor

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

A5 = RunConfig(platform="a5sim")
BLOCK = 4


def paged(rng, dtype, count, columns=64):
    """A pool of 10 blocks, their order, logical rows, and the rows that these mean."""
    pool = random_array(rng, (10 * BLOCK, columns), dtype, -3, 3)
    table = rng.permutation(10).astype(np.int32)
    index = rng.integers(0, 10 * BLOCK, size=count).astype(np.int32)
    rows = table[index // BLOCK] * BLOCK + index % BLOCK
    return pool, index, table, pool[rows]


@pytest.mark.parametrize("dtype", ["FP32", "FP16", "BF16", "INT8"])
@pytest.mark.parametrize("count", [1, 15, 16, 17])
def test_paged_rows_in_vec(rng, config, count, dtype):
    """Every row through the block table; part of its columns; lists of one and two axes."""
    pool, index, table, expected = paged(rng, dtype, count)
    out = np.zeros((count, 32), pool.dtype)
    call = f"pl.paged_gather(p, i, t, {BLOCK}, 32, {count}, space=pl.Mem.Vec, col_off=16)"
    inputs = {"p": pool, "i": index.reshape(1, -1), "t": table}
    run_tensor(call, inputs, out, config)
    np.testing.assert_array_equal(out, expected[:, 16:48])


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("dtype", ["FP16", "BF16", "FP32"])
def test_paged_rows_as_matmul_operands(rng, dtype, platform):
    """Keys as columns, values as rows: what attention over a paged cache multiplies."""
    config = RunConfig(platform=platform)
    pool, index, table, rows = paged(rng, dtype, 32)
    q = random_array(rng, (16, 64), dtype, -3, 3)
    inputs = {"q": q, "p": pool, "i": index, "t": table}
    call = f"pl.paged_gather(p, i, t, {BLOCK}, 64, 32, is_trans=True, is_b_matrix=True)"
    out = np.zeros((16, 32), np.float32)
    run_tensor(f"pl.matmul(q, {call}, out_dtype=pl.FP32)", inputs, out, config)
    np.testing.assert_allclose(out, q.astype("f8") @ rows.astype("f8").T, rtol=1e-4, atol=1e-3)

    w = random_array(rng, (16, 32), dtype, -3, 3)
    inputs = {"w": w, "p": pool, "i": index, "t": table}
    call = f"pl.paged_gather(p, i, t, {BLOCK}, 64, 32)"
    out = np.zeros((16, 64), np.float32)
    run_tensor(f"pl.matmul(w, {call}, out_dtype=pl.FP32)", inputs, out, config)
    np.testing.assert_allclose(out, w.astype("f8") @ rows.astype("f8"), rtol=1e-4, atol=1e-3)


def test_fewer_indices_than_rows(rng, config):
    """What is behind the last index takes no part."""
    pool, index, table, rows = paged(rng, "FP16", 5)
    q = random_array(rng, (16, 64), "FP16", -3, 3)
    call = f"pl.paged_gather(p, i, t, {BLOCK}, 64, 32, is_trans=True)"
    out = np.zeros((16, 32), np.float32)
    inputs = {"q": q, "p": pool, "i": index, "t": table}
    run_tensor(f"pl.matmul(q, {call}, out_dtype=pl.FP32)", inputs, out, config)
    expected = q.astype("f8") @ rows.astype("f8").T
    np.testing.assert_allclose(out[:, :5], expected, rtol=1e-4, atol=1e-3)


def test_a_row_behind_the_pool(rng, config):
    """An index that leads out of the pool stops the run with the extent that it leaves."""
    pool, index, table, _ = paged(rng, "FP32", 8)
    table[:] = 11
    call = f"pl.paged_gather(p, i, t, {BLOCK}, 64, 8, space=pl.Mem.Vec)"
    out = np.zeros((8, 64), np.float32)
    with pytest.raises(errors.Diagnosed, match="leaves its tensor 'p', whose extent is 40"):
        run_tensor(call, {"p": pool, "i": index, "t": table}, out, config)
    np.testing.assert_array_equal(out, 0)


# mgather -------------------------------------------------------------------------------------

OUTSIDE = [40, -1, 1000, -41, 2**31 - 1]


def resolve(index, count, policy):
    """The row that each index means, and which mean none."""
    inside = (index >= 0) & (index < count)
    if policy == "clamp":
        return np.clip(index, 0, count - 1), np.full(index.shape, True)
    if policy == "wrap":
        return index.astype(np.int64) % count, np.full(index.shape, True)
    return np.where(inside, index, 0), inside


@pytest.mark.parametrize("policy", ["undefined", "clamp", "wrap", "zero"])
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "BF16", "INT32", "INT16", "INT8"])
def test_rows_by_instruction(rng, dtype, policy):
    """The A5 reads whole rows; indices in a row or in a column."""
    table = random_array(rng, (40, 64), dtype)
    index = rng.integers(0, 40, size=16).astype(np.int32)
    index[::4] = OUTSIDE[:4]
    at, known = resolve(index, 40, policy)
    expected = np.where(known[:, None], table[at], table.dtype.type(0))
    for shape in ([1, 16], [16, 1]):
        lines = [
            f"ti = pl.load(i, [0, 0], {shape})",
            f'r = pl.mgather(x, ti, gather_oob="{policy}")',
            "out = pl.store(r, [0, 0], out)",
        ]
        out = np.zeros((16, 64), table.dtype)
        run_lines(lines, {"x": table, "i": index.reshape(shape)}, out, A5)
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("policy", range(4))
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32", "UINT32"])
def test_elements_by_instruction(rng, dtype, policy):
    """An index for each element of the result; policies by number."""
    table = random_array(rng, (40, 24), dtype)
    index = rng.integers(0, 40 * 24, size=(7, 32)).astype(np.int32)
    index[2, :5] = [960, -1, 5000, -961, 2**31 - 1]
    at, known = resolve(index, 960, ("undefined", "clamp", "wrap", "zero")[policy])
    lines = [
        "ti = pl.load(i, [0, 0], [7, 32])",
        f'r = pl.mgather(x, ti, "elem", gather_oob={policy})',
        "out = pl.store(r, [0, 0], out)",
    ]
    out = np.zeros((7, 32), table.dtype)
    run_lines(lines, {"x": table, "i": index}, out, A5)
    expected = np.where(known, table.reshape(-1)[at], table.dtype.type(0))
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("policy", ["undefined", "clamp", "wrap"])
def test_rows_into_mat(rng, policy, platform):
    """Both chips: a loop of transfers, and the tile feeds a product."""
    table = random_array(rng, (40, 32), "FP16", -3, 3)
    index = rng.integers(0, 40, size=48).astype(np.int32)
    if policy != "undefined":
        index[:5] = OUTSIDE
    at, _ = resolve(index, 40, policy)
    a = random_array(rng, (16, 48), "FP16", -3, 3)
    lines = [
        "la = pl.load(a, [0, 0], [16, 48], target_memory=pl.Mem.Mat)",
        f'kv = pl.mgather(x, i, gather_oob="{policy}", target_memory=pl.Mem.Mat)',
        "out = pl.store(pl.matmul(la, kv), [0, 0], out)",
    ]
    out = np.zeros((16, 32), np.float32)
    inputs = {"a": a, "x": table, "i": index.reshape(1, -1)}
    run_lines(lines, inputs, out, RunConfig(platform=platform))
    expected = a.astype("f8") @ table[at].astype("f8")
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-3)


KINDS = ["FP32", "FP16", "BF16", "INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32"]


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("policy", range(4))
@pytest.mark.parametrize("dtype", KINDS)
def test_elements_into_mat(rng, dtype, policy, platform):
    """An index for each element; the author's tensor holds them in the order of the indices."""
    table = random_array(rng, (40, 24), dtype, -3, 3)
    lanes = 32 // table.itemsize
    index = rng.integers(0, 960, size=(16, 2 * lanes)).astype(np.int32)
    name = ("undefined", "clamp", "wrap", "zero")[policy]
    if name != "undefined":
        index[3, :5] = [960, -1, 5000, -961, 2**31 - 1]
    at, known = resolve(index, 960, name)
    expected = np.where(known, table.reshape(-1)[at], table.dtype.type(0))
    # More rows than the result has stay as they are.
    out = random_array(rng, (18, 2 * lanes), dtype)
    before = out.copy()
    lines = [
        f"t = pl.mgather(x, i, 'elem', gather_oob={policy}, target_memory=pl.Mem.Mat, scratch=out)",
        "pl.move(t, pl.Mem.Left)",
    ]
    run_lines(lines, {"x": table, "i": index}, out, RunConfig(platform=platform))
    np.testing.assert_array_equal(out[:16], expected)
    np.testing.assert_array_equal(out[16:], before[16:])


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("count", [1, 7, 960])
def test_gathered_elements_in_a_product(rng, count, platform):
    """The tile in Mat is what the scalar unit wrote; a table of one axis and run-time length."""
    table = random_array(rng, (count,), "FP16", -3, 3)
    index = rng.integers(0, count, size=(32, 48)).astype(np.int32)
    a = random_array(rng, (16, 32), "FP16", -3, 3)
    kernel = pl.parse(
        """import pypto.language as pl

N = pl.dynamic("N")

@pl.jit
def kernel(
    a: pl.Tensor[[16, 32], pl.FP16], x: pl.Tensor[[N], pl.FP16],
    i: pl.Tensor[[32, 48], pl.INT32], s: pl.Out[pl.Tensor[[1536], pl.FP16]],
    out: pl.Out[pl.Tensor[[16, 48], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        la = pl.load(a, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        kv = pl.mgather(x, i, "elem", gather_oob="clamp", target_memory=pl.Mem.Mat, scratch=s)
        out = pl.store(pl.matmul(la, kv), [0, 0], out)
    return out
"""
    )
    s, out = np.zeros(1536, np.float16), np.zeros((16, 48), np.float32)
    kernel(a, table, index, s, out, config=RunConfig(platform=platform))
    expected = a.astype("f8") @ table[index].astype("f8")
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-3)


def test_instruction_on_the_910b(config):
    """The error names the chip and what it has."""
    lines = [
        "ti = pl.load(i, [0, 0], [1, 16])",
        "out = pl.store(pl.mgather(x, ti), [0, 0], out)",
    ]
    inputs = {"x": np.zeros((40, 64), np.float32), "i": np.zeros((1, 16), np.int32)}
    with pytest.raises(errors.Diagnosed, match="not available on the a2a3"):
        run_lines(lines, inputs, np.zeros((16, 64), np.float32), config)


# gather_row ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["FP16", "FP32", "INT8"])
@pytest.mark.parametrize("transpose", [False, True])
def test_rows_and_columns_of_boxes(rng, config, transpose, dtype):
    """Rows of memory become rows of a tile in Mat, or its columns, at run-time places."""
    x = random_array(rng, (40, 64), dtype, -3, 3)
    rows = rng.integers(0, 40, size=32).astype(np.int32)
    shape, place = ("[64, 32]", "[0, k]") if transpose else ("[32, 64]", "[k, 0]")
    left = (16, 64) if transpose else (16, 32)
    a = random_array(rng, left, dtype, -3, 3)
    lines = [
        f"kv = pl.create_l1({shape}, pl.{dtype}, transpose={transpose})",
        "for k in pl.range(32):",
        "    row = pl.cast(pl.read(i, [k]), pl.INDEX)",
        f"    kv = pl.gather_row(kv, x, {place}, [row, 0], [1, 64], transpose={transpose})",
        f"la = pl.load(a, [0, 0], {list(left)}, target_memory=pl.Mem.Mat)",
        "out = pl.store(pl.matmul(la, kv), [0, 0], out)",
    ]
    gathered = x[rows].astype("f8")
    expected = a.astype("f8") @ (gathered.T if transpose else gathered)
    out = np.zeros(expected.shape, np.int32 if dtype == "INT8" else np.float32)
    run_lines(lines, {"a": a, "x": x, "i": rows}, out, config)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("chip", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("rows", [1, 5, 16, 17])
@pytest.mark.parametrize(
    ("dtype", "result"), [("FP16", "FP32"), ("FP16", "FP16"), ("INT8", "INT32")]
)
@pytest.mark.parametrize("transposed", [False, True])
def test_a_handle_beside_tensors(rng, chip, rows, dtype, result, transposed):
    """What pl.create_l1 returns is a tensor for the author: products take it beside others."""
    x = random_array(rng, (40, 64), dtype, -3, 3)
    a = random_array(rng, (rows, 64 if transposed else 32), dtype, -3, 3)
    places = rng.integers(0, 40, size=32).astype(np.int32)
    lines = [
        f"kv = pl.create_l1([32, 64], pl.{dtype})",
        "for k in pl.range(32):",
        "    row = pl.cast(pl.read(i, [k]), pl.INDEX)",
        "    kv = pl.gather_row(kv, x, [k, 0], [row, 0], [1, 64])",
        f"s = pl.matmul(a, kv, out_dtype=pl.{result}, b_trans={transposed})",
        f"s = pl.matmul_acc(s, a, kv, b_trans={transposed})",
        "out[:] = s",
    ]
    gathered = x[places].astype("f8")
    expected = 2 * (a.astype("f8") @ (gathered.T if transposed else gathered))
    out = np.zeros(expected.shape, DTYPES[result])
    run_lines(lines, {"a": a, "x": x, "i": places}, out, RunConfig(platform=chip))
    np.testing.assert_allclose(out.astype("f8"), expected, rtol=2e-3, atol=1e-3)


@pytest.mark.parametrize("count", [0, 1, 7, 8])
@pytest.mark.parametrize("space", ["Vec", "Mat"])
def test_run_time_rows_of_a_window(rng, config, count, space):
    """valid_shape cuts the window; what lies behind it stays."""
    x, n = random_array(rng, (40, 32), "FP16", -3, 3), np.array([count], np.int32)
    lines = ["n = pl.cast(pl.read(c, [0]), pl.INDEX)"]
    if space == "Vec":
        lines += [
            "r = pl.tile.full([16, 32], pl.FP16, 9.0)",
            "r = pl.gather_row(r, x, [4, 0], [8, 0], [8, 32], valid_shape=[n, 32])",
            "out = pl.store(r, [0, 0], out)",
        ]
        out, expected = np.zeros((16, 32), np.float16), np.full((16, 32), 9, np.float16)
        expected[4 : 4 + count] = x[8 : 8 + count]
        run_lines(lines, {"x": x, "c": n}, out, config)
    else:
        e = np.eye(16, dtype=np.float16)
        lines += [
            "r = pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)",
            "r = pl.gather_row(r, x, [4, 0], [8, 0], [8, 32], valid_shape=[n, 32])",
            "le = pl.load(e, [0, 0], [16, 16], target_memory=pl.Mem.Mat)",
            "out = pl.store(pl.matmul(le, r), [0, 0], out)",
        ]
        out, expected = np.zeros((16, 32), np.float32), x[:16].astype(np.float32)
        expected[4 : 4 + count] = x[8 : 8 + count]
        run_lines(lines, {"x": x, "c": n, "e": e}, out, config)
    np.testing.assert_array_equal(out, expected)


LIMITS = {
    "multiple of 16, 32 bytes": [
        "r = pl.gather_row(pl.create_l1([16, 64], pl.FP16), x, [0, 8], [0, 0], [1, 32])",
        "e = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)",
        "out = pl.store(pl.matmul(e, r), [0, 0], out)",
    ],
    "transpose=True": [
        "r = pl.create_l1([64, 16], pl.FP16)",
        "r = pl.gather_row(r, x, [0, 0], [0, 0], [1, 64], transpose=True)",
        "e = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Mat)",
        "out = pl.store(pl.matmul(e, r), [0, 0], out)",
    ],
    "Mat only": [
        "r = pl.create_tile([64, 16], pl.FP16)",
        "r = pl.gather_row(r, x, [0, 0], [0, 0], [1, 64], transpose=True)",
        "out = pl.store(r, [0, 0], out)",
    ],
}


@pytest.mark.parametrize("message", LIMITS)
def test_windows_that_boxes_do_not_have(message, config):
    """Part of a box, rows into columns of boxes, and a transposed row in Vec."""
    x, out = np.zeros((40, 64), np.float16), np.zeros((64, 64), np.float32)
    if message == "Mat only":
        out = out[:, :16].astype(np.float16)
    with pytest.raises(errors.Diagnosed, match=message):
        run_lines(LIMITS[message], {"x": x}, out, config)


# gather by comparison ------------------------------------------------------------------------


def positions(x, k, mode, width, offset):
    """Positions of the first `width` matches of each row, and the number of all matches."""
    hits = x == k if mode == "eq" else x > k
    found = [np.flatnonzero(row) + offset for row in hits]
    return [f[:width] for f in found], np.array([len(f) for f in found])


@pytest.mark.parametrize("mode", ["eq", "gt"])
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32", "INT16"])
@pytest.mark.parametrize("shape", [(1, 16), (15, 17), (16, 64), (40, 24)])
def test_positions(rng, shape, dtype, mode):
    """Columns that match, and how many; more matches than there is room for are counted."""
    on_910b = dtype in ("FP32", "FP16") or (dtype, mode) == ("INT32", "eq")
    x = random_array(rng, shape, dtype, -3, 3)
    x = np.round(x.astype(np.float32)).astype(x.dtype)
    width, offset = 8, 100
    found, counts = positions(x, x.dtype.type(1), mode, width, offset)
    for platform in ["a2a3sim", "a5sim"] if on_910b else ["a5sim"]:
        for count_type in ("INT32", "UINT32"):
            n = np.zeros((1, shape[0]), DTYPES[count_type])
            lines = [
                f'p, n = pl.gather(x, kvalue=1, cmp_mode="{mode}", out_cols={width}, '
                f"offset={offset}, count_dtype=pl.{count_type})",
                "out[:] = p",
                "num[:] = n",
            ]
            out = np.zeros((shape[0], width), np.int32)
            run_two(lines, {"x": x}, {"out": out, "num": n}, RunConfig(platform=platform))
            np.testing.assert_array_equal(n[0], counts)
            for row, expected in zip(out, found, strict=True):
                np.testing.assert_array_equal(row[: len(expected)], expected)


def run_two(lines, inputs, outputs, config):
    """Runs lines that write several outputs."""
    import pypto.language as pl

    arrays = {**inputs, **outputs}
    names = {np.dtype(t): n for n, t in DTYPES.items()}
    parameters = [
        f"{n}: {'pl.InOut[' if n in outputs else ''}pl.Tensor[{list(a.shape)}, "
        f"pl.{names[a.dtype]}]{']' if n in outputs else ''}"
        for n, a in arrays.items()
    ]
    body = "\n".join(f"        {line}" for line in lines)
    kernel = pl.parse(
        f"import pypto.language as pl\n\n@pl.jit\ndef kernel({', '.join(parameters)}):\n"
        f"    with pl.at(level=pl.Level.CORE_GROUP):\n{body}\n    return {', '.join(outputs)}\n"
    )
    kernel(*arrays.values(), config=config)


def test_positions_of_a_tile(rng, config):
    """The tile form, with a scratch tile."""
    x = np.round(random_array(rng, (16, 64), "FP32", -3, 3))
    found, counts = positions(x, np.float32(2), "eq", 16, 0)
    out, n = np.zeros((16, 16), np.int32), np.zeros((1, 16), np.int32)
    lines = [
        "t = pl.load(x, [0, 0], [16, 64])",
        "s = pl.create_tile([16, 32], dtype=pl.UINT8)",
        "p, c = pl.tile.gather_compare(t, 2, s, out_cols=16)",
        "out = pl.store(p, [0, 0], out)",
        "num = pl.store(c, [0, 0], num)",
    ]
    run_two(lines, {"x": x}, {"out": out, "num": n}, config)
    np.testing.assert_array_equal(n[0], counts)
    for row, expected in zip(out, found, strict=True):
        np.testing.assert_array_equal(row[: len(expected)], expected)


def test_positions_that_the_910b_cannot_find(config):
    """It compares integers for equality only; the error says so."""
    lines = ['p, n = pl.gather(x, kvalue=1, cmp_mode="gt", out_cols=8)', "out[:] = p"]
    x, out = np.zeros((8, 32), np.int32), np.zeros((8, 8), np.int32)
    with pytest.raises(errors.Diagnosed, match="not available on the a2a3"):
        run_lines(lines, {"x": x}, out, config)
