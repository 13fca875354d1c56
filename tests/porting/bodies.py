"""Short listings to what is inside `main` of their ports, and to the names that variables have there."""

import ast
import re
import textwrap
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType

from retromaze.porting.writing import write_port


@lru_cache(maxsize=64)
def port_text(source: str) -> str:
    """The port of a listing. What a test looks at and then runs is written once."""
    return write_port(source, "tiny.bas")


def body(source: str) -> str:
    """The statements of a port without its heading, margins left out."""
    inside = behind_heading(port_text(source))
    lines = [line.split("  # ")[0].rstrip() for line in inside.splitlines()]
    return textwrap.dedent("\n".join(lines)).strip()


def with_margins(source: str) -> str:
    """The statements of a port, each with its margin."""
    return textwrap.dedent(behind_heading(write_port(source, "listing.bas", "all"))).strip()


def behind_heading(text: str) -> str:
    """What stands in a port behind the heading of `main`."""
    return text.split("\ndef main(")[1].split("\n", 1)[1]


def loaded(text: str) -> Callable[..., None]:
    """The function of a port's text, read as a file is."""
    module = ModuleType("port")
    exec(compile(text.encode(), "port.py", "exec"), vars(module))
    main: Callable[..., None] = module.main
    return main


def names(source: str) -> dict[str, str]:
    """The variables that have another name in the port of a listing, each with that name."""
    found = re.search(r"^VARIABLES = (\{.*?\})(?:  #.*)?$", port_text(source), re.MULTILINE | re.DOTALL)
    return {its: name for name, its in ast.literal_eval(found[1]).items()} if found else {}
