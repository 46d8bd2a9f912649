# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Column patterns of gather and scatter."""


class MaskPattern:
    """Which columns of each group of 2 or 4 are kept; the pattern reads from the right."""

    P0101 = 1
    P1010 = 2
    P0001 = 3
    P0010 = 4
    P0100 = 5
    P1000 = 6
    P1111 = 7
