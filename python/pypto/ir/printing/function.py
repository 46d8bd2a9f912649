# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One function: its statements, regions and names."""

from __future__ import annotations

from typing import Any

from pypto.ir.printing import operations, scalars, scopes
from pypto.ir.printing.attributes import function_attributes
from pypto.ir.printing.names import Names, hint_of
from pypto.ir.printing.types import NotPrintable, annotation, constant, integer, member

_LOOPS = {"Sequential": "range", "Parallel": "parallel", "Pipeline": "pipeline"}


class FunctionPrinter:
    """Prints `func.func` as a method of a program class. lines: the text so far."""

    def __init__(self, op: Any) -> None:
        self.op = op
        self.names = Names()
        self.text: dict[Any, str] = {}
        self.lines: list[str] = []
        self.symbols: list[str] = []

    def name(self, value: Any) -> str:
        """The text of an operand."""
        return self.text[value]

    def bind(self, value: Any, hint: str | None = None) -> str:
        """Gives a value its name."""
        name = self.text[value] = self.names.fresh(hint)
        return name

    def emit(self, depth: int, line: str) -> None:
        """Adds a line."""
        self.lines.append("    " * depth + line)

    def print(self) -> list[str]:
        """The lines of the method, without indentation."""
        op = self.op
        block = op.regions[0].blocks[0]
        kind = member(op.attributes["pypto.kind"]) if "pypto.kind" in op.attributes else "Opaque"
        parameters = ["self"]
        dims = self._dims(block)
        directions = op.attributes["arg_attrs"] if "arg_attrs" in op.attributes else None
        for position, argument in enumerate(block.arguments):
            name = self.bind(argument, hint_of(argument.location))
            type_text = annotation(argument.type, dims[position])
            entry = directions[position] if directions is not None else {}
            direction = member(entry["pypto.dir"]) if "pypto.dir" in entry else "In"
            if direction != "In":
                type_text = f"pl.{direction}[{type_text}]"
            parameters.append(f"{name}: {type_text}")
        type = f"type=pl.FunctionType.{kind}"
        if kind == "Host":
            type = "type=pl.FunctionType.Orchestration, level=pl.Level.HOST"
            type += ", role=pl.Role.Orchestrator"
        if _has_auto_scope(block):
            type += ", auto_scope=False"
        self.emit(0, f"@pl.function({type})")
        symbol = str(op.attributes["sym_name"]).strip('"')
        self.emit(0, f"def {symbol}({', '.join(parameters)}):")
        attributes = function_attributes(op)
        if attributes:
            self.emit(1, f"pl.func_attr({{{attributes}}})")
        self._block(block, 1)
        return self.lines

    def _dims(self, block: Any) -> list[list[str]]:
        """Names of the run-time extents of each argument."""
        if "dim_names" in self.op.attributes:
            return [[str(n).strip('"') for n in names] for names in self.op.attributes["dim_names"]]
        result = []
        for position, argument in enumerate(block.arguments):
            count = str(argument.type).count("?")
            result.append([f"D{position}_{axis}" for axis in range(count)])
        return result

    def _block(self, block: Any, depth: int) -> list[str]:
        """Prints the operations; returns the text of what the terminator hands on."""
        start = len(self.lines)
        for view in block.operations:
            op = view.operation
            if op.name == "func.return":
                if len(op.operands):
                    self.emit(depth, f"return {', '.join(self.name(o) for o in op.operands)}")
                break
            if op.name in ("scf.yield", "pypto.yield"):
                return [self.name(o) for o in op.operands]
            self._operation(op, depth)
        if len(self.lines) == start:
            self.emit(depth, "pass")
        return []

    def _operation(self, op: Any, depth: int) -> None:
        if op.name == "arith.constant":
            self.text[op.results[0]] = constant(op.attributes["value"], op.results[0].type)
            return
        if op.name in scopes.NAMES:
            scopes.NAMES[op.name](self, op, depth)
            return
        handler = getattr(self, "_" + op.name.replace(".", "_"), None)
        if handler is not None:
            handler(op, depth)
            return
        if op.name.startswith("arith."):
            text = scalars.expression(op, self.name)
        elif op.name.startswith("pypto."):
            text = operations.call(op, self.name)
        else:
            raise NotPrintable(f"operation {op.name}")
        if not len(op.results):
            self.emit(depth, text)
            return
        self.emit(depth, f"{self.bind(op.results[0], hint_of(op.location))} = {text}")

    def _func_call(self, op: Any, depth: int) -> None:
        callee = str(op.attributes["callee"]).lstrip("@")
        text = f"self.{callee}({', '.join(self.name(o) for o in op.operands)})"
        names = [self.bind(r, hint_of(op.location)) for r in op.results]
        self.emit(depth, f"{', '.join(names)} = {text}" if names else text)

    def _scf_for(self, op: Any, depth: int) -> None:
        lower, upper, step, *initial = (self.name(o) for o in op.operands)
        block = op.regions[0].blocks[0]
        index, *carried = block.arguments
        kind = "Sequential"
        if "pypto.loop" in op.attributes:
            kind = member(op.attributes["pypto.loop"])
        if kind not in _LOOPS:
            raise NotPrintable(f"a loop of kind {kind}")
        arguments = [lower, upper, step]
        if "pypto.stages" in op.attributes:
            arguments.append(f"stage={integer(op.attributes['pypto.stages'])}")
        target = self.bind(index, "i")
        if initial:
            names = [self.bind(value, hint_of(value.location)) for value in carried]
            target += f", ({', '.join(names)},)"
            arguments.append(f"init_values=({', '.join(initial)},)")
        self.emit(depth, f"for {target} in pl.{_LOOPS[kind]}({', '.join(arguments)}):")
        start = len(self.lines)
        self._yields(op, self._block(block, depth + 1), depth + 1)
        if len(self.lines) == start:
            self.emit(depth + 1, "pass")

    def _yields(self, op: Any, values: list[str], depth: int) -> None:
        if values:
            names = [self.bind(result) for result in op.results]
            self.emit(depth, f"{', '.join(names)} = pl.yield_({', '.join(values)})")

    def _scf_if(self, op: Any, depth: int) -> None:
        names = self.names.group(len(op.results))
        self.emit(depth, f"if {self.name(op.operands[0])}:")
        for position, region in enumerate(op.regions):
            if position and not len(region.blocks):
                break
            mark = len(self.lines)
            if position:
                self.emit(depth, "else:")
            start = len(self.lines)
            values = self._block(region.blocks[0], depth + 1)
            if values:
                self.emit(depth + 1, f"{', '.join(names)} = pl.yield_({', '.join(values)})")
            if len(self.lines) == start:
                if position:
                    del self.lines[mark:]
                else:
                    self.emit(depth + 1, "pass")
        for name, result in zip(names, op.results, strict=True):
            self.text[result] = name
        self._keep(op.results, depth)

    def _scf_while(self, op: Any, depth: int) -> None:
        check, body = (region.blocks[0] for region in op.regions)
        names = [self.bind(value, hint_of(value.location)) for value in check.arguments]
        if not names:
            raise NotPrintable("a while loop that carries nothing")
        initial = ", ".join(self.name(o) for o in op.operands)
        self.emit(depth, f"for ({', '.join(names)},) in pl.while_(init_values=({initial},)):")
        self.emit(depth + 1, f"pl.cond({self._condition(check)})")
        for argument, name in zip(body.arguments, names, strict=True):
            self.text[argument] = name
        self._yields(op, self._block(body, depth + 1), depth + 1)

    def _condition(self, block: Any) -> str:
        """The condition of a while loop as one expression."""
        for view in block.operations:
            op = view.operation
            if op.name == "scf.condition":
                handed_on = list(op.operands)[1:]
                if handed_on != list(block.arguments):
                    raise NotPrintable("a while loop whose check changes what it carries")
                return self.name(op.operands[0])
            if op.name == "arith.constant":
                self._operation(op, 0)
            elif op.name.startswith("arith."):
                self.text[op.results[0]] = f"({scalars.expression(op, self.name)})"
            else:
                self.text[op.results[0]] = operations.call(op, self.name)
        raise NotPrintable("a while loop without condition")

    def scope(self, op: Any, depth: int, results: Any, outer: int | None = None) -> None:
        """The body of a scope at `depth` + 1; its results are read again at `outer`."""
        start = len(self.lines)
        values = self._block(op.regions[0].blocks[0], depth + 1)
        names = self.names.group(len(results))
        for name, value, result in zip(names, values, results, strict=True):
            self.emit(depth + 1, f"{name} = {value}")
            self.text[result] = name
        if len(self.lines) == start:
            self.emit(depth + 1, "pass")
        self._keep(results, depth if outer is None else outer)

    def _keep(self, results: Any, depth: int) -> None:
        """Reads results that nobody uses, since a name that is never read is not merged."""
        for result in results:
            if next(iter(result.uses), None) is None:
                self.emit(depth, f"{self.names.fresh('unused')} = {self.text[result]}")


def _has_auto_scope(block: Any) -> bool:
    """True if an AUTO scope of the runtime was placed by hand in it."""
    for op in block.operations:
        if op.name == "pypto.scope" and "AUTO" in str(op.attributes["mode"]):
            return True
        if any(_has_auto_scope(inner) for region in op.regions for inner in region.blocks):
            return True
    return False
