"""Loads a port: a function, a module of the package, or a function in a Python file."""

from __future__ import annotations

import importlib
import inspect
import io
import linecache
import os
import sys
import tokenize
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from retromaze.comparison.recording import Listing
from retromaze.comparison.replay import playing
from retromaze.errors import RetromazeError, UsageError
from retromaze.language.prologue import Value

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
