# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of kernels: func.call for separate functions, splicing for inline ones."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.frontend import merge, strided
from pypto.frontend.annotations import complete_return
from pypto.frontend.frame import Frame
from pypto.frontend.kernel import (
    Argument,
    bind_dims,
    function_kind,
    named_atom,
    numbered,
    scalar_argument,
    warn_unused,
)
from pypto.frontend.rules.call import unpacked
from pypto.frontend.symbolic import Poly, Sym, atom, mul
from pypto.frontend.types import ScalarType, TensorType, TileType, dims_text
from pypto.frontend.values import (
    ArrayValue,
    ErrorValue,
    ListValue,
    Overwritten,
    PyValue,
    ScalarValue,
    TensorValue,
    TileValue,
    TupleValue,
    Value,
)
from pypto.language.dynamic import DynExpr
from pypto.language.enums import Role

if TYPE_CHECKING:
    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.signature import Parameter
    from pypto.language.functions import KernelFunction

_ALWAYS = ("attrs",)
_MAX_DEPTH = 64


def call_kernel(c: FunctionCompiler, node: ast.Call, kernel: KernelFunction) -> Value:
    """Calls or splices a kernel."""
    from pypto.frontend.tasks import is_no_dep

    if any(is_no_dep(c, argument) for argument in node.args):
        return _call_without_dependencies(c, node, kernel)
    if kernel.kind == "extern":
        raise c.unavailable(
            node,
            f"the external C++ kernel '{kernel.name}'",
            expected="a kernel whose body is compiled",
            hint=f"write '{kernel.name}' as an @pl.jit.incore kernel",
        )
    bound = bind_call(c, node, kernel)
    if kernel.is_inline:
        return splice(c, node, kernel, bound)
    _check_plane(c, node, kernel)
    return emit_call(c, node, kernel, bound)


def _call_without_dependencies(
    c: FunctionCompiler, node: ast.Call, kernel: KernelFunction
) -> Value:
    """A kernel call with `pl.no_dep(...)` arguments: a launch on one block."""
    from pypto.frontend.launch import Launch
    from pypto.frontend.tasks import launch_call, strip_no_dep
    from pypto.frontend.values import int_constant

    if c.in_core or function_kind(kernel) not in ("InCore", "AIC", "AIV"):
        raise c.error(
            codes.BadTensorList,
            node,
            "pl.no_dep() marks an argument of a device kernel that the control plane calls",
            hint="in a pl.spmd scope use no_dep_args=, or pl.spmd_submit",
        )
    launch = Launch()
    arguments = strip_no_dep(c, node.args, launch)
    call = ast.copy_location(ast.Call(node.func, arguments, node.keywords), node)
    if c.effect is node:
        c.effect = call
    one = int_constant(1)
    return launch_call(c, node, launch, one, lambda: call_kernel(c, call, kernel), task=False)[0]


def _check_plane(c: FunctionCompiler, node: ast.Call, kernel: KernelFunction) -> None:
    if kernel in c.program.active:
        chain = " -> ".join(k.name for k in [*c.program.active, kernel])
        raise c.error(
            codes.RecursiveCall,
            node,
            f"kernel '{kernel.name}' calls itself: {chain}",
            expected="calls without a cycle: every kernel is compiled into its caller",
            hint="write the repetition as a pl.range loop",
        )
    if kernel.kind == "jit" and c.kind not in ("Host", "Opaque"):
        raise c.error(
            codes.MisplacedOperation,
            node,
            f"'{kernel.name}' is a @pl.jit entry: it is dispatched from a @pl.jit.host function "
            "or from Python",
            hint="make it @pl.jit.incore, @pl.jit.inline or @pl.jit.opaque",
        )
    if kernel.role is Role.SubWorker:
        raise c.unavailable(
            node,
            f"a call of the SubWorker function '{kernel.name}'",
            expected="a kernel of the device",
            hint="call it from Python, between calls of the compiled kernel",
        )
    owner = c.frame.program
    if owner is not None and not kernel.is_method and kernel.name in owner.kernels:
        raise c.error(
            codes.NameClash,
            node,
            f"External function '{kernel.name}' conflicts with program function "
            f"'{owner.name}.{kernel.name}'",
            hint="rename one of them",
        )
    inner = function_kind(kernel)
    if c.kind in ("InCore", "AIC", "AIV") and inner in ("InCore", "AIC", "AIV", "Orchestration"):
        raise c.error(
            codes.NestedCoreScope,
            node,
            f"the device kernel '{kernel.name}' is called inside the device kernel "
            f"'{c.program.active[-1].name}'",
            hint="make it @pl.jit.inline, or call both from the control plane",
        )
    if any(s.kind in ("at", "split_aiv") for s in c.scopes) and inner in ("InCore", "AIC", "AIV"):
        raise c.error(
            codes.NestedCoreScope,
            node,
            f"the device kernel '{kernel.name}' is called inside a core scope (NoNestedInCore)",
            hint="call it outside of pl.at, or make it @pl.jit.inline",
        )
    for scope in c.scopes:
        scope.dispatches.append(node)


