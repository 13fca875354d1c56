"""`retromaze doctor`: what a program or a folder of them needs and what is missing, without running it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retromaze.commands import options
from retromaze.commands.output import print_json
from retromaze.errors import UsageError
from retromaze.system import data_folder

if TYPE_CHECKING:
    pass

DESCRIPTION = """\
Reads a program, a file of the console or a folder of them, and says what it is, which input it asks for,
which files it loads and which of these are missing, and what is not simulated. Nothing is run.
"""
EPILOG = """\
Files are looked for where `retromaze run` looks: in the storage, then next to the listing. A file name that
the listing joins from constant strings is listed; if it computes the name, only the line is.

For a folder the table has a row for each program; begin with one that no other program loads. Subfolders are
not read, links are not followed.

exit status: 0 runs here as far as can be seen, 1 something is missing or not simulated, 2 wrong usage
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "doctor",
        help="say what a program needs, and what is missing",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument(
        "place", metavar="FILE|FOLDER", type=Path, help="a program, a file of the console, a folder"
    )
    parser.add_argument(
        "--storage",
        type=options.folder,
        metavar="DIR",
        help="folder that LOAD and SAVE use (default: one in your data folder)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.set_defaults(command=doctor)


def doctor(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status."""
    from retromaze.commands import doctor_report as report
    from retromaze.editor.examination import PROGRAM, contents_at, examine_folder, examine_program

    storage = arguments.storage or data_folder() / "storage"
    place: Path = arguments.place
    if place.is_dir():
        folder = examine_folder(place, storage)
        if arguments.json:
            print_json(report.folder_record(folder))
        else:
            report.tell_folder(folder)
        return 0 if folder.runs else 1
    if not place.exists():
        raise UsageError(f"{place} does not exist")
    contents = contents_at(place)
    if contents.kind != PROGRAM:
        if arguments.json:
            print_json({"file": str(place)} | report.contents_record(contents))
        else:
            report.tell_contents(place, contents)
        return 0 if contents.kind else 1
    found = examine_program(contents.text, place, storage)
    if arguments.json:
        record = {"file": str(place), "kind": PROGRAM, "of_console": contents.of_console}
        print_json(record | report.program_record(found) | {"command": report.run_command(place)})
    else:
        report.tell_program(place, contents, found)
    return 0 if found.runs else 1
