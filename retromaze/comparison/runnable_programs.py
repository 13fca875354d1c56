"""Programs that can be run on a machine: listings, and ports in Python.

A listing is run by the engine; a port is a function that is called with the machine. Both have a `path` that
names them in messages, and perhaps a `file`. `with_sizes` returns either with other sizes; `run` runs it.
"""

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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial, wraps
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any, NoReturn

from retromaze.comparison.difference_words import ENDED, NO_CONSOLE_ERROR, RunEnd, StopReason
from retromaze.comparison.input_script import TooLong
from retromaze.comparison.watchdog import PATIENCE, Standstill, new_watchdog
from retromaze.compiler.compiling import compile_listing
from retromaze.compiler.settings import Settings
from retromaze.compiler.unit import basic_names
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, Break, RetromazeError, Stopped, UsageError
from retromaze.language.lexer import lines_of, with_line_feeds
from retromaze.language.program import Program
from retromaze.language.prologue import Value, with_constants_set
from retromaze.machine.events import is_package_file, is_program_file
from retromaze.machine.machine import Machine
from retromaze.runner import break_at, run_source
from retromaze.system import printable

OnStatement = Callable[[int, int, int], None]
"""Called before a statement with its slot, line and column."""
OnOutcome = Callable[[int, int, int, bool], None]
"""Called with the slot, line and column of a condition, and whether it was true."""
MachineFunction = Callable[[Machine], object]
MAIN = "main"
LIBRARY = os.path.dirname(os.__file__) + os.sep
"""The folder of Python's own modules."""


class NoPort(RetromazeError):
    """A file has no such function, and the message says which it has; or the file cannot be read."""


@dataclass(frozen=True)
class SourceLine:
    """A line of a program: file, number from 1 (0 is unknown) and text."""

    file: str = ""
    line: int = 0
    text: str = ""

    def __str__(self) -> str:
        place = f"{printable(self.file)}:{self.line}"
        return f"{place}: {self.text}" if self.text else place


def relative(path: Path) -> str:
    """Returns a path for messages: relative to the current folder if it is below it, else whole."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


@dataclass(frozen=True)
class Listing:
    """A listing's text and its path; `is_file`: whether the text was read from a file of that path.

    `on_outcome` is called with the outcome of each condition, if `run` has an `on_statement`.
    """

    source: str
    path: str = "listing.bas"
    is_file: bool = False
    on_outcome: OnOutcome | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", with_line_feeds(self.source))  # the class is frozen

    @property
    def file(self) -> Path | None:
        """The file that contains it, None for a text."""
        return Path(self.path) if self.is_file or os.path.isfile(self.path) else None

    def with_sizes(self, values: Mapping[str, Value]) -> Listing:
        """Returns the listing with other values of the constants at its top. Raises UsageError."""
        named = {name.upper(): value for name, value in values.items()}
        return replace(self, source=with_constants_set(self.source, named, self.path))

    def source_line(self, file: str, number: int) -> SourceLine:
        """Returns a line of the listing as a place.

        A line of another slot's program, whose file is `PRG1:LIB`, has no text.
        """
        if file not in {"", self.path}:
            return SourceLine(file, number)
        lines = lines_of(self.source)
        return SourceLine(self.path, number, lines[number - 1].strip() if 0 < number <= len(lines) else "")

    def compiled(self) -> Program | None:
        """Returns the listing after analysis, as it is when its run is followed; None if it has an error."""
        try:
            return compile_listing(self.source, 0, Settings(self.path, traced=True)).program
        except BasicError:
            return None

    def variable_names(self) -> dict[str, str]:
        """Returns each variable's BASIC name by its name in compiled code; {} if it cannot be compiled."""
        program = self.compiled()
        return basic_names(program) if program else {}

    def load(self) -> MachineFunction:
        """Returns the function that runs it. Nothing has to be loaded, as the module of a Port has."""
        return self.run

    def run(self, machine: Machine, on_statement: OnStatement | None = None) -> None:
        """Runs the listing, with calls of `on_statement`. Raises BasicError, with its place, and Break."""

        def follow(computer: Computer) -> None:
            computer.on_statement = on_statement
            computer.on_outcome = self.on_outcome
            computer.on_suspend = break_at  # raises Break at a STOP

        error = run_source(
            self.source, machine, path=self.path, traced=on_statement is not None, follow=follow
        )
        if error is not None:
            raise error