def bind_call(
    c: FunctionCompiler, node: ast.Call, kernel: KernelFunction
) -> list[tuple[Parameter, Value, ast.AST]]:
    """Arguments in the order of the parameters, defaults filled in."""
    parameters = kernel.signature.parameters
    given: dict[str, tuple[Value, ast.AST]] = {}
    if len(node.args) > len(parameters):
        raise _arity(c, node, kernel, len(node.args))
    for parameter, argument in zip(parameters, node.args, strict=False):
        if isinstance(argument, ast.Starred):
            raise unpacked(c, argument, kernel.name, list(kernel.signature.by_name))
        given[parameter.name] = (_argument(c, argument), argument)
    for keyword in node.keywords:
        name = keyword.arg
        if name is None:
            raise unpacked(c, keyword.value, kernel.name, list(kernel.signature.by_name))
        if name in _ALWAYS and name not in kernel.signature.by_name:
            _check_attributes(c, keyword.value, len(parameters))
            continue
        if name == "device" and name not in kernel.signature.by_name and kernel.kind == "jit":
            from pypto.frontend.devices import check_device

            check_device(c, keyword.value)
            continue
        if kernel.is_method or name not in kernel.signature.by_name:
            raise c.error(
                codes.BadCallArguments,
                keyword.value,
                f"'{kernel.name}' does not accept keyword argument '{name}'",
                expected=", ".join(kernel.signature.by_name) or "no arguments",
            )
        if name in given:
            raise c.error(
                codes.BadCallArguments,
                keyword.value,
                f"argument '{name}' is given twice",
                expected=f"'{name}' once: it is {c.text(given[name][1])} already",
            )
        given[name] = (_argument(c, keyword.value), keyword.value)
    result = []
    for parameter in parameters:
        if parameter.name in given:
            value, at = given[parameter.name]
        elif parameter.has_default:
            value, at = c.capture(parameter.default, node), node
            c.program.record_default(parameter.default)
        else:
            raise _arity(c, node, kernel, len(given), parameter.name)
        result.append((parameter, value, at))
    return result


def _argument(c: FunctionCompiler, node: ast.expr) -> Value:
    value = c.expr(node)
    if isinstance(value, ErrorValue):
        from pypto.frontend.function import Poisoned

        raise Poisoned
    return value


def _arity(
    c: FunctionCompiler, node: ast.Call, kernel: KernelFunction, count: int, missing: str = ""
) -> Exception:
    parameters = kernel.signature.parameters
    detail = f": missing '{missing}'" if missing else ""
    prefix = "Inline function " if kernel.is_inline else ""
    return c.error(
        codes.BadCallArguments,
        node,
        f"{prefix}'{kernel.name}' expects {len(parameters)} argument(s), got {count}{detail}",
        expected=f"{kernel.name}({', '.join(p.name for p in parameters)})",
    )


