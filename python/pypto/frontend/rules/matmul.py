# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix multiplication."""

from __future__ import annotations

from typing import Any

from pypto import dtypes
from pypto.diagnostics import codes
from pypto.dtypes import DataType
from pypto.frontend import symbolic
from pypto.frontend.rules import low_precision
from pypto.frontend.rules.accumulators import accumulator, accumulator_stores
from pypto.frontend.rules.blocks import check_block_factors
from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.checks import (
    dispatch,
    require_dtype,
    require_same_dtype,
)
from pypto.frontend.rules.table import rule
from pypto.frontend.types import TensorType, TileType, dims_text
from pypto.frontend.values import TensorValue, TileValue, Value

# What both factors may be, for those of different types.
_FACTORS = (dtypes.INT8, dtypes.FP16, dtypes.BF16, dtypes.FP32)
_FLAGS = {
    "a_trans": "transpose the tile with pl.tile.transpose_view",
    "b_trans": "transpose the tile with pl.tile.transpose_view",
    "c_matrix_nz": "the layout of a tile follows from its memory space",
}


def _refuse_flags(call: OpCall) -> None:
    for name, hint in _FLAGS.items():
        if name in call.arguments and call.flag(name):
            raise call.fail(
                codes.FlagNotForTiles,
                f"{name} is not available on Tile operands",
                name,
                hint=hint,
            )


def _k_mismatch(call: OpCall, a: Any, b: Any, k: Any, other: Any) -> Exception:
    return call.fail(
        codes.OperandShape,
        f"K mismatch: {dims_text(a)} x {dims_text(b)} contracts {k} with {other}",
        "rhs",
        expected=f"K = {k}",
        got=f"K = {other}",
        hint="b_trans=True multiplies with the transpose of rhs"
        if call.level == "tensor"
        else None,
    )


def _unknown_k(call: OpCall, k: Any, other: Any) -> Exception:
    name = "rhs" if isinstance(k, int) else "lhs"
    return call.fail(
        codes.NotLowered,
        "a product sums over an axis whose extent is known when compiling",
        name,
        expected="a window of fixed extent there, valid in part",
        got=f"K = {dims_text((other if name == 'rhs' else k,))[1:-1]}",
        hint="loop over blocks of K: pl.slice(x, [rows, 16], [0, k], valid_shape=[rows, "
        "pl.min(16, n - k)], clamp=True) is one, and pl.matmul_acc adds up",
    )


def _differs(a: symbolic.Sym, b: symbolic.Sym) -> bool:
    return isinstance(a, int) and isinstance(b, int) and a != b


@rule("matmul")
def matmul(call: OpCall) -> Value:
    """lhs x rhs."""
    if _has_handle(call):
        return _of_handles(call)
    level = dispatch(call, "lhs", "rhs")
    lhs, rhs = call.shaped("lhs"), call.shaped("rhs")
    if level == "tile":
        _refuse_flags(call)
        assert isinstance(lhs, TileValue) and isinstance(rhs, TileValue)
        type = _tile_product(call, lhs, rhs)
        if call.given("out_dtype") and call.dtype("out_dtype") is not type.dtype:
            raise call.fail(
                codes.FlagNotForTiles,
                f"out_dtype of a tile matmul is the accumulator's, {type.dtype}",
                "out_dtype",
                hint="store the accumulator to a tensor of the narrower dtype",
            )
        return call.emit("tile.matmul", [lhs.ir, rhs.ir], type)
    assert isinstance(lhs, TensorValue) and isinstance(rhs, TensorValue)
    check_block_factors(call, lhs, rhs)
    require_same_dtype(call, "lhs", "rhs", _FACTORS)
    shape, lhs, rhs, flags, squeeze = _tensor_product(call, lhs, rhs)
    dtype = lhs.type.dtype
    if call.given("out_dtype"):
        dtype = _result_dtype(call, accumulator(dtype))
    elif dtype.is_int():
        dtype = dtypes.INT32
    type = TensorType(shape, dtype)
    if call.flag("c_matrix_nz"):
        type = _in_blocks(call, type, squeeze)
    result = call.emit("tensor.matmul", [lhs.ir, rhs.ir], type, flags, whole=True)
    if squeeze is None:
        return result
    return call.emit("tensor.reshape", [result.ir], TensorType(squeeze, dtype))


