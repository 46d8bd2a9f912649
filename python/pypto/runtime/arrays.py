# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of the caller: shape, element type and address, without a copy."""

from __future__ import annotations

import sys
from typing import Any

from pypto import dtypes
from pypto.dtypes import DataType

_NUMPY_NAMES: dict[str, DataType] = {
    "float32": dtypes.FP32,
    "float16": dtypes.FP16,
    "bfloat16": dtypes.BF16,
    "int64": dtypes.INT64,
    "int32": dtypes.INT32,
    "int16": dtypes.INT16,
    "int8": dtypes.INT8,
    "uint64": dtypes.UINT64,
    "uint32": dtypes.UINT32,
    "uint16": dtypes.UINT16,
    "uint8": dtypes.UINT8,
    "bool": dtypes.BOOL,
    "float8_e4m3fn": dtypes.FP8E4M3FN,
    "float8_e5m2": dtypes.FP8E5M2,
    "float8_e8m0fnu": dtypes.FP8E8M0,
    "float4_e2m1fn": dtypes.FP4,
}
_TORCH_NAMES = {**_NUMPY_NAMES, "float4_e2m1fn_x2": dtypes.FP4}


class HostArray:
    """An array of the caller.

    shape: dims. dtype: element type. pointer: address of the first element. contiguous:
    C order without gaps. strides: between neighbours of each axis, in elements (None where they
    are no whole number of them). owner: keeps the memory alive. kind: "torch", "numpy" or "other".
    packed: what runs in place of the caller's memory: two elements of 4 bits in a byte, for an
    array with a byte for each, or a strided array with its gaps filled; else None.
    """

    __slots__ = (
        "contiguous",
        "dtype",
        "kind",
        "owner",
        "packed",
        "pointer",
        "requires_grad",
        "shape",
        "spread",
        "strides",
        "writeable",
    )

    shape: tuple[int, ...]
    dtype: DataType
    pointer: int
    contiguous: bool
    writeable: bool
    requires_grad: bool
    owner: Any
    kind: str
    packed: Any
    strides: tuple[int, ...] | None
    spread: tuple[Any, Any] | None

    def fill_gaps(self, shape: tuple[int, ...], exchange: bool) -> None:
        """Makes `packed`: an array of `shape`, of which the caller's is the first part of each row.

        exchange: of each column, so that the last two axes are the other way round.
        """
        import ctypes

        import numpy

        size = self.dtype.get_byte()
        self.packed = numpy.zeros(shape, f"u{size}")
        if all(self.shape):
            assert self.strides is not None
            steps = zip(self.shape, self.strides, strict=True)
            count = 1 + sum((extent - 1) * step for extent, step in steps)
            memory = (ctypes.c_uint8 * (count * size)).from_address(self.pointer)
            caller = numpy.lib.stride_tricks.as_strided(
                numpy.ctypeslib.as_array(memory).view(f"u{size}"),
                self.shape,
                [step * size for step in self.strides],
            )
            if exchange:
                caller = caller.swapaxes(-1, -2)
            own = self.packed[tuple(slice(0, extent) for extent in caller.shape)]
            own[...] = caller
            self.spread = (caller, own)
        self.pointer = self.packed.ctypes.data
        self.shape = shape

    def unpack(self) -> None:
        """Writes what a run left in `packed` to the caller's array."""
        if self.packed is None:
            return
        if self.spread is not None:
            caller, own = self.spread
            caller[...] = own
            return
        if self.dtype.bits >= 8:
            return
        import numpy

        pairs = numpy.stack([self.packed & 15, self.packed >> 4], axis=-1)
        self.owner[...] = pairs.reshape(self.shape).view(self.owner.dtype)

    @property
    def nbytes(self) -> int:
        """Bytes of all elements; packed 4-bit elements share a byte."""
        count = 1
        for extent in self.shape:
            count *= extent
        return (
            count * self.dtype.get_byte()
            if self.dtype.bits >= 8
            else (count * self.dtype.bits + 7) // 8
        )


