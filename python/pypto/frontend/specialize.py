# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a call's arguments to a specialisation: its key and its compile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.backend import BackendType, get_backend_type
from pypto.diagnostics import codes, make_error
from pypto.dtypes import DataType
from pypto.frontend.collector import collector_paused
from pypto.frontend.dynamic_dims import bound_variable
from pypto.frontend.kernel import Argument, named_atom
from pypto.frontend.rules.low_precision import check_tensor_type
from pypto.frontend.types import ScalarType, TensorType
from pypto.language.dynamic import RUNTIME, DynExpr, DynVar
from pypto.language.unknown import did_you_mean
from pypto.passes import PassContext
from pypto.runtime.arrays import HostArray, UnsupportedArray, host_array
from pypto.runtime.config import RunConfig, diagnostic_names

if TYPE_CHECKING:
    from pypto.frontend.signature import Parameter
    from pypto.ir.compiled_program import CompiledProgram
    from pypto.language.jit_function import JITFunction

_DEFAULT_CONFIGS: dict[BackendType, RunConfig] = {}


class AnnotatedTensor:
    """Stands for a tensor argument of which only the annotation is known."""

    __slots__ = ("dtype", "shape")

    def __init__(self, shape: tuple[Any, ...], dtype: DataType) -> None:
        self.shape = shape
        self.dtype = dtype


def default_config() -> RunConfig:
    """The configuration of a call without one."""
    backend = get_backend_type()
    config = _DEFAULT_CONFIGS.get(backend)
    if config is None:
        config = _DEFAULT_CONFIGS[backend] = RunConfig()
    return config


def _call_error(
    kernel: JITFunction, message: str, code: Any = codes.BadCallSignature, **facts: Any
) -> Exception:
    return make_error(code, f"@pl.jit function '{kernel.name}': {message}", **facts)


def order_arguments(
    kernel: JITFunction, args: tuple[Any, ...], given: dict[str, Any]
) -> tuple[Any, ...]:
    """Positional and keyword arguments in the order of the parameters."""
    parameters = kernel.signature.parameters
    result: list[Any] = list(args)
    names = [p.name for p in parameters]
    for name in given:
        if name not in names:
            raise _call_error(
                kernel,
                f"got an unexpected keyword argument '{name}'",
                expected=", ".join(names),
                hint=f"config=RunConfig({name}=...) is for options of a run"
                if name in RunConfig.__dataclass_fields__
                else did_you_mean(name, names),
            )
        if names.index(name) < len(args):
            raise _call_error(
                kernel,
                f"got multiple values for argument '{name}'",
                expected=f"{kernel.name}({', '.join(names)}), each once",
                hint=f"argument {names.index(name) + 1} is '{name}' already: leave {name}= out",
            )
    for parameter in parameters[len(args) :]:
        if parameter.name in given:
            result.append(given[parameter.name])
        elif parameter.has_default:
            result.append(parameter.default)
        elif parameter.direction == "Out":
            result.append(OMITTED)
        else:
            raise _call_error(
                kernel,
                f"missing argument '{parameter.name}'",
                expected=f"{kernel.name}({', '.join(names)}); outputs may be left out",
            )
    return tuple(result)


class _Omitted:
    """See `OMITTED`."""

    def __repr__(self) -> str:
        return "an omitted output"


# Stands for an output that the caller leaves out, to have it allocated and returned.
OMITTED = _Omitted()


