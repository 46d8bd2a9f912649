// Every operation of PrefetchOps.td prints as it parses.
// RUN: pypto-opt %s | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @prefetch
func.func @prefetch(%w: !pypto.tensor<64x8192xbf16>, %i: index) -> i1 {
  // CHECK: %[[E:.+]] = pypto.prefetch.async %{{.+}}[%{{.+}}, %{{.+}}] shape [1, 4096] : !pypto.tensor<64x8192xbf16>
  %e = pypto.prefetch.async %w[%i, %i] shape [1, 4096] : !pypto.tensor<64x8192xbf16>
  // CHECK: pypto.prefetch.wait %[[E]]
  %done = pypto.prefetch.wait %e
  return %done : i1
}
