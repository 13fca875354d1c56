"""Changes that no run can show: why a listing or a port with one of them means the same."""

from __future__ import annotations

from pathlib import Path

TABLE = Path(__file__).with_name("equal.txt")
HEAD = "== "


def read(text: str) -> dict[str, dict[str, str]]:
    """By file and changed line, without the remark of a port's line: why it means the same.

    Below a head `== FILE: REASON` stands a changed line on each. `== FILE:32: REASON` is of line 32 only,
    where another one reads the same and means something else.
    """
    table: dict[str, dict[str, str]] = {}
    for part in text.split(f"\n{HEAD}")[1:]:
        head, *lines = part.strip().split("\n")
        file, _, why = head.partition(": ")
        table.setdefault(file, {}).update(dict.fromkeys(lines, why))
    return table


EQUAL = read(TABLE.read_text("utf-8"))


def reason(file: str, number: int, line: str) -> str:
    """Why a file with this line instead of its own means the same; "" if it does not."""
    changed = bare(line)
    return next((why for at in (file, f"{file}:{number}") if (why := EQUAL.get(at, {}).get(changed))), "")


def bare(line: str) -> str:
    """A line without the blanks around it and without a port's remark."""
    return line.split("  #", maxsplit=1)[0].strip()
