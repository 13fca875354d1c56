"""Looks at the links of written pages: every file and every place in a page that one names is there."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

NAMED = {"href", "src", "data-studio", "poster"}
"""The attributes that lead somewhere."""
IN_THE_STUDIO = ("program=", "step=")
"""What stands behind the `#` of an address of the studio is told to it, and no place in its page."""


class PageLinks(HTMLParser):
    """The names of places in a page, and what it leads to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.leads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in {"id", "name"} and value:
                self.places.add(value)
            elif name in NAMED and value is not None:
                self.leads.append(value)


def dead_links(out: Path) -> list[str]:
    """`page: link` for each that leads nowhere; links to other hosts are not followed."""
    read = {path: PageLinks(path.read_text("utf-8")) for path in sorted(out.rglob("*.html"))}
    return [
        f"{path.relative_to(out).as_posix()}: {link}"
        for path, page in read.items()
        for link in page.leads
        if not leads_somewhere(link, path, read)
    ]


def leads_somewhere(link: str, page: Path, read: dict[Path, PageLinks]) -> bool:
    scheme, host, way, _, anchor = urlsplit(link)
    if scheme or host:
        return True
    target = (page.parent / unquote(way)).resolve() if way else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    if not anchor or anchor.startswith(IN_THE_STUDIO) or target not in read:
        return True
    return unquote(anchor) in read[target].places
