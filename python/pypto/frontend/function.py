# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the body of one function. Statements and expressions live in their own modules."""

from __future__ import annotations

import ast
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes, make_error
from pypto.diagnostics.span import Frame as CallFrame
from pypto.diagnostics.span import Span, span_of
from pypto.dtypes import BOOL, INDEX, INT64, TASK_ID, DataType
from pypto.frontend import scalars
from pypto.frontend.builder import Builder
from pypto.frontend.fixes import expected_form, expression_fix, statement_fix
from pypto.frontend.symbolic import AtomTable
from pypto.frontend.values import (
    ERROR,
    ArrayValue,
    ErrorValue,
    ListValue,
    MaybeUndefined,
    Overwritten,
    PyValue,
    ScalarValue,
    TensorValue,
    TileValue,
    TupleValue,
    Value,
)
from pypto.language.unknown import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pypto.diagnostics.code import Code
    from pypto.frontend.frame import Frame, Scope
    from pypto.frontend.program import ProgramCompiler


class Poisoned(Exception):
    """A value whose error is already reported was used."""


_INT_LIMIT = 1 << 63
_Handler = "Callable[[FunctionCompiler, Any], Any]"
_DEVICE_KINDS = ("InCore", "AIC", "AIV")
EXPRESSIONS: dict[type, Any] = {}
STATEMENTS: dict[type, Any] = {}
# Where the handlers are; a module is imported when the first node of its kinds is compiled.
_MODULES: dict[type, str] = {
    **dict.fromkeys((ast.Pass, ast.Assign, ast.AnnAssign, ast.Return, ast.Expr), "statements"),
    ast.If: "branches",
    **dict.fromkeys((ast.For, ast.Break, ast.Continue), "loops"),
    ast.While: "while_loops",
    ast.With: "placement",
    ast.Call: "calls",
    ast.Subscript: "subscripts",
    **dict.fromkeys((ast.Constant, ast.Name, ast.Tuple, ast.List, ast.BinOp), "expressions"),
    **dict.fromkeys((ast.UnaryOp, ast.BoolOp, ast.Compare), "expressions"),
    **dict.fromkeys((ast.Attribute, ast.JoinedStr), "expressions"),
}


def _load(table: dict[type, Any], kind: type) -> Any:
    """The handler of `kind` in one of the tables above, None if there is none."""
    module = _MODULES.get(kind)
    if module is not None:
        import_module(f"pypto.frontend.{module}")
    return table.get(kind)


def expression(*kinds: type) -> Callable[[Any], Any]:
    """Registers the handler of expression nodes."""

    def register(handler: Any) -> Any:
        for kind in kinds:
            EXPRESSIONS[kind] = handler
        return handler

    return register


def statement(*kinds: type) -> Callable[[Any], Any]:
    """Registers the handler of statement nodes."""

    def register(handler: Any) -> Any:
        for kind in kinds:
            STATEMENTS[kind] = handler
        return handler

    return register


def same_shape(old: Value, new: Value) -> bool:
    """True when `new` may take the name of `old`: one kind, dtype and shape.

    The valid region, the memory space and the pad of a tile may change; a literal adapts.
    """
    if type(old) is not type(new):
        return isinstance(old, PyValue) or isinstance(new, (ErrorValue, PyValue))
    if isinstance(old, ScalarValue) and isinstance(new, ScalarValue):
        wide = (INDEX, INT64)
        return (
            old.dtype is new.dtype
            or old.literal
            or new.literal
            or {old.dtype, new.dtype} <= set(wide)
        )
    if isinstance(old, (TensorValue, TileValue)) and isinstance(new, (TensorValue, TileValue)):
        return old.type.dtype is new.type.dtype and old.type.shape == new.type.shape
    return True


