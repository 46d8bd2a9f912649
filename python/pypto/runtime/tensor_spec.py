# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`TensorSpec`: a tensor of a harness by name, shape and content."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["TensorSpec"]


@dataclass
class TensorSpec:
    """name, shape and dtype (torch's or NumPy's) of an argument.

    init_value: None for zeros, a number, an array, or a callable such as `torch.randn`, called
    with shape and dtype where it takes them. is_output: the kernel writes it.
    """

    name: str
    shape: Sequence[int]
    dtype: Any
    init_value: float | Callable[..., Any] | Any | None = None
    is_output: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise self._bad(f"name={self.name!r}", "the name of a parameter")
        extents = self.shape if isinstance(self.shape, Sequence) else ()
        if not all(_is_extent(extent) for extent in extents) or not isinstance(
            self.shape, Sequence
        ):
            raise self._bad(f"shape={self.shape!r}", "a list of whole numbers of at least 0")

    def _bad(self, message: str, expected: str) -> Exception:
        from pypto.diagnostics import codes, make_error

        return make_error(
            codes.BadPlainCall, f"TensorSpec '{self.name}': {message}", expected=expected
        )

    def create(self) -> Any:
        """The tensor: torch's where `dtype` is torch's, else NumPy's."""
        library: Any
        if type(self.dtype).__module__ == "torch":
            import sys

            library = sys.modules["torch"]
        else:
            import numpy

            library = numpy
        shape = tuple(self.shape)
        value = self.init_value
        if value is None:
            return library.zeros(shape, dtype=self.dtype)
        if callable(value):
            return self._called(value, shape, library)
        if isinstance(value, (int, float, bool)):
            return library.full(shape, value, dtype=self.dtype)
        if tuple(value.shape) != shape:
            raise self._bad(f"init_value has shape {tuple(value.shape)}", str(shape))
        return value

    def _called(self, function: Any, shape: tuple[int, ...], library: Any) -> Any:
        if getattr(function, "__name__", "") in ("randn", "rand", "zeros", "ones"):
            made = function(shape)
            convert = getattr(made, "to", None) or made.astype
            return convert(self.dtype)
        made = function()
        return library.asarray(made, dtype=self.dtype) if not hasattr(made, "shape") else made


def _is_extent(value: Any) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool) and value.__index__() >= 0