def arrange(kernel: JITFunction, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """One argument for every parameter: defaults filled in, outputs left out as OMITTED.

    Raises TypeError for a count that is neither of the two call shapes.
    """
    parameters = kernel.signature.parameters
    if len(args) == len(parameters):
        return args
    outputs = sum(p.direction == "Out" for p in parameters)
    for omit in (False, True):
        wanted = [p for p in parameters if not (omit and p.direction == "Out")]
        rest = wanted[len(args) :]
        if len(args) > len(wanted) or not all(p.has_default for p in rest):
            continue
        given = [*args, *(p.default for p in rest)]
        if not omit and any(
            p.direction == "Out" and python_number(v) is not None
            for p, v in zip(wanted, given, strict=True)
        ):
            continue
        values = iter(given)
        return tuple(OMITTED if omit and p.direction == "Out" else next(values) for p in parameters)
    raise _call_error(
        kernel,
        f"expects {len(parameters)} (in-place) or {len(parameters) - outputs} (return) arguments, "
        f"got {len(args)}",
        expected=", ".join(p.name for p in parameters),
    )


def arguments_from_annotations(kernel: JITFunction, scalars: dict[str, Any]) -> tuple[Any, ...]:
    """Arguments that stand for what the annotations say."""
    result: list[Any] = []
    parameters = kernel.signature.parameters
    for name in scalars:
        if name not in kernel.signature.by_name:
            raise _call_error(
                kernel,
                f"got an unexpected keyword argument '{name}'",
                expected=", ".join(kernel.signature.by_name),
                hint=did_you_mean(name, kernel.signature.by_name),
            )
    for parameter in parameters:
        if parameter.kind == "tensor":
            if parameter.shape is None or parameter.dtype is None:
                raise _call_error(
                    kernel,
                    f"parameter '{parameter.name}' has a bare 'pl.Tensor' annotation with no shape",
                    codes.BareTensorSignature,
                    hint="annotate it, or pass sample arguments to compile()",
                )
            result.append(AnnotatedTensor(parameter.shape, parameter.dtype))
        elif parameter.name in scalars:
            result.append(scalars[parameter.name])
        elif parameter.has_default:
            result.append(parameter.default)
        elif parameter.kind == "scalar":
            result.append(RUNTIME)
        elif parameter.kind == "any":
            raise _call_error(
                kernel,
                f"cannot infer parameter '{parameter.name}' without annotation",
                codes.BareTensorSignature,
                hint=f"annotate it, or give its value: compile({parameter.name}=...)",
            )
        else:
            raise _call_error(
                kernel,
                f"scalar parameter '{parameter.name}' has no value",
                codes.BadScalarArgument,
                hint=f"compile({parameter.name}=...)",
            )
    return tuple(result)


class Specialization:
    """One set of argument types and constants. `key` is complete but for captured objects."""

    def __init__(
        self,
        kernel: JITFunction,
        args: tuple[Any, ...],
        config: RunConfig | None,
        *,
        sampled: bool = True,
    ) -> None:
        # sampled: the arguments are a caller's, not the annotations'.
        self.kernel = kernel
        self._sampled = sampled
        if config is not None and not isinstance(config, RunConfig):
            raise _call_error(
                kernel,
                f"config={config!r}",
                codes.BadRunConfig,
                expected="a pypto.runtime.RunConfig",
            )
        self.config = config or default_config()
        parameters = kernel.signature.parameters
        args = arrange(kernel, args)
        self.arguments = [self._argument(p, a) for p, a in zip(parameters, args, strict=True)]
        self.context = PassContext.current()
        options = self.config.compile_key()
        if self.context is not None:
            options = (*options, self.context.compile_key())
        self.key = (tuple(a.key() for a in self.arguments), options)

    def _argument(self, parameter: Parameter, value: Any) -> Argument:
        if value is OMITTED:
            value = _placeholder(self.kernel, parameter)
        if isinstance(value, AnnotatedTensor):
            return Argument(_tensor_type(self.kernel, parameter, value.shape, value.dtype))
        if parameter.kind in ("scalar", "constant"):
            return self._scalar(parameter, value)
        try:
            array = host_array(value)
        except UnsupportedArray as error:
            raise _array_error(self.kernel, parameter, error) from None
        if array is not None:
            return self._tensor(parameter, array)
        if parameter.kind == "tensor":
            raise _call_error(
                self.kernel,
                f"argument '{parameter.name}' is no array",
                codes.ArgumentNotArray,
                expected=(
                    "a torch tensor, a NumPy array or anything with DLPack or the buffer protocol"
                ),
                got=type(value).__name__,
            )
        return self._scalar(parameter, value)

    def _tensor(self, parameter: Parameter, array: HostArray) -> Argument:
        kernel = self.kernel
        if parameter.dtype is not None and array.dtype is not parameter.dtype:
            raise _call_error(
                kernel,
                f"argument '{parameter.name}' has dtype {array.dtype}",
                codes.ArgumentDtype,
                expected=str(parameter.dtype),
                got=str(array.dtype),
                hint=(
                    f"convert it before the call, for example {parameter.name}.to(...) or "
                    ".astype(...)"
                ),
            )
        check_shape(kernel, parameter, array.shape)
        wrong = check_tensor_type(TensorType(array.shape, array.dtype, parameter.layout))
        if wrong is not None:
            raise _call_error(
                kernel,
                f"argument '{parameter.name}': {wrong[0]}",
                codes.ArgumentShape,
                expected=wrong[1],
                got=wrong[2],
            )
        return Argument(_tensor_type(kernel, parameter, array.shape, array.dtype))

    def _scalar(self, parameter: Parameter, value: Any) -> Argument:
        if value is RUNTIME:
            if self._sampled:
                raise _call_error(
                    self.kernel,
                    f"scalar parameter '{parameter.name}' received pl.RUNTIME among sample "
                    "arguments",
                    codes.BadScalarArgument,
                    expected="a number",
                    hint="pl.RUNTIME is for compile() and lower() without arguments",
                )
            if parameter.dtype is None:
                raise _call_error(
                    self.kernel,
                    f"scalar parameter '{parameter.name}' received pl.RUNTIME but has no dtype",
                    codes.BadScalarArgument,
                    hint=f"annotate it: {parameter.name}: pl.INT32",
                )
            return Argument(ScalarType(parameter.dtype))
        number = python_number(value)
        if number is None:
            raise _call_error(
                self.kernel,
                f"scalar parameter '{parameter.name}' must be an int/float/bool",
                codes.BadScalarArgument,
                expected="a number",
                got=type(value).__name__,
            )
        if parameter.kind == "scalar":
            assert parameter.dtype is not None
            check_scalar(self.kernel, parameter, number)
            return Argument(ScalarType(parameter.dtype))
        return Argument(constant=number)

    def compile(self) -> CompiledProgram:
        """Runs the front end."""
        from pypto.diagnostics import DiagnosticEngine
        from pypto.frontend.program import ProgramCompiler
        from pypto.ir.compiled_program import CompiledProgram

        disabled = self.config.disabled_warnings()
        if self.context is not None:
            disabled += diagnostic_names(self.context.disabled_diagnostics)
        engine = DiagnosticEngine(
            disabled,
            diagnostic_names(self.config.warnings_as_errors),
        )
        program = ProgramCompiler(self.config.arch, engine)
        with program.shared.context, collector_paused():
            try:
                entry = program.kernel(self.kernel, self.arguments)
            except Exception as error:
                if getattr(error, "code_info", None) is None:
                    raise
                engine.error(error)
                engine.raise_if_errors()
                raise
            program.finish()
        return CompiledProgram(self.kernel, self.arguments, program, entry, self.config)


def python_number(value: Any) -> int | float | bool | None:
    """A Python number, also from NumPy scalars, ctypes values and 0-d tensors."""
    if isinstance(value, (int, float, bool)):
        return value
    inner = getattr(value, "value", None)
    if isinstance(inner, (int, float, bool)):
        return inner
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return value.item()
    return None


def check_scalar(kernel: JITFunction, parameter: Parameter, value: float | bool) -> None:
    """The number is a value of the parameter's dtype."""
    dtype = parameter.dtype
    assert dtype is not None
    if dtype.is_float() or isinstance(value, bool) or dtype.kind in ("bool", "task"):
        return
    if isinstance(value, float):
        raise _call_error(
            kernel,
            f"scalar parameter '{parameter.name}' is {dtype}",
            codes.BadScalarArgument,
            expected="an int",
            got=repr(value),
        )
    low = 0 if dtype.is_unsigned_int() else -(1 << (dtype.bits - 1))
    high = (1 << (dtype.bits if dtype.is_unsigned_int() else dtype.bits - 1)) - 1
    if not low <= value <= high:
        raise _call_error(
            kernel,
            f"scalar parameter '{parameter.name}': {value} does not fit {dtype}",
            codes.BadScalarArgument,
            expected=f"{low}..{high}",
        )


def check_shape(kernel: JITFunction, parameter: Parameter, shape: tuple[int, ...]) -> None:
    """Rank and static dims of the annotation."""
    if not shape:
        raise _call_error(
            kernel,
            f"argument '{parameter.name}' must have rank >= 1",
            codes.ArgumentShape,
            hint="pass a Python number for a scalar",
        )
    declared = parameter.shape
    if declared is None:
        return
    if parameter.layout == "nz" and parameter.dtype is not None:
        declared = TensorType(declared, parameter.dtype, "nz").host_shape
    fits = len(shape) == len(declared) and all(
        not isinstance(d, int) or d == s for d, s in zip(declared, shape, strict=True)
    )
    if not fits:
        text = ", ".join(getattr(d, "name", None) or str(d) for d in declared)
        raise _call_error(
            kernel,
            f"argument '{parameter.name}' has the wrong shape",
            codes.ArgumentShape,
            expected=f"[{text}]",
            got=str(list(shape)),
        )


def _tensor_type(
    kernel: JITFunction, parameter: Parameter, shape: tuple[Any, ...], dtype: DataType
) -> TensorType:
    declared = parameter.shape or shape
    bound = kernel.signature.bound.get(parameter.name, {})
    dims: list[Any] = []
    for axis, extent in enumerate(declared):
        if axis in bound:
            dims.append(named_atom(_bound_name(kernel, bound[axis], parameter, axis)))
        elif isinstance(extent, DynVar):
            dims.append(named_atom(extent.name))
        elif isinstance(extent, DynExpr):
            dims.append(named_atom(repr(extent)))
        else:
            dims.append(int(extent))
    return TensorType(
        tuple(dims), dtype, parameter.layout, parameter.distributed, parameter.strides
    )


def _bound_name(kernel: JITFunction, node: Any, parameter: Parameter, axis: int) -> str:
    variable = bound_variable(kernel.source, node)
    return f"{parameter.name}_{axis}" if variable is None else variable.name


def _placeholder(kernel: JITFunction, parameter: Parameter) -> AnnotatedTensor:
    if parameter.shape is None or parameter.dtype is None:
        raise _call_error(
            kernel,
            f"missing inferred tensor metadata for parameter '{parameter.name}'",
            codes.MissingMetadata,
            hint=f"pass '{parameter.name}', or annotate its shape",
        )
    return AnnotatedTensor(parameter.shape, parameter.dtype)


def _array_error(kernel: JITFunction, parameter: Parameter, error: UnsupportedArray) -> Exception:
    code = codes.ArgumentDevice if error.what == "device" else codes.ArgumentDtype
    return _call_error(kernel, f"argument '{parameter.name}': {error}", code, hint=error.hint)
