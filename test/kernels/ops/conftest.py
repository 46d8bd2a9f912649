# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The helpers of this folder can be imported by its tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
