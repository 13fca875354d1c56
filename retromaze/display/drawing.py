"""Draws on a terminal by escapes of our own; texts from elsewhere stay harmless in it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from retromaze.system import beneath, harmless


class DrawingConsole(Console):
    """A rich console whose colors and bars reach the terminal, and whose texts do not steer it."""

    def __init__(self, *, stderr: bool = False, **options: Any) -> None:
        super().__init__(file=beneath(sys.stderr if stderr else sys.stdout), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The same, with harmless texts."""
        for each in super().render(renderable, options):
            yield each if each.control else Segment(harmless(each.text), each.style)


def print_drawn(lines: Iterable[str]) -> None:
    """Prints on standard output what such a console has captured.

    Python prints it, because rich answers a closed pipe with exit status 1, which means a difference here.
    """
    print("\n".join(lines), file=beneath(sys.stdout))
