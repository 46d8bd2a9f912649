# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Explicit tasks: `pl.submit`, `deps=`, `predicate=`, `task_dummy`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.dtypes import INT8, INT16, INT32, INT64, TASK_ID
from pypto.frontend import scope_keywords as keywords
from pypto.frontend.frame import Scope
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.kernel import function_kind
from pypto.frontend.kernel_calls import call_kernel
from pypto.frontend.launch import Launch
from pypto.frontend.line_sharing import Instances
from pypto.frontend.regions import ScopeRegion
from pypto.frontend.symbolic import atom
from pypto.frontend.values import (
    ArrayValue,
    ListValue,
    MaybeUndefined,
    PyValue,
    ScalarValue,
    TensorValue,
    TupleValue,
    Value,
    int_constant,
)
from pypto.language import system
from pypto.language import tasks as surface

if TYPE_CHECKING:
    from collections.abc import Callable

    from pypto.language.functions import KernelFunction

_PREDICATE_DTYPES = (INT8, INT16, INT32, INT64)


def parse_deps(c: FunctionCompiler, node: ast.expr) -> list[ScalarValue]:
    """The task ids of a `deps=` list; None entries are skipped."""
    if isinstance(node, ast.Constant) and node.value is None:
        return []
    if isinstance(node, ast.ListComp):
        return _comprehension(c, node)
    if not isinstance(node, (ast.List, ast.Tuple)):
        raise c.error(
            codes.BadDeps, node, "deps= must be a list / tuple / comprehension", got=c.text(node)
        )
    whole = [
        e for e in node.elts if isinstance(e, ast.Name) and isinstance(c.lookup(e.id), ArrayValue)
    ]
    if whole and len(node.elts) > 1:
        raise c.error(
            codes.BadDeps,
            whole[0],
            "deps= cannot mix a whole TASK_ID array with per-element entries",
            hint="list arr[i] for each element",
        )
    result: list[ScalarValue] = []
    for entry in node.elts:
        result += _entry(c, entry)
    return result


def _entry(c: FunctionCompiler, node: ast.expr) -> list[ScalarValue]:
    if isinstance(node, ast.Name):
        _check_visible(c, node)
    value = c.expr(node)
    if isinstance(value, PyValue) and value.object is None:
        return []
    if isinstance(value, ScalarValue) and value.dtype is TASK_ID:
        return [value]
    if isinstance(value, ArrayValue) and value.type.dtype is TASK_ID:
        return list(value.items)
    raise c.error(
        codes.BadDeps,
        node,
        "deps= entries must be a TaskId variable, an element of a TASK_ID array or None",
        got=value.describe(),
    )


def _check_visible(c: FunctionCompiler, node: ast.Name) -> None:
    """Refuses a task id of a scope, loop body or branch that has ended."""
    value = c.lookup(node.id)
    ended = isinstance(value, MaybeUndefined)
    if value is None and node.id in c.frame.last_assignment:
        ended = not c.frame.source.lookup(node.id)[0]
    if ended:
        raise c.error(
            codes.DependencyOutOfScope,
            node,
            f"Task dependency deps=[{node.id}] cannot be honored: the scope, loop body or branch "
            "that submits this task has ended",
            hint=f"give '{node.id}' a value before it, for example {node.id} = None, or collect "
            "task ids in a pl.array.create(n, pl.TASK_ID)",
        )


def _comprehension(c: FunctionCompiler, node: ast.ListComp) -> list[ScalarValue]:
    if len(node.generators) != 1 or node.generators[0].ifs:
        raise c.error(
            codes.BadDeps, node, "a deps= comprehension supports a single `for` without conditions"
        )
    generator = node.generators[0]
    if not isinstance(generator.target, ast.Name):
        raise c.error(
            codes.BadDeps, generator.target, "the comprehension target must be a single name"
        )
    name = generator.target.id
    previous = c.frame.names.get(name)
    result: list[ScalarValue] = []
    try:
        for number in _sequence(c, generator.iter):
            c.frame.names[name] = c.capture(number, node)
            result += _entry(c, node.elt)
    finally:
        if previous is None:
            c.frame.names.pop(name, None)
        else:
            c.frame.names[name] = previous
    return result


