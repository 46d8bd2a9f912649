# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations on tiles under their qualified names: `pl.tile.*`."""

from __future__ import annotations

from pypto.language.enums import MemorySpace
from pypto.language.mask_pattern import MaskPattern
from pypto.language.ops import compare as _compare
from pypto.language.ops import creation as _creation
from pypto.language.ops import elementwise as _elementwise
from pypto.language.ops import expand as _expand
from pypto.language.ops import gather as _gather
from pypto.language.ops import math as _math
from pypto.language.ops import matmul as _matmul
from pypto.language.ops import movement as _movement
from pypto.language.ops import reduction as _reduction
from pypto.language.ops import shape as _shape
from pypto.language.ops._declare import at_level, op
from pypto.language.ops.block import (
    aic_gather,
    aiv_shard,
    get_block_idx,
    get_block_num,
    get_subblock_idx,
)
from pypto.language.ops.compare import cmps, sel, sels
from pypto.language.ops.creation import create_tile as create
from pypto.language.ops.creation import tile_arange as arange
from pypto.language.ops.creation import tile_full as full
from pypto.language.ops.creation import tile_random as random
from pypto.language.ops.creation import tri
from pypto.language.ops.elementwise import addc, addsc, maximums, minimums, rem, rems, subc, subsc
from pypto.language.ops.gather import gather_compare, gather_mask, gatherb, scatter_mask
from pypto.language.ops.gather import tile_gather as gather
from pypto.language.ops.gather import tile_scatter as scatter
from pypto.language.ops.math import lrelu, prelu, relu
from pypto.language.ops.math import tile_rsqrt as rsqrt
from pypto.language.ops.matmul import (
    batch_matmul,
    batch_matmul_acc,
    gemv,
    gemv_acc,
    gemv_bias,
    matmul_bias,
    matmul_mx,
    matmul_mx_acc,
    matmul_mx_bias,
    transpose_view,
)
from pypto.language.ops.matmul import tile_matmul_acc as matmul_acc
from pypto.language.ops.movement import extract, load, mgather, move, mscatter, store
from pypto.language.ops.shape import fillpad_inplace
from pypto.language.types import PtrType

