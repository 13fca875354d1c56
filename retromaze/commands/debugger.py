"""Python's debugger, pdb, at home in a listing: it stops there only, and knows the names of BASIC."""

from __future__ import annotations

import pdb
import re
from types import FrameType, TracebackType
from typing import Any

from retromaze.compiler.naming import stem
from retromaze.engine.computer import Computer
from retromaze.study.variables import told

NAME = re.compile(r"\b([A-Za-z_][A-Za-z0-9_]*[$%#])")


class ListingDebugger(pdb.Pdb):
    """pdb for the program in a computer's slot 0.

    Beside pdb's own commands: `vars` prints the variables, `screen` the console's text; `A$` and `N%` may be
    said as they stand in the listing.
    """

    def __init__(self, computer: Computer, **streams: Any) -> None:
        super().__init__(nosigint=True, readrc=False, **streams)
        self.prompt = "(listing) "
        self.computer = computer
        self.listing = self.canonic(computer.slots[0].path)

    def in_listing(self, frame: FrameType) -> bool:
        """Whether a frame runs the listing; making its functions is none of its lines."""
        code = frame.f_code
        return self.canonic(code.co_filename) == self.listing and code.co_name != "<module>"

    def stop_here(self, frame: FrameType) -> bool:
        """The machinery below the listing is passed over."""
        return self.in_listing(frame) and super().stop_here(frame)

    def user_call(self, frame: FrameType, argument_list: None) -> None:
        """A DEF stops at its first line, not before it."""

    def get_stack(
        self, f: FrameType | None, t: TracebackType | None
    ) -> tuple[list[tuple[FrameType, int]], int]:
        """The calls of the listing alone."""
        stack, _ = super().get_stack(f, t)
        mine = [each for each in stack if self.in_listing(each[0])]
        return mine, len(mine) - 1

    def precmd(self, line: str) -> str:
        """`p A$` is what the generated code calls `A_s`."""
        return super().precmd(NAME.sub(lambda found: stem(found[1].upper()), line))

    def do_vars(self, line: str) -> None:
        """vars

        The variables that the code here knows, by their BASIC names.
        """
        self.message(told(self.computer, self.curframe))

    def do_screen(self, line: str) -> None:
        """screen

        The text of the console.
        """
        self.message(self.computer.machine.console.text())