def _sequence(c: FunctionCompiler, node: ast.expr) -> list[int]:
    if isinstance(node, ast.Call):
        callee = c.python_callee(node.func)
        if callee is not range:
            text = c.text(node.func)
            detail = "is a DSL loop" if text.startswith("pl.") else "did not produce a sequence"
            raise c.error(
                codes.BadDeps, node, f"deps= comprehension: {text}() {detail}", hint="use range(n)"
            )
        bounds = []
        for argument in node.args:
            value = c.scalar(argument)
            if value.const is None:
                raise c.error(
                    codes.BadDeps, argument, f"'{c.text(argument)}' depends on an IR variable"
                )
            bounds.append(int(value.const))
        return list(range(*bounds))
    value = c.expr(node)
    items = value.items if isinstance(value, ListValue) else c.tuple_items(value)
    if items is None:
        raise c.error(
            codes.BadDeps, node, f"deps= comprehension: '{c.text(node)}' did not produce a sequence"
        )
    numbers = []
    for item in items:
        constant = item.const if isinstance(item, ScalarValue) else None
        if not isinstance(constant, int) or isinstance(constant, bool):
            raise c.error(codes.BadDeps, node, "deps= comprehension yielded a non-integer")
        numbers.append(int(constant))
    return numbers


_RELATIONS = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}


def parse_predicate(c: FunctionCompiler, node: ast.expr, launch: Launch) -> None:
    """`tensor[indices] OP int-literal`, or None for no condition."""
    if isinstance(node, ast.Constant) and node.value is None:
        return
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        raise c.error(
            codes.BadPredicate,
            node,
            "predicate must be a single comparison",
            hint="predicate=(t[i] > 0)",
        )
    left, right = node.left, node.comparators[0]
    if not isinstance(left, ast.Subscript) or not isinstance(left.value, ast.Name):
        raise c.error(
            codes.BadPredicate, left, "predicate must compare one tensor element with an integer"
        )
    literal = c.expr(right)
    if not isinstance(literal, ScalarValue) or not isinstance(literal.const, int):
        raise c.error(
            codes.BadPredicate,
            right,
            "predicate must compare one tensor element with an int literal",
        )
    tensor = c.read(left.value)
    if not isinstance(tensor, TensorValue):
        raise c.error(
            codes.BadPredicate,
            left.value,
            "predicate operand must be a tensor",
            got=tensor.describe(),
        )
    if tensor.type.dtype not in _PREDICATE_DTYPES:
        raise c.error(
            codes.BadPredicate,
            left,
            "the predicate tensor must be a signed 8/16/32/64-bit integer tensor",
            got=tensor.describe(),
        )
    written = left.slice.elts if isinstance(left.slice, ast.Tuple) else [left.slice]
    if len(written) != tensor.type.rank:
        raise c.error(
            codes.BadPredicate,
            left,
            f"predicate needs {tensor.type.rank} index(es), got {len(written)}",
        )
    relation = _RELATIONS.get(type(node.ops[0]))
    if relation is None:
        raise c.error(codes.BadPredicate, node, "predicate must use one of ==, !=, <, <=, > and >=")
    indices = []
    for entry in written:
        value = c.expr(entry)
        if not isinstance(value, ScalarValue) or not value.dtype.is_int():
            raise c.error(codes.BadPredicate, entry, "predicate indices must be integer scalars")
        if value.const is not None and value.const < 0:
            raise c.error(codes.BadPredicate, entry, "a predicate index must be non-negative")
        indices.append(c.index(value, entry))
    c.locate(node)
    launch.predicate = left.value
    launch.condition = [tensor.ir, *(c.index_ir(i) for i in indices)]
    launch.attributes["predicate_cmp"] = c.b.shared.attribute(f"#pypto.cmp<{relation}>")
    launch.attributes["predicate_value"] = c.b.shared.attribute(f"{int(literal.const)} : i64")


