"""`retromaze doctor`: what a program or a folder of them needs and what is missing, without running it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from retromaze.commands import options
from retromaze.commands.output import plain_table, print_json, show
from retromaze.display.argument_parser import Parser
from retromaze.display.translation import _
from retromaze.editor.console_needs import FileRole, FileUse, LinesByWord, Needs
from retromaze.editor.examination import (
    ARCHIVE,
    ARRAY,
    PAGE,
    PROGRAM,
    TEXT,
    Contents,
    Examination,
    FolderExamination,
    Load,
    State,
    contents_at,
    examine_folder,
    examine_program,
)
from retromaze.engine.misspelt import suggested_words
from retromaze.error_report import describe
from retromaze.errors import BasicError, UndefinedFunction, UndefinedLabel, UsageError
from retromaze.machine.storage import missing_file_error
from retromaze.system import printable, shell_word

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


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "path", metavar="FILE|FOLDER", type=Path, help="a program, a file of the console, a folder"
    )
    options.add_storage_option(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def execute(arguments: argparse.Namespace) -> int:
    storage = options.storage_of(arguments)
    path: Path = arguments.path
    if path.is_dir():
        folder = examine_folder(path, storage)
        if arguments.json:
            print_json(folder_record(folder))
        else:
            print_folder(folder)
        return 0 if folder.can_run else 1
    if not path.exists():
        raise UsageError(f"{path} does not exist")
    contents = contents_at(path)
    if contents.kind != PROGRAM:
        if arguments.json:
            print_json({"file": str(path)} | contents_record(contents))
        else:
            print_contents(path, contents)
        return 0 if contents.kind else 1
    examination = examine_program(contents.text, path, storage)
    if arguments.json:
        record = {"file": str(path), "kind": PROGRAM, "of_console": contents.of_console}
        print_json(record | program_record(examination) | {"command": run_command(path)})
    else:
        print_program(path, contents, examination)
    return 0 if examination.can_run else 1


MOST_ROWS = 500
"""A table shows up to this many rows."""
MOST_NAMED = 12
"""A list shows up to this many names or lines, and the number of others."""
SHEETS = (4, 5)
"""The pages with the pictures of sprites and backgrounds."""
Row = tuple[str, str, str, str]
"""A heading (equal ones follow one another), what the row is about, the lines, a note."""


# ---- one program


def print_program(path: Path, contents: Contents, examination: Examination) -> None:
    """Prints what a program needs as a table, then hints, the verdict, and the command that runs it."""
    form = _("a program, a file of the console") if contents.of_console else _("a program, a text of a PC")
    print(_("{}: {}; lines: {:,}").format(printable(path), form, examination.lines) + "\n")
    if examination.error:
        print(describe(examination.error))
        return
    table = plain_table("", _("what"), _("lines"), "")
    last_heading = ""
    rows = program_rows(examination)
    for heading, *cells in islice(rows, MOST_ROWS):
        table.add_row("" if heading == last_heading else heading, *map(printable, cells))
        last_heading = heading
    # `islice` has left the rows beyond MOST_ROWS
    if next(rows, None):
        table.add_row("…")
    if table.rows:
        show(table)
        print()
    for line in (*hints(examination), verdict_text(examination)):
        print(line)
    print(f"\n{run_command(path)}")


def program_rows(examination: Examination) -> Iterator[Row]:
    """Yields rows for the devices that a program asks for and the files that it loads, saves and deletes."""
    assert examination.needs is not None
    yield from need_rows(examination.needs, examination.source)
    yield from use_rows(_("loads"), ((load.use, state_words(load)) for load in examination.loads))
    for role, heading in (
        (FileRole.SAVES, _("saves")),
        (FileRole.ASKS, _("asks whether it is there")),
        (FileRole.CHANGES, _("deletes or renames")),
    ):
        notes = ((use, _("no name of a file") if use.is_invalid else "") for use in examination.uses(role))
        yield from use_rows(heading, notes)
    lists = examination.uses(FileRole.LISTS)
    if lists:
        note = _("of the storage alone, not what lies beside the listing")
        yield _("lists files"), "FILES", line_numbers(each.line for each in lists), note


def need_rows(needs: Needs, source: str) -> Iterator[Row]:
    """Yields rows for the screens and devices of a program, and for its words that do not work here.

    `silent` words make sounds that are not simulated. `refused` words are used in a form that they do not
    have. `unknown` words are neither words of the console nor names of the program. `misread` words are read
    as variables.
    """
    screens = needs.screens
    if screens.layers:
        if screens.tall:
            place = _("on both screens as one")
        else:
            place = _("on both screens") if screens.lower else _("on the upper screen")
        yield _("shows"), ", ".join(map(_, screens.layers)), "", place
    for device, words in needs.devices.items():
        note = _("not simulated: this console has none") if device.is_absent else ""
        lines = sorted({line for each in words.values() for line in each})
        yield _("asks for"), f"{_(device.value)}: {', '.join(words)}", line_numbers(lines), note
    for word, lines in needs.silent.items():
        yield _("not simulated"), word, line_numbers(lines), _("nothing is heard of it")
    for word, lines in needs.refused.items():
        yield _("refused"), word, line_numbers(lines), _("it has no such form: an error where it is reached")
    for word, lines in needs.unknown.items():
        if word.startswith("@"):
            error: BasicError = UndefinedLabel(word)
            note = _("this label is not visible there: an error where it is reached")
        else:
            error = UndefinedFunction(word)
            note = _("no word of the console and no DEF: an error where it is reached")
        # as at the error of a run
        if meant := next(suggested_words(error, "", source, ()), ""):
            note = _("did you mean {0}?").format(meant)
        yield _("unknown"), word, line_numbers(lines), note
    for (name, meant), lines in misread_lines(needs).items():
        yield _("never set"), name, line_numbers(lines), _("did you mean {0}?").format(meant)


def misread_lines(needs: Needs) -> dict[tuple[str, str], list[int]]:
    """Returns the lines of each variable that nothing sets, by its name and what was probably meant."""
    lines: dict[tuple[str, str], list[int]] = {}
    for each in needs.misread:
        lines.setdefault((each.name, each.meant), []).append(each.line)
    return lines


def use_rows(heading: str, uses: Iterable[tuple[FileUse, str]]) -> Iterator[Row]:
    """Yields a row for each file name with the lines that use it; `uses` are (use, note) pairs.

    Of the notes on a name the first is shown. All computed names, with the text "", are in one row.
    """
    lines_by_text: dict[str, list[int]] = {}
    note_by_text: dict[str, str] = {}
    for use, note in uses:
        lines_by_text.setdefault(use.text, []).append(use.line)
        note_by_text.setdefault(use.text, note)
    for text, lines in lines_by_text.items():
        yield heading, text or _("computed"), line_numbers(lines), note_by_text[text]


def state_words(load: Load) -> str:
    """Returns where a loaded file was found, or why it is not there."""
    match load.state:
        case State.EXISTS:
            return load.path.name if load.path else ""
        case State.SAVED_LATER:
            return _("not there yet: it is saved by a program here")
        case State.CHECKED_FIRST:
            return _("not there: the program asks first")
        case State.COMPUTED:
            return _("the name is worked out when it runs")
        case State.INVALID:
            return _("no name of a file")
        case State.UNREADABLE:
            return _("cannot be read")
        case State.MISSING:
            return _("MISSING")


def hints(examination: Examination) -> Iterator[str]:
    """Yields where each missing file was looked for, and a hint at --sheet."""
    missing = {load.use.text: load for load in examination.loads if load.state is State.MISSING}
    for text, load in islice(missing.items(), MOST_NAMED):
        yield printable(missing_file_error(text, *load.searched).detail)
    # a program that loads a sheet has pictures of its own
    layers = examination.needs.screens.layers if examination.needs else ()
    loads = examination.uses(FileRole.LOADS)
    loads_sheet = any(use.resource and use.resource.number in SHEETS for use in loads)
    if {"sprites", "backgrounds"} & set(layers) and not loads_sheet:
        yield _("Sprites and backgrounds show pictures of our own; --sheet FILE shows others.")


def verdict_text(examination: Examination) -> str:
    """Returns a sentence: that the program runs, or what it lacks."""
    if examination.can_run:
        return _("It runs here as far as one can see.")
    return _("Missing or not simulated: {}.").format(printable(shortened_list(missing_parts(examination))))


def missing_parts(examination: Examination) -> list[str]:
    """Returns everything that is missing, not simulated or unknown, each once."""
    needs = examination.needs
    if needs is None:
        return [_("cannot be read")]
    absent = [word for words in needs.absent.values() for word in words]
    names = [load.use.text for load in examination.missing]
    return list(dict.fromkeys([*names, *needs.silent, *absent, *needs.refused, *needs.unknown]))


def run_command(path: Path) -> str:
    """Returns the command that runs a program."""
    return f"retromaze run {shell_word(str(path))}"


# ---- other files


def print_contents(path: Path, contents: Contents) -> None:
    """Prints what a file is; for an archive also its members and the command that unpacks it."""
    print(f"{printable(path)}: {contents_words(contents)}")
    if contents.kind == ARCHIVE:
        print(printable(shortened_list([f"{each.kind}:{each.name}" for each in contents.members])))
        print(f"\nretromaze convert {shell_word(str(path))} -o {_('FOLDER')}\nretromaze doctor {_('FOLDER')}")


def contents_words(contents: Contents) -> str:
    """Returns what a file is in words: `an array of 20 x 15`, `a page of 512 x 512`, or why it is useless."""
    sizes = " x ".join(map(str, contents.sizes))
    words_by_kind = {
        "": _("cannot be used: {}").format(contents.reason),
        ARRAY: _("an array of {}").format(sizes),
        PAGE: _("a page of {}").format(sizes),
        ARCHIVE: _("an archive; files: {:,}").format(len(contents.members)),
        TEXT: _("a text"),
    }
    return words_by_kind.get(contents.kind, PROGRAM)


# ---- a folder


def print_folder(folder: FolderExamination) -> None:
    """Prints a table of a folder's programs, sentences on its files, errors, and the command that begins."""
    if folder.programs:
        table = plain_table(_("program"), _("lines"), _("asks for"), _("loads"), _("lacks"))
        table.columns[1].justify = "right"
        for name, each in islice(folder.programs.items(), MOST_ROWS):
            table.add_row(*map(printable, program_cells(name, each)))
        if len(folder.programs) > MOST_ROWS:
            table.add_row("…")
        show(table)
        print()
    for line in folder_lines(folder):
        print(line)
    for each in folder.programs.values():
        if each.error:
            print(f"\n{describe(each.error)}")
    if folder.entry_programs:
        print(f"\n{run_command(folder.root / folder.entry_programs[0])}")


