"""In which note two tunes begin to differ."""

from __future__ import annotations

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.measure import CALLS, PICTURES
from retromaze.comparison.state import SIDES
from retromaze.comparison.tune_difference import tune_difference
from retromaze.machine.events import Event
from retromaze.machine.mml import plain_mml


def test_the_first_note_is_told() -> None:
    tunes = [
        ("T120L8CDE", "T120L8CDF", "at 0.50 s of channel 0 the tune has O4E in listing, O4F in port"),
        ("C#", "O5C#", "at 0.00 s of channel 0 the tune has O4C# in listing, O5C# in port"),
        ("CC", "C", "at 0.50 s of channel 0 the tune has O4C in listing, nothing new in port"),
        ("C4", "C2", "at 0.50 s of channel 0 the tune has the end of a note in listing, nothing new in port"),
        ("C:3R4D", "C:3R4E", "at 0.50 s of channel 3 the tune has O4D in listing, O4E in port"),
        (
            "V100P0C",
            "V90P0C",
            "at 0.00 s of channel 0 the tune has O4C (volume 100) in listing, O4C (volume 90) in port",
        ),
        ("[CD]", "[CD]4", "at 4.00 s of channel 0 the tune has O4C in listing, nothing new in port"),
        ("CD", "c d", ""),
        ("[C]", "[CC]", ""),
    ]
    found = []
    for one, other, _ in tunes:
        left, right = (Event("play", (text, 0, 127), None, 0) for text in (one, other))
        found.append((one, other, tune_difference(left, right, SIDES).removeprefix("; ")))
    assert found == tunes


def test_a_tune_by_number_has_no_text() -> None:
    assert (
        tune_difference(Event("play", (1, 0, 127), None, 0), Event("play", ("C", 0, 127), None, 0), SIDES)
        == ""
    )


def test_blanks_and_small_letters_of_a_tune_are_no_difference() -> None:
    source = 'BGMSET 130,"{Ab=CDE}O4{Ab}"\nBGMPLAY "CDE"\nBGMPLAY "@1L8CD"\nVSYNC 9\n'
    other = source.replace("CDE", "C d  E").replace("@1L8CD", "@1 l8 C D")
    for measure in (CALLS, PICTURES):
        made = compare_programs(Listing(source), Listing(other), seed=1, measure=measure)
        assert made.difference is None
        changed = Listing(other.replace("l8", "l4"))
        found = compare_programs(Listing(source), changed, seed=1, measure=measure).difference
        assert found is not None
        assert "listing line 3 sounds by play('@1L8CD'), port sounds by play('@1L4CD')" in found.words
    assert plain_mml("{Ab=c d}{Ab}{") == "{Ab=CD}{Ab}{"
