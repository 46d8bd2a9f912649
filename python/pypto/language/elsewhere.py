# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names that array libraries have and this language has not: what says the same here.

Each is an expression of x (and y), or names the operations; `test_elsewhere.py` runs every one.
"""

from __future__ import annotations

# name: expressions that are run, of tensors x, y [rows, columns] of FP32.
EXPRESSIONS: dict[str, str] = {
    "sigmoid": "pl.recip(pl.exp(pl.neg(x)) + 1.0)",
    "silu": "x * pl.recip(pl.exp(pl.neg(x)) + 1.0)",
    "tanh": "pl.recip(pl.exp(x * 2.0) + 1.0) * -2.0 + 1.0",
    "gelu": "x * pl.recip(pl.exp((x + x * x * x * 0.044715) * -1.5957691) + 1.0)",
    "relu6": "pl.minimum(pl.maximum(x, 0.0), 6.0)",
    "clip": "pl.minimum(pl.maximum(x, low), high)",
    "square": "x * x",
    "exp2": "pl.exp(x * 0.6931472)",
    "log2": "pl.log(x) * 1.442695",
    "floor": 'pl.cast(pl.cast(x, pl.INT32, mode="floor"), pl.FP32)',
    "ceil": 'pl.cast(pl.cast(x, pl.INT32, mode="ceil"), pl.FP32)',
    "softmax": "pl.row_expand_div(e, pl.row_sum(e)) with "
    "e = pl.exp(pl.row_expand_sub(x, pl.row_max(x)))",
    "where": "c * x + (pl.neg(c) + 1.0) * y with c = pl.cmp(x, y, cmp_type=4), the places where "
    "x > y",
    "zeros": "pl.full([16, 32], pl.FP32, 0.0)",
    "ones": "pl.full([16, 32], pl.FP32, 1.0)",
    "mean": "pl.row_sum(x) * (1.0 / columns)",
}
_SAME = {
    "swish": "silu",
    "clamp": "clip",
    "zeros_like": "zeros",
    "ones_like": "ones",
}
# name: the operations to look at.
OPERATIONS: dict[str, str] = {
    "sum": "pl.row_sum(x) adds along the last axis, pl.col_sum(x) along the one before it",
    "prod": "pl.row_prod(x) multiplies along the last axis, pl.col_prod(x) along the one before it",
    "amax": "pl.row_max(x) is along the last axis, pl.col_max(x) along the one before it",
    "amin": "pl.row_min(x) is along the last axis, pl.col_min(x) along the one before it",
    "argmax": "pl.row_argmax(x) is along the last axis, pl.col_argmax(x) along the one before it",
    "argmin": "pl.row_argmin(x) is along the last axis, pl.col_argmin(x) along the one before it",
    "topk": "pl.sort32 and pl.mrgsort sort a row, largest first; pl.gather with mask_pattern=1 "
    "takes the values, with 2 their indices",
    "sort": "pl.sort32 sorts blocks of 32, largest first; pl.mrgsort merges them",
    "argsort": "pl.sort32 and pl.mrgsort keep the indices of a row beside its values",
    "cumsum": "pl.matmul(x, t) with t = pl.tri(0, [n, n], dtype=pl.FP32, upper=True) stored to a "
    "tensor",
    "dot": "pl.matmul(x, y)",
    "mm": "pl.matmul(x, y)",
    "bmm": "pl.matmul(x, y) multiplies batches as well",
    "einsum": "pl.matmul(x, y, a_trans=..., b_trans=...)",
    "cat": "pl.concat(x, y) joins columns; rows are written to parts of a tensor, out[0:n, :] = x",
    "concatenate": "pl.concat(x, y) joins columns; rows are written to parts of a tensor",
    "stack": "write the parts: out[0, :] = x, out[1, :] = y",
    "permute": "pl.transpose(x, axis1, axis2) exchanges two axes",
    "swapaxes": "pl.transpose(x, axis1, axis2)",
    "view": "pl.reshape(x, [rows, columns])",
    "flatten": "pl.reshape(x, [n])",
    "squeeze": "pl.reshape(x, [n])",
    "unsqueeze": "pl.reshape(x, [1, n])",
    "broadcast_to": "pl.row_expand(x, v), pl.col_expand(x, v), or arithmetic, which broadcasts",
    "iota": "pl.arange(0, [1, n])",
    "pow": "x * x, or pl.exp(pl.log(x) * y) of positive numbers",
    "power": "x * x, or pl.exp(pl.log(x) * y) of positive numbers",
    "astype": "pl.cast(x, pl.FP32)",
    "constant": "pl.const(3, pl.INT32)",
    "print": "pl.static_print prints while compiling",
    "program_id": "pl.get_block_idx()",
    "atomic_add": "pl.store(tile, offsets, tensor, atomic=pl.AtomicType.Add)",
    "take": "pl.gather(x, index=i) of each row; pl.mgather takes rows of a tensor",
}
OPERATIONS.update(
    (name, f"pl.cmp(x, y, cmp_type={number})")
    for number, names in enumerate(
        (
            ("eq", "equal"),
            ("ne", "not_equal"),
            ("lt", "less"),
            ("le", "less_equal"),
            ("gt", "greater"),
            ("ge", "greater_equal"),
        )
    )
    for name in names
)


def said_here(name: str) -> str | None:
    """What to write for a name of another library."""
    name = _SAME.get(name, name)
    return EXPRESSIONS.get(name) or OPERATIONS.get(name)