def program_cells(name: str, examination: Examination) -> tuple[str, str, str, str, str]:
    """Returns the cells of a program's row: name, lines, devices, files that it loads, what it lacks."""
    devices = [_(device.value) for device in examination.needs.devices] if examination.needs else []
    # what is missing stands in the last cell
    present = [load for load in examination.loads if load not in examination.missing]
    loads = [load.path.name if load.path else load.use.text for load in present]
    if "" in loads:  # computed names: one word for all of them, at the end
        loads = [*filter(None, loads), _("computed")]
    return (
        name,
        f"{examination.lines:,}",
        ", ".join(devices),
        shortened_list(dict.fromkeys(loads)),
        shortened_list(missing_parts(examination) if not examination.can_run else []),
    )


def folder_lines(folder: FolderExamination) -> Iterator[str]:
    """Yields sentences on a folder: where to begin, which files no program loads, how many programs run."""
    root = os.path.join(folder.root, "")  # with a slash at its end
    if not folder.programs:
        yield _("{} has no program.").format(printable(root))
    if folder.entry_programs:
        first, *others = folder.entry_programs
        yield _("begin with: {}").format(printable(first))
        if others:
            yield _("others that no program loads: {}").format(printable(shortened_list(others)))
    if folder.unused:
        words = [f"{name} ({contents_words(folder.others[name])})" for name in folder.unused]
        yield _("nobody loads: {}").format(printable(shortened_list(words)))
        # these may be the files whose names programs compute
        if folder.computed:
            yield _("names of files that are worked out: {:,}").format(folder.computed)
    if any(each.kind == ARCHIVE for each in folder.others.values()):
        yield _("archives are unpacked by: {}").format(
            f"retromaze convert {shell_word(str(folder.root))} -o {_('FOLDER')}"
        )
    if folder.unrecognized:
        words = [f"{name} ({reason})" for name, reason in folder.unrecognized.items()]
        yield _("not of the console: {}").format(printable(shortened_list(words)))
    if folder.skipped:
        yield _("not looked at, too many or too large: {}").format(printable(shortened_list(folder.skipped)))
    if folder.folders:
        yield _("folders inside, not looked into: {}").format(printable(shortened_list(folder.folders)))
    programs = folder.programs.values()
    lines = sum(each.lines for each in programs)
    ready = sum(each.can_run for each in programs)
    yield _(
        "programs: {:,}; lines: {:,}; other files: {:,}; running here as far as one can see: {:,}"
    ).format(len(programs), lines, len(folder.others), ready)


