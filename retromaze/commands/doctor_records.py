"""What was found as plain data, for JSON."""

from __future__ import annotations

from typing import Any

from retromaze.editor.contents import Contents
from retromaze.editor.examination import Examination, FolderExamination, Load
from retromaze.editor.file_names import FileRole, FileUse
from retromaze.editor.needs import Lines, Needs
from retromaze.errors import BasicError


def program_record(examination: Examination) -> dict[str, Any]:
    """One program."""
    reading = examination.reading
    return {
        "lines": reading.lines,
        "characters": len(reading.source),
        "error": reading.error and error_record(reading.error),
        "runs": examination.runs,
        **(needs_record(examination.needs) if examination.needs else {}),
        "loads": [load_record(each) for each in examination.loads],
        "saves": uses_record(examination, FileRole.SAVES),
        "asks_whether_there": uses_record(examination, FileRole.ASKS),
        "changes": uses_record(examination, FileRole.CHANGES),
        "lists_files": [use.line for use in examination.uses(FileRole.LISTS)],
        "lends": sorted(reading.lends),
    }


def error_record(error: BasicError) -> dict[str, Any]:
    """The machine's error, with its place."""
    return {"number": error.number, "message": error.message, "line": error.line, "column": error.column}


def needs_record(needs: Needs) -> dict[str, Any]:
    """What a program asks of the console."""
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
    }


def lines_record(words: Lines) -> list[dict[str, Any]]:
    return [{"word": word, "lines": lines} for word, lines in words.items()]


def load_record(load: Load) -> dict[str, Any]:
    """A file that is loaded, and where it is."""
    return {
        **use_record(load.use),
        "state": load.state.value,
        "place": load.place and str(load.place),
        "looked_in": list(load.looked),
    }


def uses_record(examination: Examination, role: FileRole) -> list[dict[str, Any]]:
    return [use_record(use) for use in examination.uses(role)]


def use_record(use: FileUse) -> dict[str, Any]:
    """A name of a file; its parts are null where it is worked out, or where it is none."""
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
    """A file that is no program."""
    return {
        "kind": contents.kind or None,
        "of_console": contents.of_console,
        "sizes": list(contents.sizes),
        "members": [{"kind": each.kind, "name": each.name} for each in contents.members],
        "reason": contents.reason or None,
    }


def folder_record(examination: FolderExamination) -> dict[str, Any]:
    """A folder."""
    programs = examination.programs
    return {
        "folder": str(examination.root),
        "runs": examination.runs,
        "programs": [
            {"file": name, "loaded_by": examination.other_loaders(name), **program_record(each)}
            for name, each in programs.items()
        ],
        "begin_with": examination.beginnings,
        "files": [
            {"file": name, "loaded_by": examination.loaders.get(name, []), **contents_record(each)}
            for name, each in examination.others.items()
        ],
        "nobody_loads": examination.unused,
        "computed_names": examination.computed,
        "not_of_the_console": [
            {"file": name, "reason": reason} for name, reason in examination.strange.items()
        ],
        "not_looked_at": list(examination.skipped),
        "folders": list(examination.folders),
        "sum": {
            "programs": len(programs),
            "lines": sum(each.reading.lines for each in programs.values()),
            "files": len(examination.others),
            "missing": sum(len(each.missing) for each in programs.values()),
        },
    }
