"""What the page says of a proof, in a real browser, against a prover that says it."""

from __future__ import annotations

import re

import pytest

from retromaze.studio.messages import Open, Proof
from retromaze.studio.server import StudioServer
from retromaze.studio.session import StudioSession
from tests.studio.browsing import expect
from tests.studio.visiting import Visit

OPENS = Open("backtracker", seed=1, sizes={"width": 9, "height": 9})


def proved(*proofs):
    """A studio whose prover says these, whatever it is asked."""

    def prove(channel):
        while channel.receive(None) is not None:
            for each in proofs:
                channel.send(each)

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