# ---- texts


def shortened_list(names: Iterable[str]) -> str:
    """Returns the first MOST_NAMED names, and how many more there are."""
    names = list(names)
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (_(" and {:,} more").format(more) if more > 0 else "")


def line_numbers(lines: Iterable[int]) -> str:
    """Returns the first MOST_NAMED different line numbers, and how many more there are."""
    return shortened_list(map(str, dict.fromkeys(lines)))


# ---- JSON


def program_record(examination: Examination) -> dict[str, Any]:
    """Returns for JSON what a program needs, loads and saves, and what is missing."""
    error = examination.error
    return {
        "lines": examination.lines,
        "characters": len(examination.source),
        "error": error
        and {"number": error.number, "message": error.message, "line": error.line, "column": error.column},
        "runs": examination.can_run,
        **(needs_record(examination.needs) if examination.needs else {}),
        "loads": [
            use_record(load.use)
            | {
                "state": load.state.value,
                "place": load.path and str(load.path),
                "looked_in": list(load.searched),
            }
            for load in examination.loads
        ],
        "saves": [use_record(use) for use in examination.uses(FileRole.SAVES)],
        "asks_whether_there": [use_record(use) for use in examination.uses(FileRole.ASKS)],
        "changes": [use_record(use) for use in examination.uses(FileRole.CHANGES)],
        "lists_files": [use.line for use in examination.uses(FileRole.LISTS)],
        "lends": sorted(examination.common_defs),
    }


