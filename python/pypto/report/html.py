# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A report as self-contained HTML for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pypto.report.report import Report


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th style='text-align:left'>{escape(cell)}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _bar(share: float) -> str:
    width = max(0.0, min(1.0, share)) * 100
    return (
        "<div style='width:8em;background:#8883'>"
        f"<div style='width:{width:.1f}%;background:#48c;color:#fff'>&nbsp;{share:.1%}</div></div>"
    )


def report_html(report: Report) -> str:
    """Summary, pipes with bars, and paths."""
    cores = ", ".join(f"{count} {kind}" for kind, count in report.cores_used.items() if count)
    summary = (
        f"<p><b>{report.cycles:,.0f} cycles</b> ({report.microseconds:.2f} &micro;s at "
        f"{report.clock_mhz:.0f} MHz) on {escape(cores or 'no core')}; bound: "
        f"<b>{escape(report.bound)}</b></p>"
    )
    pipes = _table(
        ["core", "pipe", "busy cycles", "instructions", "utilisation"],
        (
            [
                escape(use.core_kind),
                escape(use.pipe),
                f"{use.busy_cycles:,.0f}",
                f"{use.instructions:,}",
                _bar(use.utilisation),
            ]
            for use in report.pipes
        ),
    )
    paths = _table(
        ["path", "bytes"],
        (
            [f"{escape(path.source)} &rarr; {escape(path.destination)}", f"{path.bytes:,}"]
            for path in report.paths
        ),
    )
    reloads = ""
    if report.reloads:
        reloads = _table(
            ["loaded again", "into", "bytes", "of"],
            (
                [
                    escape(f"{reload.name} {reload.file}:{reload.line}".strip()),
                    escape(reload.space),
                    f"{reload.again:,}",
                    f"{reload.bytes:,}",
                ]
                for reload in report.reloads
            ),
        )
    return f"<div class='pypto-report'>{summary}{pipes}{paths}{reloads}</div>"
