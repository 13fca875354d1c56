"""What the page says of a proof, in a real browser, against a prover that says it."""

from __future__ import annotations

import queue
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from retromaze.studio.messages import (
    Open,
    PortLines,
    PortValues,
    Proof,
    ProvedDifference,
    RunsDiffer,
    ShownVariable,
)
from retromaze.studio.output_messages import packed_pixels
from retromaze.studio.server import SocketChannel, StudioServer
from retromaze.studio.session import StudioSession
from tests.studio.browsing import expect
from tests.studio.visiting import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPENS = Open("backtracker", seed=1, sizes={"width": 9, "height": 9})


@pytest.fixture
def proofs() -> queue.Queue[Proof | PortLines | None]:
    """What the prover says, one after the other, until it is None."""
    return queue.Queue()


@pytest.fixture
def proved(browser: Browser, proofs: queue.Queue[Proof | PortLines | None]) -> Iterator[Visit]:
    """A visitor of a studio with that prover."""

    def prove(channel: SocketChannel) -> None:
        while not isinstance(opened := channel.receive(None), Open):
            continue
        for each in iter(proofs.get, None):
            channel.send(replace(each, edition=opened.edition))

    server = StudioServer(
        {"/session": lambda channel: StudioSession(channel, OPENS).serve(), "/proof": prove}
    )
    visit = Visit(browser, server)
    visit.open()
    yield visit
    proofs.put(None)
    visit.close()
    server.close()


STOPPED = Proof("equal", 20, 20, 700, error="Stack overflow", line=12)
TOLD = [
    (Proof("running", 5, 20, 700), "comparing both: seed 5 of 20", "700 events compared"),
    (
        STOPPED,
        "equal on 20 seeds ✓ · both stop",
        "both stop with the same error: Stack overflow (listing line 12) · 700 events compared",
    ),
    (Proof("equal", 1, 1, 7), "equal on 1 seed ✓", "equal on 1 seed ✓ · 7 events compared"),
    (
        Proof("thin", 20, 20, 7, percent=9, outcomes=4),
        "equal so far on 20 seeds: 9 % of lines, 4 % of outcomes",
        "Only 9 % of the listing's lines were run, and its conditions had 4 % of their outcomes, which proves"
        " little: play it, and what you do is proved too · 7 events compared",
    ),
]
TOLD_IN_JAPANESE = [
    (Proof("running", 5, 20, 700), "照合中: シード 5 / 20", "700 イベントを比較"),
    (
        STOPPED,
        "シード 20 個で一致 ✓ · 両方停止",
        "両方とも同じエラーで停止: Stack overflow (リスト 12 行目) · 700 イベントを比較",
    ),
]


def test_how_far_a_proof_is_and_what_it_found(proved: Visit, proofs: queue.Queue[Proof]) -> None:
    expect(proved.at("state")).to_have_text(re.compile("."))
    proved.at("verdict").click()
    for words in ("comparing both…", "照合中…"):
        expect(proved.at("verdict")).to_have_text(words)
        proved.switch_language()
        proved.page.keyboard.press("Escape")
    for table in (TOLD, TOLD_IN_JAPANESE):
        for proof, verdict, words in table:
            proofs.put(proof)
            expect(proved.at("verdict")).to_have_text(verdict)
            expect(proved.at("proof-words")).to_have_text(words)
        proved.switch_language()
        proved.page.keyboard.press("Escape")
    for height in (240, 480):
        picture = packed_pixels(bytes(4 * 400 * height))
        found = ProvedDifference(1, 0, 0, "frame 0, event 1: x", 1, 1, picture, picture)
        proofs.put(Proof("different", 1, 20, 1, difference=found))
        expect(proved.at("both")).to_be_visible()
        for name in ("both", "theirs", "ours"):
            expect(proved.at(name)).to_have_attribute("height", str(height))


def test_the_card_fills_in_the_port_s_line_once_the_port_has_come_so_far(
    proved: Visit, proofs: queue.Queue[Proof | PortLines]
) -> None:
    expect(proved.at("state")).to_have_text(re.compile("^running"))
    proved.at("timeline").press("Home")
    proved.stands(0)
    proved.at("step-draw").click()
    proved.at("step-draw").click()
    proved.stands(2)
    x, y = proved.middle("upper")
    proved.page.mouse.click(x, y)
    card = proved.at("asked-body")
    expect(card).to_contain_text("Its line will stand here once it has.")
    proofs.put(PortLines(0, [27, 28], [], []))
    expect(card).to_contain_text("Port 28")
    expect(card).not_to_contain_text("Its line will stand here")
    expect(proved.at("port").locator(".asked-line")).to_contain_text("machine.screen.fill")


# ---- what is told of texts that the page no longer shows is dropped


STALE_LISTING = "FOR I=1 TO 5\nGPSET I,1\nNEXT\n"
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
    prover, opens = SlowProver(), Open(listing=STALE_LISTING, seed=1, moment=5)
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
