"""`retromaze debug`: a listing under pdb, which stops only in it and knows its variables by BASIC names.

An editor's debugger can take pdb's place.
"""

from __future__ import annotations

import argparse
import ast
import bdb
import os
import pdb
import re
import sys
from collections.abc import Callable, Sequence
from dis import opname
from functools import partial
from itertools import dropwhile
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Literal

from retromaze.builtins.registry import BUILTINS
from retromaze.commands import options
from retromaze.commands.operands import find_listing
from retromaze.commands.options import add_machine_options, apply_replayed_log, new_headless_machine
from retromaze.commands.output import say
from retromaze.commands.run import say_unsimulated_sounds
from retromaze.compiler.compiling import Compiled, written_functions
from retromaze.compiler.settings import Settings
from retromaze.compiler.unit import definition_of_function, python_spelling
from retromaze.display.argument_parser import INTERRUPTED, Parser
from retromaze.display.pictures import Album, visible_picture
from retromaze.editor.edited_listing import EditedListing
from retromaze.engine.computer import Computer
from retromaze.error_report import describe
from retromaze.errors import BasicError, Stopped, UsageError
from retromaze.language import nodes
from retromaze.language.block_tree import CountedLoop, RepeatLoop, Step, WhileLoop
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import walk
from retromaze.language.program import Scope
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from retromaze.sources.variables import (
    parse_expression,
    python_values,
    shape_of,
    too_small_array,
    value_text,
    values_of_expressions,
    variable_text,
    variables,
)

DESCRIPTION = """\
Runs a listing under pdb, Python's debugger: it stops at the first line, and at breakpoints in the listing.
"""
EPILOG = """\
b 24 sets a breakpoint in line 24, b @L below that label, b 24, N>2 one with a condition; c continues, n goes
to the next line, s into a DEF or GOSUB, u and d through the calls; p N, p A$, p M[3,4] print values, vars all
variables, screen the console's text; picture shows the screens, or saves them where no colors can be shown;
q quits, help lists the rest. Ctrl-C stops a running listing at its next line, and an error stops where it
happened, so that you can look at the variables.

With --wait an editor is the debugger: the command waits until VS Code, or another client of the debug
adapter protocol, connects to that port of this computer. Whoever connects first can run any Python code as
you, and no password is asked for: use it where nobody else is on this computer. In VS Code, with
"debug.allowBreakpointsEverywhere": true in the settings:
  {"type": "debugpy", "request": "attach", "connect": {"port": 5678}, "justMyCode": false}
"""
PORT = 5678


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "listing", metavar="NAME|FILE", nargs="?", help="a program of `retromaze list`, or a file"
    )
    add_machine_options(parser)
    parser.add_argument(
        "--wait",
        type=options.positive_number,
        nargs="?",
        const=PORT,
        metavar="N",
        help=f"wait for an editor's debugger at the address 127.0.0.1:N (default: {PORT});"
        " needs pip install 'retromaze[debug]'",
    )


def execute(arguments: argparse.Namespace) -> int:
    apply_replayed_log(arguments)
    if arguments.listing == "-":
        raise UsageError("standard input is where the debugger's commands come from")
    listing = find_listing(arguments.listing, arguments.set)
    machine = new_headless_machine(arguments, listing.source, listing.name)
    # not optimized, to stay close to the listing; `basic_names`: with BASIC names, which an editor shows
    computer = Computer(machine, techniques=frozenset(), basic_names=arguments.wait is not None)
    computer.load_source(0, listing.source, path=listing.path)
    try:
        run = run_under_pdb if arguments.wait is None else run_under_editor
        error = run(computer, arguments)
    except (Stopped, bdb.BdbQuit):
        say("stopped")
        return 0
    except KeyboardInterrupt:
        say("stopped")
        return INTERRUPTED
    finally:
        say_unsimulated_sounds(computer.machine)
    return 1 if error else 0


