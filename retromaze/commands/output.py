"""Output of commands: messages, JSON, tables, files, progress; and the end of a command by signals."""

from __future__ import annotations

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

from retromaze.language.lexer import lines_of
from retromaze.machine.storage import replace_file
from retromaze.system import CONTROL_CHARACTERS, filtered_streams

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table


def say(message: str) -> None:
    """Prints `retromaze: MESSAGE` on standard error."""
    print(f"retromaze: {message}", file=sys.stderr)


def print_json(value: Any, indent: int = 2) -> None:
    """Prints a value as JSON; control characters of terminals are written as `\\uXXXX`."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    print(CONTROL_CHARACTERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def grouped_quantity(number: int, noun: str) -> str:
    """Returns a number with a comma at each thousand, and its noun: `1 line`, `1,200 lines`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


# ---- tables


PIPED_WIDTH = 100
"""Columns for a file or another program, unless COLUMNS has a number."""
GAP = 3
"""Blanks between two columns of a table."""


def output() -> Console:
    """Returns rich's console for standard output, as wide as the terminal, or PIPED_WIDTH without one."""
    from retromaze.display.terminal_drawing import DrawingConsole

    console = DrawingConsole(markup=False, emoji=False, highlight=False)
    # COLUMNS=0 stands for an unknown width
    if not console.is_terminal and not os.environ.get("COLUMNS", "").lstrip("0").isdigit():
        console.width = PIPED_WIDTH
    return console


def show(content: RenderableType) -> None:
    """Prints content of rich on standard output."""
    console = output()
    with printing_on(console):
        console.print(content)


@contextmanager
def printing_on(console: Console) -> Iterator[None]:
    """Prints on standard output what the block draws on `console`; in a file, without blanks at line ends."""
    from retromaze.display.terminal_drawing import print_drawn

    with console.capture() as capture:
        yield
    lines = lines_of(capture.get())
    print_drawn(lines if console.is_terminal else map(str.rstrip, lines))


def show_rows(headings: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> None:
    """Prints a table, as several one below another if it is too wide.

    Columns are aligned to the right, those with numbers in `left` to the left.
    """
    tables = split_table(headings, rows, output().width, left)
    for at, table in enumerate(tables):
        if at:
            print()
        show(table)


def split_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], width: int, left: Collection[int] = (0,)
) -> Iterator[Table]:
    """Yields a table, split if it is wider than `width` into several that all have its first column.

    Columns in `left` are aligned to the left.
    """
    columns = list(zip(headings, *rows, strict=True))
    widths = list(map(widest, columns))
    if sum(widths) + GAP * (len(widths) - 1) > width:
        # the words of a heading may be on several lines
        widths = [widest((*heading.split(), *cells)) for heading, *cells in columns]
    for group in even_column_groups(widths, width):
        table = plain_table(*(headings[at] for at in group))
        for column, at in zip(table.columns, group, strict=True):
            column.max_width = widths[at]
            column.justify = "left" if at in left else "right"
        for row in rows:
            table.add_row(*(row[at] for at in group))
        yield table


def widest(texts: Sequence[str]) -> int:
    """Returns how many columns of a terminal the longest text takes."""
    from rich.cells import cell_len

    return max(map(cell_len, texts))


def even_column_groups(widths: Sequence[int], width: int) -> list[list[int]]:
    """Returns the column numbers of each table: as few tables of at most `width` as possible, equally wide.

    `widths` are the widths of all columns; each table begins with column 0.
    """
    full_groups = list(full_column_groups(widths, width))
    # tables that are filled to the least width that needs no more tables differ least
    narrower = (list(full_column_groups(widths, least)) for least in range(width + 1))
    return next(groups for groups in narrower if len(groups) == len(full_groups))


