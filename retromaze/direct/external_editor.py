"""EDIT with an external editor: writes the program to a file and reads it back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from retromaze.direct.front_end import NotEdited
from retromaze.engine.listing_file import UnreadableListing, read_file
from retromaze.system.shell_words import ON_WINDOWS, split_words

TAKES_LINE = frozenset(
    {"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "joe", "kak", "mg", "ne"}
)
"""Editors that begin at line N when they are given `+N`."""
USUAL = ("editor", "nano", "vi")
"""Programs that are tried in this order where the user has named none; Debian's `editor` is a choice too."""


def chosen_editor(environment: Mapping[str, str], *, windows: bool = ON_WINDOWS) -> list[str]:
    """Returns the editor with its options: $VISUAL, else $EDITOR, else notepad on Windows or one of USUAL.

    The path of a program may have spaces in it: what names a file as it stands is no line of words.
    Raises NotEdited where there is none, and for a quote that is left open.
    """
    named = (environment.get("VISUAL") or environment.get("EDITOR") or "").strip()
    if not named:
        found = "notepad" if windows else next(filter(shutil.which, USUAL), None)
        if found is None:
            raise NotEdited("there is no editor: set $VISUAL or $EDITOR to the command of one")
        return [found]
    if os.path.isfile(named):
        return [named]
    try:
        return split_words(named, windows=windows)
    except ValueError as error:
        raise NotEdited(f"$VISUAL or $EDITOR cannot be read: {error}") from None


def edit_externally(editor: list[str], name: str, text: str, line: int, idle: Callable[[], None]) -> str:
    """The text that the editor leaves; `idle` is called again and again while it runs.

    Raises NotEdited with the place of the file, which is kept then, if the editor fails or leaves no text.
    """
    try:
        file = write_listing(name, text)
    except OSError as error:
        raise NotEdited(f"nothing is changed: {error}") from None
    start = [f"+{line}"] if Path(editor[0]).stem in TAKES_LINE else []
    try:
        left = run_editor([*editor, *start, str(file)], idle)
        found = read_file(file, "what the editor left")
    except (OSError, UnreadableListing) as error:
        raise NotEdited(f"nothing is changed: {error}; the text is kept in {file}") from None
    if left:
        raise NotEdited(f"nothing is changed: {editor[0]} ended with {left}; the text is kept in {file}")
    # Windows keeps what a program still holds open
    shutil.rmtree(file.parent, ignore_errors=True)
    return found if text.endswith("\n") else found.removesuffix("\n")


def write_listing(name: str, text: str) -> Path:
    """A new file of that name in a folder of its own, its last line ended. Raises OSError."""
    file = Path(tempfile.mkdtemp(prefix="retromaze-")) / f"{re.sub(r'[^A-Za-z0-9_-]', '_', name)}.bas"
    ended = text if text.endswith("\n") or not text else text + "\n"
    file.write_bytes(ended.encode("utf-8", "surrogatepass"))
    return file


def run_editor(command: list[str], idle: Callable[[], None]) -> int:
    """Its exit status. Raises OSError where it cannot be started."""
    # Windows finds a `code.cmd` by its whole path alone
    program = shutil.which(command[0]) or command[0]
    with subprocess.Popen([program, *command[1:]], env=os.environ) as process:
        while (status := process.poll()) is None:
            try:
                idle()
            except KeyboardInterrupt:
                # Ctrl-C belongs to the editor, which has the same terminal.
                continue
    return status