def run_under_pdb(computer: Computer, arguments: argparse.Namespace) -> BasicError | None:
    """Runs the listing under pdb, from its first line; returns the error that stopped it.

    pdb takes commands after an error as well. Raises BdbQuit.
    """
    from retromaze.commands.debug import ListingDebugger

    name = Path(arguments.listing).stem
    debugger = ListingDebugger(computer, partial(show_screens, name))
    results: list[BasicError | None] = []  # the run's one result; none after `q`
    debugger.runcall(
        lambda: results.append(
            run_computer(computer, frames=arguments.frames, on_error=debugger.stop_after_error)
        )
    )
    if results == [None]:
        debugger.print_screen()
        say("the run has ended")
    return results[0] if results else None


def show_screens(name: str, machine: Machine) -> None:
    """Shows the screens in a terminal with colors; elsewhere saves them in the current folder as `name`."""
    from retromaze.display.terminal_drawing import show_picture

    picture = visible_picture(machine)
    if not show_picture(picture):
        Album(Path(), name, print).save_picture(picture, machine.frame)


def run_under_editor(computer: Computer, arguments: argparse.Namespace) -> BasicError | None:
    """Waits for an editor to connect, then runs the listing; returns the error that stopped it."""
    # It warns that Python's own modules are frozen; no listing is.
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    import debugpy

    debugpy.listen(("127.0.0.1", arguments.wait))
    say(f"waiting for a debugger at port {arguments.wait}")
    debugpy.wait_for_client()
    # in case debugpy has not traced this thread so far
    debugpy.trace_this_thread(True)
    error = run_computer(computer, frames=arguments.frames)
    if error:
        print(describe(error), file=sys.stderr)
    return error


# ---- the debugger


READING_BASIC = (
    "p",
    "pp",
    "print",
    *("b", "break", "tbreak", "condition", "display", "undisplay", "whatis", "source"),
)
"""The commands that read expressions or names of BASIC themselves."""
NAME = re.compile(r"\b([A-Za-z_][A-Za-z0-9_]*[$%#])")
"""A name with a suffix, which Python does not read."""
ASSIGNMENT = re.compile(r"\s*!?\s*[A-Za-z_]\w*[$%#]?\s*(\[[^=]*\])?\s*=(?!=)")
"""The beginning of `A=`, `M[1]=` or, as pdb's command `!` for Python, `!A=`."""

LOOP_STARTS = nodes.Label, WhileLoop, RepeatLoop, CountedLoop
MAIN = "main program"
"""What a frame runs that runs neither a DEF nor a GOSUB."""


