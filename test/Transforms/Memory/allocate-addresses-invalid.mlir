// Exhaustion names the bytes, the live tiles and where they are made; IR without
// consistent buffers is refused.
// RUN: pypto-opt %s --pypto-allocate-addresses --split-input-file --verify-diagnostics

!t = !pypto.tensor<256x128xf32>
!v = !pypto.tile<256x128xf32, Vec>
!b = memref<131072xi8, #pypto.space<Vec>>
func.func @exhausted(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc : !b
  %b1 = pypto.memref.alloc : !b
  // expected-note@+1 {{131072 bytes are live here}}
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  // expected-error@+4 {{[PYPTO-E0501] on-chip buffer exhaustion: kernel 'exhausted' needs 262144 bytes of Vec, 188416 are available}}
  // expected-note@+3 {{Vec buffer usage (262144 bytes) exceeds platform limit (188416 bytes)}}
  // expected-note@+2 {{131072 bytes are live here}}
  // expected-note@+1 {{at most 71% of these bytes fit}}
  %1 = pypto.tile.recip %0 into %b1 : (!v, !b) -> !v
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
func.func @no_buffers(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{[PYPTO-E0504] a tile without a buffer; run pypto-insert-buffers first}}
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @disagree(%x: !t, %y: !t, %c: i1) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc : !b
  %b1 = pypto.memref.alloc : !b
  // expected-error@+1 {{[PYPTO-E0504] control flow merges tiles that live in different buffers}}
  %0 = scf.if %c -> !v {
    %1 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
    scf.yield %1 : !v
  } else {
    %1 = pypto.tile.load %x[%c0, %c0] into %b1 : !b : !t -> !v
    scf.yield %1 : !v
  }
  %2 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @chosen_overlap(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{this buffer ends at byte 3072}}
  %b0 = pypto.memref.alloc address(1024) : !b
  // expected-error@+2 {{[PYPTO-E0505] 2048 bytes at address 2048 of Vec overlaps 2048 bytes at address 1024 while both are in use}}
  // expected-note@+1 {{help: begin the one behind the end of the other, or use the first for the last time before the second is made}}
  %b1 = pypto.memref.alloc address(2048) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.exp %0 into %b1 : (!v, !b) -> !v
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @chosen_unaligned(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{address 8 of 2048 bytes is not a multiple of 32, the alignment of Vec}}
  // expected-note@+1 {{help: begin it at 0 or 32}}
  %b0 = pypto.memref.alloc address(8) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @chosen_beyond(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{2048 bytes at address 188384 ends at byte 190432 of Vec, which has 188416}}
  // expected-note@+1 {{help: begin it at 186368 or before}}
  %b0 = pypto.memref.alloc address(188384) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @chosen_reserved(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %ring = pypto.memref.alloc address(0) : !b
  // expected-error@+1 {{2048 bytes at address 1024 overlaps the reserved bytes 0 to 2048 of Vec}}
  %b0 = pypto.memref.alloc address(1024) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  return
}
