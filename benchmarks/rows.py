"""One measured number beside what it must reach, and the table in which all of them are printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

Row: TypeAlias = tuple[str, str, str, bool]
"""What was measured, the value, the target as text ("" for none), and whether it was reached."""


def told(name: str, value: float, unit: str) -> Row:
    """Return a measurement that has no target."""
    return name, f"{value:,.2f} {unit}", "", True


def held(name: str, value: float, unit: str, target: float, holds: Literal["at least", "at most"]) -> Row:
    """Return a measurement beside its target."""
    passed = value >= target if holds == "at least" else value <= target
    return name, f"{value:,.2f} {unit}", f"{holds} {target:,.2f}", passed


def table(rows: Iterable[Row]) -> str:
    """Return the rows as aligned lines."""
    lines = [
        (name, value, target, ("pass" if passed else "FAIL") if target else "") for name, value, target, passed in rows
    ]
    widths = [max((len(line[column]) for line in lines), default=0) for column in range(3)]
    return "\n".join(
        f"{name:<{widths[0]}}  {value:>{widths[1]}}  {target:<{widths[2]}}  {verdict}".rstrip()
        for name, value, target, verdict in lines
    )
