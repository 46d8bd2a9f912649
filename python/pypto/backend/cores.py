# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many cores a chip has."""

from __future__ import annotations

from typing import NamedTuple


class Cores(NamedTuple):
    """Cube cores, one for each cluster, and vector cores, two for each."""

    clusters: int
    vector: int


CORES = {"a2a3": Cores(24, 48), "a5": Cores(18, 36)}
