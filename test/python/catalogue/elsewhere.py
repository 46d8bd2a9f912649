# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of the catalogue whose tests stand with what they test: the file, and a word of the test."""

ELSEWHERE = {
    "7.6: Unsupported torch dtype": ("test/python/catalogue/test_torch_errors.py", "complex"),
    "7.6: must have rank >= 1": ("test/python/catalogue/test_torch_errors.py", "rank"),
    "7.6: positive runtime x2 carrier last dimension": (
        "test/python/catalogue/test_torch_errors.py",
        "carrier",
    ),
    "7.7: OutParamWriteDropped": (
        "test/python/diagnostics/test_warnings.py",
        "test_rebound_output_after_a_write",
    ),
    "7.7: UnusedVariable": ("test/python/diagnostics/test_warnings.py", "UnusedVariable"),
    "7.7: UnusedControlFlowResult": ("test/python/diagnostics/test_warnings.py", "_UNUSED_RESULT"),
    "7.7: ScalarWriteLineShared (newer revision)": (
        "test/python/diagnostics/test_warnings.py",
        "ScalarWriteLineShared",
    ),
    "7.7: TileInnermostDimGranularity PH001": (
        "test/python/catalogue/test_pass_errors.py",
        "TileInnermostDimGranularity",
    ),
    "7.7: pipeline-depth hints": (
        "test/python/catalogue/test_pass_errors.py",
        "test_a_reduced_depth_of_a_pipeline",
    ),
    "7.7: slice pad_value without partial validity": (
        "test/python/catalogue/test_pass_errors.py",
        "PadWithoutPartialValidity",
    ),
    "7.7: AivSplitValid": ("test/python/catalogue/scopes_page.py", "vector op"),
    "7.8: <Space> buffer usage (U bytes) exceeds platform limit (L bytes)": (
        "test/python/catalogue/test_pass_errors.py",
        "buffer usage",
    ),
}
