# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the default pipeline on a module, in this process."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pypto.compiler.diagnose import raising_diagnostics
from pypto.runtime.config import arch_of


class Planning(NamedTuple):
    """How on-chip addresses are found.

    planner: "exact", "heuristic", "first-fit" or "best-fit". nodes: most steps of the exact
    search, per memory of a kernel; None for the pipeline's own. reuse: False keeps every buffer at
    an address of its own. capacity: usable bytes by memory ("Vec", "Mat", ...) where they are not
    the chip's.
    """

    planner: str = "exact"
    nodes: int | None = None
    reuse: bool = True
    capacity: tuple[tuple[str, int], ...] = ()

    def options(self) -> str:
        """As options of `pypto-default-pipeline`; empty for the defaults."""
        text = "" if self.planner == "exact" else f" planner={self.planner}"
        if self.nodes is not None:
            text += f" planner-nodes={self.nodes}"
        if not self.reuse:
            text += " planner-reuse=false"
        if self.capacity:
            text += " capacity=" + ",".join(f"{name}={size}" for name, size in self.capacity)
        return text


def pipeline_text(
    arch: str,
    *,
    verify_stages: bool = True,
    stop_after: str = "",
    planning: Planning | None = None,
) -> str:
    """The default pipeline as text for `PassManager.parse` and `pypto-opt`.

    arch: "a2a3" or "a5". stop_after: the last stage to reach (`tensor`, `tile`, `placed`, `split`,
    `allocated`, `pto`, `synced`); empty for all.
    """
    options = f"arch={arch} verify-stages={'true' if verify_stages else 'false'}"
    if stop_after:
        options += f" stop-after={stop_after}"
    if planning is not None:
        options += planning.options()
    return f"builtin.module(pypto-default-pipeline{{{options}}})"


def lower_module(
    module: Any,
    *,
    platform: str = "a2a3sim",
    verify_stages: bool = True,
    stop_after: str = "",
    planning: Planning | None = None,
    dump_dir: str | Path | None = None,
    on_warning: Callable[..., None] | None = None,
    on_remark: Callable[..., None] | None = None,
) -> Any:
    """Runs the default pipeline on `module` in place and returns it.

    dump_dir: a folder that gets the IR after each pass, one file each. on_warning: called as
    `on_warning(code, message, span, **facts)` for each warning; without it warnings go to
    `warnings.warn`. on_remark: called as `on_remark(message, span)` for what could be faster.
    Raises the exception of the first error, which lists the others, and OSError
    when dump_dir cannot be made.
    """
    from pypto.mlir import passmanager

    text = pipeline_text(
        arch_of(platform),
        verify_stages=verify_stages,
        stop_after=stop_after,
        planning=planning,
    )
    if dump_dir is None:
        manager = _manager(passmanager, text, module.context)
    else:
        # Printing cannot be switched off again, so this one is not shared.
        with module.context:
            manager = passmanager.PassManager.parse(text)
        Path(dump_dir).mkdir(parents=True, exist_ok=True)
        manager.enable_ir_printing(print_after_all=True, tree_printing_dir_path=str(dump_dir))
    with raising_diagnostics(module.context, on_warning, on_remark):
        manager.run(module.operation)
    return module


# A pass manager keeps no state between runs, and parsing its text costs more than running it on
# a small kernel.
_managers: dict[tuple[str, Any], Any] = {}


def _manager(passmanager: Any, text: str, context: Any) -> Any:
    key = (text, context)
    manager = _managers.get(key)
    if manager is None:
        with context:
            manager = passmanager.PassManager.parse(text)
        _managers[key] = manager
    return manager
