# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A NumPy interpreter of the front end's IR, for tests.

It knows nothing of passes or of the core model: what it computes is what the IR says. GM
tensors are NumPy views, so a write through an alias is seen by the caller; tiles are values.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

DTYPES: dict[str, Any] = {
    "f32": np.float32,
    "f16": np.float16,
    "i64": np.int64,
    "i32": np.int32,
    "i16": np.int16,
    "i8": np.int8,
    "ui8": np.uint8,
    "ui16": np.uint16,
    "ui32": np.uint32,
    "i1": np.bool_,
    "index": np.int64,
}
_BINARY = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "max": np.maximum,
    "min": np.minimum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "shl": np.left_shift,
    "shr": np.right_shift,
    "expdif": lambda x, v: np.exp(x - v),
}
_UNARY = {
    "exp": np.exp,
    "log": np.log,
    "sqrt": np.sqrt,
    "neg": np.negative,
    "abs": np.abs,
    "relu": lambda x: np.maximum(x, 0),
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "recip": lambda x: 1 / x,
    "not": np.invert,
}
_REDUCE = {"sum": np.sum, "max": np.max, "min": np.min, "prod": np.prod}
_ARITH = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "floordivsi": lambda a, b: a // b,
    "divui": lambda a, b: a // b,
    "remui": lambda a, b: a % b,
    "shli": lambda a, b: a << b,
    "shrsi": lambda a, b: a >> b,
    "shrui": lambda a, b: a >> b,
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
    "minsi": min,
    "maxsi": max,
    "minui": min,
    "maxui": max,
    "addf": lambda a, b: a + b,
    "subf": lambda a, b: a - b,
    "mulf": lambda a, b: a * b,
    "divf": lambda a, b: a / b,
    "minimumf": min,
    "maximumf": max,
}
_PREDICATES = {
    0: lambda a, b: a == b,
    1: lambda a, b: a != b,
    2: lambda a, b: a < b,
    3: lambda a, b: a <= b,
    4: lambda a, b: a > b,
    5: lambda a, b: a >= b,
}
_FLOAT_PREDICATES = {1: 0, 13: 1, 4: 2, 5: 3, 2: 4, 3: 5}


def shape_and_dtype(type_: Any) -> tuple[list[int], Any]:
    """Shape (-1 for ?) and NumPy dtype of a tensor or tile type."""
    body = re.match(r"!pypto\.\w+<([^,>]*)", str(type_))
    assert body, type_
    *dims, element = body[1].split("x")
    return [-1 if d == "?" else int(d) for d in dims], DTYPES[element]


