# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transfers of tiles: `pld.tile.*`."""

from pypto.language.distributed.context import remote_load, remote_store

__all__ = ["remote_load", "remote_store"]