def needs_record(needs: Needs) -> dict[str, Any]:
    """Returns for JSON the devices, screens and words that a program needs, and its words that do not work.

    `never_set` are variables that nothing sets, each with the word that was probably meant.
    """
    screens = needs.screens
    return {
        "asks_for": [
            {"device": device.name.lower(), "here": not device.is_absent, "words": words}
            for device, words in needs.devices.items()
        ],
        "screens": {
            "upper": True,
            "lower": screens.lower,
            "tall": screens.tall,
            "layers": list(screens.layers),
        },
        "not_simulated": lines_record(needs.silent),
        "unknown": lines_record(needs.unknown),
        "refused": lines_record(needs.refused),
        "never_set": [
            {"word": name, "lines": lines, "meant": meant}
            for (name, meant), lines in misread_lines(needs).items()
        ],
    }


def lines_record(lines_by_word: LinesByWord) -> list[dict[str, Any]]:
    """Returns for JSON words with the lines that have them."""
    return [{"word": word, "lines": lines} for word, lines in lines_by_word.items()]


def use_record(use: FileUse) -> dict[str, Any]:
    """Returns for JSON a file name in a program; its parts are null if it is computed or invalid."""
    resource = use.resource
    return {
        "word": use.word,
        "line": use.line,
        "text": use.text or None,
        "kind": resource and resource.kind,
        "number": resource and resource.number,
        "project": resource and resource.project,
        "name": resource and resource.name,
    }


def contents_record(contents: Contents) -> dict[str, Any]:
    """Returns for JSON a file that is no program."""
    return {
        "kind": contents.kind or None,
        "of_console": contents.of_console,
        "sizes": list(contents.sizes),
        "members": [{"kind": each.kind, "name": each.name} for each in contents.members],
        "reason": contents.reason or None,
    }


def folder_record(examination: FolderExamination) -> dict[str, Any]:
    """Returns for JSON the programs and files of a folder."""
    programs = examination.programs
    return {
        "folder": str(examination.root),
        "runs": examination.can_run,
        "programs": [
            {"file": name, "loaded_by": examination.loaders.get(name, []), **program_record(each)}
            for name, each in programs.items()
        ],
        "begin_with": examination.entry_programs,
        "files": [
            {"file": name, "loaded_by": examination.loaders.get(name, []), **contents_record(each)}
            for name, each in examination.others.items()
        ],
        "nobody_loads": examination.unused,
        "computed_names": examination.computed,
        "not_of_the_console": [
            {"file": name, "reason": reason} for name, reason in examination.unrecognized.items()
        ],
        "not_looked_at": list(examination.skipped),
        "folders": list(examination.folders),
        "sum": {
            "programs": len(programs),
            "lines": sum(each.lines for each in programs.values()),
            "files": len(examination.others),
            "missing": sum(len(each.missing) for each in programs.values()),
        },
    }
