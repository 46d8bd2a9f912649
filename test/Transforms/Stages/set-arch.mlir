// Any platform string selects a chip.
// RUN: pypto-opt %s --pypto-set-arch=arch=950 | FileCheck %s --check-prefix=A5
// RUN: pypto-opt %s --pypto-set-arch=arch=a2a3sim | FileCheck %s --check-prefix=A3

// A5: module attributes {pypto.arch = #pypto.arch<a5>}
// A3: module attributes {pypto.arch = #pypto.arch<a2a3>}
module {
}
