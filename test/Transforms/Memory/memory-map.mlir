// The memory map names buffers, addresses, steps and source lines in each format.
// RUN: pypto-opt %s --pypto-memory-map -o /dev/null | FileCheck %s --check-prefix=TEXT
// RUN: pypto-opt %s --pypto-memory-map=format=json -o /dev/null | FileCheck %s --check-prefix=JSON
// RUN: pypto-opt %s --pypto-memory-map="format=svg output=%t.svg" -o /dev/null
// RUN: FileCheck %s --check-prefix=SVG --input-file %t.svg
// RUN: pypto-opt %s --pypto-memory-map=format=html -o /dev/null | FileCheck %s --check-prefix=HTML

// TEXT: kernel 'k' on AIV of 910B, 9 steps
// TEXT-NEXT: Vec: 2 buffers, 4096 of 188416 bytes (2.2 %); at most 4096 live, at step 6 (tile.exp, k.py:4:9)
// TEXT-NEXT: address end bytes steps 0..8 buffer
// TEXT-NEXT: 0 2048 2048 {{\.+#+\.+}} x<&>: !pypto.tile<16x32xf32, Vec> at k.py:3:9
// TEXT-NEXT: 2048 4096 2048 {{\.+#+\.*}} y: !pypto.tile<16x32xf32, Vec> at k.py:4:9

// JSON: "target": "910B"
// JSON: "name": "k"
// JSON: "core": "AIV"
// JSON: "operation": "tile.exp"
// JSON-NEXT: "location": "k.py:4:9"
// JSON: "capacity": 188416
// JSON-NEXT: "peak": 4096
// JSON-NEXT: "most_live": 4096
// JSON-NEXT: "most_live_step": 6
// JSON: "name": "x<&>"
// JSON: "address": 0
// JSON-NEXT: "bytes": 2048
// JSON-NEXT: "live": [
// JSON-NEXT: [
// JSON-NEXT: 5,
// JSON-NEXT: 6

// SVG: <svg xmlns="http://www.w3.org/2000/svg"
// SVG: k (AIV, 910B): Vec
// SVG: <rect
// SVG: <title>x&lt;&amp;&gt;: !pypto.tile&lt;16x32xf32, Vec&gt;, bytes 0 to 2048 (2048), k.py:3:9, steps 5 to 6</title>
// SVG: </svg>

// HTML: <!DOCTYPE html>
// HTML: <td>x&lt;&amp;&gt;</td><td>0</td><td>2048</td><td>5&ndash;6</td>

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @k(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(2048) : !b
  %c1 = arith.constant 1 : index
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v loc("x<&>"("k.py":3:9))
  %1 = pypto.tile.exp %0 into %b1 : (!v, !b) -> !v loc("y"("k.py":4:9))
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}
