"""Counts which lines of a listing and of its port a check has run, and which outcomes its conditions had."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.catalogue_entry import Scene
from retromaze.comparison.input_script import TooLong
from retromaze.comparison.line_tracing import LineListener
from retromaze.comparison.listing_recording import Recording, record
from retromaze.comparison.port_replay import ReplayResult, replay
from retromaze.comparison.runnable_programs import Listing, Port, Runnable, relative
from retromaze.compiler.compiling import written_functions
from retromaze.compiler.settings import Settings
from retromaze.errors import BasicError
from retromaze.language.prologue import Value
from retromaze.machine.machine import Machine

if TYPE_CHECKING:
    from retromaze.comparison.pairs import Pair

ENOUGH_PERCENT = 50
"""Per cent of a listing's lines, and of its outcomes, that have to be run for the verdict "equal"."""

Places = frozenset[tuple[int, int]]
"""(line, column) of statements, from 1; in a port the column is 0."""
Outcomes = frozenset[tuple[int, int, bool]]
"""(line, column, outcome) of conditions of IF, WHILE and UNTIL; of a FOR whether its body is run, of a MIN or
MAX of two values whether the first one is larger."""


@dataclass(frozen=True)
class LineCoverage:
    """The statements of a file and those that were run; for a listing also its conditions and their outcomes.

    Among the conditions are `loops`, the FORs, whose bodies may be run or not, and `extremes`, the MIN and
    MAX of two values, of which each may be the larger one.
    """

    file: str
    statements: Places = frozenset()
    run: Places = frozenset()
    conditions: Places = frozenset()
    outcomes: Outcomes = frozenset()
    loops: Places = frozenset()
    extremes: Places = frozenset()

    @property
    def tests(self) -> Places:
        """The conditions of IF, WHILE and UNTIL."""
        return self.conditions - self.loops - self.extremes

    @property
    def count(self) -> int:
        """The number of lines with a statement."""
        return len({line for line, _ in self.statements})

    @property
    def missed(self) -> list[int]:
        """The lines with a statement that was not run, in their order."""
        return sorted({line for line, _ in self.statements - self.run})

    @property
    def share(self) -> float:
        """The share of lines whose statements were all run, 0 to 1; 1 for a file without statements."""
        return (self.count - len(self.missed)) / self.count if self.count else 1.0

    @property
    def percent(self) -> int:
        """The share in per cent, rounded down; 0 if nothing could be compiled."""
        return int(100 * self.share) if self.statements else 0

    @property
    def outcome_percent(self) -> int:
        """The share of possible outcomes that conditions had, in per cent, rounded down; 100 without any."""
        possible = 2 * len(self.conditions)
        return 100 * len(self.outcomes) // possible if possible else 100

    def outcomes_missed(self, conditions: Places) -> dict[bool, list[int]]:
        """Returns {outcome: the lines with one of `conditions` that was decided, but never so}."""
        decided = {(line, column) for line, column, _ in self.outcomes} & conditions
        missed: dict[bool, list[int]] = {}
        for outcome in (True, False):
            lines = {line for line, column in decided if (line, column, outcome) not in self.outcomes}
            missed[outcome] = sorted(lines)
        return missed

    @property
    def is_of_port(self) -> bool:
        """Whether the file is a port's, whose statements have no columns."""
        return any(column == 0 for _, column in self.statements)

    @property
    def suffices(self) -> bool:
        """Whether ENOUGH_PERCENT of a listing's lines and outcomes were run, for the verdict "equal".

        A listing that cannot be compiled suffices without any line, and a port in the listing's place, too.
        """
        enough = min(self.percent, self.outcome_percent) >= ENOUGH_PERCENT
        return not self.statements or self.is_of_port or enough

    def with_run_of(self, other: LineCoverage) -> LineCoverage:
        """Returns this coverage with what another run of the same file has run and decided."""
        # `other` has the statements and conditions: the coverage to begin with has none
        return replace(other, run=self.run | other.run, outcomes=self.outcomes | other.outcomes)


