"""`retromaze convert`: the console's own files as text, JSON and PNG."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from retromaze.commands.ending import ended_by_signals
from retromaze.commands.files import is_device, is_taken, put_file
from retromaze.commands.folder_conversion import Conversion
from retromaze.commands.options import new_file_or_folder
from retromaze.commands.saying import say
from retromaze.commands.unpacking import (
    FOREIGN,
    SUFFIXES,
    plain_bytes,
    read_bounded,
    read_source,
    reason_of,
    write_archive,
)
from retromaze.errors import BasicError, UsageError
from retromaze.machine.containers import Container
from retromaze.machine.folder import replace_file

DESCRIPTION = """\
Turns files of the console, as a backup of its memory card holds them, into files that any program reads:
programs into NAME.bas, texts into NAME.txt, arrays into NAME.json, graphic pages into NAME.png, and project
archives into a folder NAME.project that holds such files: a listing in it finds the others beside itself.

A folder is converted whole, with the folders in it, into the folder that -o names. Where all files of the
console in a folder have the letter before their names that they have on its disk, T or B, that is taken off.
What is text, JSON or PNG already is copied, if LOAD can find it by its name.

Listings and texts of a PC that are Shift_JIS or UTF-16 become UTF-8: NAME.bas into NAME.utf8.bas.
"""
EPILOG = """\
Without -o the results go to the current folder. Nothing is overwritten unless --force is given, a folder
never. Signatures are not checked, and files for the console cannot be made. Links are not followed.

exit status: 0 all converted, 1 at least one could not be, 2 wrong usage
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "convert",
        help="turn files of the console into text, JSON and PNG",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument(
        "files",
        metavar="FILE|FOLDER",
        nargs="+",
        type=Path,
        help="a file of the console, a text, or a folder of them",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=new_file_or_folder,
        default=".",
        help="the file to write, or an existing folder to write into (needed for several FILEs)",
    )
    parser.add_argument(
        "--as-project",
        action="store_true",
        help="of an archive make TXT/NAME and DAT/NAME, a project of the storage",
    )
    parser.add_argument("--keep-names", action="store_true", help="of a folder: take no letter off the names")
    parser.add_argument("--force", action="store_true", help="overwrite files")
    parser.set_defaults(command=execute)


def execute(options: argparse.Namespace) -> int:
    """Converts every file; what fails is told on standard error and does not stop the rest."""
    output: Path = options.output
    if len(options.files) == 1 and options.files[0].is_dir():
        return convert_folder(options)
    if len(options.files) > 1 and not output.is_dir():
        raise UsageError(f"{output} is no folder, and {len(options.files)} files go into one")
    with ended_by_signals():
        results = [told(source, output, options) for source in options.files]
    return 0 if all(results) else 1


def convert_folder(options: argparse.Namespace) -> int:
    """Converts a folder; returns the exit status. Raises UsageError."""
    source, output = options.files[0], options.output
    if options.as_project:
        raise UsageError("--as-project is for an archive")
    if output == Path("."):
        raise UsageError("a folder is converted into another: -o OUT")
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is no folder")
    with ended_by_signals():
        return 0 if Conversion(source, output, options.force, options.keep_names).run() else 1


def told(source: Path, output: Path, options: argparse.Namespace) -> bool:
    """Converts one file and says so; whether all of it could be converted."""
    try:
        container = read_source(read_bounded(source))
        target = target_of(source, container, output)
        if is_taken(target) and (container.kind == "PRJ" or not options.force):
            raise UsageError(f"{target} exists already")
        refused = write_converted(container, target, as_project=options.as_project)
    except OSError as error:
        refused = [error.strerror or str(error)]
    except UsageError as error:
        refused = [str(error)]
    except BasicError as error:
        refused = [reason_of(error)]
    else:
        print(f"{source} -> {target}")
    for reason in refused:
        say(f"{source}: {reason}")
    return not refused


def target_of(source: Path, container: Container, output: Path) -> Path:
    """Where the result goes: the file named, or into the folder named."""
    if not output.is_dir():
        return output
    if container.kind == FOREIGN:
        return output / f"{source.stem}.utf8{source.suffix}"
    return output / (source.name + SUFFIXES[container.kind])


def write_converted(container: Container, target: Path, *, as_project: bool) -> list[str]:
    """Writes the result; why parts of it were refused."""
    if isinstance(container.content, tuple):
        return write_archive(container.content, target, as_project=as_project)
    # a link in the folder may lead to anybody's file: that stays, and what was converted takes its place
    write = put_file if is_device(target) else replace_file
    write(target, plain_bytes(container.content))
    return []
