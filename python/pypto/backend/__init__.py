# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The chip that code is made for."""

from __future__ import annotations

from enum import Enum

__all__ = ["BackendType", "get_backend_type", "set_backend_type"]


class BackendType(Enum):
    """A generation of chips."""

    Ascend910B = "Ascend910B"
    Ascend950 = "Ascend950"


_current: list[BackendType] = [BackendType.Ascend910B]


def set_backend_type(backend: BackendType) -> None:
    """Selects the chip of compiles that name no platform."""
    if not isinstance(backend, BackendType):
        raise TypeError(f"expected a BackendType, got {backend!r}")
    _current[0] = backend


def get_backend_type() -> BackendType:
    """The chip of compiles that name no platform."""
    return _current[0]
