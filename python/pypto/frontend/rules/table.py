# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of rules."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from pypto.frontend.rules.call import OpCall
    from pypto.frontend.values import Value

    Rule = Callable[[OpCall], Value]

RULES: dict[str, Any] = {}
# Operations whose rules depend on the types and constants of their arguments and on whether the
# place is a core's: nothing else decides what they emit or say.
REPLAYED: set[str] = set()
# Those that depend on what made their arguments too, where two vector lanes share the tiles.
UNDIVIDED: set[str] = set()
# Operations that depend on their offsets in no other way than that the window is inside.
WINDOWS: dict[str, tuple[str, str, str | None]] = {}
# How a call that does not fit its signature is refused, where an operation says it itself.
SIGNATURE_ERRORS: dict[str, Any] = {}


def signature_error(*names: str) -> Callable[[Any], Any]:
    """Registers a function of compiler, call and declaration that makes such an error."""

    def register(function: Any) -> Any:
        SIGNATURE_ERRORS.update(dict.fromkeys(names, function))
        return function

    return register


def rule_of(info: Any) -> Any:
    """The rule of an operation; its family is imported when the first of it is used."""
    found = RULES.get(info.name)
    if found is None:
        import_module(f"pypto.frontend.rules.{info.family}")
        found = RULES[info.name]
    return found


def rule(
    *names: str,
    replay: bool = False,
    undivided: bool = False,
    window: tuple[str, str, str | None] | None = None,
) -> Callable[[Any], Any]:
    """Registers a function as the rule of the operations `names`; see `recipes`.

    replay, undivided: as REPLAYED and UNDIVIDED say.
    window: the list of offsets, the tensor that they are in, and the tile that is as large as the
    window, None for the result.
    """

    def register(function: Any) -> Any:
        for name in names:
            RULES[name] = function
        if replay:
            REPLAYED.update(names)
        if undivided:
            UNDIVIDED.update(names)
        if window is not None:
            WINDOWS.update(dict.fromkeys(names, window))
        return function

    return register
