# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One row of the table of diagnostic codes."""

from typing import NamedTuple


class Code(NamedTuple):
    """A stable diagnostic code.

    code: "PYPTO-E0107". identifier: its name, which `disabled_diagnostics` takes.
    exception: name of the class raised for it. title: one line for the index page.
    """

    code: str
    identifier: str
    exception: str
    title: str

    @property
    def is_warning(self) -> bool:
        """True for a code of the W range."""
        return self.code.startswith("PYPTO-W")