def _check_attributes(c: FunctionCompiler, node: ast.expr, count: int) -> None:
    from pypto.language.enums import ArgDirection

    if not isinstance(node, ast.Dict):
        raise c.error(
            codes.BadCallAttributes,
            node,
            "'attrs=' of a call must be a dict literal",
            expected='attrs={"arg_directions": [pl.ArgDirection.Input, ...]}',
            got=c.text(node),
        )
    for key, value in zip(node.keys, node.values, strict=True):
        name = key.value if isinstance(key, ast.Constant) else None
        if name == "manual_dep_edges":
            raise c.error(
                codes.BadCallAttributes,
                node,
                "manual_dep_edges is not accepted, use deps=",
                expected="the task ids in deps= of pl.submit, pl.spmd or pl.at",
                hint=f"deps={c.text(value)}",
            )
        if name != "arg_directions":
            raise c.unavailable(
                node,
                f"the call attribute {name!r}",
                expected='"arg_directions"',
                hint=f"leave {name!r} out",
            )
        if not isinstance(value, ast.List):
            raise c.error(
                codes.BadCallAttributes,
                value,
                "arg_directions must be a list literal",
                expected=f"a list of {count} pl.ArgDirection members",
                got=c.text(value),
            )
        if len(value.elts) != count:
            raise c.error(
                codes.BadCallAttributes,
                value,
                f"arg_directions length ({len(value.elts)}) must match positional arg count "
                f"({count})",
                expected=f"{count} directions, one for each positional argument",
            )
        for element in value.elts:
            marker = c.expr(element)
            if not isinstance(marker, PyValue) or not isinstance(marker.object, ArgDirection):
                raise c.error(
                    codes.BadCallAttributes,
                    element,
                    f"Unknown call-site direction marker '{c.text(element)}'",
                    expected=", ".join(f"pl.ArgDirection.{m.name}" for m in ArgDirection),
                )


# Inline -----------------------------------------------------------------------------------------


def splice(
    c: FunctionCompiler,
    node: ast.Call,
    kernel: KernelFunction,
    bound: list[tuple[Parameter, Value, ast.AST]],
) -> Value:
    """Compiles the body of a helper in place."""
    if len(c.frame.chain) >= _MAX_DEPTH or (
        any(frame.function == kernel.name for frame in c.frame.chain) and kernel in c.inline_stack
    ):
        raise c.error(
            codes.RecursiveCall,
            node,
            f"inline helper '{kernel.name}' calls itself",
            expected="a helper without a cycle: it is written out at each call",
            hint="write the repetition as a pl.range or pl.unroll loop",
        )
    statements, liveness = kernel.body
    c.locate(node)
    outer, location, pending = c.frame, c.b.location, c.pending_name
    frame = Frame(
        kernel.source,
        liveness,
        "inline",
        chain=(c.call_frame(node, kernel.name), *outer.chain),
        call_locations=(_plain_location(c, node), *outer.call_locations),
        program=outer.program,
        returns=kernel.signature.returns,
    )
    frame.scope_base = len(c.scopes)
    for parameter, value, at in bound:
        check_argument(c, parameter, value, at, kernel)
        frame.names[parameter.name] = _inline_value(c, parameter, value, at)
    frame.arguments = tuple(frame.names.values())
    if kernel.is_method:
        frame.names["self"] = PyValue(outer.program)
    c.frame = frame
    c.pending_name = None
    c.inline_stack.append(kernel)
    count = len(c.engine.errors)
    try:
        bind_dims(c, kernel.signature)
        c.block(statements)
        if len(c.engine.errors) == count:
            complete_return(c, kernel)
    finally:
        c.frame = outer
        c.pending_name = pending
        c.b.location = location
        c.inline_stack.pop()
    if len(c.engine.errors) > count:
        from pypto.frontend.function import Poisoned

        raise Poisoned
    with c.framed(frame):
        warn_unused(c, kernel)
    if frame.returned is None:
        return PyValue(None)
    return frame.returned


