#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up a fresh Debian 12 machine (git, Python 3.11 and gcc are enough to
# start): installs packages, builds, installs `pypto` and its tools into .venv,
# and runs the first kernel on the core model.
#
# Environment:
#   PYPTO_SETUP_EXAMPLE=0      build and install only
#   PYPTO_SETUP_ASSERTIONS=ON  keep assertions, for work on the compiler itself
set -eu
cd "$(dirname "$0")/.."

root=
[ "$(id -u)" = 0 ] || root=sudo

missing=
for package in \
  g++ libmlir-22-dev llvm-22-dev llvm-22-tools mlir-22-tools \
  libcurl4-openssl-dev libedit-dev libxml2-dev libzstd-dev zlib1g-dev \
  libeigen3-dev libgtest-dev libhwy-dev \
  ccache clang-format mold python3-dev python3-venv
do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" ||
    missing="$missing $package"
done
if [ -n "$missing" ]; then
  # LLVM 22 is in Debian 12's security suite, which a minimal root may lack.
  if ! grep -rqs "debian-security\|bookworm-security" /etc/apt/sources.list /etc/apt/sources.list.d; then
    echo "deb http://deb.debian.org/debian-security bookworm-security main" |
      $root tee /etc/apt/sources.list.d/bookworm-security.list >/dev/null
  fi
  $root apt-get update -q
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive $root apt-get install -qy --no-install-recommends $missing
fi

[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -m pip install -q -r requirements-dev.txt
.venv/bin/python -m pip install -q --no-deps --require-hashes -r requirements-mlir.txt

# One build serves the installed package, the tools and the tests.
PATH="$PWD/.venv/bin:$PATH" .venv/bin/python -m pip install -v \
  --no-build-isolation --no-deps --editable . \
  --config-settings=build-dir=build \
  --config-settings=cmake.define.PYPTO_ENABLE_TESTS=ON \
  --config-settings=cmake.define.PYPTO_ENABLE_ASSERTIONS="${PYPTO_SETUP_ASSERTIONS:-OFF}" \
  --config-settings=cmake.define.CMAKE_C_COMPILER_LAUNCHER=ccache \
  --config-settings=cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=ccache

[ "${PYPTO_SETUP_EXAMPLE:-1}" = 0 ] || .venv/bin/python examples/scale.py
