// Two kernel groups: a pair of a cube and a vector function, and a vector function.
!MA = !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>
!L = !pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>
!R = !pto.tile_buf<right, 16x16xf16, slayout=col_major>
!ACC = !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>
!V = !pto.tile_buf<vec, 16x16xf32>
!TH = !pto.tensor_view<16x16xf16>
!PH = !pto.partition_tensor_view<16x16xf16>
!TF = !pto.tensor_view<16x16xf32>
!PF = !pto.partition_tensor_view<16x16xf32>
module {
  module @pair attributes {pto.target_arch = "a5"} {
    func.func @cube(%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %o: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
      %z = arith.constant 0 : i32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %peer = pto.import_reserved_buffer {name = "ring", peer_func = @vector} -> i32
      pto.aic_initialize_pipe {dir_mask = 1, slot_size = 1024} (c2v_consumer_buf = %peer : i32, v2c_consumer_buf = %z : i32)
      %av = pto.make_tensor_view %a, shape = [%c16, %c16], strides = [%c16, %c1] : !TH
      %bv = pto.make_tensor_view %b, shape = [%c16, %c16], strides = [%c16, %c1] : !TH
      %ap = pto.partition_view %av, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TH -> !PH
      %bp = pto.partition_view %bv, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TH -> !PH
      %ma = pto.alloc_tile : !MA
      %mb = pto.alloc_tile : !MA
      %l = pto.alloc_tile : !L
      %r = pto.alloc_tile : !R
      %acc = pto.alloc_tile : !ACC
      pto.tload ins(%ap : !PH) outs(%ma : !MA)
      pto.tload ins(%bp : !PH) outs(%mb : !MA)
      pto.tmov ins(%ma : !MA) outs(%l : !L)
      pto.tmov ins(%mb : !MA) outs(%r : !R)
      pto.tmatmul ins(%l, %r : !L, !R) outs(%acc : !ACC)
      pto.tpush_to_aiv(%acc : !ACC) {split = 0}
      return
    }
    func.func @vector(%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %o: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
      %z = arith.constant 0 : i32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %local = pto.reserve_buffer {name = "ring", size = 8192, location = #pto.address_space<vec>, auto = true} -> i32
      pto.aiv_initialize_pipe {dir_mask = 1, slot_size = 1024} (c2v_consumer_buf = %local : i32, v2c_consumer_buf = %z : i32)
      %ov = pto.make_tensor_view %o, shape = [%c16, %c16], strides = [%c16, %c1] : !TF
      %op = pto.partition_view %ov, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TF -> !PF
      %t = pto.tpop_from_aic {split = 0} -> !V
      %u = pto.alloc_tile : !V
      pto.tadd ins(%t, %t : !V, !V) outs(%u : !V)
      pto.tfree_from_aic {split = 0}
      pto.tstore ins(%u : !V) outs(%op : !PF)
      return
    }
  }
  module @vector_only attributes {pto.target_arch = "a5"} {
    func.func @twice(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %xv = pto.make_tensor_view %x, shape = [%c16, %c16], strides = [%c16, %c1] : !TF
      %yv = pto.make_tensor_view %y, shape = [%c16, %c16], strides = [%c16, %c1] : !TF
      %xp = pto.partition_view %xv, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TF -> !PF
      %yp = pto.partition_view %yv, offsets = [%c0, %c0], sizes = [%c16, %c16] : !TF -> !PF
      %t = pto.alloc_tile : !V
      pto.tload ins(%xp : !PF) outs(%t : !V)
      pto.tadd ins(%t, %t : !V, !V) outs(%t : !V)
      pto.tstore ins(%t : !V) outs(%yp : !PF)
      return
    }
  }
}
