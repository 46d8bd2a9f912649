# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a scope says of the task that it becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.dtypes import TASK_ID
from pypto.frontend.values import ScalarValue

if TYPE_CHECKING:
    import ast

    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.scope_keywords import Optimizations
    from pypto.language.enums import SplitMode


class Launch:
    """Keywords of `pl.at`, `pl.spmd` and `pl.submit`.

    attributes: of the operation. deps, no_dep, dumps: MLIR values. condition: the tensor and
    the indices of a predicate, none or all of them.
    """

    def __init__(self) -> None:
        self.attributes: dict[str, Any] = {}
        self.split: SplitMode | None = None
        self.deps: list[Any] = []
        self.no_dep: list[Any] = []
        self.dumps: list[Any] = []
        self.condition: list[Any] = []
        # The device-size query that is the number of blocks, or "".
        self.width = ""
        # The name that the predicate reads.
        self.predicate: ast.Name | None = None

    def optimize(self, c: FunctionCompiler, chosen: Optimizations) -> None:
        """Takes over an `optimizations=` list."""
        if chosen.split is not None:
            self.split = chosen.split
            self.attributes["split"] = c.b.shared.attribute(f"#pypto.split<{chosen.split.name}>")
        if chosen.slot_num is not None:
            self.attributes["slot_num"] = c.b.shared.attribute(f"{chosen.slot_num} : i64")

    def operands(self) -> tuple[list[Any], list[int]]:
        """Operands and the sizes of their groups, as `pypto.at` has them."""
        groups = (self.deps, self.no_dep, self.dumps)
        return [o for group in groups for o in group], [len(group) for group in groups]

    def spmd_operands(self, blocks: Any) -> tuple[list[Any], list[int]]:
        """The same for `pypto.spmd` on `blocks`."""
        operands, sizes = self.operands()
        predicate = [1, len(self.condition) - 1] if self.condition else [0, 0]
        return [blocks, *operands, *self.condition], [1, *sizes, *predicate]


def bind_task(c: FunctionCompiler, name: str, operation: Any, node: ast.AST) -> None:
    """Gives the task id of a launched scope its name."""
    c.assign(name, ScalarValue(TASK_ID, c.b.results(operation)[0]), node)
