# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counted loops: scf.for with the variables it carries, or expanded copies."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.dtypes import INDEX
from pypto.frontend import merge, scalars, symbolic
from pypto.frontend.frame import LoopContext
from pypto.frontend.function import FunctionCompiler
from pypto.frontend.iterators import LoopHeader, parse_header
from pypto.frontend.line_sharing import Instances
from pypto.frontend.loops import check_jumps
from pypto.frontend.merge import LiteralTypes, RetryWithType
from pypto.frontend.symbolic import atom
from pypto.frontend.values import ErrorValue, ScalarValue, TileValue, Value
from pypto.language import loops as iterators

if TYPE_CHECKING:
    from collections.abc import Callable

_KINDS = {
    iterators.range: ("range", "Sequential"),
    iterators.parallel: ("parallel", "Parallel"),
    iterators.pipeline: ("pipeline", "Pipeline"),
}
# More copies than this are surely a mistake and would take long to compile.
MAX_UNROLL = 1024
# Iterations of a loop whose bounds are only known at run time.
_UNBOUNDED = 1 << 62


def counted_loop(c: FunctionCompiler, node: ast.For, call: ast.Call) -> None:
    """pl.range, pl.parallel and pl.pipeline."""
    kind, attribute = _KINDS[c.python_callee(call.func)]
    header = parse_header(c, node, call, kind)
    check_jumps(c, node)
    if kind == "pipeline" and header.step.const is None:
        raise c.error(
            codes.DescendingLoop,
            call.args[2],
            "loops in device functions must have a positive step: that of pl.pipeline() is known "
            "only at run time",
            hint="use pl.range, or a constant step",
        )
    if kind == "parallel" and _iterations(header)[1] is None:
        _check_manual(c, node, call)
    if not isinstance(header.step.const, int) and header.step.const is not None:
        raise c.error(
            codes.BadLoopArgument,
            call,
            "the step must be an integer",
            expected="an int, not 0",
            got=header.step.describe(),
            hint=f"use {int(header.step.const)}" if float(header.step.const).is_integer() else None,
        )
    c.locate(call)
    trip = _normalised(c, node, header)
    flag = getattr(node, "break_flag", None)
    if flag is not None:
        c.frame.names[flag] = scalars.python_constant(False)
    attributes = {"pypto.loop": c.b.shared.attribute(f"#pypto.loop_kind<{attribute}>")}
    if header.stage is not None:
        attributes["pypto.stages"] = c.b.shared.attribute(f"{header.stage} : i64")
    if attribute == "Sequential":
        attributes = {}
    with_carries(lambda types: _emit(c, node, header, trip, kind, attributes, types))


def _check_manual(c: FunctionCompiler, node: ast.For, call: ast.Call) -> None:
    """The tasks of a parallel loop are collected by iteration where nothing else orders them."""
    if not any(scope.kind == "manual" for scope in c.scopes):
        return
    for inner in ast.walk(node):
        if isinstance(inner, ast.keyword) and inner.arg == "deps":
            raise c.error(
                codes.UnboundedManualParallel,
                call,
                "a pl.parallel() loop with deps= in a manual scope must have a statically-known "
                "trip count",
                hint="use constant bounds, or pl.range",
            )


def _emit(
    c: FunctionCompiler,
    node: ast.For,
    header: LoopHeader,
    trip: _Trip,
    kind: str,
    attributes: dict[str, Any],
    types: LiteralTypes,
) -> None:
    c.locate(node.iter)
    carries = Carries(c, node, header, types)
    lower, upper, step = (c.index_ir(x) for x in (trip.start, trip.stop, trip.step))
    location = c.b.location
    operation = c.b.op(
        "scf.for", (lower, upper, step, *carries.initial), carries.types, attributes, 1
    )
    argument_locations = [location, *carries.locations(location)]
    block = operation.regions[0].blocks.append(
        c.type_of("index"),
        *carries.types,
        arg_locs=argument_locations,
    )
    before = dict(c.frame.names)
    carries.enter(c.b.arguments(block)[1:])
    index = ScalarValue(INDEX, c.b.arguments(block)[0])
    number, limit = _iterations(header)
    index.sym = number if number is not None else atom(header.target or "i", index, limit)
    outer_instances = c.instances
    if kind == "parallel" and not c.in_core:
        steps = atom(header.target or "i", index, limit)
        index.sym = _index_of(header, steps) or steps
        c.instances = Instances("instances", limit, "", steps)
    context = LoopContext(kind, header.explicit, header)
    c.frame.loops.append(context)
    try:
        with c.inside(block):
            if header.target is not None:
                c.frame.names[header.target] = trip.value(c, node, index)
            c.block(node.body)
            c.locate(node)
            carries.leave(context)
    except RetryWithType:
        c.frame.names = before
        operation.erase()
        raise
    finally:
        c.frame.loops.pop()
        c.instances = outer_instances
    c.frame.names = before
    carries.results(c.b.results(operation), context)
    if header.target is not None and header.target not in before:
        c.frame.names.pop(header.target, None)


