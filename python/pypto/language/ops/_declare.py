# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How an operation is declared: one Python signature per operation.

The signature that an editor shows is the one that the front end binds arguments with; what
an operation checks and emits is its rule in `pypto.frontend.rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from pypto.language.outside import outside_kernel

if TYPE_CHECKING:
    from collections.abc import Callable

_F = TypeVar("_F", bound="Callable[..., Any]")

_REQUIRED = object()
# By the last part of a spelling, the first parameters of operations that change their argument,
# and of those that change tensors as well; the front end sees such statements before it knows
# what they call.
CHANGING: dict[str, tuple[str, bool]] = {}


class OpInfo:
    """The declaration of one operation.

    name: key of its rule. level: "any" dispatches on the operands, "tensor" and "tile" insist
    on one kind, "other" has no such operand. spelling: as the user writes it. positional:
    names of the parameters that may be positional. defaults: by name; a parameter without one
    is required. family: the module of its rule. in_place: what the operation changes when it is
    a statement, so that its first argument has the result from there on: "tile" a tile only (a
    tensor keeps its name, its memory changes), "any" either, "" nothing.
    """

    __slots__ = (
        "count",
        "defaults",
        "family",
        "in_place",
        "keyword_only",
        "level",
        "name",
        "positional",
        "spelling",
        "variadic",
    )

    def __init__(
        self, function: Any, name: str, level: str, spelling: str, family: str, in_place: str = ""
    ) -> None:
        code = function.__code__
        self.family = family
        self.in_place = in_place
        self.name = name
        self.level = level
        self.spelling = spelling
        count = code.co_argcount
        self.positional: tuple[str, ...] = code.co_varnames[:count]
        self.keyword_only: tuple[str, ...] = code.co_varnames[
            count : count + code.co_kwonlyargcount
        ]
        self.count = count + code.co_kwonlyargcount
        self.variadic = bool(code.co_flags & 0x04)
        values = function.__defaults__ or ()
        self.defaults: dict[str, Any] = dict(
            zip(self.positional[count - len(values) :], values, strict=True),
        )
        self.defaults.update(function.__kwdefaults__ or {})

    @property
    def parameters(self) -> tuple[str, ...]:
        """All parameter names."""
        return self.positional + self.keyword_only


def _wrap(function: Any, info: OpInfo) -> Any:
    def call(*_args: Any, **_kwargs: Any) -> Any:
        outside_kernel(info.spelling)

    call.__name__ = function.__name__
    call.__qualname__ = function.__qualname__
    call.__module__ = function.__module__
    call.__doc__ = function.__doc__
    call.__annotations__ = function.__annotations__
    call.__wrapped__ = function  # pyright: ignore[reportFunctionMemberAccess]
    call.__op__ = info  # pyright: ignore[reportFunctionMemberAccess]
    return call


def op(
    level: str = "any",
    *,
    name: str | None = None,
    namespace: str = "pl",
    family: str | None = None,
    in_place: str = "",
) -> Callable[[_F], _F]:
    """Declares a function as an operation; see `OpInfo` for `level` and `in_place`.

    family: the module of its rule where that is called otherwise than the declaration's.
    """

    def declare(function: _F) -> _F:
        key = name or function.__name__
        spelling = f"{namespace}.{function.__name__}"
        # "pypto.language.ops.math" -> "math", "pypto.language.distributed.tile" -> "distributed".
        place = function.__module__.removeprefix("pypto.language.").removeprefix("ops.")
        rules = family or place.partition(".")[0]
        info = OpInfo(function, key, level, spelling, rules, in_place)
        if in_place:
            name_used = function.__name__.removeprefix("tile_")
            CHANGING[name_used] = info.positional[0], in_place == "any"
        return cast("_F", _wrap(function, info))

    return declare


def at_level(function: _F, level: str, spelling: str) -> _F:
    """The declaration `function` under a qualified name that insists on one level."""
    declared = cast("Any", function)
    known = declared.__op__
    info = OpInfo(declared.__wrapped__, known.name, level, spelling, known.family, known.in_place)
    return cast("_F", _wrap(declared.__wrapped__, info))
