# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations on tensors under their qualified names: `pl.tensor.*`."""

from __future__ import annotations

from pypto.language.enums import MemorySpace
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
from pypto.language.ops.block import get_block_idx, get_block_num, get_subblock_idx
from pypto.language.ops.creation import arange, create_l1, expand_clone, full, random
from pypto.language.ops.creation import create_tensor as create
from pypto.language.ops.gather import gather, scatter
from pypto.language.ops.movement import dim, paged_gather
from pypto.language.ops.shape import view
from pypto.language.types import PtrType

add = at_level(_elementwise.add, "tensor", "pl.tensor.add")
sub = at_level(_elementwise.sub, "tensor", "pl.tensor.sub")
mul = at_level(_elementwise.mul, "tensor", "pl.tensor.mul")
div = at_level(_elementwise.div, "tensor", "pl.tensor.div")
part_add = at_level(_elementwise.part_add, "tensor", "pl.tensor.part_add")
part_mul = at_level(_elementwise.part_mul, "tensor", "pl.tensor.part_mul")
part_max = at_level(_elementwise.part_max, "tensor", "pl.tensor.part_max")
part_min = at_level(_elementwise.part_min, "tensor", "pl.tensor.part_min")
maximum = at_level(_elementwise.maximum, "tensor", "pl.tensor.maximum")
minimum = at_level(_elementwise.minimum, "tensor", "pl.tensor.minimum")
exp = at_level(_math.exp, "tensor", "pl.tensor.exp")
log = at_level(_math.log, "tensor", "pl.tensor.log")
sin = at_level(_math.sin, "tensor", "pl.tensor.sin")
cos = at_level(_math.cos, "tensor", "pl.tensor.cos")
neg = at_level(_elementwise.neg, "tensor", "pl.tensor.neg")
abs = at_level(_elementwise.abs, "tensor", "pl.tensor.abs")
recip = at_level(_elementwise.recip, "tensor", "pl.tensor.recip")
sqrt = at_level(_math.sqrt, "tensor", "pl.tensor.sqrt")
cast = at_level(_math.cast, "tensor", "pl.tensor.cast")
concat = at_level(_shape.concat, "tensor", "pl.tensor.concat")
reshape = at_level(_shape.reshape, "tensor", "pl.tensor.reshape")
reinterpret_view = at_level(_shape.reinterpret_view, "tensor", "pl.tensor.reinterpret_view")
transpose = at_level(_shape.transpose, "tensor", "pl.tensor.transpose")
slice = at_level(_shape.slice, "tensor", "pl.tensor.slice")
matmul = at_level(_matmul.matmul, "tensor", "pl.tensor.matmul")
row_max = at_level(_reduction.row_max, "tensor", "pl.tensor.row_max")
row_sum = at_level(_reduction.row_sum, "tensor", "pl.tensor.row_sum")
row_min = at_level(_reduction.row_min, "tensor", "pl.tensor.row_min")
row_prod = at_level(_reduction.row_prod, "tensor", "pl.tensor.row_prod")
col_sum = at_level(_reduction.col_sum, "tensor", "pl.tensor.col_sum")
col_max = at_level(_reduction.col_max, "tensor", "pl.tensor.col_max")
col_min = at_level(_reduction.col_min, "tensor", "pl.tensor.col_min")
col_prod = at_level(_reduction.col_prod, "tensor", "pl.tensor.col_prod")
row_argmax = at_level(_reduction.row_argmax, "tensor", "pl.tensor.row_argmax")
row_argmin = at_level(_reduction.row_argmin, "tensor", "pl.tensor.row_argmin")
col_argmax = at_level(_reduction.col_argmax, "tensor", "pl.tensor.col_argmax")
col_argmin = at_level(_reduction.col_argmin, "tensor", "pl.tensor.col_argmin")
row_expand = at_level(_expand.row_expand, "tensor", "pl.tensor.row_expand")
row_expand_add = at_level(_expand.row_expand_add, "tensor", "pl.tensor.row_expand_add")
row_expand_sub = at_level(_expand.row_expand_sub, "tensor", "pl.tensor.row_expand_sub")
row_expand_mul = at_level(_expand.row_expand_mul, "tensor", "pl.tensor.row_expand_mul")
row_expand_div = at_level(_expand.row_expand_div, "tensor", "pl.tensor.row_expand_div")
row_expand_max = at_level(_expand.row_expand_max, "tensor", "pl.tensor.row_expand_max")
row_expand_min = at_level(_expand.row_expand_min, "tensor", "pl.tensor.row_expand_min")
row_expand_expdif = at_level(_expand.row_expand_expdif, "tensor", "pl.tensor.row_expand_expdif")
col_expand = at_level(_expand.col_expand, "tensor", "pl.tensor.col_expand")
col_expand_add = at_level(_expand.col_expand_add, "tensor", "pl.tensor.col_expand_add")
col_expand_sub = at_level(_expand.col_expand_sub, "tensor", "pl.tensor.col_expand_sub")
col_expand_mul = at_level(_expand.col_expand_mul, "tensor", "pl.tensor.col_expand_mul")
col_expand_div = at_level(_expand.col_expand_div, "tensor", "pl.tensor.col_expand_div")
col_expand_max = at_level(_expand.col_expand_max, "tensor", "pl.tensor.col_expand_max")
col_expand_min = at_level(_expand.col_expand_min, "tensor", "pl.tensor.col_expand_min")
col_expand_expdif = at_level(_expand.col_expand_expdif, "tensor", "pl.tensor.col_expand_expdif")
expands = at_level(_creation.expands, "tensor", "pl.tensor.expands")
fillpad = at_level(_shape.fillpad, "tensor", "pl.tensor.fillpad")
fillpad_expand = at_level(_shape.fillpad_expand, "tensor", "pl.tensor.fillpad_expand")
set_validshape = at_level(_shape.set_validshape, "tensor", "pl.tensor.set_validshape")
cmp = at_level(_compare.cmp, "tensor", "pl.tensor.cmp")
fmod = at_level(_elementwise.fmod, "tensor", "pl.tensor.fmod")
fmods = at_level(_elementwise.fmods, "tensor", "pl.tensor.fmods")
and_ = at_level(_compare.and_, "tensor", "pl.tensor.and_")
ands = at_level(_compare.ands, "tensor", "pl.tensor.ands")
or_ = at_level(_compare.or_, "tensor", "pl.tensor.or_")
ors = at_level(_compare.ors, "tensor", "pl.tensor.ors")
xor = at_level(_compare.xor, "tensor", "pl.tensor.xor")
xors = at_level(_compare.xors, "tensor", "pl.tensor.xors")
not_ = at_level(_compare.not_, "tensor", "pl.tensor.not_")
shl = at_level(_compare.shl, "tensor", "pl.tensor.shl")
shls = at_level(_compare.shls, "tensor", "pl.tensor.shls")
shr = at_level(_compare.shr, "tensor", "pl.tensor.shr")
shrs = at_level(_compare.shrs, "tensor", "pl.tensor.shrs")
read = at_level(_movement.read, "tensor", "pl.tensor.read")
write = at_level(_movement.write, "tensor", "pl.tensor.write")
assemble = at_level(_movement.assemble, "tensor", "pl.tensor.assemble")
gather_row = at_level(_movement.gather_row, "tensor", "pl.tensor.gather_row")
scatter_update = at_level(_gather.scatter_update, "tensor", "pl.tensor.scatter_update")
sort32 = at_level(_gather.sort32, "tensor", "pl.tensor.sort32")
mrgsort = at_level(_gather.mrgsort, "tensor", "pl.tensor.mrgsort")
adds = at_level(_elementwise.adds, "tensor", "pl.tensor.adds")
subs = at_level(_elementwise.subs, "tensor", "pl.tensor.subs")
muls = at_level(_elementwise.muls, "tensor", "pl.tensor.muls")
divs = at_level(_elementwise.divs, "tensor", "pl.tensor.divs")
rsqrt = at_level(_math.rsqrt, "tensor", "pl.tensor.rsqrt")
matmul_acc = at_level(_matmul.matmul_acc, "tensor", "pl.tensor.matmul_acc")
ci = arange


