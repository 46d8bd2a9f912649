// Programs that cannot be outlined are refused where they are wrong.
// RUN: pypto-opt %s --pypto-outline-scopes --split-input-file --verify-diagnostics

!t = !pypto.tensor<16x16xf32>
func.func @misplaced(%x: !t, %out: !t {pypto.dir = #pypto.dir<InOut>}) {
  // expected-error@+2 {{[PYPTO-E0401] Misplaced tensor op 'tensor.mul' in Orchestration function (should be inside InCore block)}}
  // expected-note@+1 {{pl.at}}
  %0 = pypto.tensor.mul %x, %x : (!t, !t) -> !t
  return
}

// -----

!t = !pypto.tensor<16x16xf32>
// expected-error@+2 {{[PYPTO-E0314] output parameter 1 of 'unwritten' is never written}}
// expected-note@+1 {{out[:] = ...}}
func.func @unwritten(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
  return
}

// -----

!t = !pypto.tensor<16x16xf32>
// expected-error@+2 {{[PYPTO-E0314] output parameter 0 of 'kernel' is never written}}
// expected-note@+1 {{declare it as an input}}
func.func @kernel(%out: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  return
}

// -----

func.func @nested() {
  // expected-note@+1 {{the outer scope is here}}
  pypto.at CORE_GROUP {
    // expected-error@+1 {{[PYPTO-E0415] a core scope inside a core scope}}
    pypto.at CORE_GROUP {
    }
  }
  return
}

// -----

func.func @host() {
  // expected-error@+1 {{[PYPTO-E0402] a scope at level HOST cannot be compiled yet}}
  pypto.at HOST {
  }
  return
}

// -----

!t = !pypto.tensor<16x16xf32>
func.func @scalar(%x: !t) -> f32 {
  %c0 = arith.constant 0 : index
  %r = pypto.at CORE_GROUP {
    // expected-error@+3 {{[PYPTO-E0205] a value of type 'f32' that is computed in device work cannot be used after it}}
    // expected-note@+2 {{expected: tensors: nothing else leaves a scope}}
    // expected-note@+1 {{help: write it to a tensor with pl.write and read it back}}
    %0 = pypto.tensor.read %x[%c0, %c0] : !t -> f32
    pypto.yield %0 : f32
  } : f32
  return %r : f32
}

// -----

!t = !pypto.tensor<16x16xf32>
func.func @window(%x: !t) -> !pypto.tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %r = pypto.at CORE_GROUP {
    // expected-error@+2 {{[PYPTO-E0205] a window of a tensor}}
    // expected-note@+1 {{help: take the slice where it is used}}
    %0 = pypto.tensor.slice %x[%c0, %c0] : !t -> !pypto.tensor<8x16xf32>
    pypto.yield %0 : !pypto.tensor<8x16xf32>
  } : !pypto.tensor<8x16xf32>
  return %r : !pypto.tensor<8x16xf32>
}

// -----

!t = !pypto.tensor<?x16xf32>
func.func @dynamic(%x: !t) -> !t {
  %r = pypto.at CORE_GROUP {
    // expected-error@+2 {{[PYPTO-E0205] a fresh tensor of type}}
    // expected-note@+1 {{help: write it into a tensor that is created outside (pl.create_tensor) or into a pl.Out parameter}}
    %0 = pypto.tensor.exp %x : (!t) -> !t
    pypto.yield %0 : !t
  } : !t
  return %r : !t
}

// -----

!t = !pypto.tensor<16x16xf32>
func.func @recursive(%x: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // expected-error@+1 {{[PYPTO-E0034] kernel 'recursive' calls itself}}
  call @recursive(%x) : (!t) -> ()
  return
}

// -----

// A kernel addresses its parameters as if they were whole tensors.

!t = !pypto.tensor<16x16xf32>
!w = !pypto.tensor<16x8xf32>
func.func private @k(%x: !w, %out: !w {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!w) -> !w
  %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !w, !w -> !w
  return
}
func.func @window(%x: !t, %out: !w {pypto.dir = #pypto.dir<Out>}) {
  %c0 = arith.constant 0 : index
  %w = pypto.tensor.slice %x[%c0, %c0] : !t -> !w
  // expected-error@+2 {{[PYPTO-E0318] kernel 'k' is called on a window whose elements do not follow each other}}
  // expected-note@+1 {{help: pass the whole tensor and the offsets, or call the kernel inside pl.at}}
  call @k(%w, %out) : (!w, !w) -> ()
  return
}

// -----

// The rules of pl.split_aiv hold in a kernel of the author's own as in a scope.

!t = !pypto.tensor<16x16xf32>
func.func @own(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  pypto.split_aiv NONE {
  ^bb0(%lane: index):
    %0 = pypto.tensor.exp %x : (!t) -> !t
    %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
    pypto.yield
  }
  // expected-error@+2 {{vector op 'tensor.exp' sits outside every pl.split_aiv region}}
  // expected-note@+1 {{the function opens a region}}
  %2 = pypto.tensor.exp %x : (!t) -> !t
  %3 = pypto.tensor.assemble %2 into %out[%c0, %c0] : !t, !t -> !t
  return
}
