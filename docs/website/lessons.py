"""Lessons with their running pages: each step has a link that opens the studio there, in the page."""

from __future__ import annotations

import re

STUDIO = "studio/"
"""One folder for all lessons: a page of the studio holds every program of `retromaze list`."""
STEP = re.compile(r"^## (\d+)\. .*$", re.M)
LESSON = re.compile(r"lessons/(\w+)\.md")
ADDRESS = f"../{STUDIO}index.html#program={{program}}&amp;step={{step}}"
BUTTON = '\n<p class="studio-step"><a href="{address}">Run this step here</a></p>\n'


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
