"""Which commit a clone stands at, read from its files: git itself would run what a clone's settings name."""

import re
from contextlib import suppress
from pathlib import Path

HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
BRANCH = re.compile(r"ref: (refs/[\w./+@-]+)")


def commit_of(folder: Path) -> str:
    """The commit that is checked out, "" where the folder is no clone or does not tell."""
    head = content(folder / ".git/HEAD")
    branch = BRANCH.fullmatch(head)
    if branch is None:
        return head if HASH.fullmatch(head) else ""
    if ".." in branch[1]:
        return ""
    loose = content(folder / ".git" / branch[1])
    if HASH.fullmatch(loose):
        return loose
    packed = (line.partition(" ") for line in content(folder / ".git/packed-refs").split("\n"))
    return next((mark for mark, _, name in packed if name == branch[1] and HASH.fullmatch(mark)), "")


def content(path: Path) -> str:
    """The text of a file, without the line feed at its end; "" where there is none."""
    with suppress(OSError, ValueError):
        return path.read_text("utf-8").rstrip("\n")
    return ""