def _plain_location(c: FunctionCompiler, node: ast.AST) -> Any:
    return c.b.ir.Location.file(
        c.frame.source.filename,
        getattr(node, "lineno", 1),
        getattr(node, "col_offset", 0) + 1,
        c.b.shared.context,
    )


def _inline_value(c: FunctionCompiler, parameter: Parameter, value: Value, node: ast.AST) -> Value:
    if isinstance(value, ListValue):
        return TupleValue(tuple(value.items))
    if (
        isinstance(value, ScalarValue)
        and parameter.kind == "scalar"
        and parameter.dtype is not None
    ):
        if value.const is not None or value.dtype is parameter.dtype:
            return value
        c.locate(node)
        ir = scalar_argument(c, parameter, value, node)
        return ScalarValue(parameter.dtype, ir, sym=value.sym)
    return value


def check_argument(
    c: FunctionCompiler,
    parameter: Parameter,
    value: Value,
    node: ast.AST,
    kernel: KernelFunction,
) -> None:
    """The argument has the annotated kind, dtype, rank and static dims."""
    kinds = {
        "tensor": (TensorValue,),
        "tile": (TileValue,),
        "scalar": (ScalarValue,),
        "constant": (ScalarValue,),
        "array": (ArrayValue,),
    }
    allowed = kinds.get(parameter.kind)
    if kernel.is_inline and parameter.kind == "tensor":
        # A tensor-level helper also serves tiles of a core scope, which are the same code.
        allowed = (TensorValue, TileValue)
    if parameter.kind == "scalar" and isinstance(value, PyValue) and value.object is None:
        return
    if allowed is not None and not isinstance(value, allowed):
        raise c.error(
            codes.BadCallArguments,
            node,
            f"argument '{parameter.name}' of '{kernel.name}' must be a {parameter.kind}",
            expected=_annotation_text(parameter),
            got=value.describe(),
        )
    if parameter.shape is None or not isinstance(value, (TensorValue, TileValue)):
        return
    shape = value.type.shape
    fits = len(shape) == len(parameter.shape) and value.type.dtype is parameter.dtype
    for extent, declared in zip(shape, parameter.shape, strict=False):
        if isinstance(declared, int) and isinstance(extent, int) and declared != extent:
            fits = False
    if not fits:
        raise c.error(
            codes.BadCallArguments,
            node,
            f"argument '{parameter.name}' of '{kernel.name}' does not fit its annotation",
            expected=_annotation_text(parameter),
            got=value.describe(),
        )
    if isinstance(value, TensorValue) and "nz" in (value.type.layout, parameter.layout):
        if value.type.layout != parameter.layout and not kernel.is_inline:
            raise c.error(
                codes.BadCallArguments,
                node,
                f"argument '{parameter.name}' of '{kernel.name}' has its elements in another order",
                expected=_annotation_text(parameter),
                got=value.describe(),
                hint="the third slot of both annotations is pl.NZ, or of none",
            )
    _check_equal_dims(c, parameter, value, node, kernel)


def _check_equal_dims(
    c: FunctionCompiler,
    parameter: Parameter,
    value: TensorValue | TileValue,
    node: ast.AST,
    kernel: KernelFunction,
) -> None:
    for axis, declared in enumerate(parameter.shape or ()):
        if isinstance(declared, int) and not isinstance(value.type.shape[axis], int):
            raise c.error(
                codes.BadCallArguments,
                node,
                f"axis {axis} of argument '{parameter.name}' of '{kernel.name}' is only known at "
                "run time",
                expected=_annotation_text(parameter),
                got=value.describe(),
                hint="annotate the dimension with pl.dynamic",
            )


def _annotation_text(parameter: Parameter) -> str:
    if parameter.shape is not None:
        word = "Tile" if parameter.kind == "tile" else "Tensor"
        dims = ", ".join(getattr(d, "name", None) or str(d) for d in parameter.shape)
        layout = ", pl.NZ" if parameter.layout == "nz" else ""
        return f"pl.{word}[[{dims}], pl.{parameter.dtype}{layout}]"
    if parameter.dtype is not None:
        return f"pl.Scalar[pl.{parameter.dtype}]"
    return f"a {parameter.kind}"


