# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR types, attributes and constants as the kernel language writes them."""

from __future__ import annotations

import re
from typing import Any

from pypto.dtypes import ALL_DTYPES, DataType

_BY_MLIR: dict[str, DataType] = {d.mlir: d for d in reversed(ALL_DTYPES) if d.mlir}
_SHAPED = re.compile(
    r"!pypto\.(tensor|tile)<((?:[0-9?]+x)*)((?:!pypto\.)?[a-z]\w*)((?:, [^>]*)?)>$"
)


class NotPrintable(Exception):
    """IR that the kernel language has no words for; the text says what."""


def dtype_of(type: Any) -> DataType:
    """The element type of a scalar type."""
    text = str(type)
    if text == "!pypto.task_id":
        from pypto.dtypes import TASK_ID

        return TASK_ID
    found = _BY_MLIR.get(text)
    if found is None:
        raise NotPrintable(f"type {text}")
    return found


class Shaped:
    """A tensor or tile type, taken apart. Dims are ints or None where known at run time."""

    def __init__(self, type: Any) -> None:
        match = _SHAPED.match(str(type))
        if match is None:
            raise NotPrintable(f"type {type}")
        self.kind = match[1]
        self.dims = [None if d == "?" else int(d) for d in match[2].split("x") if d]
        self.dtype = dtype_of(match[3])
        self.options = [option for option in match[4].split(", ") if option]

    def option(self, name: str) -> str | None:
        """The value of `name=` in the type."""
        for option in self.options:
            if option.startswith(f"{name}="):
                return option.partition("=")[2]
        return None

    @property
    def space(self) -> str | None:
        """The memory space of a placed tile."""
        return next((o for o in self.options if "=" not in o), None)


def is_shaped(type: Any) -> bool:
    """True for a tensor or tile."""
    return str(type).startswith(("!pypto.tensor", "!pypto.tile"))


def annotation(type: Any, dims: list[str]) -> str:
    """A parameter type; `dims` are the names of run-time extents in their order."""
    if not is_shaped(type):
        return f"pl.Scalar[pl.{dtype_of(type)}]"
    shaped = Shaped(type)
    layout = {None: "", "zz": ", pl.MX_A_ZZ", "nn": ", pl.MX_B_NN"}.get(shaped.option("layout"))
    if shaped.kind == "tile" or layout is None:
        raise NotPrintable(f"a parameter of type {type}")
    names = iter(dims)
    shape = ", ".join(next(names) if d is None else str(d) for d in shaped.dims)
    return f"pl.Tensor[[{shape}], pl.{shaped.dtype}{layout}]"


def constant(attribute: Any, type: Any) -> str:
    """A constant of `arith.constant`."""
    text = str(attribute)
    if text in ("true", "false"):
        return text.capitalize()
    dtype = dtype_of(type)
    number = number_of(attribute)
    if dtype.name == "INDEX":
        return str(number)
    return f"pl.const({number!r}, pl.{dtype})"


def number_of(attribute: Any) -> int | float:
    """The Python number of an integer or float attribute."""
    value = attribute.value
    return value if isinstance(value, (int, float)) else float(value)


def member(attribute: Any) -> str:
    """`rint` of `#pypto.round<rint>`."""
    found = re.search(r"<([\w]+)>", str(attribute))
    if found is None:
        raise NotPrintable(f"attribute {attribute}")
    return found[1]


def integer(attribute: Any) -> int:
    """The int of an integer attribute."""
    return int(str(attribute).split(" ")[0])
