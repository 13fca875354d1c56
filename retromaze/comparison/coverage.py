"""Counts which lines of a listing and of its port a check has run."""

from __future__ import annotations

import ast
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from retromaze.comparison.difference import relative
from retromaze.comparison.pairs import Pair
from retromaze.comparison.ports import PortFunction, PortListing, PortSource
from retromaze.comparison.programs import PortProgram
from retromaze.comparison.recording import Listing, record
from retromaze.comparison.replay import replay
from retromaze.comparison.trace import Ending
from retromaze.compiler.compiling import written_functions
from retromaze.compiler.settings import Settings
from retromaze.errors import BasicError
from retromaze.language.prologue import Value
from retromaze.machine.machine import Machine
from retromaze.scenes import Scene

TOOL = 4
"""A number that sys.monitoring leaves to nobody in particular; the watchdog has another one."""
Places = frozenset[tuple[int, int]]
"""(line, column) of statements, from 1; in a port the column is 0."""


@dataclass(frozen=True)
class Lines:
    """The statements of one file, and those of them that were run."""

    file: str
    statements: Places = frozenset()
    run: Places = frozenset()

    @property
    def count(self) -> int:
        """How many lines have a statement."""
        return len({line for line, _ in self.statements})

    @property
    def missed(self) -> list[int]:
        """The lines with a statement that was not run, in their order."""
        return sorted({line for line, _ in self.statements - self.run})

    @property
    def share(self) -> float:
        """The share of lines of which every statement was run, 0 to 1; 1 where there are none."""
        return (self.count - len(self.missed)) / self.count if self.count else 1.0

    @property
    def percent(self) -> int:
        """The same share rounded down, 0 to 100; 0 where nothing could be compiled."""
        return int(100 * self.share) if self.statements else 0

    def with_run(self, other: Lines) -> Lines:
        """The same file after another run."""
        return Lines(other.file, other.statements, self.run | other.run)


@dataclass(frozen=True)
class Coverage:
    """The lines of a listing and of its port."""

    listing: Lines
    port: Lines

    def joined(self, other: Coverage) -> Coverage:
        """The same pair after other runs."""
        return Coverage(self.listing.with_run(other.listing), self.port.with_run(other.port))

    @property
    def is_full(self) -> bool:
        """Whether no line was missed."""
        return not self.listing.missed and not self.port.missed

    @property
    def percent(self) -> int:
        """The lesser of the two."""
        return min(lines.percent for lines in self.sides().values())

    def sides(self) -> Mapping[str, Lines]:
        """Both by their names."""
        return {"listing": self.listing, "port": self.port}


def cover(pair: Pair, seed: int | None = None) -> Coverage:
    """What the checks of a pair run: one run for each of its sizes and scenes, small ones first.

    It ends as soon as every line has been run, and where the port stands still: others would take as long.
    `seed` is the one for the sizes, the pair's first if None.
    """
    made = Coverage(Lines(""), Lines(""))
    for sizes, played in plays(pair):
        of_scene = played.seeds[0] if played else None
        one, stands = cover_run(pair, of_scene or seed or pair.seeds[0], sizes, played)
        made = made.joined(one)
        if made.is_full or stands:
            break
    return made


def plays(pair: Pair) -> list[tuple[Mapping[str, Value], Scene | None]]:
    """Sizes and scenes of a pair's checks, likely the quickest first."""
    own: list[tuple[Mapping[str, Value], Scene | None]] = [(sizes, None) for sizes in pair.trials]
    own += [(scene.sizes, scene) for scene in pair.scenes]
    return sorted(own, key=lambda play: extent(pair.all_sizes(play[0])))


def extent(sizes: Mapping[str, Value]) -> float:
    """The sum of the numbers among some sizes."""
    return sum(value for value in sizes.values() if not isinstance(value, str))


def cover_run(
    pair: Pair, seed: int, sizes: Mapping[str, Value], played: Scene | None
) -> tuple[Coverage, bool]:
    """What one comparison runs, and whether the port stood still; it ends where a check would end it."""
    given, script = pair.given(sizes, checked=played is None), pair.script_in(played)
    first = PortLines(given.first) if given.first else ListingLines(given.listing)
    second = lines_of(given.port)
    recording = record(
        first.program,
        seed,
        script,
        frames=pair.frames_of(script),
        on_statement=first.begin,
        measure=pair.measure,
    )
    run = replay(
        recording,
        second.port,
        script,
        patience=pair.patience,
        measure=pair.measure,
        on_statement=second.begin,
    )
    return Coverage(first.lines, second.lines), run.ending is Ending.STANDSTILL


