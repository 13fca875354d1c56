"""The prover: lines, seeds, and two runs of listings beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from retromaze.porting.writing import write_port
from retromaze.studio import messages as m
from retromaze.studio.open_program import UserFiles
from retromaze.studio.prover import Prover
from tests.studio.conversation import Conversation, agreed, unpacked

LISTING = "FOR I=1 TO 3\nGPSET I,I\nNEXT\n"
PORT = """\
def main(machine):
    for i in range(1, 4):
        machine.screen.point(i, i)
"""


def port_of(name: str) -> str:
    spec = find_spec(f"retromaze.ports.{name}")
    assert spec and spec.origin
    return Path(spec.origin).read_text("utf-8")


def test_a_program_of_the_catalogue_is_proved(proof: Conversation) -> None:
    proof.say(m.Check(3))
    lines = proof.ask(m.Open("kruskal", seed=1), m.PortLines)
    assert lines.first == 0 and lines.words == ""
    text = port_of("kruskal").splitlines()
    assert all(
        "machine" in text[each - 1] or "console" in text[each - 1] or "(" in text[each - 1]
        for each in lines.lines
    )
    found = proof.hear(m.Proof)
    assert (found.state, found.done, found.seeds) == ("running", 1, 3)
    found = proof.verdict()
    assert (found.state, found.done, found.words) == ("equal", 3, "")
    assert found.events > len(lines.lines)


def test_a_pair_of_texts_is_proved(proof: Conversation) -> None:
    lines = proof.ask(agreed(m.Open(listing=LISTING, port=PORT, seed=1)), m.PortLines)
    # the way to the first event begins where the file is loaded, the last one ends at the loop's head
    assert lines == m.PortLines(0, [3, 3, 3], [0, 1, 1, 2], [[1, 2, 3], [2, 3], [2]])
    found = proof.verdict()
    assert (found.state, found.seeds) == ("equal", 20)


def test_the_error_that_both_stop_with_is_told(proof: Conversation) -> None:
    proof.say(m.Check(2))
    own = "GPSET 1,1\nLOCATE 99,1\n"
    port = write_port(own, "listing.bas")
    found = proof.verdict(agreed(m.Open(listing=own, port=port, seed=1)))
    assert (found.state, found.error, found.line) == ("equal", "Out of range", 2)
    # An error of one side alone is a difference.
    healed = port.replace("99", "9")
    assert healed != port
    found = proof.verdict(agreed(m.Open(listing=own, port=healed, seed=1)))
    assert (found.state, found.error, found.line) == ("different", "", 0)


def test_the_first_difference_has_both_lines_and_pictures(proof: Conversation) -> None:
    wrong = PORT.replace("(i, i)", "(i, 2)")
    found = proof.verdict(agreed(m.Open(listing=LISTING, port=wrong, seed=1)))
    assert (found.state, found.done) == ("different", 1)
    difference = found.difference
    assert difference is not None
    assert difference.sentence == "frame 0, event 1: listing line 2 draws point(1, 1), port draws point(1, 2)"
    assert (difference.moment, difference.seed, difference.listing_line, difference.port_line) == (0, 1, 2, 3)
    assert difference.listing_picture != difference.port_picture


def test_the_pictures_of_a_difference_have_both_screens(proof: Conversation) -> None:
    sizes = {}
    for mode in (2, 4):
        listing, port = f"XSCREEN {mode}\nGPSET 1,1\n", PORT.replace("(i, i)", "(i, 2)")
        difference = proof.verdict(agreed(m.Open(listing=listing, port=port, seed=1))).difference
        assert difference is not None
        both = (difference.listing_picture, difference.port_picture)
        sizes[mode] = [len(unpacked(each)) for each in both]
    assert sizes == dict.fromkeys((2, 4), [4 * 400 * 480] * 2)


UNPROVABLE = [
    (m.Open(listing="", port=None), "there is no port to prove"),
    (m.Open(listing=LISTING, port=PORT), "this port came from elsewhere and has not been run"),
    (agreed(m.Open(listing="FOR\n", port=PORT)), "listing line 1: Syntax error"),
    (agreed(m.Open(listing=LISTING, port="def main(:\n")), "port line 1: invalid syntax"),
    (m.Open(listing=LISTING), "this port came from elsewhere and has not been run"),
    (m.Open("nonsense"), "no program is called 'nonsense'"),
]


def test_what_cannot_be_proved(proof: Conversation) -> None:
    found = [(message, proof.verdict(message)) for message, _ in UNPROVABLE]
    assert found == [(message, m.Proof("none", 0, 0, 0, words)) for message, words in UNPROVABLE]


def test_a_text_that_is_not_trusted_is_not_run(proof: Conversation, tmp_path: Path) -> None:
    proof.say(m.Check(2))
    witness = tmp_path / "ran"
    port = f"open({str(witness)!r}, 'w').close()\n{PORT}"
    assert proof.verdict(m.Open(listing=LISTING, port=port)).state == "none"
    assert not witness.exists()
    assert proof.verdict(agreed(m.Open(listing=LISTING, port=port))).state == "equal"
    assert witness.exists()


def test_a_proof_plays_what_was_played_at_its_frames(proof: Conversation) -> None:
    listing = "@L\nWAIT 1\nTOUCH OUT T,X,Y\nIF T THEN ?X:END\nGOTO @L\n"
    port = """\
