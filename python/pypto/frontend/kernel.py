# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One MLIR function: its arguments, its body, what it returns."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX, INT64, DataType
from pypto.frontend import merge, scalars, strided
from pypto.frontend.annotations import complete_return
from pypto.frontend.constant_key import constant_key
from pypto.frontend.dynamic_dims import bound_variable
from pypto.frontend.expressions import dimension
from pypto.frontend.frame import Frame
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.symbolic import Poly, Sym, atom
from pypto.frontend.types import ScalarType, TensorType, TileType
from pypto.frontend.values import PyValue, ScalarValue, TensorValue, TileValue, Value
from pypto.language.dynamic import DynVar
from pypto.language.enums import Level

if TYPE_CHECKING:
    from pypto.frontend.program import ProgramCompiler
    from pypto.frontend.signature import Parameter, Signature
    from pypto.language.functions import KernelFunction


class Argument:
    """What a specialisation knows of one argument.

    type: the front-end type of a run-time argument, with symbolic dims numbered by their
    order of appearance, or None. constant: the value of a compile-time one.
    """

    __slots__ = ("constant", "type")

    def __init__(self, type: Any = None, constant: Any = None) -> None:
        self.type = type
        self.constant = constant

    @property
    def runtime(self) -> bool:
        """True when it is an argument of the MLIR function."""
        return self.type is not None

    def key(self) -> Any:
        """What distinguishes specialisations."""
        if self.type is not None:
            return self.type
        return constant_key(self.constant)


class CompiledKernel:
    """A function of the module.

    results: type and aliased parameter (position or None) of each. written: names of the
    parameters that something writes.
    """

    def __init__(self, name: str, function: KernelFunction, kind: str) -> None:
        self.name = name
        self.function = function
        self.kind = kind
        self.results: list[tuple[Any, int | None]] = []
        self.returns_tuple = False
        self.written: set[str] = set()
        self.operation: Any = None
        self.argument_types: list[Any] = []
        self.attributes: dict[str, Any] = {}


def function_kind(function: KernelFunction) -> str:
    """The `#pypto.func_kind` of a kernel."""
    if function.level is Level.HOST:
        return "Host"
    return function.type.name


def compile_kernel(
    program: ProgramCompiler,
    function: KernelFunction,
    arguments: list[Argument],
    owner: Any,
) -> CompiledKernel:
    """Emits one function."""
    kind = function_kind(function)
    signature = function.signature
    kernel = CompiledKernel(program.symbol(function.name), function, kind)
    c = FunctionCompiler(program, kind)
    source = function.source
    statements, liveness = function.body
    frame_kind = "function" if function.kind == "method" else function.kind
    c.frame = Frame(
        source,
        liveness,
        frame_kind,
        strict_ssa=function.strict_ssa,
        program=owner,
        returns=signature.returns,
    )
    c.locate(source.node)
    location = c.b.location
    c.parameters = {p.name: p for p in signature.parameters}
    runtime = [(p, a) for p, a in zip(signature.parameters, arguments, strict=True) if a.runtime]
    kernel.argument_types = [a.type for _, a in runtime]
    types = [c.ir_type(a.type) for _, a in runtime]
    operation = _create_function(c, kernel.name, kind, location)
    block = operation.regions[0].blocks.append(*types, arg_locs=_argument_locations(c, runtime))
    c.b.begin_function(block, location)
    values = iter(c.b.arguments(block))
    for parameter, argument in zip(signature.parameters, arguments, strict=True):
        if argument.runtime:
            c.frame.names[parameter.name] = _parameter_value(
                c, parameter, argument.type, next(values)
            )
        else:
            c.frame.names[parameter.name] = c.capture(argument.constant, parameter.node)
    if function.is_method:
        c.frame.names["self"] = PyValue(owner)
    bind_dims(c, signature)
    kernel.operation = operation
    c.block(statements)
    if not c.engine.errors:
        complete_return(c, function)
    _finish(c, kernel, signature, operation, types, runtime)
    if not c.engine.has_real_errors:
        warn_unused(c, function)
    return kernel


