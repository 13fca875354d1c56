"""Counts at random statements of programs whether the port's bright line is right, dark or wrong.

python -m tests.studio.lights [PROGRAM ...]      the table of docs/studio.md

The page is the real one; a session that runs nothing tells it where the listing stands. A light is right if
the margin of its line names the listing's line. The margins are read here on their own.
"""

from __future__ import annotations

import queue
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.input_script import script_of
from retromaze.errors import Stopped
from retromaze.input_log import GameLog, log_text
from retromaze.machine.input import CHANNELS
from retromaze.studio.messages import At, Open
from retromaze.studio.open_program import Workspace, open_workspace
from retromaze.studio.prover import Prover
from retromaze.studio.server import SocketChannel, StudioServer
from retromaze.studio.session import welcome
from tests.studio.browsing import driver, expect, launched_chromium
from tests.studio.runs import Onlooker
from tests.studio.visiting import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOST = 400_000
"""Statements of a run that are looked at."""
MINUTE = 3600
SIZES: dict[str, dict[str, int | float | str]] = {
    name: {"width": 31, "height": 21} for name in ("backtracker", "backtracker_def")
}
TALL = {"width": 1440, "height": 24_000}
"""A window in which the texts are seen whole."""

Place = tuple[int, int, int]
"""Where a run stands before a statement: line, column, and the number of events before."""

LIT = """() => {
  const line = (text, mark) => [...document.querySelectorAll(`#${text} .cm-line`)]
    .findIndex((each) => each.classList.contains(mark)) + 1;
  const [part, name] = ["part", "name"].map((each) => document.getElementById(`module-${each}`));
  const shown = part.hidden ? "" : name.textContent;
  const lit = (mark) => [line("port", mark), shown && line("module", mark)];
  const [now, later] = [lit("running-line"), lit("answering-line")];
  return { listing: line("listing", "running-line"), now, later, shown };
}"""
MARGIN = re.compile(r"\s#\s+(?:[@A-Za-z_][\w$%]*, +)?(\d[\d, –-]*)(?=  |$)")
WORDS = re.compile(r"\s#\s+(\w+)(?:\+(\d+)(?:-(\d+))?| ([A-Z]+))?$")


def wish_of(program: str) -> Open:
    """A program with what its player does."""
    script = script_of(CATALOGUE[program])
    schedules: dict[str, Any] = {name: {} for name in CHANNELS}
    schedules["buttons"].update(script.presses)
    log = GameLog(schedules, script.answers)
    return Open(
        program,
        seed=1,
        sizes=SIZES.get(program, {}),
        log=log_text(log) if script.presses or script.answers else "",
    )


# ---- where a run stands


class Walk(Onlooker):
    """Notes where a run stands before each of its statements."""

    def __init__(self, workspace: Workspace) -> None:
        self.places: list[Place] = []
        super().__init__(workspace.listing, MINUTE - 1, workspace.log)
        self.run.reports_events = False
        self.play()

    def at_statement(self) -> None:
        self.places.append((self.run.line, self.run.column, self.run.moment))
        if len(self.places) == MOST:
            raise Stopped("enough")


def chosen(places: list[Place], count: int, seed: str) -> list[Place]:
    """So many of the places, all equally likely; none after the last event, where a run only waits."""
    end = places[-1][2]
    before = [each for each in places if each[2] < end] or places
    return random.Random(seed).choices(before, k=count)


# ---- what the page shows there


