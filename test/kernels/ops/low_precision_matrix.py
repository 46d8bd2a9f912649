# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of the operators whose element types NumPy does not name, for the reference pages.

Operator -> {element types: kernel}. What a chip does not have it refuses to compile.
"""

from __future__ import annotations

import test_four_bits
import test_matmul_mx
import test_quantised_stores

_SMALL = ("FP4", "FP8E4M3FN", "FP8E5M2", "HF8")
_WIDE = ("BF16", "FP16", "FP32", "INT8", "INT16", "INT32", "UINT8")
_SHAPE = (16, 64)


def _cast(source: str, target: str) -> str:
    """A cast in Vec; HF8, which no array of Python has, goes in and out as bytes."""
    outside = {name: "UINT8" if name == "HF8" else name for name in (source, target)}
    x = "x" if source != "HF8" else "pl.reinterpret_view(x, pl.HF8)"
    text = f"pl.cast({x}, pl.{target})"
    if target == "HF8":
        text = f"pl.reinterpret_view({text}, pl.UINT8)"
    return test_four_bits.cast_text(_SHAPE, outside[source], outside[target], text)


def rows() -> dict[str, dict[str, str]]:
    """All of them."""
    found: dict[str, dict[str, str]] = {}
    for form in ("", "_acc", "_bias"):
        found[f"pl.matmul_mx{form}"] = {
            f"FP8E4M3FN by {scale}": test_matmul_mx.source(16, 64, 32, form, scale)
            for scale in ("FP8E8M0", "UINT8")
        }
    for columns, keyword in ((False, "0.5"), (True, "ts")):
        name = "pl.store(quant_scale=tile)" if columns else "pl.store(quant_scale=number)"
        found[name] = {
            f"{accumulator} to {target}": test_quantised_stores.source(
                16, 32, 32, factor, target, f", quant_scale={keyword}", columns
            )
            for factor, accumulator in (("INT8", "INT32"), ("FP16", "FP32"))
            for target in ("INT8", "UINT8", "FP16", "BF16")
        }
    found["pl.cast to small floats"] = {
        f"{source} to {target}": _cast(source, target) for target in _SMALL for source in _WIDE
    }
    found["pl.cast of small floats"] = {
        f"{source} to {target}": _cast(source, target) for source in _SMALL for target in _WIDE
    }
    return found
