# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that move elements x level x chip x element type x valid region, against NumPy.

Operands hold values that would spoil the result outside of what is valid of them. A cell gives the
right numbers inside of the result's valid region and stores nothing outside of it, or is refused
with one of the errors that are named for it. An element type that works is in its operator's table.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from op_kernels import DTYPES, random_array
from test_matmul_matrix import run
from test_matrix import spoil

from pypto import errors
from pypto.runtime import RunConfig

ROWS, COLS = 24, 32
PLATFORMS = {"a3": "a2a3sim", "a5": "a5sim"}
EXTENTS = [(24, 32), (1, 1), (15, 17), (16, 16), (17, 31), (0, 8), (23, 1), (1, 32)]
BYTES4 = ("FP32", "INT32")
WIDE = ("FP32", "FP16", "INT32", "INT16")
ALL = (*WIDE, "BF16", "INT8", "UINT8")
NO_BYTES = (*WIDE, "BF16")
NO_BF16 = (*WIDE, "INT8", "UINT8")

# Refusals of an element type that is not in an operator's table: by the pto operation or by the
# language's, and of a type whose rows are no whole blocks.
ELEMENT_TYPE = {"PYPTO-E0602", "PYPTO-E0305", "PYPTO-E0605"}
# The rest of a row of bytes is less than the block that a window of a computed tensor takes.
NARROW_WINDOW = {"PYPTO-E0313"}
# What is valid of an operand is no box of the result.
IN_PART = {"PYPTO-E0304", "PYPTO-E0318"}


@dataclass
class Op:
    """An operator on `a`, valid in r rows and c columns.

    lines: the kernel, with {a}, {b}, {i} for operands as that level names them; the result is in
    `y`. golden: of the valid parts. others: further operands: shape, element type ("": as a),
    region in terms of r, c and w, and values. wholly: only a whole operand need work. a3, a5: the
    element types that work on the chip; a further one is refused, with one of `codes`. a5_known:
    those that work where the region is known at compile time.
    """

    name: str
    level: str
    lines: tuple[str, ...]
    golden: Callable[..., np.ndarray]
    out: tuple[int, int]
    a3: tuple[str, ...] = ALL
    a5: tuple[str, ...] = ALL
    others: tuple[tuple[str, tuple[int, int], str, tuple[str, str], str], ...] = ()
    a5_known: tuple = ()
    wholly: bool = False
    codes: frozenset[str] = frozenset(ELEMENT_TYPE)


def _transposed(a):
    return a.T


def _window(a, rows=slice(4, 20), columns=slice(16, 32)):
    return a[rows, columns]


def _beside(a, b):
    return np.concatenate([a, b], 1)


INDEX = ("i", (ROWS, 16), "INT32", ("r", "w"), "column")
FLAT = ("i", (ROWS, 16), "INT32", ("r", "w"), "flat")
SECOND = ("b", (ROWS, COLS), "", ("r", "c"), "data")


def _taken(a, i):
    return np.take_along_axis(a, i.astype(int), 1) if a.size else np.zeros(i.shape, a.dtype)