class Lights:
    """A studio of one program, whose session only tells the page where the listing stands."""

    def __init__(self, program: str, folder: Path) -> None:
        self._wish, self._folder = wish_of(program), folder
        self.workspace = open_workspace(self._wish, None, folder)
        self._told: queue.Queue[Place] = queue.Queue()
        self._server = StudioServer({"/session": self._hold, "/proof": self._prove})

    def _hold(self, channel: SocketChannel) -> None:
        channel.send(welcome(self._wish))
        while not isinstance(message := channel.receive(None), Open):
            pass
        edition = message.edition
        channel.send(replace(self.workspace.opened(), edition=edition))
        for number in range(1, sys.maxsize):
            line, column, moment = self._told.get()
            # Its number as the frame, so that it can be waited for.
            channel.send(At("paused", moment, number, line, column, moment, edition=edition))

    def _prove(self, channel: SocketChannel) -> None:
        prover = Prover(channel, self._folder)
        prover._seeds = 1
        prover.serve()

    def at(self, browser: Browser, places: list[Place]) -> Iterator[tuple[Place, dict[str, Any]]]:
        """What is lit at each place, once the port's lines are known."""
        visit = Visit(browser, self._server, viewport=TALL)
        visit.open()
        expect(visit.at("verdict")).to_have_text(re.compile(r"\d"))
        for number, place in enumerate(places, 1):
            self._told.put(place)
            expect(visit.at("state")).to_have_text(re.compile(rf"frame {number:,}$"))
            yield place, visit.page.evaluate(LIT)
        visit.close()
        self._server.close()


# ---- whether that is right


def counted(program: str, browser: Browser, moments: int) -> Counter[str]:
    """How often the light is `right` (how often of these `now`), `dark` or `wrong`, or there is `no line`."""
    found: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        lights = Lights(program, Path(folder))
        margins = Margins(lights.workspace)
        for (line, _, _), shown in lights.at(
            browser, chosen(Walk(lights.workspace).places, moments, program)
        ):
            assert shown["listing"] == line, (shown, line)
            texts = ["", shown["shown"]]
            lit = [
                (text, each)
                for mark in ("now", "later")
                for text, each in zip(texts, shown[mark], strict=True)
                if each
            ]
            assert len(lit) <= 1, shown
            if not lit:
                found["dark" if margins.answer(line) else "no line"] += 1
            elif line in margins.named(*lit[0]):
                found["right"] += 1
                found["now"] += any(shown["now"])
            else:
                found["wrong"] += 1
                print(f"{program}: line {line} lights {lit}")
    return found


class Margins:
    """Which lines of a listing the lines of its port and of the port's modules name."""

    def __init__(self, workspace: Workspace) -> None:
        self._listing = workspace.listing.split("\n")
        self._texts = {"": workspace.port.split("\n")}
        self._texts |= {each.name: each.text.split("\n") for each in workspace.modules}

    def answer(self, line: int) -> bool:
        """Whether any line names that line of the listing."""
        return any(
            line in self._of(text, row) for text, rows in self._texts.items() for row in rows if "#" in row
        )

    def named(self, text: str, number: int) -> set[int]:
        """What the margin of a line names, or else the next one above it that stands no further right."""
        rows = self._texts[text]
        while number > 0 and not (found := self._of(text, rows[number - 1])):
            number -= 1
        return found if number else set()

    def _of(self, text: str, row: str) -> set[int]:
        plain = MARGIN.search(row)
        if plain:
            pairs = [each.replace("–", "-").split("-") for each in plain[1].split(",")]
            return {line for pair in pairs for line in range(int(pair[0]), int(pair[-1]) + 1)}
        margin = WORDS.search(row) if text else None
        if margin is None:
            return set()
        name, start, stop, word = margin.groups()
        if word:
            calls = {line for port in self._texts[""] if f"{name}(" in port for line in self._of("", port)}
            return {line for line in calls if word in self._listing[line - 1].partition("'")[0]}
        head = next((at for at, each in enumerate(self._listing, 1) if re.match(rf"DEF {name}\b", each)), 0)
        return set(range(head + int(start or 0), head + int(stop or start or 0) + 1)) if head else set()


def main(programs: list[str], moments: int = 200) -> None:
    """Prints a row for each program."""
    print("| program | right | frame | dark | wrong | no line |")
    print("|---|---:|---:|---:|---:|---:|")
    with driver() as playwright:
        browser = launched_chromium(playwright)
        for program in programs:
            found = counted(program, browser, moments)
            shares = (
                found["now"],
                found["right"] - found["now"],
                found["dark"],
                found["wrong"],
                found["no line"],
            )
            print(f"| {program} | {' | '.join(map(str, shares))} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or list(CATALOGUE))