@dataclass(frozen=True)
class Port:
    """A Python function that is called with a machine and `keywords`.

    `origin` is the function itself, which cannot be sent to another process; or the name of a module; or a
    file, which is read at each load; `function` is its name there. From the folder `home` a file's function
    can import modules, from the file's own folder if that is None.
    """

    origin: Callable[..., Any] | str | Path
    function: str = MAIN
    home: Path | None = None
    keywords: tuple[tuple[str, Value], ...] = ()

    @property
    def path(self) -> str:
        """`maze.py`, `maze.py:dig`, the module's name, or the function's own name."""
        if isinstance(self.origin, Path):
            return str(self.origin) if self.function == MAIN else f"{self.origin}:{self.function}"
        return self.origin if isinstance(self.origin, str) else self.origin.__name__

    @property
    def file(self) -> Path | None:
        """The file that contains it, or None."""
        if isinstance(self.origin, Path):
            return self.origin
        if isinstance(self.origin, str):
            spec = find_spec(self.origin)
            return Path(spec.origin) if spec and spec.origin else None
        try:
            return Path(inspect.getsourcefile(self.origin) or "") or None
        except TypeError:  # a function that is not written in Python
            return None

    def with_sizes(self, values: Mapping[str, Value]) -> Port:
        """Returns the port with these keywords, and no others."""
        return replace(self, keywords=tuple(values.items()))

    def source_line(self, file: str, number: int) -> SourceLine:
        """Returns a line of a Python file, the port's own if `file` is "", with its text.

        Returns an empty SourceLine for line 0, which stands for an unknown line.
        """
        file = file or str(self.file or "")
        if not number:
            return SourceLine()
        return SourceLine(relative(Path(file)), number, linecache.getline(file, number).strip())

    def load(self) -> Callable[..., Any]:
        """Returns the function with its keywords. Raises NoPort, and whatever its module or file raises."""
        if isinstance(self.origin, Path):
            function = self._load_from_file(self.origin)
        elif isinstance(self.origin, str):
            function = getattr(importlib.import_module(self.origin), self.function)
        else:
            function = self.origin
        return partial(function, **dict(self.keywords)) if self.keywords else function

    def run(self, machine: Machine, on_statement: OnStatement | None = None) -> None:
        """Loads the port and runs it; `on_statement` is for listings only. Raises what the port raises."""
        self.load()(machine)

    def _load_from_file(self, file: Path) -> Callable[..., Any]:
        """Runs a file as a module and returns its function, which imports from `home`. Raises NoPort."""
        home = (self.home or file.parent).absolute()
        with importing_from(home):
            # Run here, as the import system misses a change if a file is saved twice within a second.
            path = str(file.absolute())
            linecache.checkcache(path)  # tracebacks show the lines of the file as it is now
            module = ModuleType(f"port_{file.stem}")
            module.__file__ = path
            sys.modules[module.__name__] = module  # where `dataclass` and pickle look for it
            try:
                text = file.read_bytes()
            except OSError as error:
                raise NoPort(f"{file} cannot be read: {error.strerror or error}") from None
            exec(compile(text, path, "exec", dont_inherit=True), vars(module))
        function = getattr(module, self.function, None)
        if not callable(function):
            others = [
                name
                for name, value in vars(module).items()
                if isinstance(value, FunctionType) and value.__module__ == module.__name__
            ]
            shown = file.name if self.home else file
            names = ", ".join(others) or "none at all"
            raise NoPort(f"{shown} has no function {self.function}; it has {names}")

        # A function may import when it is called. `wraps` keeps the signature, which has its keywords.
        @wraps(function)
        def port(*arguments: Any, **sizes: Any) -> Any:
            with importing_from(home):
                return function(*arguments, **sizes)

        return port


Runnable = Listing | Port


