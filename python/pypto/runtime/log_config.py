# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Log level of the runtime."""

from __future__ import annotations

import logging
import os

_LOGGER = logging.getLogger("pypto.runtime")
_LEVELS = {
    "NONE": logging.CRITICAL + 10,
    "FATAL": logging.CRITICAL,
    "ERROR": logging.ERROR,
    "WARN": logging.WARNING,
    "INFO": logging.INFO,
    "EVENT": logging.INFO - 5,
    "DEBUG": logging.DEBUG,
}


def configure_log(level: str | int, *, sync_pypto: bool = False) -> None:
    """Sets the level by name or number; `sync_pypto` also for the compiler.

    Raises ValueError for an unknown name.
    """
    if isinstance(level, str):
        if level.upper() not in _LEVELS:
            raise ValueError(f"unknown log level {level!r}, expected one of {', '.join(_LEVELS)}")
        level = _LEVELS[level.upper()]
    _LOGGER.setLevel(level)
    if sync_pypto:
        logging.getLogger("pypto").setLevel(level)


def current_level() -> int:
    """The runtime's level as a number of `logging`."""
    return _LOGGER.getEffectiveLevel()


if "PYPTO_RUNTIME_LOG" in os.environ:
    configure_log(
        os.environ["PYPTO_RUNTIME_LOG"],
        sync_pypto=os.environ.get("PYPTO_RUNTIME_LOG_SYNC", "") not in ("", "0"),
    )
