# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Log level of the runtime."""

from __future__ import annotations

import logging
import os
from enum import IntEnum

_LOGGER = logging.getLogger("pypto.runtime")


class LogLevel(IntEnum):
    """Levels of the runtime and the compiler, as numbers of `logging`."""

    DEBUG = logging.DEBUG
    EVENT = logging.INFO - 5
    INFO = logging.INFO
    WARN = logging.WARNING
    ERROR = logging.ERROR
    FATAL = logging.CRITICAL
    NONE = logging.CRITICAL + 10


def configure_log(level: str | int, *, sync_pypto: bool = False) -> None:
    """Sets the level by name or number; `sync_pypto` also for the compiler.

    Raises ValueError for an unknown name.
    """
    if isinstance(level, str):
        known = LogLevel.__members__.get(level.upper())
        if known is None:
            names = ", ".join(LogLevel.__members__)
            raise ValueError(f"unknown log level {level!r}, expected one of {names}")
        level = known
    _LOGGER.setLevel(level)
    if sync_pypto:
        logging.getLogger("pypto").setLevel(level)


def current_level() -> int:
    """The runtime's level as a number of `logging`."""
    return _LOGGER.getEffectiveLevel()


def log_level() -> int:
    """The runtime's level as a number of `logging`."""
    return current_level()


def set_log_level(level: LogLevel) -> None:
    """Sets the level of the whole package."""
    logging.getLogger("pypto").setLevel(LogLevel(level))


def get_log_level() -> LogLevel:
    """The level of the whole package: the nearest that has a name."""
    number = logging.getLogger("pypto").getEffectiveLevel()
    return min(LogLevel, key=lambda level: (level < number, abs(level - number)))


if "PYPTO_RUNTIME_LOG" in os.environ:
    configure_log(
        os.environ["PYPTO_RUNTIME_LOG"],
        sync_pypto=os.environ.get("PYPTO_RUNTIME_LOG_SYNC", "") not in ("", "0"),
    )