def _has_handle(call: OpCall) -> bool:
    """A factor is a handle of pl.create_l1, the other one a tensor or a handle too."""
    factors = [call.value(name) for name in ("lhs", "rhs")]
    handles = [isinstance(f, TileValue) and f.handle for f in factors]
    tensors = [isinstance(f, TensorValue) for f in factors]
    return any(handles) and all(h or t for h, t in zip(handles, tensors, strict=True))


def _of_handles(call: OpCall) -> Value:
    """The tensor form of a product that has its factors in Mat."""
    lhs, rhs = _handles_as_tiles(call)
    if call.flag("c_matrix_nz"):
        raise call.fail(
            codes.BadOpAttribute,
            "c_matrix_nz=True is for the product of two tensors",
            "c_matrix_nz",
            expected="two tensors of 2 axes",
            hint="leave it out",
        )
    if call.given("out_dtype"):
        # The accumulator narrows on its way out.
        _result_dtype(call, accumulator(lhs.type.dtype))
    return call.emit("tile.matmul", [lhs.ir, rhs.ir], _tile_product(call, lhs, rhs))


def _handles_as_tiles(call: OpCall) -> list[TileValue]:
    """Both factors as tiles, as the flags turn them; one that is a tensor is loaded to Mat."""
    tiles: list[TileValue] = []
    for name, flag in (("lhs", "a_trans"), ("rhs", "b_trans")):
        tile = call.value(name)
        if isinstance(tile, TensorValue):
            tile = _loaded(call, name, tile)
        assert isinstance(tile, TileValue)
        if call.flag(flag):
            tile = _helper(call, "transpose_view", {"tile": tile}, name)
        tiles.append(tile)
    flags = {flag: call.info.defaults[flag] for flag in ("a_trans", "b_trans")}
    call.arguments.update(lhs=tiles[0], rhs=tiles[1], **flags)
    return tiles


def _loaded(call: OpCall, name: str, tensor: TensorValue) -> TileValue:
    """The whole of a factor as a tile in Mat."""
    from pypto.language.enums import MemorySpace

    node = call.nodes.get(name, call.node)
    shape = tensor.type.shape
    if len(shape) != 2 or not all(isinstance(extent, int) for extent in shape):
        raise call.fail(
            codes.OperandShape,
            f"'{name}' beside a handle of pl.create_l1 is a matrix of a known size",
            name,
            expected="2 axes whose extents are ints",
            got=tensor.describe(),
            hint="slice it: x[i : i + 16, :]",
        )
    arguments = {
        "tensor": tensor,
        "offsets": call.c.capture([0, 0], node),
        "shapes": call.c.capture(list(shape), node),
        "target_memory": MemorySpace.Mat,
    }
    return _helper(call, "load", arguments, name)


def _helper(call: OpCall, operation: str, arguments: dict[str, Any], name: str) -> Any:
    """What another operation makes of the argument `name`."""
    import pypto.language as pl
    from pypto.frontend.rules.table import rule_of

    info: Any = getattr(pl.tile, operation).__op__
    node = call.nodes.get(name, call.node)
    bound = {**info.defaults, **arguments}
    return rule_of(info)(OpCall(call.c, node, info, bound, dict.fromkeys(arguments, node)))


def _result_dtype(call: OpCall, sums: DataType) -> DataType:
    """What the product is stored as."""
    dtype = call.dtype("out_dtype")
    stores = accumulator_stores(sums)
    if dtype in stores:
        return dtype
    text = call.written(out_dtype=f"pl.{sums}")
    raise call.fail(
        codes.OperandDtype,
        f"the sums of this product are {sums}, which is not stored as {dtype}",
        "out_dtype",
        expected=" or ".join(f"pl.{d}" for d in stores),
        got=f"pl.{dtype}",
        hint=f"{text}, and pl.cast of the stored tensor in a second pl.at scope"
        if dtype.mlir
        else None,
    )


def _in_blocks(call: OpCall, type: TensorType, squeeze: Any) -> TensorType:
    """The type of a product that lies in blocks (pl.NZ)."""
    blocks = TensorType(type.shape, type.dtype, "nz")
    wrong = low_precision.check_tensor_type(blocks)
    if wrong is None and squeeze is None:
        return blocks
    raise call.fail(
        codes.OperandShape,
        "c_matrix_nz=True is for the product of two matrices whose extents are known when "
        "compiling",
        "c_matrix_nz",
        expected="[M, K] x [K, N], all ints",
        got=dims_text(squeeze or type.shape),
        hint="leave it out: other products lie in rows",
    )