def load_once(program: Runnable) -> MachineFunction:
    """Returns a program as a function that loads a port at its first call only.

    So a port that keeps state in its module still has it when it is called again.
    """
    load = cache(program.load)

    def run(machine: Machine) -> None:
        load()(machine)

    return run


# ---- ports in files


@contextmanager
def importing_from(folder: Path) -> Iterator[None]:
    """Lets modules be imported from a folder, as for a script in that folder."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def read_port(text: str, default: str = MAIN) -> Port:
    """Returns the port `FILE.py`, with the `default` function, or `FILE.py:function`.

    Raises UsageError if there is no such file.
    """
    # a file's own name may contain a colon
    name, colon, function = text.rpartition(":")
    names_function = bool(colon) and function.isidentifier() and not os.path.isfile(text)
    path = Path(name if names_function else text)
    # os.path returns False for an impossible name, where Path may raise an error
    if not os.path.isfile(path):
        raise UsageError(f"{printable(path)} {'is no file' if os.path.exists(path) else 'does not exist'}")
    return Port(path, function if names_function else default)


def text_of(port: Runnable) -> str:
    """Returns the text of a port's file, as Python reads it. Raises UsageError if it cannot be read."""
    path = port.file or Path()
    try:
        with tokenize.open(path) as file:
            return file.read()
    except (OSError, UnicodeDecodeError, SyntaxError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None


def bytes_of(text: str) -> bytes:
    """Encodes a port's text in the encoding that its first lines declare, as Python reads a file.

    Uses UTF-8 if they declare none, or one that lacks a character; Python will report the latter.
    """
    raw = text.encode(errors="surrogatepass")
    try:
        coding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return text.encode(coding)
    except (SyntaxError, LookupError, UnicodeEncodeError):
        return raw


# ---- running a port that may do anything


class Exited(BaseException):
    """The port has called `os._exit`, which would have ended the process without any message."""


class PortGuard:
    """Guards the process while a port runs; `interrupted`: whether the user has pressed Ctrl-C meanwhile.

    A KeyboardInterrupt that the port raises itself is an error like any other. `os._exit` raises Exited in
    this process; in a process that the port has forked it works as usual. Ctrl-C still calls
    `_previous_handler`, the handler from before; None outside of the main thread, which has no handlers.
    """

    def __init__(self) -> None:
        self.interrupted = False
        self._previous_handler: Any = None
        self._original_exit = os._exit
        self._process = os.getpid()

    def __enter__(self) -> PortGuard:
        """Replaces the handler of Ctrl-C and `os._exit` until the `with` block ends."""
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):
                self._previous_handler = handler
                signal.signal(signal.SIGINT, self._interrupt)
        os._exit = self._exit
        return self

    def __exit__(self, *_: object) -> None:
        os._exit = self._original_exit
        if self._previous_handler is not None:
            signal.signal(signal.SIGINT, self._previous_handler)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """The handler of Ctrl-C: notes it, and does what is usual."""
        self.interrupted = True
        self._previous_handler(number, frame)

    def _exit(self, status: int) -> NoReturn:
        """Takes the place of `os._exit`. Raises Exited."""
        if os.getpid() != self._process:
            self._original_exit(status)
        raise Exited(f"os._exit({status})")


def run_program(
    program: Runnable,
    machine: Machine,
    on_statement: OnStatement | None = None,
    progress: Callable[[], object] | None = None,
    patience: float = PATIENCE,
) -> RunEnd:
    """Runs a program, which may fail in any way, and returns how it ended.

    With `progress` the program is stopped when that has returned the same for `patience` seconds. Raises
    KeyboardInterrupt after Ctrl-C, even if the program has caught it, and for a listing any error that is not
    an error of the console: such an error is a fault of this package.
    """
    guard = PortGuard()
    try:
        if progress is None:
            program.run(machine, on_statement)
        else:
            watched = progress
            with guard:
                # after Ctrl-C this stays True, so that a program which catches it is stopped as well
                watchdog = new_watchdog(lambda: guard.interrupted or watched(), patience)
                watchdog.run(lambda: program.run(machine, on_statement))
    except TooLong:
        end = RunEnd(StopReason.LIMIT)
    except Break as stop:
        file, line = error_place(stop)
        end = RunEnd(StopReason.BREAK, file=file, line=stop.line or line)
    except Stopped:
        end = RunEnd(StopReason.WAITS)
    except Standstill as error:
        file, line = error_place(error)
        end = RunEnd(StopReason.STANDSTILL, file=file, line=line)
    except BaseException as error:  # a port may fail in any way, sys.exit() too
        if isinstance(program, Listing) and not isinstance(error, BasicError):
            raise
        end = run_end_of_error(error)
    else:
        end = ENDED
    if guard.interrupted:
        raise KeyboardInterrupt
    return end