# Separate functions -----------------------------------------------------------------------------


def emit_call(
    c: FunctionCompiler,
    node: ast.Call,
    kernel: KernelFunction,
    bound: list[tuple[Parameter, Value, ast.AST]],
) -> Value:
    """func.call of the specialisation for these arguments."""
    for parameter, value, at in bound:
        check_argument(c, parameter, value, at, kernel)
    tensors = [v.type if isinstance(v, TensorValue) else None for _, v, _ in bound]
    types, mapping = numbered(tensors, [p for p, _, _ in bound])
    _check_dynamic(c, node, kernel, bound)
    arguments: list[Argument] = []
    operands: list[Any] = []
    passed: list[Value] = []
    c.locate(node)
    for (parameter, value, at), type in zip(bound, types, strict=True):
        argument, operand = _pass(c, parameter, value, at, type, kernel)
        arguments.append(argument)
        if argument.runtime:
            operands.append(operand)
            passed.append(value)
    instances = c.instances or c.program.caller_instances
    compiled = c.program.kernel(kernel, arguments, c.frame.program, instances)
    if c.engine.errors:
        from pypto.frontend.function import Poisoned

        raise Poisoned
    _note_writes(c, node, kernel, bound)
    c.locate(node)
    inverse: dict[Poly, Sym] = {v: k for k, v in mapping.items() if isinstance(v, Poly)}
    result_types = [_outer_type(t, alias, passed, inverse) for t, alias in compiled.results]
    callee = c.b.ir.FlatSymbolRefAttr.get(compiled.name, c.b.shared.context)
    operation = c.b.op(
        "func.call", operands, [c.ir_type(t) for t in result_types], {"callee": callee}
    )
    values: list[Value] = []
    for ir, type, (_, alias) in zip(
        c.b.results(operation), result_types, compiled.results, strict=True
    ):
        like = passed[alias] if alias is not None else PyValue(None)
        if isinstance(type, TensorType) and type.strides is not None:
            values.append(strided.window(c, type, ir, getattr(like, "parameter", None)))
        else:
            values.append(merge.from_ir(c, type, ir, like))
        if alias is not None and c.effect is not node:
            _retire(c, node, kernel, like)
    if not values:
        return PyValue(None)
    if compiled.returns_tuple:
        return TupleValue(tuple(values))
    return values[0]


def _retire(c: FunctionCompiler, node: ast.Call, kernel: KernelFunction, written: Value) -> None:
    """Variables of a tensor that the kernel has written: its new value is what it returned."""
    for name, value in c.frame.names.items():
        if value is written:
            c.frame.names[name] = Overwritten(
                f"[InOutUseValid] '{name}' is read under its old name: '{kernel.name}' wrote it at "
                f"line {node.lineno} and returned its new value",
                f"read the result of '{kernel.name}', or bind it to '{name}'",
            )


def _check_dynamic(
    c: FunctionCompiler,
    node: ast.Call,
    kernel: KernelFunction,
    bound: list[tuple[Parameter, Value, ast.AST]],
) -> None:
    """One dynamic name of the callee stands for one extent."""
    seen: dict[str, tuple[Sym, str]] = {}
    for parameter, value, at in bound:
        if parameter.shape is None or not isinstance(value, TensorValue):
            continue
        for extent, declared in zip(value.type.shape, parameter.shape, strict=True):
            name = getattr(declared, "name", None)
            if not isinstance(declared, DynExpr) or name is None:
                continue
            known = seen.setdefault(name, (extent, parameter.name))
            if known[0] != extent and isinstance(known[0], int) and isinstance(extent, int):
                raise c.error(
                    codes.BadCallArguments,
                    at,
                    f"dynamic dimension '{name}' of '{kernel.name}' is {known[0]} in "
                    f"'{known[1]}' and "
                    f"{extent} in '{parameter.name}'",
                    expected=f"extent {known[0]} in '{parameter.name}' too",
                    hint=f"declare it with another pl.dynamic name in '{kernel.name}' if the "
                    "extents may differ",
                )


