"""The open program: its listing with the sizes set, its port, the lines that correspond, the errors."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.pairs import Pair, pair_of_entry, pair_with
from retromaze.comparison.program import MAIN, Listing, Port, bytes_of, text_of
from retromaze.comparison.settable import Keywords, keywords_in, with_defaults
from retromaze.compiler.compiling import compile_listing
from retromaze.compiler.settings import Settings
from retromaze.entry import Entry
from retromaze.errors import BasicError, UsageError
from retromaze.input import GameLog, digest_of
from retromaze.language.prologue import Value, constants
from retromaze.language.text import lines_of, with_line_feeds
from retromaze.machine.machine import chosen_seed
from retromaze.sources.answers import UNREADABLE, ImportedModule, answers_of, first_lines, imported_modules
from retromaze.sources.pairing import pair as paired
from retromaze.studio.consent import changes, hash_of
from retromaze.studio.deep_stack import on_deep_stack
from retromaze.studio.lessons import has_lesson
from retromaze.studio.log import read_message
from retromaze.studio.messages import Open, Opened, PortModule, Problem, Size

NO_PORT = Port(lambda machine: None)
LONG_LISTING = 500
"""Lines beyond which a port is not written unasked: it takes two milliseconds a line."""
LONG_TEXT = 40 * LONG_LISTING
"""Characters beyond which it is not either, however few the lines are."""
LONGEST_CHANGED = 1 << 18
"""Characters of a listing that a link holds or a user has changed.

A link of a kilobyte unpacks to a megabyte, which takes a gigabyte and half a minute to compile.
"""
TOO_LONG = (
    "a listing of a link, or one that was changed here, has {:,} characters at most; a file may have more"
)
PATIENCE = 3.0
"""Seconds that a port may do nothing before its proof gives it up: somebody waits for the answer."""


@dataclass(frozen=True)
class Workspace:
    """One listing and its port as they are run.

    `pair` has the texts with the sizes set in them. Without a port (`ported` False) nothing can be proved.
    A port that is not `trusted` is not run; `changes` are the lines in which it differs from the program's
    own port. `as_on_disk` says that the listing is that of the file, but for numbers that were set. `modules`
    are those that the port imports and whose margins name lines of the listing.
    """

    program: str
    title: str
    pair: Pair
    port: str
    seed: int
    sizes: tuple[Size, ...]
    problems: tuple[Problem, ...]
    log: GameLog
    moment: int
    trusted: bool
    changes: tuple[str, ...]
    ported: bool
    port_waits: bool = False
    as_on_disk: bool = False
    modules: tuple[ImportedModule, ...] = ()

    @property
    def listing(self) -> str:
        """The listing's text."""
        return self.pair.text

    @property
    def texts(self) -> str:
        """The SHA-256 of listing, port and the modules that are shown beside it."""
        return hash_of("\0".join([self.listing, self.port, *(each.text for each in self.modules)]))

    @property
    def heading(self) -> GameLog:
        """What a log tells of it beside what is done: the program's name, its text and its numbers."""
        numbers = {each.name: each.value for each in self.sizes if each.value != each.written}
        name = self.program or Path(self.pair.path).name
        return GameLog(program=name, digest=digest_of(self.listing), numbers=numbers)

    def opened(self) -> Opened:
        """What the page is told of it."""
        answers, parts = on_deep_stack(self._answers)
        placed = zip(first_lines(self.port, self.modules), self.modules, strict=True)
        return Opened(
            self.program,
            self.title,
            self.listing,
            self.port,
            self.seed,
            list(self.sizes),
            answers,
            parts,
            list(self.problems),
            self.trusted,
            hash_of(self.port),
            list(self.changes),
            self.port_waits,
            has_lesson(self.pair),
            self.texts,
            [PortModule(each.name, first, each.text) for first, each in placed],
        )

    def _answers(self) -> tuple[list[list[tuple[int, int, int]]], list[str]]:
        """The stretches that answer each line, and the name of the port's function that does."""
        found = answers_of(self.listing, self.port, self.modules)
        names = [""] * len(found)
        try:
            parts = paired(self.listing, self.port) if self.port else []
        except UNREADABLE:
            parts = []
        for part in parts:
            for item in (item for block in part.blocks for item in block.items if not item.moved_to):
                for line in item.lines:
                    names[line] = part.name
        return [[*each] for each in found], names


