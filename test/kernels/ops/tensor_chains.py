# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of a few tensor operations on small odd shapes, with what NumPy makes of them.

All numbers are whole and so small that every step is exact in its element type, so that results
are compared bit by bit.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from op_kernels import DTYPES, Arrays

# Whole numbers up to this are exact, and so are their sums where a step checks them.
LIMITS = {
    "FP32": 2**24,
    "FP16": 2**11,
    "BF16": 2**8,
    "INT8": 127,
    "INT16": 2**15 - 1,
    "INT32": 2**23,
    "UINT8": 255,
    "UINT16": 2**16 - 1,
    "UINT32": 2**23,
}
COMPUTED = ("FP32", "FP16", "INT32", "INT16")
# Of the first input.
ELEMENTS = ("FP32", "FP32", "FP16", "INT32", "INT16", "BF16", "INT8", "UINT8")
EXTENTS = (1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 40, 48, 63, 64, 65, 70)
# Two of them, or three with a few others, are more than a chip's vector memory holds.
LARGE_EXTENTS = (255, 300, 401, 512, 640, 777, 1003)
# Of what a step makes.
MOST_ELEMENTS = 2**22
ARITHMETIC = (
    ("add", np.add),
    ("mul", np.multiply),
    ("sub", np.subtract),
    ("maximum", np.maximum),
    ("minimum", np.minimum),
)
CASTS = {
    "FP32": ("FP16", "INT32", "BF16", "INT16"),
    "FP16": ("FP32", "INT32", "INT16", "INT8"),
    "BF16": ("FP32",),
    "INT32": ("FP32", "INT16", "FP16"),
    "INT16": ("FP32", "FP16"),
    "INT8": ("FP16",),
    "UINT8": ("FP16",),
}


@dataclass
class Term:
    """A name of the program and what it stands for."""

    name: str
    value: np.ndarray
    dtype: str
    # In global memory, the input or a view of it.
    is_memory: bool = False

    @property
    def shape(self):
        return self.value.shape

    def wide(self):
        return self.value.astype(np.float64)


