# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a pair of functions: emit_pair.py ARCH SPLIT BLOCKS DIRECTION [no-release]."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python" / "coremodel"))

from pair_program import Pair  # noqa: E402

arch, split, blocks, direction = sys.argv[1], *map(int, sys.argv[2:5])
print(Pair(arch, split, blocks, release="no-release" not in sys.argv).text(direction))
