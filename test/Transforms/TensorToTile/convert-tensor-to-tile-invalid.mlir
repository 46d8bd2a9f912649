// What has no form on tiles is refused where it is written.
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file --verify-diagnostics

!t = !pypto.tensor<?x32xf32>
func.func @dynamic(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // expected-error@+2 {{[PYPTO-E0318] a computation on '!pypto.tensor<?x32xf32>' needs a tile of known size}}
  // expected-note@+1 {{help: take a window of at most a fixed size, as x[i : i + pl.min(TILE, n - i), :]}}
  %0 = pypto.tensor.exp %x : (!t) -> !t
  return
}

// -----

// A transfer has five axes.

!t = !pypto.tensor<2x4x2x4x8x32xf32>
!w = !pypto.tensor<2x2x2x2x8x32xf32>
func.func @window(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.slice %x[%c0, %c0, %c0, %c0, %c0, %c0] : !t -> !w
  // expected-error@+1 {{[PYPTO-E0318] a window of a tensor of 6 axes must become one rectangle when the leading axes are merged; transfers have at most 5 axes}}
  %1 = pypto.tensor.exp %0 : (!w) -> !w
  return
}

// -----

// Elements of 64 bits cannot be gathered.

!t = !pypto.tensor<4x8xi64>
!w = !pypto.tensor<3x5xi64>
!v = !pypto.tensor<5x3xi64>
func.func @wide_elements(%x: !t, %y: !v) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.slice %x[%c0, %c0] : !t -> !w
  // expected-error@+2 {{[PYPTO-E0318] a reshape of a computed tensor of 'i64' whose rows are padded on chip}}
  // expected-note@+1 {{help: cast it first, or use extents that are whole 32-byte blocks}}
  %1 = pypto.tensor.reshape %0 : !w -> !v
  %2 = pypto.tensor.transpose %1, 0, 1 : !v -> !w
  %3 = pypto.tensor.reshape %2 : !w -> !v
  %4 = pypto.tensor.assemble %3 into %y[%c0, %c0] : !v, !v -> !v
  return
}

// -----

// A tile that is valid only in part between rows has no rows.

!t = !pypto.tensor<3x5x32xf32>
func.func @inner_rows(%x: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{[PYPTO-E0318] a tile of 3 axes is valid only in part along an inner axis}}
  // expected-note@+1 {{help: loop over the outer axes and load tiles of two axes}}
  %0 = pypto.tile.load %x[%c0, %c0, %c0] : !t -> !pypto.tile<3x5x32xf32, valid=3x4x32>
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
func.func @write(%x: !t, %v: f32, %b: i1) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  scf.if %b {
    // expected-error@+3 {{[PYPTO-E0318] pl.write in a loop or branch to a tensor that is computed outside of it}}
    // expected-note@+2 {{expected: a tensor in global memory, or one of elements of 16 or 32 bits that is computed in the same block of code}}
    // expected-note@+1 {{help: make the element a tensor and assign it: t[i:i+1, j:j+1] = pl.full([1, 1], dtype=..., value=...)}}
    pypto.tensor.write %v, %0[%c0, %c0] : f32, !t
  }
  return
}

// -----

!t = !pypto.tensor<16x32xi8>
func.func @write_byte(%x: !t, %v: i8) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.concat %x, %x : (!t, !t) -> !pypto.tensor<16x64xi8>
  // expected-error@+3 {{[PYPTO-E0318] pl.write of 'i8' to a tensor that is computed in the kernel}}
  // expected-note@+2 {{expected: a tensor in global memory, or one of elements of 16 or 32 bits}}
  // expected-note@+1 {{help: make the element a tensor}}
  pypto.tensor.write %v, %0[%c0, %c0] : i8, !pypto.tensor<16x64xi8>
  return
}

// -----

// Which of two tensors is written is not known.

!t = !pypto.tensor<16x32xf32>
func.func @ambiguous(%x: !t, %y: !t, %c: i1) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %t = pypto.tile.load %x[%c0, %c0] : !t -> !pypto.tile<16x32xf32>
  %0 = scf.if %c -> !t {
    scf.yield %x : !t
  } else {
    scf.yield %y : !t
  }
  // expected-error@+1 {{[PYPTO-E0318] a store needs a target in global memory}}
  %1 = pypto.tile.store %t, %0[%c0, %c0] : !pypto.tile<16x32xf32>, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
func.func @ambiguous_update(%x: !t, %y: !t, %c: i1) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %e = pypto.tensor.exp %x : (!t) -> !t
  %0 = scf.if %c -> !t {
    scf.yield %x : !t
  } else {
    scf.yield %y : !t
  }
  // expected-error@+2 {{[PYPTO-E0318] which tensor is written is known only at run time}}
  // expected-note@+1 {{help: write it in each branch}}
  %1 = pypto.tensor.assemble %e into %0[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// The position of an extremum needs the whole column.

!t = !pypto.tensor<4096x128xf32>
func.func @large(%x: !t, %y: !pypto.tensor<1x128xi32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{[PYPTO-E0502] a tile of 4096x128xf32 needs 2097152 bytes of Vec, which has 188416 on the 910B}}
  // expected-note@+1 {{rows fit; loop over blocks of rows}}
  %0 = pypto.tensor.col_argmax %x : (!t) -> !pypto.tensor<1x128xi32>
  %1 = pypto.tensor.assemble %0 into %y[%c0, %c0] : !pypto.tensor<1x128xi32>, !pypto.tensor<1x128xi32> -> !pypto.tensor<1x128xi32>
  return
}

