# The manual's memory page and the bad input of data movement.
@pl.jit.incore
def load_left(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Left)
#                                                  ^^^^^^^^^^^ PYPTO-E0306 InvalidOperationError: pl.load cannot target Left: a DDR load reaches only Vec or Mat
    pl.store(t, [0, 0], y)


@pl.jit
def entry(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    y = load_left(x, y)
# -----
@pl.jit.incore
def vec_operands(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.load(x, [0, 0], [32, 32])
    c = pl.matmul(t, t)
#                 ^ PYPTO-E0306 InvalidOperationError: 'lhs' is in Vec: operands must be in Left and Right
    pl.store(c, [0, 0], y)


@pl.jit
def entry(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = vec_operands(x, y)
# -----
@pl.jit.incore
def swapped_operands(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
    a = pl.move(t, target_memory=pl.Mem.Right)
    c = pl.matmul(a, a)
#                 ^ PYPTO-E0306 InvalidOperationError: 'lhs' is in Right
    pl.store(c, [0, 0], y)


@pl.jit
def entry(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = swapped_operands(x, y)
# -----
@pl.jit.incore
def allocates(y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.create_tensor([32, 32], dtype=pl.FP32)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0312 InvalidOperationError: a tensor cannot be allocated inside an InCore function
    y[:] = t


@pl.jit
def entry(y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = allocates(y)
# -----
@pl.jit
def move_to_acc(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        t = pl.move(t, target_memory=pl.Mem.Acc)
#                                    ^^^^^^^^^^ PYPTO-E0306 InvalidOperationError: pl.move cannot target Acc
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def load_outside(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [16, 0], [32, 32])
#                      ^^^^^^^ PYPTO-E0308 InvalidOperationError: offset 16 + extent 32 of axis 0 passes the extent 32 of the tensor
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def store_dtype(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        pl.store(t, [0, 0], y)
#                ^ PYPTO-E0305 InvalidOperationError: a tile of INT32 cannot be stored to a tensor of FP32
# -----
@pl.jit
def load_rank(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0], [32, 32])
#                      ^^^ PYPTO-E0304 InvalidOperationError: 'offsets' has 1 entries but the tensor is 2D
        pl.store(t, [0, 0], y)
# -----
# row 7.8: has a dynamic (non-constant) dimension
@pl.jit
def runtime_tile_shape(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]], n: pl.INDEX):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [n, 32])
#                              ^^^^^^^ PYPTO-E0120 ValueError: Error in tile operation 'load': 'shapes' has a dynamic (non-constant) dimension: axis 0 is known only at run time
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def load_a_tile(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        t = pl.load(t, [0, 0], [32, 32])
#                   ^ PYPTO-E0303 InvalidOperationError: 'tensor' must be a Tensor
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def valid_too_large(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 32], valid_shape=[17, 32])
#                                                    ^^^^^^^^ PYPTO-E0304 InvalidOperationError: valid_shape 17 of axis 0 must be in 0..16
        pl.store(t, [0, 0], y)
# -----
# row 7.8: pl.set_validshape cannot narrow a tile view
@pl.jit
def narrow_a_view(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        u = pl.set_validshape(t[0:16, :], 8, 32)
#                             ^^^^^^^^^^ PYPTO-E0322 ValueError: Error in tile operation 'set_validshape': pl.set_validshape cannot narrow a tile view (the result of a slice or reshape)
        pl.store(u, [0, 0], y)
# -----
@pl.jit
def write_dtype(y: pl.Out[pl.Tensor[[4], pl.INT32]], v: pl.INT64):
    pl.write(y, [0], v)
#                    ^ PYPTO-E0305 InvalidOperationError: 'value' must have exactly dtype INT32
# -----
@pl.jit
def read_rank(x: pl.Tensor[[4, 4], pl.INT32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], pl.read(x, [1]))
#                               ^^^ PYPTO-E0304 InvalidOperationError: 1 indices for a 2D tensor
# -----
# row 7.7: AtomicAddDtypeValid
@pl.jit
def atomic_dtype(x: pl.Tensor[[32, 32], pl.INT64], y: pl.InOut[pl.Tensor[[32, 32], pl.INT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(t, [0, 0], y, atomic=pl.AtomicType.Add)
#                                         ^^^^^^^^^^^^^^^^^ PYPTO-E0320 VerificationError: Error in tile operation 'store': atomic=Add is not available for INT64 on a2a3
# -----
@pl.jit
def pad_value(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], valid_shape=[8, 32])
        pl.store(pl.fillpad(t, pad_value=3), [0, 0], y)
#                                        ^ PYPTO-E0307 InvalidOperationError: invalid pad value 3