add = at_level(_elementwise.add, "tile", "pl.tile.add")
sub = at_level(_elementwise.sub, "tile", "pl.tile.sub")
mul = at_level(_elementwise.mul, "tile", "pl.tile.mul")
div = at_level(_elementwise.div, "tile", "pl.tile.div")
part_add = at_level(_elementwise.part_add, "tile", "pl.tile.part_add")
part_mul = at_level(_elementwise.part_mul, "tile", "pl.tile.part_mul")
part_max = at_level(_elementwise.part_max, "tile", "pl.tile.part_max")
part_min = at_level(_elementwise.part_min, "tile", "pl.tile.part_min")
maximum = at_level(_elementwise.maximum, "tile", "pl.tile.maximum")
minimum = at_level(_elementwise.minimum, "tile", "pl.tile.minimum")
exp = at_level(_math.exp, "tile", "pl.tile.exp")
log = at_level(_math.log, "tile", "pl.tile.log")
sin = at_level(_math.sin, "tile", "pl.tile.sin")
cos = at_level(_math.cos, "tile", "pl.tile.cos")
neg = at_level(_elementwise.neg, "tile", "pl.tile.neg")
abs = at_level(_elementwise.abs, "tile", "pl.tile.abs")
recip = at_level(_elementwise.recip, "tile", "pl.tile.recip")
sqrt = at_level(_math.sqrt, "tile", "pl.tile.sqrt")
cast = at_level(_math.cast, "tile", "pl.tile.cast")
concat = at_level(_shape.concat, "tile", "pl.tile.concat")
reshape = at_level(_shape.reshape, "tile", "pl.tile.reshape")
reinterpret_view = at_level(_shape.reinterpret_view, "tile", "pl.tile.reinterpret_view")
transpose = at_level(_shape.transpose, "tile", "pl.tile.transpose")
slice = at_level(_shape.slice, "tile", "pl.tile.slice")
matmul = at_level(_matmul.matmul, "tile", "pl.tile.matmul")
row_max = at_level(_reduction.row_max, "tile", "pl.tile.row_max")
row_sum = at_level(_reduction.row_sum, "tile", "pl.tile.row_sum")
row_min = at_level(_reduction.row_min, "tile", "pl.tile.row_min")
row_prod = at_level(_reduction.row_prod, "tile", "pl.tile.row_prod")
col_sum = at_level(_reduction.col_sum, "tile", "pl.tile.col_sum")
col_max = at_level(_reduction.col_max, "tile", "pl.tile.col_max")
col_min = at_level(_reduction.col_min, "tile", "pl.tile.col_min")
col_prod = at_level(_reduction.col_prod, "tile", "pl.tile.col_prod")
row_argmax = at_level(_reduction.row_argmax, "tile", "pl.tile.row_argmax")
row_argmin = at_level(_reduction.row_argmin, "tile", "pl.tile.row_argmin")
col_argmax = at_level(_reduction.col_argmax, "tile", "pl.tile.col_argmax")
col_argmin = at_level(_reduction.col_argmin, "tile", "pl.tile.col_argmin")
row_expand = at_level(_expand.row_expand, "tile", "pl.tile.row_expand")
row_expand_add = at_level(_expand.row_expand_add, "tile", "pl.tile.row_expand_add")
row_expand_sub = at_level(_expand.row_expand_sub, "tile", "pl.tile.row_expand_sub")
row_expand_mul = at_level(_expand.row_expand_mul, "tile", "pl.tile.row_expand_mul")
row_expand_div = at_level(_expand.row_expand_div, "tile", "pl.tile.row_expand_div")
row_expand_max = at_level(_expand.row_expand_max, "tile", "pl.tile.row_expand_max")
row_expand_min = at_level(_expand.row_expand_min, "tile", "pl.tile.row_expand_min")
row_expand_expdif = at_level(_expand.row_expand_expdif, "tile", "pl.tile.row_expand_expdif")
col_expand = at_level(_expand.col_expand, "tile", "pl.tile.col_expand")
col_expand_add = at_level(_expand.col_expand_add, "tile", "pl.tile.col_expand_add")
col_expand_sub = at_level(_expand.col_expand_sub, "tile", "pl.tile.col_expand_sub")
col_expand_mul = at_level(_expand.col_expand_mul, "tile", "pl.tile.col_expand_mul")
col_expand_div = at_level(_expand.col_expand_div, "tile", "pl.tile.col_expand_div")
col_expand_max = at_level(_expand.col_expand_max, "tile", "pl.tile.col_expand_max")
col_expand_min = at_level(_expand.col_expand_min, "tile", "pl.tile.col_expand_min")
col_expand_expdif = at_level(_expand.col_expand_expdif, "tile", "pl.tile.col_expand_expdif")
expands = at_level(_creation.expands, "tile", "pl.tile.expands")
fillpad = at_level(_shape.fillpad, "tile", "pl.tile.fillpad")
fillpad_expand = at_level(_shape.fillpad_expand, "tile", "pl.tile.fillpad_expand")
set_validshape = at_level(_shape.set_validshape, "tile", "pl.tile.set_validshape")
cmp = at_level(_compare.cmp, "tile", "pl.tile.cmp")
fmod = at_level(_elementwise.fmod, "tile", "pl.tile.fmod")
fmods = at_level(_elementwise.fmods, "tile", "pl.tile.fmods")
and_ = at_level(_compare.and_, "tile", "pl.tile.and_")
ands = at_level(_compare.ands, "tile", "pl.tile.ands")
or_ = at_level(_compare.or_, "tile", "pl.tile.or_")
ors = at_level(_compare.ors, "tile", "pl.tile.ors")
xor = at_level(_compare.xor, "tile", "pl.tile.xor")
xors = at_level(_compare.xors, "tile", "pl.tile.xors")
not_ = at_level(_compare.not_, "tile", "pl.tile.not_")
shl = at_level(_compare.shl, "tile", "pl.tile.shl")
shls = at_level(_compare.shls, "tile", "pl.tile.shls")
shr = at_level(_compare.shr, "tile", "pl.tile.shr")
shrs = at_level(_compare.shrs, "tile", "pl.tile.shrs")
read = at_level(_movement.read, "tile", "pl.tile.read")
write = at_level(_movement.write, "tile", "pl.tile.write")
assemble = at_level(_movement.assemble, "tile", "pl.tile.assemble")
gather_row = at_level(_movement.gather_row, "tile", "pl.tile.gather_row")
scatter_update = at_level(_gather.scatter_update, "tile", "pl.tile.scatter_update")
sort32 = at_level(_gather.sort32, "tile", "pl.tile.sort32")
mrgsort = at_level(_gather.mrgsort, "tile", "pl.tile.mrgsort")
adds = at_level(_elementwise.adds, "tile", "pl.tile.adds")
subs = at_level(_elementwise.subs, "tile", "pl.tile.subs")
muls = at_level(_elementwise.muls, "tile", "pl.tile.muls")
divs = at_level(_elementwise.divs, "tile", "pl.tile.divs")
ci = arange


