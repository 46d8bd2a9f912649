# row 7.2: must have an empty '...' body
# Parameters, views, captured objects, external kernels: what a declaration may say.
@pl.jit.extern(core_type="aiv", source="declarations.py")
def with_statements(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    return y
#   ^^^^^^^^ PYPTO-E0025 ParserSyntaxError: must have an empty '...' body
# -----
# row 7.3: Unsupported closure variable type
WEIGHTS = {"a", "b"}


@pl.jit
def captured_set(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = 2 * WEIGHTS
#               ^^^^^^^ PYPTO-E0115 ParserTypeError: Unsupported closure variable type: 'WEIGHTS' is a set
        y[:] = pl.mul(x, 2.0)
# -----
ENDLESS = [1]
ENDLESS.append(ENDLESS)


@pl.jit
def captured_in_itself(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(x, ENDLESS[0])
#                        ^^^^^^^ PYPTO-E0115 ParserTypeError: Unsupported closure variable type: 'ENDLESS' contains itself
# -----
# row 7.2: shadows the dynamic symbol
M = pl.dynamic("M")


@pl.jit
def shadowed(x: pl.Tensor[[M, 16], pl.FP32], M: pl.INDEX, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                            ^^^^^^^^^^^ PYPTO-E0207 ParserTypeError: the parameter 'M' shadows the dynamic symbol
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(y)
# -----
# row 7.5: does not accept positional arguments
T = pl.TileView([16, 16])
# error PYPTO-E0117 ParserTypeError: TileView does not accept positional arguments
# -----
# row 7.5: Unknown TensorView keyword
T = pl.TensorView(strides=[16, 1])
# error PYPTO-E0117 ParserTypeError: Unknown TensorView keyword 'strides'
# -----
T = pl.TensorView(stride=[16, 1])
# error PYPTO-E0117 ParserTypeError: TensorView needs layout= when another field is given
# -----
# row 7.5: Unknown layout
@pl.jit
def viewed(x: pl.Tensor[[16, 16], pl.FP32, "pl.TensorView(stride=[16, 1], layout=pl.ND)"], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
#                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0105 ParserTypeError: Unknown layout: 'pl.TensorView(stride=[16, 1], layout=pl.ND)'
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
# -----
# row 7.7: OutParamNotShadowed
@pl.jit
def new_output(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    y = pl.create_tensor([16, 16], dtype=pl.FP32)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0315 VerificationError: the output parameter 'y' is reassigned by 'pl.create_tensor([16, 16], dtype=pl.FP32)'
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y
# -----
# What is wrong with a declared buffer is said once, without the slots that follow from it.
@pl.jit
def misspelt_slots(x: pl.Tensor[[32, 16], pl.FP32], y: pl.Out[pl.Tensor[[32, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.MemRef("pair", slotss=2)
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0102 ParserTypeError: pl.MemRef() got an unexpected keyword argument 'slotss'
        a: pl.Tile[[16, 16], pl.FP32, m[0], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
        y = pl.store(pl.neg(a), [0, 0], y)
# -----
@pl.jit
def a_slot_of_a_tensor(x: pl.Tensor[[32, 16], pl.FP32], y: pl.Out[pl.Tensor[[32, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.MemRef("pair", slots=2)
        a: pl.Tile[[16, 16], pl.FP32, m[x], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ PYPTO-E0116 ParserTypeError: slot index of allocation 'pair' must be an integer
        y = pl.store(pl.neg(a), [0, 0], y)
# -----
@pl.jit
def an_element_for_a_buffer(x: pl.Tensor[[32, 16], pl.FP32], y: pl.Out[pl.Tensor[[32, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a: pl.Tile[[16, 16], pl.FP32, x[0], pl.Mem.Vec] = pl.load(x, [0, 0], [16, 16])
#                                     ^^^^ PYPTO-E0102 ParserTypeError: a tensor is not subscriptable
        y = pl.store(pl.neg(a), [0, 0], y)
