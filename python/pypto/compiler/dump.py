# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the files of a compile go."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

# Overrides the folder under which each compile that writes files gets one of its own.
ENVIRONMENT = "PYPTO_PROG_BUILD_DIR"
DEFAULT = "build_output"


def output_directory(name: str) -> Path:
    """Makes a new folder `<PYPTO_PROG_BUILD_DIR or build_output>/<name>_<time>` and returns it.

    Compiles within one second get a number behind the time. Raises OSError when the folder
    cannot be made.
    """
    root = Path(os.environ.get(ENVIRONMENT) or DEFAULT)
    stem = f"{name}_{datetime.now():%Y%m%d_%H%M%S}"
    number = 1
    while True:
        folder = root / (stem if number == 1 else f"{stem}_{number}")
        try:
            folder.mkdir(parents=True)
            return folder
        except FileExistsError:
            number += 1
