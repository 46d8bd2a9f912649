# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keeps Python's garbage collector out of work that makes many objects and no cycles."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


# Pauses between two passes over everything: what kernels hold that nobody calls any more, the
# memories of their core models above all, is given back then.
_PASS_EVERY = 100
_pauses = count(1)


@contextmanager
def collector_paused() -> Iterator[None]:
    """No collection until the end of the with statement, and none of what it has delayed but
    every hundredth time.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        # Without this, the next object that anybody makes pays for a pass over all that were made
        # here. They count as old instead, which takes no pass; a program that has frozen objects
        # of its own keeps them frozen.
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()
        if next(_pauses) % _PASS_EVERY == 0:
            gc.collect()