@dataclass
class Chain:
    """Lines of a core scope, their inputs and the result."""

    rng: np.random.Generator
    is_large: bool = False
    lines: list[str] = field(default_factory=list)
    inputs: Arrays = field(default_factory=dict)
    terms: list[Term] = field(default_factory=list)

    def pick(self, options):
        return options[int(self.rng.integers(len(options)))]

    def extent(self) -> int:
        return 0 if self.rng.random() < 0.02 else int(self.pick(EXTENTS))

    def shape(self) -> tuple[int, ...]:
        if self.is_large:
            shape = tuple(self.pick(LARGE_EXTENTS) for _ in range(2))
            return self.pick((shape, shape, (self.pick((2, 3, 5)), *shape)))
        axes = self.pick((1, 2, 2, 2, 2, 3))
        if axes == 3:
            return (self.pick((1, 2, 3)), self.pick(EXTENTS[:11]), self.pick(EXTENTS[:13]))
        return tuple(self.extent() for _ in range(axes))

    def data(self, shape, dtype: str, high: int = 4) -> np.ndarray:
        low = 0 if dtype.startswith("U") else -high
        return self.rng.integers(low, high, shape, endpoint=True).astype(DTYPES[dtype])

    def give(self, shape, dtype: str) -> Term:
        """An input of the program."""
        name = f"a{len(self.inputs)}"
        self.inputs[name] = self.data(shape, dtype)
        term = Term(name, self.inputs[name], dtype, True)
        self.terms.append(term)
        return term

    def number(self, value: int) -> str:
        """A scalar that is known at run time only."""
        name = f"i{len(self.inputs)}"
        self.inputs[name] = np.array([value], np.int32)
        self.lines.append(f"s{name} = pl.read({name}, [0])")
        return f"s{name}"

    def put(self, expression: str, value: np.ndarray, dtype: str, is_memory: bool = False) -> bool:
        """A line with a new name; not if its numbers are not exact."""
        wide = np.asarray(value, np.float64)
        low = 0 if dtype.startswith("U") else -LIMITS[dtype]
        if wide.size and (np.abs(wide).max() > LIMITS[dtype] or wide.min() < low):
            return False
        name = f"t{len(self.lines)}"
        self.lines.append(f"{name} = {expression}")
        self.terms.append(Term(name, wide.astype(DTYPES[dtype]), dtype, is_memory))
        return True

    # Steps: each takes a term, and returns whether it wrote a line.

    def beside(self, x: Term, shape) -> Term:
        """An operand of a shape: a term that there is, or an input."""
        fitting = [t for t in self.terms if t.shape == tuple(shape) and t.dtype == x.dtype]
        return (
            self.pick(fitting) if fitting and self.rng.random() < 0.5 else self.give(shape, x.dtype)
        )

    def scalar(self, x: Term) -> bool:
        if x.dtype not in COMPUTED:
            return False
        name, operation = self.pick(ARITHMETIC)
        number = self.pick((2, 3, 1))
        return self.put(f"pl.{name}({x.name}, {number})", operation(x.wide(), number), x.dtype)

    def unary(self, x: Term) -> bool:
        if x.dtype not in COMPUTED:
            return False
        return self.put(f"pl.neg({x.name})", -x.wide(), x.dtype)

    def binary(self, x: Term) -> bool:
        if x.dtype not in COMPUTED:
            return False
        shape = list(x.shape)
        for axis in range(len(shape)):
            if self.rng.random() < 0.2:
                shape[axis] = 1
        y = self.beside(x, shape)
        name, operation = self.pick(ARITHMETIC)
        if self.rng.random() < 0.3:
            x, y = y, x
        return self.put(f"pl.{name}({x.name}, {y.name})", operation(x.wide(), y.wide()), x.dtype)

    def reduce(self, x: Term) -> bool:
        if x.dtype not in COMPUTED or not x.value.size or len(x.shape) < 2:
            return False
        side, axis = self.pick((("row", -1), ("col", -2)))
        kind = self.pick(("sum", "max", "min"))
        value = getattr(np, kind)(x.wide(), axis=axis, keepdims=True)
        if kind == "sum" and np.abs(x.wide()).sum() > LIMITS[x.dtype]:
            return False
        return self.put(f"pl.{side}_{kind}({x.name})", value, x.dtype)

    def position(self, x: Term) -> bool:
        if x.dtype not in ("FP32", "FP16") or not x.value.size or len(x.shape) < 2:
            return False
        side, axis = self.pick((("row", -1), ("col", -2)))
        kind = self.pick(("argmax", "argmin"))
        value = np.expand_dims(getattr(np, kind)(x.wide(), axis=axis), axis)
        return self.put(f"pl.{side}_{kind}({x.name})", value, "INT32")

    def expand(self, x: Term) -> bool:
        if x.dtype not in ("FP32", "FP16", "INT32", "INT16") or len(x.shape) < 2:
            return False
        name, operation = self.pick(
            (
                ("_add", np.add),
                ("_sub", np.subtract),
                ("_mul", np.multiply),
                ("_max", np.maximum),
                ("", lambda a, b: b + 0 * a),
            )
        )
        side, shape = self.pick(
            (("row", (*x.shape[:-1], 1)), ("col", (*x.shape[:-2], 1, x.shape[-1])))
        )
        y = self.beside(x, shape)
        value = operation(x.wide(), y.wide())
        return self.put(f"pl.{side}_expand{name}({x.name}, {y.name})", value, x.dtype)

    def cast(self, x: Term) -> bool:
        to = self.pick(CASTS.get(x.dtype, ("",)))
        if not to:
            return False
        return self.put(f"pl.cast({x.name}, pl.{to}, mode='rint')", x.wide(), to)

    def reshape(self, x: Term) -> bool:
        count = x.value.size
        if not count:
            return False
        divisors = [d for d in range(1, count + 1) if count % d == 0 and d <= 300]
        rows = self.pick(divisors)
        shape = self.pick(((rows, count // rows), (count,), (1, count), (count, 1)))
        value = x.wide().reshape(shape)
        return self.put(f"pl.reshape({x.name}, {list(shape)})", value, x.dtype, x.is_memory)

    def transpose(self, x: Term) -> bool:
        axes = len(x.shape)
        if axes < 2:
            return False
        first = int(self.rng.integers(axes - 1))
        second = int(self.rng.integers(first + 1, axes))
        return self.put(
            f"pl.transpose({x.name}, {first}, {second})",
            x.wide().swapaxes(first, second),
            x.dtype,
            x.is_memory,
        )

    def window(self, x: Term) -> bool:
        if not x.value.size:
            return False
        start, size = [], []
        for extent in x.shape:
            first = int(self.rng.integers(extent))
            start.append(first)
            size.append(int(self.rng.integers(1, extent - first + 1)))
        value = x.wide()[tuple(slice(s, s + n) for s, n in zip(start, size, strict=True))]
        places = [self.number(s) if self.rng.random() < 0.2 else str(s) for s in start]
        window = f"pl.slice({x.name}, {size}, [{', '.join(places)}])"
        return self.put(window, value, x.dtype, x.is_memory)

    def update(self, x: Term) -> bool:
        """A part of what was computed is written."""
        if not x.value.size or x.is_memory:
            return False
        start, size = [], []
        for extent in x.shape:
            first = int(self.rng.integers(extent))
            start.append(first)
            size.append(int(self.rng.integers(1, extent - first + 1)))
        y = self.beside(x, size)
        value = x.wide().copy()
        value[tuple(slice(s, s + n) for s, n in zip(start, size, strict=True))] = y.wide()
        places = [self.number(s) if self.rng.random() < 0.2 else str(s) for s in start]
        written = self.put(
            f"pl.assemble({x.name}, {y.name}, [{', '.join(places)}])", value, x.dtype
        )
        # Its bytes are another tensor's now.
        self.terms = [t for t in self.terms if t is not x]
        return written

    def join(self, x: Term) -> bool:
        if len(x.shape) != 2:
            return False
        columns = self.pick(LARGE_EXTENTS if self.is_large else EXTENTS)
        if x.shape[0] * columns > MOST_ELEMENTS:
            return False
        y = self.beside(x, (x.shape[0], columns))
        value = np.concatenate([x.wide(), y.wide()], 1)
        return self.put(f"pl.concat({x.name}, {y.name})", value, x.dtype)

    def compare(self, x: Term) -> bool:
        if x.dtype not in COMPUTED:
            return False
        y = self.beside(x, x.shape)
        mode, operation = self.pick(
            ((0, np.equal), (1, np.not_equal), (2, np.less), (3, np.less_equal), (4, np.greater))
        )
        value = operation(x.wide(), y.wide()).astype(float)
        return self.put(f"pl.cmp({x.name}, {y.name}, cmp_type={mode})", value, x.dtype)

    def gather(self, x: Term) -> bool:
        if x.dtype not in COMPUTED or len(x.shape) != 2 or not x.value.size:
            return False
        rows = self.pick((x.shape[0], max(1, x.shape[0] // 2)))
        name = f"j{len(self.inputs)}"
        shape = (rows, self.pick(EXTENTS[:10]))
        if rows * shape[1] > MOST_ELEMENTS:
            return False
        index = self.rng.integers(0, x.shape[1], shape).astype(np.int32)
        self.inputs[name] = index
        value = np.take_along_axis(x.wide()[:rows], index.astype(int), 1)
        return self.put(f"pl.gather({x.name}, dim=-1, index={name})", value, x.dtype)

    def take_columns(self, x: Term) -> bool:
        if x.dtype not in COMPUTED or len(x.shape) != 2 or x.shape[1] % 4 or not x.value.size:
            return False
        first, stride, pattern = self.pick(((0, 2, 1), (1, 2, 2), (0, 4, 3), (3, 4, 6)))
        value = x.wide()[:, first::stride]
        return self.put(f"pl.gather({x.name}, mask_pattern={pattern})", value, x.dtype)

    def fill(self, x: Term) -> bool:
        if x.dtype not in COMPUTED:
            return False
        return self.put(f"pl.expands({x.name}, 3)", np.full(x.shape, 3.0), x.dtype)

    STEPS = (
        scalar,
        unary,
        binary,
        binary,
        reduce,
        position,
        expand,
        expand,
        cast,
        reshape,
        reshape,
        transpose,
        window,
        window,
        update,
        join,
        compare,
        gather,
        take_columns,
        fill,
    )

    def extend(self, low: int, high: int) -> None:
        """A first input, and at least `low` and fewer than `high` steps, if so many apply."""
        dtype = self.pick(ELEMENTS)
        self.give(self.shape(), dtype)
        wanted, steps = int(self.rng.integers(low, high)), 0
        for _ in range(60):
            if steps == wanted:
                break
            x = self.terms[-1] if self.rng.random() < 0.7 else self.pick(self.terms)
            steps += self.pick(self.STEPS)(self, x)


def vector_chain(rng: np.random.Generator) -> tuple[list[str], Arrays, np.ndarray]:
    """Lines, inputs and the result of a program for the vector core."""
    chain = Chain(rng)
    chain.extend(2, 7)
    result = chain.terms[-1]
    chain.lines.append(f"out[:] = {result.name}")
    return chain.lines, chain.inputs, result.value


def large_chain(rng: np.random.Generator) -> tuple[list[str], Arrays, np.ndarray]:
    """The same of tensors that no memory on chip holds."""
    chain = Chain(rng, is_large=True)
    chain.extend(2, 6)
    result = chain.terms[-1]
    chain.lines.append(f"out[:] = {result.name}")
    return chain.lines, chain.inputs, result.value


def product_chain(rng: np.random.Generator) -> tuple[list[str], Arrays, np.ndarray]:
    """The same of a program of matrix products."""
    chain = Chain(rng)
    dtype = chain.pick(("FP16", "FP16", "FP32", "BF16", "INT8"))
    narrow = dtype if dtype in ("FP16", "BF16") else ""
    total = "INT32" if dtype == "INT8" else "FP32"
    batch = chain.pick(((), (), (), (2,), (3,)))

    def extent() -> int:
        return 0 if rng.random() < 0.02 else int(chain.pick(EXTENTS))

    m, k, n = extent(), extent(), extent()

    def operand(rows, columns, high=2):
        transposed = rng.random() < 0.3
        leading = batch if rng.random() < 0.8 else ()
        shape = (*leading, columns, rows) if transposed else (*leading, rows, columns)
        name = f"a{len(chain.inputs)}"
        chain.inputs[name] = chain.data(shape, dtype, high)
        wide = chain.inputs[name].astype(np.float64)
        return name, wide.swapaxes(-1, -2) if transposed else wide, transposed

    a, x, left = operand(m, k)
    if narrow and rng.random() < 0.4:
        # A product of a product; its numbers are exact in the narrow type too.
        chain.inputs[a] = np.clip(chain.inputs[a], -1, 1)
        x = np.clip(x, -1, 1)
        b, y, right = operand(k, n, 1)
        value = x @ y
        if value.size == 0 or np.abs(value).max() <= LIMITS[narrow]:
            chain.lines.append(
                f"p = pl.matmul({a}, {b}, a_trans={left}, b_trans={right}, out_dtype=pl.{narrow})"
            )
            a, x, left, k = "p", value, False, n
            n = extent()
    b, y, right = operand(k, n)
    chain.lines.append(
        f"r = pl.matmul({a}, {b}, a_trans={left}, b_trans={right}, out_dtype=pl.{total})"
    )
    value = x @ y
    if value.ndim == len(batch) + 2 and rng.random() < 0.4:
        a, x, left = operand(m, k)
        b, y, right = operand(k, n)
        more = x @ y
        if more.shape == value.shape:
            chain.lines.append(f"r = pl.matmul_acc(r, {a}, {b}, a_trans={left}, b_trans={right})")
            value = value + more
    chain.lines.append("out[:] = r")
    return chain.lines, chain.inputs, value.astype(DTYPES[total])