@dataclass(frozen=True)
class OwnFiles:
    """A listing of the user's with its port, and where they lie."""

    listing: Path
    port: Path | None = None
    function: str = "main"


def open_workspace(wish: Open, own: OwnFiles | None, folder: Path) -> Workspace:
    """The program that a message names; texts of ports are written into the folder and run from there.

    Raises UsageError for an unknown program, missing files, a text that is too long, numbers that cannot be
    set, and a log of what no player could have done.
    """
    return on_deep_stack(lambda: read_workspace(wish, own, folder))


def read_workspace(wish: Open, own: OwnFiles | None, folder: Path) -> Workspace:
    """The same on the present stack; deeply nested texts need a deep one."""
    own_pair, there = named_pair(wish, own)
    found = (
        own_pair
        if wish.listing is None
        else replace(own_pair, first=replace(own_pair.listing, source=wish.listing))
    )
    as_on_disk = found.text == own_pair.text
    if not as_on_disk and len(found.text) > LONGEST_CHANGED:
        raise UsageError(TOO_LONG.format(LONGEST_CHANGED))
    waits = waits_for_port(wish, found, there)
    given, foreign = ("", False) if waits else port_of(wish, found, there, changed=not as_on_disk)
    keep = partial(write_port_file, folder=folder, own=None if wish.program else own)
    if given and given != there:
        found = replace(found, port=keep(given))
    known = keywords(found, given)
    pair, port = with_sizes(replace(found, patience=PATIENCE), given, wish.sizes, known)
    trusted = not (foreign and port) or hash_of(port) == wish.consent
    if foreign and port:
        # What is run is the very text that is consented to, its numbers included.
        assert isinstance(pair.port, Port)
        pair = replace(pair, port=keep(port).given(dict(pair.port.keywords)))
    compared = not trusted and there
    # Whoever has not said that a port may be run has not said either that it may name files.
    home = own.port.parent if trusted and not wish.program and own and own.port else None
    entry = CATALOGUE.get(wish.program)
    return Workspace(
        program=wish.program,
        title=entry.title if entry else Path(pair.path).name,
        pair=pair,
        port=port,
        seed=chosen_seed() if wish.seed is None else wish.seed,
        sizes=tuple(sizes_of(pair, known, found.text)),
        problems=tuple(problems_of(pair, port)),
        log=read_message(wish.log),
        moment=wish.moment,
        trusted=trusted,
        changes=tuple(changes(port_with_sizes(own_pair, there, wish.sizes), port)) if compared else (),
        ported=bool(port),
        port_waits=waits,
        as_on_disk=as_on_disk,
        modules=tuple(imported_modules(pair.text, port, home)),
    )


def with_sizes(pair: Pair, port: str, sizes: Mapping[str, Value], known: Keywords | None) -> tuple[Pair, str]:
    """The pair and its port's text with numbers set in both; what Python cannot read is left as it is."""
    if not sizes:
        return pair, port
    if pair.entry is None and known is None:
        return replace(pair, first=pair.first.given(sizes)), port
    given = pair.given(sizes, keywords=known)
    assert isinstance(given.port, Port)
    keywords = dict(given.port.keywords)
    return given, with_defaults(port, keywords, given.port.function) if known else port


def port_with_sizes(pair: Pair, port: str, sizes: Mapping[str, Value]) -> str:
    """The port's text with the numbers that it can have."""
    try:
        return with_sizes(pair, port, sizes, keywords(pair, port))[1]
    except UsageError:
        return port


def keywords(pair: Pair, port: str) -> Keywords | None:
    """The keywords that stand in a port's text: nothing of it is run here. None if Python cannot read it."""
    try:
        function = pair.port.function if isinstance(pair.port, Port) else MAIN
        return keywords_in(port, function) if port else None
    except UNREADABLE:
        return None


