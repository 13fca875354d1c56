"""The 43 tunes of the machine, written for retromaze in its own MML: the console's belong to their maker.

They stand in `tunes.mml`, one behind each line `# number name`, which is the only kind of comment there. A
line is a channel; those that begin with blanks go on with it. A blank stands between bars.
Unverified: what each of the console's tunes is for, beyond that there are so many.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from retromaze.machine.mml import Tune, read_mml

DATA = Path(__file__).with_name("tunes.mml")
HEADING = re.compile(r"^# (\d+) (.+)$", re.MULTILINE)


@cache
def tune_texts() -> dict[int, str]:
    """The MML of each tune by its number."""
    text = DATA.read_text("utf-8")
    _, *parts = HEADING.split(text)
    return {int(number): mml for number, mml in zip(parts[::3], parts[2::3], strict=True)}


@cache
def built_in_tune(number: int) -> Tune:
    """The tune of that number, 0 to 42. Raises KeyError for another."""
    return read_mml(tune_texts()[number])