def full_column_groups(widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """Yields groups of column numbers, each as full as `width` allows; each has column 0 and another one."""
    # `used` is the width of the group's columns with the gaps between them
    group, used = [0], widths[0]
    for at in range(1, len(widths)):
        if len(group) > 1 and used + GAP + widths[at] > width:
            yield group
            group, used = [0], widths[0]
        group.append(at)
        used += GAP + widths[at]
    yield group


def plain_table(*headings: str, whole: int = 0) -> Table:
    """Returns an empty table without vertical rules; texts in its `whole` first columns are not wrapped."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, overflow="fold", no_wrap=number < whole)
    return table


# ---- files


def write_file(path: Path, data: bytes) -> int:
    """Writes a file, or prints why it could not; returns the exit status."""
    try:
        replace_or_write(path, data)
    except OSError as reason:
        say(f"{path} cannot be written: {reason.strerror or reason}")
        return 1
    return 0


def replace_or_write(path: Path, data: bytes) -> None:
    """Replaces a file, or a link's target, as a whole; writes into a device. Raises OSError."""
    if is_device(path):
        path.write_bytes(data)
    else:
        replace_file(Path(os.path.realpath(path)), data)


def is_taken(path: Path) -> bool:
    """Whether writing to a path would replace something."""
    return os.path.lexists(path) and not is_device(path)


def is_device(path: Path) -> bool:
    """Whether a path is, or leads to, a device: a terminal, a pipe, `/dev/null`."""
    return path.exists() and not path.is_file() and not path.is_dir()


# ---- progress


FIRST_REPORT, NEXT_REPORT = 4.0, 10.0
"""Seconds until the first line of progress, and between two further lines."""
Advance = Callable[..., None]
"""Called with (parts done, parts in all), and a third argument if the words for what is done change."""


@contextmanager
def reporting_regularly(words: Callable[[], str], report: Callable[[str], None]) -> Iterator[None]:
    """Calls `report` every few seconds during the block with the current words, if they have changed."""
    is_over = threading.Event()

    def report_until_over() -> None:
        """Reports first after FIRST_REPORT seconds, then every NEXT_REPORT, until the block is over."""
        seconds, reported = FIRST_REPORT, ""
        while not is_over.wait(seconds):
            if (current := words()) != reported:
                # the work goes on even if standard error is closed
                with suppress(OSError):
                    report(current)
            reported = current
            seconds = NEXT_REPORT

    thread = threading.Thread(target=report_until_over, name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


@contextmanager
def progress_bar(what: str, *, threaded: bool = True) -> Iterator[Advance]:
    """Shows a progress bar on standard error during the block, if that is a terminal.

    Yields the function that the work calls when it advances. If not `threaded`, the bar is drawn only then: a
    thread would disturb a measured time.
    """
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from retromaze.display.terminal_drawing import DrawingConsole

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = DrawingConsole(stderr=True)
    # rich prints what the block prints, above the bar, and does not replace control characters
    with (
        Progress(*columns, console=console, transient=True, auto_refresh=threaded) as bar,
        filtered_streams(),
    ):
        task = bar.add_task(what, total=None)

        def advance(done: int, total: int, now: str = what) -> None:
            bar.update(task, completed=done, total=total, description=now, refresh=not threaded)

        yield advance


# ---- signals


SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""The signals of `kill`, a shutdown and a closed terminal; the last is Ctrl-Break of Windows."""


class Terminated(KeyboardInterrupt):
    """The process received a signal to end; handled like Ctrl-C."""


@contextmanager
def signals_as_interrupts() -> Iterator[None]:
    """Ends the block at a signal as Ctrl-C does, and then the process by that signal.

    Without this Python ends at once: no `finally` is executed, temporary folders stay, processes go on.
    """
    if threading.current_thread() is not threading.main_thread():  # no other may handle signals
        yield
        return
    received: list[int] = []  # the number of the first signal

    def terminate(number: int, frame: FrameType | None) -> None:
        """Ends the block by raising Terminated."""
        # a second signal must not interrupt the clean-up that the first has started
        if not received:
            received.append(number)
            raise Terminated

    # a signal that the caller ignores, as nohup does, stays ignored
    defaults = [each for each in SIGNALS if signal.getsignal(each) == signal.SIG_DFL]
    before = {each: signal.signal(each, terminate) for each in defaults}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        # the handlers are the defaults again: this ends the process, and its parent sees the signal
        if received:
            os.kill(os.getpid(), received[0])