@op("tensor", name="tensor_alloc", namespace="pl.tensor", family="system")
def alloc(space: MemorySpace, size: int, *, pinned: bool = False) -> PtrType:
    """An allocation of `size` bytes, as printed IR shows it."""
    ...


__all__ = [
    "abs",
    "add",
    "adds",
    "alloc",
    "and_",
    "ands",
    "arange",
    "assemble",
    "cast",
    "ci",
    "cmp",
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
    "create_l1",
    "dim",
    "div",
    "divs",
    "exp",
    "expand_clone",
    "expands",
    "fillpad",
    "fillpad_expand",
    "fmod",
    "fmods",
    "full",
    "gather",
    "gather_row",
    "get_block_idx",
    "get_block_num",
    "get_subblock_idx",
    "log",
    "matmul",
    "matmul_acc",
    "maximum",
    "minimum",
    "mrgsort",
    "mul",
    "muls",
    "neg",
    "not_",
    "or_",
    "ors",
    "paged_gather",
    "part_add",
    "part_max",
    "part_min",
    "part_mul",
    "random",
    "read",
    "recip",
    "reinterpret_view",
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
    "scatter_update",
    "set_validshape",
    "shl",
    "shls",
    "shr",
    "shrs",
    "sin",
    "slice",
    "sort32",
    "sqrt",
    "sub",
    "subs",
    "transpose",
    "view",
    "write",
    "xor",
    "xors",
]
