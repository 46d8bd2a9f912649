# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the language refuses, row by row: class and words of the error, its place and a fix.

`test/python/invalid` has the carets of the most common ones.
"""

import pytest
from kernel_text import control, core, load

from pypto import errors

SYNTAX, TYPE = "ParserSyntaxError", "ParserTypeError"
UNSUPPORTED, OPERATION = "UnsupportedFeatureError", "InvalidOperationError"
STATEMENT, EXPRESSION = "Unsupported statement type", "Unsupported expression type"

CONTROL = [
    # Statements and expressions of Python.
    *(
        (text, UNSUPPORTED, STATEMENT)
        for text in (
            "a = 1\na += 1",
            "del n",
            "global G",
            "assert n > 3",
            "try:\n    pass\nexcept ValueError:\n    pass",
            "raise ValueError('text')",
            "import os",
            "from os import path",
            "class A:\n    pass",
            "def f():\n    pass",
            "async def g():\n    pass",
            "match n:\n    case 1:\n        pass",
        )
    ),
    *(
        (f"a = {text}", UNSUPPORTED, EXPRESSION)
        for text in (
            "lambda: 1",
            "(b := 3)",
            "[k for k in (1, 2)]",
            "1 if n > 3 else 2",
            "{1: 2}",
            "{1}",
            "f'{n}'",
            "[*x.shape]",
        )
    ),
    ("a = b = 1", SYNTAX, "Unsupported assignment"),
    ("a: pl.INT32", UNSUPPORTED, "Yield assignment with no value"),
    ("a: pl.FP32 = n + 1", TYPE, "Type annotation for 'a' has dtype"),
    ("n", SYNTAX, "Evaluation statement must be an IR expression"),
    ("for k in range(4):\n    pass", SYNTAX, "For loop must use pl.range()"),
    ("for k in x:\n    pass", SYNTAX, "For loop must use pl.range()"),
    ("while n:\n    pass", TYPE, "condition must be a Bool-typed scalar expression"),
    ("if n:\n    pass", TYPE, "if condition must be a Bool-typed scalar expression"),
    ("for k in pl.parallel(4):\n    break", OPERATION, "not supported in parallel loops"),
    ("for k in pl.unroll(4):\n    continue", OPERATION, "not supported in unrolled loops"),
    (
        "with pl.at(level=pl.Level.CORE_GROUP), pl.cluster():\n    pass",
        SYNTAX,
        "Only single context manager supported",
    ),
    ("with open('f'):\n    pass", UNSUPPORTED, "Unsupported context manager"),
    ("with pl.cluster() as t:\n    pass", SYNTAX, "`as` clause only applies to"),
    ("pl.static_print(f'{n!r}')", UNSUPPORTED, "F-string conversion"),
    ("pl.static_print(f'{n:3}')", UNSUPPORTED, "F-string conversion"),
    ("a = len(x.shape)", UNSUPPORTED, "Unsupported function call"),
    ("a = x.layout", UNSUPPORTED, "Standalone attribute access not supported"),
    # Names, operators and comparisons.
    ("a = TABLE + 1", TYPE, "Unsupported closure variable type"),
    ("pl.write(y, [0, 0], TABLE)", TYPE, "Unsupported closure variable type"),
    ("a = missing + 1", "UndefinedVariableError", "Undefined variable 'missing'"),
    *((f"a = n {o} 2", UNSUPPORTED, f"binary operator: {o}") for o in ("**", "@", "&", "|", "^")),
    ("a = +n", UNSUPPORTED, "Unsupported unary operator"),
    ("a = 0 < n < 3", SYNTAX, "Only simple comparisons supported"),
    ("a = n in [1, 2]", UNSUPPORTED, "Unsupported comparison"),
    ("a = n is None", UNSUPPORTED, "Unsupported comparison"),
    ("a = n * 2.5", "TypeError", "different categories"),
    ("a = pl.add(True, 1)", "TypeError", "scalar arithmetic does not accept bool"),
    ("for k in pl.range(2):\n    a = x.shape[k]", UNSUPPORTED, "Only constant integer indices"),
    ("a = x.shape[1.0]", UNSUPPORTED, "Tuple index must be an integer"),
    ("a = n[0]", TYPE, "Subscript requires Tuple, Tensor, Tile, or Array type"),
    # Loops.
    ("for k in pl.unroll(4, init_values=(1,)):\n    pass", SYNTAX, "cannot be combined with"),
    ("for k in pl.unroll(n):\n    pass", SYNTAX, "requires compile-time constant integer bounds"),
    ("for k in pl.unroll(0, 4, 0):\n    pass", SYNTAX, "step cannot be zero"),
    ("for k in pl.unroll(2000):\n    pass", "ValueError", "exceeds maximum allowed"),
    ("for k in pl.pipeline(4):\n    pass", SYNTAX, "pl.pipeline() requires stage="),
    ("for k in pl.pipeline(4, stage=n):\n    pass", SYNTAX, "must be a compile-time constant"),
    ("for k in pl.pipeline(4, stage=0):\n    pass", SYNTAX, "stage must be >= 1"),
    ("for k in pl.range(4, stage=2):\n    pass", SYNTAX, "stage= is only supported on pl.pipeline"),
    ("for k in pl.range(4, attrs=3):\n    pass", SYNTAX, "attrs must be a dict literal"),
    ("for k in pl.parallel(4, chunk=2):\n    pass", SYNTAX, "Unknown keyword argument 'chunk'"),
    ("for k in pl.range():\n    pass", SYNTAX, "requires at least 1 argument (stop)"),
    ("for k, j in pl.range(4):\n    pass", SYNTAX, "Loop variable must be a simple name"),
    *(
        (f"for {target} in pl.range(4, init_values={values}):\n    {body}", SYNTAX, phrase)
        for target, values, body, phrase in (
            ("k, (a,)", "n", "b = pl.yield_(a)", "init_values must be a list or tuple"),
            ("k, (a,)", "(n,)", "pl.yield_(a)", "requires an assignment-form pl.yield_"),
            ("k, (a,)", "(n,)", "b = a + 1", "requires an assignment-form pl.yield_"),
            ("k, (a, b)", "(n, n)", "c = pl.yield_(a, b)", "should use tuple unpacking"),
            ("k, (a, b)", "(n,)", "c, d = pl.yield_(a, b)", "2 iter_args but 1 init_values"),
            ("k", "(n,)", "b = pl.yield_(n)", "must be a tuple when init_values is provided"),
            ("k, a", "(n,)", "b = pl.yield_(n)", "Iter args must be a tuple"),
            ("k, (x.a,)", "(n,)", "b = pl.yield_(n)", "Iter arg must be a simple name"),
        )
    ),
    *(
        (f"for {target} in pl.while_({values}):\n    {body}", SYNTAX, phrase)
        for target, values, body, phrase in (
            ("(a,)", "4, init_values=(n,)", "pl.cond(a < 3)", "takes no positional arguments"),
            ("(a,)", "", "pl.cond(a < 3)", "requires init_values"),
            ("(a,)", "init_values=(n,)", "b = pl.yield_(a)", "First statement"),
            ("a", "init_values=(n,)", "pl.cond(a < 3)", "While loop target must be a tuple"),
            ("(a,)", "init_values=(n,)", "pl.cond(a < 3, a)", "requires exactly 1 argument"),
        )
    ),
    ("pl.cond(n > 3)", SYNTAX, "pl.cond() can only be the first statement"),
    # Arrays and directives.
    ("a = pl.array.create(4, pl.INT32)\na[0, 1] = 3", TYPE, "requires a single index"),
    ("a = pl.array.create(4, pl.INT32)\nb = a[0, 1]", TYPE, "requires a single index"),
    ("a = pl.const(3)", SYNTAX, "pl.const() requires exactly 2 arguments"),
    ("a = pl.const(n, pl.INT32)", SYNTAX, "first argument must be a numeric literal"),
    ("pl.static_print()", SYNTAX, "static_print() requires at least 1 argument"),
    ("pl.static_assert()", SYNTAX, "static_assert() requires 1 or 2 arguments"),
    ("pl.static_assert(True, n)", SYNTAX, "message must be a string literal"),
    ("pl.static_assert(x.shape[0] == 3, 'three rows')", "ParserError", "three rows"),
    ("pl.static_assert(n == 3)", "ParserError", "must be compile-time evaluable"),
    ("pl.dump_tag()", SYNTAX, "takes exactly one positional argument"),
    ("pl.dump_tag(x[0:1])", SYNTAX, "must be a bare variable name"),
    ("pl.dump_tag(missing)", SYNTAX, "is not defined at this point"),
    ("pl.dump_tag(n)", SYNTAX, "is not a tensor"),
    # Attributes of the function.
    ("a = n + 1\npl.func_attr({'a': 1})", SYNTAX, "must appear before every other statement"),
    ("pl.func_attr({'a': 1}, {'b': 2})", SYNTAX, "takes exactly one positional dict argument"),
    ("pl.func_attr(a=1)", SYNTAX, "takes exactly one positional dict argument"),
    ("pl.func_attr(3)", SYNTAX, "must be a dict literal"),
    ("pl.func_attr({**{}})", SYNTAX, "Unsupported `**` unpacking"),
    ("pl.func_attr({3: 4})", SYNTAX, "key must be a string literal"),
    ("pl.func_attr({'a': 1, 'a': 2})", SYNTAX, "Duplicate function attribute"),
    ("pl.func_attr({'a': 1})\npl.func_attr({'a': 1})", SYNTAX, "Duplicate function attribute"),
    ("pl.func_attr({'auto_scope': False})", SYNTAX, "cannot be set with pl.func_attr"),
    ("pl.func_attr({'external_source': 'a'})", SYNTAX, "cannot be set with pl.func_attr"),
    ("pl.func_attr({'a': missing})", SYNTAX, "refers to 'missing', which is no parameter"),
    ("pl.func_attr({'a': n + 1})", SYNTAX, "is no literal"),
    # What has no place on the control plane.
    ("y[:] = pl.neg(x)", "InternalError", "Misplaced tensor op"),
]
TILE = "t = pl.load(x, [0, 0], [16, 64])\n"
VIEW = "t: pl.Tile[[16, 64], pl.FP32, pl.TileView({})] = pl.load(x, [0, 0], [16, 64])"
CORE = [
    ("a: pl.Tensor[[16], pl.FP32] = pl.neg(x)", TYPE, "has rank"),
    ("a: pl.Tensor[[16, 32], pl.FP32] = pl.neg(x)", TYPE, "has shape dimension"),
    ("a: pl.Tensor[[16, 64], pl.FP16] = pl.neg(x)", TYPE, "has dtype"),
    ("a: pl.Scalar[pl.FP32] = pl.neg(x)", TYPE, "Type annotation for 'a' is"),
    ("a: pl.Tuple[pl.INT32, pl.INT32] = pl.neg(x)", TYPE, "Type annotation for 'a' is"),
    ("a: pl.Tuple[pl.INT32] = x.shape", TYPE, "Type annotation for 'a' is"),
    ("a: tuple[pl.Tensor[[9], pl.FP32], pl.INT32] = (x, n)", TYPE, "for 'a[0]' has rank"),
    ("a: tuple[tuple[int, int], int] = x.shape", TYPE, "Nested tuple types are not supported"),
    ("a = x[0:16:2, :]", UNSUPPORTED, "Slice step is not supported"),
    ("a = pl.add(*[x, x])", UNSUPPORTED, f"{EXPRESSION}: Starred"),
    ("a = pl.add(**TABLE)", UNSUPPORTED, EXPRESSION),
    ("a = x // 2", "TypeError", "Expression must be ScalarExpr or Var with ScalarType"),
    ("a = pl.exp(n)", OPERATION, "expected Tensor or Tile operands"),
    (f"{TILE}a = pl.add(x, t)", OPERATION, "cannot mix Tensor and Tile arguments"),
    ("for k in pl.range(2):\n    a = pl.mul(x, k)", OPERATION, "is a run-time INDEX scalar"),
    ("a = pl.cast(n, pl.FP32, mode='floor')", OPERATION, "default rounding mode only"),
    (
        f"{TILE}for k in pl.range(2):\n    t = pl.load(x, [0, 0], [8, 64])\npl.store(t, [0, 0], y)",
        TYPE,
        "Cannot reassign 't' with a different type",
    ),
    (
        f"{TILE}if n > 3:\n    t = pl.load(x, [0, 0], [8, 64])\npl.store(t, [0, 0], y)",
        TYPE,
        "Cannot reassign 't' with a different type",
    ),
    (
        f"for k in pl.range(2):\n    {TILE}pl.store(t, [0, 0], y)",
        "UndefinedVariableError",
        "'t' may have no value",
    ),
    (
        "if n > 3:\n    a, b = pl.yield_(n, n)\nelse:\n    a = pl.yield_(n)",
        SYNTAX,
        "the arms of the if yield 2 and 1 values",
    ),
    (
        "if n > 3:\n    a = pl.yield_(n)\nelse:\n    b = pl.yield_(n)",
        SYNTAX,
        "the arms of the if yield to different names",
    ),
    ("a = x[0, 0, 0]", TYPE, "Tensor subscript has 3 indices but the tensor is 2D"),
    (f"{TILE}a = t[0, 0, 0]", TYPE, "Tile subscript has 3 indices but the tile is 2D"),
    ("y[0, 0, 0:4] = x", TYPE, "subscript-write has 3 indices but"),
    ("y[0, 0] = 1.0", UNSUPPORTED, "Element-write"),
    ("y[0:8, :] = x", TYPE, "Subscript-write shape mismatch on source axis 0"),
    ("y[0] = x", TYPE, "to match the rank-reduced"),
    ("y[:] = 1.0", TYPE, "source must also be a"),
    ("n[0] = 1.0", TYPE, "Subscript-write requires a Tensor, Tile, or Array target"),
    ("pl.neg(x)[0:4] = x", SYNTAX, "Subscript-write target must be a variable name"),
    (f"{TILE}a = t[n:16, :]", UNSUPPORTED, "Dynamic lower bounds are not supported"),
    (f"{TILE}a = t[16:n, :]", UNSUPPORTED, "must produce a positive static extent"),
    (f"{TILE}a = t[8:8, :]", UNSUPPORTED, "must produce a positive static extent"),
    ("a = x[8:8, :]", TYPE, "empty slice"),
    ("pl.dump_tag(x)", SYNTAX, "only valid inside an Orchestration or Inline function"),
    (VIEW.format("valid_shape=[8, 64]"), TYPE, "has valid_shape=[8, 64]"),
    (VIEW.format("stride=[128, 1]"), TYPE, "has stride=[128, 1]"),
    (VIEW.format("blayout=pl.TileLayout.col_major"), TYPE, "has blayout="),
    (VIEW.format("slayout=pl.TileLayout.row_major"), TYPE, "has slayout="),
    (VIEW.format("fractal=32"), TYPE, "has fractal=32"),
    (VIEW.format("pad=pl.PadValue.zero"), TYPE, "has pad="),
    (VIEW.format("start_offset=64"), TYPE, "has start_offset=64"),
    (VIEW.format("compact=pl.CompactMode.normal"), TYPE, "has compact="),
    (VIEW.format("blayout=3"), TYPE, "Unknown TileLayout value"),
    (VIEW.format("pad=3"), TYPE, "Unknown PadValue value"),
    (
        "for k in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n    if n > 3:\n        continue\n"
        "    pl.write(y, [k, 0], 1.0)",
        OPERATION,
        "inside a 'for ... in pl.split_aiv(...)' body",
    ),
]
ROWS = [(control(body), *row) for body, *row in CONTROL]
ROWS += [(core(body), *row) for body, *row in CORE]


@pytest.mark.parametrize(("text", "cls", "phrase"), ROWS, ids=[row[2][:40] for row in ROWS])
def test_row(text, cls, phrase):
    kernel = load(text, TABLE={1: 2})["kernel"]
    with pytest.raises(errors.Diagnosed) as caught:
        kernel.compile()
    error = caught.value
    assert cls in [base.__name__ for base in type(error).__mro__], error
    assert phrase in error.message, error
    assert len(error.diagnostics) == 1, error
    assert error.code and error.span is not None
    assert error.span.line > 5, "in the body"
    assert error.hint or error.expected or error.got, error