class FunctionCompiler:
    """State while one MLIR function is filled.

    kind: the function's kind, as in `pl.FunctionType`, or "Host". scopes: placement scopes
    from the outside in. written: parameters that something writes.
    """

    def __init__(self, program: ProgramCompiler, kind: str) -> None:
        self.program = program
        self.engine = program.engine
        self.kind = kind
        self.b = Builder(program.shared)
        self.replayer = program.shared.native.Replayer(self)
        self.atoms = AtomTable()
        self.frame: Frame = None  # pyright: ignore[reportAttributeAccessIssue]
        self.scopes: list[Scope] = []
        # The concurrent instances that run what is compiled, and this one's block index.
        self.instances: Any = None
        self.block_index: Any = None
        # True where device work is compiled.
        self.in_core = kind in _DEVICE_KINDS
        # True where two vector lanes share the tiles.
        self.divided = False
        # True where operations of a core would be misplaced.
        self.is_control_plane = kind in ("Orchestration", "Host")
        self.written: set[str] = set()
        self.parameters: dict[str, Any] = {}
        self.dynamic_dims: dict[str, Any] = {}
        self.attributes: dict[str, Any] = {}
        self.pending_name: tuple[ast.AST, str] | None = None
        self.inline_stack: list[Any] = []
        # The call whose value, if any, the statement does not need.
        self.effect: ast.AST | None = None
        self.flag_count = 0
        # Sizes of the rings between cores by their ids.
        self.rings: dict[int, tuple[int, ...]] = {}
        # Tensors and the operations of the tasks that write them in place.
        self.writers: list[tuple[Any, Any]] = []
        # Buffers that the author declared, with their memories and slots, by scope and name.
        self.declared: dict[tuple[Scope | None, str], tuple[Any, str, int | None]] = {}
        # The calls of pl.MemRef that named an allocation.
        self.allocations: dict[str, ast.AST] = {}

    # Diagnostics ---------------------------------------------------------------------------

    def span(self, node: ast.AST) -> Span:
        """The user's position of `node`."""
        return span_of(self.frame.source.filename, node)

    def error(self, code: Code, node: ast.AST, message: str, **facts: Any) -> Exception:
        """An error at `node`, with the chain of inlined calls; the caller raises it."""
        if not any(facts.get(name) for name in ("hint", "expected", "got")):
            facts["expected"] = expected_form(code)
        return make_error(code, message, self.span(node), chain=self.frame.chain, **facts)

    def warn(self, code: Code, node: ast.AST, message: str, **facts: Any) -> None:
        """A warning at `node`."""
        self.engine.warn(code, message, self.span(node), **facts)

    def text(self, node: ast.AST) -> str:
        """The source of an expression, for messages."""
        return ast.unparse(node)

    # Locations -----------------------------------------------------------------------------

    def locate(self, node: ast.AST) -> None:
        """Makes `node` the location of the operations that follow."""
        frame = self.frame
        source = frame.source
        column: int = node.col_offset + 1  # pyright: ignore[reportAttributeAccessIssue]
        if not source.is_ascii:
            column = self.span(node).column
        pending = self.pending_name
        self.b.where = (
            source.filename,
            node.lineno,  # pyright: ignore[reportAttributeAccessIssue]
            column,
            pending[1] if pending is not None and pending[0] is node else None,
            frame.call_locations,
        )

    def call_frame(self, node: ast.AST, name: str) -> CallFrame:
        """The step of a call chain that calls `name` at `node`."""
        return CallFrame(name, self.span(node))

    # Expressions ---------------------------------------------------------------------------

    def expr(self, node: ast.AST) -> Value:
        """Compiles an expression."""
        handler = EXPRESSIONS.get(type(node)) or _load(EXPRESSIONS, type(node))
        if handler is None:
            raise self.error(
                codes.UnsupportedExpression,
                node,
                f"Unsupported expression type: {_construct_name(node)}",
                hint=expression_fix(node),
            )
        return handler(self, node)

    def scalar(self, node: ast.AST, what: str = "operand") -> ScalarValue:
        """Compiles an expression that must be a scalar."""
        return self.as_scalar(self.expr(node), node, what)

    def as_scalar(self, value: Value, node: ast.AST, what: str = "operand") -> ScalarValue:
        """`value` as a scalar; a captured number is one."""
        if isinstance(value, ScalarValue):
            return value
        if isinstance(value, ErrorValue):
            raise Poisoned
        if isinstance(value, PyValue) and value.object is None:
            return self.invalid_task(node)
        self.check_capture(value, node)
        raise self.error(
            codes.NotATensorExpression,
            node,
            f"Expression must be ScalarExpr or Var with ScalarType: {what} is {value.describe()}",
            expected="a number or a pl.Scalar",
            hint=self._element_fix(value, node),
        )

    def _whole_fix(self, scalar: ScalarValue, node: ast.AST) -> str:
        """How a scalar that is no integer becomes one."""
        if scalar.const is not None and float(scalar.const).is_integer():
            return f"write {int(scalar.const)}"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return f"{self.text(ast.BinOp(node.left, ast.FloorDiv(), node.right))} is an integer"
        return f"pl.cast({self.text(node)}, pl.INDEX)"

    def _element_fix(self, value: Value, node: ast.AST) -> str | None:
        """How a scalar comes out of a value that is none."""
        text = self.text(node)
        if isinstance(value, (TensorValue, TileValue)):
            return f"one element: pl.read({text}, {[0] * value.type.rank})"
        if isinstance(value, (ArrayValue, TupleValue, ListValue)):
            return f"one of them: {text}[0]"
        return None

    def check_capture(self, value: Value, node: ast.AST) -> None:
        """Refuses a captured Python object that is used as a value of the kernel."""
        if isinstance(value, PyValue) and isinstance(node, ast.Name):
            raise self.error(
                codes.UnsupportedCapture,
                node,
                f"Unsupported closure variable type: '{node.id}' is a "
                f"{type(value.object).__name__}",
                expected="an int, float, bool, or a list or tuple of them",
                hint="arrays are parameters of the kernel: pass them as arguments",
            )

    def index(self, value: Value, node: ast.AST, what: str = "index") -> ScalarValue:
        """`value` as an integer scalar of type INDEX."""
        if isinstance(value, PyValue) and value.object is None:
            raise self.error(
                codes.BadShape,
                node,
                f"{what} must be integer-typed",
                got="None",
                expected="an int, or a pl.Scalar of an integer type",
            )
        scalar = self.as_scalar(value, node, what)
        if not scalar.dtype.is_int():
            raise self.error(
                codes.BadShape,
                node,
                f"{what} must be integer-typed",
                got=scalar.describe(),
                hint=self._whole_fix(scalar, node),
            )
        if scalar.const is not None and not -(2**63) <= scalar.const < 2**63:
            raise self.error(
                codes.BadShape,
                node,
                f"{what} does not fit in 64 bits",
                got=str(scalar.const),
                expected="-2**63 to 2**63 - 1",
            )
        if scalar.dtype is INDEX or scalar.const is not None:
            return scalar
        location = self.b.location
        self.locate(node)
        converted = scalars.cast(self, scalar, INDEX)
        self.b.location = location
        return converted

    def index_ir(self, scalar: ScalarValue) -> Any:
        """The MLIR index of an integer scalar."""
        if scalar.const is not None:
            return self.b.index(int(scalar.const))
        return scalars.convert(self, scalar, INDEX)

    def sym(self, scalar: ScalarValue) -> Any:
        """The meaning of an integer scalar; gives it an atom if it has none."""
        if scalar.const is not None:
            return int(scalar.const)
        if scalar.sym is None:
            from pypto.frontend.symbolic import atom

            scalar.sym = atom("?", scalar)
        return scalar.sym

    def condition(self, node: ast.AST, what: str) -> ScalarValue:
        """Compiles the condition of an if or while."""
        value = self.expr(node)
        if isinstance(value, ErrorValue):
            raise Poisoned
        if isinstance(value, ScalarValue) and value.dtype is BOOL:
            return value
        raise self.error(
            codes.ConditionNotBool,
            node,
            f"{what} condition must be a Bool-typed scalar expression",
            expected="a BOOL scalar such as i < n",
            got=value.describe(),
            hint=f"compare explicitly: {self.text(node)} != 0",
        )

    def invalid_task(self, node: ast.AST) -> ScalarValue:
        """The task id of "no producer"."""
        self.locate(node)
        return ScalarValue(
            TASK_ID, self.b.value("pypto.task.invalid", (), self.type_of("!pypto.task_id"))
        )

    def unavailable(
        self, node: ast.AST, what: str, *, expected: str, hint: str | None = None
    ) -> Exception:
        """The error of a construct that the dialect cannot express yet.

        expected: what compiles in its place. hint: the nearest form that compiles.
        """
        return self.error(
            codes.NotImplementedYet,
            node,
            f"{what} is checked by the front end but not compiled in this version",
            expected=expected,
            hint=hint,
        )

    # Names ---------------------------------------------------------------------------------

    def lookup(self, name: str) -> Value | None:
        """The value of a variable of the kernel, or None."""
        return self.frame.names.get(name)

    def read(self, node: ast.Name) -> Value:
        """The value of a name: a variable of the kernel, or a captured Python object."""
        value = self.frame.names.get(node.id)
        if value is not None:
            if value.usable:
                return value
            if isinstance(value, MaybeUndefined):
                overwritten = isinstance(value, Overwritten)
                code = codes.OverwrittenValue if overwritten else codes.MaybeUndefined
                raise self.error(code, node, value.reason, hint=value.hint)
            raise Poisoned
        found, captured = self.frame.source.lookup(node.id)
        if not found:
            raise self.error(
                codes.UndefinedVariable,
                node,
                f"Undefined variable '{node.id}'",
                hint=did_you_mean(
                    node.id, [*self.frame.names, *self.frame.source.function.__globals__]
                ),
            )
        value = self.capture(captured, node)
        self.program.record_capture(self.frame.source, node.id, captured)
        return value

    def capture(self, captured: Any, node: ast.AST, around: tuple[Any, ...] = ()) -> Value:
        """A Python object as a value. around: the lists and tuples that it is in."""
        kind = type(captured)
        if kind is int or kind is float or kind is bool:
            return self.number(captured, node)
        if kind is list or kind is tuple:
            if any(outer is captured for outer in around):
                raise self.error(
                    codes.UnsupportedCapture,
                    node,
                    f"Unsupported closure variable type: '{self.text(node)}' contains itself",
                    expected="lists of numbers, or of such lists",
                )
            inside = (*around, captured)
            return ListValue([self.capture(item, node, inside) for item in captured])
        if kind is ModuleType:
            # Asked for a name that it lacks, `pl` would look for a near one.
            return PyValue(captured)
        if getattr(captured, "operands", None) is not None and hasattr(captured, "operator"):
            return self.program.dynamic_value(self, captured, node)
        if (
            kind.__module__ == "numpy"
            and hasattr(captured, "item")
            and not getattr(captured, "shape", ())
        ):
            return self.capture(captured.item(), node)
        return PyValue(captured)

    def number(self, value: float | bool, node: ast.AST) -> ScalarValue:
        """A Python number; an int has 64 bits, signed or unsigned."""
        if value.__class__ is int and not -_INT_LIMIT <= value < 2 * _INT_LIMIT:
            raise self.error(
                codes.BadConstant,
                node,
                f"the integer {value} does not fit in 64 bits",
                expected="-2**63 to 2**64 - 1",
            )
        return scalars.python_constant(value)

    def assign(self, name: str, value: Value, node: ast.AST) -> None:
        """Binds a variable; a rebind keeps its type."""
        frame = self.frame
        old = frame.names.get(name)
        if old is not None and not isinstance(old, (MaybeUndefined, ErrorValue)):
            if frame.strict_ssa and not name.startswith("%"):
                raise self.error(
                    codes.StrictSsaRebind,
                    node,
                    f"Variable '{name}' is already defined",
                    hint="choose another name, or drop strict_ssa=True",
                )
            if frame.kind == "function" and not same_shape(old, value):
                raise self.error(
                    codes.RebindTypeChange,
                    node,
                    f"Cannot reassign '{name}' with a different type",
                    expected=old.describe(),
                    got=value.describe(),
                    hint="choose another name",
                )
        frame.names[name] = value
        frame.last_assignment[name] = node

    # Callees -------------------------------------------------------------------------------

    def python_callee(self, function: ast.expr) -> Any:
        """The Python object that an expression in call position stands for."""
        frame = self.frame
        key: Any = None
        if isinstance(function, ast.Attribute):
            root = function.value
            if isinstance(root, ast.Name):
                if root.id == "self":
                    self._check_method(function)
                elif root.id not in frame.names:
                    # `pl.add` is one object wherever a function says it.
                    key = (frame.source, root.id, function.attr)
                    known = self.program.callees.get(key)
                    if known is not None:
                        return known
        value = self.expr(function)
        if isinstance(value, ErrorValue):
            raise Poisoned
        if isinstance(value, PyValue):
            if key is not None:
                self.program.callees[key] = value.object
            return value.object
        raise self.error(
            codes.UnsupportedCall,
            function,
            f"Unsupported function call: '{self.text(function)}' is {value.describe()}",
            expected="an operation of pl, a kernel or an inline helper",
            hint=f"'{self.text(function)}' is assigned in the kernel: use another name for that "
            "variable"
            if isinstance(function, ast.Name) and function.id in self.frame.names
            else None,
        )

    def _check_method(self, function: ast.Attribute) -> None:
        owner = self.frame.program
        if owner is not None and function.attr not in owner.kernels:
            raise self.error(
                codes.UndefinedFunction,
                function,
                f"Function '{function.attr}' not defined in program",
                expected=", ".join(f"self.{name}" for name in owner.kernels),
                hint=did_you_mean(function.attr, owner.kernels, "self."),
            )

    # Types ---------------------------------------------------------------------------------

    def type_of(self, text: str) -> Any:
        """The MLIR type that prints as `text`."""
        return self.b.shared.type(text)

    def ir_type(self, type: Any) -> Any:
        """The MLIR type of a front-end type."""
        return type.ir_type(self.b.shared)

    def ir_of(self, value: Value) -> Any:
        """The MLIR value of a tensor, tile or scalar."""
        if isinstance(value, ScalarValue):
            return self.b.materialise(value)
        if isinstance(value, (TensorValue, TileValue)):
            return value.ir
        raise AssertionError(f"{value.describe()} has no MLIR value")

    # Effects -------------------------------------------------------------------------------

    def place_of(self, node: ast.AST) -> Callable[[], Span | None]:
        """The span of `node`, found when it is asked for."""
        return partial(span_of, self.frame.source.filename, node)

    def repeat_hints(self, texts: Sequence[str], node: ast.AST) -> None:
        """Gives hints of an operation again for another call of it."""
        self.engine.repeat_hints(texts, self.place_of(node))

    def mark_written(self, parameter: str | None, ir: Any) -> None:
        """Remembers that something writes a tensor, and the parameter that it aliases."""
        if parameter is not None:
            self.written.add(parameter)
        for scope in self.scopes:
            scope.written.append(ir)

    # Regions -------------------------------------------------------------------------------

    @contextmanager
    def inside(self, block: Any) -> Iterator[None]:
        """Appends to `block` until the end of the with statement."""
        previous = self.b.insertion
        self.b.insertion = self.b.ir.InsertionPoint(block)
        try:
            yield
        finally:
            self.b.insertion = previous

    @contextmanager
    def framed(self, frame: Frame) -> Iterator[None]:
        """Reports positions in `frame` until the end of the with statement."""
        outer, self.frame = self.frame, frame
        try:
            yield
        finally:
            self.frame = outer

    def push_scope(self, scope: Scope) -> None:
        """Enters a placement scope."""
        self.scopes.append(scope)
        self.in_core = self.in_core or scope.core
        self.divided = self.divided or bool(scope.split_mode)

    def pop_scope(self) -> None:
        """Leaves the innermost placement scope."""
        self.scopes.pop()
        self.in_core = self.kind in _DEVICE_KINDS or any(s.core for s in self.scopes)
        self.divided = any(s.split_mode for s in self.scopes)

    # Statements ----------------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> None:
        """Compiles statements; an error in one does not stop the others."""
        position, run = 0, self.replayer.run
        while not self.frame.finished:
            position = run(body, position)
            if position == len(body):
                return
            self.statement(body[position])
            position += 1
        if position < len(body):
            self.warn(
                codes.UnreachableCode,
                body[position],
                "what stands behind the return is never compiled",
                hint="remove it",
            )

    def statement(self, node: ast.stmt) -> None:
        """Compiles one statement and records its error, if any."""
        handler = STATEMENTS.get(type(node)) or _load(STATEMENTS, type(node))
        try:
            if handler is None:
                raise self.error(
                    codes.UnsupportedStatement,
                    node,
                    f"Unsupported statement type: {_construct_name(node)}",
                    hint=statement_fix(node),
                )
            handler(self, node)
        except Poisoned:
            self._poison(node)
        except Exception as error:
            if getattr(error, "code_info", None) is None:
                raise
            self.engine.error(error)
            self._poison(node)

    def _poison(self, node: ast.stmt) -> None:
        from pypto.frontend.liveness import target_names

        if isinstance(node, (ast.For, ast.While, ast.If, ast.With)):
            for body in (node.body, getattr(node, "orelse", [])):
                if body:
                    for name in self.frame.liveness.body_effect(body).assigned:
                        self.frame.names[name] = ERROR
            for item in getattr(node, "items", ()):
                if isinstance(item.optional_vars, ast.Name):
                    self.frame.names[item.optional_vars.id] = ERROR
            return
        targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
        for target in targets:
            if target is not None:
                for name in target_names(target)[0]:
                    if not name.startswith("%"):
                        self.frame.names[name] = ERROR

    def literal_bool(self, node: ast.AST, message: str, code: Code) -> bool:
        """A keyword that must be True or False as written."""
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            return node.value
        raise self.error(
            code, node, message, got=self.text(node), expected="True or False, written at the call"
        )

    def tuple_items(self, value: Value) -> tuple[Value, ...] | None:
        """The members of a tuple or list value."""
        if isinstance(value, TupleValue):
            return value.items
        if isinstance(value, ListValue):
            return tuple(value.items)
        return None

    def wide(self, dtype: DataType) -> bool:
        """INDEX and INT64 are one type to a user."""
        return dtype in (INDEX, INT64)


