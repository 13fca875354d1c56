"""The open program: listing and port (a pair) with the sizes (constants) set in both, and what is wrong.

Texts from elsewhere may be nested very deeply, so Python's own parser runs on a large stack: it calls itself
for every operator of a sum, up to Python's limit for calls, and while a listing runs that limit is so high
(`retromaze.recursion`) that an ordinary stack ends first, and with it the process.

A port is Python and may do whatever its user may. Anybody may have written a text that came in a message, for
instance by a link; a port generated from such a listing is no safer. Both run only if the user has accepted
the port's hash.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import Use
from retromaze.comparison.input_script import Script
from retromaze.comparison.pairs import Pair, pair_of_entry, pair_with
from retromaze.comparison.random_input import CHANNEL_READ_BY
from retromaze.comparison.runnable_programs import MAIN, Listing, Port, bytes_of, text_of
from retromaze.comparison.settable_values import Keywords, keywords_in, with_defaults
from retromaze.compiler.compiling import compile_listing
from retromaze.compiler.settings import Settings
from retromaze.error_report import describe, explanation
from retromaze.errors import BasicError, UsageError
from retromaze.input_log import GameLog, digest_of
from retromaze.language.lexer import lines_of, spans, with_line_feeds, yielding_to
from retromaze.language.prologue import Value, prologue_constants
from retromaze.machine.machine import random_seed
from retromaze.sources.matching_lines import (
    UNREADABLE,
    ImportedModule,
    best_alignment,
    first_lines_of_modules,
    imported_modules,
    matching_port_lines,
    paired_parts,
)
from retromaze.studio.input_messages import read_message
from retromaze.studio.lesson_messages import has_lesson
from retromaze.studio.messages import Open, Opened, PanelName, PortModule, Problem, ShownSize

Result = TypeVar("Result")

STACK = 255 << 20
"""Bytes of the stack; recursion up to Python's limit uses a fifth. Unused bytes cost nothing.

Windows has threads with less than 256 MiB only (Python/thread_nt.h: ValueError for more).
"""
CHANGING = threading.Lock()
"""Held while the stack size of new threads, a setting of the whole process, is changed."""


def on_deep_stack(work: Callable[[], Result]) -> Result:
    """Calls `work` in a thread with a stack so large that deep recursion cannot overflow it.

    Returns its result or raises its error.
    """
    if sys.platform == "emscripten":
        # A browser has no threads: the worker's own stack is used. If it overflows, the worker is replaced.
        return work()
    done: Future[Result] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # raised by done.result() below
            done.set_exception(error)

    with CHANGING:
        before = threading.stack_size(STACK)
        try:
            threading.Thread(target=run, name="reading", daemon=True).start()
        finally:
            threading.stack_size(before)
    return done.result()


CONTEXT = 2
"""Equal lines that are shown before and after a change."""


def hash_of(text: str) -> str:
    """Returns the SHA-256 of a text in hexadecimal. The page names by it the port that the user accepts."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def changes(before: str, after: str) -> list[str]:
    """Returns the differences of two texts as rows, like those of `diff -u`, for the user who has to consent.

    Each change comes with its neighboring lines; `@@ 12 @@` is its line number in the new text.
    """
    old, new = lines_of(before), lines_of(after)
    # (the line with its sign, the number of its line in the new text)
    rows: list[tuple[str, int]] = []
    start_old = start_new = 0
    for end_old, end_new in equal_lines(old, new):
        rows += [(f"-{line}", start_new + 1) for line in old[start_old:end_old]]
        rows += [(f"+{new[at]}", at + 1) for at in range(start_new, end_new)]
        # the last pair is the lengths of both texts, where no line is: the slice is empty then
        rows += [(f" {line}", end_new + 1) for line in new[end_new : end_new + 1]]
        start_old, start_new = end_old + 1, end_new + 1
    kept: set[int] = set()
    for at, (row, _) in enumerate(rows):
        if row[0] != " ":
            kept.update(range(at - CONTEXT, at + CONTEXT + 1))
    shown = []
    for at, (row, number) in enumerate(rows):
        if at in kept:
            # the first row, or one before which rows were left out
            if at == 0 or at - 1 not in kept:
                shown.append(f"@@ {number} @@")
            shown.append(row)
    return shown


