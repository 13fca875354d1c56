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

from retromaze.comparison.runnable_programs import MachineFunction
from retromaze.machine.events import SourceLocator
from retromaze.machine.machine import Machine

TOOL = 4
"""A tool number that sys.monitoring does not reserve; the watchdog uses another one."""
OnLine = Callable[[int], object]
"""Called with a line, from 1, before it runs; returns True to be called for that line again."""


class LineListener:
    """While it is on, calls `on_line` for each line of some files, in threads started meanwhile, too.

    These are the file `path` and the files `others`, each with the number that its first line is given.
    `_line_offsets` has for each file what is added to the numbers of its lines; `_codes` the functions whose
    lines are monitored.
    """

    def __init__(
        self, path: Path | None, on_line: OnLine, others: Mapping[Path, int] = MappingProxyType({})
    ) -> None:
        self.file = str(path.absolute()) if path else ""
        self._line_offsets = {str(each.absolute()): first - 1 for each, first in others.items()} | {
            self.file: 0
        }
        self._on_line = on_line
        self._codes: list[CodeType] = []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listens during the `with` block; trace functions that were set before are set again at its end."""
        tool = free_tool()
        if tool is None:  # sys.monitoring cannot be used
            with self._tracing():
                yield
            return
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        self._start_monitoring(monitoring, tool)
        try:
            yield
        finally:
            self._stop_monitoring(monitoring, tool)

    def _start_monitoring(self, monitoring: Any, tool: int) -> None:
        """Asks for each function that starts, and then for the lines of those in the listened files."""
        events, never_again = monitoring.events, monitoring.DISABLE
        on_line, offsets = self._on_line, self._line_offsets

        def on_function_event(code: CodeType, offset: int) -> Any:
            """Asks for the lines of a function that starts, if it is in a listened file."""
            if code.co_filename in offsets:
                self._codes.append(code)
                monitoring.set_local_events(tool, code, events.LINE)
            return never_again

        def on_line_event(code: CodeType, line: int) -> Any:
            """Reports a line by its number, and disables it if it need not be reported again."""
            return None if on_line(line + offsets[code.co_filename]) else never_again

        monitoring.use_tool_id(tool, "lines")
        # lines that an earlier listener disabled are enabled again
        monitoring.restart_events()
        monitoring.register_callback(tool, events.PY_START, on_function_event)
        monitoring.register_callback(tool, events.LINE, on_line_event)
        monitoring.set_events(tool, events.PY_START)

    def _stop_monitoring(self, monitoring: Any, tool: int) -> None:
        """Ends all events that `_start_monitoring` asked for, and gives the tool number back."""
        monitoring.set_events(tool, 0)
        for code in self._codes:
            monitoring.set_local_events(tool, code, 0)
        for event in (monitoring.events.PY_START, monitoring.events.LINE):
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)

    @contextmanager
    def _tracing(self) -> Iterator[None]:
        """Listens by trace functions, which are slower."""
        before, in_threads = sys.gettrace(), threading.gettrace()
        threading.settrace(self._trace_call)
        sys.settrace(self._trace_call)
        try:
            yield
        finally:
            sys.settrace(before)
            threading.settrace(in_threads)

    def _trace_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Python's trace function for a call that begins: returns that for its lines, if they are wanted."""
        return self._trace_line if frame.f_code.co_filename in self._line_offsets else None

    def _trace_line(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Python's trace function for a call in a listened file: reports its lines."""
        if event == "line":
            self._on_line(frame.f_lineno + self._line_offsets[frame.f_code.co_filename])
        return self._trace_line


def free_tool() -> int | None:
    """Returns TOOL; None if it is taken, and in Python 3.11, which has no sys.monitoring."""
    monitoring: Any = getattr(sys, "monitoring", None)
    return TOOL if monitoring and monitoring.get_tool(TOOL) is None else None


class LineCounter(LineListener):
    """Counts how often each line of one file is begun."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path, self._count)
        self.counts: Counter[int] = Counter()

    def _count(self, line: int) -> bool:
        self.counts[line] += 1
        return True  # the next run of the line is counted, too


LONGEST_WAY = 100
"""Lines of one way to an event that are kept: further ones between two events are left out."""
MOST_WAYS = 20_000
"""Different ways that are kept."""


class EventPaths:
    """The port's line of each event, and the way there: the lines that ran since the previous event.

    `lines` has the lines of events, from 1; 0 where none is known.
    `ways` has each different way once: the lines begun since the previous event, each once, in the order in
    which they were first begun, with the event's own line. `numbers` has for each event the index of its way
    in `ways`, and after the run one more for the lines after the last event. Beyond MOST_WAYS a new way is
    noted as the event's line alone. Only the first run of the port is followed. `modules` are further files
    whose lines are noted, each with the number that its first line is given. `_lines_since_event` has the
    lines as its keys, in order.
    """

    def __init__(self, path: Path | None, modules: Mapping[Path, int] = MappingProxyType({})) -> None:
        self.lines: list[int] = []
        self._places = SourceLocator()
        self._listener = LineListener(path, self._on_line, modules)
        self._first_run_ended = False
        self.numbers = array("L")
        self._numbers_by_way: dict[tuple[int, ...], int] = {}
        self._lines_since_event: dict[int, None] = {}

    @property
    def ways(self) -> list[tuple[int, ...]]:
        """The different ways to events, in the order in which they first occurred."""
        return list(self._numbers_by_way)

    def _on_line(self, line: int) -> bool:
        """Notes a line that begins. Returns True, as the line may lead to the next event as well."""
        if len(self._lines_since_event) < LONGEST_WAY:
            self._lines_since_event[line] = None
        return True

    def on_event(self) -> None:
        """Notes the line of the event that has just happened, and ends the way to it."""
        self.lines.append(self._places.find()[1])
        self._lines_since_event[self.lines[-1]] = None
        self._end_way(self.lines[-1:])

    def tracing_first_run(self, port: MachineFunction) -> MachineFunction:
        """Returns a function that runs the port, and in its first run notes the way to each event."""

        def traced(machine: Machine) -> None:
            if self._first_run_ended:
                port(machine)
                return
            try:
                with self._listener.listening():
                    port(machine)
            finally:
                self._first_run_ended = True
                self._end_way([])

        return traced

    def _end_way(self, last: list[int]) -> None:
        """Notes the way to an event, or `last` in its place if there are too many ways already."""
        way = tuple(self._lines_since_event)
        if len(self._numbers_by_way) >= MOST_WAYS and way not in self._numbers_by_way:
            way = tuple(last)
        # a new way has the next number
        self.numbers.append(self._numbers_by_way.setdefault(way, len(self._numbers_by_way)))
        self._lines_since_event.clear()
