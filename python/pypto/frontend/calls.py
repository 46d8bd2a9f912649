# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls: operations, kernels, helpers, directives."""

from __future__ import annotations

import ast
from typing import Any

from pypto.diagnostics import codes
from pypto.dtypes import DataType
from pypto.errors import ParserTypeError
from pypto.frontend.function import FunctionCompiler, expression
from pypto.frontend.rules.call import bind
from pypto.frontend.rules.recipes import repetition
from pypto.frontend.rules.table import rule_of
from pypto.frontend.values import PyValue, TensorValue, TileValue, Value
from pypto.language.dynamic import DynVar, dynamic
from pypto.language.elsewhere import said_here
from pypto.language.functions import KernelFunction

# What Python has no other literal for.
_INFINITIES = ("inf", "-inf", "nan")


@expression(ast.Call)
def call(c: FunctionCompiler, node: ast.Call) -> Value:
    """Any call."""
    function = node.func
    key: Any = None
    if type(function) is ast.Attribute and type(function.value) is ast.Name:
        root = function.value.id
        if root not in c.frame.names:
            # Most calls are `pl.<operation>(...)`; what that is, is looked up once.
            key = (c.frame.source, root, function.attr)
            known = c.program.operations.get(key)
            if known is not None:
                info, rule, how = known
                bound = bind(c, node, info)
                return rule(bound) if how is None else how(c, node, rule, bound)
    callee = resolve(c, node)
    info = getattr(callee, "__op__", None)
    if info is not None:
        rule = rule_of(info)
        if key is not None:
            c.program.operations[key] = (info, rule, repetition(info))
        return rule(bind(c, node, info))
    if isinstance(callee, KernelFunction):
        from pypto.frontend.kernel_calls import call_kernel

        needed = c.effect is not node
        value = call_kernel(c, node, callee)
        if needed and isinstance(value, PyValue) and value.object is None:
            raise _no_value(c, node, callee)
        return value
    if callee is dynamic:
        variable = DynVar(_string(c, node))
        known = variable.name in c.frame.dims
        return c.program.dynamic_value(c, variable, node) if known else PyValue(variable)
    from pypto.frontend import directives

    handler = directives.HANDLERS.get(callee) if _hashable(callee) else None
    if handler is not None:
        return handler(c, node)
    if callee is float and len(node.args) == 1 and not node.keywords:
        text = node.args[0]
        if isinstance(text, ast.Constant) and text.value in _INFINITIES:
            return c.capture(float(text.value), node)
    bound = getattr(callee, "__self__", None)
    if isinstance(bound, DataType):
        return _dtype_method(c, node, callee)
    raise _unsupported(c, node, callee)


def _no_value(c: FunctionCompiler, node: ast.Call, kernel: KernelFunction) -> Exception:
    word = "Inline function" if kernel.kind == "inline" else "Function"
    outputs = [p.name for p in kernel.signature.parameters if p.direction != "In"]
    hint = "write the call as a statement of its own"
    if outputs:
        hint += f", or end '{kernel.name}' with `return {', '.join(outputs)}`"
    return c.error(
        codes.BadCallArguments, node, f"{word} '{kernel.name}' has no return value", hint=hint
    )


def _hashable(value: Any) -> bool:
    return getattr(type(value), "__hash__", None) is not None


def _string(c: FunctionCompiler, node: ast.Call) -> str:
    if (
        len(node.args) == 1
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    ):
        return node.args[0].value
    raise c.error(
        codes.BadDirective,
        node,
        "pl.dynamic() takes one string literal",
        expected='pl.dynamic("M"), M the name of the dimension',
    )


def _dtype_method(c: FunctionCompiler, node: ast.Call, method: Any) -> Value:
    if node.args or node.keywords:
        raise c.error(
            codes.UnsupportedCall,
            node,
            f"{c.text(node.func)}() takes no arguments",
            expected=f"{c.text(node.func)}()",
        )
    return c.capture(method(), node)


