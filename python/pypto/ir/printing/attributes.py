# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attributes of functions as the dictionary of `pl.func_attr`."""

from __future__ import annotations

import json
from typing import Any

from pypto.ir.printing.types import NotPrintable

# What a function's other lines say.
_SAID = (
    "sym_name",
    "sym_visibility",
    "function_type",
    "arg_attrs",
    "dim_names",
    "pypto.kind",
)
# Of the dialect, under the names of the language.
_OWN = {"pypto.split": "split", "pypto.slot_num": "slot_num"}


def function_attributes(op: Any) -> str:
    """The entries between the braces; empty where there are none."""
    entries = []
    for name in op.attributes:
        if name in _SAID:
            continue
        if "." in name and name not in _OWN:
            raise NotPrintable(f"the attribute {name}")
        key = json.dumps(_OWN.get(name, name))
        entries.append(f"{key}: {_value(op.attributes[name])}")
    return ", ".join(entries)


def _value(attribute: Any) -> str:
    from pypto.mlir import ir

    if isinstance(attribute, ir.BoolAttr):
        return str(attribute.value)
    if isinstance(attribute, (ir.IntegerAttr, ir.FloatAttr)):
        return repr(attribute.value)
    if isinstance(attribute, ir.StringAttr):
        return json.dumps(attribute.value)
    if isinstance(attribute, ir.ArrayAttr):
        return "[" + ", ".join(_value(item) for item in attribute) + "]"
    text = str(attribute)
    if text.startswith("#pypto.split<"):
        return f"pl.SplitMode.{text.removeprefix('#pypto.split<').rstrip('>')}"
    if isinstance(attribute, ir.DictAttr) and "parameter" in attribute:
        return ir.StringAttr(attribute["parameter"]).value
    if isinstance(attribute, ir.DictAttr) and "count" in attribute:
        return f"pl.system.{ir.StringAttr(attribute['count']).value}()"
    raise NotPrintable(f"the attribute {text}")
