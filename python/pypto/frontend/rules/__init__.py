# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each operation checks and emits: one module per family, one table for all.

`pypto.language.ops` declares signatures, a rule here is registered under the same name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.frontend.rules.call import OpCall
from pypto.frontend.rules.table import rule_of

if TYPE_CHECKING:
    import ast
    from collections.abc import Sequence

    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.values import Value


def call_operation(
    c: FunctionCompiler,
    node: ast.AST,
    name: str,
    values: list[Value],
    places: Sequence[ast.AST] = (),
) -> Value:
    """Applies the unified operation `name` to values, at `node`.

    `places` are the expressions of the first values, where the author wrote them.
    """
    import pypto.language as pl

    info = getattr(pl, name).__op__
    arguments: dict[str, Any] = dict(info.defaults)
    arguments.update(zip(info.positional, values, strict=False))
    nodes = dict.fromkeys(info.parameters, node)
    nodes.update(zip(info.positional, places, strict=False))
    return rule_of(info)(OpCall(c, node, info, arguments, nodes))
