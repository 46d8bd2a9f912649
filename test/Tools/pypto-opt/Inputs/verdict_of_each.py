# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tools that read it on every .pto file of a folder; see hostile-input.test."""

import re
import subprocess
import sys
from pathlib import Path

FLAGS = [[], ["--pto-arch=a3"], ["--pto-arch=a5"], ["--pto-assemble"]]
OPT = ["pypto-opt", "-o", "/dev/null"]

wrong = 0
for path in sorted(Path(sys.argv[1]).glob("*.pto")):
    accepted = path.name.startswith("ok-")
    commands = [[*OPT, *flags, str(path)] for flags in FLAGS] + [[*OPT, "--pto-arch=a3", "-"]]
    if accepted:
        commands.append([*OPT, "-"])
    else:
        commands += [["pypto-run", str(path)], ["pypto-translate", "--emit-pto", str(path)]]
    for command in commands:
        name, given = str(path), None
        if command[-1] == "-":
            name, given = "<stdin>", path.read_bytes()
        done = subprocess.run(command, input=given or b"", capture_output=True, timeout=120)
        message = done.stderr.decode(errors="replace")
        place = re.match(rf"{re.escape(name)}:\d+:\d+: error: \S", message)
        if done.returncode != (0 if accepted else 1) or (not accepted and not place):
            wrong += 1
            print(f"{' '.join(command)}: status {done.returncode}\n{message[:300]}")
print("no crash, every refusal has a place" if not wrong else f"{wrong} wrong")
sys.exit(bool(wrong))
