# Orders and places that an author chooses: strides, blocks (pl.NZ), rows in Mat, slots of buffers.
@pl.function
def strides_that_overlap(x: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(stride=[16, 1], layout=pl.ND)], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0117 ParserTypeError: stride 16 of axis 0 must be at least 32 so that elements do not overlap and windows are rectangles
    y[:] = x[:, 0:16]
# -----
@pl.function
def one_stride(x: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(stride=[64], layout=pl.ND)], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0117 ParserTypeError: TensorView(stride=) has 2 positive ints, which count elements
    y[:] = x[:, 0:16]
# -----
@pl.function
def every_second_element(x: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(stride=[64, 2], layout=pl.ND)], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0117 ParserTypeError: elements along one axis follow each other: for pl.ND, the last stride is 1
    y[:] = x[:, 0:16]
# -----
@pl.function
def rows_as_columns(x: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(stride=[64, 1], layout=pl.DN)], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0117 ParserTypeError: elements along one axis follow each other: for pl.DN, the last but one stride is 1
    y[:] = x[:, 0:16]
# -----
@pl.function
def valid_beyond(x: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(layout=pl.ND, valid_shape=[16, 33])], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0117 ParserTypeError: TensorView(valid_shape=) must lie inside the tensor
    y[:] = x[:, 0:16]
# -----
@pl.function
def pad_of_nothing(x: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(layout=pl.ND, pad=pl.PadValue.zero)], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0117 ParserTypeError: TensorView(pad=) says what is behind the valid region, and there is none
    y[:] = x[:, 0:16]
# -----
@pl.function
def strides_of_blocks(x: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(layout=pl.NZ, stride=[64, 1])], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0117 ParserTypeError: a tensor in pl.NZ has no strides: its boxes follow each other
    y[:] = x[:, 0:16]
# -----
M = pl.dynamic("M")