def main(machine):
    touched = 0
    while not touched:
        machine.wait(1)
        touched, x, _ = machine.input.touched()
    machine.console.print(str(x))
"""
    log = "retromaze log 1\n233 touch 20,30\n235 touch NONE\n"
    proof.say(m.Check(2))
    lines = proof.ask(agreed(m.Open(listing=listing, port=port, seed=1, log=log)), m.PortLines)
    assert lines.lines == [4] * 233 + [6]
    assert proof.verdict().state == "equal"
    deaf = port.replace("touched, x, _ = machine.input.touched()", "pass")
    found = proof.verdict(agreed(m.Open(listing=listing, port=deaf, seed=1, log=log)))
    assert (found.state, found.done) == ("different", 1)
    assert found.difference and found.difference.moment == 233


def test_a_port_without_its_function_is_told_by_its_own_name(proof: Conversation) -> None:
    found = proof.verdict(agreed(m.Open(listing=LISTING, port="def dig(machine): ...\n", seed=1)))
    assert found.difference
    assert found.difference.sentence == (
        "frame 0, event 1: listing line 2 draws point(1, 1), "
        "port stops: port.py has no function main; it has dig"
    )


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Conversation]:
    """A conversation with a prover of the user's files."""
    (tmp_path / "maze.bas").write_text(LISTING)
    (tmp_path / "own.py").write_text(PORT.replace("main", "dig"))
    (tmp_path / "edited").mkdir()
    made = Conversation()
    files = UserFiles(tmp_path / "maze.bas", tmp_path / "own.py", "dig")
    made.begin(Prover(made, tmp_path / "edited", files).serve)
    yield made
    made.end()


def test_an_edited_port_of_the_user_finds_what_lies_beside_it(own: Conversation, tmp_path: Path) -> None:
    (tmp_path / "beside_an_edit.py").write_text("def put(machine, i): machine.screen.point(i, i)\n")
    text = "from beside_an_edit import put\ndef dig(machine):\n    for i in range(1, 4): put(machine, i)\n"
    assert own.verdict(m.Check(2), agreed(m.Open(seed=1, port=text))).state == "equal"
    edited = port_of("kruskal") + "\n"
    assert own.verdict(agreed(m.Open("kruskal", seed=1, port=edited))).state == "equal"


def test_files_of_the_user(own: Conversation) -> None:
    assert own.verdict(m.Check(2), m.Open(seed=1)).state == "equal"
    edited = PORT.replace("main", "dig").replace("4", "3")
    found = own.verdict(agreed(m.Open(seed=1, port=edited)))
    assert found.difference and "port has ended" in found.difference.sentence


ASKS = 'INPUT "N",N\nPRINT N\nPRINT 1\nPRINT 2\n'


