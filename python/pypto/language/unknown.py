# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The errors of names that the language does not have, inside of a kernel and outside."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from pypto.dtypes import DataType
from pypto.language.elsewhere import said_here

if TYPE_CHECKING:
    from collections.abc import Iterable

_DTYPE = re.compile(r"^(FP|BF|HF|TF|DT_|U?INT|FLOAT|BOOL|INDEX)[A-Z0-9]*$", re.IGNORECASE)
_MEMBERS = {"MemorySpace": "memory space", "TensorLayout": "layout"}
_VIEWS = ("TileLayout", "PadValue", "CompactMode")


# How element types are called elsewhere.
_DTYPE_PREFIXES = (("FLOAT", "FP"), ("F", "FP"), ("BFLOAT", "BF"), ("I", "INT"), ("U", "UINT"))
_DTYPE_NAMES = {
    "FLOAT": "FP32",
    "HALF": "FP16",
    "INT": "INT32",
    "FLOAT8_E4M3FN": "FP8E4M3FN",
    "FLOAT8_E5M2": "FP8E5M2",
}
# Where a name may be instead, by what a user writes before it.
_NAMESPACES = {
    "pl": "pypto.language",
    "pl.tile": "pypto.language.tile",
    "pl.tensor": "pypto.language.tensor",
    "pl.system": "pypto.language.system",
    "pl.array": "pypto.language.array",
    "pl.prefetch": "pypto.language.prefetch",
    "pld": "pypto.language.distributed",
    "pld.tensor": "pypto.language.distributed.tensor",
    "pld.system": "pypto.language.distributed.system",
    "pld.tile": "pypto.language.distributed.tile",
}
_ROOTS = (_NAMESPACES["pl"], _NAMESPACES["pld"])
# How alike a name must be to be offered: one letter of four may differ.
_LIKENESS = 0.75


def dtype_named(name: str) -> DataType | None:
    """The element type that another library calls `name`: float32, bfloat16, i8."""
    name = name.upper()
    for prefix, ours in _DTYPE_PREFIXES:
        if name.startswith(prefix) and name[len(prefix) :].isdecimal():
            return DataType.named(f"{ours}{name[len(prefix) :]}")
    return DataType.named(_DTYPE_NAMES.get(name, name))


class Unknown(NamedTuple):
    """What to say of a name: is it a type's, the text, the names there are, what may be meant."""

    is_type: bool
    message: str
    expected: str | None
    hint: str | None


def near(name: str, names: Iterable[str]) -> str | None:
    """The one of `names` that `name` may be a misspelling of, or one of whose words it is."""
    import difflib

    names = list(names)
    same = next((known for known in names if known.lower() == name.lower()), None)
    if same:
        return same
    if close := difflib.get_close_matches(name, names, 1, _LIKENESS):
        return close[0]
    containing = [known for known in names if name.lower() in known.lower().split("_")]
    return containing[0] if len(containing) == 1 else None


def did_you_mean(name: str, names: Iterable[str], prefix: str = "") -> str | None:
    """The hint that offers the one of `names` that may be meant."""
    close = near(name, names)
    return f"did you mean '{prefix}{close}'?" if close else None


def _elsewhere(module: str, name: str, root: str) -> str | None:
    """The hint that says where else below `root`, pl or pld, the language has `name`."""
    for prefix, other in _NAMESPACES.items():
        if other == module or prefix.partition(".")[0] != root:
            continue
        if name in getattr(sys.modules.get(other), "__all__", ()):
            level = prefix.rpartition(".")[2]
            return f"did you mean '{prefix}.{name}'?" + _LEVELS.get(level, "")
    return None


_LEVELS = {
    "tile": " It takes tiles: pl.load brings a tensor into one",
    "tensor": " It takes tensors",
}


def describe_name(module: str, name: str, spelled: str) -> Unknown:
    """Of `<module>.<name>`, which does not exist, written as `spelled`."""
    names = getattr(sys.modules.get(module), "__all__", ())
    if module == "pypto.language" and _DTYPE.match(name):
        known = sorted(n for n in names if isinstance(vars(sys.modules[module])[n], DataType))
        meant = dtype_named(name)
        hint = f"pl.{meant}" if meant else did_you_mean(name, known, "pl.")
        return Unknown(True, f"Unknown DataType '{name}'", ", ".join(known), hint)
    written = spelled.removesuffix(name)
    root, foreign = ("pld", "pl") if "distributed" in module else ("pl", "pld")
    hint = (
        (said_here(name) if root == "pl" else None)
        or _elsewhere(module, name, root)
        or did_you_mean(name, names, written)
        or (_elsewhere(module, name, foreign) if module in _ROOTS else None)
    )
    if module == "pypto.language":
        message = f"Unknown operation 'pl.{name}'"
    elif "distributed" in module:
        message = f"Unknown distributed operation '{spelled}'"
    else:
        message = f"Unknown {module.rsplit('.', 1)[-1]} operation '{spelled}'"
    expected = None if hint else _known(written, names)
    return Unknown(False, message, expected, hint)


def _known(written: str, names: Iterable[str]) -> str:
    """What a namespace has: all where it is small, else where to read of it."""
    shown = [f"{written}{known}" for known in names]
    if 0 < len(shown) <= 30:
        return ", ".join(shown)
    return "an operation of the language: help(pypto.language) lists them"


def unknown_name(module: str, name: str, spelled: str) -> Exception:
    """The error of a module's `__getattr__`."""
    from pypto.diagnostics import codes
    from pypto.diagnostics.span import calling_span
    from pypto.errors import UnknownNameError, UnknownTypeNameError

    found = describe_name(module, name, spelled)
    error = UnknownTypeNameError if found.is_type else UnknownNameError
    code = codes.UnknownMember if found.is_type else codes.UnknownOperation
    return error(
        found.message,
        calling_span(),
        code=code,
        expected=found.expected,
        hint=found.hint,
    )


def unknown_member(enum: Any, name: str) -> Exception:
    """The error of a member that an enumeration does not have."""
    from pypto.diagnostics import codes
    from pypto.diagnostics.span import calling_span
    from pypto.errors import UnknownTypeNameError

    kind = enum.__name__
    what = _MEMBERS.get(kind) or (f"{kind} value" if kind in _VIEWS else f"{kind} member")
    members = list(enum.__members__)
    return UnknownTypeNameError(
        f"Unknown {what} '{name}'",
        calling_span(),
        code=codes.UnknownMember,
        expected=", ".join(f"pl.{kind}.{m}" for m in members),
        hint=did_you_mean(name, members, f"pl.{kind}."),
    )