def equal_lines(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Returns (number in `old`, number in `new`) of equal lines, from 0 and rising; last the texts' lengths.

    Lines that occur once in each text are paired first, and then their equal neighbors. difflib is not used,
    because it takes quadratic time for some texts.
    """
    in_old, in_new = Counter(old), Counter(new)
    common = {line for line, count in in_old.items() if count == in_new[line] == 1}
    places = {line: number for number, line in enumerate(new) if line in common}
    # the most of these pairs that are in the same order in both texts; each counts 1
    anchors = best_alignment((number, places[line], 1) for number, line in enumerate(old) if line in common)
    pairs: list[tuple[int, int]] = []
    for start, stop in pairwise([(-1, -1), *anchors, (len(old), len(new))]):
        pairs += equal_neighbors(old, new, start, stop)
        pairs.append(stop)
    return pairs


def equal_neighbors(
    old: list[str], new: list[str], start: tuple[int, int], stop: tuple[int, int]
) -> list[tuple[int, int]]:
    """Returns the equal lines right after the pair `start` (the head) and right before `stop` (the tail).

    A pair is (number in `old`, number in `new`) of equal lines; between the two no lines are paired yet.
    """
    (start_old, start_new), (stop_old, stop_new) = start, stop
    # the lines of the shorter gap; no line may belong to the head and to the tail
    room = min(stop_old - start_old, stop_new - start_new) - 1
    head = 0
    while head < room and old[start_old + head + 1] == new[start_new + head + 1]:
        head += 1
    tail = 0
    while tail < room - head and old[stop_old - tail - 1] == new[stop_new - tail - 1]:
        tail += 1
    pairs = [(start_old + offset, start_new + offset) for offset in range(1, head + 1)]
    return pairs + [(stop_old - offset, stop_new - offset) for offset in range(tail, 0, -1)]


NO_PORT = Port(lambda machine: None)
"""Takes a port's place in a pair that has none; it is never run."""
LONG_LISTING = 500
"""A port of a listing with more lines is written only on request: it takes two milliseconds a line."""
LONG_TEXT = 40 * LONG_LISTING
"""So is a port of a listing with more characters, however few its lines are."""
LONGEST_CHANGED = 1 << 18
"""Characters of a listing that a link holds or a user has changed.

A link of a kilobyte unpacks to a megabyte, which takes a gigabyte and half a minute to compile.
"""
LONGEST_NAME = 100
"""Characters of a file's name that are shown."""
TOO_LONG = (
    "a listing of a link, or one that was changed here, has {:,} characters at most; a file may have more"
)
PATIENCE = 3.0
"""Seconds without any effect after which a proof stops a port, as the user waits for the result."""


@dataclass(frozen=True)
class Workspace:
    """An open listing with its port, and everything about them that the page is sent.

    `pair` has the texts with the `sizes` set in them. Without a port (`port` "") nothing can be proved. A
    port that is not `trusted` is not run; `changes` are the lines in which it differs from the port on the
    disk. `as_on_disk`: whether the listing is that of the file, apart from sizes. `modules` are those
    that the port imports and whose margins name lines of the listing. `not_ported` says what could not be
    ported, if the port was generated. `name` is the name of a listing that the page itself has brought, else
    "". `mistake` describes the listing's compile error, with its line and a caret. The run begins at the
    event number `moment`. `paced`: whether the page wants the program's best pace.
    `port_waits`: whether the listing is so long that its port is written only when the page asks for it.
    """

    program: str
    title: str
    pair: Pair
    port: str
    seed: int
    sizes: tuple[ShownSize, ...]
    problems: tuple[Problem, ...]
    log: GameLog
    moment: int
    paced: bool
    trusted: bool
    changes: tuple[str, ...]
    port_waits: bool = False
    as_on_disk: bool = False
    modules: tuple[ImportedModule, ...] = ()
    not_ported: tuple[str, ...] = ()
    name: str = ""
    mistake: str = ""

    @property
    def listing(self) -> str:
        return self.pair.text

    @property
    def script(self) -> Script:
        """The player's input as a comparison plays it."""
        return Script().with_log(self.log)

    @property
    def texts(self) -> str:
        """The SHA-256 of listing, port and modules, by which a prover checks that it has the same texts."""
        return hash_of("\0".join([self.listing, self.port, *(module.text for module in self.modules)]))

    @property
    def log_head(self) -> GameLog:
        """The head of a log of the player's input: the program's name, its text's digest, its sizes."""
        # only sizes that are set to another value than the one in the file
        numbers = {size.name: size.value for size in self.sizes if size.value != size.written}
        # of the catalogue, brought by the page, or a file of the user's
        name = self.program or self.name or Path(self.pair.path).name
        return GameLog(program=name, digest=digest_of(self.listing), numbers=numbers)

    def opened(self) -> Opened:
        """Returns the message about the opened program."""
        # both texts are parsed, which may be nested deeply
        port_lines, functions = on_deep_stack(self._corresponding_lines)
        placed = zip(first_lines_of_modules(self.port, self.modules), self.modules, strict=True)
        return Opened(
            program=self.program,
            title=self.title,
            listing=self.listing,
            port=self.port,
            seed=self.seed,
            sizes=list(self.sizes),
            answers=port_lines,
            parts=functions,
            problems=list(self.problems),
            trusted=self.trusted,
            hash=hash_of(self.port),
            changes=list(self.changes),
            port_waits=self.port_waits,
            # a listing that the page has brought (`name`) has no folder with a lesson in it
            panels=list(panels_of(self.listing, has_lesson=not self.name and has_lesson(self.pair))),
            texts=self.texts,
            modules=[PortModule(module.name, first, module.text) for first, module in placed],
            not_ported=list(self.not_ported),
            name=self.name,
            is_played=self.is_played,
        )

    @property
    def is_played(self) -> bool:
        """Whether the program is a game; a listing of the user's is one if it reads what a player does."""
        if self.program:
            return CATALOGUE[self.program].use is Use.GAME
        # CHANNEL_READ_BY has the words that read buttons, circle pads, keyboard or touch screen
        return any(each.word in CHANNEL_READ_BY for each in spans(self.listing) if each.kind == "name")

    def _corresponding_lines(self) -> tuple[list[list[tuple[int, int, int]]], list[str]]:
        """Returns, by line of the listing, the port's lines (ranges) and function that correspond to it."""
        ranges = matching_port_lines(self.listing, self.port, self.modules)
        functions = [""] * len(ranges)
        try:
            parts = paired_parts(self.listing, self.port) if self.port else []
        except UNREADABLE:
            # the port is not valid Python, which is reported as one of its problems
            parts = []
        for part in parts:
            for item in (item for block in part.blocks for item in block.items):
                # lines that moved to another function of the port are items of its part, too
                if not item.moved_to:
                    for line in item.lines:
                        functions[line] = part.name
        return [[*each] for each in ranges], functions


@dataclass(frozen=True)
class UserFiles:
    """The paths of a listing of the user's and of its port; `function` is the port's main function."""

    listing: Path
    port: Path | None = None
    function: str = "main"


def open_workspace(
    request: Open, user_files: UserFiles | None, folder: Path, poll: Callable[[], None] = lambda: None
) -> Workspace:
    """Opens the program that the message `request` names, or the texts in it.

    `user_files` are those that the studio was started with. Texts of ports are written into `folder` and run
    from there. `poll` is called often meanwhile, in another thread; an error that it raises ends the work.
    Raises UsageError for an unknown program, missing files, a text that is too long, numbers that cannot be
    set, and a log of input that no player could have made.
    """

    def read() -> Workspace:
        with yielding_to(poll):
            return read_workspace(request, user_files, folder)

    return on_deep_stack(read)


def read_workspace(request: Open, user_files: UserFiles | None, folder: Path) -> Workspace:
    """Does what `open_workspace` does, on the caller's stack, which deeply nested texts may overflow."""
    if request.program and request.program not in CATALOGUE:
        raise UsageError(f"no program is called {request.program!r}")
    name = file_name(request.name) if not request.program else ""
    if request.program or name:
        # the user's files belong only to the listing that the studio was started with
        user_files = None
    entry = CATALOGUE.get(request.program)
    # from the files, then with the texts of the page, and as `pair` also with the sizes of the page
    pair_on_disk = pair_of_entry(entry) if entry else user_pair_of(user_files, name)
    port_on_disk = "" if pair_on_disk.port is NO_PORT else text_of(pair_on_disk.port)
    unsized = with_listing(pair_on_disk, request.listing)
    as_on_disk = unsized.text == pair_on_disk.text
    # writing the port of a long listing takes so long that the page has to ask for it
    is_long = len(unsized.text) > LONG_TEXT or len(lines_of(unsized.text)) > LONG_LISTING
    waits = is_long and not (port_on_disk or request.port is not None or request.writes_port)
    chosen = ChosenPort("") if waits else chosen_port(request, port_on_disk, unsized, as_on_disk=as_on_disk)
    if chosen.text and chosen.text != port_on_disk:
        unsized = replace(unsized, port=write_port_file(chosen.text, folder, user_files))
    pair, port, keywords, trusted = with_sized_port(unsized, chosen, request, folder, user_files)
    asks_for_trust = port_on_disk and not trusted
    # a port that may not be run may not name other files to be read either
    home = user_files.port.parent if trusted and user_files and user_files.port else None
    error = listing_error(pair)
    return Workspace(
        program=request.program,
        title=entry.title if entry else Path(pair.path).name,
        pair=pair,
        port=port,
        seed=random_seed() if request.seed is None else request.seed,
        sizes=tuple(sizes_of(pair, keywords, unsized.text)),
        problems=tuple(problems_of(error, port)),
        log=read_message(request.log),
        moment=request.moment,
        paced=request.paced,
        trusted=trusted,
        changes=changes_of_port(pair_on_disk, port_on_disk, port, request.sizes) if asks_for_trust else (),
        port_waits=waits,
        as_on_disk=as_on_disk,
        modules=tuple(imported_modules(pair.text, port, home)),
        not_ported=chosen.not_ported,
        name=name,
        mistake=describe(error) if error else "",
    )


def with_listing(pair_on_disk: Pair, listing: str | None) -> Pair:
    """Returns a pair (listing and port) with the listing that the page has sent, None if it has sent none.

    Raises UsageError if that differs from the one on the disk and is too long.
    """
    if listing is None:
        return pair_on_disk
    pair = replace(pair_on_disk, first=replace(pair_on_disk.listing, source=listing))
    if pair.text != pair_on_disk.text and len(pair.text) > LONGEST_CHANGED:
        raise UsageError(TOO_LONG.format(LONGEST_CHANGED))
    return pair


def changes_of_port(
    pair_on_disk: Pair, port_on_disk: str, port: str, sizes: Mapping[str, Value]
) -> tuple[str, ...]:
    """Returns the rows in which `port` differs from the one on the disk, for the user who is to accept it."""
    # with the same sizes set, so that only the changes of the text are shown; a port without keywords for
    # these sizes is compared as it is
    with suppress(UsageError):
        keywords = read_keywords(pair_on_disk, port_on_disk)
        _, port_on_disk = with_sizes(pair_on_disk, port_on_disk, sizes, keywords)
    return tuple(changes(port_on_disk, port))


class ChosenPort(NamedTuple):
    """The text of a port before sizes are set in it, "" for none, and what could not be ported.

    `is_foreign`: whether anybody may have written the text, or the listing that it was generated from.
    """

    text: str
    is_foreign: bool = False
    not_ported: tuple[str, ...] = ()


def chosen_port(request: Open, port_on_disk: str, pair: Pair, *, as_on_disk: bool) -> ChosenPort:
    """Returns the port in the message `request`, else the one on the disk ("" for none), else writes one.

    `as_on_disk`: whether the pair's listing is that of a file of this computer.
    """
    # a text that equals the one on the disk is not foreign, though it came in a message
    if request.port is not None and request.port != port_on_disk:
        return ChosenPort(request.port, is_foreign=bool(request.port))
    if port_on_disk:
        return ChosenPort(port_on_disk)
    text, not_ported = generated_port(pair)
    return ChosenPort(text, bool(text) and not as_on_disk, tuple(not_ported))


def with_sized_port(
    unsized: Pair, chosen: ChosenPort, request: Open, folder: Path, user_files: UserFiles | None
) -> tuple[Pair, str, Keywords | None, bool]:
    """Returns a pair and its port's text, with the sizes of the message `request` set in both texts.

    They are followed by the keywords of the port's main function, None without a port that can be read, and
    whether the port may be run. Raises UsageError for numbers that cannot be set.
    """
    keywords = read_keywords(unsized, chosen.text)
    pair, text = with_sizes(replace(unsized, patience=PATIENCE), chosen.text, request.sizes, keywords)
    if not chosen.is_foreign:
        return pair, text, keywords, True
    # written again, with its sizes: the file that runs has the very text that is consented to
    assert isinstance(pair.port, Port)
    file = write_port_file(text, folder, user_files).with_sizes(dict(pair.port.keywords))
    # `consent` is the hash of the text that the user has accepted, so it allows no other text
    return replace(pair, port=file), text, keywords, hash_of(text) == request.consent


def file_name(name: str) -> str:
    """Returns a file's name for display: without folders and control characters, cut to LONGEST_NAME."""
    # a browser may send the path of either kind of system
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(filter(str.isprintable, last))[:LONGEST_NAME]


def with_sizes(
    pair: Pair, port: str, sizes: Mapping[str, Value], keywords: Keywords | None
) -> tuple[Pair, str]:
    """Returns the pair and the port's text with the sizes (values of constants by name) set in both.

    `keywords` are those of the port's main function, None without a port that is valid Python: the text is
    returned unchanged then. Raises UsageError for numbers that cannot be set.
    """
    if not sizes:
        return pair, port
    # a listing of the user's without a readable port: only the listing's own constants can be set
    if pair.entry is None and keywords is None:
        return replace(pair, first=pair.first.with_sizes(sizes)), port
    sized = pair.with_sizes(sizes, keywords=keywords)
    assert isinstance(sized.port, Port)
    return sized, with_defaults(port, dict(sized.port.keywords), sized.port.function) if keywords else port


def read_keywords(pair: Pair, port: str) -> Keywords | None:
    """Reads the keywords of a port's main function (the numbers that can be set) without running the port.

    None without a port that is valid Python.
    """
    try:
        function = pair.port.function if isinstance(pair.port, Port) else MAIN
        return keywords_in(port, function) if port else None
    except UNREADABLE:
        return None


def user_pair_of(files: UserFiles | None, name: str = "") -> Pair:
    """Returns the user's listing with its port; without files an empty one, which gets a text of the page's.

    `name` is the name of that text, "" for none.
    """
    if files is None:
        return Pair("listing", Listing("", name) if name else Listing(""), NO_PORT)
    return pair_with(files.listing, Port(files.port, files.function) if files.port else NO_PORT)


def generated_port(pair: Pair) -> tuple[str, list[str]]:
    """Writes a port for a listing without one. Returns its text ("" if impossible) and what is not ported."""
    from retromaze.porting import writing
    from retromaze.porting.preparing import CannotPort

    if not pair.text.strip():
        return "", []
    try:
        written = writing.port(pair.text, pair.path, find_program=pair.script.program)
    except CannotPort as refusal:
        return "", [str(refusal)]
    except BasicError:
        # reported as one of the listing's problems
        return "", []
    return written.text, written.refusals()


def write_port_file(port: str, folder: Path, user_files: UserFiles | None) -> Port:
    """Writes a port's text into a file and returns the port, which runs as if it replaced the user's own.

    Raises UsageError if the text declares an encoding in which Python reads another text than is shown: the
    user would accept one text and run the other.
    """
    path = folder / (user_files.port.name if user_files and user_files.port else "port.py")
    path.write_bytes(bytes_of(port))
    # where its imports are found
    home = user_files.port.parent if user_files and user_files.port else folder
    file = Port(path, user_files.function if user_files else MAIN, home)
    try:
        # reads the file by the encoding that it declares, as Python will
        read_again = text_of(file)
    except UsageError:
        # Python cannot read the text either: running the port reports why.
        return file
    # Python reads CR LF and CR as line ends too
    if read_again != with_line_feeds(port):
        # so that nothing can run the text that is not seen
        path.write_bytes(b"")
        raise UsageError("the port declares a coding in which Python reads another text than is seen here")
    return file


def sizes_of(pair: Pair, keywords: Keywords | None, unsized: str) -> Iterator[ShownSize]:
    """Yields the numbers that can be set in listing and port, with their present and original values.

    The present values are those of the pair's listing; `unsized` is its text before any was set. Both begin
    with constants (the prologue); `keywords` are those of the port's main function, None without a port.
    """
    current, original = prologue_constants(pair.text), prologue_constants(unsized)
    if pair.entry is None:
        # a number can be set only where both texts have it: as a constant and as a keyword of the port
        settable = current if keywords is None else keywords.by_variable(pair.text)
        for name, constant in current.items():
            if name in settable:
                yield ShownSize(name.lower(), constant.value, original[name].value, variable=name)
        return
    for name, size in pair.entry.sizes.items():
        now, before = current.get(size.variable), original.get(size.variable)
        # a changed listing may no longer have the constant
        value, original_value = now.value if now else size.default, before.value if before else size.default
        yield ShownSize(name, value, original_value, size.minimum, size.maximum, size.odd, size.variable)


# ---- what is wrong


def listing_error(pair: Pair) -> BasicError | None:
    """Returns the listing's compile error, with the listing's path and text, if any.

    The listing is compiled with the settings of the run, which then finds the result in the cache.
    """
    source = with_line_feeds(pair.text)
    try:
        compile_listing(source, 0, Settings(pair.path, traced=True))
    except BasicError as error:
        error.path, error.source = pair.path, source
        return error
    return None


def problems_of(error: BasicError | None, port: str) -> Iterator[Problem]:
    """Yields the listing's compile `error` and the port's syntax error, if any, as the page marks them."""
    if error:
        words = f"{error.wording} ({error.detail})" if error.detail else error.wording
        source = error.source or ""
        line, column, hints = explanation(error, source, source)
        yield Problem("listing", line, column, "\n".join([words, *hints]))
    if problem := port_problem(port):
        yield problem


@lru_cache(maxsize=2)
def port_problem(port: str) -> Problem | None:
    """Returns the syntax error of a port, if any; cached, as only the listing changes while it is edited."""
    try:
        ast.parse(port)
    except UNREADABLE as error:
        # other errors have no place: a text nested too deeply, or a null byte
        place = (error.lineno or 0, error.offset or 0) if isinstance(error, SyntaxError) else (0, 0)
        return Problem("port", *place, getattr(error, "msg", str(error) or "too deep"))
    return None


# ---- panels of the page


CALLS = {"DEF", "GOSUB"}
NOTES = {"BEEP", "BGMPLAY"}
MOVING = {"SPSET", "BGPUT", "BGFILL", "BGLOAD"}
"""The words that set a sprite, or a cell of a background layer."""
OTHER_PROGRAMS = {"EXEC", "USE", "PRGEDIT"}
"""The words by which a program runs, calls or writes another one, whose words are not in the listing."""


def panels_of(listing: str, *, has_lesson: bool) -> Iterator[PanelName]:
    """Yields the names of the page's panels that have something to show for a listing, in tab order.

    The listing's text may have errors.
    """
    found = list(spans(listing))
    words = {each.word for each in found if each.kind in {"name", "keyword"}}
    # another program may have any of these words, so all panels that it could need are shown
    runs_others = not words.isdisjoint(OTHER_PROGRAMS)
    if has_lesson:
        yield "lesson"
    yield "variables"
    if runs_others or any(each.kind == "mark" and each.text == "[" for each in found):
        yield "arrays"
    if runs_others or words & CALLS:
        yield "calls"
    if runs_others or words & NOTES:
        yield "notes"
    if runs_others or words & MOVING:
        yield "moving"
    yield "events"
    yield "stops"
    yield "proof"