class Interpreter:
    """Runs functions of one module."""

    def __init__(self, module: Any) -> None:
        self.functions = {
            str(op.operation.attributes["sym_name"]).strip('"'): op.operation
            for op in module.body.operations
        }
        self.block = 0
        self.blocks = 1

    def call(self, name: str, args: list[Any]) -> list[Any]:
        """The results of a function."""
        entry = self.functions[name].regions[0].blocks[0]
        return self._block(entry, args, {})

    def _block(self, block: Any, args: list[Any], env: dict[Any, Any]) -> list[Any]:
        for argument, value in zip(block.arguments, args, strict=True):
            env[argument] = value
        for view in block.operations:
            op = view.operation
            operands = [env[o] for o in op.operands]
            if op.name in ("func.return", "scf.yield", "pypto.yield", "scf.condition"):
                return operands
            results = self._op(op, operands, env)
            for result, value in zip(op.results, results, strict=True):
                env[result] = value
        return []

    def _op(self, op: Any, args: list[Any], env: dict[Any, Any]) -> list[Any]:
        dialect, _, name = op.name.partition(".")
        return getattr(self, f"_{dialect}")(op, name, args, env)

    def _func(self, op: Any, name: str, args: list[Any], env: dict[Any, Any]) -> list[Any]:
        return self.call(str(op.attributes["callee"]).lstrip("@"), args)

    def _builtin(self, op: Any, name: str, args: list[Any], env: dict[Any, Any]) -> list[Any]:
        return [args[0]]

    def _arith(self, op: Any, name: str, args: list[Any], env: dict[Any, Any]) -> list[Any]:
        kind = str(op.results[0].type)
        if name == "constant":
            text = str(op.attributes["value"]).split(" : ")[0]
            if text in ("true", "false"):
                return [text == "true"]
            if kind.startswith(("f", "bf")):
                return [DTYPES.get(kind, np.float32)(float(text))]
            return [int(text)]
        if name == "cmpi":
            predicate = int(str(op.attributes["predicate"]).split(" ")[0])
            return [bool(_PREDICATES[predicate if predicate < 6 else predicate - 4](*args))]
        if name == "cmpf":
            predicate = int(str(op.attributes["predicate"]).split(" ")[0])
            return [bool(_PREDICATES[_FLOAT_PREDICATES[predicate]](*args))]
        if name == "select":
            return [args[1] if args[0] else args[2]]
        if name in _ARITH:
            return [_ARITH[name](*args)]
        if kind in ("index",) or kind.lstrip("u").startswith("i"):
            return [bool(args[0]) if kind == "i1" else int(args[0])]
        return [DTYPES[kind](args[0])]

    def _scf(self, op: Any, name: str, args: list[Any], env: dict[Any, Any]) -> list[Any]:
        if name == "if":
            region = op.regions[0 if args[0] else 1]
            return self._block(region.blocks[0], [], env)
        if name == "for":
            carried = args[3:]
            assert args[2] > 0, "scf.for needs a positive step"
            for index in range(args[0], args[1], args[2]):
                carried = self._block(op.regions[0].blocks[0], [index, *carried], env)
            return carried
        assert name == "while"
        carried = args
        for _ in range(100000):
            go, *values = self._block(op.regions[0].blocks[0], carried, env)
            if not go:
                return values
            carried = self._block(op.regions[1].blocks[0], values, env)
        raise AssertionError("endless loop")

    def _pypto(self, op: Any, name: str, args: list[Any], env: dict[Any, Any]) -> list[Any]:
        if name == "at":
            return self._block(op.regions[0].blocks[0], [], env)
        if name == "spmd":
            return self._spmd(op, args, env)
        level, _, name = name.partition(".")
        if level == "system":
            return [{"get_block_idx": self.block, "get_block_num": self.blocks}.get(name, 1)]
        special = getattr(self, f"_{level}_{name}", None) or getattr(self, f"_any_{name}", None)
        if special is not None:
            return special(op, args)
        return [self._compute(op, name, args)]

    def _spmd(self, op: Any, args: list[Any], env: dict[Any, Any]) -> list[Any]:
        results: list[Any] = []
        self.blocks = args[0]
        # Backwards: blocks are independent, so the order must not matter.
        for self.block in reversed(range(args[0])):
            results = self._block(op.regions[0].blocks[0], [self.block], env)
        self.block, self.blocks = 0, 1
        return results

    def _compute(self, op: Any, name: str, args: list[Any]) -> Any:
        shape, dtype = shape_and_dtype(op.results[0].type)
        if name in _UNARY:
            return _UNARY[name](args[0]).astype(dtype)
        if name in _BINARY:
            return _BINARY[name](args[0], args[1]).astype(dtype)
        if name.endswith("s") and name[:-1] in _BINARY:
            return _BINARY[name[:-1]](args[0], dtype(args[1])).astype(dtype)
        axis, _, kind = name.partition("_")
        if kind in _REDUCE:
            reduced = -1 if axis == "row" else -2
            return _REDUCE[kind](args[0], axis=reduced, keepdims=True).astype(dtype)
        if name in ("row_expand", "col_expand"):
            return np.broadcast_to(args[1], args[0].shape).astype(dtype)
        if kind.startswith("expand_"):
            return _BINARY[kind.removeprefix("expand_")](args[0], args[1]).astype(dtype)
        if name == "cast":
            mode = str(op.attributes["mode"]).split("<")[1].rstrip(">")
            return cast(args[0], dtype, mode)
        if name == "full":
            return np.full(shape, args[0], dtype)
        raise NotImplementedError(op.name)

    def _any_matmul(self, op: Any, args: list[Any]) -> list[Any]:
        _, dtype = shape_and_dtype(op.results[0].type)
        a = args[0].T if "transpose_lhs" in op.attributes else args[0]
        b = args[1].T if "transpose_rhs" in op.attributes else args[1]
        wide = np.float32 if a.dtype.kind == "f" else np.int32
        return [(a.astype(wide) @ b.astype(wide)).astype(dtype)]

    def _any_matmul_acc(self, op: Any, args: list[Any]) -> list[Any]:
        return [args[0] + self._any_matmul(op, args[1:])[0]]

    def _tensor_create(self, op: Any, args: list[Any]) -> list[Any]:
        shape, dtype = shape_and_dtype(op.results[0].type)
        dims = iter(args)
        result = np.full([next(dims) if d < 0 else d for d in shape], 77, dtype)
        if "init" in op.attributes:
            result[...] = dtype(float(str(op.attributes["init"]).split(" : ")[0]))
        return [result]

    def _tensor_dim(self, op: Any, args: list[Any]) -> list[Any]:
        return [args[0].shape[int(str(op.attributes["axis"]).split(" ")[0])]]

    def _tensor_slice(self, op: Any, args: list[Any]) -> list[Any]:
        source, rank = args[0], args[0].ndim
        offsets, sizes = args[1 : 1 + rank], iter(args[1 + rank :])
        drop = _ints(op.attributes["drop"]) if "drop" in op.attributes else []
        shape, _ = shape_and_dtype(op.results[0].type)
        kept = iter(shape)
        index: list[Any] = []
        for axis in range(rank):
            if axis in drop:
                index.append(offsets[axis])
                continue
            extent = next(kept)
            extent = next(sizes) if extent < 0 else extent
            assert 0 <= offsets[axis] and offsets[axis] + extent <= source.shape[axis]
            index.append(slice(offsets[axis], offsets[axis] + extent))
        return [source[tuple(index)]]

    def _any_reshape(self, op: Any, args: list[Any]) -> list[Any]:
        shape, _ = shape_and_dtype(op.results[0].type)
        return [args[0].reshape(shape)]

    def _tensor_transpose(self, op: Any, args: list[Any]) -> list[Any]:
        axes = [int(str(op.attributes[n]).split(" ")[0]) for n in ("axis0", "axis1")]
        return [np.swapaxes(args[0], *axes)]

    def _tile_transpose(self, op: Any, args: list[Any]) -> list[Any]:
        return [np.swapaxes(args[0], -1, -2).copy()]

    def _tensor_assemble(self, op: Any, args: list[Any]) -> list[Any]:
        target, source, *offsets = args
        window = target[_window(offsets, source.shape)]
        assert window.shape == source.shape
        if "add" in str(op.attributes["atomic"] if "atomic" in op.attributes else ""):
            window += source
        else:
            window[...] = source
        return [target]

    def _tile_assemble(self, op: Any, args: list[Any]) -> list[Any]:
        result = args[0].copy()
        result[_window(args[2:], args[1].shape)] = args[1]
        return [result]

    def _tile_load(self, op: Any, args: list[Any]) -> list[Any]:
        shape, dtype = shape_and_dtype(op.results[0].type)
        offsets = args[1 : 1 + len(shape)]
        found = re.search(r"valid=([0-9x?]+)", str(op.results[0].type))
        valid = list(shape)
        if found:
            rest = iter(args[1 + len(shape) :])
            valid = [next(rest) if d == "?" else int(d) for d in found[1].split("x")]
        result = np.zeros(shape, dtype)
        part = args[0][_window(offsets, valid)]
        assert list(part.shape) == valid, (part.shape, valid)
        result[tuple(slice(0, v) for v in valid)] = part
        return [result]

    def _tile_store(self, op: Any, args: list[Any]) -> list[Any]:
        source, target, *offsets = args
        window = target[_window(offsets, source.shape)]
        assert window.shape == source.shape
        if "add" in str(op.attributes["atomic"] if "atomic" in op.attributes else ""):
            window += source.astype(target.dtype)
        else:
            window[...] = source.astype(target.dtype)
        return [target]

    def _tile_move(self, op: Any, args: list[Any]) -> list[Any]:
        return [args[0]]

    def _tile_slice(self, op: Any, args: list[Any]) -> list[Any]:
        shape, _ = shape_and_dtype(op.results[0].type)
        return [args[0][_window(args[1 : 1 + len(shape)], shape)]]

    def _tile_create(self, op: Any, args: list[Any]) -> list[Any]:
        shape, dtype = shape_and_dtype(op.results[0].type)
        return [np.full(shape, 99, dtype)]

    def _any_read(self, op: Any, args: list[Any]) -> list[Any]:
        value = args[0][tuple(args[1:])]
        return [int(value) if value.dtype.kind in "iu" else value]

    def _tensor_write(self, op: Any, args: list[Any]) -> list[Any]:
        args[1][tuple(args[2:])] = args[0]
        return []

    def _tile_write(self, op: Any, args: list[Any]) -> list[Any]:
        result = args[1].copy()
        result[tuple(args[2:])] = args[0]
        return [result]