@op("tile", name="tile_alloc", namespace="pl.tile", family="system")
def alloc(space: MemorySpace, size: int, *, pinned: bool = False) -> PtrType:
    """An on-chip allocation of `size` bytes, as printed IR shows it."""
    ...


__all__ = [
    "MaskPattern",
    "abs",
    "add",
    "addc",
    "adds",
    "addsc",
    "aic_gather",
    "aiv_shard",
    "alloc",
    "and_",
    "ands",
    "arange",
    "assemble",
    "batch_matmul",
    "batch_matmul_acc",
    "cast",
    "ci",
    "cmp",
    "cmps",
    "col_argmax",
    "col_argmin",
    "col_expand",
    "col_expand_add",
    "col_expand_div",
    "col_expand_expdif",
    "col_expand_max",
    "col_expand_min",
    "col_expand_mul",
    "col_expand_sub",
    "col_max",
    "col_min",
    "col_prod",
    "col_sum",
    "concat",
    "cos",
    "create",
    "div",
    "divs",
    "exp",
    "expands",
    "extract",
    "fillpad",
    "fillpad_expand",
    "fillpad_inplace",
    "fmod",
    "fmods",
    "full",
    "gather",
    "gather_compare",
    "gather_mask",
    "gather_row",
    "gatherb",
    "gemv",
    "gemv_acc",
    "gemv_bias",
    "get_block_idx",
    "get_block_num",
    "get_subblock_idx",
    "load",
    "log",
    "lrelu",
    "matmul",
    "matmul_acc",
    "matmul_bias",
    "matmul_mx",
    "matmul_mx_acc",
    "matmul_mx_bias",
    "maximum",
    "maximums",
    "mgather",
    "minimum",
    "minimums",
    "move",
    "mrgsort",
    "mscatter",
    "mul",
    "muls",
    "neg",
    "not_",
    "or_",
    "ors",
    "part_add",
    "part_max",
    "part_min",
    "part_mul",
    "prelu",
    "random",
    "read",
    "recip",
    "reinterpret_view",
    "relu",
    "rem",
    "rems",
    "reshape",
    "row_argmax",
    "row_argmin",
    "row_expand",
    "row_expand_add",
    "row_expand_div",
    "row_expand_expdif",
    "row_expand_max",
    "row_expand_min",
    "row_expand_mul",
    "row_expand_sub",
    "row_max",
    "row_min",
    "row_prod",
    "row_sum",
    "rsqrt",
    "scatter",
    "scatter_mask",
    "scatter_update",
    "sel",
    "sels",
    "set_validshape",
    "shl",
    "shls",
    "shr",
    "shrs",
    "sin",
    "slice",
    "sort32",
    "sqrt",
    "store",
    "sub",
    "subc",
    "subs",
    "subsc",
    "transpose",
    "transpose_view",
    "tri",
    "write",
    "xor",
    "xors",
]
