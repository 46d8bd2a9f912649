# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from pypto.frontend.rules.call import OpCall
    from pypto.frontend.values import Value

    Rule = Callable[[OpCall], Value]

RULES: dict[str, Any] = {}


def rule(*names: str) -> Callable[[Any], Any]:
    """Registers a function as the rule of the operations `names`."""

    def register(function: Any) -> Any:
        for name in names:
            RULES[name] = function
        return function

    return register
