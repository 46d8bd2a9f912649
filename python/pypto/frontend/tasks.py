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
from pypto.language.unknown import did_you_mean

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
            codes.BadDeps,
            node,
            "deps= must be a list / tuple / comprehension",
            got=c.text(node),
            expected="deps=[tid], task ids",
            hint=f"deps=[{c.text(node)}]" if isinstance(node, (ast.Name, ast.Subscript)) else None,
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
        expected="a name of `with ... as tid:` or of out, tid = pl.submit(...)",
        hint="a tensor orders tasks by itself: leave it out"
        if isinstance(value, TensorValue)
        else None,
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
            codes.BadDeps,
            node,
            "a deps= comprehension supports a single `for` without conditions",
            expected="[ids[i] for i in range(n)]",
            hint="collect the task ids in a pl.array.create(n, pl.TASK_ID) and pass deps=[ids]",
        )
    generator = node.generators[0]
    if not isinstance(generator.target, ast.Name):
        raise c.error(
            codes.BadDeps,
            generator.target,
            "the comprehension target must be a single name",
            expected="a name, as in [ids[i] for i in range(n)]",
            got=c.text(generator.target),
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
                    codes.BadDeps,
                    argument,
                    f"'{c.text(argument)}' depends on an IR variable",
                    expected="range() of ints known at compile time",
                    hint="pass the whole array: deps=[ids]; entries without a producer are no wait",
                )
            bounds.append(int(value.const))
        return list(range(*bounds))
    value = c.expr(node)
    items = value.items if isinstance(value, ListValue) else c.tuple_items(value)
    if items is None:
        raise c.error(
            codes.BadDeps,
            node,
            f"deps= comprehension: '{c.text(node)}' did not produce a sequence",
            expected="range(n), or a list or tuple of ints of the module",
            got=value.describe(),
        )
    numbers = []
    for item in items:
        constant = item.const if isinstance(item, ScalarValue) else None
        if not isinstance(constant, int) or isinstance(constant, bool):
            raise c.error(
                codes.BadDeps,
                node,
                "deps= comprehension yielded a non-integer",
                expected="ints, as range(n) gives",
                got=item.describe(),
            )
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


_TURNED: dict[type, type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
}


