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
    from retromaze.editor.contents import Contents

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
    storage = arguments.storage or data_folder() / "storage"
    place: Path = arguments.place
    if place.is_dir():
        return tell_of_folder(place, storage, as_json=arguments.json)
    if not place.exists():
        raise UsageError(f"{place} does not exist")
    return examine_file(place, storage, as_json=arguments.json)


def tell_of_folder(place: Path, storage: Path, *, as_json: bool) -> int:
    """Tells of a folder; returns the exit status."""
    from retromaze.commands.doctor_report import folder_record, tell_folder
    from retromaze.editor.examination import examine_folder

    found = examine_folder(place, storage)
    if as_json:
        print_json(folder_record(found))
    else:
        tell_folder(found)
    return 0 if found.runs else 1


def examine_file(place: Path, storage: Path, *, as_json: bool) -> int:
    """Tells of a file; returns the exit status."""
    from retromaze.commands.doctor_report import program_record, run_command, tell_program
    from retromaze.editor.contents import PROGRAM
    from retromaze.editor.examination import contents_at, examine_program

    contents = contents_at(place)
    if contents.kind != PROGRAM:
        return tell_other(place, contents, as_json=as_json)
    found = examine_program(contents.text, place, storage)
    if as_json:
        record = {"file": str(place), "kind": PROGRAM, "of_console": contents.of_console}
        print_json(record | program_record(found) | {"command": run_command(place)})
    else:
        tell_program(place, contents, found)
    return 0 if found.runs else 1


def tell_other(place: Path, contents: Contents, *, as_json: bool) -> int:
    """Tells of a file that is no program; returns the exit status."""
    from retromaze.commands.doctor_report import contents_record, tell_contents

    if as_json:
        print_json({"file": str(place)} | contents_record(contents))
    else:
        tell_contents(place, contents)
    return 0 if contents.kind else 1
