"""Calls back for the lines of Python files as they begin, and notes which lines led to an event."""

from __future__ import annotations

import sys
import threading
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, MappingProxyType
from typing import Any

from retromaze.comparison.program import Call
from retromaze.machine.events import Places
from retromaze.machine.machine import Machine

TOOL = 4
"""A number that sys.monitoring leaves to nobody in particular; the watchdog has another one."""
BeginLine = Callable[[int], bool]
"""Is called with a line, from 1, before it runs; says whether it wants to hear of that line again."""


class LineListener:
    """While it is on, calls `begin` for each line of a file, in threads begun meanwhile too.

    It does so for the lines of `others` as well, of which each has the number of its first line.
    """

    def __init__(
        self, path: Path | None, begin: BeginLine, others: Mapping[Path, int] = MappingProxyType({})
    ) -> None:
        self.file = str(path.absolute()) if path else ""
        self._before = {str(each.absolute()): first - 1 for each, first in others.items()} | {self.file: 0}
        self._begin_line = begin
        self._codes: list[CodeType] = []

    @contextmanager
    def on(self) -> Iterator[None]:
        """Hears of the calls made inside; trace functions that were set before come back."""
        tool = free_tool()
        if tool is None:
            with self._tracing():
                yield
            return
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        self._begin(monitoring, tool)
        try:
            yield
        finally:
            self._end(monitoring, tool)

    def _begin(self, monitoring: Any, tool: int) -> None:
        events, never_again = monitoring.events, monitoring.DISABLE
        begin_line, before = self._begin_line, self._before

        def start(code: CodeType, offset: int) -> Any:
            if code.co_filename in before:
                self._codes.append(code)
                monitoring.set_local_events(tool, code, events.LINE)
            return never_again

        def begin(code: CodeType, line: int) -> Any:
            return None if begin_line(line + before[code.co_filename]) else never_again

        monitoring.use_tool_id(tool, "lines")
        # what an earlier one was told of, this one is told of again
        monitoring.restart_events()
        monitoring.register_callback(tool, events.PY_START, start)
        monitoring.register_callback(tool, events.LINE, begin)
        monitoring.set_events(tool, events.PY_START)

    def _end(self, monitoring: Any, tool: int) -> None:
        monitoring.set_events(tool, 0)
        for code in self._codes:
            monitoring.set_local_events(tool, code, 0)
        for event in (monitoring.events.PY_START, monitoring.events.LINE):
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)

    @contextmanager
    def _tracing(self) -> Iterator[None]:
        before, in_threads = sys.gettrace(), threading.gettrace()
        threading.settrace(self._call)
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)
            threading.settrace(in_threads)

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._line if frame.f_code.co_filename in self._before else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self._begin_line(frame.f_lineno + self._before[frame.f_code.co_filename])
        return self._line


def free_tool() -> int | None:
    """The number for a tool of sys.monitoring; None where it is taken, and in Python 3.11, which has none."""
    monitoring: Any = getattr(sys, "monitoring", None)
    return TOOL if monitoring and monitoring.get_tool(TOOL) is None else None


class LineCounter(LineListener):
    """Counts how often each line of one file is begun."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path, self._count)
        self.counts: Counter[int] = Counter()

    def _count(self, line: int) -> bool:
        self.counts[line] += 1
        return True


class FirstLines(LineListener):
    """Notes which lines of one file are begun; what runs a line again is as quick as ever."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path, self._note)
        self.lines: set[int] = set()

    def _note(self, line: int) -> bool:
        self.lines.add(line)
        return False


LONGEST_WAY = 100
"""Lines of one way: a loop of many lines between two events is cut there."""
MOST_WAYS = 20_000


class EventLines:
    """The port's line of each event, from 1; 0 where none is known."""

    def __init__(self) -> None:
        self.lines: list[int] = []
        self._places = Places()

    def event(self) -> None:
        """An event has happened just now."""
        self.lines.append(self._places.find()[1])


class EventWays(EventLines):
    """The same, and by which lines the port came to each event.

    `ways` has each way once: the different lines begun since the event before, in the order in which they
    were begun first, the event's own among them. `numbers` has the number of each event's way in `ways`, and
    after the run one more for what was run after the last event. Beyond MOST_WAYS a new way is told as the
    event's line alone. Only the first run of the port is noted. Lines of `modules` are among those of the
    ways, counted from the number that each of these files has.
    """

    def __init__(self, path: Path | None, modules: Mapping[Path, int] = MappingProxyType({})) -> None:
        super().__init__()
        self._listener = LineListener(path, self._begin, modules)
        self._over = False
        self.numbers = array("L")
        self._known: dict[tuple[int, ...], int] = {}
        self._since: dict[int, None] = {}

    @property
    def ways(self) -> list[tuple[int, ...]]:
        """All ways, by their numbers."""
        return list(self._known)

    def _begin(self, line: int) -> bool:
        if len(self._since) < LONGEST_WAY:
            self._since[line] = None
        return True

    def event(self) -> None:
        super().event()
        self._since[self.lines[-1]] = None
        self._keep(self.lines[-1:])

    def along(self, port: Call) -> Call:
        """The same port, which is followed in its first run."""

        def followed(machine: Machine) -> None:
            if self._over:
                port(machine)
                return
            try:
                with self._listener.on():
                    port(machine)
            finally:
                self._over = True
                self._keep([])

        return followed

    def _keep(self, last: list[int]) -> None:
        way = tuple(self._since)
        if len(self._known) >= MOST_WAYS and way not in self._known:
            way = tuple(last)
        self.numbers.append(self._known.setdefault(way, len(self._known)))
        self._since.clear()