def run_end_of_error(error: BaseException) -> RunEnd:
    """Returns the end of a run by an error of the console or of Python."""
    file, line = error_place(error)
    if not isinstance(error, BasicError):
        return RunEnd(StopReason.ERROR, error_words(error), NO_CONSOLE_ERROR, file, line)
    if error.line:  # in a listing
        file, line = error.path, error.line
    return RunEnd(StopReason.ERROR, error.with_detail(error.wording), error.number, file, line)


class PortError(BasicError):
    """The error that stopped a port, with its place in the port's text if it is there, and Python's words."""

    def __init__(self, error: BaseException, file: str, path: str, source: str) -> None:
        """The port was run from a `file` with this `source`; the reader knows it by its `path`."""
        end = run_end_of_error(error)
        super().__init__()
        self.words, self.number, self.path, self.source = end.error, end.number, path, source
        error_file, line, column = byte_position_of(error)
        lines = source.split("\n")
        if error_file == file and 0 < line <= len(lines):
            # Python counts bytes, the reader characters
            before = lines[line - 1].encode()[: max(column, 0)].decode(errors="ignore")
            self.line, self.column = line, len(before) + 1

    @property
    def message(self) -> str:
        """`TypeError: 'int' object is not iterable`."""
        return self.words


def error_words(error: BaseException) -> str:
    """Returns `ZeroDivisionError: division by zero` or `SystemExit`; for our own errors only the message."""
    if isinstance(error, RetromazeError | Exited):
        return str(error)
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"
    return f"{type(error).__name__}: {error}".removesuffix(": ")  # an error without words


def error_place(error: BaseException) -> tuple[str, int]:
    """Returns the innermost file and line of the port in an error's traceback; "" and 0 if there is none.

    Files of Python and of this package count only if there are no others.
    """
    file, line, _ = byte_position_of(error)
    return file, line


def byte_position_of(error: BaseException) -> tuple[str, int, int]:
    """Returns file, line and column of an error; the column in bytes from 0, -1 if it is not known."""
    if isinstance(error, SyntaxError) and error.filename and is_program_file(error.filename):
        # its `offset` counts characters, from 1
        before = (error.text or "")[: (error.offset or 1) - 1]
        return error.filename, error.lineno or 0, len(before.encode())
    frames = []
    trace = error.__traceback__
    while trace:
        # "<frozen ...>" are modules built into Python: exit(), import.
        file = trace.tb_frame.f_code.co_filename
        if is_program_file(file) and not file.startswith("<frozen "):
            frames.append((file, trace))
        trace = trace.tb_next
    # The innermost place in a file of the lowest rank: `min` returns the first of equal ones.
    file, trace = min(reversed(frames), key=lambda each: file_rank(each[0]), default=("", None))
    if trace is None:
        return "", 0, -1
    # instructions have two bytes, and each has a position
    positions = trace.tb_frame.f_code.co_positions()
    _, _, column, _ = next(islice(positions, trace.tb_lasti // 2, None))
    return file, trace.tb_lineno or 0, -1 if column is None else column


@cache
def file_rank(file: str) -> int:
    """Returns 0 for a file that may be the port's, 1 for one of this package, 2 for one of a library."""
    if is_package_file(file):
        return 1
    installed = {"site-packages", "dist-packages"} & set(Path(file).parts)
    return 2 if installed or file.startswith(LIBRARY) else 0
