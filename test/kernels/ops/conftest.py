# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The helpers of this folder can be imported by its tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
# Float formats as tables, which the tests of single instructions share.
sys.path.append(str(Path(__file__).parents[2] / "python" / "coremodel"))
