"""One light for two languages: the port's bright line answers the listing's line, or none is bright."""

from __future__ import annotations

import random
import re
from itertools import filterfalse
from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.studio.messages import Open
from retromaze.studio.workspace import open_workspace
from tests.amounts import TIER, fewer, many
from tests.studio.browsing import expect
from tests.studio.lights import counted

DEAR = ("backtracker", "flight", "key_maze")
"""Programs whose first run and proof take minutes: they are left to the exhaustive tier."""
PAIRS = [*CATALOGUE] if TIER == "exhaustive" else fewer([], [*filterfalse(DEAR.__contains__, CATALOGUE)])
MOMENTS, STEPS = many(1, 10), 20

STEP = """(steps) => new Promise((done) => {
  const texts = (lines) => [...document.querySelectorAll(lines)].map((each) => each.textContent);
  const painted = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
  const shown = [];
  const step = () => {
    if (shown.length === steps) return done(shown);
    document.getElementById("step-statement").click();
    painted(() => {
      const [line, bright] = ["#listing", "#port"].map((side) => texts(`${side} .running-line`));
      shown.push({ line, bright, answer: texts("#port .lit-line") });
      step();
    });
  };
  step();
})"""


@pytest.mark.parametrize("program", PAIRS)
def test_the_ports_bright_line_answers_the_listings_line(visit, program: str, tmp_path: Path) -> None:
    workspace = open_workspace(Open(program, seed=1), None, tmp_path)
    opened = workspace.opened()
    listing, port = (text.split("\n") for text in (opened.listing, opened.port))
    answers = [
        (text, [line for first, last, _ in stretches for line in port[first - 1 : last]])
        for text, stretches in zip(listing, opened.answers[1:], strict=False)
    ]
    chance = random.Random(program)
    seen = 0
    page = visit.open(program=program, seed=1, moment=1)
    expect(visit.at("verdict")).to_have_attribute("data-state", re.compile("^(equal|running)$"))
    expect(visit.at("verdict")).to_have_text(re.compile(r"\d"))
    line = page.locator("#timeline > canvas:not(#curve)").bounding_box()
    for _ in range(MOMENTS):
        page.mouse.click(line["x"] + line["width"] * chance.random(), line["y"] + line["height"] / 2)
        expect(visit.at("state")).to_have_text(re.compile("^(paused|asks|ended)"))
        for shown in page.evaluate(STEP, STEPS):
            for text in shown["line"]:
                seen += 1
                # of a stretch only those of its lines are there that are in view
                fitting = [
                    answer for each, answer in answers if each == text and set(shown["answer"]) <= set(answer)
                ]
                assert fitting, (text, shown)
                assert set(shown["bright"]) <= set(shown["answer"]), (text, shown)
    assert seen


# ---- counted: at random statements the bright line of the port is one that its margin says


PROGRAMS = fewer(["kruskal", "hexagonal", "backtracker"], [*CATALOGUE])


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_light_is_never_wrong_and_seldom_dark(browser, program: str) -> None:
    found = counted(program, browser, many(40, 200))
    answered = found["right"] + found["dark"] + found["wrong"]
    assert (found["wrong"], answered > 0) == (0, True)
    assert found["right"] >= 0.95 * answered