def test_what_was_run_too_little_is_not_equal(proof: Conversation) -> None:
    port = write_port(ASKS, "listing.bas")
    found = proof.verdict(agreed(m.Open(listing=ASKS, port=port, seed=1)))
    assert (found.state, found.percent) == ("thin", 25)
    log = 'retromaze log 1\nanswer "5"\n'
    found = proof.verdict(agreed(m.Open(listing=ASKS, port=port, seed=1, log=log)))
    assert (found.state, found.percent, found.outcomes) == ("equal", 50, 100)


def test_of_conditions_half_of_their_outcomes_count(proof: Conversation) -> None:
    listing = 'INPUT "N",N\nIF N==1 THEN IF N==2 THEN PRINT 2\nPRINT 1\nPRINT 2\nPRINT 3\n'
    port = write_port(listing, "listing.bas")
    states = []
    for answer in "01":
        log = f'retromaze log 1\nanswer "{answer}"\n'
        found = proof.verdict(agreed(m.Open(listing=listing, port=port, seed=1, log=log)))
        states.append((found.state, found.percent, found.outcomes))
    assert states == [("thin", 80, 25), ("equal", 60, 50)]


def test_a_prover_answers_a_defect_and_lives_on(proof: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    proof.say(m.Check(1))
    with monkeypatch.context() as patched:
        patched.setattr("retromaze.studio.prover.open_workspace", raising)
        failed = proof.verdict(m.Open("kruskal", seed=1))
    assert failed.state == "none" and "ZeroDivisionError: on purpose" in failed.words
    assert proof.verdict(m.Open("kruskal", seed=1)).state == "equal"


TWO_LISTINGS = "GPSET 1,1\nX=RND(100)\nGPSET X,2\n"


def test_an_answer_waits_for_its_lesson_to_be_open(proof: Conversation) -> None:
    """A reader may be quicker than the page; an answer to a lesson that cannot be opened fails."""
    port = port_of("kruskal")
    proof.say(m.JudgeAnswer(12, port))
    judged = proof.ask(m.Open("kruskal", seed=1), m.Judged)
    assert (judged.right, judged.explanations) == (
        False,
        ["CHKCHR(8,1): a character on the screen, the first that differs — the maze"],
    )
    proof.say(m.Open("maize"), m.JudgeAnswer(12, port))
    assert proof.ask(m.Open("maize"), m.Failed).words == "no program is called 'maize'"


def test_two_runs_are_compared(proof: Conversation) -> None:
    proof.verdict(m.Open(listing=TWO_LISTINGS, seed=1))
    # another seed differs at a random number
    found = proof.ask(m.CompareRuns(m.Open(listing=TWO_LISTINGS, seed=2)), m.RunsDiffer)
    assert (found.moment, found.line, found.other_line) == (1, 2, 2)
    assert found.words.startswith("RND(100) = ") and found.other_words.startswith("RND(100) = ")
    assert found.words != found.other_words
    edited = "A=1\n" + TWO_LISTINGS.replace("X,2", "X,3")
    found = proof.ask(m.CompareRuns(m.Open(listing=edited, seed=1)), m.RunsDiffer)
    assert (found.moment, found.line, found.other_line) == (2, 3, 4)
    assert found.words.endswith(",2") and found.other_words.endswith(",3")
    shorter = m.Open(listing="GPSET 1,1\n", seed=1)
    assert proof.ask(m.CompareRuns(shorter), m.RunsDiffer).other_words == "the end"
    # the answer names the run that it is about
    same = m.Open(listing=TWO_LISTINGS, seed=1, edition=7)
    assert proof.ask(m.CompareRuns(same), m.RunsDiffer).other == 7
    same = m.Open(listing="'A NOTE\n" + TWO_LISTINGS, seed=1)
    assert proof.ask(m.CompareRuns(same), m.RunsDiffer) == m.RunsDiffer(-1, 0, 0, "", "")
    assert proof.ask(m.CompareRuns(m.Open("maize")), m.Failed).words == "no program is called 'maize'"