def _window(offsets: Any, shape: Any) -> tuple[slice, ...]:
    return tuple(slice(o, o + s) for o, s in zip(offsets, shape, strict=True))


def _ints(attribute: Any) -> list[int]:
    return [int(n) for n in re.findall(r"-?\d+", str(attribute).split(":")[-1])]


def cast(values: Any, dtype: Any, mode: str) -> Any:
    """Element conversion with a rounding mode."""
    if np.dtype(dtype).kind in "iu" and values.dtype.kind == "f":
        rounded = {
            "rint": np.rint,
            "floor": np.floor,
            "ceil": np.ceil,
            "trunc": np.trunc,
            "round": lambda x: np.sign(x) * np.floor(np.abs(x) + 0.5),
        }[mode](values)
        return rounded.astype(dtype)
    return values.astype(dtype)


def run(kernel: Any, *args: Any, **scalars: Any) -> list[Any]:
    """Compiles `kernel` for the arguments and runs its IR; outputs are written in place."""
    compiled = kernel.compile(*args, **scalars)
    runtime = [a for a, s in zip(args, compiled.arguments, strict=True) if s.runtime]
    return Interpreter(compiled.program.module).call(compiled.entry.name, runtime)


def operations(program: Any) -> list[str]:
    """Names of all operations, in order, nested ones included."""
    names: list[str] = []

    def visit(op: Any) -> Any:
        from pypto.mlir import ir

        names.append(op.name)
        return ir.WalkResult.ADVANCE

    from pypto.mlir import ir

    program.module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return names
