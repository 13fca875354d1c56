"""Programs that can be run on a machine: listings, and ports in Python."""

from __future__ import annotations

import importlib
import inspect
import io
import linecache
import os
import signal
import sys
import threading
import tokenize
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from importlib.util import find_spec
from pathlib import Path
from types import FrameType, FunctionType, ModuleType, TracebackType
from typing import Any, NamedTuple, NoReturn, Protocol

from retromaze.comparison.watchdog import PATIENCE, Standstill, new_watchdog
from retromaze.comparison.words import (
    SIDES,
    Sides,
)
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, RetromazeError, Stopped, UsageError
from retromaze.language.lines import lines_of, with_line_feeds
from retromaze.language.prologue import Value
from retromaze.machine.events import is_ours, is_outer
from retromaze.machine.machine import Machine
from retromaze.runner import break_at, play


@dataclass(frozen=True)
class Place:
    """A line of a program: file, number from 1 (0 is unknown) and text."""

    file: str = ""
    line: int = 0
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def relative(path: Path) -> str:
    """The path as seen from the current folder if it lies in it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


Begin = Callable[[int, int, int], None]
"""Called with slot, line and column."""


@dataclass(frozen=True)
class Listing:
    """A listing's text as it is run, and the path its lines are named by; `is_file` if it was read there."""

    source: str
    path: str = "listing.bas"
    is_file: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", with_line_feeds(self.source))

    def line(self, number: int) -> str:
        """The text of a line counted from 1, "" where there is none."""
        lines = lines_of(self.source)
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def place(self, file: str, number: int) -> Place:
        """A line as a place; all lines are of one file."""
        return Place(self.path, number, self.line(number))

    def play(self, machine: Machine, progress: object = None, begin: Begin | None = None) -> Failure | None:
        """Runs it; what stopped it, if something did. `begin` hears of each statement."""
        error = self.error_of(machine, begin)
        return Failure(error.told(error.wording), error.number, error.line) if error else None

    def error_of(self, machine: Machine, begin: Begin | None = None) -> BasicError | None:
        """Runs it; the error that stopped it, if one did, with its place. Raises Break at STOP."""

        def follow(computer: Computer) -> None:
            computer.on_statement = begin
            computer.on_suspend = break_at

        return play(self.source, machine, path=self.path, traced=begin is not None, follow=follow)


class Failure(NamedTuple):
    """What stopped a program: words, the console's number and the line."""

    words: str
    number: int
    line: int


class RecordedProgram(Protocol):
    """What can be recorded: a listing, or a port in its place."""

    @property
    def path(self) -> str: ...
    def place(self, file: str, number: int) -> Place: ...
    def play(
        self, machine: Machine, progress: Callable[[], object], begin: Begin | None = None
    ) -> Failure | None:
        """Runs it. Raises Standstill where `progress` is the same for too long."""


MAIN = "main"


class NoPort(RetromazeError):
    """There is no such function to call; the message says which there are."""


@dataclass(frozen=True)
class PortFunction:
    """A function of the running program; it stays in the process that it was made in."""

    function: Callable[..., None]

    def load(self) -> Callable[..., None]:
        """The function."""
        return self.function

    @property
    def path(self) -> Path | None:
        """The file it is written in, None if there is none."""
        try:
            return Path(inspect.getsourcefile(self.function) or "") or None
        except TypeError:
            return None


@dataclass(frozen=True)
class PortModule:
    """`main` of a module that can be imported."""

    module: str

    def load(self) -> Callable[..., None]:
        """The function. Raises what the module raises."""
        main: Callable[..., None] = importlib.import_module(self.module).main
        return main

    @property
    def path(self) -> Path | None:
        """The module's file, None if it is missing."""
        spec = find_spec(self.module)
        return Path(spec.origin) if spec and spec.origin else None