@dataclass(frozen=True)
class Coverage:
    """The lines of a listing and of its port, and which of them were run."""

    listing: LineCoverage
    port: LineCoverage

    def joined_with(self, other: Coverage) -> Coverage:
        """Returns the coverage of both runs."""
        return Coverage(self.listing.with_run_of(other.listing), self.port.with_run_of(other.port))

    @property
    def is_full(self) -> bool:
        """Whether no line was missed."""
        return not self.listing.missed and not self.port.missed

    @property
    def percent(self) -> int:
        """The lesser of the percentages of listing and port."""
        return min(lines.percent for lines in self.sides().values())

    def suffices(self, wanted_percent: int | None) -> bool:
        """Whether so many per cent of both programs' lines were run; if None, whether the listing suffices.

        A port's lines do not count then: its file may have functions that the port does not use.
        """
        return self.listing.suffices if wanted_percent is None else self.percent >= wanted_percent

    def sides(self) -> Mapping[str, LineCoverage]:
        """Returns both by their names."""
        return {"listing": self.listing, "port": self.port}


def measure_coverage(pair: Pair, seed: int | None = None) -> Coverage:
    """Returns the coverage of a pair's checks, by one run for each of its sizes and scenes, small ones first.

    Runs end as soon as every line has been run and the last run had no new outcome, or when the port stands
    still, which takes long. `seed` is used for the sizes, the pair's first one if None.
    """
    coverage = Coverage(LineCoverage(""), LineCoverage(""))
    for sizes, scene in sizes_and_scenes(pair):
        scene_seed = scene.seeds[0] if scene else None
        added, stands_still = coverage_of_run(pair, scene_seed or seed or pair.seeds[0], sizes, scene)
        earlier_outcomes, coverage = coverage.listing.outcomes, coverage.joined_with(added)
        listing = coverage.listing
        had_all_outcomes = len(listing.outcomes) == 2 * len(listing.conditions)
        is_decided = had_all_outcomes or listing.outcomes == earlier_outcomes
        if (coverage.is_full and is_decided) or stands_still:
            break
    return coverage


def sizes_and_scenes(pair: Pair) -> list[tuple[Mapping[str, Value], Scene | None]]:
    """Returns (sizes, scene or None) for each of a pair's checks, small and so likely quick ones first."""

    def extent(choice: tuple[Mapping[str, Value], Scene | None]) -> float:
        return sum(value for value in pair.all_sizes(choice[0]).values() if not isinstance(value, str))

    choices: list[tuple[Mapping[str, Value], Scene | None]] = [(sizes, None) for sizes in pair.size_sets]
    choices += [(scene.sizes, scene) for scene in pair.scenes]
    return sorted(choices, key=extent)


def coverage_of_run(
    pair: Pair, seed: int, sizes: Mapping[str, Value], scene: Scene | None
) -> tuple[Coverage, bool]:
    """Returns the coverage of one comparison, and whether the port stood still in it.

    Where the comparison is made again with each press in its own frame, its lines count too.
    """
    sized = pair.with_sizes(sizes, scene)
    coverage, recording, run = coverage_and_runs(sized, seed)
    if sized.is_repeated_exactly(scene, has_shifted_press=recording.player.has_shifted_press):
        again, _, run = coverage_and_runs(sized.with_exact_presses, seed)
        coverage = coverage.joined_with(again)
    return coverage, run.end.is_standstill


def coverage_and_runs(pair: Pair, seed: int) -> tuple[Coverage, Recording, ReplayResult]:
    """Returns the coverage of one run of both programs, with the listing's run and the port's."""
    listing_run, port_run = run_with_coverage(pair.first), run_with_coverage(pair.port)
    recording = record(
        listing_run.program,
        seed,
        pair.script,
        pair.limit,
        pair.mode,
        pair.patience,
        on_statement=listing_run.on_statement,
    )
    run = replay(recording, port_run.program, on_statement=port_run.on_statement)
    return Coverage(listing_run.lines, port_run.lines), recording, run


def run_with_coverage(program: Runnable) -> ListingRun | PortRun:
    """Returns a run of a program that notes the statements that it executes; it can be run once."""
    return ListingRun(program) if isinstance(program, Listing) else PortRun(program)


