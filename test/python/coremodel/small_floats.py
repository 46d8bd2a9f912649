# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Float formats as lists of their numbers, and rounding by search in such a list."""

from __future__ import annotations

import ml_dtypes
import numpy as np


def hif8_values() -> np.ndarray:
    """What each byte stands for: sign, prefix, exponent with its own sign, mantissa."""
    values = np.zeros(256)
    for byte in range(256):
        bits = f"{byte & 127:07b}"
        for prefix, exponent_bits in (("11", 4), ("10", 3), ("01", 2), ("001", 1), ("0001", 0)):
            if bits.startswith(prefix):
                rest = bits[len(prefix) :]
                exponent, mantissa = rest[:exponent_bits], rest[exponent_bits:]
                power = 0
                if exponent:
                    power = int("1" + exponent[1:], 2) * (-1 if exponent[0] == "1" else 1)
                values[byte] = 2.0**power * (1 + int(mantissa, 2) / 2 ** len(mantissa))
                break
        else:
            tail = int(bits[4:], 2)
            values[byte] = 2.0 ** (tail - 23) if tail else 0.0
        if byte & 127 == 0x6F:
            values[byte] = np.inf
        if byte & 128:
            values[byte] = -values[byte]
    values[0x80] = np.nan
    return values


def numbers(name: str) -> np.ndarray:
    """The finite numbers of a format that are not negative, in ascending order."""
    if name == "hif8":
        every = hif8_values()
    elif name == "f4E2M1":
        every = np.arange(16, dtype=np.uint8).view(ml_dtypes.float4_e2m1fn).astype(np.float64)
    elif name in ("f8E4M3FN", "f8E5M2"):
        kind = {"f8E4M3FN": ml_dtypes.float8_e4m3fn, "f8E5M2": ml_dtypes.float8_e5m2}[name]
        every = np.arange(256, dtype=np.uint8).view(kind).astype(np.float64)
    else:
        kind = {"f16": np.float16, "bf16": ml_dtypes.bfloat16}[name]
        every = np.arange(65536, dtype=np.uint16).view(kind).astype(np.float64)
    every = every[np.isfinite(every) & ~np.signbit(every)]
    return np.unique(every)


def neighbours(size: np.ndarray, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The numbers on both sides of each size (equal where it is one), and is the lower one odd?

    Above the largest number comes the one that would be next with more exponents.
    """
    if name == "f32":
        with np.errstate(over="ignore"):
            near = size.astype(np.float32)
            low = np.where(near > size, np.nextafter(near, np.float32(0)), near).astype(np.float32)
            high = np.where(low < size, np.nextafter(low, np.float32(np.inf)), low)
        return low.astype(np.float64), high.astype(np.float64), low.view(np.uint32) % 2 == 1
    table = numbers(name)
    beyond = 2 * table[-1] - table[-2] if name != "hif8" else 1.5 * table[-1]
    table = np.append(table, beyond)
    low = np.minimum(np.searchsorted(table, size, side="right") - 1, len(table) - 2)
    high = low + (table[low] < size)
    return table[low], table[high], low % 2 == 1


def to_float(x: np.ndarray, name: str, mode: str, saturates: bool) -> np.ndarray:
    """Each number of float64 rounded to the format."""
    largest = numbers(name)[-1] if name != "f32" else float(np.finfo(np.float32).max)
    size = np.abs(x)
    known = np.isfinite(size)
    low, high, odd = neighbours(np.where(known, np.minimum(size, 2 * largest), 0), name)
    below, above = size - low, high - size
    even = np.where(odd, high, low)
    nearest = np.where(below < above, low, np.where(below > above, high, even))
    result = {
        "none": nearest,
        "rint": nearest,
        "round": np.where(below < above, low, high),
        "floor": np.where(x < 0, high, low),
        "ceil": np.where(x < 0, low, high),
        "trunc": low,
        "odd": np.where(odd, low, high),
    }[mode]
    result = np.where(low == high, low, result)
    inward = {"trunc": True, "odd": True, "floor": x > 0, "ceil": x < 0}.get(mode, False)
    over = known & ((result > largest) | (size > 2 * largest))
    result = np.where(over, np.where(inward, largest, np.inf), result)
    result = np.where(known, result, size)
    if saturates or name == "f4E2M1":
        result = np.where(np.isnan(result), 0, np.minimum(result, largest))
    elif name == "f8E4M3FN":
        result = np.where(np.isinf(result), np.nan, result)
    return np.copysign(result, x)


def integral(x: np.ndarray, mode: str) -> np.ndarray:
    """Each number rounded to an integer."""
    down = np.floor(x)
    return {
        "none": np.rint(x),
        "rint": np.rint(x),
        "round": np.copysign(np.floor(np.abs(x) + 0.5), x),
        "floor": down,
        "ceil": np.ceil(x),
        "trunc": np.trunc(x),
        "odd": np.where((x == down) | (down % 2 != 0), down, down + 1),
    }[mode]