@dataclass(frozen=True)
class PortFile:
    """A function in a Python file, which is read anew whenever it is loaded.

    It can import what lies in its `home`, which is the file's own folder unless it is given.
    """

    path: Path
    function: str = MAIN
    home: Path | None = None

    def load(self) -> Callable[..., Any]:
        """The function. Raises NoPort if there is none, and what the file itself raises."""
        home = (self.home or self.path.parent).absolute()
        with importing_from(home):
            function = self._function()

        # Wrapped, so that it can be asked for its keywords.
        @wraps(function)
        def port(*given: Any, **sizes: Any) -> Any:
            with importing_from(home):
                return function(*given, **sizes)

        return port

    def _function(self) -> Callable[..., Any]:
        module = self._module()
        found = getattr(module, self.function, None)
        if not callable(found):
            others = ", ".join(functions_in(module)) or "none at all"
            shown = self.path.name if self.home else self.path
            raise NoPort(f"{shown} has no function {self.function}; it has {others}")
        made: Callable[..., Any] = found
        return made

    def _module(self) -> ModuleType:
        # Not by the import system: its compiled files know the time of a save by the second only.
        path = str(self.path.absolute())
        linecache.checkcache(path)
        module = ModuleType(f"port_{self.path.stem}")
        module.__file__ = path
        sys.modules[module.__name__] = module
        exec(compile(self._text(), path, "exec", dont_inherit=True), vars(module))
        return module

    def _text(self) -> bytes:
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise NoPort(f"{self.path} cannot be read: {error.strerror or error}") from None


@dataclass(frozen=True)
class GivenPort:
    """Another port with some of its keywords given; `name` is that of the function that has them."""

    port: PortFunction | PortModule | PortFile
    keywords: tuple[tuple[str, Value], ...]

    def load(self) -> Callable[..., None]:
        """The function. Raises what loading the port raises."""
        return partial(self.port.load(), **dict(self.keywords))

    @property
    def path(self) -> Path | None:
        """The file it is written in, None if there is none."""
        return self.port.path

    @property
    def name(self) -> str:
        """The function's name in its file."""
        return self.port.function if isinstance(self.port, PortFile) else MAIN


@dataclass(frozen=True)
class PortListing:
    """A listing in a port's place."""

    listing: Listing

    def load(self) -> Callable[..., None]:
        """The function that runs it."""
        return playing(self.listing)

    @property
    def path(self) -> Path | None:
        """The file it is written in, None for a text."""
        path = Path(self.listing.path)
        return path if path.is_file() else None


PortSource = PortFunction | PortModule | PortFile | GivenPort | PortListing


def name_of(source: PortSource) -> str:
    """`maze.py`, `maze.py:dig`, a function's own name."""
    if isinstance(source, GivenPort):
        return name_of(source.port)
    if isinstance(source, PortListing):
        return source.listing.path
    if isinstance(source, PortFile):
        return str(source.path) if source.function == MAIN else f"{source.path}:{source.function}"
    return source.module if isinstance(source, PortModule) else source.function.__name__


