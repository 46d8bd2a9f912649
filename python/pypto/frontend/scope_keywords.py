# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keywords that several scopes share: name_hint, optimizations, flags, tensor lists."""

from __future__ import annotations

import ast
import keyword as python_keywords
import re
from typing import TYPE_CHECKING, Any

from pypto.diagnostics import codes
from pypto.frontend.values import PyValue, ScalarValue, TensorValue
from pypto.language import optimizations
from pypto.language.enums import SplitMode
from pypto.language.unknown import did_you_mean

if TYPE_CHECKING:
    from pypto.frontend.function import FunctionCompiler
    from pypto.frontend.launch import Launch


def name_hint(c: FunctionCompiler, node: ast.expr, where: str) -> str:
    """The name of the kernel that a scope becomes."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        value = c.expr(node)
        if isinstance(value, PyValue) and isinstance(value.object, str):
            return _checked_name(c, node, value.object, where)
        raise c.error(
            codes.BadNameHint,
            node,
            f"{where} 'name_hint' argument must be a string literal",
            expected='a name between quotes, as in name_hint="attention"',
            got=c.text(node),
        )
    return _checked_name(c, node, node.value, where)


def _checked_name(c: FunctionCompiler, node: ast.expr, name: str, where: str) -> str:
    if name and (not name.isidentifier() or python_keywords.iskeyword(name)):
        raise c.error(
            codes.BadNameHint,
            node,
            f"{where} 'name_hint' {name!r} must be a valid non-keyword identifier",
            expected="letters, digits and _, no digit first",
            hint=_identifier(name),
        )
    return name


def _identifier(name: str) -> str:
    """The identifier that a wrong name is nearest to."""
    plain = re.sub(r"\W", "_", name)
    leading = plain[:1].isdigit() or python_keywords.iskeyword(plain)
    return f'name_hint="{"_" if leading else ""}{plain}"'


def flag(c: FunctionCompiler, node: ast.expr, name: str, where: str) -> bool:
    """A keyword that is True or False as written."""
    message = f"{where}{': ' if where else ''}{name} must be a boolean literal"
    return c.literal_bool(node, message, codes.NotABooleanLiteral)


def scheduling_hint(
    c: FunctionCompiler, node: ast.expr, name: str, where: str, launch: Launch
) -> None:
    """Keeps what a launch says to the scheduler; says where the core model has no use for it."""
    if not flag(c, node, name, where):
        return
    launch.attributes[name] = unit(c)
    if name == "allow_early_resolve":
        c.warn(
            codes.HintWithoutEffect,
            node,
            f"{name}=True has no effect: the core model starts a task when all that it waits for "
            "is done and cores are free",
        )


class Optimizations:
    """What an `optimizations=[...]` list says."""

    def __init__(self) -> None:
        self.split: SplitMode | None = None
        self.slot_num: int | None = None


def parse_optimizations(
    c: FunctionCompiler, node: ast.expr, where: str, *, ring: bool = True
) -> Optimizations:
    """Reads an inline list of `pl.split(mode)` and `pl.cross_core_slot(slot_num=N)`."""
    if not isinstance(node, ast.List):
        raise c.error(
            codes.BadOptimizations,
            node,
            f"{where}(optimizations=...) must be a list literal written at the call",
            got=c.text(node),
            hint="the list is read from the source: write optimizations=[pl.split(mode)] inline",
        )
    result = Optimizations()
    for entry in node.elts:
        callee = c.python_callee(entry.func) if isinstance(entry, ast.Call) else None
        if callee is optimizations.split and isinstance(entry, ast.Call):
            _split(c, entry, result)
        elif callee is optimizations.cross_core_slot and isinstance(entry, ast.Call) and ring:
            _slots(c, entry, result)
        else:
            expected = (
                "pl.split(mode) or pl.cross_core_slot(slot_num=N)" if ring else "pl.split(mode)"
            )
            raise c.error(
                codes.BadOptimizations,
                entry,
                f"Unsupported entry in {where}(optimizations=[...]): {c.text(entry)}",
                expected=expected,
            )
    return result


def _split(c: FunctionCompiler, entry: ast.Call, result: Optimizations) -> None:
    if result.split is not None:
        raise c.error(
            codes.BadOptimizations,
            entry,
            "Duplicate 'pl.split(...)' in optimizations=",
            expected="one pl.split(mode)",
            hint=f"leave out {c.text(entry)}",
        )
    if len(entry.args) != 1:
        raise c.error(
            codes.BadOptimizations,
            entry,
            "pl.split() takes exactly 1 positional argument: the mode",
            expected="pl.split(pl.SplitMode.UP_DOWN), one mode",
        )
    for keyword in entry.keywords:
        if keyword.arg != "slot_num":
            raise c.error(
                codes.BadOptimizations,
                keyword,
                f"pl.split() got an unexpected keyword '{keyword.arg}'",
                expected="pl.split(mode); slots are pl.cross_core_slot(slot_num=N)",
            )
        c.warn(
            codes.DeprecatedOption,
            keyword.value,
            "pl.split(slot_num=...) is deprecated",
            hint="use pl.cross_core_slot(slot_num=...)",
        )
        _set_slots(c, keyword.value, result, entry)
    value = c.expr(entry.args[0])
    mode = value.object if isinstance(value, PyValue) else getattr(value, "const", None)
    try:
        result.split = SplitMode(mode)
    except ValueError:
        raise c.error(
            codes.BadOptimizations,
            entry.args[0],
            "the mode of pl.split() must be a pl.SplitMode",
            expected="pl.SplitMode.NONE, UP_DOWN or LEFT_RIGHT",
        ) from None


def _slots(c: FunctionCompiler, entry: ast.Call, result: Optimizations) -> None:
    if any(k.arg != "slot_num" for k in entry.keywords) or entry.args or not entry.keywords:
        raise c.error(
            codes.BadOptimizations,
            entry,
            "pl.cross_core_slot() requires the slot_num= keyword",
            hint="pl.cross_core_slot(slot_num=4)",
        )
    _set_slots(c, entry.keywords[0].value, result, entry)


def _set_slots(c: FunctionCompiler, node: ast.expr, result: Optimizations, entry: ast.Call) -> None:
    if result.slot_num is not None:
        name = "Duplicate 'pl.cross_core_slot(...)'; the list sets the cross-core slot count twice"
        raise c.error(
            codes.BadOptimizations,
            entry,
            name,
            expected="the number of slots once",
            hint=f"leave out {c.text(entry)}",
        )
    value = c.expr(node)
    number = value.const if isinstance(value, ScalarValue) else None
    if not isinstance(number, int) or isinstance(number, bool):
        raise c.error(
            codes.BadOptimizations,
            node,
            "slot_num must be an integer literal",
            expected="an int of at least 1",
            got=c.text(node),
            hint="slot_num=2",
        )
    if number <= 0:
        raise c.error(
            codes.BadOptimizations,
            node,
            f"slot_num must be positive, got {number}",
            expected="an int of at least 1",
            hint="slot_num=2",
        )
    result.slot_num = number


def tensor_list(
    c: FunctionCompiler, node: ast.expr, name: str, body: list[ast.stmt] | None
) -> list[Any]:
    """The MLIR values of a list of bare tensor names, as in `no_dep_args=` and `dumps=`."""
    if not isinstance(node, ast.List):
        raise c.error(
            codes.BadTensorList,
            node,
            f"{name}= must be a list literal",
            got=c.text(node),
            expected=f"{name}=[x, y], names of tensors",
            hint=f"{name}=[{c.text(node)}]" if isinstance(node, ast.Name) else None,
        )
    names: list[str] = []
    tensors: list[Any] = []
    for entry in node.elts:
        if not isinstance(entry, ast.Name):
            raise c.error(
                codes.BadTensorList,
                entry,
                f"{name}= entries must be bare tensor names",
                expected="the name of a tensor",
                got=c.text(entry),
                hint=f"t = {c.text(entry)} on a line before, then {name}=[t]",
            )
        value = c.lookup(entry.id)
        if value is None:
            raise c.error(
                codes.BadTensorList,
                entry,
                f"{name}= references unknown name '{entry.id}'",
                expected="a tensor that is assigned above, or a parameter",
                hint=did_you_mean(entry.id, c.frame.names),
            )
        if not isinstance(value, TensorValue):
            raise c.error(
                codes.BadTensorList,
                entry,
                f"{name}= entry '{entry.id}' is not a tensor",
                expected="a tensor",
                got=value.describe(),
                hint="leave it out: scalars and tiles make no dependency"
                if name == "no_dep_args"
                else None,
            )
        if entry.id in names:
            raise c.error(
                codes.BadTensorList,
                entry,
                f"{name}= lists '{entry.id}' more than once",
                expected="each tensor once",
                hint=f"{name}=[{', '.join(dict.fromkeys(c.text(e) for e in node.elts))}]",
            )
        if body is not None and not _mentions(body, entry.id):
            raise c.error(
                codes.NotCaptured,
                entry,
                f"{name}= references tensor '{entry.id}', which is not captured by the scope body",
                expected="a tensor that the scope reads or writes",
                hint=f"leave '{entry.id}' out of {name}=",
            )
        names.append(entry.id)
        tensors.append(value.ir)
    return tensors


def _mentions(body: list[ast.stmt], name: str) -> bool:
    return any(
        isinstance(found, ast.Name) and found.id == name
        for statement in body
        for found in ast.walk(statement)
    )


def unit(c: FunctionCompiler) -> Any:
    """The unit attribute."""
    return c.b.shared.attribute("unit")


def string(c: FunctionCompiler, text: str) -> Any:
    """A string attribute."""
    return c.b.ir.StringAttr.get(text, c.b.shared.context)
