# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The decorators: `jit` and its variants, `function`, `program`, `inline`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, overload

from pypto.language.enums import FunctionType, Level, Role
from pypto.language.functions import KernelFunction
from pypto.language.jit_function import JITFunction

_AnyFunction = Callable[..., Any]


def _misuse(message: str, hint: str | None = None) -> Exception:
    from pypto.diagnostics import codes, make_error

    return make_error(codes.DecoratorMisuse, message, hint=hint)


# Where a keyword belongs that a decorator of the family does not take.
_ELSEWHERE = {
    "level": "@pl.jit.incore(level=pl.Level.AIC) or pl.Level.AIV places a kernel on one kind of "
    "core",
    "auto_scope": "auto_scope= is for control: @pl.jit(auto_scope=False) on the caller",
}


def _without(keyword: str, known: Iterable[str]) -> str:
    """The near keyword, or those that there are."""
    from pypto.language.unknown import did_you_mean

    listed = ", ".join(f"{name}=" for name in known)
    fix = f"leave {keyword}= out" + (f"; there are {listed}" if listed else "")
    return did_you_mean(keyword, known) or fix


def _check_function(function: Any, decorator: str) -> None:
    if isinstance(function, KernelFunction):
        raise _misuse(
            f"{decorator} decorates a function, but '{function.name}' is already decorated",
            hint="remove one of the two decorators",
        )
    if not callable(function) or not hasattr(function, "__code__"):
        raise _misuse(
            f"{decorator} decorates a function, got {function!r}",
            hint=f"write {decorator} above a `def`; its options are keywords",
        )
    if hasattr(function, "__wrapped__"):
        raise _misuse(
            f"{decorator} on '{function.__name__}', which another decorator has wrapped",
            hint=f"write {decorator} next to the def: the source below it is compiled",
        )
    _check_plain(function, decorator)


# Flags of a code object.
_COROUTINE, _GENERATOR, _ASYNC_GENERATOR = 0x80, 0x20, 0x200


def _check_plain(function: Any, decorator: str) -> None:
    """Refuses functions that Python does not run to their end when they are called."""
    flags = function.__code__.co_flags
    if flags & (_COROUTINE | _ASYNC_GENERATOR):
        raise _misuse(
            f"{decorator} on the async function '{function.__name__}'", hint="write `def`"
        )
    if flags & _GENERATOR:
        raise _misuse(
            f"{decorator} on '{function.__name__}', which uses yield",
            hint="a kernel hands values on with pl.yield_ and ends with return",
        )
    if function.__name__ == "<lambda>":
        raise _misuse(f"{decorator} on a lambda", hint="write a `def`: its source is compiled")


def _check_values(decorator: str, **values: Any) -> None:
    """Arguments of a decorator have the types that they are declared with."""
    from pypto.diagnostics import codes, make_error

    kinds = {"type": FunctionType, "level": Level, "role": Role}
    for name, value in values.items():
        kind = kinds.get(name)
        if kind is None:
            if not isinstance(value, bool):
                raise make_error(
                    codes.BadDecorator,
                    f"`{decorator}`: {name}= must be a bool literal",
                    expected="True or False",
                    got=repr(value),
                )
        elif value is not None and not isinstance(value, kind):
            raise make_error(
                codes.BadDecorator,
                f"Unsupported `{decorator}(...)` value: {name}={value!r}",
                expected=", ".join(f"pl.{kind.__name__}.{m}" for m in kind.__members__),
            )


