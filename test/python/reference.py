# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The reference pages, which lie beside the checkout; `lit.site.cfg.py.in` looks there too."""

from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[3] / "shared" / "spec"
SPEC = _FOLDER if _FOLDER.is_dir() else None