class UnsupportedArray(Exception):
    """An argument that is no usable array; the text says why, `hint` what to do."""

    def __init__(self, what: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.what = what
        self.hint = hint


_numpy_dtypes: dict[Any, DataType] = {}
_torch_dtypes: dict[Any, DataType] = {}


def host_array(value: Any) -> HostArray | None:
    """Describes `value`; None when it is no array. Raises UnsupportedArray."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return _from_torch(value)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        return _from_numpy(value, "numpy")
    if isinstance(value, (int, float, bool, str, bytes)) or value is None:
        return None
    return _from_protocol(value)


def _from_torch(tensor: Any) -> HostArray:
    dtype = _torch_dtypes.get(tensor.dtype)
    if dtype is None:
        dtype = _TORCH_NAMES.get(str(tensor.dtype).removeprefix("torch."))
        if dtype is None:
            raise _unsupported_dtype("torch", tensor.dtype, "x.to(torch.{})", _TORCH_NAMES)
        _torch_dtypes[tensor.dtype] = dtype
    if tensor.device.type != "cpu":
        raise UnsupportedArray(
            "device", f"a tensor on device '{tensor.device}'", "copy it to host memory: x.cpu()"
        )
    array = HostArray()
    array.shape = tuple(tensor.shape)
    if dtype is dtypes.FP4:
        if not array.shape:
            raise UnsupportedArray("dtype", "an FP4 tensor must have rank >= 1")
        if array.shape[-1] <= 0:
            raise UnsupportedArray(
                "dtype", "an FP4 tensor needs a positive runtime x2 carrier last dimension"
            )
        # Two nibbles in each element of the carrier.
        array.shape = (*array.shape[:-1], array.shape[-1] * 2)
    array.dtype = dtype
    array.pointer = tensor.data_ptr()
    array.contiguous = tensor.is_contiguous() and not tensor.is_conj() and not tensor.is_neg()
    array.writeable = True
    array.requires_grad = tensor.requires_grad
    array.owner = tensor
    array.kind = "torch"
    array.packed = None
    array.spread = None
    array.strides = tuple(tensor.stride())
    return array


def _unsupported_dtype(
    library: str, dtype: Any, conversion: str, names: dict[str, DataType]
) -> UnsupportedArray:
    """Wide floats have a conversion that keeps the meaning; others are told what there is."""
    wide = str(dtype).removeprefix("torch.") in ("float64", "float128", "double")
    hint = f"convert it: {conversion.format('float32')}" if wide else None
    return UnsupportedArray(
        "dtype",
        f"Unsupported {library} dtype {dtype}",
        hint or f"convert it to one of {', '.join(names)}",
    )


def _from_numpy(value: Any, kind: str) -> HostArray:
    if hasattr(value, "mask"):
        raise UnsupportedArray(
            "dtype", "a masked array: a kernel sees no mask", "pass x.filled(value)"
        )
    dtype = _numpy_dtypes.get(value.dtype)
    if dtype is None:
        dtype = _NUMPY_NAMES.get(value.dtype.name)
        if dtype is None:
            raise _unsupported_dtype("NumPy", value.dtype, "x.astype(numpy.{})", _NUMPY_NAMES)
        if not value.dtype.isnative:
            raise UnsupportedArray(
                "dtype",
                f"byte order of {value.dtype!r} is not the machine's",
                "swap it: x.astype(x.dtype.newbyteorder('='))",
            )
        _numpy_dtypes[value.dtype] = dtype
    array = HostArray()
    array.shape = value.shape
    array.dtype = dtype
    flags = value.flags
    array.pointer = value.ctypes.data
    array.contiguous = flags.c_contiguous
    array.writeable = flags.writeable
    array.requires_grad = False
    array.owner = value
    array.kind = kind
    array.packed = None
    array.spread = None
    whole = all(step % value.itemsize == 0 for step in value.strides)
    array.strides = tuple(step // value.itemsize for step in value.strides) if whole else None
    if dtype is dtypes.FP4 and value.ndim and value.shape[-1] % 2 == 0:
        _pack(array, value)
    return array


def _pack(array: HostArray, value: Any) -> None:
    """Two neighbours of a row in a byte, the first in the low half."""
    import numpy

    codes = numpy.ascontiguousarray(value).view(numpy.uint8) & 15
    array.packed = numpy.ascontiguousarray(codes[..., ::2] | codes[..., 1::2] << 4)
    array.pointer = array.packed.ctypes.data


def _from_protocol(value: Any) -> HostArray | None:
    if hasattr(value, "__dlpack__"):
        import numpy

        device = value.__dlpack_device__() if hasattr(value, "__dlpack_device__") else (1, 0)
        if device[0] != 1:
            raise UnsupportedArray(
                "device", f"an array on DLPack device {tuple(device)}", "copy it to host memory"
            )
        try:
            return _from_numpy(numpy.from_dlpack(value), "other")
        except (BufferError, TypeError, ValueError, RuntimeError) as error:
            raise UnsupportedArray("dtype", f"its DLPack export cannot be used: {error}") from None
    try:
        view = memoryview(value)
    except TypeError:
        return None
    import numpy

    return _from_numpy(numpy.asarray(view), "other")


def allocate(shape: tuple[int, ...], dtype: DataType, kind: str) -> Any:
    """A new array of zeros for an output, a torch tensor where the caller uses torch.

    Raises UnsupportedArray for an element type that the library does not have.
    """
    if kind == "torch":
        import sys as _sys

        torch = _sys.modules["torch"]
        for name, known in _TORCH_NAMES.items():
            if known is dtype and hasattr(torch, name):
                if dtype is dtypes.FP4:
                    carrier = torch.zeros((*shape[:-1], shape[-1] // 2), dtype=torch.uint8)
                    return carrier.view(getattr(torch, name))
                return torch.zeros(shape, dtype=getattr(torch, name))
        raise UnsupportedArray("dtype", f"torch has no dtype for {dtype}")
    import numpy

    return numpy.zeros(shape, dtype=numpy_dtype(dtype))


def numpy_dtype(dtype: DataType) -> Any:
    """The NumPy dtype of an element type, from `ml_dtypes` where NumPy has none."""
    import numpy

    for name, known in _NUMPY_NAMES.items():
        if known is dtype:
            if hasattr(numpy, name):
                return numpy.dtype(getattr(numpy, name))
            import ml_dtypes

            return numpy.dtype(getattr(ml_dtypes, name))
    raise UnsupportedArray("dtype", f"NumPy has no dtype for {dtype}")