def check_predicate(c: FunctionCompiler, launch: Launch) -> None:
    """The task that makes the tensor of a predicate is one that the launch waits for.

    Said only where it is certain: a value that a loop or branch hands on may be any task's.
    """
    if launch.predicate is None:
        return
    tensor = launch.condition[0]
    written = [op for ir, op in c.writers if ir == tensor]
    producer = written[-1] if written else _task_of(tensor)
    if producer is None or any(_task_of(d) is None for d in launch.deps):
        return
    if any(_task_of(d) == producer for d in launch.deps):
        return
    name = c.text(launch.predicate)
    raise c.error(
        codes.BadPredicate,
        launch.predicate,
        f"predicate reads '{name}', which is produced by a task that deps= does not name",
        hint="name it: `with pl.at(...) as tid:`, then deps=[tid] beside the predicate",
    )


def _task_of(value: Any) -> Any:
    """The operation that launches a task and has this result, or None."""
    owner = value.owner
    name = getattr(owner, "name", "")
    if name == "pypto.task.invalid" or name in ("pypto.at", "pypto.spmd"):
        return owner
    return None


def is_submit(c: FunctionCompiler, node: ast.expr) -> bool:
    """True for a call of `pl.submit` or `pl.spmd_submit`."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    last = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if last not in ("submit", "spmd_submit"):
        return False
    return c.python_callee(function) in (surface.submit, surface.spmd_submit)


def assign_submit(c: FunctionCompiler, target: ast.Tuple | ast.List, node: Any) -> None:
    """`out, tid = pl.submit(...)`."""
    if len(target.elts) != 2:
        raise c.error(
            codes.BadSubmit,
            target,
            "pl.submit() must be unpacked as exactly 2 targets: (result, task_id)",
        )
    result, task = target.elts
    if not isinstance(task, ast.Name):
        raise c.error(codes.BadSubmit, task, "the task_id target must be a plain variable name")
    if isinstance(result, (ast.Tuple, ast.List)):
        for element in result.elts:
            if not isinstance(element, ast.Name):
                raise c.error(
                    codes.BadSubmit, element, "result targets are variable names (no nested tuples)"
                )
    elif not isinstance(result, ast.Name):
        raise c.error(
            codes.BadSubmit,
            result,
            "the result target must be a variable name or a tuple of variable names",
        )
    value, identity = submit_kernel(c, node)
    assign_target(c, result, value, node)
    c.assign(task.id, identity, task)


def assign_target(c: FunctionCompiler, target: ast.expr, value: Value, node: ast.Call) -> None:
    """Binds the results of a submitted kernel."""
    if isinstance(target, ast.Name):
        c.assign(target.id, value, target)
        return
    assert isinstance(target, (ast.Tuple, ast.List))
    items = value.items if isinstance(value, TupleValue) else (value,)
    if len(items) != len(target.elts):
        raise c.error(
            codes.BadCallArguments,
            target,
            f"{c.text(node.func)}() unpacks {len(target.elts)} result value(s) but kernel "
            f"'{c.text(node.args[0]).removeprefix('self.')}' returns {len(items)}",
            expected=f"{len(items)} names",
        )
    for element, item in zip(target.elts, items, strict=True):
        assert isinstance(element, ast.Name)
        c.assign(element.id, item, element)


def submit_kernel(c: FunctionCompiler, node: ast.Call) -> tuple[Value, ScalarValue]:
    """Dispatches the kernel of a submit call; its results and its task id."""
    launch, blocks, kernel = parse_submit(c, node)
    arguments = strip_no_dep(c, node.args[1:], launch)
    call = ast.copy_location(ast.Call(node.args[0], arguments, []), node)
    if c.effect is node:
        c.effect = call
    launch.width = next((width_query(c, k.value) for k in node.keywords if k.arg == "core_num"), "")
    value, operation = launch_call(c, node, launch, blocks, lambda: call_kernel(c, call, kernel))
    return value, ScalarValue(TASK_ID, c.b.results(operation)[0])


def launch_call(
    c: FunctionCompiler,
    node: ast.Call,
    launch: Launch,
    blocks: ScalarValue,
    compute: Callable[[], Value],
    *,
    task: bool = True,
) -> tuple[Value, Any]:
    """`pypto.spmd` around a call of a kernel: what the call returns and the operation."""
    if c.in_core:
        raise c.error(
            codes.NestedCoreScope,
            node,
            f"{c.text(node.func)}() inside device work (NoNestedInCore)",
            hint="launch kernels from the control plane",
        )
    c.locate(node)
    operands, segments = launch.spmd_operands(c.index_ir(blocks))
    attributes = {"operandSegmentSizes": c.b.segments(*segments), **launch.attributes}
    region = ScopeRegion(c, node, "pypto.spmd", operands, attributes, 1, task=task)
    count = None if blocks.const is None else int(blocks.const)
    number = atom("block", limit=count)
    together = "sync_start" in launch.attributes
    c.instances = Instances("blocks", count, "", number, launch.width, together)
    try:
        return region.compile_value(Scope("spmd", node, core=True), compute)
    finally:
        c.instances = None


def strip_no_dep(c: FunctionCompiler, arguments: list[ast.expr], launch: Launch) -> list[ast.expr]:
    """The arguments without their `pl.no_dep(...)`, whose tensors go to `launch`."""
    result = []
    for argument in arguments:
        if not is_no_dep(c, argument):
            result.append(argument)
            continue
        assert isinstance(argument, ast.Call)
        if len(argument.args) != 1 or argument.keywords:
            raise c.error(codes.BadTensorList, argument, "pl.no_dep() takes exactly one tensor")
        value = c.expr(argument.args[0])
        if not isinstance(value, TensorValue):
            raise c.error(
                codes.BadTensorList,
                argument.args[0],
                "pl.no_dep() takes a tensor",
                got=value.describe(),
            )
        launch.no_dep.append(value.ir)
        result.append(argument.args[0])
    return result


def is_no_dep(c: FunctionCompiler, node: ast.expr) -> bool:
    """True for `pl.no_dep(...)`."""
    return isinstance(node, ast.Call) and c.python_callee(node.func) is surface.no_dep


def parse_submit(c: FunctionCompiler, node: ast.Call) -> tuple[Launch, ScalarValue, KernelFunction]:
    """The launch, the number of blocks and the kernel of a submit call."""
    name = c.text(node.func)
    spmd = c.python_callee(node.func) is surface.spmd_submit
    if not node.args:
        raise c.error(codes.BadSubmit, node, f"{name}() requires the kernel as its first argument")
    kernel = node.args[0]
    if not (
        isinstance(kernel, ast.Attribute)
        and isinstance(kernel.value, ast.Name)
        and kernel.value.id == "self"
    ):
        raise c.error(
            codes.BadSubmit,
            kernel,
            f"the kernel of {name}() must be a `self.<kernel>` method reference",
            got=c.text(kernel),
        )
    function = c.python_callee(kernel)
    if function_kind(function) not in ("InCore", "AIC", "AIV"):
        raise c.error(
            codes.BadSubmit,
            kernel,
            f"'{function.name}' is not a device kernel",
            expected="a @pl.function(type=pl.FunctionType.InCore)",
        )
    launch = Launch()
    blocks = int_constant(1)
    seen = {k.arg for k in node.keywords}
    if spmd and "core_num" not in seen:
        raise c.error(codes.BadSubmit, node, f"{name}() requires the core_num= keyword")
    for keyword in node.keywords:
        if keyword.arg == "deps":
            launch.deps = [c.b.materialise(d) for d in parse_deps(c, keyword.value)]
        elif keyword.arg == "predicate":
            parse_predicate(c, keyword.value, launch)
        elif keyword.arg == "allow_early_resolve" or (spmd and keyword.arg == "sync_start"):
            keywords.scheduling_hint(c, keyword.value, keyword.arg, "", launch)
        elif keyword.arg == "dumps":
            _dumps(c, node, keyword.value, launch)
        elif spmd and keyword.arg == "core_num":
            blocks = core_num(c, keyword.value)
        else:
            raise c.error(
                codes.BadSubmit,
                keyword.value,
                f"{name}() does not accept keyword argument '{keyword.arg}'",
            )
    check_predicate(c, launch)
    return launch, blocks, function


def core_num(c: FunctionCompiler, node: ast.expr) -> ScalarValue:
    """The number of blocks of a launch."""
    value = c.expr(node)
    if not isinstance(value, ScalarValue) or not value.dtype.is_int():
        raise c.error(
            codes.BadSpmd,
            node,
            "core_num must be an integer expression",
            got=value.describe(),
        )
    if value.const is not None and value.const <= 0:
        raise c.error(
            codes.BadSpmd, node, "core_num must be a positive integer", got=str(value.const)
        )
    return c.index(value, node)


def width_query(c: FunctionCompiler, node: ast.expr) -> str:
    """The device-size query that a number of blocks is written as, or ""."""
    queries = (system.available_cluster_count, system.available_aiv_count)
    if isinstance(node, ast.Call) and c.python_callee(node.func) in queries:
        return c.python_callee(node.func).__name__
    return ""


def _dumps(c: FunctionCompiler, node: ast.Call, value: ast.expr, launch: Launch) -> None:
    if not isinstance(value, ast.List):
        raise c.error(codes.BadTensorList, value, "dumps= must be a list")
    arguments = {a.id for a in node.args if isinstance(a, ast.Name)}
    for entry in value.elts:
        if not isinstance(entry, ast.Name):
            raise c.error(codes.BadTensorList, entry, "dumps= entries must be tensor variables")
        if entry.id not in arguments:
            raise c.error(
                codes.BadTensorList,
                entry,
                f"dumps= entry '{entry.id}' is not an argument of this submit",
            )
        tensor = c.read(entry)
        if not isinstance(tensor, TensorValue):
            raise c.error(codes.BadTensorList, entry, f"dumps= entry '{entry.id}' is not a tensor")
        launch.dumps.append(tensor.ir)


def submit_value(c: FunctionCompiler, node: ast.Call) -> Value:
    """A submit that is not unpacked: the results and the task id in one tuple."""
    value, identity = submit_kernel(c, node)
    if isinstance(value, TupleValue):
        return TupleValue((*value.items, identity))
    if isinstance(value, PyValue):
        return TupleValue((identity,))
    return TupleValue((value, identity))


def task_dummy(c: FunctionCompiler, node: ast.Call) -> Value:
    """`pl.system.task_dummy(deps=[...])`."""
    if node.args:
        raise c.error(
            codes.BadTaskDummy,
            node.args[0],
            "pl.system.task_dummy must not use positional arguments",
        )
    deps: list[ScalarValue] | None = None
    for keyword in node.keywords:
        if keyword.arg != "deps":
            raise c.error(
                codes.BadTaskDummy,
                keyword.value,
                f"pl.system.task_dummy does not accept keyword argument '{keyword.arg}'",
            )
        deps = parse_deps(c, keyword.value)
    if deps is None:
        raise c.error(
            codes.BadTaskDummy, node, "pl.system.task_dummy requires keyword argument 'deps'"
        )
    c.locate(node)
    operands = [c.b.materialise(d) for d in deps]
    return ScalarValue(
        TASK_ID, c.b.value("pypto.task.dummy", operands, c.type_of("!pypto.task_id"))
    )
