# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every attribute with every member, in the spelling of its kind and in others."""

from table import rows

# Kinds with a dot: #pto.name<member>.
DOTTED = {
    "address_space": "zero gm mat left right acc vec bias scaling",
    "pipe": "PIPE_S PIPE_V PIPE_M PIPE_MTE1 PIPE_MTE2 PIPE_MTE3 PIPE_ALL PIPE_MTE4 PIPE_MTE5 "
    "PIPE_V2 PIPE_FIX VIRTUAL_PIPE_MTE2_L1A VIRTUAL_PIPE_MTE2_L1B PIPE_NUM PIPE_UNASSIGNED",
    "event": "EVENT_ID0 EVENT_ID1 EVENT_ID2 EVENT_ID3 EVENT_ID4 EVENT_ID5 EVENT_ID6 EVENT_ID7",
    "pipe_event_type": "TLOAD TSTORE_ACC TSTORE_VEC TMOV_M2L TMOV_M2S TMOV_M2B TMOV_M2V TMOV_V2M "
    "TMATMUL TVEC TVECWAIT_EVENT",
    "sync_op_type": "TLOAD TSTORE_ACC TSTORE_VEC TMOV_M2L TMOV_M2S TMOV_M2B TMOV_M2V TMOV_V2M "
    "TMATMUL TVEC TVECWAIT_EVENT",
    "layout": "nd dn nz",
    "blayout": "row_major col_major",
    "slayout": "none_box row_major col_major",
    "pad_value": "null zero max min",
    "compact_mode": "null normal row_plus_one",
    "padmode": "PadNull PadFirstElem PadValue",
    "acc_to_vec_mode": "single_mode_vec0 single_mode_vec1 dual_mode_split_m dual_mode_split_n",
    "mask_pattern": "P0101 P1010 P0001 P0010 P0100 P1000 P1111",
    "kernel_kind": "cube vector",
    "func_core_type": "AIC AIV MIX AIC_OR_AIV",
    "module_core_type": "AIC AIV MIX AIC_OR_AIV",
}
# Kinds with a space: #pto<name member>.
SPACED = {
    "cmp": "eq ne lt le gt ge",
    "round_mode": "NONE RINT ROUND FLOOR CEIL TRUNC ODD CAST_RINT",
    "saturation_mode": "ON OFF",
    "quant_type": "INT8_SYM INT8_ASYM",
    "st_phase": "unspecified partial final",
    "atomic_type": "atomic_none atomic_add",
    "relu_pre_mode": "no_relu normal_relu",
    "gather_oob": "undefined clamp wrap zero",
    "scatter_oob": "undefined skip clamp wrap",
    "scatter_atomic_op": "none add max min",
}


def row(attribute, accepted):
    lines = [f"func.func private @f() attributes {{a = {attribute}}}"]
    if not accepted:
        lines = [
            "// expected-error-re @+1 {{expected {{one of|keyword|.<.|a space}}}}",
            *lines,
        ]
    rows.append("\n".join(lines) + "\n")


def configurations():
    """The struct of a tile's parameters: any subset, numbers or attributes."""
    for text in [
        "",
        "blayout=#pto.blayout<col_major>",
        "slayout=#pto.slayout<row_major>, s_fractal_size=1024",
        "pad=#pto.pad_value<max>, compact=#pto.compact_mode<normal>",
        "blayout=1, slayout=2, s_fractal_size=32, pad=3, compact=2",
        "compact=1, blayout=1",
    ]:
        row(f"#pto.tile_buf_config<{text}>", True)


def table():
    for kinds, right, wrong in [
        (DOTTED, "#pto.{}<{}>", None),
        (SPACED, "#pto<{} {}>", "#pto.{}<{}>"),
    ]:
        for kind, members in kinds.items():
            for member in members.split():
                row(right.format(kind, member), True)
                if wrong:
                    row(wrong.format(kind, member), False)
            row(right.format(kind, "no_such_member"), False)
            row(right.format(kind, members.split()[0].swapcase()), False)
    configurations()
    row("#pto.vector_function", True)
