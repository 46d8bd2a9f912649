// Wrong slots are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @no_slots(%i: index) {
  %b = pypto.memref.alloc declared : memref<?xi8, #pypto.space<Vec>>
  // expected-error @+1 {{expects a declared buffer of slots and bytes, as in memref<2x?xi8>}}
  %s = pypto.memref.slot %b[%i] : memref<?xi8, #pypto.space<Vec>> -> memref<?xi8, #pypto.space<Vec>>
  return
}

// -----

func.func @not_declared(%i: index) {
  %b = pypto.memref.alloc : memref<2x32xi8, #pypto.space<Vec>>
  // expected-error @+1 {{expects a declared buffer of slots and bytes}}
  %s = pypto.memref.slot %b[%i] : memref<2x32xi8, #pypto.space<Vec>> -> memref<32xi8, #pypto.space<Vec>>
  return
}

// -----

func.func @size(%i: index) {
  %b = pypto.memref.alloc declared : memref<2x32xi8, #pypto.space<Vec>>
  // expected-error @+1 {{expects one of the slots of 'memref<2x32xi8, #pypto.space<Vec>>', got 'memref<64xi8, #pypto.space<Vec>>'}}
  %s = pypto.memref.slot %b[%i] : memref<2x32xi8, #pypto.space<Vec>> -> memref<64xi8, #pypto.space<Vec>>
  return
}

// -----

func.func @memory(%i: index) {
  %b = pypto.memref.alloc declared : memref<2x?xi8, #pypto.space<Vec>>
  // expected-error @+1 {{expects one of the slots of}}
  %s = pypto.memref.slot %b[%i] : memref<2x?xi8, #pypto.space<Vec>> -> memref<?xi8, #pypto.space<Mat>>
  return
}

// -----

func.func @range() {
  %c2 = arith.constant 2 : index
  %b = pypto.memref.alloc declared : memref<2x?xi8, #pypto.space<Vec>>
  // expected-error @+1 {{slot 2 is outside 0..1}}
  %s = pypto.memref.slot %b[%c2] : memref<2x?xi8, #pypto.space<Vec>> -> memref<?xi8, #pypto.space<Vec>>
  return
}
