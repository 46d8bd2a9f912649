# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of a few tile operations on small odd shapes, with what NumPy makes of them.

As tensor_chains.py, with the author's own tiles, whose rows are whole blocks or not.
"""

from __future__ import annotations

import numpy as np
from op_kernels import Arrays
from tensor_chains import ARITHMETIC, COMPUTED, LIMITS, Chain, Term


class TileChain(Chain):
    """Lines on tiles that are loaded whole."""

    def extent(self) -> int:
        return max(1, super().extent())

    def give(self, shape, dtype: str) -> Term:
        """An input of the program as a tile."""
        name = f"a{len(self.inputs)}"
        self.inputs[name] = self.data(shape, dtype)
        loaded = f"t{len(self.lines)}"
        self.lines.append(f"{loaded} = pl.load({name}, {[0] * len(shape)}, {list(shape)})")
        term = Term(loaded, self.inputs[name], dtype)
        self.terms.append(term)
        return term

    def beside(self, x: Term, shape) -> Term:
        """Also a part of a tile that there is."""

        def holds(t: Term) -> bool:
            if t.dtype != x.dtype or len(t.shape) != len(shape) or t.shape == tuple(shape):
                return False
            return all(a >= b for a, b in zip(t.shape, shape, strict=True))

        larger = [t for t in self.terms if holds(t)]
        if not larger or self.rng.random() < 0.5:
            return super().beside(x, shape)
        t = self.pick(larger)
        start = [int(self.rng.integers(a - b + 1)) for a, b in zip(t.shape, shape, strict=True)]
        window = tuple(slice(s, s + n) for s, n in zip(start, shape, strict=True))
        self.put(f"pl.slice({t.name}, {list(shape)}, {start})", t.wide()[window], t.dtype)
        return self.terms[-1]

    def scratch(self, x: Term) -> str:
        name = f"s{len(self.lines)}"
        self.lines.append(f"{name} = pl.create_tile({list(x.shape)}, pl.{x.dtype})")
        return name

    def binary(self, x: Term) -> bool:
        if x.dtype not in COMPUTED:
            return False
        y = self.beside(x, x.shape)
        name, operation = self.pick(ARITHMETIC)
        return self.put(f"pl.{name}({x.name}, {y.name})", operation(x.wide(), y.wide()), x.dtype)

    def reduce(self, x: Term) -> bool:
        if x.dtype not in COMPUTED or len(x.shape) < 2:
            return False
        side, axis = self.pick((("row", -1), ("col", -2)))
        kind = self.pick(("sum", "max", "min"))
        if kind == "sum" and np.abs(x.wide()).sum() > LIMITS[x.dtype]:
            return False
        scratch = f", {self.scratch(x)}" if side == "row" else ""
        value = getattr(np, kind)(x.wide(), axis=axis, keepdims=True)
        return self.put(f"pl.{side}_{kind}({x.name}{scratch})", value, x.dtype)

    def position(self, x: Term) -> bool:
        if x.dtype not in ("FP32", "FP16") or len(x.shape) < 2:
            return False
        side, axis = self.pick((("row", -1), ("col", -2)))
        kind = self.pick(("argmax", "argmin"))
        value = np.expand_dims(getattr(np, kind)(x.wide(), axis=axis), axis)
        line = f"pl.{side}_{kind}({x.name}, {self.scratch(x)})"
        return self.put(line, value, "INT32")

    def update(self, x: Term) -> bool:
        """A part of a tile is written."""
        start, size = [], []
        for extent in x.shape:
            first = int(self.rng.integers(extent))
            start.append(first)
            size.append(int(self.rng.integers(1, extent - first + 1)))
        y = self.beside(x, size)
        if y is x:
            return False
        value = x.wide().copy()
        value[tuple(slice(s, s + n) for s, n in zip(start, size, strict=True))] = y.wide()
        places = [self.number(s) if self.rng.random() < 0.2 else str(s) for s in start]
        written = self.put(
            f"pl.tile.assemble({x.name}, {y.name}, ({', '.join(places)},))", value, x.dtype
        )
        # Its bytes are another tile's now.
        self.terms = [t for t in self.terms if t is not x]
        return written

    def element(self, x: Term) -> bool:
        """One element is written, where it is known to be or not."""
        if x.dtype not in COMPUTED:
            return False
        at = [int(self.rng.integers(extent)) for extent in x.shape]
        value = x.wide().copy()
        value[tuple(at)] = 3
        places = [self.number(i) if self.rng.random() < 0.2 else str(i) for i in at]
        number = "3.0" if x.dtype.startswith("F") else "3"
        self.lines.append(f"pl.write({x.name}, [{', '.join(places)}], {number})")
        self.terms = [t for t in self.terms if t is not x]
        self.terms.append(Term(x.name, value.astype(x.value.dtype), x.dtype))
        return True

    def spread_element(self, x: Term) -> bool:
        """One element is read and added."""
        if x.dtype not in COMPUTED:
            return False
        y = self.pick([t for t in self.terms if t.dtype == x.dtype])
        at = [int(self.rng.integers(extent)) for extent in y.shape]
        read = f"pl.read({y.name}, {at})"
        return self.put(f"pl.add({x.name}, {read})", x.wide() + y.wide()[tuple(at)], x.dtype)

    STEPS = (
        Chain.scalar,
        element,
        spread_element,
        Chain.unary,
        binary,
        reduce,
        position,
        Chain.expand,
        Chain.expand,
        Chain.cast,
        Chain.reshape,
        Chain.transpose,
        Chain.transpose,
        Chain.window,
        Chain.window,
        update,
        update,
        Chain.join,
    )


def tile_chain(rng: np.random.Generator) -> tuple[list[str], Arrays, np.ndarray]:
    """Lines, inputs and the result of a program on tiles."""
    chain = TileChain(rng)
    chain.extend(1, 6)
    result = chain.terms[-1]
    chain.lines.append(f"out = pl.store({result.name}, {[0] * len(result.shape)}, out)")
    return chain.lines, chain.inputs, result.value
