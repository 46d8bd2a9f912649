# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays on a core's stack: `pl.array.*`."""

from pypto.language.ops.creation import array_create as create
from pypto.language.ops.creation import array_get as get_element
from pypto.language.ops.creation import array_update as update_element

__all__ = ["create", "get_element", "update_element"]
