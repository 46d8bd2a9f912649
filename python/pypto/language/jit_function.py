# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`JITFunction`: what `@pl.jit` makes of a function."""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING, Any

from pypto.language.functions import KernelFunction

if TYPE_CHECKING:
    from pypto.ir.compiled_program import CompiledProgram
    from pypto.ir.program import Program
    from pypto.runtime.config import RunConfig

# MLIR contexts and caches are shared by all threads of a process.
_COMPILE_LOCK = threading.RLock()


@functools.cache
def _front_end() -> Any:
    """The module that specialises kernels, imported at the first call of any."""
    from pypto.frontend.collector import collector_paused

    with collector_paused():
        from pypto.frontend import specialize
    return specialize


class JITFunction(KernelFunction):
    """A kernel that is compiled for the shapes, dtypes and constants it is called with.

    Call it with torch tensors, NumPy arrays or anything with DLPack or the buffer protocol:
    given all parameters it fills the outputs in place and returns None; with the outputs left
    out it allocates and returns them.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._cache: dict[Any, list[Any]] = {}

    def __call__(self, *args: Any, config: RunConfig | None = None, **kwargs: Any) -> Any:
        """Compiles for the arguments where needed, then runs. See the class."""
        if kwargs:
            args = self._ordered(args, kwargs)
        compiled, config = self._compiled(args, config)
        return compiled.call(args, config)

    def compile(
        self, *args: Any, config: RunConfig | None = None, **scalars: Any
    ) -> CompiledProgram:
        """Compiles for sample arguments, or without any from the annotations alone.

        Scalars of the annotation form are keywords; `pl.RUNTIME` leaves one a run-time
        argument. Raises TypeError for a bare `pl.Tensor` or an unknown keyword.
        """
        if not args:
            args = self._from_annotations(scalars)
            compiled, config = self._compiled(args, config, sampled=False)
        else:
            if scalars:
                args = self._ordered(args, scalars)
            compiled, config = self._compiled(args, config)
        return compiled.with_config(config)

    def lower(self, *args: Any, config: RunConfig | None = None, **scalars: Any) -> Program:
        """The program after all passes; nothing is cached or written."""
        return self.compile(*args, config=config, **scalars).lowered()

    def trace(self, *args: Any, config: RunConfig | None = None, **scalars: Any) -> Program:
        """The program as the front end emits it, before any pass."""
        return self.compile(*args, config=config, **scalars).program

    def cache_info(self) -> dict[str, int]:
        """Number of compiled specialisations."""
        return {"size": sum(len(entries) for entries in self._cache.values())}

    def cache_clear(self) -> None:
        """Forgets all compiled specialisations."""
        self._cache.clear()

    def _ordered(self, args: tuple[Any, ...], given: dict[str, Any]) -> tuple[Any, ...]:
        from pypto.frontend.specialize import order_arguments

        return order_arguments(self, args, given)

    def _from_annotations(self, scalars: dict[str, Any]) -> tuple[Any, ...]:
        from pypto.frontend.specialize import arguments_from_annotations

        return arguments_from_annotations(self, scalars)

    def _compiled(
        self, args: tuple[Any, ...], config: RunConfig | None, *, sampled: bool = True
    ) -> tuple[CompiledProgram, RunConfig]:
        """The program, which other options of runs may have made, and the options in force."""
        wanted = _front_end().Specialization(self, args, config, sampled=sampled)
        known = self._known(wanted.key)
        if known is not None:
            return known, wanted.config
        with _COMPILE_LOCK:
            # Another thread may have compiled it while this one waited.
            known = self._known(wanted.key)
            if known is not None:
                return known, wanted.config
            compiled = wanted.compile()
            self._cache.setdefault(wanted.key, []).insert(0, compiled)
        return compiled, wanted.config

    def _known(self, key: Any) -> CompiledProgram | None:
        for compiled in self._cache.get(key, ()):
            if compiled.captures_unchanged():
                return compiled
        return None
