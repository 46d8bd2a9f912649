# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to write instead, for errors whose place alone does not say it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pypto.diagnostics.code import Code

# By the code's identifier: the right form of what was written wrongly.
_FORMS = {
    "BadAnnotation": (
        "pl.Tensor[[16, 64], pl.FP32], pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec], "
        "pl.Scalar[pl.INT32], pl.Array[4, pl.INT32] or pl.Tuple[...] of them"
    ),
    "BadAssignmentTarget": "a plain variable on the left of the assignment",
    "BadCallArguments": "the parameters of the called kernel, in their order",
    "BadDirective": (
        'pl.const(3, pl.INT32), pl.static_print(x, "text"), pl.static_assert(condition, "text")'
    ),
    "BadDumpTag": "pl.dump_tag(tensor), the name of a tensor of the control plane",
    "BadFunctionAttribute": 'pl.func_attr({"name": value}), once for each name, as first statement',
    "BadLayout": "pl.ND, pl.NZ, pl.MX_A_ZZ or pl.MX_B_NN",
    "BadLoopArgument": (
        "pl.range([start,] stop [, step], init_values=(...)); pl.pipeline has stage=N as well, "
        "pl.unroll takes numbers only"
    ),
    "BadLoopHeader": "for i in pl.range(n), or for i, (a, b) in pl.range(n, init_values=(x, y))",
    "BadShape": "a list of ints, each at least 0, or pl.dynamic variables",
    "BadSubscript": "one index or slice for each axis, x[i, a:b]",
    "BadUnpacking": "a, b = kernel(...), one variable for each value",
    "BadView": "keywords, as in pl.TileView(valid_shape=[8, 64], pad=pl.PadValue.zero)",
    "BadWhileLoop": (
        "for (a,) in pl.while_(init_values=(x,)): with pl.cond(a < n) first and "
        "b = pl.yield_(...) last"
    ),
    "BadYield": "a2, b2 = pl.yield_(u, v)",
    "CarryMismatch": (
        "for i, (a, b) in pl.range(n, init_values=(x, y)): with a2, b2 = pl.yield_(u, v) last"
    ),
    "FormattedString": "{x} alone between braces: a value prints in one form",
    "ManyContextManagers": "one scope in each with statement",
    "StaticAssertFailed": "the condition holds for the values of this compile",
    "UndefinedVariable": "a variable assigned above, a parameter, or a name of the module",
    "UnsupportedOperator": "+ - * / // % << >>, comparisons, and, or, not, ~ and unary -",
    "UnsupportedSubscript": "bounds with step 1, positive extents and constant indices of tuples",
}

_STATEMENTS: tuple[tuple[Any, str], ...] = (
    (ast.Assert, "use pl.static_assert for compile-time conditions"),
    (
        (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
        "define it outside of the kernel; @pl.jit.inline helpers are spliced in",
    ),
    ((ast.Import, ast.ImportFrom), "import at the top of the file"),
    (ast.Delete, "leave the variable: it lives as long as something reads it"),
    ((ast.Global, ast.Nonlocal), "names of the module are readable; assign to another name"),
    ((ast.Try, ast.Raise), "check the arguments in Python, before the kernel is called"),
    (ast.Match, "use if, elif and else"),
)
_EXPRESSIONS: tuple[tuple[Any, str], ...] = (
    (ast.IfExp, "use an if statement that assigns the name in both branches"),
    (
        (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
        "a comprehension is only allowed in deps=[...]; use a pl loop",
    ),
    (ast.Lambda, "use a @pl.jit.inline helper"),
    (ast.NamedExpr, "assign on a line of its own"),
    ((ast.Dict, ast.Set), "use variables of their own, or a list of constants"),
    ((ast.Yield, ast.YieldFrom, ast.Await), "hand values on with return or pl.yield_"),
    (ast.Starred, "write the elements out"),
    (ast.JoinedStr, "f-strings are only allowed in pl.static_print"),
)


def expected_form(code: Code) -> str | None:
    """What an error of `code` expects, where it says neither that nor a fix."""
    return _FORMS.get(code.identifier)


def statement_fix(node: ast.AST) -> str | None:
    """What to write for a statement outside of the language."""
    if isinstance(node, ast.AugAssign):
        symbol = ast.unparse(node).split("=", 1)[0].strip().split()[-1]
        target, value = ast.unparse(node.target), ast.unparse(node.value)
        return f"write {target} = {target} {symbol} {value}"
    return _fix(_STATEMENTS, node)


def expression_fix(node: ast.AST) -> str | None:
    """What to write for an expression outside of the language."""
    return _fix(_EXPRESSIONS, node)


def _fix(table: tuple[tuple[Any, str], ...], node: ast.AST) -> str | None:
    return next((fix for kinds, fix in table if isinstance(node, kinds)), None)