def _tensor_product(call: OpCall, lhs: TensorValue, rhs: TensorValue) -> Any:
    """(result shape, lhs, rhs, flags, final shape of a 1-D form or None).

    A vector on the right goes to the left, against the transposed matrix: as a column it would
    fill a fractal with one element of each row.
    """
    transposed = {"lhs": call.flag("a_trans"), "rhs": call.flag("b_trans")}
    for name, operand in (("lhs", lhs), ("rhs", rhs)):
        if transposed[name] and operand.type.rank < 2:
            flag = "a_trans" if name == "lhs" else "b_trans"
            raise call.fail(
                codes.OperandShape,
                f"{flag} needs an operand of rank >= 2",
                name,
                expected=f"a matrix as '{name}'",
                hint=f"a vector has no other order: {call.written(flag)}",
            )
    vector_left, vector_right = lhs.type.rank == 1, rhs.type.rank == 1
    if vector_right and not vector_left:
        _check_k(call, lhs, rhs, lhs.type.shape[-2 if transposed["lhs"] else -1])
        lhs, rhs = rhs, lhs
        transposed = {"lhs": False, "rhs": not transposed["lhs"]}
        vector_left, vector_right = True, False
    if vector_left:
        lhs = call.emit("tensor.reshape", [lhs.ir], lhs.type.with_shape((1, lhs.type.shape[0])))  # pyright: ignore[reportAssignmentType]
    if vector_right:
        rhs = call.emit("tensor.reshape", [rhs.ir], rhs.type.with_shape((rhs.type.shape[0], 1)))  # pyright: ignore[reportAssignmentType]
    a, b = list(lhs.type.shape[-2:]), list(rhs.type.shape[-2:])
    if transposed["lhs"]:
        a.reverse()
    if transposed["rhs"]:
        b.reverse()
    if _differs(a[1], b[0]):
        raise _k_mismatch(call, lhs.type.shape, rhs.type.shape, a[1], b[0])
    if not isinstance(a[1], int) or not isinstance(b[0], int):
        raise _unknown_k(call, a[1], b[0])
    batch = _batch(call, lhs.type.shape[:-2], rhs.type.shape[:-2])
    unit = call.c.b.shared.attribute("unit")
    flags = {
        name: unit
        for name, set_ in (
            ("transpose_lhs", transposed["lhs"]),
            ("transpose_rhs", transposed["rhs"]),
        )
        if set_
    }
    matrix = (a[0], b[1])
    squeeze = None
    if vector_left or vector_right:
        kept = zip(matrix, (vector_left, vector_right), strict=True)
        squeeze = (*batch, *(e for e, drop in kept if not drop))
    return (*batch, *matrix), lhs, rhs, flags, squeeze


def _check_k(call: OpCall, lhs: TensorValue, rhs: TensorValue, k: Any) -> None:
    if _differs(k, rhs.type.shape[0]):
        raise _k_mismatch(call, lhs.type.shape, rhs.type.shape, k, rhs.type.shape[0])