_STATEMENT_NAMES = {
    "AugAssign": "an augmented assignment (x += ...)",
    "FunctionDef": "a nested function",
    "AsyncFunctionDef": "a nested async function",
    "ClassDef": "a class",
    "Try": "try/except",
    "TryStar": "try/except*",
    "Raise": "raise",
    "Assert": "assert",
    "Import": "import",
    "ImportFrom": "import",
    "Global": "global",
    "Nonlocal": "nonlocal",
    "Delete": "del",
    "Match": "match",
    "AsyncFor": "async for",
    "AsyncWith": "async with",
    "IfExp": "a conditional expression (a if c else b)",
    "Lambda": "lambda",
    "ListComp": "a list comprehension",
    "SetComp": "a set comprehension",
    "DictComp": "a dict comprehension",
    "GeneratorExp": "a generator expression",
    "Await": "await",
    "Yield": "yield",
    "YieldFrom": "yield from",
    "NamedExpr": "an assignment expression (:=)",
    "Starred": "a starred expression",
    "JoinedStr": "an f-string",
    "Dict": "a dict",
    "Set": "a set",
}


def _construct_name(node: ast.AST) -> str:
    kind = type(node).__name__
    name = _STATEMENT_NAMES.get(kind)
    return f"{kind}, {name}" if name else kind


def refuse_unpacking(c: FunctionCompiler, call: ast.Call) -> None:
    """`*arguments` and `**keywords` of a scope or an iterator."""
    for part in [*call.args, *(k.value for k in call.keywords if k.arg is None)]:
        if isinstance(part, ast.Starred) or part not in call.args:
            sign = "*" if isinstance(part, ast.Starred) else "**"
            raise c.error(
                codes.UnsupportedExpression,
                part,
                f"Unsupported expression type: `{sign}` unpacking in {c.text(call.func)}()",
                hint="write the arguments out",
            )
