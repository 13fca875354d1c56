"""What the page says of a proof, in a real browser, against a prover that says it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from retromaze.studio.feed import packed
from retromaze.studio.messages import Difference, Open, Proof
from retromaze.studio.server import StudioServer
from retromaze.studio.session import StudioSession
from tests.studio.browsing import expect
from tests.studio.visiting import Visit

OPENS = Open("backtracker", seed=1, sizes={"width": 9, "height": 9})


def proved(*proofs):
    """A studio whose prover says these, whatever it is asked."""

    def prove(channel):
        while (message := channel.receive(None)) is not None:
            for each in proofs if isinstance(message, Open) else ():
                channel.send(replace(each, edition=message.edition))

    return StudioServer({"/session": lambda channel: StudioSession(channel, OPENS).serve(), "/proof": prove})


@pytest.mark.parametrize(
    ("proof", "language", "verdict", "words"),
    [
        (Proof("running", 5, 20, 700), "en-US", "proving 5 of 20", "700 events compared"),
        (Proof("running", 5, 20, 700), "ja-JP", "照合中 5 / 20", "700 イベントを比較"),
        (
            Proof("equal", 20, 20, 700, error="Stack overflow", line=12),
            "en-US",
            "equal on 20 seeds ✓ · both stop",
            "both stop with the same error: Stack overflow (listing line 12) · 700 events compared",
        ),
        (
            Proof("equal", 20, 20, 700, error="Stack overflow", line=12),
            "ja-JP",
            "シード 20 個で一致 ✓ · 両方停止",
            "両方とも同じエラーで停止: Stack overflow (リスト 12 行目) · 700 イベントを比較",
        ),
        (Proof("equal", 1, 1, 7), "en-US", "equal on 1 seed ✓", "7 events compared"),
    ],
)
def test_how_far_a_proof_is_and_what_it_found(browser, proof, language, verdict, words):
    server = proved(proof)
    visit = Visit(browser, server, locale=language)
    visit.open()
    expect(visit.at("verdict")).to_have_text(verdict)
    visit.at("verdict").click()
    expect(visit.at("proof-words")).to_have_text(words)
    expect(visit.at("state")).to_have_text(re.compile("."))
    visit.close()
    server.close()


@pytest.mark.parametrize("height", [240, 480])
def test_the_pictures_of_a_difference_are_as_high_as_its_screens(browser, height):
    picture = packed(0, 0, height, bytes(4 * 400 * height)).data
    found = Difference(1, 0, 0, "frame 0, event 1: x", 1, 1, picture, picture)
    server = proved(Proof("different", 1, 20, 1, difference=found))
    visit = Visit(browser, server)
    visit.open()
    visit.at("verdict").click()
    expect(visit.at("both")).to_be_visible()
    assert [visit.at(name).get_attribute("height") for name in ("both", "theirs", "ours")] == [
        str(height)
    ] * 3
    visit.close()
    server.close()
