"""Reads conformance cases: tiny programs with what the console showed, in YAML or in lines of JSON.

What else stands in a file is passed over. A case whose expectation says what cannot be looked at here is kept
with the reason: it is not tried, and counts as nothing else.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import yaml

HOMES = ("spec/instructions", "spec/tests", "harness/corpus/cases")
"""Where the cases lie in a clone of sb-interpreter; a folder that has none of these is read whole."""
ENDINGS = (".yaml", ".yml", ".jsonl")
LARGEST = 4 << 20
"""Bytes of the largest file that is read."""
NOT_TOLD = "not told"
NULL = "tag:yaml.org,2002:null"
OF_JSON = {"text": "stdout", "error": "error"}


class Case(NamedTuple):
    """A program with the text or error that it ends with, or both; or the `reason` why it is not tried."""

    file: str
    name: str
    category: str
    confidence: str
    source: str = ""
    text: str | None = None
    error: int | None = None
    reason: str = ""


class TextLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The safe loader, for which a plain word or number is the text that it is written as: 010, 1e3, no.

    `<<` is a name like any other: merged again and again it would make a short file endless.
    """

    yaml_implicit_resolvers: ClassVar = {
        first: [(tag, form) for tag, form in resolvers if tag == NULL]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def files_below(folder: Path) -> list[Path]:
    """The files that may hold cases, in the order of their names; no link out of the folder is followed."""
    homes = [folder / home for home in HOMES if (folder / home).is_dir()] or [folder]
    found = [path for home in homes for path in home.rglob("*") if path.suffix in ENDINGS]
    return sorted(path for path in found if path.is_file() and is_inside(path, folder))


def is_inside(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return not hidden and path.resolve().is_relative_to(folder.resolve())


def read_cases(path: Path, name: str) -> list[Case]:
    """The cases of a file that is called `name`; one that cannot be read is one case that is not tried."""
    try:
        if path.stat().st_size > LARGEST:
            return [unreadable(name, f"it is larger than {LARGEST:,} bytes")]
        text = path.read_text("utf-8-sig")
        return [case for document in documents(text, path.suffix) for case in cases_of(document, name)]
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        return [unreadable(name, f"{type(error).__name__}: {' '.join(str(error).split())}")]


def unreadable(name: str, reason: str) -> Case:
    """Stands for the cases of a file that cannot be read."""
    return Case(name, "the whole file", NOT_TOLD, NOT_TOLD, reason=f"{name} cannot be read: {reason}")


def documents(text: str, ending: str) -> Iterator[Any]:
    """The documents of a file; of a list at the top each item is one. Raises ValueError or yaml.YAMLError."""
    lines = ending == ".jsonl"
    found = map(json.loads, filter(str.strip, text.split("\n"))) if lines else yaml.load_all(text, TextLoader)
    for document in found:
        yield from document if isinstance(document, list) else [document]


def cases_of(document: Any, file: str) -> Iterator[Case]:
    """The cases of a document, which is a case itself where it has a program."""
    if not isinstance(document, Mapping):
        return
    lists = [document[key] for key in ("tests", "cases") if document.get(key)]
    if not lists and program_of(document) is not None:
        lists = [[document]]
    for entries in lists:
        named = entries.items() if isinstance(entries, Mapping) else enumerate(listed(entries), 1)
        for key, entry in named:
            yield case_of(entry, document, file, f"case {key}" if isinstance(key, int) else str(key))


def listed(entries: Any) -> list[Any]:
    return entries if isinstance(entries, list) else [entries]


def case_of(entry: Any, document: Mapping[Any, Any], file: str, name: str) -> Case:
    """One case; category and confidence are its document's where it has none of its own."""
    if not isinstance(entry, Mapping):
        return Case(file, name, *about(document, {}), reason="it is no mapping")
    name = word(entry.get("name", entry.get("id"))) or name
    case = Case(file, name, *about(document, entry))
    source = program_of(entry)
    if source is None:
        return case._replace(reason="it has no code")
    try:
        text, error = expectation(entry)
    except ValueError as wrong:
        return case._replace(source=source, reason=str(wrong))
    return case._replace(source=source, text=text, error=error)


def about(document: Mapping[Any, Any], entry: Mapping[Any, Any]) -> tuple[str, str]:
    """(category, confidence)."""
    keys = (("category", "area"), ("confidence", "evidence"))
    category, confidence = (
        next(
            (found for side in (entry, document) for key in names if (found := word(side.get(key)))), NOT_TOLD
        )
        for names in keys
    )
    return category, confidence


def word(value: Any) -> str:
    """A text without blanks around it; "" for anything else."""
    return value.strip() if isinstance(value, str) else ""


def program_of(entry: Mapping[Any, Any]) -> str | None:
    """The text of the program, None if there is none."""
    found = entry.get("code", entry.get("source"))
    return found if isinstance(found, str) else None


def expectation(entry: Mapping[Any, Any]) -> tuple[str | None, int | None]:
    """(text, error) that a case expects. Raises ValueError with the reason why it cannot be tried."""
    expect = entry.get("expect", {new: entry[old] for old, new in OF_JSON.items() if old in entry})
    if not isinstance(expect, Mapping) or not expect:
        raise ValueError("it does not say what to expect")
    text, error, unknown = expect.get("stdout"), expect.get("error"), set(expect) - {"stdout", "error"}
    if unknown:
        raise ValueError(f"it expects {', '.join(sorted(map(str, unknown)))}, which nobody looks at here")
    if "stdout" in expect and not isinstance(text, str):
        raise ValueError("its stdout is no text")
    return text, errnum(error) if "error" in expect else None


def errnum(error: Any) -> int:
    """The number of an error. Raises ValueError where there is more to it, or less."""
    if isinstance(error, Mapping):
        unknown = set(error) - {"errnum"}
        if unknown:
            names = ", ".join(sorted(map(str, unknown)))
            raise ValueError(f"it expects {names} of the error, which nobody looks at here")
        error = error.get("errnum")
    text = str(error) if type(error) is int else word(error)
    if not (text.isascii() and text.isdigit()):
        raise ValueError("its error has no number")
    return int(text)
