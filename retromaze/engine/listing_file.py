"""Reads a listing from a file: UTF-8 text of any system, or the console's own file of a program.

Texts in other encodings are refused, with the encoding's name: listings of those years were often kept as
Shift_JIS on a PC or as EUC-JP under Unix, and a clipboard saved by Windows is UTF-16. UTF-16 is read if it
has a byte-order mark. A guessed text is never run: the user converts it to UTF-8 first and sees whether it is
right.
"""

from __future__ import annotations

import codecs
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from retromaze.errors import FileTooLarge, IllegalFileFormat, LoadFailed, RetromazeError
from retromaze.language.lexer import LONGEST_PROGRAM, is_too_long, with_line_feeds
from retromaze.machine.file_formats import FOOTER_SIZE, HEADER_SIZE, is_container, is_cut_off, read_container
from retromaze.machine.storage import required_text
from retromaze.system import shell_word

SUFFIXES = (".bas", ".prg", ".txt")
"""The suffixes of listings' files."""
PORT_SUFFIX = ".py"
UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
UTF_16 = "UTF-16"
SHIFT_JIS = "Shift_JIS"
EUC_JP = "EUC-JP"
KANA = re.compile("[ぁ-んァ-ヶ]{2}")
WINDOWS_SHIFT_JIS = "cp932"
"""The Shift_JIS of Windows, with the characters of NEC and IBM, such as ① and 髙."""
CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
NO_TEXT = f"[{CONTROLS}]"
NO_SHIFT_JIS = rf"[{CONTROLS}\ue000-\uf8ff]"
"""Characters that no text contains. In Shift_JIS, bytes without a meaning decode to private use."""


class ForeignText(NamedTuple):
    """The `text` of bytes that are not UTF-8, and the name of the encoding that they seem to have."""

    encoding: str
    text: str


def names_port(word: str) -> bool:
    """Whether a word names a port, and no listing: `maze.py`, `maze.py:dig`."""
    # a word with a line feed is a listing's text, unless there is such a file
    return ("\n" not in word or os.path.isfile(word)) and (
        word.endswith(PORT_SUFFIX) or PORT_SUFFIX + ":" in word
    )


def is_file_name(text: str) -> bool:
    """Whether a text is the name of a listing's file, and no listing itself."""
    return "\n" not in text and (text.lower().endswith(SUFFIXES) or os.path.isfile(text))


def foreign_text(data: bytes) -> ForeignText | None:
    """Returns bytes decoded by the encoding that they seem to have; None if they are UTF-8 or no text."""
    if data.startswith(UTF_16_MARKS):
        return decode_plausibly(UTF_16, "utf-16", data)
    # nearly every other byte of a listing in UTF-16 is a zero
    for codec, high_bytes in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
        if 2 * high_bytes.count(0) > len(high_bytes):
            return decode_plausibly(UTF_16, codec, data)
    with suppress(UnicodeDecodeError):
        data.decode("utf-8", "surrogatepass")
        return None
    # The bytes of kana in EUC-JP are half-width letters in Shift_JIS, so both decodings succeed. Two kana in
    # a row decide for EUC-JP.
    euc = decode_plausibly(EUC_JP, "euc_jp", data)
    if euc and KANA.search(euc.text):
        return euc
    return decode_plausibly(SHIFT_JIS, WINDOWS_SHIFT_JIS, data)


def decode_plausibly(encoding: str, codec: str, data: bytes) -> ForeignText | None:
    """Returns bytes decoded by a codec of Python, with the name of the encoding for messages.

    Returns None if the bytes are invalid, or the text has characters that no listing contains.
    """
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    not_in_texts = NO_TEXT if encoding == UTF_16 else NO_SHIFT_JIS
    return None if re.search(not_in_texts, text) else ForeignText(encoding, text)


CONTAINER_HEAD = 80
"""The first bytes of a console's file, which have numbers in binary; a text never begins with such."""

