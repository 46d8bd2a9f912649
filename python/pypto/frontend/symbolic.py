# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integer expressions over run-time values, compared by meaning.

An expression is a polynomial with integer coefficients over atoms (a dimension, a loop
index, a quotient, ...). Equal polynomials are equal expressions, so `(off + 64) - off` is 64
and two spellings of one dynamic dimension unify.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


class Atom:
    """A value without further structure. `source` is whatever materialises it.

    limit: it is in 0 .. limit - 1, where that is known.
    """

    __slots__ = ("key", "limit", "name", "number", "source")

    _count = 0

    def __init__(self, name: str, source: Any = None, key: Any = None) -> None:
        Atom._count += 1
        self.name = name
        self.number = Atom._count
        self.source = source
        self.key = key
        self.limit: int | None = None

    def __repr__(self) -> str:
        return self.name


_Monomial = tuple[Atom, ...]


class Poly:
    """A polynomial; immutable. Never constant: a constant is a plain int."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: dict[_Monomial, int]) -> None:
        self.terms = terms
        self._hash = hash(frozenset(terms.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.terms == other.terms

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        parts: list[str] = []
        for monomial, factor in self.terms.items():
            names = [a.name for a in monomial]
            if factor != 1 or not names:
                names.append(str(factor)) if names else names.insert(0, str(factor))
            parts.append("*".join(names))
        return " + ".join(parts).replace("+ -", "- ")

    __repr__ = __str__


Sym = int | Poly


def atom(name: str, source: Any = None, limit: int | None = None) -> Poly:
    """A fresh unknown called `name`; with `limit` it is in 0 .. limit - 1."""
    item = Atom(name, source)
    item.limit = limit
    return Poly({(item,): 1})


def _terms(value: Sym) -> dict[_Monomial, int]:
    if isinstance(value, Poly):
        return value.terms
    return {(): value} if value else {}


def _normal(terms: dict[_Monomial, int]) -> Sym:
    terms = {m: c for m, c in terms.items() if c}
    if not terms:
        return 0
    if len(terms) == 1 and () in terms:
        return terms[()]
    return Poly(terms)


def add(a: Sym, b: Sym) -> Sym:
    """a + b."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    result = dict(_terms(a))
    for monomial, factor in _terms(b).items():
        result[monomial] = result.get(monomial, 0) + factor
    return _normal(result)


def sub(a: Sym, b: Sym) -> Sym:
    """a - b."""
    return add(a, mul(b, -1))


def mul(a: Sym, b: Sym) -> Sym:
    """a * b."""
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    result: dict[_Monomial, int] = {}
    for left, x in _terms(a).items():
        for right, y in _terms(b).items():
            monomial = tuple(sorted((*left, *right), key=lambda item: item.number))
            result[monomial] = result.get(monomial, 0) + x * y
    return _normal(result)


def product(extents: Iterable[Sym]) -> Sym:
    """The product of all; 1 of none."""
    return reduce(mul, extents, 1)


class AtomTable:
    """Shared atoms of one function for operations without polynomial form."""

    def __init__(self) -> None:
        self._known: dict[Any, Poly] = {}

    def opaque(self, operator: str, operands: tuple[Sym, ...], source: Any = None) -> Poly:
        """The atom of `operator(operands)`; equal operands give the same atom."""
        key = (operator, operands)
        found = self._known.get(key)
        if found is None:
            text = f" {operator} ".join(
                f"({o})" if isinstance(o, Poly) else str(o) for o in operands
            )
            found = self._known[key] = Poly({(Atom(f"({text})", source, key),): 1})
        return found

    def floordiv(self, a: Sym, b: Sym) -> Sym:
        """Floor of a / b; exact where every coefficient divides."""
        if isinstance(a, int) and isinstance(b, int) and b != 0:
            return a // b
        if isinstance(a, Poly) and isinstance(b, int) and b != 0:
            if all(factor % b == 0 for factor in a.terms.values()):
                return _normal({m: f // b for m, f in a.terms.items()})
        if a == b and not isinstance(b, int):
            return 1
        return self.opaque("//", (a, b))

    def mod(self, a: Sym, b: Sym) -> Sym:
        """Floor remainder of a / b."""
        if isinstance(a, int) and isinstance(b, int) and b != 0:
            return a % b
        if isinstance(a, Poly) and isinstance(b, int) and b != 0:
            if all(factor % b == 0 for factor in a.terms.values()):
                return 0
        return self.opaque("%", (a, b))

    def minimum(self, a: Sym, b: Sym) -> Sym:
        """The smaller of both; known when the difference is constant."""
        difference = sub(a, b)
        if isinstance(difference, int):
            return a if difference <= 0 else b
        for smaller, other in ((a, b), (b, a)):
            if other in _operands_of(smaller, "min"):
                return smaller
        return self.opaque("min", tuple(sorted((a, b), key=str)))

    def maximum(self, a: Sym, b: Sym) -> Sym:
        """The larger of both; known when the difference is constant."""
        difference = sub(a, b)
        if isinstance(difference, int):
            return a if difference >= 0 else b
        return self.opaque("max", tuple(sorted((a, b), key=str)))


def _operands_of(value: Sym, operator: str) -> tuple[Sym, ...]:
    """The operands where `value` is exactly one application of `operator`."""
    if isinstance(value, Poly) and len(value.terms) == 1:
        ((monomial, factor),) = value.terms.items()
        if factor == 1 and len(monomial) == 1:
            key = monomial[0].key
            if key is not None and key[0] == operator:
                return key[1]
    return ()


def provably_less(a: Sym, b: Sym) -> bool:
    """True when a < b for every value of the atoms; False also means "not known"."""
    difference = sub(a, b)
    return isinstance(difference, int) and difference < 0


def is_static(value: Sym) -> bool:
    """True for an int."""
    return isinstance(value, int)
