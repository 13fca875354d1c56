"""Where two runs differ first, asked of a prover."""

from __future__ import annotations

from retromaze.studio import messages as m
from tests.studio.conversation import Conversation

LISTING = "GPSET 1,1\nX=RND(100)\nGPSET X,2\n"


def opened(proof: Conversation, listing: str = LISTING) -> None:
    proof.ask(m.Open(listing=listing, seed=1), m.Proof, lambda each: each.state != "running")


def test_another_seed_differs_at_a_random_number(proof: Conversation) -> None:
    opened(proof)
    found = proof.ask(m.CompareRuns(m.Open(listing=LISTING, seed=2)), m.RunsDiffer)
    assert (found.moment, found.line, found.other_line) == (1, 2, 2)
    assert found.words.startswith("RND(100) = ") and found.other_words.startswith("RND(100) = ")
    assert found.words != found.other_words


def test_an_edit_differs_where_it_tells(proof: Conversation) -> None:
    opened(proof)
    edited = "A=1\n" + LISTING.replace("X,2", "X,3")
    found = proof.ask(m.CompareRuns(m.Open(listing=edited, seed=1)), m.RunsDiffer)
    assert (found.moment, found.line, found.other_line) == (2, 3, 4)
    assert found.words.endswith(",2") and found.other_words.endswith(",3")
    shorter = m.Open(listing="GPSET 1,1\n", seed=1)
    assert proof.ask(m.CompareRuns(shorter), m.RunsDiffer).other_words == "the end"


def test_the_same_twice(proof: Conversation) -> None:
    opened(proof)
    same = m.Open(listing="'A NOTE\n" + LISTING, seed=1)
    assert proof.ask(m.CompareRuns(same), m.RunsDiffer) == m.RunsDiffer(-1, 0, 0, "", "")


def test_what_cannot_be_opened(proof: Conversation) -> None:
    opened(proof)
    assert proof.ask(m.CompareRuns(m.Open("maize")), m.Failed).words == "no program is called 'maize'"