class ListingDebugger(pdb.Pdb):
    """pdb for the program in slot 0: its code has the listing's lines, or line 1 where it is no statement.

    It has more commands than pdb: `vars` prints the variables, `screen` the console's text, and `picture`
    calls `show`. `A$` and `M[1,2]` may be typed as in the listing; values are written as BASIC writes them.
    """

    def __init__(self, computer: Computer, show: Callable[[Machine], None], **streams: Any) -> None:
        super().__init__(readrc=False, **streams)
        self.prompt = "(listing) "
        self.computer = computer
        self.show = show
        self.listing = self.canonic(computer.slots[0].path)
        self.new_frame: FrameType | None = None
        """The frame that was called last, until it comes to its first line."""
        self.last_line: tuple[FrameType, int] | None = None
        """The frame and the line that were come to last, unless for the second time at a loop's start."""
        self.last_statement = 1
        """The line of the statement that was come to last."""
        self.returning: FrameType | None = None
        """The frame that is about to return, None where none is."""
        self.returned_values = ""
        """The value of the DEF that returns, or its OUT variables with their values, "" if it has none."""

    @property
    def compiled(self) -> Compiled:
        """The compiled listing, which there is as soon as a frame runs it."""
        compiled = self.computer.slots[0].compiled
        assert compiled is not None
        return compiled

    def in_listing(self, frame: FrameType) -> bool:
        """Whether a frame runs the listing; `<module>` is the code that only makes its functions."""
        code = frame.f_code
        return self.canonic(code.co_filename) == self.listing and code.co_name != "<module>"

    def stop_here(self, frame: FrameType) -> bool:
        """Whether to stop in a frame: only in the listing, not in the code that it calls."""
        return self.in_listing(frame) and super().stop_here(frame)

    def user_call(self, frame: FrameType, argument_list: None) -> None:
        """Does not stop, as pdb would: it stops at a DEF's first line, not at its call as well."""
        self.new_frame = frame

    def dispatch_line(self, frame: FrameType) -> Any:
        """Looks whether to stop at a line, but not where a DEF assigns its OUT variables as it returns.

        Nor where code stands for no statement, nor for a second time at the start of a loop: Python jumps
        there, and then begins the loop's body in the same line.
        """
        is_new = frame is self.new_frame
        # code that only prepares a function has line 1
        if frame.f_lineno != 1:
            self.new_frame = None
        here = frame, frame.f_lineno
        is_repeated = here == self.last_line and self.is_at_loop_start(frame)
        self.last_line = None if is_repeated else here
        is_between = self.is_between_statements(frame)
        if self.in_listing(frame) and not is_between:
            self.last_statement = frame.f_lineno
        if is_repeated or is_between or (self.is_at_def_heading(frame) and not is_new):
            return self.trace_dispatch
        return super().dispatch_line(frame)

    def is_at_loop_start(self, frame: FrameType) -> bool:
        """Whether a frame's line has only labels and the starts of loops: it does not repeat by itself."""
        return self.in_listing(frame) and all(
            isinstance(each, LOOP_STARTS) for each in self.steps_in(frame.f_lineno)
        )

    def is_between_statements(self, frame: FrameType) -> bool:
        """Whether a frame runs code that stands for no statement: it has line 1, where it has none."""
        if frame.f_lineno != 1 or not self.in_listing(frame):
            return False
        steps = self.steps_in(1)
        if scope := self.scope_of(frame):
            return not any(each in steps for each in (*scope.steps, scope.routine.define))
        # a GOSUB begins at a label, and comes to earlier lines by a label or a loop
        return all(frame.f_locals["depth"] and not isinstance(each, LOOP_STARTS) for each in steps)

    def steps_in(self, line: int) -> list[Step | nodes.Define]:
        """Returns the statements that begin in a line, and the heading of a DEF."""
        scopes = self.compiled.program.scopes
        steps = [each for scope in scopes for each in (*scope.steps, scope.routine.define)]
        return [each for each in steps if each and each.line == line]

    def is_at_def_heading(self, frame: FrameType) -> bool:
        """Whether a frame is at the heading of a DEF, where it begins, and at its end assigns OUT variables.

        A DEF without OUT variables, or with a statement in that line, is left out.
        """
        scope, define = self.scope_of(frame), self.define_of(frame)
        if scope is None or define is None or frame.f_lineno != define.line:
            return False
        return bool(define.outputs) and all(step.line != define.line for step in scope.steps)

    def user_line(self, frame: FrameType) -> None:
        """Stops at a line, except where a GOSUB looks for its label: Python gives that code line 1."""
        if frame.f_lineno == 1 and self.line_at_entry(frame) not in {None, 1}:
            return
        self.returning = None
        super().user_line(frame)

    def user_return(self, frame: FrameType, return_value: Any) -> None:
        """Stops where a routine returns or the main program ends, and says what it returns."""
        # Python also calls this where an error leaves the frame
        if not opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN"):
            return
        name = self.routine_name(frame)
        self.returning, self.returned_values = frame, ""
        if define := self.define_of(frame):
            outputs = self.assignments(frame, define.outputs)
            self.returned_values = value_text(return_value) if define.returns else outputs
        verb = "ends" if name == MAIN else "returns"
        self.message(f"{name} {verb}{': ' if self.returned_values else ''}{self.returned_values}")
        self.interaction(frame, None)

    def user_exception(self, frame: FrameType, exc_info: Any) -> None:
        """Does nothing, where pdb would show Python's exception: `stop_after_error` shows the error."""

    def scope_of(self, frame: FrameType) -> Scope | None:
        """Returns the listing's DEF that a frame runs, None if it runs none."""
        if not self.in_listing(frame):
            return None
        return self.compiled.program.definitions.get(definition_of_function(frame.f_code.co_name))

    def define_of(self, frame: FrameType) -> nodes.Define | None:
        """Returns the heading of the DEF that a frame runs, None if it runs none."""
        scope = self.scope_of(frame)
        return scope.routine.define if scope else None

    def assignments(self, frame: FrameType, names: Sequence[str]) -> str:
        """Returns variables of a frame with their values, if they have one: `X = 1, A$ = "HI"`."""
        values = dict(variables(self.computer, frame))
        pairs = ((name, values.get(name, values.get(f"{name}[]"))) for name in names)
        return ", ".join(f"{name} = {value_text(value)}" for name, value in pairs if value is not None)

    def line_at_entry(self, frame: FrameType) -> int | None:
        """Returns the line of the label that a GOSUB entered a frame at; None for other frames."""
        # the compiled function of a GOSUB's code has the place that it begins at in its variable `entry`
        entry_of_frame = (frame.f_code.co_name, frame.f_locals.get("entry"))
        entries = self.compiled.gosub_entries.items()
        return next((self.line_of(f"@{label}") for label, entry in entries if entry == entry_of_frame), None)

    def get_stack(
        self, f: FrameType | None, t: TracebackType | None
    ) -> tuple[list[tuple[FrameType, int]], int]:
        """Returns the pending calls of the listing only, and the index of the innermost one.

        A program that ends behind its last statement still stands there.
        """
        stack, _ = super().get_stack(f, t)
        listing_frames = [each for each in stack if self.in_listing(each[0])]
        if f and f is self.returning and self.is_between_statements(f):
            listing_frames[-1] = (f, self.last_statement)
        return listing_frames, len(listing_frames) - 1

    def format_stack_entry(self, frame_lineno: tuple[FrameType, int], lprefix: str = ": ") -> str:
        """Returns a line of the stack, with `main program`, `@L` or `DEF F` for the function's name."""
        text = super().format_stack_entry(frame_lineno, lprefix)
        frame, _ = frame_lineno
        return text.replace(f"){frame.f_code.co_name}()", f") {self.routine_name(frame)}", 1)

    def routine_name(self, frame: FrameType) -> str:
        """Returns what a frame runs: `DEF F`, `@L` for what GOSUBs enter at that label, or `main program`."""
        name = frame.f_code.co_name
        if definition := definition_of_function(name):
            return f"DEF {definition}"
        # `depth` counts pending GOSUBs: without any, the main program runs
        current = frame.f_locals["entry"] if frame.f_locals["depth"] else -1
        label_by_place = {
            place: label
            for label, (function, place) in self.compiled.gosub_entries.items()
            if function == name and place <= current
        }
        # of several labels the last one: where it was entered, or where a GOTO has led to
        return f"@{label_by_place[max(label_by_place)]}" if label_by_place else MAIN

    def break_here(self, frame: FrameType) -> bool:
        """Whether to stop at a line with a breakpoint; its condition may name any variable of the program."""
        if frame.f_lineno not in self.breaks.get(self.listing, ()):
            return False
        # Bdb evaluates conditions as Python: for this moment each is `True` or `False`. The list is a copy,
        # because a temporary breakpoint is deleted where it stops.
        breakpoints = list(self.get_breaks(self.listing, frame.f_lineno))
        conditions = [each.cond for each in breakpoints]
        try:
            for each in breakpoints:
                each.cond = each.cond and str(self.holds(each.cond, frame))
            return super().break_here(frame)
        finally:
            for each, condition in zip(breakpoints, conditions, strict=True):
                each.cond = condition

    def holds(self, condition: str, frame: FrameType) -> bool:
        """Whether a condition is true in a frame; a variable that has no value yet makes it false."""
        values = values_of_expressions(condition, dict(variables(self.computer, frame)))
        return bool(values and values[0])

    def is_condition(self, text: str) -> bool:
        """Whether a text is an expression of the listing's variables; if not, prints the reason."""
        try:
            expression = parse_expression(text)
        except UsageError as error:
            self.error(str(error))
            return False
        known = {each.removesuffix("[]") for each in self.compiled.basic_names.values()}
        for each in walk(expression):
            if isinstance(each, nodes.Name) and each.name not in known:
                self.error(f"no variable is called {each.name}")
                return False
        return True

    def stop_after_error(self, error: BasicError, traceback: TracebackType | None) -> None:
        """Prints the console's text and an error, then takes commands where the error happened."""
        self.print_screen()
        print(describe(error), file=sys.stderr)
        # an error that was found before the first line ran has no frame of the listing
        if self.get_stack(None, traceback)[0]:
            self.reset()
            self.interaction(None, traceback)

    def print_screen(self) -> None:
        """Prints the text of the console, if there is any."""
        if text := self.computer.machine.console.text():
            print(text)

    def do_break(self, arg: str, temporary: bool | Literal[0, 1] = False) -> bool | None:
        """b(reak) [line|@LABEL|DEF [, condition]]

        A breakpoint at a line of the listing, at the first statement below a label, or at a DEF; without a
        place the list of all breakpoints.
        """
        place, comma, condition = arg.partition(",")
        if place and not place.strip().isdecimal():
            line = self.line_of(place.strip())
            if line is None:
                self.error(f"{place.strip()} is no line, label or DEF of the listing")
                return None
            place = str(line)
        if place and int(place) not in self.lines():
            self.error(f"no statement begins in line {int(place)}: a run cannot stop there")
            return None
        if comma and not self.is_condition(condition.strip()):
            return None
        return super().do_break(place + comma + condition, temporary)

    do_b = do_break

    def do_condition(self, arg: str) -> None:
        """condition bpnumber [condition]

        The condition of a breakpoint, in place of the one that it has; none, and it always stops.
        """
        _, _, condition = arg.strip().partition(" ")
        if not condition or self.is_condition(condition.strip()):
            super().do_condition(arg)

    def lines(self) -> set[int]:
        """Returns the lines of the listing at which it can stop."""
        slot = self.computer.slots[0]
        functions = written_functions(slot.source, Settings(slot.path, techniques=frozenset()))
        lines = {
            each.lineno for one in functions for each in ast.walk(one.function) if isinstance(each, ast.stmt)
        }
        # code that stands for no statement has line 1, which counts only if a statement begins there
        return lines - {1} | {each.line for each in self.steps_in(1)}

    def line_of(self, name: str) -> int | None:
        """Returns the line of a DEF, or of the first statement below a label `@L`; None if there is none."""
        upper, program = ascii_upper(name), self.compiled.program
        definition = program.definitions.get(upper)
        if definition and definition.routine.define:
            return definition.routine.define.line
        for scope in program.scopes:
            for step in dropwhile(lambda step: not is_label(step, upper), scope.steps):
                # nothing runs at a label or at DATA, so that no breakpoint could stop there
                if not isinstance(step, nodes.Label | nodes.Data):
                    return step.line
        return None

    def precmd(self, line: str) -> str:
        """Replaces BASIC names in a typed line, as in `!A$*2`, except where a command reads them itself."""
        return super().precmd(line if self.parseline(line)[0] in READING_BASIC else python_names(line))

    def onecmd(self, line: str) -> bool:
        """Runs a typed command; an assignment is refused, because it would change only a copy."""
        if ASSIGNMENT.match(line):
            self.error("variables cannot be set here")
            return False
        return super().onecmd(line)

    def do_run(self, arg: str) -> None:
        """run, restart

        A listing cannot begin again here: q quits, and `retromaze debug` begins again.
        """
        self.error("a listing cannot begin again here; q quits, and retromaze debug begins again")

    do_restart = do_run

    def do_p(self, arg: str) -> None:
        """p, pp, print expression[,expression]

        The values, as BASIC writes them: variables, arrays and their elements by their names, else what
        Python makes of it.
        """
        values = self.values_of(arg)
        if isinstance(values, str):
            self.error(values)
        else:
            self.message(", ".join(map(value_text, values)))

    do_pp = do_print = do_p

    def do_whatis(self, arg: str) -> None:
        """whatis expression

        The kind of its value: integer, real, string or array.
        """
        values = self.values_of(arg)
        self.error(values) if isinstance(values, str) else self.message(", ".join(map(kind_of, values)))

    def _getval_except(self, arg: str, frame: FrameType | None = None) -> object:
        """Returns what `display` shows of an expression, a text without quotes."""
        values = self.values_of(arg, frame or self.curframe)
        return Shown(f"** {values} **" if isinstance(values, str) else ", ".join(map(value_text, values)))

    def values_of(self, arg: str, frame: FrameType | None = None) -> list[Any] | str:
        """Returns the values of `A$,M[1,I]` in a frame, by default the current one; or what is wrong."""
        if not arg.strip():
            return "an expression is missing, as in A$,M[1,I]"
        frame = frame or self.curframe
        visible = dict(variables(self.computer, frame))
        values = values_of_expressions(arg, visible)
        if values is not None:
            return values
        if array := too_small_array(arg, visible):
            return f"subscript out of range: the array is {array}"
        # no list of variables and elements: Python evaluates it
        try:
            value = eval(python_names(arg), {}, python_values(self.computer, frame))
        except NameError as error:
            typed_names = {python_spelling(each.upper()): each.upper() for each in NAME.findall(arg)}
            name = ascii_upper(typed_names.get(str(error.name), str(error.name)))
            if f"{name}[]" in visible or name in BUILTINS:
                kind = "an array" if f"{name}[]" in visible else "a word of the language"
                return f"{name} is {kind}: an expression has variables, elements, operators and LEN"
            return f"no variable is called {name} here"
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return list(value) if isinstance(value, tuple) else [value]

    def do_args(self, arg: str) -> None:
        """a(rgs)

        The parameters of the DEF that runs, with their values.
        """
        frame = self.curframe
        define = self.define_of(frame) if frame else None
        if frame is None or define is None:
            self.error("no DEF runs here: vars has all variables")
        else:
            self.message(self.assignments(frame, define.parameters))

    do_a = do_args

    def do_retval(self, arg: str) -> None:
        """retval

        The value that a DEF returns, or its OUT variables, once r has run it to its end.
        """
        if self.returning is self.curframe and self.returned_values:
            self.message(self.returned_values)
        else:
            self.error("no DEF returns a value here")

    do_rv = do_retval

    def do_longlist(self, arg: str) -> None:
        """ll, longlist

        The lines of the DEF that runs, or of the whole listing.
        """
        define = self.define_of(self.curframe) if self.curframe else None
        whole = 1, self.computer.slots[0].source.rstrip("\n").count("\n") + 1
        first, last = self.lines_of_def(define.name) if define else whole
        self.do_list(f"{first},{last}")

    do_ll = do_longlist

    def do_source(self, arg: str) -> None:
        """source DEF

        The lines of a DEF.
        """
        name = ascii_upper(arg.strip())
        if name in self.compiled.program.definitions:
            first, last = self.lines_of_def(name)
            self.do_list(f"{first},{last}")
        else:
            self.error(f"no DEF is called {arg.strip()}" if name else "a DEF's name is missing")

    def lines_of_def(self, name: str) -> tuple[int, int]:
        """Returns the first and the last line of a DEF."""
        extents = EditedListing(self.computer.slots[0].source).definitions
        return next((each.start[0] + 1, each.end[0] + 1) for each in extents if each.scope.name == name)

    def do_vars(self, line: str) -> None:
        """vars

        The program's variables, by their BASIC names; in a DEF its own hide others.
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


class Shown(str):
    """A text that pdb shows without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def kind_of(value: object) -> str:
    """Returns `integer`, `real`, `string` or `array of 3 by 4`."""
    if isinstance(value, str | int | float):
        return "string" if isinstance(value, str) else "integer" if isinstance(value, int) else "real"
    return f"array of {' by '.join(map(str, shape_of(value)))}"


def python_names(text: str) -> str:
    """Returns a text in which `A$` has its name in the generated code, `A_s`."""
    return NAME.sub(lambda found: python_spelling(found[1].upper()), text)


def is_label(step: Step, name: str) -> bool:
    """Whether a step is the label `@L` of that name."""
    return isinstance(step, nodes.Label) and f"@{step.name}" == name
