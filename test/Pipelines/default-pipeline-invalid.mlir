// Wrong programs stop the pipeline with one clear error at the user's line.
// RUN: pypto-opt %s --pypto-default-pipeline --split-input-file --verify-diagnostics

!t = !pypto.tensor<16x16xf32>
func.func @outside(%x: !t, %out: !t {pypto.dir = #pypto.dir<InOut>}) {
  // expected-error@+2 {{[PYPTO-E0401] Misplaced tensor op 'tensor.exp' in Orchestration function (should be inside InCore block)}}
  // expected-note@+1 {{pl.at}}
  %0 = pypto.tensor.exp %x : (!t) -> !t
  return
}

// -----

!t = !pypto.tensor<16x16xf32>
// expected-error@+2 {{[PYPTO-E0314] output parameter 1 of 'never' is never written}}
// expected-note@+1 {{pl.store}}
func.func @never(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
  return
}

// -----

// Two tiles that the author keeps at once, each larger than half of Vec.

!t = !pypto.tensor<256x128xf32>
!v = !pypto.tile<256x128xf32>
func.func @exhausted(%x: !t, %y: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
  %c0 = arith.constant 0 : index
  pypto.at CORE_GROUP {
    // expected-note@+1 {{131072 bytes are live here}}
    %a = pypto.tile.load %x[%c0, %c0] : !t -> !v
    // expected-error@+4 {{[PYPTO-E0501] on-chip buffer exhaustion: kernel 'exhausted_incore_0' needs 262144 bytes of Vec, 188416 are available}}
    // expected-note@+3 {{Vec buffer usage (262144 bytes) exceeds platform limit (188416 bytes)}}
    // expected-note@+2 {{131072 bytes are live here}}
    // expected-note@+1 {{load smaller blocks in a loop}}
    %b = pypto.tile.load %y[%c0, %c0] : !t -> !v
    %c = pypto.tile.add %a, %b : (!v, !v) -> !v
    %0 = pypto.tile.store %c, %out[%c0, %c0] : !v, !t -> !t
  }
  return
}

// -----

// Vector work on a product in one kernel.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>
func.func @mixed(%a: !a, %out: !c {pypto.dir = #pypto.dir<Out>}) {
  %c0 = arith.constant 0 : index
  pypto.at CORE_GROUP {
    // expected-note@+1 {{the tile is made here}}
    %0 = pypto.tensor.matmul %a, %a : (!a, !a) -> !c
    // expected-error@+2 {{[PYPTO-E0426] 'tile.exp' needs its operand 0 in Vec, but it lives in Acc}}
    // expected-note@+1 {{second pl.at scope}}
    %1 = pypto.tensor.exp %0 : (!c) -> !c
    %2 = pypto.tensor.assemble %1 into %out[%c0, %c0] : !c, !c -> !c
  }
  return
}