@contextmanager
def importing_from(folder: Path) -> Iterator[None]:
    """Lets modules be imported from a folder, as it is for a script in it."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def read_port(text: str, default: str = MAIN) -> PortFile:
    """`FILE.py`, or `FILE.py:function` where that is not the default. Raises UsageError without the file."""
    name, colon, function = text.rpartition(":")
    named = bool(colon) and function.isidentifier() and not os.path.isfile(text)
    path = Path(name if named else text)
    # os.path says no to what cannot be a name: too long, or with a colon on a disk of Windows
    if not os.path.isfile(path):
        raise UsageError(f"{path} is no file" if os.path.exists(path) else f"{path} does not exist")
    return PortFile(path, function if named else default)


def port_source(port: str | Path | Callable[..., Any]) -> PortSource:
    """The port that `retromaze.compare` was given. Raises UsageError for a file that is missing."""
    return PortFunction(port) if callable(port) else read_port(str(port))


def text_of(port: PortSource) -> str:
    """The text of a port's file, as Python reads it. Raises UsageError if it cannot be read."""
    path = port.path or Path()
    try:
        with tokenize.open(path) as file:
            return file.read()
    except (OSError, UnicodeDecodeError, SyntaxError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None


def bytes_of(text: str) -> bytes:
    """A port's text as a file from which Python reads it again: in the coding that its head declares.

    Where that is none, or has no bytes for a letter, it is UTF-8, and Python will say what is wrong.
    """
    raw = text.encode(errors="surrogatepass")
    try:
        coding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return text.encode(coding)
    except (SyntaxError, LookupError, UnicodeEncodeError):
        return raw


def functions_in(module: ModuleType) -> list[str]:
    """The names of the functions written in a module, in their order."""
    return [name for name, value in vars(module).items() if written_in(value, module)]


def written_in(value: object, module: ModuleType) -> bool:
    return isinstance(value, FunctionType) and value.__module__ == module.__name__


Port = Callable[[Machine], None]
LIBRARY = os.path.dirname(os.__file__) + os.sep
"""Where Python's own modules lie."""


def words_of(error: BaseException) -> str:
    """`ZeroDivisionError: division by zero`, `SystemExit`; an error of ours says it all itself."""
    if isinstance(error, RetromazeError | Exited):
        return str(error)
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def place_of(error: BaseException) -> tuple[str, int]:
    """File and line of the port on the way to an error, innermost; "" and 0 if it never got there.

    Those of what the port imports of Python or of the package count only where there is nothing else.
    """
    if isinstance(error, SyntaxError) and error.filename and is_outer(error.filename):
        return error.filename, error.lineno or 0
    frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    # Frozen is what Python itself is started with: exit(), import.
    outer = [frame for frame in frames if is_outer(frame[0]) and not frame[0].startswith("<frozen ")]
    # of equals the first one stays
    return min(reversed(outer), key=lambda frame: distance(frame[0]), default=("", 0))


def distance(file: str) -> int:
    """How far a file is from anybody's port: 0 may be one, 1 is of the package, 2 of a library."""
    if is_ours(file):
        return 1
    installed = {"site-packages", "dist-packages"} & set(Path(file).parts)
    return 2 if installed or file.startswith(LIBRARY) else 0


def playing(listing: Listing, begin: Begin | None = None) -> Port:
    """A listing as a port; `begin` hears of each statement."""

    def port(machine: Machine) -> None:
        error = listing.error_of(machine, begin)
        if error is not None:
            raise error

    return port


FIRST_AND_SECOND = Sides("the first program", "the second program")


@dataclass(frozen=True)
class PortProgram:
    """A port that another one is held against; it is loaded anew for each run."""

    source: PortSource
    patience: float = PATIENCE

    @property
    def path(self) -> str:
        """What it is called."""
        return name_of(self.source)

    def place(self, file: str, number: int) -> Place:
        """A line of the port, or of what it calls."""
        return place_in_port(file or str(self.source.path or ""), number)

    def play(
        self, machine: Machine, progress: Callable[[], object], begin: Begin | None = None
    ) -> Failure | None:
        """Runs it; the error that stopped it, if one did. Raises Standstill where nothing comes of it."""
        guard = PortGuard()
        failure = None
        try:
            with guard:
                watchdog = new_watchdog(lambda: guard.interrupted or progress(), self.patience)
                watchdog.run(lambda: self.source.load()(machine))
        except (Standstill, Stopped):
            raise
        except BaseException as error:  # a port may fail in any way, sys.exit() too
            failure = failure_of(error)
        if guard.interrupted:
            raise KeyboardInterrupt
        return failure


def failure_of(error: BaseException) -> Failure:
    """The error of a port: the console's own or one of Python."""
    line = place_of(error)[1]
    if isinstance(error, BasicError):
        return Failure(error.told(error.wording), error.number, line)
    return Failure(words_of(error), NO_CONSOLE_ERROR, line)


def sides_of(first: RecordedProgram, second: PortSource) -> Sides:
    """What both are called: listing and port, and two of a kind by their names, as short as can be."""
    if isinstance(first, Listing) is not isinstance(second, PortListing):
        return SIDES
    paths = first.path, name_of(second)
    names = Path(paths[0]).name, Path(paths[1]).name
    found = next((each for each in (names, paths) if each[0] != each[1]), FIRST_AND_SECOND)
    return Sides(*found)


def place_in_port(file: str, line: int) -> Place:
    """A line of a Python file with its text."""
    return Place(relative(Path(file)), line, linecache.getline(file, line).strip()) if line else Place()


class Exited(BaseException):
    """The port has called `os._exit`, which would have ended the process with no word to anybody."""


class PortGuard:
    """While a port runs: `interrupted` tells that the user has pressed Ctrl-C, whatever the port made of it.

    A port can raise KeyboardInterrupt, too, and that is its own affair. `os._exit` of this process raises
    Exited; what a port has forked may leave by it.
    """

    def __init__(self) -> None:
        self.interrupted = False
        self._before: Any = None
        self._leave = os._exit
        self._process = os.getpid()

    def __enter__(self) -> PortGuard:
        self._before = None
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):
                self._before = handler
                signal.signal(signal.SIGINT, self._interrupt)
        self._leave = os._exit
        os._exit = self._exit
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os._exit = self._leave
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        self._before(number, frame)

    def _exit(self, status: int) -> NoReturn:
        if os.getpid() != self._process:
            self._leave(status)
        raise Exited(f"os._exit({status})")


NO_CONSOLE_ERROR = -1
"""The number of an error of Python."""
