# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as bytes."""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os

    from pypto.ir.program import Program

# Before the name's length, the name and MLIR's bytecode.
_MAGIC = b"pypto\x00\x01"
# How MLIR's bytecode begins.
_BYTECODE = b"ML\xefR"


def serialize(program: Program) -> bytes:
    """The program with the user's positions, as bytes that `deserialize` reads."""
    buffer = io.BytesIO()
    program.module.operation.write_bytecode(buffer)
    name = program.name.encode()
    return _MAGIC + struct.pack("<I", len(name)) + name + buffer.getvalue()


def deserialize(data: bytes) -> Program:
    """The program that `serialize` wrote. Raises ValueError for other bytes."""
    from pypto.diagnostics import codes, make_error
    from pypto.frontend.builder import IrContext
    from pypto.ir.program import Program

    start = len(_MAGIC) + 4
    length = struct.unpack_from("<I", data, len(_MAGIC))[0] if len(data) >= start else 0
    code = data[start + length :]
    if not data.startswith(_MAGIC) or not code.startswith(_BYTECODE):
        raise make_error(
            codes.BadKernelText,
            "these bytes are no serialized program",
            expected="the bytes that serialize() returned, or the file of serialize_to_file()",
        )
    name = data[start : start + length].decode(errors="replace")
    shared = IrContext.get()
    try:
        module = shared.ir.Module.parse(code, shared.context)
    except (shared.ir.MLIRError, ValueError) as error:
        raise make_error(
            codes.BadKernelText,
            f"the IR of a serialized program is not valid: {error}",
            expected="bytes that this version wrote",
            hint="serialize the program again",
        ) from None
    return Program(module, name)


def serialize_to_file(program: Program, path: str | os.PathLike[str]) -> None:
    """Writes `serialize(program)` to a file."""
    Path(path).write_bytes(serialize(program))


def deserialize_from_file(path: str | os.PathLike[str]) -> Program:
    """The program in a file of `serialize_to_file`."""
    return deserialize(Path(path).read_bytes())
