!V = !pto.tile_buf<vec, 16x64xf32>
!TV = !pto.tensor_view<?x64xf32>
!PV = !pto.partition_tensor_view<16x64xf32>
func.func @scale(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %rows: index, %s: f32, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %xv = pto.make_tensor_view %x, shape = [%rows, %c64], strides = [%c64, %c1] : !TV
  %yv = pto.make_tensor_view %y, shape = [%rows, %c64], strides = [%c64, %c1] : !TV
  %a = pto.alloc_tile : !V
  %b = pto.alloc_tile : !V
  scf.for %i = %c0 to %rows step %c16 {
    %xp = pto.partition_view %xv, offsets = [%i, %c0], sizes = [%c16, %c64] : !TV -> !PV
    %yp = pto.partition_view %yv, offsets = [%i, %c0], sizes = [%c16, %c64] : !TV -> !PV
    pto.tload ins(%xp : !PV) outs(%a : !V)
    scf.if %p {
      pto.tmuls ins(%a, %s : !V, f32) outs(%b : !V)
    } else {
      pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
    }
    pto.tstore ins(%b : !V) outs(%yp : !PV)
  }
  return
}
