# Tasks of a program: pl.submit, pl.spmd_submit, their targets and keywords.
# row 7.2: requires the kernel as its first argument
@pl.program
class NoKernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y, t = pl.submit()
#              ^^^^^^^^^^^ PYPTO-E0416 ParserSyntaxError: pl.submit() requires the kernel as its first argument
        return y
# -----
# row 7.2: must be a `self.<kernel>` method reference
@pl.jit.incore
def part(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)


@pl.jit
def no_method(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y, t = pl.submit(part, x, y)
#                    ^^^^ PYPTO-E0416 ParserSyntaxError: the kernel of pl.submit() must be a `self.<kernel>` method reference
    return y
# -----
# row 7.2: must be unpacked as exactly 2 targets
@pl.program
class ThreeTargets:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y, t, u = pl.submit(self.part, x, y)
#       ^^^^^^^ PYPTO-E0416 ParserSyntaxError: pl.submit() must be unpacked as exactly 2 targets: (result, task_id)
        return y
# -----
# row 7.2: task_id target must be a plain variable name
@pl.program
class TaskTuple:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y, (t, u) = pl.submit(self.part, x, y)
#          ^^^^^^ PYPTO-E0416 ParserSyntaxError: the task_id target must be a plain variable name
        return y
# -----
# row 7.2: result target must be a variable name or a tuple
@pl.program
class ResultSubscript:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y[0], t = pl.submit(self.part, x, y)
#       ^^^^ PYPTO-E0416 ParserSyntaxError: the result target must be a variable name or a tuple of variable names
        return y
# -----
# row 7.2: (no nested tuples)
@pl.program
class NestedTuple:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        (y, (a, b)), t = pl.submit(self.part, x, y)
#           ^^^^^^ PYPTO-E0416 ParserSyntaxError: result targets are variable names (no nested tuples)
        return y
# -----
# row 7.2: unpacks N result value(s) but kernel '<k>' returns M
@pl.program
class TooManyResults:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        (y, z), t = pl.submit(self.part, x, y)
#       ^^^^^^ PYPTO-E0112 ParserTypeError: pl.submit() unpacks 2 result value(s) but kernel 'part' returns 1
        return y
# -----
# row 7.2: must target a simple variable name
@pl.program
class AnnotatedTarget:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y[0]: pl.Tensor[[16, 16], pl.FP32] = pl.submit(self.part, x, y)
#       ^^^^ PYPTO-E0416 ParserSyntaxError: an annotated pl.submit() must target a simple variable name
        return y
# -----
# row 7.2: must be unpacked as a 2-tuple
@pl.program
class InAnExpression:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y = pl.submit(self.part, x, y)[0]
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0416 ParserSyntaxError: pl.submit() must be unpacked as a 2-tuple: (result, task_id)
        return y
# -----
# row 7.4: dumps= must be a list
@pl.program
class DumpsTuple:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y, t = pl.submit(self.part, x, y, dumps=x)
#                                               ^ PYPTO-E0418 ParserTypeError: dumps= must be a list
        return y
# -----
# row 7.4: entries must be tensor variables
@pl.program
class DumpsExpression:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y, t = pl.submit(self.part, x, y, dumps=[x[0:8, :]])
#                                                ^^^^^^^^^ PYPTO-E0418 ParserTypeError: dumps= entries must be tensor variables
        return y
# -----
# row 7.4: is not an argument of this submit
@pl.program
class DumpsOther:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], w: pl.Tensor[[16, 16], pl.FP32],
             y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y, t = pl.submit(self.part, x, y, dumps=[w])
#                                                ^ PYPTO-E0418 ParserTypeError: dumps= entry 'w' is not an argument of this submit
        return y
# -----
@pl.program
class NoBlocks:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y, t = pl.spmd_submit(self.part, x, y)
#              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0416 ParserSyntaxError: pl.spmd_submit() requires the core_num= keyword
        return y
# -----
@pl.program
class UnknownKeyword:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y, t = pl.submit(self.part, x, y, core_num=4)
#                                                  ^ PYPTO-E0416 ParserSyntaxError: pl.submit() does not accept keyword argument 'core_num'
        return y
# -----
# row 7.7: ManualDepsOnSubmitOnly
@pl.program
class DepsOnACall:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y, t = pl.submit(self.part, x, y)
        y = self.part(x, y, deps=[t])
#                                ^^^ PYPTO-E0112 ParserTypeError: 'part' does not accept keyword argument 'deps'
        return y
# -----
# row 7.4: 'attrs=' ... must be a dict literal
@pl.program
class AttrsName:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y = self.part(x, y, attrs=3)
#                                 ^ PYPTO-E0422 ParserTypeError: 'attrs=' of a call must be a dict literal
        return y
# -----
# row 7.4: arg_directions ... must be a list literal
@pl.program
class DirectionsNumber:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y = self.part(x, y, attrs={"arg_directions": 2})
#                                                    ^ PYPTO-E0422 ParserTypeError: arg_directions must be a list literal
        return y
# -----
# row 7.4: length (n) ... must match positional arg count
@pl.program
class DirectionsShort:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y = self.part(x, y, attrs={"arg_directions": [pl.adir.input]})
#                                                    ^^^^^^^^^^^^^^^ PYPTO-E0422 ParserTypeError: arg_directions length (1) must match positional arg count (2)
        return y
# -----
# row 7.4: Unknown call-site direction marker
@pl.program
class DirectionsMarker:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y = self.part(x, y, attrs={"arg_directions": [pl.adir.input, "out"]})
#                                                                    ^^^^^ PYPTO-E0422 ParserTypeError: Unknown call-site direction marker ''out''
        return y
# -----
# row 7.4: manual_dep_edges ... is not accepted
@pl.program
class Edges:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        y = self.part(x, y, attrs={"manual_dep_edges": []})
#                                 ^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0422 ParserTypeError: manual_dep_edges is not accepted, use deps=
        return y