def lines_of(port: PortSource) -> ListingLines | PortLines:
    """A port that is to be run once, or the listing in its place, which tells what of it is run."""
    return ListingLines(port.listing) if isinstance(port, PortListing) else PortLines(port)


class ListingLines:
    """A listing that is run once, and what of it is run."""

    def __init__(self, listing: Listing) -> None:
        self.program = self.port = listing
        self._begun: set[tuple[int, int]] = set()

    def begin(self, slot: int, line: int, column: int) -> None:
        """A statement is about to be run."""
        if slot == 0:
            self._begun.add((line, column))

    @property
    def lines(self) -> Lines:
        """What has been run."""
        return Lines(self.program.path, listing_statements(self.program), frozenset(self._begun))


class PortLines:
    """A port that is run once, and what of its file is run."""

    begin = None

    def __init__(self, source: PortSource) -> None:
        self._source = source
        self._path = source.path
        self._first = FirstLines(self._path)
        self.program = PortProgram(PortFunction(self.port))

    def port(self, machine: Machine) -> None:
        """Runs it."""
        main = self._source.load()
        with self._first.on():
            main(machine)

    @property
    def lines(self) -> Lines:
        """What has been run."""
        first = self._first
        file = relative(self._path) if self._path else ""
        return Lines(file, port_statements(first.file), frozenset((line, 0) for line in first.lines))


def listing_statements(listing: Listing) -> Places:
    """Every statement that a traced run could tell of; none where the listing cannot be compiled."""
    try:
        functions = written_functions(listing.source, Settings(listing.path, traced=True))
    except BasicError:
        return frozenset()
    return frozenset(place for written in functions for place in traced_places(written.function))


def traced_places(function: ast.FunctionDef) -> Iterator[tuple[int, int]]:
    for node in ast.walk(function):
        match node:
            case ast.Call(
                func=ast.Name(id="trace"),
                args=[ast.Constant(value=int(line)), ast.Constant(value=int(column))],
            ):
                yield line, column


def port_statements(path: str) -> Places:
    """The first line of every statement inside the functions of a Python file; none if it cannot be read.

    What stands outside of functions was run when the file was loaded.
    """
    try:
        # as bytes, for the file may say itself how its letters are written
        tree = ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return frozenset()
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    return frozenset((step.lineno, 0) for function in functions for step in steps(function))


def steps(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """The statements that a call of a function can come to: documentation and declarations do nothing."""
    for each in ast.walk(function):
        match each:
            case ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None) | ast.Global() | ast.Nonlocal():
                continue
            case ast.stmt() if each is not function:
                yield each


class LineTracer:
    """Counts how often each line of one file is begun while it is on; other tracers come back."""

    def __init__(self, path: Path | None) -> None:
        self.file = str(path.absolute()) if path else ""
        self.counts: Counter[int] = Counter()

    @contextmanager
    def on(self) -> Iterator[None]:
        """Traces the calls made inside, in threads begun inside too."""
        before, in_threads = sys.gettrace(), threading.gettrace()
        threading.settrace(self.call)
        sys.settrace(self.call)
        try:
            yield
        finally:
            sys.settrace(before)
            threading.settrace(in_threads)

    def call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """A function is entered: only those of the file are looked into."""
        return self.line if frame.f_code.co_filename == self.file else None

    def line(self, frame: FrameType, event: str, argument: Any) -> Any:
        """A line is about to be run, or a function left."""
        if event == "line":
            self.counts[frame.f_lineno] += 1
        return self.line


def free_tool() -> int | None:
    """The number for a tool of sys.monitoring; None where it is taken, and in Python 3.11, which has none."""
    monitoring: Any = getattr(sys, "monitoring", None)
    return TOOL if monitoring and monitoring.get_tool(TOOL) is None else None


class FirstLines:
    """Notes which lines of one file are begun while it is on; what runs a line again is as quick as ever."""

    def __init__(self, path: Path | None) -> None:
        self._tracer = LineTracer(path)
        self.file = self._tracer.file
        self._begun: set[int] = set()
        self._codes: list[CodeType] = []

    @property
    def lines(self) -> set[int]:
        """The lines, from 1."""
        return self._begun | self._tracer.counts.keys()

    @contextmanager
    def on(self) -> Iterator[None]:
        """Is told of the calls made inside."""
        tool = free_tool()
        if tool is None:
            with self._tracer.on():
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

        def start(code: CodeType, offset: int) -> Any:
            if code.co_filename == self.file:
                self._codes.append(code)
                monitoring.set_local_events(tool, code, events.LINE)
            return never_again

        def begin(code: CodeType, line: int) -> Any:
            self._begun.add(line)
            return never_again

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