class ListingRun:
    """A listing that is run once, and notes the statements that are run and the outcomes of conditions.

    Slot 0 has the listing, other slots the programs that it loads, which are not noted.
    """

    def __init__(self, listing: Listing) -> None:
        self.program = replace(listing, on_outcome=self.on_outcome)
        self._places = listing_places(listing)
        self._begun: set[tuple[int, int]] = set()
        self._outcomes: set[tuple[int, int, bool]] = set()

    def on_statement(self, slot: int, line: int, column: int) -> None:
        """Notes a statement before it runs."""
        if slot == 0:
            self._begun.add((line, column))

    def on_outcome(self, slot: int, line: int, column: int, outcome: bool) -> None:
        """Notes an outcome of a condition."""
        if slot == 0:
            self._outcomes.add((line, column, outcome))

    @property
    def lines(self) -> LineCoverage:
        """All statements and conditions of the listing, those run and their outcomes."""
        statements, *conditions = self._places
        _, loops, extremes = conditions
        begun, outcomes = frozenset(self._begun), frozenset(self._outcomes)
        return LineCoverage(
            self.program.path, statements, begun, frozenset().union(*conditions), outcomes, loops, extremes
        )


class RunUntilCovered(ListingRun):
    """A listing that is stopped once its lines suffice, in one or more runs."""

    _count = 0  # the statements and outcomes at the last call

    def on_statement(self, slot: int, line: int, column: int) -> None:
        """Notes a statement before it runs. Raises TooLong once enough lines and outcomes were run."""
        super().on_statement(slot, line, column)
        count = len(self._begun) + len(self._outcomes)
        if count > self._count and self.lines.suffices:
            raise TooLong
        self._count = count


class PortRun:
    """A port that is run once, and notes the lines of its file that are run."""

    on_statement = None  # only a listing's run is called before statements

    def __init__(self, port: Port) -> None:
        self._file = port.file
        self._executed: set[int] = set()
        # `add` returns None, and so each line is reported only once, which is quick
        self._listener = LineListener(self._file, self._executed.add)

        def run(machine: Machine) -> None:
            main = port.load()  # lines that run while the file is loaded do not count
            with self._listener.listening():
                main(machine)

        self.program = Port(run)

    @property
    def lines(self) -> LineCoverage:
        """All statements of the port's file, and those that were run."""
        file = relative(self._file) if self._file else ""
        executed = frozenset((line, 0) for line in self._executed)
        return LineCoverage(file, port_statements(self._listener.file), executed)


def listing_places(listing: Listing) -> tuple[Places, Places, Places, Places]:
    """Returns a listing's statements, and its conditions of three kinds.

    These are conditions of IF, WHILE and UNTIL, FORs that may not run, and MIN and MAX of two values. They
    are found in the compiled code as its calls of `trace`, `decided`, `entered` and `compared`, which have
    line and column as arguments. All four are empty if the listing cannot be compiled.
    """
    try:
        functions = written_functions(listing.source, Settings(listing.path, traced=True))
    except BasicError:
        return frozenset(), frozenset(), frozenset(), frozenset()
    found: dict[str, set[tuple[int, int]]] = {
        name: set() for name in ("trace", "decided", "entered", "compared")
    }
    for compiled in functions:
        for node in ast.walk(compiled.function):
            match node:
                case ast.Call(
                    func=ast.Name(id="trace" | "decided" | "entered" | "compared" as name),
                    args=[ast.Constant(value=int(line)), ast.Constant(value=int(column)), *_],
                ):
                    found[name].add((line, column))
    statements, decided, entered, compared = map(frozenset, found.values())
    return statements, decided, entered, compared


def port_statements(path: str) -> Places:
    """Returns the first line of every statement inside functions of a Python file; none if it cannot be read.

    Statements outside of functions do not count: they were run when the file was loaded.
    """
    try:
        # as bytes, for the file may declare its own encoding
        tree = ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return frozenset()
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    return frozenset((each.lineno, 0) for function in functions for each in executable_statements(function))


def executable_statements(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """Yields the statements of a function that do something: no docstrings and declarations."""
    for each in ast.walk(function):
        match each:
            case ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None) | ast.Global() | ast.Nonlocal():
                continue
            case ast.stmt() if each is not function:
                yield each
