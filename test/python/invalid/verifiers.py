# Properties that hold of a whole kernel.
# row 7.7: TypeCheck
@pl.jit
def two_types(n: pl.INT32, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 0:
            t = pl.load(x, [0, 0], [16, 16])
        else:
            t = pl.load(x, [0, 0], [8, 16])
#           ^ PYPTO-E0111 ParserTypeError: Cannot reassign 't' with a different type: the branches of the if disagree
        pl.store(t, [0, 0], y)
# -----
# row 7.7: UseAfterDef
@pl.jit
def used_before(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.neg(t)
#                  ^ PYPTO-E0201 UndefinedVariableError: Undefined variable 't'
        t = pl.load(x, [0, 0], [16, 16])
        pl.store(u, [0, 0], y)
# -----
# row 7.7: BreakContinueCheck
@pl.jit
def jump_in_parallel(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    for i in pl.parallel(4):
        pl.write(y, [i], 1)
        if i == 2:
            continue
#           ^^^^^^^^ PYPTO-E0010 InvalidOperationError: 'continue' not supported in parallel loops
        pl.write(y, [i], 2)
# -----
# row 7.7: InOutUseValid
@pl.jit.incore
def part(x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], y)


@pl.jit
def old_name(x: pl.Tensor[[16, 16], pl.FP32], t: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    new = part(x, t)
    y = part(t, y)
#            ^ PYPTO-E0323 VerificationError: [InOutUseValid] 't' is read under its old name: 'part' wrote it at line 40 and returned its new value
    return y
# -----
# row 7.7: ArrayNotEscaped
@pl.jit.incore
def part(a, y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], a[0])
    return y


@pl.jit
def array_argument(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    a = pl.array.create(4, pl.INT32)
    a[0] = 3
    y = part(a, y)
#            ^ PYPTO-E0112 ParserTypeError: argument 'a' cannot be passed to a kernel: pl.Array[4, pl.INT32]
# -----
# row 7.7: AccToGmStoreValid
@pl.jit
def narrow_accumulator(a: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.INT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(pl.move(m, target_memory=pl.Mem.Left), pl.move(m, target_memory=pl.Mem.Right))
        pl.store(c, [0, 0], y)
#                ^ PYPTO-E0321 VerificationError: Error in tile operation 'store': an accumulator of FP32 cannot be stored to a tensor of INT16
# -----
# row 7.8: atomic=pl.AtomicType.Add) is only supported inside an InCore function
@pl.jit
def atomic_on_the_control_plane(x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
    y = pl.assemble(y, x, [0, 0], atomic=pl.AtomicType.Add)
#                                        ^^^^^^^^^^^^^^^^^ PYPTO-E0438 ValueError: Error in tensor operation 'assemble': assemble(atomic=pl.AtomicType.Add) is only supported inside an InCore function
# -----
# row 7.8: exceeds the INT16 index range
@pl.jit
def far_scatter(i: pl.Tensor[[16, 4096], pl.INT16], x: pl.Tensor[[16, 4096], pl.INT8], y: pl.Out[pl.Tensor[[16, 4096], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.tensor.scatter(x, -1, i, x)
#                                       ^ PYPTO-E0319 ValueError: pl.scatter(): the number of the last of 65536 elements of 'input' exceeds the INT16 index range
# -----
# row 7.8: tile.transpose that swaps the split axis
@pl.jit
def transposed_half(x: pl.Tensor[[64, 64], pl.FP16], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        mm = pl.matmul(x, x, out_dtype=pl.FP32)
        y[:] = pl.transpose(pl.exp(mm), 0, 1)
#              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0435 ValueError: tile.transpose that swaps the split axis 0 of a tile that pl.SplitMode.UP_DOWN divides between the vector lanes
# -----
@pl.jit
def transposed_in_a_region(x: pl.Tensor[[64, 64], pl.FP16], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mm = pl.matmul(x, x, out_dtype=pl.FP32)
        for i in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):
            half = pl.aiv_shard(mm)
            t = pl.transpose(half, 0, 1)
#               ^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0435 ValueError: tile.transpose that swaps the split axis 1 of a tile that pl.SplitMode.LEFT_RIGHT divides between the vector lanes
            y[:] = pl.aic_gather(t)
# -----
@pl.jit
def reduced_in_a_region(x: pl.Tensor[[64, 64], pl.FP16], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mm = pl.matmul(x, x, out_dtype=pl.FP32)
        for i in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half = pl.aiv_shard(mm)
            y[:] = pl.col_max(pl.exp(half))
#                  ^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0435 ValueError: pl.col_max reduces the split axis 0 of a tile that pl.SplitMode.UP_DOWN divides between the vector lanes
# -----
@pl.jit
def region_in_a_scope(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
        with pl.at(level=pl.Level.CORE_GROUP):
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0415 VerificationError: (NoNestedInCore)
            y[:] = pl.neg(x)
# -----
# row 7.7: AivSplitValid
@pl.jit
def beside_a_region(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            t = pl.exp(x)
        y[:] = pl.add(x, x)
#              ^^^^^^^^^^^^ PYPTO-E0412 VerificationError: vector op 'tensor.add' sits outside every pl.split_aiv region
