// Wrong forms of pointers and views of global memory and what is said of each.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

module {
  func.func @f(%p: !pto.ptr<f32>, %i: index) {
    // expected-error @+1 {{expects the result to have the type of ptr}}
    %r = pto.addptr %p, %i : !pto.ptr<f32> -> !pto.ptr<f16>
    return
  }
}

// -----

module {
  func.func @f(%p: !pto.ptr<f32>, %i: index) {
    // expected-error @+1 {{expects the value to have the element type of ptr}}
    %r = pto.load_scalar %p[%i] : !pto.ptr<f32> -> f16
    return
  }
}

// -----

module {
  func.func @f(%p: memref<16xf32, #pto.address_space<vec>>, %i: index) {
    // expected-error @+1 {{expects ptr to be in gm, but it is in vec}}
    %r = pto.load_scalar %p[%i] : memref<16xf32, #pto.address_space<vec>> -> f32
    return
  }
}

// -----

module {
  func.func @f(%p: !pto.ptr<f32>, %i: index, %v: i32) {
    // expected-error @+1 {{expects the value to have the element type of ptr}}
    pto.store_scalar %v, %p[%i] : !pto.ptr<f32>, i32
    return
  }
}

// -----

module {
  func.func @f(%p: !pto.ptr<f32>, %i: index) {
    // expected-error @+1 {{expects one shape and one stride operand for each of the 2 dims}}
    %r = pto.make_tensor_view %p, shape = [%i], strides = [%i, %i] : !pto.tensor_view<16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%p: memref<16xf16>, %i: index) {
    // expected-error-re @+1 {{expects ptr to point to the element type of the result, {{.*}}f32{{.*}}, got {{.*}}f16}}
    %r = pto.make_tensor_view %p : memref<16xf16>, shape = [%i], strides = [%i] : !pto.tensor_view<16xf32>
    return
  }
}

// -----

module {
  func.func @f(%p: memref<f32>, %i: index) {
    // expected-error @+1 {{expects a memref operand to have at least one dim}}
    %r = pto.make_tensor_view %p : memref<f32>, shape = [%i], strides = [%i] : !pto.tensor_view<16xf32>
    return
  }
}

// -----

module {
  func.func @f(%p: !pto.ptr<f32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    // expected-error @+1 {{layout mismatch: user-specified layout=dn}}
    %r = pto.make_tensor_view %p, shape = [%c16, %c8], strides = [%c8, %c1] {layout = #pto.layout<dn>} : !pto.tensor_view<16x8xf32>
    return
  }
}

// -----

module {
  func.func @f(%p: !pto.ptr<f32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    // expected-error @+1 {{layout mismatch: user-specified layout=nd}}
    %r = pto.make_tensor_view %p, shape = [%c16, %c8], strides = [%c1, %c16] {layout = #pto.layout<nd>} : !pto.tensor_view<16x8xf32>
    return
  }
}

// -----

module {
  func.func @f(%v: !pto.tensor_view<16x16xf32>, %i: index) {
    // expected-error @+1 {{expects one offset and one size for each of the 2 dims}}
    %r = pto.partition_view %v, offsets = [%i], sizes = [%i, %i] : !pto.tensor_view<16x16xf32> -> !pto.partition_tensor_view<16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%v: !pto.tensor_view<16x16xf32>, %i: index) {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    // expected-error-re @+1 {{expects sizes{{.}}0{{.}} to be positive, got 0}}
    %r = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c0, %c16] : !pto.tensor_view<16x16xf32> -> !pto.partition_tensor_view<16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%v: !pto.tensor_view<16x16xf32>, %i: index) {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %m1 = arith.constant -1 : index
    // expected-error-re @+1 {{expects offsets{{.}}0{{.}} to be 0 or more, got -1}}
    %r = pto.partition_view %v, offsets = [%m1, %c0], sizes = [%c16, %c16] : !pto.tensor_view<16x16xf32> -> !pto.partition_tensor_view<16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%v: !pto.tensor_view<16x16xf32>, %i: index) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    // expected-error @+1 {{expects the window to be inside the source, but in dim 1}}
    %r = pto.partition_view %v, offsets = [%c0, %c8], sizes = [%c16, %c16] : !pto.tensor_view<16x16xf32> -> !pto.partition_tensor_view<16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%v: !pto.tensor_view<16x16xf32>, %i: index) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    // expected-error-re @+1 {{expects sizes{{.}}1{{.}} to be the static extent 16}}
    %r = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c8] : !pto.tensor_view<16x16xf32> -> !pto.partition_tensor_view<16x16xf32>
    return
  }
}

// -----

module {
  func.func @f(%v: !pto.tensor_view<16x16xf32>, %i: index) {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    // expected-error @+1 {{expects the result to have the element type of the source}}
    %r = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !pto.tensor_view<16x16xf32> -> !pto.partition_tensor_view<16x16xf16>
    return
  }
}

// -----

module {
  func.func @f(%v: !pto.tensor_view<16x16xf32>) {
    %c2 = arith.constant 2 : index
    // expected-error @+1 {{expects dim_index to name one of the 2 dims, got 2}}
    %r = pto.get_tensor_view_dim %v, %c2 : !pto.tensor_view<16x16xf32> -> index
    return
  }
}
