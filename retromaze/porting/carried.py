"""Escapes text of a listing before it goes into a string of its port's text."""

from __future__ import annotations

from retromaze.python.carried import escape


def in_string(text: str) -> str:
    """A text between double quotes."""
    return "".join(escape(each) for each in text)


def in_fstring(text: str) -> str:
    """A text between the double quotes of an f-string."""
    return in_string(text).replace("{", "{{").replace("}", "}}")