def _batch(call: OpCall, a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leading dims of both operands, aligned at their ends: equal, or 1 in one of them."""
    rank = max(len(a), len(b))
    left, right = (1,) * (rank - len(a)) + tuple(a), (1,) * (rank - len(b)) + tuple(b)
    for x, y in zip(left, right, strict=True):
        if _differs(x, y) and 1 not in (x, y):
            raise call.fail(
                codes.OperandShape,
                f"batch dims {dims_text(a)} and {dims_text(b)} do not broadcast",
                "rhs",
                expected="equal dims, or 1",
                hint="leading dims are aligned at their ends, as NumPy aligns them",
            )
    return tuple(y if x == 1 else x for x, y in zip(left, right, strict=True))


def _tile_product(call: OpCall, lhs: TileValue, rhs: TileValue, batched: bool = False) -> TileType:
    for name, tile, home in (("lhs", lhs, "Left"), ("rhs", rhs, "Right")):
        if tile.type.rank != 2 and not (batched and tile.type.rank > 2):
            raise call.fail(
                codes.OperandShape,
                f"'{name}' must have rank {'2 or more' if batched else '2'}",
                name,
                got=tile.describe(),
                hint=None if batched else "pl.batch_matmul multiplies batches of matrices",
            )
        if tile.type.space in ("Acc", "Bias") or (
            tile.type.space in ("Left", "Right") and tile.type.space != home
        ):
            raise call.fail(
                codes.OperandSpace,
                f"'{name}' is in {tile.type.space}: operands must be in Left and Right",
                name,
                expected=f"a tile in {home}",
                got=tile.describe(),
                hint=f"pl.load to pl.Mem.Mat, then pl.move(t, target_memory=pl.Mem.{home})",
            )
        if (
            tile.type.space == "Vec"
            and call.c.program.arch == "a2a3"
            and call.c.kind in ("InCore", "AIC")
        ):
            raise call.fail(
                codes.OperandSpace,
                f"'{name}' is in Vec: operands must be in Left and Right",
                name,
                expected=f"a tile in {home}",
                got=tile.describe(),
                hint=f"pl.load with target_memory=pl.Mem.Mat, then pl.move to pl.Mem.{home}",
            )
    require_same_dtype(call, "lhs", "rhs", _FACTORS)
    m, k = lhs.type.shape[-2:]
    other, n = rhs.type.shape[-2:]
    if k != other:
        raise _k_mismatch(call, lhs.type.shape, rhs.type.shape, k, other)
    if symbolic.provably_less(rhs.type.valid[-2], lhs.type.valid[-1]):
        raise call.fail(
            codes.OperandShape,
            f"the valid K of rhs, {rhs.type.valid[-2]}, does not cover that of lhs, "
            f"{lhs.type.valid[-1]}",
            "rhs",
            expected=f"at least {lhs.type.valid[-1]} valid rows of rhs",
            hint=f"pl.fillpad({call.text('rhs')}) makes its other rows zeros",
        )
    batch = _batch(call, lhs.type.shape[:-2], rhs.type.shape[:-2])
    valid = (*batch, lhs.type.valid[-2], rhs.type.valid[-1])
    return TileType((*batch, m, n), accumulator(lhs.type.dtype), "Acc", valid)


@rule("matmul_acc", "tile_matmul_acc")
def matmul_acc(call: OpCall) -> Value:
    """acc += lhs x rhs."""
    if _has_handle(call):
        _handles_as_tiles(call)
    level = dispatch(call, "acc", "lhs", "rhs")
    if not call.given("init_cond"):
        return _accumulate(call, level)
    condition = call.scalar("init_cond")
    if condition.dtype is not dtypes.BOOL:
        raise call.fail(
            codes.OperandDtype,
            "'init_cond' must be a BOOL scalar",
            "init_cond",
            expected="a comparison such as k == 0",
            got=condition.describe(),
        )
    if condition.const is not None:
        return _overwrite(call, level) if condition.const else _accumulate(call, level)
    acc = call.shaped("acc")
    if acc.type.rank != 2:
        raise call.fail(
            codes.OperandShape,
            "init_cond= of a batch of products must be known when compiling",
            "init_cond",
            expected="an accumulator of 2 axes, or True or False",
            got=acc.describe(),
            hint="loop over the batch and add up each matrix",
        )
    from pypto.frontend.branches import choose

    return choose(
        call.c,
        call.node,
        condition,
        (lambda: _overwrite(call, level), lambda: _accumulate(call, level)),
    )


def _accumulate(call: OpCall, level: str) -> Value:
    acc, lhs, rhs = call.shaped("acc"), call.shaped("lhs"), call.shaped("rhs")
    if level == "tile":
        _refuse_flags(call)
        assert (
            isinstance(acc, TileValue) and isinstance(lhs, TileValue) and isinstance(rhs, TileValue)
        )
        type = _tile_product(call, lhs, rhs)
        _check_acc(call, acc, type.shape, type.dtype)
        result = acc.type.replace(space=acc.type.space)
        return call.emit("tile.matmul_acc", [acc.ir, lhs.ir, rhs.ir], result)
    assert (
        isinstance(acc, TensorValue)
        and isinstance(lhs, TensorValue)
        and isinstance(rhs, TensorValue)
    )
    require_same_dtype(call, "lhs", "rhs", _FACTORS)
    shape, lhs, rhs, flags, _ = _tensor_product(call, lhs, rhs)
    _check_acc(call, acc, shape, accumulator(lhs.type.dtype))
    result = TensorType(acc.type.shape, acc.type.dtype)
    return call.emit("tensor.matmul_acc", [acc.ir, lhs.ir, rhs.ir], result, flags, whole=True)


def _overwrite(call: OpCall, level: str) -> Value:
    from pypto.language.ops.matmul import matmul as declared

    info: Any = declared
    arguments = dict(info.__op__.defaults)
    arguments.update({n: call.arguments[n] for n in ("lhs", "rhs")})
    if level == "tensor":
        arguments.update({n: call.arguments[n] for n in ("a_trans", "b_trans")})
        from pypto.frontend.values import PyValue

        arguments["out_dtype"] = PyValue(call.tensor("acc").type.dtype)
    return matmul(OpCall(call.c, call.node, info.__op__, arguments, call.nodes))


def _check_acc(call: OpCall, acc: Any, shape: Any, dtype: DataType) -> None:
    if acc.type.dtype is not dtype:
        raise call.fail(
            codes.OperandDtype,
            f"'acc' must have the accumulator's dtype {dtype}",
            "acc",
            got=acc.describe(),
            expected=f"an accumulator of {dtype}",
            hint=f"create it with dtype=pl.{dtype}, or start with pl.matmul, which makes one",
        )
    if acc.type.rank != len(shape) or any(
        _differs(a, b) for a, b in zip(acc.type.shape, shape, strict=True)
    ):
        raise call.fail(
            codes.OperandShape,
            "'acc' must have the shape of the product",
            "acc",
            expected=dims_text(shape),
            got=dims_text(acc.type.shape),
        )


@rule("matmul_bias")
def matmul_bias(call: OpCall) -> Value:
    """lhs x rhs + bias."""
    lhs, rhs, bias = call.tile("lhs"), call.tile("rhs"), call.tile("bias")
    type = _tile_product(call, lhs, rhs)
    _check_bias(call, bias, type)
    return call.emit("tile.matmul_bias", [lhs.ir, rhs.ir, bias.ir], type)


def _check_bias(call: OpCall, bias: TileValue, type: TileType) -> None:
    if bias.type.shape != (1, type.shape[1]) or bias.type.dtype is not type.dtype:
        raise call.fail(
            codes.OperandShape,
            f"'bias' must be [1, {type.shape[1]}] of {type.dtype}",
            "bias",
            got=bias.describe(),
            expected=f"a tile [1, {type.shape[1]}] of {type.dtype} in Bias, one value for each "
            "column",
        )


@rule("gemv", "gemv_acc", "gemv_bias")
def gemv(call: OpCall) -> Value:
    """A matmul with one row on the left."""
    lhs, rhs = call.tile("lhs"), call.tile("rhs")
    if lhs.type.shape[0] != 1 or lhs.type.valid[0] != 1:
        raise call.fail(
            codes.OperandShape,
            "'lhs' must have exactly one row",
            "lhs",
            got=lhs.describe(),
            hint="pl.matmul takes more rows",
        )
    # Orders the store of the sum behind it, which events do; it changes no number.
    phase = call.constant("acc_phase")
    if phase not in ("unspecified", "partial", "final"):
        raise call.fail(
            codes.BadOpAttribute,
            f"invalid acc_phase {phase!r}",
            "acc_phase",
            expected="unspecified, partial or final",
        )
    type = _tile_product(call, lhs, rhs)
    operands = [lhs.ir, rhs.ir]
    if call.info.name == "gemv_acc":
        acc = call.tile("acc")
        _check_acc(call, acc, type.shape, type.dtype)
        operands, type = [acc.ir, *operands], acc.type
    if call.info.name == "gemv_bias":
        bias = call.tile("bias")
        _check_bias(call, bias, type)
        operands.append(bias.ir)
    return call.emit(f"tile.{call.info.name}", operands, type)


@rule("batch_matmul", "batch_matmul_acc")
def batch_matmul(call: OpCall) -> Value:
    """Matmul over batch dims of tiles."""
    for name in ("lhs", "rhs"):
        if isinstance(call.value(name), TensorValue):
            raise call.fail(
                codes.OperandKind,
                f"pl.{call.info.name} takes tiles",
                name,
                hint="use pl.matmul, which broadcasts batch dimensions of tensors",
            )
    lhs, rhs = call.tile("lhs"), call.tile("rhs")
    # Without batch dimensions it is the plain product.
    type = _tile_product(call, lhs, rhs, batched=True)
    if call.info.name == "batch_matmul":
        return call.emit("tile.matmul", [lhs.ir, rhs.ir], type)
    acc = call.tile("acc")
    _check_acc(call, acc, type.shape, type.dtype)
    return call.emit("tile.matmul_acc", [acc.ir, lhs.ir, rhs.ir], acc.type)


_MX_MULTIPLES = (("M", 16), ("K", 2 * low_precision.SCALE_GROUP), ("N", 32))


@rule("matmul_mx", "matmul_mx_acc", "matmul_mx_bias")
def matmul_mx(call: OpCall) -> Value:
    """Scaled matmul of the A5."""
    if call.c.program.arch != "a5":
        raise call.fail(
            codes.NotOnArch,
            f"pl.{call.info.name} needs the A5",
            expected="the 950 (a5)",
            got="the 910B (a2a3)",
            hint='compile with RunConfig(platform="a5sim"), or multiply FP16 with pl.matmul',
        )
    lhs, rhs = call.tile("lhs"), call.tile("rhs")
    for name in ("lhs", "rhs"):
        require_dtype(call, name, (dtypes.FP8E4M3FN,))
    type = _tile_product(call, lhs, rhs)
    (m, k), n = lhs.type.shape, rhs.type.shape[1]
    for (axis, multiple), extent in zip(_MX_MULTIPLES, (m, k, n), strict=True):
        if extent % multiple:
            at = "rhs" if axis == "N" else "lhs"
            raise call.fail(
                codes.OperandShape,
                f"{axis} of an MX product must be a multiple of {multiple}, got {extent}",
                at,
                expected=f"{axis} = {-(-extent // multiple) * multiple}",
                got=call.tile(at).describe(),
                hint="pad the factor with zeros and its scales with any finite ones",
            )
    groups = k // low_precision.SCALE_GROUP
    scales = [
        _mx_scale(call, "lhs_scale", "zz", (m, groups)),
        _mx_scale(call, "rhs_scale", "nn", (groups, n)),
    ]
    operands = [lhs.ir, scales[0].ir, rhs.ir, scales[1].ir]
    if "acc" in call.arguments:
        acc = call.tile("acc")
        _check_acc(call, acc, type.shape, type.dtype)
        operands, type = [acc.ir, *operands], acc.type
    if "bias" in call.arguments:
        bias = call.tile("bias")
        _check_bias(call, bias, type)
        operands.append(bias.ir)
    return call.emit(f"tile.{call.info.name}", operands, type)


def _mx_scale(call: OpCall, name: str, layout: str, shape: tuple[int, int]) -> TileValue:
    """The scales of a factor: in Mat in the order of their boxes, or in their own memory."""
    scale = call.tile(name)
    home = low_precision.SCALE_LAYOUTS[layout][1]
    wanted = low_precision.layout_name(layout)
    if scale.type.dtype not in low_precision.SCALE_DTYPES:
        require_dtype(call, name, low_precision.SCALE_DTYPES)
    in_place = scale.type.space == home
    if not in_place and (scale.type.space != "Mat" or scale.type.layout != layout):
        raise call.fail(
            codes.OperandSpace,
            f"'{name}' must be in {home}, or in Mat from a tensor in pl.{wanted}",
            name,
            expected=f"pl.load of a pl.Tensor[..., pl.FP8E8M0, pl.{wanted}] to pl.Mem.Mat",
            got=scale.describe(),
        )
    if scale.type.shape != shape:
        raise call.fail(
            codes.OperandShape,
            f"'{name}' must have one scale for each {low_precision.SCALE_GROUP} elements along K",
            name,
            expected=dims_text(shape),
            got=dims_text(scale.type.shape),
        )
    return scale


@rule("transpose_view")
def transpose_view(call: OpCall) -> Value:
    """The last two dims swapped without a copy."""
    tile = call.tile("tile")
    shape, valid = list(tile.type.shape), list(tile.type.valid)
    pair: tuple[list[Any], list[Any]] = (shape, valid)
    for extents in pair:
        extents[-1], extents[-2] = extents[-2], extents[-1]
    flipped = {"nd": "dn", "dn": "nd", "nz": "zn", "zn": "nz", "zz": "nn", "nn": "zz"}[
        tile.type.layout
    ]
    type = tile.type.replace(shape=tuple(shape), valid=tuple(valid), layout=flipped)
    return call.emit("tile.transpose_view", [tile.ir], type)