def _iterations(header: LoopHeader) -> tuple[Any, int | None]:
    """(meaning of the index in terms of the iteration's number, number of iterations)."""
    start, stop, step = header.start.sym, header.stop.sym, header.step.const
    if start is None or stop is None or not isinstance(step, int) or step <= 0:
        return None, None
    distance = symbolic.sub(stop, start)
    limit = max(-(-distance // step), 0) if isinstance(distance, int) else None
    if start == 0 and step == 1:
        return None, limit
    bound = _UNBOUNDED if limit is None else limit
    return _index_of(header, atom(header.target or "i", limit=bound)), limit


def _index_of(header: LoopHeader, number: Any) -> Any:
    """start + step * number."""
    if header.start.sym is None or not isinstance(header.step.const, int) or header.step.const <= 0:
        return None
    return symbolic.add(header.start.sym, symbolic.mul(number, int(header.step.const)))


def with_carries(emit: Callable[[LiteralTypes], None]) -> None:
    """Emits a loop, again where a carried literal turns out to need another type.

    `best = 0` before a loop that assigns an INT32 to `best` starts as an INT32. Every retry
    types one more name, so there are at most as many as carried literals.
    """
    types = LiteralTypes()
    while True:
        try:
            emit(types)
        except RetryWithType as retry:
            if retry.owner is not types:
                raise
            types.known[retry.name] = retry.dtype
            continue
        return


class _Trip:
    """Bounds of the loop that is emitted, and the user's index from its own."""

    def __init__(
        self, start: ScalarValue, stop: ScalarValue, step: ScalarValue, origin: Any = None
    ) -> None:
        self.start = start
        self.stop = stop
        self.step = step
        self.origin = origin

    def value(self, c: FunctionCompiler, node: ast.For, index: ScalarValue) -> ScalarValue:
        """The user's loop variable."""
        if self.origin is None:
            return index
        start, step = self.origin
        c.locate(node)
        scaled = scalars.binary(c, node, ast.Mult, index, step)
        return scalars.binary(c, node, ast.Add, scaled, start)


def _normalised(c: FunctionCompiler, node: ast.For, header: LoopHeader) -> _Trip:
    """A descending loop counts its iterations upwards; scf.for only knows positive steps."""
    step = header.step
    if step.const is None:
        return _either_direction(c, node, header)
    if step.const > 0:
        return _Trip(header.start, header.stop, step)
    size = ScalarValue(INDEX, const=-int(step.const), sym=-int(step.const))
    distance = scalars.binary(c, node, ast.Sub, header.start, header.stop)
    bias = ScalarValue(INDEX, const=-int(step.const) - 1, sym=-int(step.const) - 1)
    rounded = scalars.binary(c, node, ast.Add, distance, bias)
    trips = scalars.binary(c, node, ast.FloorDiv, rounded, size)
    zero = ScalarValue(INDEX, const=0, sym=0)
    one = ScalarValue(INDEX, const=1, sym=1)
    trips = scalars.minimum_maximum(c, node, False, trips, zero)
    return _Trip(zero, trips, one, (header.start, step))


def _either_direction(c: FunctionCompiler, node: ast.For, header: LoopHeader) -> _Trip:
    """A loop whose step is known at run time only: `range`'s number of iterations.

    That is ceil(distance / step), floored division making it -((start - stop) // step); a step
    of zero ends in the hardware's division by zero.
    """
    distance = scalars.binary(c, node, ast.Sub, header.start, header.stop)
    quotient = scalars.binary(c, node, ast.FloorDiv, distance, header.step)
    zero = ScalarValue(INDEX, const=0, sym=0)
    one = ScalarValue(INDEX, const=1, sym=1)
    trips = scalars.binary(c, node, ast.Sub, zero, quotient)
    trips = scalars.minimum_maximum(c, node, False, trips, zero)
    return _Trip(zero, trips, one, (header.start, header.step))


class Carries:
    """The variables that a loop carries from one iteration to the next.

    Explicit ones come from `init_values`. Implicit ones are assigned in the body and read
    before that, or read after the loop.
    """

    def __init__(
        self,
        c: FunctionCompiler,
        node: ast.For | ast.While,
        header: LoopHeader | None,
        literal_types: LiteralTypes,
    ) -> None:
        self.c = c
        self.node = node
        self.header = header
        self.literal_types = literal_types
        self._started: dict[str, Value] = {}
        self.patterns: list[tuple[str, Value, int]] = []
        self.fronts: list[Any] = []
        self.initial: list[Any] = []
        self.types: list[Any] = []
        self._after: dict[str, Value] = {}
        effect = c.frame.liveness.body_effect(node.body)
        live = c.frame.liveness.live_after.get(id(node), frozenset())
        exposed = effect.exposed
        if isinstance(node, ast.While):
            from pypto.frontend.liveness import read_names

            exposed = exposed | read_names(node.test)
        explicit = header.carries if header is not None else []
        self.explicit = [name for name, _ in explicit]
        for name, value in explicit:
            self._add(name, value)
        target = header.target if header is not None else None
        changed = {n for n in effect.changed if isinstance(c.frame.names.get(n), TileValue)}
        for name in sorted(effect.assigned | changed):
            if name in self.explicit or name == target:
                continue
            value = c.frame.names.get(name)
            if name in exposed or name in live:
                if not merge.is_missing(value):
                    assert value is not None
                    self._add(name, value)
                elif value is None and name in live:
                    self._after[name] = merge.undefined(
                        name,
                        "may have no value: it is assigned only inside the loop at line "
                        f"{node.lineno}, "
                        "which may run zero times",
                        f"give '{name}' a value before the loop",
                    )
        self._locals = effect.assigned - exposed - live

    def _add(self, name: str, value: Value) -> None:
        c = self.c
        wanted = self.literal_types.known.get(name)
        if wanted is not None and isinstance(value, ScalarValue) and value.const is not None:
            constant = scalars.constant_as(value.const, wanted)
            value = ScalarValue(wanted, const=constant)
        parts = merge.flatten(c, value, self.node)
        types = []
        for part in parts:
            type = merge.carried_type(part)
            if type is None:
                raise c.error(
                    codes.CarryMismatch,
                    self.node,
                    f"'{name}' cannot be carried by a loop: it is {part.describe()}",
                    hint="only tensors, tiles, scalars and task ids change in a loop",
                )
            types.append(type)
        for part, type in zip(parts, types, strict=True):
            self.fronts.append(type)
            self.types.append(c.ir_type(type))
            self.initial.append(merge.materialised(c, part, type, self.node))
        self.patterns.append((name, value, len(parts)))

    def locations(self, location: Any) -> list[Any]:
        """Locations of the block arguments: that of the loop, with the variables' names."""
        c = self.c
        return [
            c.b.ir.Location.name(name, location, c.b.shared.context)
            for name, _, size in self.patterns
            for _ in range(size)
        ]

    def enter(self, arguments: list[Any]) -> None:
        """Binds the names to the values of this iteration."""
        for name in self._locals:
            self.c.frame.names.pop(name, None)
        self._bind(arguments, True)

    def _bind(self, values: list[Any], inside: bool) -> None:
        position = 0
        for name, pattern, size in self.patterns:
            likes = merge.flatten(self.c, pattern, self.node)
            parts = [
                merge.from_ir(self.c, self.fronts[position + i], values[position + i], likes[i])
                for i in range(size)
            ]
            position += size
            if isinstance(pattern, ScalarValue) and isinstance(parts[0], ScalarValue):
                literal = inside and pattern.literal and name not in self.literal_types.known
                origin = (self.literal_types, name) if literal else pattern.origin
                parts[0].origin = origin
                self._started[name] = parts[0]
            self.c.frame.names[name] = merge.rebuild(pattern, parts)

    def leave(
        self, context: LoopContext, terminator: str = "scf.yield", extra: tuple[Any, ...] = ()
    ) -> None:
        """Ends the body with the values for the next iteration."""
        self.c.b.op(terminator, [*extra, *self.next_values(context)])

    def next_values(self, context: LoopContext) -> list[Any]:
        """MLIR values that the next iteration starts with."""
        c = self.c
        operands: list[Any] = []
        yielded: dict[str, Value] = {}
        if self.explicit:
            if context.yielded is None:
                if c.engine.errors:
                    yielded = {name: c.frame.names[name] for name in self.explicit}
                else:
                    raise c.error(
                        codes.CarryMismatch,
                        self.node,
                        "Loop with init_values requires an assignment-form pl.yield_ as its "
                        "last statement",
                        hint="write a2, b2 = pl.yield_(u, v)",
                    )
            else:
                targets, values, at = context.yielded
                if len(values) != len(self.explicit):
                    raise c.error(
                        codes.CarryMismatch,
                        at,
                        f"Mismatch: {len(self.explicit)} iter_args but {len(values)} yielded "
                        "values",
                        expected=f"one value for each of "
                        f"{', '.join(name for name, _ in self.explicit)}",
                    )
                yielded = dict(zip(self.explicit, values, strict=True))
        position = 0
        for name, pattern, size in self.patterns:
            value = yielded.get(name, c.frame.names.get(name))
            position = self._next(name, pattern, value, size, position, operands)
        return operands

    def _next(
        self,
        name: str,
        pattern: Value,
        value: Value | None,
        size: int,
        position: int,
        operands: list[Any],
    ) -> int:
        c = self.c
        at = c.frame.last_assignment.get(name, self.node)
        if isinstance(value, ErrorValue) or value is None:
            from pypto.frontend.function import Poisoned

            raise Poisoned
        from pypto.frontend.values import MaybeUndefined

        if isinstance(value, MaybeUndefined):
            raise c.error(codes.MaybeUndefined, at, value.reason, hint=value.hint)
        parts = merge.flatten(c, value, self.node)
        if len(parts) != size:
            raise merge.mismatch(c, name, at, pattern, value, "loop")
        for part in parts:
            type = self.fronts[position]
            ir = merge.materialised(c, part, type, self.node)
            if ir is None:
                merge.retry(c, self._started.get(name, pattern), part)
                raise merge.mismatch(c, name, at, pattern, value, "loop")
            found = merge.carried_type(part)
            self.fronts[position] = merge.loosened(type, found)
            operands.append(ir)
            position += 1
        return position

    def results(self, values: list[Any], context: LoopContext) -> None:
        """Binds the names to what the loop leaves behind."""
        c = self.c
        outer = {name: c.frame.names.get(name) for name in self.explicit}
        self._bind(values, False)
        if self.explicit and context.yielded is not None:
            targets, _, at = context.yielded
            self._warn_unused(targets, at)
            for header_name, target in zip(self.explicit, targets, strict=False):
                c.frame.names[target] = c.frame.names[header_name]
                self._after.pop(target, None)
            for name in self.explicit:
                if name in targets:
                    continue
                previous = outer[name]
                if previous is None:
                    c.frame.names.pop(name, None)
                else:
                    c.frame.names[name] = previous
        c.frame.names.update(self._after)

    def _warn_unused(self, targets: list[str], at: ast.AST) -> None:
        live = self.c.frame.liveness.live_after.get(id(self.node), frozenset())
        for name in targets:
            if name not in live and not name.startswith("_"):
                self.c.warn(
                    codes.UnusedControlFlowResult,
                    at,
                    f"the carried result '{name}' is never read after the loop",
                    hint="drop it from init_values if no iteration needs it either",
                )


def unrolled_loop(c: FunctionCompiler, node: ast.For, call: ast.Call) -> None:
    """pl.unroll: the body once for every value."""
    header = parse_header(c, node, call, "unroll")
    bounds = []
    for scalar in (header.start, header.stop, header.step):
        if scalar.const is None:
            raise c.error(
                codes.BadLoopArgument,
                call,
                "pl.unroll() requires compile-time constant integer bounds",
                hint="use pl.range for run-time bounds",
            )
        bounds.append(int(scalar.const))
    values = range(*bounds)
    if len(values) > MAX_UNROLL:
        raise c.error(
            codes.UnrollTooLong,
            call,
            f"Unroll loop trip count {len(values)} exceeds maximum allowed {MAX_UNROLL}",
            hint="use pl.range",
        )
    target = header.target
    assert target is not None
    context = LoopContext("unroll")
    c.frame.loops.append(context)
    previous = c.frame.names.get(target)
    try:
        for value in values:
            c.frame.names[target] = scalars.python_constant(value)
            c.block(node.body)
            if c.engine.errors:
                break
    finally:
        c.frame.loops.pop()
    if previous is None:
        c.frame.names.pop(target, None)
    else:
        c.frame.names[target] = previous
