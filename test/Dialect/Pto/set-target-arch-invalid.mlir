// An architecture that does not exist, and one whose rules the text breaks.
// RUN: not pypto-opt %s -pto-set-target-arch=arch=a7 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not pypto-opt %s -pto-set-target-arch=arch=a3 2>&1 | FileCheck %s --check-prefix=RULES
// RUN: pypto-opt %s -pto-set-target-arch=arch=a5 -o /dev/null

// NAME: [PYPTO-E0611] {{.*}}a7
// RULES: 'pto.tpack' op {{.*}}A5
module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x16xi32>, %b: !pto.tile_buf<vec, 16x16xi16>) {
    pto.tpack ins(%a : !pto.tile_buf<vec, 16x16xi32>) outs(%b : !pto.tile_buf<vec, 16x16xi16>)
    return
  }
}
