// An unknown platform string is refused, with those that exist.
// RUN: pypto-opt %s --pypto-set-arch=arch=h100 --verify-diagnostics
// RUN: not pypto-opt %s --pypto-default-pipeline=arch=h100 2>&1 | FileCheck %s

// CHECK: [PYPTO-E0711] unknown platform 'h100'
// expected-error@+1 {{[PYPTO-E0711] unknown platform 'h100', expected one of a2a3}}
module {
}
