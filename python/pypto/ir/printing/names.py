# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names of values: the user's where the IR knows it, unique in each function."""

from __future__ import annotations

import builtins
import keyword
from typing import Any

_RESERVED = frozenset((*keyword.kwlist, *dir(builtins), "pl", "pld", "self"))


class Names:
    """One name for each value of a function."""

    def __init__(self) -> None:
        self._taken: set[str] = set(_RESERVED)
        self._count = 0
        self._numbers: dict[str, int] = {}

    def fresh(self, hint: str | None = None) -> str:
        """`hint`, or `hint_1` and so on where it is taken."""
        if hint is None or not hint.isidentifier():
            hint = "v"
        name = hint
        while name in self._taken:
            number = self._numbers.get(hint, 0) + 1
            self._numbers[hint] = number
            name = f"{hint}_{number}"
        self._taken.add(name)
        return name

    def group(self, count: int) -> list[str]:
        """`count` names whose order as text is their order.

        A branch or scope merges its names in alphabetical order.
        """
        self._count += 1
        return [self.fresh(f"m{self._count}_{position:03}") for position in range(count)]


def hint_of(location: Any) -> str | None:
    """The variable's name that a location carries."""
    while location.is_a_callsite():
        location = location.callee
    return str(location.name_str) if location.is_a_name() else None
