"""The pages of the website as texts of Markdown: those of docs/, and the README as the first one.

A page lies on the website where it lies in docs/. What it links to is one of three: another page, a picture
of docs/, or a file of the repository, which the website has not and the repository's own page shows.
"""

import posixpath
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_path
from retromaze.lessons.lesson_reading import lessons_beside
from tests.tools.website.parts import PARTS

ROOT = Path(__file__).resolve().parents[3]
DOCS = "docs/"
FIRST, CHANGES = "index.md", "changelog.md"
OUTSIDE = {"README.md": FIRST, "CHANGELOG.md": CHANGES}
"""Pages that lie beside docs/, and where they stand on the website."""
SHOWN_AS = {part.source: f"{part.page}.md" for part in PARTS}
"""Modules of the machine that have a page of their own on the website, made of their docstrings."""
PICTURES = (".png", ".gif", ".svg")
LINK = re.compile(r"(\]\()([^()\s#]*)((?:#[^()\s]*)?\))")
FENCE = re.compile(r"\s*(`{3,})")
ELSEWHERE = re.compile(r"[a-z]+:")

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Begin": ("programs", "commands", "window", "platforms", "cards"),
    "Run": ("direct", "input", "files", "sound", "sheets"),
    "Compare": ("pairs", "porting", "numbers", "editors", "python"),
    "Study": ("studio", "class", "lessons", "glossary", "articles", "growing", "study", "library", "walls"),
    "Write a port": ("machine",),
    "Look up": ("builtins", "reference/language", "reference/machine", "deviations", "proof"),
    "The project": ("architecture", "CONTRIBUTING", "yardstick", "figures", "changelog"),
    "日本語": ("README.ja", "glossary.ja"),
}
"""The table of contents. A page named here may be missing; one that is not named stands under REST."""
REST = "More"
BELOW = {"lessons": "lessons/", "articles": "articles/", "machine": "interface/"}
"""Pages below others: those of a folder, below the page that lists them."""

Pages = dict[str, str]


