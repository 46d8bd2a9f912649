# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""When two compile-time values are one to a kernel."""

from __future__ import annotations

from typing import Any


class _Identity:
    """Equal to itself only; keeps the object, so that no other one takes its address."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def constant_key(value: Any) -> Any:
    """A hashable copy of what a kernel takes from `value`.

    1, 1.0 and True differ, 0.0 and -0.0 differ, NaN is itself. Lists and tuples are what they
    hold now; every other object is itself, whatever it holds.
    """
    kind = type(value)
    if isinstance(value, (int, str)):
        return (kind, value)
    if isinstance(value, float):
        return (kind, repr(value))
    if isinstance(value, (list, tuple)):
        return (kind, tuple([constant_key(item) for item in value]))
    if kind.__module__ == "numpy" and hasattr(value, "item") and not getattr(value, "shape", ()):
        return (kind, constant_key(value.item()))
    return _Identity(value)
