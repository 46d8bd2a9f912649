# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of the catalogue whose tests stand with what they test: the file, and the test."""

TESTS_OF_ROWS = {
    "7.6: Unsupported torch dtype": ("test/python/catalogue/test_torch_errors.py", "test_complex"),
    "7.6: must have rank >= 1": ("test/python/catalogue/test_torch_errors.py", "test_rank_of_fp4"),
    "7.6: positive runtime x2 carrier last dimension": (
        "test/python/catalogue/test_torch_errors.py",
        "test_empty_carrier_of_fp4",
    ),
    "7.7: OutParamWriteDropped": (
        "test/python/diagnostics/test_warnings.py",
        "test_rebound_output_after_a_write",
    ),
    "7.7: UnusedVariable": (
        "test/python/diagnostics/test_warnings.py",
        "test_unused_variables_are_named_once_with_their_place",
    ),
    "7.7: UnusedControlFlowResult": (
        "test/python/diagnostics/test_warnings.py",
        "test_unused_results_of_loops_are_reported_on_demand",
    ),
    "7.7: ScalarWriteLineShared (newer revision)": (
        "test/python/diagnostics/test_warnings.py",
        "test_the_manuals_measured_stride",
    ),
    "7.7: TileInnermostDimGranularity PH001": (
        "test/python/catalogue/test_pass_errors.py",
        "test_short_rows_are_hinted_at",
    ),
    "7.7: pipeline-depth hints": (
        "test/python/catalogue/test_pass_errors.py",
        "test_a_reduced_depth_of_a_pipeline_is_hinted_at",
    ),
    "7.7: slice pad_value without partial validity": (
        "test/python/catalogue/test_pass_errors.py",
        "test_a_pad_that_can_never_be_seen",
    ),
    "7.8: <Space> buffer usage (U bytes) exceeds platform limit (L bytes)": (
        "test/python/catalogue/test_pass_errors.py",
        "test_buffer_usage",
    ),
}
