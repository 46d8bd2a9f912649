# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`@pl.function` and `@pl.program`."""

from __future__ import annotations

from typing import Any

from pypto.language.enums import FunctionType, Level, Role
from pypto.language.functions import KernelFunction


class FunctionDefinition(KernelFunction):
    """A function declared with `@pl.function`. `program`: its own one-function program."""

    def __init__(self, *args: Any, attributes: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.attributes = attributes or {}
        self._program: Any = None

    @property
    def program(self) -> Any:
        """The function as a program of its own, compiled once."""
        if self._program is None:
            self._program = _compile([self], self.name, None)
        return self._program

    def mlir(self, *, locations: bool = False) -> str:
        """The MLIR text."""
        return self.program.mlir(locations=locations)


class ProgramNames:
    """What `self` is inside a method: the kernels of the program by name."""

    def __init__(self, name: str, kernels: dict[str, FunctionDefinition]) -> None:
        self.name = name
        self.kernels = kernels

    def __getattr__(self, name: str) -> FunctionDefinition:
        try:
            return self.__dict__["kernels"][name]
        except KeyError:
            raise AttributeError(name) from None


def make_function(
    target: Any,
    *,
    type: FunctionType,
    level: Level | None,
    role: Role | None,
    attributes: dict[str, Any] | None,
    auto_scope: bool,
    strict_ssa: bool,
    external_source: str | None,
) -> FunctionDefinition:
    """What `@pl.function` returns; a function outside of a class is compiled at once."""
    from pypto.diagnostics import codes, make_error

    code = target.__code__
    first = code.co_varnames[:1]
    method = bool(first) and first[0] == "self" and code.co_argcount > 0
    if method and role is Role.SubWorker:
        raise make_error(
            codes.BadDecorator,
            f"SubWorker function '{target.__name__}' must not declare 'self'",
            hint="it runs in Python, outside of the program: remove the parameter",
        )
    external = None
    if external_source is not None:
        if type not in (FunctionType.AIC, FunctionType.AIV):
            raise make_error(
                codes.BadAnnotation,
                f"external_source is only valid on FunctionType.AIC and AIV, not on {type.name}",
                expected="type=pl.FunctionType.AIC or pl.FunctionType.AIV",
                hint="leave external_source= out to compile the body",
            )
        from pypto.language.external import check_external

        lane = type.name.lower()
        external = check_external(
            target, lane, external_source, None, None, False, None, "@pl.function"
        )
    kind = "method" if method else "function"
    definition = FunctionDefinition(
        target,
        kind,
        type,
        level=level,
        role=role,
        auto_scope=auto_scope,
        strict_ssa=strict_ssa,
        external=external,
        attributes=attributes,
    )
    _check_first(target)
    inside_class = "." in target.__qualname__.replace("<locals>.", "")
    stands_alone = not (method or inside_class or definition.is_inline)
    if stands_alone and role is not Role.SubWorker and external is None:
        definition.program  # noqa: B018 - errors are reported at the decorator
    return definition


def _check_first(target: Any) -> None:
    """A class has one method of a name; Python would keep the last without a word."""
    import sys

    from pypto.diagnostics import codes, make_error
    from pypto.diagnostics.span import outside_frame

    frame = outside_frame(sys._getframe(1))
    owner = target.__qualname__.rpartition(".")[0].rpartition(".")[2]
    if frame is None or frame.f_code.co_name != owner:
        return
    known = frame.f_locals.get(target.__name__)
    if isinstance(known, FunctionDefinition):
        raise make_error(
            codes.NameClash,
            f"the method '{owner}.{target.__name__}' is defined twice",
            hint="rename one of them",
        )


def make_program(cls: Any) -> Any:
    """What `@pl.program` returns."""
    from pypto.diagnostics import codes, make_error

    kernels = {n: v for n, v in vars(cls).items() if isinstance(v, FunctionDefinition)}
    if not kernels:
        raise make_error(
            codes.BadProgram,
            f"Class '{cls.__name__}' contains no @pl.function decorated methods",
            hint="decorate its methods with @pl.function",
        )
    return _compile(list(kernels.values()), cls.__name__, ProgramNames(cls.__name__, kernels))


def _check_graph(definition: FunctionDefinition) -> None:
    from pypto.diagnostics import codes, make_error

    if definition.type is FunctionType.Graph:
        source = definition.source
        raise make_error(
            codes.GraphFunction,
            f"Graph function '{definition.name}' cannot be compiled yet",
            source.name_span,
            hint="type=pl.FunctionType.Orchestration",
        )


def _compile(definitions: list[FunctionDefinition], name: str, owner: ProgramNames | None) -> Any:
    from pypto.backend import BackendType, get_backend_type
    from pypto.frontend.kernel import Argument, named_atom
    from pypto.frontend.program import ProgramCompiler
    from pypto.frontend.types import ScalarType, TensorType, TileType
    from pypto.ir.program import Program
    from pypto.language.dynamic import DynExpr

    arch = "a2a3" if get_backend_type() is BackendType.Ascend910B else "a5"
    compiler = ProgramCompiler(arch)

    def argument(parameter: Any) -> Argument:
        if parameter.kind == "scalar":
            return Argument(ScalarType(parameter.dtype))
        if parameter.kind == "constant":
            return Argument(
                constant=parameter.default if parameter.has_default else parameter.python_type()
            )
        if parameter.kind == "tile":
            return Argument(TileType(parameter.shape, parameter.dtype))
        shape = tuple(
            named_atom(getattr(d, "name", None) or repr(d)) if isinstance(d, DynExpr) else d
            for d in parameter.shape
        )
        type = TensorType(
            shape, parameter.dtype, parameter.layout, parameter.distributed, parameter.strides
        )
        return Argument(type)

    compiled: list[Any] = []
    with compiler.shared.context:
        for definition in definitions:
            if definition.is_inline or definition.role is Role.SubWorker:
                continue
            if definition.external is not None:
                continue
            try:
                _check_graph(definition)
                arguments = [argument(p) for p in definition.signature.parameters]
                compiled.append(
                    (definition, arguments, compiler.kernel(definition, arguments, owner))
                )
            except Exception as error:
                if getattr(error, "code_info", None) is None:
                    raise
                compiler.engine.error(error)
        compiler.finish()
    program = Program(compiler.module, name)
    program.compiler = compiler
    program.entries = compiled
    return program
