"""Output of commands: messages, JSON, tables, files, progress; and an orderly end by signals."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from retromaze.machine.folder import replace_file
from retromaze.system import STEERING, harmless_streams

if TYPE_CHECKING:
    from PIL.Image import Image
    from rich.console import Console, RenderableType
    from rich.table import Table


def say(message: str) -> None:
    """Prints `retromaze: MESSAGE` on standard error."""
    print(f"retromaze: {message}", file=sys.stderr)


def print_json(value: Any, indent: int = 2) -> None:
    """Prints it as JSON; what would steer a terminal is written as its number, which means the same."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    print(STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


# ---- tables


PIPED_WIDTH = 100
"""Columns for a file or another program, unless COLUMNS names more or fewer."""
GAP = 3
"""Columns between two of a table."""


def output() -> Console:
    """The console of rich for standard output, as wide as the terminal."""
    from retromaze.display.terminal import DrawingConsole

    console = DrawingConsole(markup=False, emoji=False, highlight=False)
    if not console.is_terminal and not os.environ.get("COLUMNS", "").isdigit():
        console.width = PIPED_WIDTH
    return console


def show(content: RenderableType) -> None:
    """Prints no wider than standard output is."""
    from retromaze.display.terminal import print_drawn

    console = output()
    with console.capture() as capture:
        console.print(content)
    lines = capture.get().splitlines()
    print_drawn(lines if console.is_terminal else map(str.rstrip, lines))


def show_rows(headings: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> None:
    """Prints a table; columns are to the right but for those numbered in `left`.

    Where it is too wide it is parted into several, one below another, that all begin with the first column.
    """
    tables = split_table(headings, rows, output().width, left)
    for at, table in enumerate(tables):
        if at:
            print()
        show(table)


def split_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], width: int, left: Collection[int] = (0,)
) -> Iterator[Table]:
    """The table, or its columns in several, each of which is no wider than that if its words allow it."""
    columns = list(zip(headings, *rows, strict=True))
    widths = list(map(widest, columns))
    if sum(widths) + GAP * (len(widths) - 1) > width:
        # the words of a heading may stand below each other
        widths = [widest((*heading.split(), *cells)) for heading, *cells in columns]
    for group in groups(widths, width):
        table = plain_table(*(headings[at] for at in group))
        for column, at in zip(table.columns, group, strict=True):
            column.max_width = widths[at]
            column.justify = "left" if at in left else "right"
        for row in rows:
            table.add_row(*(row[at] for at in group))
        yield table


def widest(texts: Sequence[str]) -> int:
    """The columns that the widest of these takes."""
    from rich.cells import cell_len

    return max(map(cell_len, texts))


def groups(widths: Sequence[int], width: int) -> list[list[int]]:
    """The groups of columns, each with column 0: as few groups as possible, of similar widths."""
    fewest = len(list(column_groups(widths, width)))
    least = next(least for least in range(width + 1) if len(list(column_groups(widths, least))) == fewest)
    return list(column_groups(widths, least))


def column_groups(widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """Yields groups of column numbers, each as full as possible, with at least one besides the first."""
    group, used = [0], widths[0]
    for at in range(1, len(widths)):
        if len(group) > 1 and used + GAP + widths[at] > width:
            yield group
            group, used = [0], widths[0]
        group.append(at)
        used += GAP + widths[at]
    yield group


def plain_table(*headings: str) -> Table:
    """An empty table without rules."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


# ---- files


def save_picture(path: Path, picture: Image) -> int:
    """Writes a picture as PNG; returns the exit status."""
    return write_file(path, png(picture))


def png(picture: Image) -> bytes:
    """A picture as the bytes of a PNG."""
    file = io.BytesIO()
    picture.save(file, format="PNG", optimize=True)
    return file.getvalue()


def write_file(path: Path, data: bytes) -> int:
    """Writes a file whole or says why it could not; returns the exit status."""
    try:
        put_file(path, data)
    except OSError as reason:
        say(f"{path} cannot be written: {reason.strerror or reason}")
        return 1
    return 0


def put_file(path: Path, data: bytes) -> None:
    """Writes a file whole, a link's target in the place of the link, and into a device. Raises OSError."""
    if is_device(path):
        path.write_bytes(data)
    else:
        replace_file(Path(os.path.realpath(path)), data)


def is_taken(path: Path) -> bool:
    """Whether something is there that writing would destroy."""
    return os.path.lexists(path) and not is_device(path)


def is_device(path: Path) -> bool:
    """Whether this is, or leads to, what takes bytes and keeps none: a terminal, a pipe, `/dev/null`."""
    return path.exists() and not path.is_file() and not path.is_dir()


# ---- progress


FIRST, NEXT = 4.0, 10.0
"""Seconds until the first line, and until each of those that follow."""
Advance = Callable[..., None]
"""Called with (parts done, parts in all), and what is being done where that changes."""


@contextmanager
def reporting(words: Callable[[], str], report: Callable[[str], None]) -> Iterator[None]:
    """Calls `report` with the present words every few seconds while the block runs."""
    over = threading.Event()

    def report_until_over() -> None:
        seconds = FIRST
        while not over.wait(seconds):
            # if nobody reads any more, the work goes on all the same
            with suppress(OSError):
                report(words())
            seconds = NEXT

    thread = threading.Thread(target=report_until_over, name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def progress_bar(what: str, *, threaded: bool = True) -> Iterator[Advance]:
    """A bar on standard error while work is done, if that is a terminal.

    Where it is not `threaded` it is drawn only when the work advances: a thread would be timed with it.
    """
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from retromaze.display.terminal import DrawingConsole

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = DrawingConsole(stderr=True)
    # what is printed beside the bar goes through rich, which obeys escapes
    with (
        Progress(*columns, console=console, transient=True, auto_refresh=threaded) as bar,
        harmless_streams(),
    ):
        task = bar.add_task(what, total=None)

        def advance(done: int, total: int, now: str = what) -> None:
            bar.update(task, completed=done, total=total, description=now, refresh=not threaded)

        yield advance


# ---- signals


SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""What `kill`, a shutdown and a terminal that is closed send; the last is Ctrl-Break of Windows."""


class Terminated(KeyboardInterrupt):
    """The process received a signal to end; handled like Ctrl-C."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """On a signal to end, ends the block as Ctrl-C does, and then the process by that signal.

    Without this Python ends at once: no `finally` is reached, folders stay and processes go on.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    sent: list[int] = []

    def hear(number: int, frame: FrameType | None) -> None:
        # A second one does not disturb what the first has begun.
        if not sent:
            sent.append(number)
            raise Terminated

    before = {each: signal.signal(each, hear) for each in SIGNALS if signal.getsignal(each) == signal.SIG_DFL}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        if sent:
            os.kill(os.getpid(), sent[0])