def _turned(c: FunctionCompiler, node: ast.Compare) -> str | None:
    """A comparison with its element on the left, where it is written on the right."""
    right = node.comparators[0]
    if not isinstance(right, ast.Subscript):
        return None
    operator = node.ops[0]
    return c.text(ast.Compare(right, [_TURNED.get(type(operator), type(operator))()], [node.left]))


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
            codes.BadPredicate,
            left,
            "predicate must compare one tensor element with an integer",
            expected="t[i] > 0, t the name of a tensor",
            got=c.text(left),
            hint=_turned(c, node),
        )
    literal = c.expr(right)
    if not isinstance(literal, ScalarValue) or not isinstance(literal.const, int):
        raise c.error(
            codes.BadPredicate,
            right,
            "predicate must compare one tensor element with an int literal",
            expected="an int on the right of the comparison",
            got=c.text(right),
        )
    tensor = c.read(left.value)
    if not isinstance(tensor, TensorValue):
        raise c.error(
            codes.BadPredicate,
            left.value,
            "predicate operand must be a tensor",
            got=tensor.describe(),
            expected="a tensor of INT8, INT16, INT32 or INT64",
        )
    if tensor.type.dtype not in _PREDICATE_DTYPES:
        raise c.error(
            codes.BadPredicate,
            left,
            "the predicate tensor must be a signed 8/16/32/64-bit integer tensor",
            got=tensor.describe(),
            expected="INT8, INT16, INT32 or INT64",
            hint=f"annotate '{left.value.id}' with pl.INT32, or write the flag to a tensor of it",
        )
    written = left.slice.elts if isinstance(left.slice, ast.Tuple) else [left.slice]
    if len(written) != tensor.type.rank:
        raise c.error(
            codes.BadPredicate,
            left,
            f"predicate needs {tensor.type.rank} index(es), got {len(written)}",
            expected=f"{left.value.id}[{', '.join('0' * tensor.type.rank)}], an index for each "
            "axis",
        )
    relation = _RELATIONS.get(type(node.ops[0]))
    if relation is None:
        raise c.error(
            codes.BadPredicate,
            node,
            "predicate must use one of ==, !=, <, <=, > and >=",
            expected="==, !=, <, <=, > or >=",
        )
    indices = []
    for entry in written:
        value = c.expr(entry)
        if not isinstance(value, ScalarValue) or not value.dtype.is_int():
            raise c.error(
                codes.BadPredicate,
                entry,
                "predicate indices must be integer scalars",
                expected="an int, or a pl.Scalar of an integer type",
                got=c.text(entry),
            )
        if value.const is not None and value.const < 0:
            raise c.error(
                codes.BadPredicate,
                entry,
                "a predicate index must be non-negative",
                expected="an index of at least 0",
                got=str(value.const),
            )
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
            expected="out, tid = pl.submit(self.kernel, ...), or (a, b), tid for two results",
            got=c.text(target),
            hint=f"({', '.join(map(c.text, target.elts[:-1]))}), {c.text(target.elts[-1])} = "
            f"{c.text(node)}"
            if len(target.elts) > 2
            else None,
        )
    result, task = target.elts
    if not isinstance(task, ast.Name):
        raise c.error(
            codes.BadSubmit,
            task,
            "the task_id target must be a plain variable name",
            expected="a name, as in out, tid = pl.submit(...)",
            got=c.text(task),
        )
    if isinstance(result, (ast.Tuple, ast.List)):
        for element in result.elts:
            if not isinstance(element, ast.Name):
                raise c.error(
                    codes.BadSubmit,
                    element,
                    "result targets are variable names (no nested tuples)",
                    expected="(a, b), tid = pl.submit(...), names only",
                    got=c.text(element),
                )
    elif not isinstance(result, ast.Name):
        raise c.error(
            codes.BadSubmit,
            result,
            "the result target must be a variable name or a tuple of variable names",
            expected="out, tid = pl.submit(...)",
            got=c.text(result),
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
            raise c.error(
                codes.BadTensorList,
                argument,
                "pl.no_dep() takes exactly one tensor",
                expected="pl.no_dep(x), x a tensor",
            )
        value = c.expr(argument.args[0])
        if not isinstance(value, TensorValue):
            raise c.error(
                codes.BadTensorList,
                argument.args[0],
                "pl.no_dep() takes a tensor",
                got=value.describe(),
                expected="a tensor",
                hint=f"pass {c.text(argument.args[0])} as it is: only tensors make dependencies",
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
        raise c.error(
            codes.BadSubmit,
            node,
            f"{name}() requires the kernel as its first argument",
            expected=f"{name}(self.kernel, arguments of the kernel, ...)",
        )
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
            expected="a device kernel of this program: self.kernel",
            hint=f"self.{kernel.id}"
            if isinstance(kernel, ast.Name)
            and c.frame.program is not None
            and kernel.id in c.frame.program.kernels
            else "kernels outside of a @pl.program are launched by pl.spmd and pl.at scopes",
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
        raise c.error(
            codes.BadSubmit,
            node,
            f"{name}() requires the core_num= keyword",
            expected="core_num= the number of blocks",
            hint=f"{c.text(node)[:-1]}, core_num=pl.system.available_cluster_count())",
        )
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
                expected=", ".join(_submit_keywords(spmd)),
                hint=did_you_mean(keyword.arg or "", _submit_keywords(spmd))
                or "arguments of the kernel are positional",
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
            expected="an int, or a pl.Scalar of an integer type",
            hint=f"pl.cast({c.text(node)}, pl.INDEX)" if isinstance(value, ScalarValue) else None,
        )
    if value.const is not None and value.const <= 0:
        raise c.error(
            codes.BadSpmd,
            node,
            "core_num must be a positive integer",
            got=str(value.const),
            expected="at least 1 block",
        )
    return c.index(value, node)


def width_query(c: FunctionCompiler, node: ast.expr) -> str:
    """The device-size query that a number of blocks is written as, or ""."""
    queries = (system.available_cluster_count, system.available_aiv_count)
    if isinstance(node, ast.Call) and c.python_callee(node.func) in queries:
        return c.python_callee(node.func).__name__
    return ""


def _submit_keywords(spmd: bool) -> list[str]:
    """What a submit takes by name."""
    names = ["deps", "predicate", "allow_early_resolve", "dumps"]
    return [*names, "core_num", "sync_start"] if spmd else names


def _dumps(c: FunctionCompiler, node: ast.Call, value: ast.expr, launch: Launch) -> None:
    if not isinstance(value, ast.List):
        raise c.error(
            codes.BadTensorList,
            value,
            "dumps= must be a list",
            expected="dumps=[x, y], tensors of this submit",
            got=c.text(value),
            hint=f"dumps=[{c.text(value)}]" if isinstance(value, ast.Name) else None,
        )
    arguments = {a.id for a in node.args if isinstance(a, ast.Name)}
    for entry in value.elts:
        if not isinstance(entry, ast.Name):
            raise c.error(
                codes.BadTensorList,
                entry,
                "dumps= entries must be tensor variables",
                expected="the name of a tensor",
                got=c.text(entry),
            )
        if entry.id not in arguments:
            raise c.error(
                codes.BadTensorList,
                entry,
                f"dumps= entry '{entry.id}' is not an argument of this submit",
                expected=", ".join(sorted(arguments)) or "a tensor that the submit passes",
            )
        tensor = c.read(entry)
        if not isinstance(tensor, TensorValue):
            raise c.error(
                codes.BadTensorList,
                entry,
                f"dumps= entry '{entry.id}' is not a tensor",
                expected="a tensor",
                got=tensor.describe(),
                hint=f"leave '{entry.id}' out",
            )
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
            expected="pl.system.task_dummy(deps=[tid])",
            hint=f"pl.system.task_dummy(deps={c.text(node.args[0])})"
            if isinstance(node.args[0], ast.List)
            else f"pl.system.task_dummy(deps=[{c.text(node.args[0])}])",
        )
    deps: list[ScalarValue] | None = None
    for keyword in node.keywords:
        if keyword.arg != "deps":
            raise c.error(
                codes.BadTaskDummy,
                keyword.value,
                f"pl.system.task_dummy does not accept keyword argument '{keyword.arg}'",
                expected="deps=",
            )
        deps = parse_deps(c, keyword.value)
    if deps is None:
        raise c.error(
            codes.BadTaskDummy,
            node,
            "pl.system.task_dummy requires keyword argument 'deps'",
            expected="the task ids that it waits for",
            hint="pl.system.task_dummy(deps=[tid])",
        )
    c.locate(node)
    operands = [c.b.materialise(d) for d in deps]
    return ScalarValue(
        TASK_ID, c.b.value("pypto.task.dummy", operands, c.type_of("!pypto.task_id"))
    )
