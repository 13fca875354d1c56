"""The page drops what is told of texts that it no longer shows."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from retromaze.studio.messages import (
    Open,
    PortLines,
    PortValues,
    Proof,
    ProvedDifference,
    RunsDiffer,
    ShownVariable,
)
from retromaze.studio.server import SocketChannel, StudioServer
from retromaze.studio.session import StudioSession
from tests.studio.browsing import expect
from tests.studio.visiting import Visit

LISTING = "FOR I=1 TO 5\nGPSET I,1\nNEXT\n"
VERDICTS = """() => {
  const verdict = document.getElementById("verdict");
  window.verdicts = [];
  new MutationObserver(() => window.verdicts.push(verdict.textContent)).observe(verdict, { childList: true });
}"""


def about(edition: int) -> list[Any]:
    """What a prover says of texts that have 60,000 events: far more than those of the page."""
    lines = PortLines(0, [1] * 20_000, [0] * 20_001, [[1]])
    values = PortValues(5, [ShownVariable("i", "77")], [], {"i": "I"})
    proofs = [Proof("running", 1, 20, 60_000, texts="other"), Proof("equal", 20, 20, 60_000, texts="other")]
    different = Proof("different", 1, 20, 9, difference=ProvedDifference(1, 3, 0, "x", 1, 1, "", ""))
    found = [lines, replace(lines, first=20_000), replace(lines, first=40_000), values, *proofs, different]
    return [replace(each, edition=edition) for each in [*found, RunsDiffer(3, 1, 1, "A", "B")]]


class SlowProver:
    """Says all that it would have said of the texts before, once others are there, and nothing of those."""

    def __init__(self) -> None:
        self.asked: list[Open] = []

    def prove(self, channel: SocketChannel) -> None:
        while (message := channel.receive(None)) is not None:
            if isinstance(message, Open):
                for each in about(self.asked[-1].edition) if self.asked else []:
                    channel.send(each)
                self.asked.append(message)
                channel.send(Proof("running", 2, 20, 10, texts=message.texts, edition=message.edition))


def test_nothing_that_is_told_of_other_texts_is_shown(browser):
    prover, opens = SlowProver(), Open(listing=LISTING, seed=1, moment=5)
    server = StudioServer(
        {"/session": lambda channel: StudioSession(channel, opens).serve(), "/proof": prover.prove}
    )
    visit = Visit(browser, server)
    page = visit.open()
    expect(visit.at("verdict")).to_have_text("comparing both: seed 2 of 20")
    expect(visit.at("where")).to_have_text(re.compile("^5 of 5 events$"))
    page.evaluate(VERDICTS)
    for number in (6, 7, 8):
        visit.text("listing").click()
        page.keyboard.press("Control+Home")
        page.keyboard.press("ArrowDown")
        before = visit.at("verdict").get_attribute("data-texts") or ""
        page.keyboard.insert_text(f"A={number}:")
        # The verdict of the texts before is taken away at once, and theirs comes last.
        expect(visit.at("verdict")).not_to_have_attribute("data-texts", before)
        expect(visit.at("verdict")).to_have_text("comparing both: seed 2 of 20")
        expect(visit.at("verdict")).to_have_attribute("data-texts", prover.asked[-1].texts)
        expect(visit.at("where")).to_have_text(re.compile("of [05] events$"))
    assert set(page.evaluate("window.verdicts")) == {"comparing both…", "comparing both: seed 2 of 20"}
    assert len({each.texts for each in prover.asked}) == 4
    expect(visit.at("variables")).to_contain_text("I")
    expect(visit.at("variables")).not_to_contain_text("77")
    visit.close()
    server.close()