def resolve(c: FunctionCompiler, node: ast.Call) -> Any:
    """The Python object that a call calls; methods of values are handled here."""
    function = node.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        value = c.frame.names.get(function.value.id)
        if isinstance(value, (TensorValue, TileValue)):
            return _value_method(c, node, function, value)
    try:
        return c.python_callee(function)
    except ParserTypeError as error:
        raise _unknown_bytes(c, function, error) from None


def _unknown_bytes(c: FunctionCompiler, function: ast.expr, error: ParserTypeError) -> Exception:
    """`pl.<unknown>.get_byte()`."""
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Attribute):
        return error
    if function.attr != "get_byte" or "Unknown DataType" not in error.message:
        return error
    return c.error(
        codes.BadDtype,
        function.value,
        f"{error.message} in {c.text(function)}()",
        expected=error.expected,
        hint=error.hint,
    )


def _value_method(c: FunctionCompiler, node: ast.Call, function: ast.Attribute, value: Any) -> Any:
    if function.attr == "bind_dynamic":
        from pypto.frontend.directives import ignore

        return ignore
    raise c.error(
        codes.UnsupportedCall,
        node,
        f"Unsupported function call: {value.kind} has no method '{function.attr}'",
        hint=_operation_named(function.attr, c.text(function.value)),
    )


def _operation_named(name: str, operand: str) -> str | None:
    import pypto.language as pl

    info = getattr(getattr(pl, name, None), "__op__", None)
    if info is None:
        return None
    return f"pl.{name}({operand}{', ...' if info.count - len(info.defaults) > 1 else ''})"


def _unsupported(c: FunctionCompiler, node: ast.Call, callee: Any) -> Exception:
    from pypto.language import loops, scopes

    name = c.text(node.func)
    scope_names = (scopes.at, scopes.spmd, scopes.cluster, scopes.scope, scopes.manual_scope)
    if callee in scope_names or callee is scopes.split_aiv:
        return c.error(
            codes.UnsupportedCall,
            node,
            f"Unsupported operation call: {name}() opens a scope",
            hint=f"with {c.text(node)}:",
        )
    if callee in (loops.range, loops.parallel, loops.unroll, loops.pipeline, loops.while_):
        return c.error(
            codes.UnsupportedCall,
            node,
            f"Unsupported operation call: {name}() is only valid as the iterator of a for loop",
            expected="the iterator of a for statement",
            hint=f"for i in {c.text(node)}:"
            if callee is not loops.while_
            else "for (a,) in pl.while_(init_values=(x,)):",
        )
    import builtins

    hint = None
    unified = getattr(callee, "__name__", "")
    if getattr(builtins, unified, None) is callee:
        hint = _builtin_fix(c, node, unified)
    elif (said := _library_fix(c, node, callee, unified)) is not None:
        hint = said
    elif callable(callee):
        hint = "decorate it with @pl.jit.inline to splice it in, or call it outside of the kernel"
    return c.error(
        codes.UnsupportedCall,
        node,
        f"Unsupported function call: {name}()",
        expected="an operation of pl, a kernel or an inline helper",
        hint=hint,
    )


def _builtin_fix(c: FunctionCompiler, node: ast.Call, name: str) -> str:
    """What stands for a function of Python."""
    import pypto.language as pl

    arguments = ", ".join(c.text(a) for a in node.args)
    if name == "len":
        return f"{arguments}.shape[0]"
    if name in ("float", "int") and len(node.args) == 1:
        return f"pl.cast({arguments}, pl.{'FP32' if name == 'float' else 'INT32'})"
    if name in ("min", "max"):
        return f"pl.{name}({arguments}) of scalars, pl.{name}imum({arguments}) of elements"
    if hasattr(pl, name):
        return f"pl.{name}({arguments})"
    return said_here(name) or "evaluate it outside of the kernel"


def _library_fix(c: FunctionCompiler, node: ast.Call, callee: Any, name: str) -> str | None:
    """What stands for a function of an array library."""
    module = getattr(callee, "__module__", None) or type(callee).__module__
    if module.partition(".")[0] not in ("numpy", "torch", "math", "jax"):
        return None
    import pypto.language as pl

    if getattr(getattr(pl, name, None), "__op__", None) is not None:
        return f"pl.{name}({', '.join(c.text(a) for a in node.args)})"
    return said_here(name)
