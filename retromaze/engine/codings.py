"""Decodes texts that are not UTF-8: UTF-16 by its byte-order mark, others by a guess.

Listings of those years were often kept as Shift_JIS on a PC, and a clipboard saved by Windows is UTF-16. What
is only a guess is never run: the user has it made UTF-8 first, and sees whether it reads well.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
UTF_16 = "UTF-16"
SHIFT_JIS = "Shift_JIS"
WINDOWS_SHIFT_JIS = "cp932"
"""What Windows writes as Shift_JIS: with NEC's and IBM's characters, ① and 髙 among them."""
CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
NO_TEXT = re.compile(f"[{CONTROLS}]")
NO_SHIFT_JIS = re.compile(rf"[{CONTROLS}\ue000-\uf8ff]")
"""What no text holds; of Shift_JIS a character for private use is a byte that means nothing."""


class Foreign(NamedTuple):
    """A text in a coding other than UTF-8, and what that seems to be."""

    coding: str
    text: str


def is_marked_utf_16(data: bytes) -> bool:
    """Whether bytes begin as UTF-16 does where it says so itself."""
    return data.startswith(UTF_16_MARKS)


def foreign_text(data: bytes) -> Foreign | None:
    """The text that bytes seem to be in another coding than UTF-8; None where they are UTF-8 or no text."""
    if is_marked_utf_16(data):
        return read_as(UTF_16, "utf-16", data)
    # of a listing in UTF-16 every other byte is nearly always a zero
    for codec, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
        if 2 * zeros.count(0) > len(zeros):
            return read_as(UTF_16, codec, data)
    return None if is_utf_8(data) else read_as(SHIFT_JIS, WINDOWS_SHIFT_JIS, data)


def read_as(coding: str, codec: str, data: bytes) -> Foreign | None:
    """The text of bytes in a coding; None where it is none that anybody would write."""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    odd = NO_TEXT if coding == UTF_16 else NO_SHIFT_JIS
    return None if odd.search(text) else Foreign(coding, text)


def is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True
