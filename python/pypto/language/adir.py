# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Directions of call arguments, as printed IR shows them."""

from __future__ import annotations

from pypto.language.enums import ArgDirection

input = ArgDirection.Input
output = ArgDirection.Output
output_existing = ArgDirection.OutputExisting
inout = ArgDirection.InOut
no_dep = ArgDirection.NoDep
scalar = ArgDirection.Scalar

__all__ = ["inout", "input", "no_dep", "output", "output_existing", "scalar"]
