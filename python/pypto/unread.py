# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options that are accepted so that programs run, and that nothing reads yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


def warn_unread(owner: str, options: Sequence[str], disabled: Any = None) -> None:
    """Says at the user's line which given options have no effect; none is ignored in silence.

    disabled: a value of `disabled_diagnostics`.
    """
    if options:
        from pypto.diagnostics import codes, warn_call
        from pypto.runtime.config import diagnostic_names

        warn_call(
            codes.OptionWithoutEffect,
            f"{owner}: {', '.join(options)} without effect in this version",
            diagnostic_names(disabled),
        )