class _Jit:
    """`@pl.jit` and its variants; see the methods."""

    @overload
    def __call__(self, function: _AnyFunction, /) -> JITFunction: ...
    @overload
    def __call__(
        self, function: None = None, /, *, auto_scope: bool = True
    ) -> Callable[[_AnyFunction], JITFunction]: ...
    def __call__(self, function: Any = None, /, *, auto_scope: bool = True, **unknown: Any) -> Any:
        """An entry of the control plane, compiled on first use and called from Python.

        Its body has no compute operations of its own: wrap them in `pl.at` or `pl.spmd`, or
        call an `.incore` kernel. `auto_scope=False` lets the body place `pl.scope`.
        """
        return self._make(
            function, "jit", FunctionType.Orchestration, unknown, auto_scope=auto_scope
        )

    def incore(self, function: Any = None, /, *, level: Level | None = None, **unknown: Any) -> Any:
        """A device kernel: load, compute, store. `level`: AIC or AIV pins its core."""
        type = FunctionType.InCore
        if level not in (None, Level.AIC, Level.AIV, Level.CORE_GROUP):
            raise _misuse(
                f"@pl.jit.incore: level={level!r} is no level of a core",
                hint="pl.Level.AIC, pl.Level.AIV, or none for both",
            )
        if level in (Level.AIC, Level.AIV):
            type = FunctionType.AIC if level is Level.AIC else FunctionType.AIV
        return self._make(function, "incore", type, unknown, level=level, refuse=("auto_scope",))

    def inline(self, function: Any = None, /, *, auto_scope: bool = True, **unknown: Any) -> Any:
        """A helper whose body is spliced in at each call."""
        return self._make(
            function,
            "inline",
            FunctionType.Inline,
            unknown,
            auto_scope=auto_scope,
            refuse=("level",),
        )

    def opaque(self, function: Any = None, /, **unknown: Any) -> Any:
        """A separate function that takes the plane of its contents."""
        return self._make(function, "opaque", FunctionType.Opaque, unknown)

    def host(self, function: Any = None, /, *, auto_scope: bool = True, **unknown: Any) -> Any:
        """A host entry that dispatches `@pl.jit` functions to devices."""
        return self._make(
            function,
            "host",
            FunctionType.Orchestration,
            unknown,
            auto_scope=auto_scope,
            level=Level.HOST,
            role=Role.Orchestrator,
            refuse=("level",),
        )

    def extern(
        self,
        *,
        core_type: str,
        source: str | None = None,
        aic_source: str | None = None,
        aiv_source: str | None = None,
        dual_aiv_dispatch: bool = False,
        include_dirs: list[str] | None = None,
    ) -> Callable[[_AnyFunction], JITFunction]:
        """A kernel written in C++; the decorated body is `...`.

        core_type: "aiv", "aic" (with `source`) or "mixed" (with both `aic_source` and
        `aiv_source`). Paths are relative to the defining file. Raises ValueError for a
        missing file or inconsistent arguments.
        """
        from pypto.language.external import check_external

        def decorate(function: _AnyFunction) -> JITFunction:
            _check_function(function, "@pl.jit.extern")
            external = check_external(
                function,
                core_type,
                source,
                aic_source,
                aiv_source,
                dual_aiv_dispatch,
                include_dirs,
            )
            type = FunctionType.AIC if core_type == "aic" else FunctionType.AIV
            return JITFunction(function, "extern", type, external=external)

        return decorate

    @staticmethod
    def _make(
        function: Any,
        kind: str,
        type: FunctionType,
        unknown: dict[str, Any],
        *,
        refuse: tuple[str, ...] = (),
        **options: Any,
    ) -> Any:
        name = "@pl.jit" if kind == "jit" else f"@pl.jit.{kind}"
        for keyword in unknown:
            if keyword in refuse or keyword in ("level", "auto_scope"):
                raise _misuse(
                    f"{name} does not accept {_article(keyword)} {keyword}= argument",
                    hint=_ELSEWHERE.get(keyword, f"leave {keyword}= out"),
                )
            raise _misuse(
                f"{name} got an unexpected keyword argument '{keyword}'",
                hint=_without(keyword, options),
            )
        _check_values(name, **{k: v for k, v in options.items() if k != "role"})

        def decorate(target: Any) -> JITFunction:
            _check_function(target, name)
            return JITFunction(target, kind, type, **options)

        return decorate(function) if function is not None else decorate


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


jit = _Jit()


@overload
def function(target: _AnyFunction, /) -> Any: ...
@overload
def function(
    *,
    type: FunctionType = FunctionType.Opaque,
    level: Level | None = None,
    role: Role | None = None,
    attrs: dict[str, Any] | None = None,
    auto_scope: bool = True,
    strict_ssa: bool = False,
    external_source: str | None = None,
) -> Callable[[_AnyFunction], Any]: ...
def function(
    target: Any = None,
    /,
    *,
    type: FunctionType = FunctionType.Opaque,
    level: Level | None = None,
    role: Role | None = None,
    attrs: dict[str, Any] | None = None,
    auto_scope: bool = True,
    strict_ssa: bool = False,
    external_source: str | None = None,
    **unknown: Any,
) -> Any:
    """One function of the IR, parsed when it is decorated; every parameter is annotated.

    In a class under `@pl.program` it is a method. `strict_ssa`: no name is assigned twice.
    `external_source`: a C++ kernel with a `...` body, for AIC and AIV. `attrs` is deprecated:
    use `pl.func_attr`.
    """
    if unknown:
        keyword = next(iter(unknown))
        known = ("type", "level", "role", "auto_scope", "strict_ssa", "external_source")
        raise _misuse(
            f"@pl.function got an unexpected keyword argument '{keyword}'",
            hint=_without(keyword, known),
        )
    _check_values(
        "@pl.function",
        type=type,
        level=level,
        role=role,
        auto_scope=auto_scope,
        strict_ssa=strict_ssa,
    )
    if attrs is not None:
        from pypto.diagnostics import codes, warn_call

        warn_call(
            codes.DeprecatedOption,
            "@pl.function(attrs={...}) is deprecated",
            hint="use pl.func_attr({...}), the first statement of the body",
        )

    def decorate(target: Any) -> Any:
        _check_function(target, "@pl.function")
        from pypto.language.programs import make_function

        return make_function(
            target,
            type=type,
            level=level,
            role=role,
            attributes=attrs,
            auto_scope=auto_scope,
            strict_ssa=strict_ssa,
            external_source=external_source,
        )

    return decorate(target) if target is not None else decorate


def program(cls: type) -> Any:
    """A program: its methods decorated with `@pl.function` call each other as `self.m(...)`.

    Returns an `ir.Program`. Raises ParserSyntaxError when the class has no such method.
    """
    from pypto.language.programs import make_program

    return make_program(cls)


class InlineFunction(KernelFunction):
    """A template that is expanded where it is called."""


def inline(target: _AnyFunction) -> InlineFunction:
    """A helper that is expanded at each call, like `@pl.jit.inline`."""
    _check_function(target, "@pl.inline")
    return InlineFunction(target, "inline", FunctionType.Inline)
