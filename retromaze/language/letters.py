"""Upper case as names have it: a to z become A to Z, all other characters stay.

Python's upper() goes further and makes an I of the dotless ı, an S of the long ſ, FI of the ligature
ﬁ: names that are none on the machine would become names of other things.
Source: language reference, 1.1.
"""

from __future__ import annotations


def capitals(text: str) -> str:
    """The spelling by which names in a text are compared."""
    if text.isascii():
        return text.upper()
    # Of bytes Python's upper() takes a to z alone; character by character it would take twenty times as long.
    return text.encode("utf-8", "surrogatepass").upper().decode("utf-8", "surrogatepass")
