"""A pdb that stops only in the listing and knows its variables by their BASIC names."""

from __future__ import annotations

import pdb
import re
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

from retromaze.compiler.naming import python_spelling
from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.sources.variables import value_text, values_of_expressions, variable_text, variables

PRINTING = ("p", "pp")
NAME = re.compile(r"\b([A-Za-z_][A-Za-z0-9_]*[$%#])")


class ListingDebugger(pdb.Pdb):
    """pdb for the program in a computer's slot 0.

    Beside pdb's own commands: `vars` prints the variables, `screen` the console's text, `picture` what `show`
    shows. `A$`, `N%` and `M[1,2]` may be said as they stand in the listing; values are written as BASIC does.
    """

    def __init__(self, computer: Computer, show: Callable[[Machine], None], **streams: Any) -> None:
        super().__init__(nosigint=True, readrc=False, **streams)
        self.prompt = "(listing) "
        self.computer = computer
        self.show = show
        self.listing = self.canonic(computer.slots[0].path)

    def in_listing(self, frame: FrameType) -> bool:
        """Whether a frame runs the listing, and not the module's code that makes its functions."""
        code = frame.f_code
        return self.canonic(code.co_filename) == self.listing and code.co_name != "<module>"

    def stop_here(self, frame: FrameType) -> bool:
        """Whether to stop in a frame: only in the listing, not in the code that it calls."""
        return self.in_listing(frame) and super().stop_here(frame)

    def user_call(self, frame: FrameType, argument_list: None) -> None:
        """Does nothing, where pdb would stop: it stops at a DEF's first line, not at its call as well."""

    def get_stack(
        self, f: FrameType | None, t: TracebackType | None
    ) -> tuple[list[tuple[FrameType, int]], int]:
        """Returns the pending calls of the listing only, and the index of the innermost one."""
        stack, _ = super().get_stack(f, t)
        listing_frames = [each for each in stack if self.in_listing(each[0])]
        return listing_frames, len(listing_frames) - 1

    def precmd(self, line: str) -> str:
        """Replaces BASIC names in a typed line, as in `b 2, A$=="x"`; `p` and `pp` read them themselves."""
        return super().precmd(line if self.parseline(line)[0] in PRINTING else python_names(line))

    def do_p(self, arg: str) -> None:
        """p expression[,expression]

        The values, as BASIC writes them: variables, arrays and their elements by their names, else what
        Python makes of it.
        """
        found = values_of_expressions(arg, dict(variables(self.computer, self.curframe)))
        if found is None:
            try:
                value = self._getval(python_names(arg))
            except Exception:  # pdb has said why
                return
            found = list(value) if isinstance(value, tuple) else [value]
        self.message(", ".join(map(value_text, found)))

    do_pp = do_p

    def do_vars(self, line: str) -> None:
        """vars

        The variables that the code here knows, by their BASIC names.
        """
        self.message(variable_text(self.computer, self.curframe))

    def do_screen(self, line: str) -> None:
        """screen

        The text of the console.
        """
        self.message(self.computer.machine.console.text())

    def do_picture(self, line: str) -> None:
        """picture

        What the screens show: in colors where the terminal has them, else saved as a PNG.
        """
        self.show(self.computer.machine)


def python_names(text: str) -> str:
    """Returns a text in which `A$` has its name in the generated code, `A_s`."""
    return NAME.sub(lambda found: python_spelling(found[1].upper()), text)
