# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types of values while a kernel is compiled, and their MLIR counterparts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.dtypes import TASK_ID, DataType
from pypto.frontend.symbolic import Poly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pypto.frontend.symbolic import Sym


# More elements than any device's memory holds; below it no size in bytes overflows.
MAX_ELEMENTS = 2**48


def exceeds_memory(dims: Sequence[Sym]) -> bool:
    """True for a shape whose known extents alone have more than `MAX_ELEMENTS` elements."""
    elements = 1
    for extent in dims:
        if not isinstance(extent, Poly):
            elements *= max(int(extent), 1)
    return elements > MAX_ELEMENTS


def dims_text(dims: Sequence[Sym]) -> str:
    """A shape the way a user writes it: "[M, 64]"."""
    return "[" + ", ".join(str(d) for d in dims) + "]"


def mlir_dims(dims: Sequence[Sym]) -> str:
    """A shape inside an MLIR type: "?x64"."""
    return "x".join("?" if isinstance(d, Poly) else str(d) for d in dims)


# A block of a tensor in fractal order (pl.NZ): 16 rows of 32 bytes.
BLOCK_ROWS = 16


def block_columns(dtype: DataType) -> int:
    """Columns of one."""
    return 256 // dtype.bits


class _IrType:
    """A type with an MLIR counterpart; that and the hash are found once for each object."""

    __slots__ = ("_hash", "_ir")

    def _fields(self) -> tuple[Any, ...]:
        """What makes two types equal."""
        raise NotImplementedError

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(self._fields())
            return self._hash

    def mlir_text(self) -> str:
        """The MLIR type as text."""
        raise NotImplementedError

    def ir_type(self, shared: Any) -> Any:
        """The MLIR type; `shared` is the process's `IrContext`."""
        try:
            return self._ir
        except AttributeError:
            self._ir = shared.type(self.mlir_text())
            return self._ir


class TensorType(_IrType):
    """A tensor in DDR. Dims are ints or symbolic.

    layout: "nd", "dn", "nz", or the order of MX scales: "zz" (MX_A_ZZ) or "nn" (MX_B_NN).
    strides: of a parameter with gaps, in elements; its MLIR type is that of the tensor without
    gaps whose first part in each row it is.
    """

    __slots__ = ("distributed", "dtype", "layout", "shape", "strides")
    kind = "Tensor"

    def __init__(
        self,
        shape: tuple[Sym, ...],
        dtype: DataType,
        layout: str = "nd",
        distributed: bool = False,
        strides: tuple[int, ...] | None = None,
    ) -> None:
        self.shape = shape
        self.dtype = dtype
        self.layout = layout
        self.distributed = distributed
        self.strides = strides

    @property
    def rank(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def host_shape(self) -> tuple[Sym, ...]:
        """The shape of the caller's array: of a tensor in blocks, that of whole ones.

        Accumulators, which are stored to it, have blocks of 16 columns.
        """
        if self.layout != "nz":
            return self.shape
        multiples = (BLOCK_ROWS, max(BLOCK_ROWS, block_columns(self.dtype)))
        return tuple(
            -(-extent // multiple) * multiple  # pyright: ignore[reportOperatorIssue]
            for extent, multiple in zip(self.shape, multiples, strict=True)
        )

    def with_shape(self, shape: tuple[Sym, ...]) -> TensorType:
        """The same tensor under another shape."""
        return TensorType(shape, self.dtype, self.layout, self.distributed, self.strides)

    def with_dtype(self, dtype: DataType) -> TensorType:
        """The same tensor with another element type."""
        return TensorType(self.shape, dtype, self.layout, self.distributed, self.strides)

    def mlir_text(self) -> str:
        """The MLIR type as text."""
        dims = mlir_dims(self.shape if self.strides is None else self._base_shape())
        layout = "" if self.layout == "nd" else f", layout={self.layout}"
        return f"!pypto.tensor<{dims}{'x' if dims else ''}{self.dtype.mlir}{layout}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TensorType)
            and self.shape == other.shape
            and self.dtype is other.dtype
            and self.layout == other.layout
            and self.strides == other.strides
        )

    def _fields(self) -> tuple[Any, ...]:
        return (self.shape, self.dtype, self.layout, self.strides)

    def _base_shape(self) -> tuple[Sym, ...]:
        from pypto.frontend.strided import base_shape

        assert self.strides is not None
        return base_shape(self.shape, self.strides)

    __hash__ = _IrType.__hash__

    def __str__(self) -> str:
        names = {"zz": "MX_A_ZZ", "nn": "MX_B_NN"}
        name = names.get(self.layout, self.layout.upper())
        layout = "" if self.layout == "nd" else f", pl.{name}"
        if self.strides is not None:
            layout = f", pl.TensorView(stride={list(self.strides)}, layout=...)"
        kind = "pld.DistributedTensor" if self.distributed else "pl.Tensor"
        return f"{kind}[{dims_text(self.shape)}, pl.{self.dtype}{layout}]"


# Layout of a tile in Mat that lies in rows, where all others lie in boxes.
FLAT = "flat"
# Layout of a predicate, a bit for each element of another tile.
MASK = "mask"


class TileType(_IrType):
    """A tile on chip: static shape, space, valid extents (ints or symbolic), layout, pad.

    layout: "nd", the order that its memory has, unless said otherwise: "zn", ..., `FLAT` or
    `MASK`.

    A tile that a user writes always has a space: `pl.load` and `pl.move` name it, a matmul
    writes Acc, everything else computes in Vec. So a variable keeps its type when a loop or
    branch replaces a loaded tile by a computed one.
    """

    __slots__ = ("_computed", "dtype", "layout", "pad", "shape", "space", "valid")
    _FIELDS = ("dtype", "layout", "pad", "shape", "space", "valid")
    kind = "Tile"

    def __init__(
        self,
        shape: tuple[int, ...],
        dtype: DataType,
        space: str | None = "Vec",
        valid: tuple[Sym, ...] | None = None,
        layout: str = "nd",
        pad: str = "null",
    ) -> None:
        self.shape = shape
        self.dtype = dtype
        self.space = space
        self.valid: tuple[Sym, ...] = shape if valid is None else valid
        self.layout = layout
        self.pad = pad

    @property
    def rank(self) -> int:
        """Number of axes."""
        return len(self.shape)

    def computed(self) -> TileType:
        """Type of an element-wise result: in Vec, without pad."""
        try:
            return self._computed
        except AttributeError:
            plain = self.space == "Vec" and self.pad == "null" and self.layout == "nd"
            computed = self if plain else self.replace(space="Vec", pad="null", layout="nd")
            self._computed = computed
            return computed

    def replace(self, **changes: Any) -> TileType:
        """The same tile with some properties changed."""
        values = {name: getattr(self, name) for name in self._FIELDS}
        values.update(changes)
        return TileType(**values)

    def mlir_text(self) -> str:
        """The MLIR type as text."""
        parts = [f"{mlir_dims(self.shape)}x{self.dtype.mlir}"]
        if self.space:
            parts.append(self.space)
        if self.layout not in ("nd", FLAT, MASK):
            parts.append(f"layout={self.layout}")
        if self.valid != self.shape:
            parts.append(f"valid={mlir_dims(self.valid)}")
        if self.pad != "null":
            parts.append(f"pad={self.pad}")
        return f"!pypto.tile<{', '.join(parts)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TileType) and all(
            getattr(self, name) == getattr(other, name) for name in self._FIELDS
        )

    def _fields(self) -> tuple[Any, ...]:
        return (self.shape, self.dtype, self.space, self.valid, self.layout, self.pad)

    __hash__ = _IrType.__hash__

    def __str__(self) -> str:
        parts = [dims_text(self.shape), f"pl.{self.dtype}"]
        if self.space:
            parts.append(f"pl.Mem.{self.space}")
        if self.layout == FLAT:
            parts.append("in rows (flat_layout=True)")
        if self.layout == MASK:
            parts.append("a bit for each element")
        if self.valid != self.shape:
            parts.append(f"valid {dims_text(self.valid)}")
        return f"pl.Tile[{', '.join(parts)}]"


