# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The errors of names that the language does not have, inside of a kernel and outside."""

from __future__ import annotations

import difflib
import re
import sys
from typing import Any, NamedTuple

from pypto.dtypes import DataType

_DTYPE = re.compile(r"^(FP|BF|HF|TF|DT_|U?INT|FLOAT|BOOL|INDEX)[A-Z0-9]*$", re.IGNORECASE)
_MEMBERS = {"MemorySpace": "memory space", "TensorLayout": "layout"}
_VIEWS = ("TileLayout", "PadValue", "CompactMode")


class Unknown(NamedTuple):
    """What to say of a name: is it a type's, the text, the names there are, a near one."""

    is_type: bool
    message: str
    expected: str | None
    close: str | None


def describe_name(module: str, name: str, spelled: str) -> Unknown:
    """Of `<module>.<name>`, which does not exist, written as `spelled`."""
    names = getattr(sys.modules.get(module), "__all__", ())
    close = next(iter(difflib.get_close_matches(name, names, 1)), None)
    if close is None:
        close = next((n for n in names if n.lower() == name.lower()), None)
    if module == "pypto.language" and _DTYPE.match(name):
        known = sorted(n for n in names if isinstance(vars(sys.modules[module])[n], DataType))
        close = next(iter(difflib.get_close_matches(name.upper(), known, 1)), None)
        return Unknown(True, f"Unknown DataType '{name}'", ", ".join(known), close)
    if module == "pypto.language":
        return Unknown(False, f"Unknown operation 'pl.{name}'", None, close)
    if "distributed" in module:
        return Unknown(False, f"Unknown distributed operation '{spelled}'", None, close)
    last = module.rsplit(".", 1)[-1]
    return Unknown(False, f"Unknown {last} operation '{spelled}'", None, close)


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
        hint=f"did you mean '{found.close}'?" if found.close else None,
    )


def unknown_member(enum: Any, name: str) -> Exception:
    """The error of a member that an enumeration does not have."""
    from pypto.diagnostics import codes
    from pypto.diagnostics.span import calling_span
    from pypto.errors import UnknownTypeNameError

    kind = enum.__name__
    what = _MEMBERS.get(kind) or (f"{kind} value" if kind in _VIEWS else f"{kind} member")
    members = list(enum.__members__)
    close = difflib.get_close_matches(name, members, 1)
    if not close:
        close = [m for m in members if m.lower() == name.lower()]
    return UnknownTypeNameError(
        f"Unknown {what} '{name}'",
        calling_span(),
        code=codes.UnknownMember,
        expected=", ".join(f"pl.{kind}.{m}" for m in members),
        hint=f"did you mean 'pl.{kind}.{close[0]}'?" if close else None,
    )
