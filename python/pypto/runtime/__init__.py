# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running kernels: configuration, arrays, harness."""

from __future__ import annotations

from pypto.runtime.config import RunConfig

__all__ = ["RunConfig"]