def named_pair(wish: Open, own: OwnFiles | None) -> tuple[Pair, str]:
    """The pair that a message names, before anything is changed, and its own port's text, "" without one."""
    found = pair_of_entry(entry_named(wish.program)) if wish.program else own_pair_of(own)
    return found, "" if found.port is NO_PORT else text_of(found.port)


def port_of(wish: Open, found: Pair, there: str, *, changed: bool) -> tuple[str, bool]:
    """The port's text, and whether it is made of what came in the message; "" where there is none.

    What this computer has itself came in no message; of all else only the reader knows whose it is.
    """
    if wish.port is not None and wish.port != there:
        return wish.port, True
    return (there, False) if there else (generated_port(found), changed)


def waits_for_port(wish: Open, found: Pair, there: str) -> bool:
    """Whether no port is written for a listing because it is long and nobody has asked for one."""
    is_long = len(found.text) > LONG_TEXT or len(lines_of(found.text)) > LONG_LISTING
    return is_long and not (there or wish.port is not None or wish.writes_port)


def entry_named(name: str) -> Entry:
    """The program of the catalogue. Raises UsageError."""
    if name not in CATALOGUE:
        raise UsageError(f"no program is called {name!r}")
    return CATALOGUE[name]


def own_pair_of(own: OwnFiles | None) -> Pair:
    """The user's listing with its port, or an empty one. Raises UsageError."""
    if own is None:
        return Pair("listing", Listing(""), NO_PORT)
    return pair_with(own.listing, Port(own.port, own.function) if own.port else NO_PORT)


def generated_port(found: Pair) -> str:
    """The port that retromaze writes for a listing without one; "" where it cannot."""
    from retromaze.porting.preparing import CannotPort
    from retromaze.porting.writing import write_port

    try:
        return write_port(found.text, found.path) if found.text.strip() else ""
    except (CannotPort, BasicError):
        return ""


def write_port_file(port: str, folder: Path, own: OwnFiles | None) -> Port:
    """A text put into a file: it is run as if it lay in place of the user's own port.

    Raises UsageError for one that declares a coding in which Python reads other words than those seen here.
    """
    path = folder / (own.port.name if own and own.port else "port.py")
    path.write_bytes(bytes_of(port))
    home = own.port.parent if own and own.port else folder
    file = Port(path, own.function if own else MAIN, home)
    try:
        read_again = text_of(file)
    except UsageError:
        # Python runs nothing of it, and says why.
        return file
    if read_again != "\n".join(port.replace("\r\n", "\n").split("\r")):
        path.write_bytes(b"")
        raise UsageError("the port declares a coding in which Python reads another text than is seen here")
    return file


def sizes_of(pair: Pair, known: Keywords | None, written: str) -> Iterator[Size]:
    """The numbers that can be set in both, as they are in the pair's listing and in the text `written`."""
    there, before = constants(pair.text), constants(written)
    if pair.entry is None:
        common = there if known is None else known.by_variable(pair.text)
        for name, each in there.items():
            if name in common:
                yield Size(name.lower(), each.value, before[name].value)
        return
    for name, size in pair.entry.sizes.items():
        now, then = (
            each[size.variable].value if size.variable in each else size.default for each in (there, before)
        )
        yield Size(name, now, then, size.minimum, size.maximum, size.odd)


# ---- what is wrong


def problems_of(pair: Pair, port: str) -> Iterator[Problem]:
    """What the machine and Python say against the texts before anything is run.

    The listing is compiled as the run will have it compiled, which finds it made.
    """
    try:
        compile_listing(with_line_feeds(pair.text), 0, Settings(pair.path, traced=True))
    except BasicError as error:
        words = f"{error.wording} ({error.detail})" if error.detail else error.wording
        yield Problem("listing", error.line, error.column, words)
    problem = port_problem(port)
    if problem is not None:
        yield problem


@lru_cache(maxsize=2)
def port_problem(port: str) -> Problem | None:
    """What Python says against a port, which stays as it is while its listing is edited."""
    try:
        ast.parse(port)
    except UNREADABLE as error:
        place = (error.lineno or 0, error.offset or 0) if isinstance(error, SyntaxError) else (0, 0)
        return Problem("port", *place, getattr(error, "msg", str(error) or "too deep"))
    return None