def warn_unused(c: FunctionCompiler, function: KernelFunction) -> None:
    """Warns of variables of `function` that nothing reads, once in a compile."""
    if function in c.program.checked_unused:
        return
    c.program.checked_unused.add(function)
    _, liveness = function.body
    for node in liveness.unused():
        if node.id not in function.signature.by_name:
            c.warn(
                codes.UnusedVariable,
                node,
                f"unused variable '{node.id}' in function '{function.name}'",
                hint=f"remove it, or call it '_{node.id}' if it is meant to be unused",
            )


def _create_function(c: FunctionCompiler, name: str, kind: str, location: Any) -> Any:
    ir, shared = c.b.ir, c.b.shared
    attributes = {
        "sym_name": ir.StringAttr.get(name, shared.context),
        "function_type": shared.attribute("() -> ()"),
        "pypto.kind": shared.attribute(f"#pypto.func_kind<{kind}>"),
    }
    if len(c.program.active) > 1:
        attributes["sym_visibility"] = shared.attribute('"private"')
    at = ir.InsertionPoint(c.program.module.body)
    return shared.native.create_operation("func.func", (), (), attributes, location, at, 1)


def _argument_locations(
    c: FunctionCompiler, runtime: list[tuple[Parameter, Argument]]
) -> list[Any]:
    locations = []
    for parameter, _ in runtime:
        c.pending_name = (parameter.node, parameter.name)
        c.locate(parameter.node)
        locations.append(c.b.location)
    c.pending_name = None
    return locations


def _parameter_value(c: FunctionCompiler, parameter: Parameter, type: Any, ir: Any) -> Value:
    if isinstance(type, TensorType):
        return strided.parameter_value(c, parameter, type, ir)
    if isinstance(type, TileType):
        return TileValue(type, ir)
    assert isinstance(type, ScalarType)
    value = ScalarValue(type.dtype, ir)
    if type.dtype in (INDEX, INT64):
        value.sym = atom(parameter.name, value)
    return value


def bind_dims(c: FunctionCompiler, signature: Signature) -> None:
    """Makes the dynamic dimensions of annotations readable in the body."""
    for parameter in signature.parameters:
        value = c.frame.names.get(parameter.name)
        if not isinstance(value, TensorValue):
            continue
        dims: dict[int, Any] = dict(enumerate(parameter.shape or ()))
        for axis, node in signature.bound.get(parameter.name, {}).items():
            dims[axis] = bound_variable(c.frame.source, node)
        for axis, extent in dims.items():
            if isinstance(extent, DynVar) and axis < value.type.rank:
                read = partial(dimension, c, value, axis, parameter.node)
                c.frame.dims.setdefault(extent.name, read)


def _finish(
    c: FunctionCompiler,
    kernel: CompiledKernel,
    signature: Signature,
    operation: Any,
    types: list[Any],
    runtime: list[tuple[Parameter, Argument]],
) -> None:
    if not c.engine.errors:
        check_outputs(c, signature)
    kernel.written = c.written
    c.locate(c.frame.return_node or c.frame.source.node)
    operands = _returned(c, kernel, runtime)
    c.b.op("func.return", operands)
    c.b.sort_constants()
    ir = c.b.ir
    results = [c.ir_type(type) for type, _ in kernel.results]
    function_type = ir.FunctionType.get(types, results, c.b.shared.context)
    operation.attributes["function_type"] = ir.TypeAttr.get(function_type, c.b.shared.context)
    directions = []
    for parameter, argument in runtime:
        entry = {}
        if isinstance(argument.type, TensorType):
            entry["pypto.dir"] = c.b.shared.attribute(f"#pypto.dir<{parameter.direction}>")
        directions.append(ir.DictAttr.get(entry, c.b.shared.context))
    if directions:
        operation.attributes["arg_attrs"] = ir.ArrayAttr.get(directions, c.b.shared.context)
    names = [
        [_dim_name(d) for d in a.type.shape if isinstance(d, Poly)]
        if isinstance(a.type, TensorType)
        else []
        for _, a in runtime
    ]
    if any(names):
        text = ", ".join("[" + ", ".join(f'"{n}"' for n in entry) + "]" for entry in names)
        operation.attributes["dim_names"] = c.b.shared.attribute(f"[{text}]")
    for name, attribute in c.attributes.items():
        operation.attributes[name] = attribute
    c.program.operation_count += c.b.count


def _dim_name(extent: Poly) -> str:
    """The dynamic dimension's name, for printing."""
    text = str(extent)
    return text if text.isidentifier() else "dim"


