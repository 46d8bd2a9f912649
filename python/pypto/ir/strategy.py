# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Optimization strategies."""

from __future__ import annotations

from enum import Enum


class OptimizationStrategy(Enum):
    """How a program is optimised; there is one strategy."""

    Default = "Default"
