# row 7.2: missing type annotation
# Annotations and decorators.
@pl.function
def missing(x, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#           ^ PYPTO-E0101 ParserTypeError: Parameter 'x' missing type annotation
    return y
# -----
# row 7.5: Scalar parameters cannot have InOut direction
@pl.function
def scalar_output(n: pl.InOut[pl.Scalar[pl.INT32]]):
#                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0118 ParserTypeError: Scalar parameters cannot have InOut direction
    return n
# -----
# row 7.5: Parameter type cannot be a tuple
@pl.function
def tuple_parameter(n: pl.Tuple[pl.Scalar[pl.INT32], pl.Scalar[pl.INT32]]):
#                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: Parameter type cannot be a tuple
    return n
# -----
# row 7.5: Incomplete type annotation
@pl.function
def bare(x: pl.Tensor):
#           ^^^^^^^^^ PYPTO-E0102 ParserTypeError: Incomplete type annotation
    return x
# -----
# row 7.5: must be int or pl.dynamic()
@pl.function
def string_dim(x: pl.Tensor[["n", 16], pl.FP32]):
#                            ^^^ PYPTO-E0103 ParserTypeError: Shape dimension must be int or pl.dynamic()
    return x
# -----
# row 7.5: Shape must be a list
@pl.function
def no_shape(x: pl.Tensor[16, pl.FP32]):
#                         ^^ PYPTO-E0103 ParserTypeError: Shape must be a list
    return x
# -----
# row 7.5: Unknown dtype
@pl.function
def bad_dtype(x: pl.Tensor[[16, 16], float]):
#                                    ^^^^^ PYPTO-E0104 ParserTypeError: Unknown dtype: <class 'float'>
    return x
# -----
# row 7.5: DN layout-only shorthand
@pl.function
def dn_layout(x: pl.Tensor[[16, 16], pl.FP32, pl.DN]):
#                                             ^^^^^ PYPTO-E0105 ParserTypeError: DN layout-only shorthand forces two coordinate systems
    return x
# -----
# row 7.5: Array extent must be an int literal
@pl.function
def array_extent(x: pl.Array["n", pl.INT32]):
#                   ^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: Array extent must be an int literal
    return x
# -----
# row 7.5: Unsupported type annotation
@pl.function
def python_type(x: list):
#                  ^^^^ PYPTO-E0102 ParserTypeError: Unsupported type annotation
    return x
# -----
# row 7.5: has dtype
@pl.jit
def annotated_dtype(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[16, 16], pl.FP16] = pl.neg(x)
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Type annotation for 't' has dtype
        y[:] = t
# -----
# row 7.5: has shape dimension
@pl.jit
def annotated_shape(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[16, 8], pl.FP32] = pl.neg(x)
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Type annotation for 't' has shape dimension
        y[:] = t
# -----
# row 7.5: has rank
@pl.jit
def annotated_rank(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[16], pl.FP32] = pl.neg(x)
#          ^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Type annotation for 't' has rank
        y[:] = t
# -----
# row 7.5: Type annotation for '<v>' is
@pl.jit
def annotated_kind(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    t: pl.Tile[[16, 16], pl.FP32] = 3
#      ^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Type annotation for 't' is
    pl.write(y, [0], 1)
# -----
@pl.jit
def returned_dtype(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP16]:
#                                                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'returned_dtype' has dtype pl.Tensor[[16, 16], pl.FP16], but the value is
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y
# -----
@pl.jit
def returned_shape(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 8], pl.FP32]:
#                                                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'returned_shape' has shape dimension 8 at axis 1
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y
# -----
@pl.jit
def returned_rank(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
#                                                                                              ^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'returned_rank' has rank
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y
# -----
@pl.jit
def returned_kind(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Scalar[pl.FP32]:
#                                                                                              ^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'returned_kind' is pl.Scalar[pl.FP32]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y
# -----
@pl.jit
def returned_something(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> None:
#                                                                                                   ^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'returned_something' is None, but the value is
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y
# -----
@pl.jit
def returned_one(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.INT32]:
#                                                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'returned_one' is tuple[pl.Tensor[[16, 16], pl.FP32], pl.INT32]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y
# -----
@pl.jit
def returned_member(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> tuple[pl.Tensor[[16, 16], pl.FP32], pl.INT32]:
#                                                                                                                                    ^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'returned_member[1]' has dtype
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y, 0.5
# -----
@pl.jit.inline
def halves(t: pl.Tensor[[16, 16], pl.FP32]) -> pl.Tensor[[16, 16], pl.BF16]:
#                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: Return annotation of 'halves' has dtype
    return pl.mul(t, 0.5)

@pl.jit
def returned_by_a_helper(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = halves(x)
# -----
# row 7.5: Tile does not accept layouts
@pl.jit
def tile_layout(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.NZ] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: Tile does not accept layouts
        pl.store(t, [0, 0], y)
# -----
# row 7.5: must also specify explicit memory space
@pl.jit
def memref_space(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.MemRef("a")] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: must also specify explicit memory space
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def memref_other_space(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.MemRef("a"), pl.Mem.Mat] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0106 ParserTypeError: has memory space
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def memref_subscript(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.MemRef("a")[0], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: has one slot and cannot be subscripted
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def memref_slot(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        ring = pl.MemRef(slots=2)
        t: pl.Tile[[16, 16], pl.FP32, ring[2], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: slot index of allocation 'ring' is out of range
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def memref_no_slot(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        ring = pl.MemRef(slots=2)
        t: pl.Tile[[16, 16], pl.FP32, ring, pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: has 2 slots and none is chosen
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def memref_slots(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.MemRef("r", slots=0), pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: must be a positive int literal
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def memref_twice(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.MemRef("one")
        b = pl.MemRef("one")
#           ^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: two declarations of the allocation 'one'
        t: pl.Tile[[16, 16], pl.FP32, a, pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def memref_address(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.MemRef(-32, 0, 1024), pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: describes bytes at an address
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def memref_pipeline(x: pl.Tensor[[64, 16], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4, stage=2):
            t: pl.Tile[[16, 16], pl.FP32, pl.MemRef("a"), pl.Mem.Vec] = pl.load(x, [16 * i, 0], [16, 16])
#              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: inside a pl.pipeline body
            pl.store(t, [16 * i, 0], y)
# -----
@pl.function(type=pl.FunctionType.InCore)
def changes_type(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    t = pl.load(x, [0, 0], [16, 16])
    t = pl.load(x, [0, 0], [8, 16])
#   ^ PYPTO-E0107 ParserTypeError: Cannot reassign 't' with a different type
    pl.store(t, [0, 0], y)
    return y
# -----
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def strict(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    t = pl.load(x, [0, 0], [16, 16])
    t = pl.neg(t)
#   ^ PYPTO-E0204 SSAViolationError: Variable 't' is already defined
    z = pl.store(t, [0, 0], y)
    return z
# -----
# row 7.6: does not accept a level= argument
@pl.jit(level=pl.Level.HOST)
def level(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
# error PYPTO-E0713 TypeError: does not accept a level= argument
# -----
# row 7.6: does not accept an auto_scope= argument
@pl.jit.incore(auto_scope=False)
def scoped(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
# error PYPTO-E0713 TypeError: does not accept an auto_scope= argument
# -----
@pl.jit.extern(core_type="mixed", source="a.cpp")
def external(y: pl.Out[pl.Tensor[[4], pl.INT32]]): ...
# error PYPTO-E0718 ValueError: needs both aic_source and aiv_source
# -----
@pl.jit.extern(core_type="aiv", source="not_there.cpp")
def external(y: pl.Out[pl.Tensor[[4], pl.INT32]]): ...
# error PYPTO-E0718 ValueError: source file not found
# -----
# row 7.2: external_source is only valid on
@pl.function(external_source="a.cpp")
def external(y: pl.Out[pl.Tensor[[4], pl.INT32]]): ...
# error PYPTO-E0102 ParserTypeError: external_source is only valid on
# -----
@pl.jit
def enormous(x: pl.Tensor[[9223372036854775808, 64], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.INT32]]):
#               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: a tensor of more elements than any memory holds
    pl.write(y, [0], 1)
# -----
# row 7.5: Unknown type in subscript
@pl.jit
def tile_extra(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, 3] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: Unknown type in subscript: 3
        pl.store(t, [0, 0], y)
# -----
# row 7.5: Tile annotation can contain at most one ...
@pl.jit
def two_spaces(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec, pl.Mem.Mat] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: Tile annotation can contain at most one MemorySpace
        pl.store(t, [0, 0], y)
# -----
# row 7.5: Nested tuple types are not supported
@pl.function
def nested_tuple(x: pl.Tensor[[16, 16], pl.FP32]) -> pl.Tuple[pl.Tuple[pl.INT32, pl.INT32], pl.INT32]:
#                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: Nested tuple types are not supported
    return x
# -----
# row 7.5: Array subscript requires [extent, dtype]
@pl.function
def array_entries(a: pl.Array[4]):
#                    ^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: Array subscript requires [extent, dtype]
    return a
# -----
@pl.function
def tensor_entries(x: pl.Tensor[[4]]):
#                     ^^^^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: Incomplete type annotation: pl.Tensor needs [shape, dtype]
    return x
# -----
# row 7.5: Unknown shape variable
@pl.jit
def unknown_dimension(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, COLUMNS], pl.FP32] = pl.load(x, [0, 0], [16, 16])
#                       ^^^^^^^ PYPTO-E0103 ParserTypeError: Unknown shape variable 'COLUMNS'
        pl.store(t, [0, 0], y)
# -----
# row 7.5: Cannot resolve dtype
@pl.jit
def unresolved_dtype(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], ELEMENT] = pl.load(x, [0, 0], [16, 16])
#                            ^^^^^^^ PYPTO-E0104 ParserTypeError: Cannot resolve dtype 'ELEMENT'
        pl.store(t, [0, 0], y)
# -----
# row 7.5: Cannot resolve layout
@pl.jit
def unresolved_layout(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[16, 16], pl.FP32, ORDER] = pl.neg(x)
#                                       ^^^^^ PYPTO-E0105 ParserTypeError: Cannot resolve layout 'ORDER'
        y[:] = t
# -----
# row 7.5: Shape dimension must be int literal
@pl.jit
def float_dimension(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16.0], pl.FP32] = pl.load(x, [0, 0], [16, 16])
#                       ^^^^ PYPTO-E0103 ParserTypeError: Shape dimension must be int literal, pl.dynamic() or an integer scalar
        pl.store(t, [0, 0], y)
# -----
# row 7.5: must be integer-typed
@pl.function
def scalar_dimension(x: pl.Tensor[[16, pl.Scalar[pl.FP32]], pl.FP32]):
#                                      ^^^^^^^^^^^^^^^^^^ PYPTO-E0103 ParserTypeError: Shape dimension pl.Scalar[pl.FP32] must be integer-typed and known here
    return x
# -----
# row 7.5: Unknown TileView keyword
@pl.jit
def view_keyword(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.TileView(padding=pl.PadValue.zero)] = pl.load(x, [0, 0], [16, 16])
#                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0117 ParserTypeError: Unknown TileView keyword 'padding'; it takes valid_shape, stride, start_offset, blayout, slayout, fractal, pad, compact
        pl.store(t, [0, 0], y)
# -----
# row 7.5: Unknown TileLayout/PadValue/CompactMode value
@pl.jit
def pad_member(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.TileView(pad=pl.PadValue.ones)] = pl.load(x, [0, 0], [16, 16])
#                                                     ^^^^^^^^^^^^^^^^ PYPTO-E0121 ParserTypeError: Unknown PadValue value 'ones'
        pl.store(t, [0, 0], y)
# -----
# row 7.5: Unknown memory space
@pl.jit
def space_member(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 16], pl.FP32, pl.Mem.L1] = pl.load(x, [0, 0], [16, 16])
#                                     ^^^^^^^^^ PYPTO-E0121 ParserTypeError: Unknown memory space 'L1'
        pl.store(t, [0, 0], y)
# -----
@pl.jit
def space_of_a_load(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.vec)
#                                                      ^^^^^^^^^^ PYPTO-E0121 ParserTypeError: Unknown memory space 'vec'
        pl.store(t, [0, 0], y)
# -----
# Names of annotations are Python's: outside of a body the module itself says what it has.
@pl.jit
def dtype_of_a_parameter(x: pl.Tensor[[16, 16], pl.FLOAT32]):
#                                               ^^^^^^^^^^ PYPTO-E0121 ParserTypeError: Unknown DataType 'FLOAT32'
    pass
# -----
@pl.jit
def layout_of_a_parameter(x: pl.Tensor[[16, 16], pl.FP32, pl.TensorLayout.NHWC]):
#                                                         ^^^^^^^^^^^^^^^^^^^^ PYPTO-E0121 ParserTypeError: Unknown layout 'NHWC'
    pass