@pl.function
def strided_run_time_columns(x: pl.Tensor[[16, M], pl.FP32, pl.TensorView(stride=[64, 1], layout=pl.ND)], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0117 ParserTypeError: only the first axis of a strided tensor may be known at run time
    y[:] = x[:, 0:16]
# -----
@pl.program
class PassesRows:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(stride=[64, 1], layout=pl.ND)], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
        pl.store(pl.load(x, [0, 0], [16, 32]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
        self.kernel(x, y)
#                   ^ PYPTO-E0112 ParserTypeError: argument 'x' of 'kernel' has strides [64, 1]
# -----
@pl.jit
def blocks_in_vec(x: pl.Tensor[[16, 32], pl.FP16, pl.NZ], y: pl.Out[pl.Tensor[[16, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [16, 32]), [0, 0], y)
#                            ^ PYPTO-E0306 InvalidOperationError: Error in tile operation 'load': a tensor in blocks (pl.NZ) is loaded to Mat only
    return y
# -----
@pl.jit
def blocks_begin_elsewhere(x: pl.Tensor[[32, 32], pl.FP16, pl.NZ], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [8, 0], [16, 16], target_memory=pl.Mem.Mat)
#                      ^^^^^^ PYPTO-E0304 InvalidOperationError: Error in tile operation 'load': offset 8 of axis 0 must be a multiple of 16: the tensor lies in blocks (pl.NZ) of 16 x 16
        y = pl.store(pl.matmul(a, a), [0, 0], y)
    return y
# -----
@pl.jit
def sum_of_blocks(x: pl.Tensor[[32, 32], pl.FP16, pl.NZ], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.add(x, 1.0)
#                     ^ PYPTO-E0105 ParserTypeError: Error in tensor operation 'add': 'lhs' is a tensor in blocks (pl.NZ), and pl.add works on rows
    return y
# -----
@pl.jit
def window_of_blocks(x: pl.Tensor[[32, 32], pl.FP16, pl.NZ], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x[0:16, :], x, out_dtype=pl.FP32)
#                        ^ PYPTO-E0105 ParserTypeError: Error in tensor operation 'slice': 'input' is a tensor in blocks (pl.NZ), and pl.slice works on rows
    return y
# -----
@pl.jit
def other_view_of_blocks(x: pl.Tensor[[32, 32], pl.FP16, pl.NZ], y: pl.Out[pl.Tensor[[32, 32], pl.INT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.reinterpret_view(x, pl.INT16)
#                                  ^ PYPTO-E0105 ParserTypeError: Error in tensor operation 'reinterpret_view': 'x' is a tensor in blocks (pl.NZ), and pl.reinterpret_view works on rows
    return y
# -----
@pl.jit
def shape_of_blocks(x: pl.Tensor[[32, 32], pl.FP16, pl.NZ], y: pl.Out[pl.Tensor[[16, 64], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.tensor.view(x, [16, 64])
#                             ^ PYPTO-E0105 ParserTypeError: Error in tensor operation 'view': 'tensor' is a tensor in blocks (pl.NZ), and pl.tensor.view works on rows
    return y
# -----
@pl.jit
def blocks_of_three_axes(x: pl.Tensor[[2, 32, 32], pl.FP16, pl.NZ], y: pl.Out[pl.Tensor[[16, 64], pl.FP16]]):
#                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: pl.NZ is an order of matrices whose extents are known when compiling
    y[:] = pl.full([16, 64], pl.FP16, 0.0)
# -----
@pl.jit
def blocks_of_words(x: pl.Tensor[[32, 32], pl.INT64, pl.NZ], y: pl.Out[pl.Tensor[[16, 64], pl.FP16]]):
#                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: no tensor of INT64 lies in blocks (pl.NZ), which products read and write
    y[:] = pl.full([16, 64], pl.FP16, 0.0)
# -----
@pl.jit
def rows_to_blocks(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16, pl.NZ]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
#              ^^^^^^^^^ PYPTO-E0105 ParserTypeError: Error in tensor operation 'assemble': what is written to a tensor in blocks (pl.NZ) is a product in blocks
    return y
# -----
@pl.jit
def tile_to_blocks(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16, pl.NZ]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
#                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0306 InvalidOperationError: Error in tile operation 'store': a tensor in blocks (pl.NZ) is written from an accumulator only
    return y
# -----
@pl.jit
def blocks_to_rows(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, x, c_matrix_nz=True)
#       ^^^^ PYPTO-E0105 ParserTypeError: Error in tensor operation 'assemble': a product in blocks (c_matrix_nz=True) is written to a tensor in blocks
    return y
# -----
@pl.jit
def batch_in_blocks(x: pl.Tensor[[2, 32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16, pl.NZ]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, x, c_matrix_nz=True)
#                                          ^^^^ PYPTO-E0304 InvalidOperationError: Error in tensor operation 'matmul': c_matrix_nz=True is for the product of two matrices whose extents are known when compiling
    return y
# -----
@pl.jit
def transposed_blocks(x: pl.Tensor[[32, 32], pl.FP16, pl.NZ], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x, x, b_trans=True, out_dtype=pl.FP32)
#                                      ^^^^ PYPTO-E0105 ParserTypeError: Error in tensor operation 'matmul': b_trans=True reads rows of memory as columns, and 'rhs' is a tensor in blocks (pl.NZ)
    return y
# -----
@pl.jit
def created_blocks(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    z = pl.create_tensor([2, 32, 32], dtype=pl.FP16, layout=pl.TensorLayout.NZ)
#                        ^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: Error in tensor operation 'create_tensor': pl.NZ is an order of matrices whose extents are known when compiling
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y
# -----
@pl.jit.incore
def takes_blocks(x: pl.Tensor[[32, 32], pl.FP16, pl.NZ], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
    pl.store(pl.matmul(a, a), [0, 0], y)


@pl.jit
def passes_rows(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    takes_blocks(x, y)
#                ^ PYPTO-E0112 ParserTypeError: argument 'x' of 'takes_blocks' has its elements in another order
# -----
@pl.jit
def flat_in_vec(x: pl.Tensor[[16, 32], pl.FP16], y: pl.Out[pl.Tensor[[16, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([16, 32], pl.FP16, flat_layout=True)
#                                                         ^^^^ PYPTO-E0307 InvalidOperationError: Error in tile operation 'create_tile': flat_layout=True is for tiles in Mat without transpose only
        y = pl.store(t, [0, 0], y)
    return y
# -----
@pl.jit
def stored_rows(x: pl.Tensor[[16, 32], pl.FP16], y: pl.Out[pl.Tensor[[16, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([16, 32], pl.FP16, pl.Mem.Mat, flat_layout=True)
        t = pl.gather_row(t, x, [0, 0], [0, 0], [16, 32])
        y = pl.store(t, [0, 0], y)
#                    ^ PYPTO-E0105 ParserTypeError: Error in tile operation 'store': 'tile' is a tile in Mat that lies in rows (flat_layout=True), which pl.store does not take
    return y
# -----
@pl.jit
def product_of_rows(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([32, 32], pl.FP16, pl.Mem.Mat, flat_layout=True)
        y = pl.store(pl.matmul(t, t), [0, 0], y)
#                              ^ PYPTO-E0105 ParserTypeError: Error in tile operation 'matmul': 'lhs' is a tile in Mat that lies in rows (flat_layout=True), which pl.matmul does not take
    return y
# -----
@pl.jit
def rows_to_a_factor(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([32, 32], pl.FP16, pl.Mem.Mat, flat_layout=True)
        a = pl.move(t, target_memory=pl.Mem.Left)
#                                    ^^^^^^^^^^^ PYPTO-E0306 InvalidOperationError: Error in tile operation 'move': a tile in Mat that lies in rows (flat_layout=True) does not move to Left: factors of products lie in boxes
        y = pl.store(pl.matmul(a, a), [0, 0], y)
    return y
# -----
@pl.jit
def two_counts_of_slots(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.MemRef("r", slots=2)[n], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
        u: pl.Tile[[16, 16], pl.FP32, pl.MemRef("r", slots=3)[n], pl.Mem.Vec] = pl.neg(t)
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: allocation 'r' was declared with 2 slots already
        y = pl.store(u, [0, 0], y)
    return y
# -----
@pl.jit
def two_memories_of_slots(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.MemRef("r", slots=2)
        t: pl.Tile[[16, 16], pl.FP32, r[n], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
        u: pl.Tile[[16, 16], pl.FP32, r[1 - n], pl.Mem.Mat] = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: allocation 'r' is in pl.Mem.Vec already
        y = pl.store(t, [0, 0], y)
    return y
# -----
@pl.jit
def slot_by_a_float(x: pl.Tensor[[16, 16], pl.FP32], f: pl.FP32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.MemRef("r", slots=2)
        t: pl.Tile[[16, 16], pl.FP32, r[f], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: slot index of allocation 'r' must be an integer
        y = pl.store(t, [0, 0], y)
    return y
# -----
@pl.jit
def slot_out_of_range(x: pl.Tensor[[16, 16], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.MemRef("r", slots=2)
        t: pl.Tile[[16, 16], pl.FP32, r[n], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
        u: pl.Tile[[16, 16], pl.FP32, r[2], pl.Mem.Vec] = pl.neg(t)
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: slot index of allocation 'r' is out of range
        y = pl.store(u, [0, 0], y)
    return y