// -----

// A batch is computed where it is stored, and nowhere else.

!a = !pypto.tensor<3x32x32xf16>
!c = !pypto.tensor<3x32x32xf32>
func.func @batch(%a: !a, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{[PYPTO-E0318] a product of a batch of matrices must have operands of known extents in global memory and be stored}}
  // expected-note@+1 {{help: loop over the batch}}
  %0 = pypto.tensor.matmul %a, %a : (!a, !a) -> !c
  %1 = pypto.tensor.exp %0 : (!c) -> !c
  %2 = pypto.tensor.assemble %1 into %c[%c0, %c0, %c0] : !c, !c -> !c
  return
}

// -----

// A sum that starts from one tensor cannot be added to another.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
func.func @sum(%a: !a, %c: !c, %d: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.matmul_acc %c, %a, %a : (!c, !a, !a) -> !c
  // expected-error@+2 {{[PYPTO-E0318] a sum that starts from a tensor in global memory can only be stored to that same tensor}}
  // expected-note@+1 {{help: start with pl.matmul to store it elsewhere}}
  %1 = pypto.tensor.assemble %0 into %d[%c0, %c0] : !c, !c -> !c
  return
}

// -----

// Tiles obey the rules of scatters that tensors obey.
!t = !pypto.tile<16x64xi8>
func.func @scatter_bytes(%a: !t, %b: !pypto.tile<16x32xi8>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // expected-error@+2 {{a scatter of 'i8' elements is not available on the a2a3}}
  // expected-note@+1 {{help: cast to INT16 or FP16 first}}
  %r = pypto.tile.scatter_mask %b into %a pattern(2) : (!t, !pypto.tile<16x32xi8>) -> !t
  return
}

// -----

// A reduction of a product is vector work, which such a kernel cannot have yet.

!t = !pypto.tensor<64x64xf16>
!s = !pypto.tensor<64x64xf32>
!m = !pypto.tensor<64x1xf32>
func.func @scores(%q: !t, %k: !t, %out: !m) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{matrix work is here}}
  %s = pypto.tensor.matmul %q, %k : (!t, !t) -> !s
  // expected-error@+2 {{kernel 'scores' has work for the matrix core and for the vector core}}
  // expected-note@+1 {{split it into two pl.at scopes}}
  %m = pypto.tensor.row_max %s : (!s) -> !m
  %o = pypto.tensor.assemble %m into %out[%c0, %c0] : !m, !m -> !m
  return
}

// -----

// A tile of the window would pass the end, and elements of 64 bits cannot be gathered.

!t = !pypto.tensor<16x64xi64>
!w = !pypto.tensor<16x3xi64>
func.func @part_of_a_block(%x: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c61 = arith.constant 61 : index
  %0 = pypto.tensor.maximum %x, %x : (!t, !t) -> !t
  // expected-error@+2 {{[PYPTO-E0313] a window of a computed tensor whose tile, of 16 x 4 elements in whole blocks of 32 bytes, passes the end of the tensor's, of 16 x 64}}
  // expected-note@+1 {{help: slice the tensor before computing on it}}
  %1 = pypto.tensor.slice %0[%c0, %c61] : !t -> !w
  %2 = pypto.tensor.maximum %1, %1 : (!w, !w) -> !w
  return
}

// -----

// The rows of a window are put together on chip, where the memory's later
// contents are not.

!x = !pypto.tensor<32x64xf32>
!w = !pypto.tensor<16x32xf32>
!r = !pypto.tensor<8x64xf32>
func.func @window_of_what_is_written(%x: !x, %out: !r) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.slice %x[%c0, %c0] : !x -> !w
  // expected-error@+2 {{[PYPTO-E0318] a window of a tensor that this kernel writes cannot be reshaped}}
  // expected-note@+1 {{help: reshape the whole tensor, then take the window}}
  %1 = pypto.tensor.reshape %0 : !w -> !r
  %2 = pypto.tensor.exp %1 : (!r) -> !r
  %3 = pypto.tensor.assemble %2 into %x[%c0, %c0] : !r, !x -> !x
  return
}

// -----

!x = !pypto.tensor<32x64xf32>
!w = !pypto.tensor<16x32xf32>
!r = !pypto.tensor<8x64xf32>
func.func @window_of_what_others_may_write(%x: !x, %out: !r) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.slice %x[%c0, %c0] : !x -> !w
  // expected-error@+2 {{[PYPTO-E0318] a window of a tensor cannot be reshaped in a kernel that waits for other cores}}
  // expected-note@+1 {{help: reshape the whole tensor, then take the window}}
  %1 = pypto.tensor.reshape %0 : !w -> !r
  pypto.system.fence
  %2 = pypto.tensor.exp %1 : (!r) -> !r
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !r, !r -> !r
  return
}
