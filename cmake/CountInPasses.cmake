# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -D IN=<declarations of mlir-tblgen> -D OUT=<file> -P CountInPasses.cmake
#
# Copies declarations of passes with their statistics as pypto::PassStatistic.
file(READ ${IN} text)
string(REPLACE "::mlir::Pass::Statistic" "::pypto::PassStatistic" text "${text}")
file(WRITE ${OUT} "${text}")
