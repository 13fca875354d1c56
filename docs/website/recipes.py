"""docs/machine.md: each piece of its Python is run, and what it shows stands below it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs.website.pictures import cut_out, machine_after
from docs.website.snippets import View
from retromaze.machine.machine import Machine

PAGE = "machine.md"
CODE = re.compile(r"```python\n(.*?)```\n", re.S)
VIEW: View = (0, 0, 160, 96)
FOLDER = "interface/"


def pieces(text: str) -> list[str]:
    """The Python of the page, in its order."""
    return CODE.findall(text)


def with_pictures(text: str) -> str:
    """The page with a picture below each piece that shows something."""
    shown = iter(pictures_of(text))

    def with_picture(found: re.Match[str]) -> str:
        name, data = next(shown)
        return f"{found[0]}\n![What these lines show]({name}){{.dots}}\n" if data else found[0]

    return CODE.sub(with_picture, text)


def pictures(text: str) -> dict[str, bytes]:
    """The pictures by their paths on the website."""
    return {name: data for name, data in pictures_of(text) if data}


def pictures_of(text: str) -> Iterator[tuple[str, bytes]]:
    """The path and the picture of each piece; the picture is empty where nothing is shown."""
    for number, code in enumerate(pieces(text), 1):
        machine = machine_after(code)
        yield f"{FOLDER}recipe-{number}.png", cut_out(machine, VIEW) if shows(machine) else b""


def shows(machine: Machine) -> bool:
    """Whether the upper screen has more than one color."""
    return len(set(machine.picture())) > 1
