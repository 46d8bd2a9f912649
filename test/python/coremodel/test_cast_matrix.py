# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tcvt: every pair that a chip converts x rounding mode x saturation, against searched tables."""

import math

import ml_dtypes
import numpy as np
import pytest
from pto_program import PtoProgram
from small_floats import hif8_values, integral, numbers, to_float

MODES = ["NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC", "ODD"]
SATURATIONS = ["", "ON", "OFF"]
# What one instruction converts: the tables of the language.
DIRECT = {
    "a3": {
        "bf16": "f32 i32",
        "f16": "f32 i16 i32 i8 ui8",
        "f32": "bf16 f16 i16 i32 i64",
        "i16": "f16 f32",
        "i32": "f16 f32 i16 i64",
        "i64": "f32 i32",
        "i8": "f16",
        "ui8": "f16",
    },
    "a5": {
        "bf16": "f16 f32 i32 f4E2M1",
        "f16": "f32 hif8 i16 i32 i8 ui8",
        "f32": "bf16 f16 f8E4M3FN f8E5M2 hif8 i16 i32 i64",
        "f4E2M1": "bf16",
        "f8E4M3FN": "f32",
        "f8E5M2": "f32",
        "hif8": "f32",
        "i16": "f16 f32 i32 ui32 ui8",
        "i32": "f32 i16 i64 ui16 ui8",
        "i64": "f32 i32",
        "i8": "f16 i16 i32",
        "ui32": "i16 ui16 ui8",
        "ui8": "f16 ui16",
    },
}
NUMPY = {
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    **{f"i{n}": np.dtype(f"int{n}") for n in (8, 16, 32, 64)},
    **{f"ui{n}": np.dtype(f"uint{n}") for n in (8, 16, 32, 64)},
}
# Elements that a program loads and stores as bytes, and their names in it.
BYTES = {
    "f4E2M1": "!pto.f4E2M1x2",
    "hif8": "!pto.hif8",
    "f8E4M3FN": "f8E4M3FN",
    "f8E5M2": "f8E5M2",
}
CASES = [
    pytest.param(arch, source, target, id=f"{arch}-{source}-{target}")
    for arch, table in DIRECT.items()
    for source, targets in table.items()
    for target in targets.split()
]
COLUMNS = 256


def is_float(name: str) -> bool:
    return "i" not in name.replace("hif8", "")


def special(target: str) -> list[float]:
    """Where the target's rules differ: its limits, ties between its numbers, what is none."""
    found = [0.0, -0.0, np.inf, -np.inf, np.nan, 0.5, -0.5, 1.5, 2.5, -2.5, 1e-30, -1e-30]
    if is_float(target):
        table = numbers(target) if target != "f32" else np.array([1.0, 2.0**24, 2.0**25])
        low, high = table[:-1][:24], table[1:][:24]
        found += list((low + high) / 2)
        top = float(table[-1])
        step = top - float(table[-2])
        found += [top, -top, top + step / 2, -top - step / 2, top + step / 4, top * 4, 1e38, -1e38]
    else:
        info = np.iinfo(NUMPY[target])
        found += [float(info.min) + d for d in (-1.5, -0.5, 0, 0.5)]
        found += [float(info.max) + d for d in (-0.5, 0, 0.5, 1.5)]
        found += [256.5, 65536.5, -40000.25, 4e9, -4e9, 1e19, -1e19]
    return found


def data(rng, source: str, target: str) -> tuple[np.ndarray, np.ndarray]:
    """Sources as bytes, and the numbers that they stand for."""
    if source == "f4E2M1":
        codes = rng.integers(0, 16, COLUMNS).astype(np.uint8)
        codes[:16] = np.arange(16)
        return codes[::2] | codes[1::2] << 4, codes.view(ml_dtypes.float4_e2m1fn).astype("f8")
    if source == "hif8":
        codes = np.arange(COLUMNS, dtype=np.uint8)
        return codes, hif8_values()[codes]
    kind = np.dtype(NUMPY[source])
    if kind.itemsize == 1:
        codes = np.arange(COLUMNS, dtype=np.uint8)
        values = codes.view(kind)
    elif kind.kind in "iu":
        info = np.iinfo(kind)
        values = rng.integers(info.min, info.max, COLUMNS, endpoint=True, dtype=kind)
        small = np.array([0, 1, 127, 128, 255, 256, 2049, 4099, info.max, info.min, 65535, 65536])
        near = [
            v for v in (-1, -128, -129, -2051, 32767, 32768, -32769, 2**24 + 1, 2**31 - 1, 2**31)
        ]
        every = [int(v) for v in [*small, *near] if info.min <= int(v) <= info.max]
        values[: len(every)] = every
    else:
        x = rng.standard_normal(COLUMNS) * 2.0 ** rng.integers(-16, 20, COLUMNS)
        edges = special(target)[: COLUMNS - 32]
        x[: len(edges)] = edges
        with np.errstate(over="ignore", invalid="ignore"):
            values = x.astype(np.float32).astype(kind)
    return values, values.astype(np.float64) if kind.itemsize < 8 else values


def as_double(value: int) -> float:
    """A double that rounds to narrower formats as `value` does: its last bit tells of lost ones."""
    magnitude = abs(value)
    lost = max(magnitude.bit_length() - 53, 0)
    kept = magnitude >> lost
    if kept << lost != magnitude:
        kept |= 1
    return math.copysign(math.ldexp(kept, lost), value)