def _returned(
    c: FunctionCompiler, kernel: CompiledKernel, runtime: list[tuple[Parameter, Argument]]
) -> list[Any]:
    value = c.frame.returned
    if value is None or c.engine.errors:
        return []
    node = c.frame.return_node or c.frame.source.node
    items = c.tuple_items(value)
    kernel.returns_tuple = items is not None
    positions = {p.name: i for i, (p, _) in enumerate(runtime)}
    operands = []
    for item in items if items is not None else (value,):
        parts = merge.flatten(c, item, node)
        for part in parts:
            if isinstance(part, PyValue) and part.object is None:
                continue
            type = merge.carried_type(part)
            if type is None:
                raise c.error(
                    codes.BadCallArguments,
                    node,
                    f"{part.describe()} cannot be returned from a kernel",
                    expected="tensors, tiles or scalars",
                )
            alias = positions.get(part.parameter or "") if isinstance(part, TensorValue) else None
            operand = c.ir_of(part)
            if isinstance(part, TensorValue) and part.base is not None:
                type, operand = part.base
            kernel.results.append((type, alias))
            operands.append(operand)
    return operands


def check_outputs(c: FunctionCompiler, signature: Signature) -> None:
    """An output parameter that nothing writes is an error at its declaration."""
    for parameter in signature.parameters:
        if (
            parameter.direction != "Out"
            or parameter.kind != "tensor"
            or parameter.name in c.written
        ):
            continue
        rebound = c.program.rebound_outputs.get((id(c), parameter.name))
        name = parameter.name
        message = f"[OutParamWriteDropped] the output parameter '{name}' is never written"
        if rebound is None:
            raise_later = c.error(
                codes.OutParamNeverWritten,
                parameter.node,
                message,
                hint=f"write it: {name}[:] = value, or {name} = pl.store(tile, offsets, {name})",
            )
        else:
            from pypto.diagnostics import make_error

            span, text = rebound
            raise_later = make_error(
                codes.OutParamNeverWritten,
                f"{message}: '{text}' only rebinds the name",
                span,
                chain=c.frame.chain,
                hint=f"write {name}[:] = ... to store into the caller's buffer",
            )
        c.engine.error(raise_later)


def scalar_argument(
    c: FunctionCompiler, parameter: Parameter, value: ScalarValue, node: Any
) -> Any:
    """The MLIR value of a scalar passed for a run-time parameter."""
    dtype: DataType = parameter.dtype or value.dtype
    wide = {value.dtype, dtype} <= {INDEX, INT64}
    adapts = value.literal and value.dtype.is_float() == dtype.is_float()
    if value.dtype is dtype or wide or adapts or (value.literal and dtype.is_float()):
        return scalars.convert(c, value, dtype)
    raise c.error(
        codes.BadCallArguments,
        node,
        f"argument '{parameter.name}' has the wrong type",
        expected=f"pl.Scalar[pl.{dtype}]",
        got=value.describe(),
        hint=f"pl.cast({c.text(node)}, pl.{dtype})",
    )


def numbered(
    types: list[TensorType | None],
    parameters: list[Parameter],
) -> tuple[list[TensorType | None], dict[Poly, Sym]]:
    """Types whose symbolic dims are replaced by atoms of the callee.

    Equal extents of the caller are equal extents of the callee, whatever they are, so one
    specialisation serves every caller with the same pattern.
    """
    mapping: dict[Poly, Sym] = {}
    result: list[TensorType | None] = []
    for type, parameter in zip(types, parameters, strict=True):
        if type is None or all(isinstance(d, int) for d in type.shape):
            result.append(type)
            continue
        shape = []
        for axis, extent in enumerate(type.shape):
            if isinstance(extent, Poly):
                declared = (parameter.shape or ())[axis : axis + 1]
                name = declared[0].name if declared and isinstance(declared[0], DynVar) else None
                if extent not in mapping:
                    mapping[extent] = named_atom(name or f"dim{len(mapping)}")
                extent = mapping[extent]
            shape.append(extent)
        result.append(type.with_shape(tuple(shape)))
    return result, mapping


_ATOMS: dict[str, Poly] = {}


def named_atom(name: str) -> Poly:
    """The atom of a dynamic dimension; one name is one atom in every kernel."""
    found = _ATOMS.get(name)
    if found is None:
        found = _ATOMS[name] = atom(name)
    return found
