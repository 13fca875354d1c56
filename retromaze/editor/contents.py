"""Tells what a file is: a program, a text, an array, a page, an archive of these, or none of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from retromaze.builtins.reference import all_words
from retromaze.engine.listing_file import LONGEST_FILE, ForeignListing, UnreadableListing, as_text
from retromaze.engine.misspelt import BEFORE_A_STATEMENT, tokens
from retromaze.errors import BasicError
from retromaze.language.lexer import Token
from retromaze.language.lines import with_line_feeds
from retromaze.machine.containers import Container, Member, is_container, read_container
from retromaze.machine.contents import SIGNATURE, Numbers, PictureContent, decode_document, decode_png

PROGRAM, TEXT, ARRAY, PAGE, ARCHIVE = "PRG", "TXT", "DAT", "GRP", "PRJ"
PROGRAM_SUFFIXES = {".bas", ".prg"}
LOOKED_AT = 20_000
"""Characters at the beginning of a text that say whether it is a program."""
HALF = 0.5
NO_STATEMENT = BEFORE_A_STATEMENT - {"LABEL"} | {"$END"}


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds.

    `kind` is "PRG", "TXT", "DAT", "GRP" or "PRJ", "" for what is nothing of the console's, with the reason.
    `of_console` says that it is in the console's own form. `sizes` are those of an array, or width and height
    of a page.
    """

    kind: str
    of_console: bool = False
    text: str = ""
    sizes: tuple[int, ...] = ()
    members: tuple[Member, ...] = ()
    reason: str = ""


def read_contents(data: bytes, name: str) -> Contents:
    """Recognises the contents of a file by its bytes and name."""
    try:
        if is_container(data):
            return contents_of(read_container(data))
        if data.startswith(SIGNATURE):
            picture = decode_png(data)
            return Contents(PAGE, sizes=(picture.width, picture.height))
        if PurePath(name).suffix.lower() == ".json":
            return Contents(ARRAY, sizes=decode_document(data).sizes)
        if len(data) > LONGEST_FILE:
            return Contents("", reason="larger than any program")
        text = as_text(data, "it")
        is_named_so = PurePath(name).suffix.lower() in PROGRAM_SUFFIXES
        return Contents(PROGRAM if is_named_so or is_program(text) else TEXT, text=text)
    except BasicError as error:
        return Contents("", reason=error.detail or error.wording)
    except ForeignListing as error:
        return Contents("", reason=f"{str(error).removeprefix('it is ')}; `retromaze convert` makes it UTF-8")
    except UnreadableListing as error:
        return Contents("", reason=str(error).removeprefix("it is "))


def contents_of(container: Container) -> Contents:
    """What a file of the console holds; its icon byte says whether a text is a program."""
    match container.content:
        case str() as text:
            return Contents(container.kind, True, with_line_feeds(text))
        case Numbers(sizes=sizes):
            return Contents(ARRAY, True, sizes=sizes)
        case PictureContent() as picture:
            return Contents(PAGE, True, sizes=(picture.width, picture.height))
        case members:
            return Contents(ARCHIVE, True, members=members)


def is_program(text: str) -> bool:
    """Whether a text looks like a program: half of its statements begin as statements do."""
    found = tokens(text[:LOOKED_AT])
    before = ["_NEWLINE", *(each.type for each in found)]
    following = [*(each.type for each in found[1:]), "$END"]
    begin = [
        begins(each, after)
        for each, kind, after in zip(found, before, following, strict=False)
        if kind in BEFORE_A_STATEMENT and each.type not in NO_STATEMENT
    ]
    if not begin:
        return any(line.lstrip().startswith("'") for line in text[:LOOKED_AT].split("\n"))
    return sum(begin) >= HALF * len(begin)


def begins(token: Token, following: str) -> bool:
    """Whether a statement may begin with a token, before one of that type."""
    if token.type == "NAME":
        return str(token) in all_words() or following in {"_BECOMES", "LSQB"}
    return token.isalpha() or token.type in {"LABEL", "QUESTION"}