def golden(values: np.ndarray, source: str, target: str, mode: str, saturation: str):
    """The numbers after the conversion."""
    if is_float(target):
        wide = values.dtype.kind in "iu" and values.dtype.itemsize == 8
        x = np.array([as_double(int(v)) for v in values]) if wide else values.astype(np.float64)
        if is_float(source) and target == "f32":
            if saturation == "ON":
                largest = float(np.finfo(np.float32).max)
                x = np.where(np.isnan(x), 0, np.clip(x, -largest, largest))
            return x
        return to_float(x, target, mode, saturation == "ON")
    info = np.iinfo(NUMPY[target])
    if is_float(source):
        whole = integral(values, mode)
        whole = np.where(np.isnan(whole), 0, whole)
        python = [int(v) if np.isfinite(v) else int(np.sign(v)) for v in whole]
        infinite = ~np.isfinite(whole)
    else:
        python = [int(v) for v in values]
        infinite = np.zeros(len(python), bool)
    result = []
    for value, no_end in zip(python, infinite, strict=True):
        if saturation != "OFF":
            result.append(info.max if no_end and value > 0 else info.min if no_end else
                          min(max(value, info.min), info.max))  # fmt: skip
        elif no_end:
            result.append(0)
        else:
            bits = value % 2**64 if abs(value) >= 2**63 else value
            result.append(int(np.array(bits % 2 ** (8 * NUMPY[target].itemsize), np.uint64)
                              .astype(np.uint64).view(np.int64).astype(NUMPY[target])))  # fmt: skip
    return np.array(result, NUMPY[target])


def alias(p: PtoProgram, name: str, columns: int, address: int) -> tuple[str, str]:
    """A tile of another element type at the address of one of bytes."""
    at, tile = p.constant(address, "i64"), p.fresh()
    text = f"!pto.tile_buf<vec, 1x{columns}x{BYTES[name]}>"
    p.lines.append(f"{tile} = pto.alloc_tile addr = {at} : {text}")
    return tile, text


def run(arch, source, target, values, mode, saturation) -> np.ndarray:
    """What the instruction makes of a row."""
    p = PtoProgram(arch)
    tile = p.load((values.view(np.uint8) if source in BYTES else values).reshape(1, -1))
    inputs = (tile.name, tile.type)
    if source in BYTES:
        inputs = alias(p, source, values.size, 0)
    columns = COLUMNS // 2 if target == "f4E2M1" else COLUMNS
    address = p.top["vec"]
    result = p.tile((1, columns), np.uint8 if target in BYTES else NUMPY[target])
    output = (result.name, result.type)
    if target in BYTES:
        output = alias(p, target, columns, address)
    sat = f", sat_mode = #pto<saturation_mode {saturation}>" if saturation else ""
    p.line(
        f"pto.tcvt ins({inputs[0]} {{rmode = #pto<round_mode {mode}>{sat}}} : {inputs[1]}) "
        f"outs({output[0]} : {output[1]})"
    )
    out = p.store(result)
    p.run()
    return out.data.reshape(-1)


def decoded(name: str, stored: np.ndarray) -> np.ndarray:
    """What the stored elements stand for."""
    if name == "hif8":
        return hif8_values()[stored]
    if name == "f4E2M1":
        codes = np.stack([stored & 15, stored >> 4], axis=-1).reshape(-1)
        return codes.view(ml_dtypes.float4_e2m1fn).astype(np.float64)
    if name in BYTES:
        stored = stored.view(NUMPY[name])
    return stored.astype(np.float64) if is_float(name) else stored


@pytest.mark.parametrize(("arch", "source", "target"), CASES)
def test_conversion(arch, source, target):
    rng = np.random.default_rng([ord(c) for c in f"{source}{target}"])
    values, x = data(rng, source, target)
    for mode in MODES:
        for saturation in SATURATIONS:
            want = golden(x, source, target, mode.lower(), saturation)
            got = decoded(target, run(arch, source, target, values, mode, saturation))
            where = np.ones(len(want), bool)
            if target == "hif8" and mode in ("NONE", "RINT", "ODD"):
                # Where the format has no bits of mantissa there is no last bit to be even.
                where = np.abs(x.astype(np.float64)) >= 2.0**-15
            np.testing.assert_array_equal(
                got[where], want[where], err_msg=f"{mode} {saturation or 'default'}"
            )


def test_formats():
    """The tables themselves, on paper: how many numbers, the ends, the steps near one."""
    assert numbers("f4E2M1").tolist() == [0, 0.5, 1, 1.5, 2, 3, 4, 6]
    hif8 = numbers("hif8")
    assert len(hif8) == 127 and hif8[1] == 2.0**-22 and hif8[-1] == 2.0**15
    assert hif8[hif8 >= 1][:3].tolist() == [1, 1.125, 1.25]
    assert hif8[hif8 >= 256][:3].tolist() == [256, 384, 512]
    assert numbers("f8E4M3FN")[-1] == 448 and numbers("f8E5M2")[-1] == 57344


def test_only_the_950_packs():
    values = np.zeros(COLUMNS, ml_dtypes.bfloat16)
    with pytest.raises(Exception, match="is an instruction of the 950"):
        run("a3", "bf16", "f4E2M1", values, "RINT", "")