def _taken_flat(a, i):
    return a[i // COLS, i % COLS] if a.size else np.zeros(i.shape, a.dtype)


PATTERNS = {1: (0, 2), 2: (1, 2), 3: (0, 4), 4: (1, 4), 5: (2, 4), 6: (3, 4), 7: (0, 1)}


def _columns(pattern):
    first, stride = PATTERNS[pattern]
    return lambda a: a[:, first::stride]


def _padded(value, shape=(ROWS, COLS)):
    def golden(a):
        kind = a.dtype
        number = value
        if value in ("min", "max"):
            limits = None if kind.kind not in "iu" else np.iinfo(kind)
            number = getattr(limits, value) if limits else (np.inf if value == "max" else -np.inf)
        whole = np.full(shape, number, kind)
        whole[: a.shape[0], : a.shape[1]] = a
        return whole

    return golden


OPS = [
    Op(
        "transpose",
        "tensor",
        ("y = pl.transpose({a}, 0, 1)",),
        _transposed,
        (COLS, ROWS),
    ),
    # Rows of the result that are no whole blocks of 32 bytes are gathered.
    Op(
        "transpose",
        "tile",
        ("y = pl.transpose({a}, 0, 1)",),
        _transposed,
        (COLS, ROWS),
        a5=BYTES4,
        a5_known=ALL,
    ),
    Op(
        "transpose computed",
        "tensor",
        ("y = pl.transpose(pl.maximum({a}, {a}), axis1=-2, axis2=-1)",),
        _transposed,
        (COLS, ROWS),
        WIDE,
        NO_BF16,
    ),
    Op(
        "slice",
        "tensor",
        ("y = pl.slice({a}, [16, 16], [4, 16])",),
        _window,
        (16, 16),
    ),
    Op("slice", "tile", ("y = pl.slice({a}, [16, 16], [4, 16])",), _window, (16, 16)),
    Op(
        "slice computed",
        "tensor",
        ("y = pl.maximum({a}, {a})[4:20, 16:32]",),
        _window,
        (16, 16),
        WIDE,
        NO_BF16,
        codes=frozenset(ELEMENT_TYPE | NARROW_WINDOW),
    ),
    Op(
        "reshape",
        "tensor",
        ("y = pl.reshape({a}, [48, 16])",),
        lambda a: a.reshape(48, 16),
        (48, 16),
        wholly=True,
    ),
    Op(
        "reshape",
        "tile",
        ("y = pl.reshape({a}, [48, 16])",),
        lambda a: a.reshape(48, 16),
        (48, 16),
        wholly=True,
    ),
    Op(
        "reshape computed",
        "tensor",
        ("y = pl.reshape(pl.maximum({a}, {a}), [12, 64])",),
        lambda a: a.reshape(12, 64),
        (12, 64),
        WIDE,
        NO_BF16,
        wholly=True,
    ),
    Op(
        "concat",
        "tensor",
        ("y = pl.concat({a}, {b})",),
        _beside,
        (ROWS, 2 * COLS),
        others=(SECOND,),
    ),
    Op("concat", "tile", ("y = pl.concat({a}, {b})",), _beside, (ROWS, 2 * COLS), others=(SECOND,)),
    Op("fillpad zero", "tensor", ("y = pl.fillpad({a})",), _padded(0), (ROWS, COLS)),
    Op(
        "fillpad min",
        "tensor",
        ("y = pl.fillpad({a}, pl.PadValue.min)",),
        _padded("min"),
        (ROWS, COLS),
    ),
    Op(
        "fillpad max",
        "tile",
        ("y = pl.fillpad({a}, pl.PadValue.max)",),
        _padded("max"),
        (ROWS, COLS),
    ),
    Op(
        "fillpad_expand",
        "tile",
        ("y = pl.fillpad_expand({a}, [40, 64])",),
        _padded(0, (40, 64)),
        (40, 64),
    ),
    Op(
        "fillpad_expand",
        "tensor",
        ("y = pl.fillpad_expand({a}, [40, 64])",),
        _padded(0, (40, 64)),
        (40, 64),
    ),
    Op(
        "assemble",
        "tile",
        ("z = pl.tile.full([40, 64], pl.{dtype}, 0)", "y = pl.tile.assemble(z, {a}, [8, 32])"),
        lambda a: np.pad(a, ((8, 32 - a.shape[0]), (32, 32 - a.shape[1]))),
        (40, 64),
    ),
    Op(
        "assemble over",
        "tile",
        ("z = pl.tile.full([24, 32], pl.{dtype}, 0)", "y = pl.tile.assemble(z, {a}, [0, 0])"),
        lambda a: np.pad(a, ((0, ROWS - a.shape[0]), (0, COLS - a.shape[1]))),
        (ROWS, COLS),
    ),
    Op(
        "assemble into a part",
        "tile",
        (
            "z = pl.fillpad(pl.set_validshape(pl.tile.full([40, 64], pl.{dtype}, 0), 9, 64))",
            "z = pl.tile.assemble(z, {a}, [16, 0])",
            "y = pl.tile.assemble(z, {b}, [0, 32])",
        ),
        lambda a, b: (
            np.pad(a, ((16, 24 - a.shape[0]), (0, 64 - a.shape[1])))
            + np.pad(b, ((0, 40 - b.shape[0]), (32, 32 - b.shape[1])))
        ),
        (40, 64),
        others=(SECOND,),
    ),
    Op("move", "tile", ("y = pl.move({a}, pl.Mem.Vec)",), lambda a: a, (ROWS, COLS)),
    Op(
        "gather",
        "tensor",
        ("y = pl.gather({a}, dim=-1, index={i})",),
        _taken,
        (ROWS, 16),
        WIDE,
        WIDE,
        others=(INDEX,),
    ),
    Op(
        "gather",
        "tile",
        ("s = pl.create_tile([24, 16], dtype=pl.INT32)", "y = pl.tile.gather({a}, {i}, s)"),
        _taken_flat,
        (ROWS, 16),
        WIDE,
        WIDE,
        others=(FLAT,),
    ),
    *(
        Op(
            f"gather mask {p}",
            level,
            (f"y = {call}({{a}}, mask_pattern={p})",),
            _columns(p),
            (ROWS, COLS // PATTERNS[p][1]),
            NO_BYTES,
        )
        for p in PATTERNS
        for level, call in (("tensor", "pl.gather"), ("tile", "pl.tile.gather_mask"))
    ),
]


def _sorted_pairs(a, i):
    """Value and index of each block of 32 columns, in descending order, interleaved."""
    if a.shape[1] == 0:
        return np.zeros((a.shape[0], 0), np.float32)
    order = np.argsort(-a, axis=1, kind="stable")
    pairs = np.zeros((a.shape[0], 2 * a.shape[1]), np.float32)
    pairs[:, 0::2] = np.take_along_axis(a, order, 1)
    pairs.view(np.uint32)[:, 1::2] = np.take_along_axis(i, order, 1)
    return pairs


UNSIGNED = ("i", (ROWS, COLS), "UINT32", ("r", "c"), "unsigned")
SORTS = [
    Op(
        "sort32",
        level,
        ("y = pl.sort32({a}, {i})",),
        _sorted_pairs,
        (ROWS, 2 * COLS),
        ("FP32",),
        ("FP32",),
        (UNSIGNED,),
    )
    for level in ("tensor", "tile")
]


def values(rng, kind, shape, dtype, extents):
    """Data of an operand; indices point into what is valid of `a`."""
    rows, columns = extents
    if kind == "data":
        return random_array(rng, shape, dtype, -100, 100)
    if kind == "unsigned":
        return rng.integers(0, 2**31, size=shape, dtype=np.uint32)
    column = rng.integers(0, max(columns, 1), size=shape)
    if kind == "flat":
        column += rng.integers(0, max(rows, 1), size=shape) * COLS
    return column.astype(DTYPES[dtype])


def region(texts, rows, columns):
    """A region in terms of r, c and w, the columns up to 16, as numbers."""
    return [{"r": rows, "c": columns, "w": min(columns, 16)}[t] for t in texts]


def source(op, dtype, arrays, regions, fixed, rows, columns):
    """The kernel's lines."""
    lines, names = [], {}
    for name, array in arrays.items():
        extents = region(regions[name], rows, columns) if fixed else regions[name]
        r, c = extents
        if op.level == "tile":
            lines.append(
                f"t{name} = pl.load({name}, [0, 0], {list(array.shape)}, valid_shape=[{r}, {c}])"
            )
            names[name] = f"t{name}"
        else:
            lines.append(f"x{name} = pl.set_validshape({name}, {r}, {c})")
            names[name] = f"x{name}"
    lines += [line.format(**names, dtype=dtype) for line in op.lines]
    lines.append("out = pl.store(y, [0, 0], out)" if op.level == "tile" else "out[:] = y")
    return lines


def refusals(op, listed, whole, fixed):
    """Codes that a cell that need not work may stop with."""
    codes = set() if listed else set(op.codes)
    if op.wholly and not (whole and fixed):
        codes |= IN_PART
    return codes


def check_cell(rng, op, chip, dtype, fixed):
    config = RunConfig(platform=PLATFORMS[chip])
    for rows, columns in EXTENTS:
        whole = (rows, columns) == (ROWS, COLS)
        arrays = {"a": random_array(rng, (ROWS, COLS), dtype, -100, 100)}
        regions = {"a": ("r", "c")}
        for name, shape, element, extents, kind in op.others:
            arrays[name] = values(rng, kind, shape, element or dtype, (rows, columns))
            regions[name] = extents
        spoilt = {n: spoil(x, *region(regions[n], rows, columns)) for n, x in arrays.items()}
        parts = [
            x[tuple(slice(e) for e in region(regions[n], rows, columns))] for n, x in arrays.items()
        ]
        listed = dtype in getattr(op, chip)
        listed |= chip == "a5" and fixed and dtype in op.a5_known
        required = listed and (whole and fixed or not op.wholly)
        before = random_array(rng, op.out, dtype, -100, 100)
        got = before.copy()
        lines = source(op, dtype, arrays, regions, fixed, rows, columns)
        scalars = [] if fixed else [s for s in ("r", "c", "w") if s in str(regions)]
        extents = region(scalars, rows, columns)
        try:
            run(lines, spoilt, got, scalars, config)(*extents)
        except errors.Diagnosed as error:
            assert not required, f"{op.name} of {dtype} must work on the {chip}: {error}"
            assert error.code in refusals(op, listed, whole, fixed), error
            continue
        if op.wholly:
            # Rows of the result do not follow those of the operand.
            valid = np.zeros((ROWS, COLS), bool)
            valid[:rows, :columns] = True
            want, inside = op.golden(arrays["a"])[op.golden(valid)], op.golden(valid)
        else:
            want, inside = op.golden(*parts), np.zeros(got.shape, bool)
            inside[: want.shape[0], : want.shape[1]] = True
        kind = "u4" if got.dtype == np.float32 else got.dtype
        np.testing.assert_array_equal(got[~inside], before[~inside], err_msg=f"{rows} x {columns}")
        np.testing.assert_array_equal(
            got[inside].view(kind),
            want.astype(got.dtype).reshape(-1).view(kind),
            err_msg=f"{rows} x {columns}",
        )
        # A whole and fixed region needs nothing of the chip but the element type.
        assert listed or not (whole and fixed), f"{dtype} on the {chip} works: add it to the table"


CELLS = [
    pytest.param(op, chip, dtype, id=f"{op.name}-{op.level}-{chip}-{dtype}")
    for op, chip, dtype in itertools.product([*OPS, *SORTS], PLATFORMS, ALL)
    # Records of FP16 have four halves; `test_sort.py` has their numbers.
    if not (op in SORTS and dtype == "FP16")
]


@pytest.mark.parametrize("fixed", [False, True], ids=["run-time", "fixed"])
@pytest.mark.parametrize(("op", "chip", "dtype"), CELLS)
def test_cell(rng, op, chip, dtype, fixed):
    """Every extent, known at compile time and at run time."""
    check_cell(rng, op, chip, dtype, fixed)


# Scatters and blocks ---------------------------------------------------------------------------


@pytest.mark.parametrize("platform", PLATFORMS.values())
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT32", "INT16"])
@pytest.mark.parametrize(("rows", "columns"), [(16, 24), (1, 1), (15, 17), (9, 23), (0, 8)])
def test_scatter_of_a_part(rng, platform, dtype, rows, columns):
    """Only elements with a valid index are replaced; what is not valid has no place."""
    x, v = random_array(rng, (16, 32), dtype), random_array(rng, (16, 24), dtype)
    kind = "INT32" if x.dtype.itemsize == 4 else "INT16"
    i = np.array([rng.permutation(32)[:24] for _ in range(16)]).astype(DTYPES[kind])
    expected = x.copy()
    np.put_along_axis(expected[:rows], i[:rows, :columns].astype(int), v[:rows, :columns], 1)
    lines = [
        f"n = pl.set_validshape(i, {rows}, {columns})",
        "out[:] = pl.tensor.scatter(x, -1, n, v)",
    ]
    got = np.zeros_like(x)
    arrays = {"x": x, "i": spoil(i, rows, columns), "v": spoil(v, rows, columns)}
    run(lines, arrays, got, [], RunConfig(platform=platform))()
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("platform", PLATFORMS.values())
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "INT8"])
@pytest.mark.parametrize("rows", [1, 15, 16])
def test_blocks_by_offset(rng, platform, dtype, rows):
    """Blocks of 32 bytes by byte offset; one that leads out is zero."""
    lanes = 32 // DTYPES[dtype]().itemsize
    x = random_array(rng, (16, 4 * lanes), dtype, -100, 100)
    blocks = rng.integers(0, 64, size=(rows, 8)).astype(np.uint32)
    blocks[0, :2] = [64, 2**27 - 1]
    flat = np.concatenate([x.reshape(64, lanes), np.zeros((1, lanes), x.dtype)])
    expected = flat[np.minimum(blocks, 64)].reshape(rows, 8 * lanes)
    lines = [
        f"t = pl.load(x, [0, 0], {list(x.shape)})",
        f"o = pl.load(i, [0, 0], [{rows}, 8])",
        "out = pl.store(pl.gatherb(t, o), [0, 0], out)",
    ]
    got = np.zeros_like(expected)
    run(lines, {"x": x, "i": blocks * 32}, got, [], RunConfig(platform=platform))()
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("platform", PLATFORMS.values())
@pytest.mark.parametrize(("row", "column"), [(0, 0), (16, 32), (32, 16)])
def test_extract(rng, platform, row, column):
    """Part of a tile in Mat as an operand."""
    a, b = random_array(rng, (64, 64), "FP16", -3, 3), random_array(rng, (32, 48), "FP16", -3, 3)
    lines = [
        "ta = pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Mat)",
        "tb = pl.load(b, [0, 0], [32, 48], target_memory=pl.Mem.Mat)",
        f"l = pl.tile.extract(ta, {row}, {column}, [16, 32], target_memory=pl.Mem.Left)",
        "out = pl.store(pl.matmul(l, pl.move(tb, pl.Mem.Right)), [0, 0], out)",
    ]
    got = np.zeros((16, 48), np.float32)
    run(lines, {"a": a, "b": b}, got, [], RunConfig(platform=platform))()
    part = a[row : row + 16, column : column + 32].astype("f8")
    np.testing.assert_allclose(got, part @ b.astype("f8"), rtol=0, atol=1e-3)


def test_reshape_of_a_window(rng, config):
    """On chip its rows follow each other; one that the kernel writes has no such form."""
    x = random_array(rng, (40, 64), "FP32")
    got = np.zeros((8, 64), np.float32)
    lines = ["w = pl.reshape(x[4:20, 32:64], [8, 64])", "out[:] = pl.add(w, w)"]
    run(lines, {"x": x}, got, [], config)()
    np.testing.assert_array_equal(got, 2 * x[4:20, 32:64].reshape(8, 64))
    lines = ["w = pl.reshape(out[4:8, 0:32], [2, 64])", "out[0:2, :] = pl.add(w, w)"]
    with pytest.raises(errors.Diagnosed, match="reshape the whole tensor, then take the window"):
        run(lines, {"x": x}, got, [], config)()
