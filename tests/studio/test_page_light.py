"""One light for two languages: the port's bright line answers the listing's line, or none is bright."""

from __future__ import annotations

import pytest

from retromaze.catalogue import CATALOGUE
from tests.amounts import fewer, many
from tests.studio.lights import counted

PROGRAMS = fewer(["kruskal", "hexagonal", "backtracker"], [*CATALOGUE])


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_light_is_never_wrong_and_seldom_dark(browser, program: str) -> None:
    found = counted(program, browser, many(40, 200))
    answered = found["right"] + found["dark"] + found["wrong"]
    assert (found["wrong"], answered > 0) == (0, True)
    assert found["right"] >= 0.95 * answered
