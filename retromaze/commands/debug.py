"""`retromaze debug`: a listing under pdb, or under the debugger of an editor."""

from __future__ import annotations

import argparse
import bdb
import os
import sys
from functools import partial
from pathlib import Path

from retromaze.commands import options
from retromaze.commands.machine_options import add_machine_options, apply_replayed_log, new_headless_machine
from retromaze.commands.operands import find_listing
from retromaze.commands.output import say
from retromaze.commands.run import say_unsimulated_sounds
from retromaze.display.argument_parser import INTERRUPTED, Parser
from retromaze.display.pictures import Album, visible_picture
from retromaze.engine.computer import Computer
from retromaze.error_report import describe
from retromaze.errors import BasicError, Stopped, UsageError
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer

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
    from retromaze.commands.debugger import ListingDebugger

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