CHARACTERS_PER_ZERO = 4
"""A text has at most one zero in this many characters."""

LONGEST_FILE = 3 * LONGEST_PROGRAM + 3 + HEADER_SIZE + FOOTER_SIZE
"""Bytes of the longest program: three a character, a byte-order mark, header and footer of the console."""


class UnreadableListing(RetromazeError):
    """Raised if there is no listing to run: no such program or file, or a file that is no text (status 1)."""


class ForeignListing(UnreadableListing):
    """Raised for a listing that seems to be in another encoding than UTF-8; the user has to convert it."""

    def __init__(self, name: str, foreign: ForeignText) -> None:
        super().__init__(f"{name} is not UTF-8 but {foreign.encoding}, as it looks")


def read_file(path: Path, name: str) -> str:
    """Returns the program in a file; messages call it `name`. Raises UnreadableListing, FileNotFoundError."""
    try:
        with path.open("rb") as file:
            return read_text(file, name)
    except FileNotFoundError:
        raise  # callers have messages of their own for it
    except ForeignListing as error:
        remedy = f"`retromaze convert {shell_word(str(path))}` writes it as UTF-8"
        raise UnreadableListing(f"{error}; {remedy}") from None
    except OSError as error:
        raise UnreadableListing(f"{name} cannot be read: {error.strerror or error}") from None


def read_text(file: BinaryIO, name: str) -> str:
    """Returns the program in a file or stream. No more is read than a program can hold.

    Raises UnreadableListing for anything else.
    """
    # one byte more shows that the file is too long
    data = file.read(LONGEST_FILE + 1)
    if len(data) <= LONGEST_FILE:
        text = decode_listing(data, name)
        if not is_too_long(text):
            return text
    raise too_long(name)


def too_long(name: str) -> UnreadableListing:
    """Returns the error for a file that is longer than any program."""
    return UnreadableListing(f"{name} is too long: a program has {LONGEST_PROGRAM:,} characters at most")


def decode_listing(data: bytes, name: str) -> str:
    """Returns the text of a file: UTF-8, UTF-16 with a byte-order mark, or the console's own file of a
    program.

    Strings on the console may contain zeros and halves of surrogate pairs, so a text may, too. If every other
    character is a zero, the encoding is another one. Raises UnreadableListing for anything else.
    """
    if b"\0" in data[:CONTAINER_HEAD] and is_container(data):
        return program_in_container(data, name)
    if b"\0" in data[:CONTAINER_HEAD] and is_cut_off(data):
        raise UnreadableListing(f"{name} is a file of the console that is cut off")
    encoding, codec = (UTF_16, "utf-16") if data.startswith(UTF_16_MARKS) else ("UTF-8", "utf-8-sig")
    try:
        text = data.decode(codec, "surrogatepass")
    except UnicodeDecodeError as error:
        raise unreadable_listing(data, name, f"no {encoding} at byte {error.start}") from None
    if text.count("\0") > len(text) // CHARACTERS_PER_ZERO:
        raise unreadable_listing(data, name, "it is full of zero bytes")
    return with_line_feeds(text)


def unreadable_listing(data: bytes, name: str, reason: str) -> UnreadableListing:
    """Returns the error that says why bytes cannot be run: what they look like, or why they are no text."""
    foreign = foreign_text(data)
    if foreign:
        return ForeignListing(name, foreign)
    return UnreadableListing(f"{name} is not a text file ({reason})")


def program_in_container(data: bytes, name: str) -> str:
    """Returns the program in a file copied from the console, header and footer left aside."""
    try:
        text = required_text(read_container(data, LONGEST_FILE))
    except FileTooLarge:
        raise too_long(name) from None
    except (IllegalFileFormat, LoadFailed) as error:
        reason = f" ({error.detail})" if error.detail else ""
        raise UnreadableListing(f"{name} is a file of the console, but no program{reason}") from None
    return with_line_feeds(text)
