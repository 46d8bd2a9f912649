# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory map of a compiled kernel: which on-chip bytes hold what, and when."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

# Format by the ending of a file's name.
_FORMATS = {".txt": "text", ".svg": "svg", ".html": "html", ".json": "json"}


class MemoryMap:
    """Address over time for each kernel and on-chip memory.

    Prints as text; in a notebook it shows as charts. Time is counted in steps: the operations of
    the kernel in program order.
    """

    def __init__(self, module: Any) -> None:
        """module: IR of the stage `allocated`."""
        self._module = module

    def _render(self, format: str) -> str:
        from pypto.compiler.diagnose import raising_diagnostics
        from pypto.mlir._mlir_libs import _pypto

        with raising_diagnostics(self._module.context):
            text = _pypto.memory_map(self._module.operation, format)
        assert text is not None
        return text

    @cached_property
    def data(self) -> dict[str, Any]:
        """All figures.

        `target`; `kernels`, each with `name`, `core`, `steps` (`operation`, `location`) and
        `spaces`, each with `name`, `capacity`, `peak`, `most_live`, `most_live_step` (bytes) and
        `buffers`, each with `name`, `type`, `location`, `address`, `bytes` and `live`, pairs of
        the first and last step.
        """
        import json

        return json.loads(self._render("json"))

    def to_json(self) -> str:
        """`data` as JSON text."""
        return self._render("json")

    def to_svg(self) -> str:
        """One chart for each memory of each kernel."""
        return self._render("svg")

    def to_html(self) -> str:
        """A self-contained page with the charts and tables of the buffers."""
        return self._render("html")

    def save(self, path: str | Path) -> None:
        """Writes the map in the format of the name's ending: .txt, .svg, .html or .json.

        Raises ValueError for another ending, OSError if the file cannot be written.
        """
        path = Path(path)
        format = _FORMATS.get(path.suffix)
        if format is None:
            raise ValueError(
                f"cannot tell the format from '{path.name}': expected one of {', '.join(_FORMATS)}"
            )
        path.write_text(self._render(format))

    def __str__(self) -> str:
        return self._render("text")

    def __repr__(self) -> str:
        names = ", ".join(kernel["name"] for kernel in self.data["kernels"])
        return f"<MemoryMap of {names or 'no kernel'} on {self.data['target']}>"

    def _repr_html_(self) -> str:
        page = self._render("html")
        begin, end = page.index("<div"), page.rindex("</div>") + len("</div>")
        return page[begin:end]
