"""Writes the gallery as one HTML page: pictures, listings beside ports, figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from itertools import chain

from retromaze.display.translation import _, language
from retromaze.entry import Entry
from retromaze.sources.highlight import Line, listing_lines, python_lines
from retromaze.sources.pairing import Item, PairedBlock, PairedPart, pair, preamble
from retromaze.study.claims import Statement

Figures = Sequence[tuple[str, str]]
"""(what it is, its value in words)."""


@dataclass(frozen=True, slots=True)
class PageRoom:
    """What the page shows of a program.

    `picture` is a data: address of its screens, 400 pixels wide and `height` high, `thumbnail` a small one.
    """

    name: str
    title: str
    technique: str
    facts: Figures
    picture: str
    height: int
    thumbnail: str
    caption: str
    listing: str
    port: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Study:
    """What the page says of all kinds; `chart` and `trees` are data: addresses."""

    title: str
    chart: str
    trees: str
    statements: Sequence[Statement]


def page(rooms: Sequence[PageRoom], study: Study | None) -> str:
    """The whole page; without a study where none was made."""
    style = resources.files("retromaze.study").joinpath("page.css").read_text(encoding="utf-8")
    title = escape(_("retromaze: {} maze programs").format(len(rooms)))
    lines = [
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>",
        *header(rooms, studied=study is not None),
        *chain.from_iterable(room_section(room, first=not at) for at, room in enumerate(rooms)),
        *(study_section(study) if study else ("</main>",)),
        "</body>\n</html>\n",
    ]
    return "\n".join(lines)


def header(rooms: Sequence[PageRoom], *, studied: bool) -> Iterator[str]:
    """Title, a word to the reader, and the pictures as an index."""
    yield "<header>\n<h1>retromaze</h1>"
    words = _(
        "{} maze programs for SmileBASIC 3, run on a simulated console, and beside each listing the Python"
        " program that does the same."
    )
    link = f' <a href="#study">{escape(_("What makes a good maze?"))}</a>' if studied else ""
    yield f"<p>{escape(words.format(len(rooms)))}{link}</p>"
    yield '<ul class="index">'
    for room in rooms:
        name = escape(room.name)
        small = f'<img width="200" height="120" alt="" src="{room.thumbnail}">'
        yield f'<li><a href="#{name}">{small}{escape(room.title)}</a></li>'
    yield "</ul>\n</header>\n<main>"


def picture(room: PageRoom) -> str:
    """The screens, scaled without blurring."""
    text = escape(_("The screen of {}").format(room.title))
    return f'<img class="screen" width="400" height="{room.height}" alt="{text}" src="{room.picture}">'


def room_section(room: PageRoom, *, first: bool) -> Iterator[str]:
    """One program: its picture, where it comes from, its figures, and both texts."""
    yield f'<article id="{escape(room.name)}">\n<h2>{escape(room.title)}</h2>'
    yield f'<p class="faint">{escape(room.technique)}</p>\n<div class="about">'
    yield f"<figure>{picture(room)}"
    yield f'<figcaption class="faint">{escape(room.caption)}</figcaption></figure>'
    yield f"<div>{definitions(room.facts)}"
    if room.figures:
        yield f"<h3>{escape(_('Its mazes in figures'))}</h3>\n{definitions(room.figures, 'figures')}"
    yield "</div>\n</div>"
    state = " open" if first else ""
    yield f"<details{state}>\n<summary>{escape(_('Listing and port, side by side'))}</summary>"
    yield from pair_section(room)
    yield "</details>\n</article>"


def facts(entry: Entry) -> Figures:
    """Where a program comes from, and what it can be asked for."""
    origin = _("published in") if entry.origin.published else _("written here after")
    return (
        (_("run it"), f"retromaze run {entry.name}"),
        *[(origin, entry.origin.article)] * bool(entry.origin.article),
        (_("what it is"), entry.origin.source),
        (_("permission"), entry.origin.permission),
        (_("sizes"), entry.ranges or _("fixed")),
    )


def definitions(pairs: Figures, kind: str = "facts") -> str:
    """Words and what belongs to them."""
    rows = "".join(f"<dt>{escape(word)}</dt><dd>{escape(meaning)}</dd>" for word, meaning in pairs)
    return f'<dl class="{kind}">{rows}</dl>'


# ---- listing and port


def pair_section(room: PageRoom) -> Iterator[str]:
    """The parts of both texts, block beside block; what the port begins with before its code comes last."""
    listing = [colored_line(line) for line in listing_lines(room.listing)]
    port = [colored_line(line) for line in python_lines(room.port)]
    before = preamble(room.port)
    yield '<div class="pair">'
    for part in pair(room.listing, room.port):
        yield from part_section(without(part, before), listing, port)
    if before:
        yield f"<h4>{escape(_('docstring and imports'))}</h4>"
        yield block_section(PairedBlock((), before, tied=False), listing, port)
    yield "</div>"


def without(part: PairedPart, before: range) -> PairedPart:
    """A part without these first lines of the port."""
    cut = (
        PairedBlock(each.items, range(max(each.port.start, before.stop), each.port.stop), each.tied)
        for each in part.blocks
    )
    return PairedPart(part.name, tuple(each for each in cut if each.items or each.port))


def part_section(part: PairedPart, listing: Sequence[str], port: Sequence[str]) -> Iterator[str]:
    """One function of the port beside its lines of the listing."""
    if part.name:
        yield f"<h4>{escape(part.name)}</h4>"
    for block in part.blocks:
        yield block_section(block, listing, port)


def block_section(block: PairedBlock, listing: Sequence[str], port: Sequence[str]) -> str:
    """The two sides of a block."""
    left = "".join(item_line(item, listing) for item in block.items)
    right = "".join(numbered_line(line, port[line - 1]) for line in block.port)
    tied = " tied" if block.tied else ""
    return f'<div class="block{tied}"><div class="side">{left}</div><div class="side">{right}</div></div>'


def item_line(item: Item, listing: Sequence[str]) -> str:
    """A line of the listing, or where a run of lines is answered."""
    first, last = item.lines[0], item.lines[-1]
    if not item.moved_to:
        return numbered_line(first, listing[first - 1])
    lines = f"{first}-{last}" if last > first else str(first)
    return f'<div class="line"><i></i><code class="moved">… {lines}: {escape(item.moved_to)}</code></div>'


def numbered_line(number: int, code: str) -> str:
    """A line with its number."""
    return f'<div class="line"><i>{number}</i><code>{code}</code></div>'


def colored_line(line: Line) -> str:
    """A line with its words in their classes."""
    return "".join(
        escape(text) if kind == "plain" else f'<span class="{kind}">{escape(text)}</span>'
        for text, kind in line
    )


# ---- the study


def chart(address: str, words: str) -> str:
    """A wide picture, and what it shows for those who cannot see it."""
    return f'<div class="wide"><img class="chart" alt="{escape(words)}" src="{address}"></div>'


def study_section(study: Study) -> Iterator[str]:
    """The chart, and what the articles say with what was found."""
    yield f'</main>\n<article id="study">\n<h2>{escape(_("What makes a good maze?"))}</h2>'
    yield f"<p>{escape(study.title)}</p>"
    yield chart(study.chart, _("The figures as bars"))
    yield f"<h3>{escape(_('The same mazes pulled straight'))}</h3>"
    hanging = _("The solution level and red, and each side branch hanging from its room, to scale.")
    yield f"<p>{escape(hanging)}</p>"
    yield chart(study.trees, _("Mazes and their trees"))
    yield f'<h3>{escape(_("What the articles say"))}</h3>\n<ul class="statements">'
    for each in study.statements:
        yield (
            f'<li><b class="{each.verdict}">{escape(_(each.verdict))}</b>: {escape(_(each.claim))}'
            f' <span class="faint">({escape(_(each.source))})</span><br>{escape(each.words)}</li>'
        )
    yield "</ul>\n</article>"
