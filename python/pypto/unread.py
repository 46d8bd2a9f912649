# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options that are accepted so that programs run, and that nothing reads yet."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence


def warn_unread(owner: str, options: Sequence[str]) -> None:
    """Says at the user's line which given options have no effect; none is ignored in silence."""
    if options:
        warnings.warn(
            f"{owner}: {', '.join(options)} without effect in this version",
            stacklevel=_level_of_user(),
        )


def _level_of_user() -> int:
    """The `stacklevel` of the innermost frame outside of the package, seen from the caller."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals["__name__"].split(".")[0] == "pypto":
        frame = frame.f_back
        level += 1
    return level
