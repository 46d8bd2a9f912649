# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls that say of which element type their result is: what to change there."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto import dtypes
from pypto.frontend.rules.accumulators import accumulator_stores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.dtypes import DataType
    from pypto.frontend.function import FunctionCompiler

# Of pl.arange.
RANGES = (dtypes.INT16, dtypes.INT32, dtypes.UINT16, dtypes.UINT32)
# By operation: the parameter, and the element types that it takes (None: all).
_PARAMETERS: dict[str, tuple[str, Sequence[DataType] | None]] = {
    "arange": ("dtype", RANGES),
    "tile_arange": ("dtype", RANGES),
    "full": ("dtype", None),
    "tile_full": ("dtype", None),
    "create_tile": ("dtype", None),
    "tri": ("dtype", None),
}


def retyped(c: FunctionCompiler, node: ast.AST, got: DataType, dtype: DataType) -> str | None:
    """The call `node`, whose result has element type `got`, with one of `dtype`."""
    if not isinstance(node, ast.Call):
        return None
    from pypto.frontend.calls import resolve

    info: Any = getattr(resolve(c, node), "__op__", None)
    if info is None:
        return None
    if info.name == "matmul":
        taken = accumulator_stores(dtypes.INT32 if got.is_int() else dtypes.FP32)
        return _changed(c, node, info, "out_dtype", dtype) if dtype in taken else None
    if info.name not in _PARAMETERS:
        return None
    parameter, types = _PARAMETERS[info.name]
    if types is not None and dtype not in types:
        return None
    return _changed(c, node, info, parameter, dtype)


def _changed(
    c: FunctionCompiler, node: ast.Call, info: Any, parameter: str, dtype: DataType
) -> str:
    value = ast.parse(f"pl.{dtype}", mode="eval").body
    args, keywords = list(node.args), [k for k in node.keywords if k.arg != parameter]
    position = info.positional.index(parameter) if parameter in info.positional else len(args)
    if position < len(args):
        args[position] = value
    else:
        keywords.append(ast.keyword(parameter, value))
    return c.text(ast.Call(node.func, args, keywords))