_TILE_TYPES: dict[Any, TileType] = {}


def tile_type(
    shape: tuple[int, ...],
    dtype: DataType,
    space: str | None,
    valid: tuple[Sym, ...],
) -> TileType:
    """A `TileType`, the same object for equal static arguments."""
    if valid != shape:
        return TileType(shape, dtype, space, valid)
    key = (shape, dtype, space)
    found = _TILE_TYPES.get(key)
    if found is None:
        found = _TILE_TYPES[key] = TileType(shape, dtype, space)
    return found


class ScalarType(_IrType):
    """A register value."""

    __slots__ = ("dtype",)
    kind = "Scalar"

    def __init__(self, dtype: DataType) -> None:
        self.dtype = dtype

    def mlir_text(self) -> str:
        """The MLIR type as text."""
        return "!pypto.task_id" if self.dtype is TASK_ID else self.dtype.mlir

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScalarType) and self.dtype is other.dtype

    def _fields(self) -> tuple[Any, ...]:
        return (self.dtype,)

    __hash__ = _IrType.__hash__

    def __str__(self) -> str:
        return f"pl.Scalar[pl.{self.dtype}]"


class ArrayType:
    """An array on a core's stack; its elements are separate SSA values."""

    __slots__ = ("dtype", "extent")
    kind = "Array"

    def __init__(self, extent: int, dtype: DataType) -> None:
        self.extent = extent
        self.dtype = dtype

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArrayType) and (self.extent, self.dtype) == (
            other.extent,
            other.dtype,
        )

    def __hash__(self) -> int:
        return hash((self.extent, self.dtype))

    def __str__(self) -> str:
        return f"pl.Array[{self.extent}, pl.{self.dtype}]"


class TupleType:
    """A flat tuple."""

    __slots__ = ("members",)
    kind = "Tuple"

    def __init__(self, members: tuple[Any, ...]) -> None:
        self.members = members

    def __str__(self) -> str:
        return f"pl.Tuple[{', '.join(map(str, self.members))}]"