def _pass(
    c: FunctionCompiler,
    parameter: Parameter,
    value: Value,
    node: ast.AST,
    type: TensorType | None,
    kernel: KernelFunction,
) -> tuple[Argument, Any]:
    if isinstance(value, TensorValue):
        base = strided.passed(c, parameter, value, node, kernel)
        if base is None:
            return Argument(type), value.ir
        assert type is not None
        shape, base_type = type.shape, base[0]
        return Argument(base_type.with_shape(shape)), base[1]
    if isinstance(value, TileValue):
        if any(not isinstance(e, int) for e in value.type.valid):
            raise c.unavailable(
                node,
                "a tile argument with a run-time valid shape",
                expected="a tile whose valid extents are known",
                hint="pass the whole tile and its extents as scalars, and call pl.set_validshape "
                "in the kernel",
            )
        return Argument(value.type), value.ir
    if isinstance(value, ScalarValue):
        if parameter.kind == "scalar":
            dtype = parameter.dtype or value.dtype
            return Argument(ScalarType(dtype)), scalar_argument(c, parameter, value, node)
        if value.const is not None:
            return Argument(constant=value.const), None
        return Argument(ScalarType(value.dtype)), c.b.materialise(value)
    if isinstance(value, PyValue):
        return Argument(constant=value.object), None
    if isinstance(value, (ListValue, TupleValue)):
        items = [i.const if isinstance(i, ScalarValue) else None for i in value.items]
        if all(i is not None for i in items):
            return Argument(constant=tuple(items)), None
    raise c.error(
        codes.BadCallArguments,
        node,
        f"argument '{parameter.name}' cannot be passed to a kernel: {value.describe()}",
        expected="a tensor, a scalar or a constant",
        hint="an Array does not cross a kernel boundary" if isinstance(value, ArrayValue) else None,
    )


def _note_writes(
    c: FunctionCompiler,
    node: ast.Call,
    kernel: KernelFunction,
    bound: list[tuple[Parameter, Value, ast.AST]],
) -> None:
    for parameter, value, at in bound:
        if (
            parameter.direction == "In"
            or not isinstance(value, TensorValue)
            or value.parameter is None
        ):
            continue
        own = c.parameters.get(value.parameter)
        if own is not None and own.direction == "In" and c.frame.kind != "inline":
            raise c.error(
                codes.BadCallArguments,
                at,
                f"'{value.parameter}' is read-only, but '{kernel.name}' writes its parameter "
                f"'{parameter.name}'",
                expected=f"{value.parameter}: pl.Out[...] or pl.InOut[...]",
            )
        c.written.add(value.parameter)


def _outer_type(type: Any, alias: int | None, passed: list[Value], inverse: dict[Poly, Sym]) -> Any:
    """A result's type in terms of the caller's extents."""
    if alias is not None:
        value = passed[alias]
        assert isinstance(value, TensorValue)
        return value.type if value.base is None else value.base[0]
    if isinstance(type, TensorType):
        return type.with_shape(tuple(substitute(d, inverse) for d in type.shape))
    if isinstance(type, TileType):
        return type.replace(valid=tuple(substitute(d, inverse) for d in type.valid))
    return type


def substitute(value: Sym, mapping: dict[Poly, Sym]) -> Sym:
    """`value` with the callee's atoms replaced; what the caller cannot know is fresh."""
    from pypto.frontend import symbolic

    if isinstance(value, int):
        return value
    total: Sym = 0
    for monomial, factor in value.terms.items():
        term: Sym = factor
        for item in monomial:
            known = mapping.get(Poly({(item,): 1}))
            if known is None:
                return atom("?")
            term = mul(term, known)
        total = symbolic.add(total, term)
    return total


__all__ = ["bind_call", "call_kernel", "dims_text", "emit_call", "named_atom"]