def project_table() -> dict[str, Any]:
    """What `pyproject.toml` says of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert isinstance(project, dict)
    return project


def repository() -> str:
    """The address of the repository."""
    return str(project_table()["urls"]["Repository"])


def texts() -> Pages:
    """The pages as they lie in the repository, by their paths there."""
    paths = [ROOT / name for name in OUTSIDE] + sorted((ROOT / DOCS).rglob("*.md"))
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


def pictures() -> dict[str, bytes]:
    """The pictures of docs/ by their paths on the website."""
    docs = ROOT / DOCS
    found = (path for path in sorted(docs.rglob("*")) if path.suffix in PICTURES)
    return {path.relative_to(docs).as_posix(): path.read_bytes() for path in found}


def place(path: str) -> str:
    """Where a page or picture of the repository stands on the website."""
    return OUTSIDE.get(path) or SHOWN_AS.get(path) or path.removeprefix(DOCS)


def is_shown(path: str, known: Mapping[str, str]) -> bool:
    """Whether the website has this file of the repository."""
    return path in known or path in SHOWN_AS or (path.startswith(DOCS) and path.endswith(PICTURES))


def with_links(path: str, text: str, known: Mapping[str, str]) -> str:
    """The text of a page, its links as they are on the website; line for line, so that places stay."""
    here = posixpath.dirname(path)
    there = posixpath.dirname(place(path)) or "."

    def link(target: str) -> str:
        if not target or ELSEWHERE.match(target):
            return target
        meant = posixpath.normpath(posixpath.join(here, target))
        if is_shown(meant, known):
            return posixpath.relpath(place(meant), there)
        # what is nowhere is left as it is: the build tells of it
        return source(meant) if (ROOT / meant).exists() else target

    def linked(line: str) -> str:
        return LINK.sub(lambda found: found[1] + link(found[2]) + found[3], line)

    return outside_fences(text, linked)


def source(path: str) -> str:
    """The address of a file or folder of the repository."""
    return f"{repository()}/{'tree' if (ROOT / path).is_dir() else 'blob'}/HEAD/{path}"


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """The text with each line changed that stands in no block of code."""
    lines, fence = [], ""
    for line in text.split("\n"):
        mark = FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            lines.append(line)
        else:
            lines.append(line if fence else change(line))
    return "\n".join(lines)


def gathered(made: Mapping[str, str]) -> Pages:
    """All pages by their paths on the website; `made` are those that are written at every build."""
    known = texts()
    pages = {place(path): with_links(path, text, known) for path, text in known.items()}
    pages.update(made)
    names = {path.removesuffix(".md") for path in pages}
    for page, folder in BELOW.items():
        below = tuple(name.removesuffix(".md") for name in pages if name.startswith(folder))
        pages[f"{page}.md"] += contents("", below)
    pages[FIRST] += "".join(contents(*group) for group in groups(names))
    return pages


def groups(names: set[str]) -> list[tuple[str, tuple[str, ...]]]:
    """The table of contents, of the pages that are there."""
    named = {name for group in GROUPS.values() for name in group} | {FIRST.removesuffix(".md")}
    rest = sorted(each for each in names - named if not each.startswith(tuple(BELOW.values())))
    found = {caption: tuple(each for each in group if each in names) for caption, group in GROUPS.items()}
    last = found.popitem()
    return [*found.items(), *([(REST, tuple(rest))] if rest else []), last]


def contents(caption: str, names: tuple[str, ...]) -> str:
    """A part of the table of contents: it stands at the side, not in the page."""
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["", "```{toctree}", *options, "", *(f"/{name}" for name in names), "```", ""])


STUDIO = "studio/"
"""One folder for all lessons: a page of the studio holds every program of `retromaze list`."""
STEP = re.compile(r"^## (\d+)\. .*$", re.M)
LESSON = re.compile(r"lessons/(\w+)\.md")
ADDRESS = f"../{STUDIO}index.html#program={{program}}&amp;step={{step}}"
BUTTON = '\n<p class="studio-step"><a href="{address}">Run this step here</a></p>\n'


PORTRAIT = "portrait.png"
"""A small picture of the studio, in its folder: it is there before the studio itself is."""
FILM = re.compile(r"!\[(.*?)\]\(studio\.gif\)\n\n(.*?)\n\n", re.S)
DOOR = """\
{text}

<p class="studio-door"><a href="{studio}index.html">
<img src="{studio}{portrait}" width="{width}" height="{height}" alt="{words}">
<span>Try it here</span></a></p>

"""


def with_door(text: str, size: tuple[int, int]) -> str:
    """The first page with the studio itself, in place of its film, behind the paragraph that says what it is.

    `size` is that of the portrait, in pixels.
    """
    width, height = size

    def door(found: re.Match[str]) -> str:
        words, text = found.groups()
        return DOOR.format(
            text=text, studio=STUDIO, portrait=PORTRAIT, width=width, height=height, words=words
        )

    return FILM.sub(door, text, count=1)


def programs() -> str:
    """The page of all programs, each with its links into the studio and to its lesson."""
    lines = ["# Programs to try", "", "Each runs in this page, beside its port in Python.", ""]
    lines += ["| program | what it is | technique | |", "| --- | --- | --- | --- |"]
    for entry in CATALOGUE.values():
        lesson = f"[lesson](lessons/{entry.name}.md)" if lessons_beside(listing_path(entry)) else ""
        tried = f'<a href="{STUDIO}index.html#program={entry.name}">{entry.name}</a>'
        lines.append(f"| {tried} | {entry.title} | {entry.technique} | {lesson} |")
    return "\n".join([*lines, ""])


def with_studio(page: str, text: str) -> str:
    """The page with a link into the studio below the heading of each step, if it is a lesson."""
    lesson = LESSON.fullmatch(page)
    if not lesson:
        return text
    program = lesson[1]

    def with_button(found: re.Match[str]) -> str:
        address = ADDRESS.format(program=program, step=found[1])
        return found[0] + "\n" + BUTTON.format(address=address)

    return STEP.sub(with_button, text)
