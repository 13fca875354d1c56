"""What a run sounds like on the page: heard after the first click, and seen as notes with their lines."""

from __future__ import annotations

import pytest

from retromaze.studio.messages import Open, Pace
from tests.studio.browsing import expect
from tests.studio.visiting import Visit, packed, studio

TUNE = """\
BGMPLAY "T120[C4G4]"
WAIT 45
BEEP 9
WAIT 9999
"""
HELD = 'BGMPLAY "@80[O5C1&]:1@80[O4G1&]":WAIT 9999\n'
RECORDER = """
const Real = window.AudioContext;
window.AudioContext = class extends Real {
    constructor(...given) {
        super(...given);
        window.recorder = this.createAnalyser();
        window.recorder.fftSize = 16384;
    }
};
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) connect.call(this, window.recorder);
    return connect.call(this, to, ...rest);
};
"""
LEVEL_AT = """frequency => {
    const { recorder } = window;
    if (!recorder) return -200;
    const levels = new Float32Array(recorder.frequencyBinCount);
    recorder.getFloatFrequencyData(levels);
    const at = Math.round(frequency * recorder.fftSize / recorder.context.sampleRate);
    return Math.max(-200, ...levels.slice(at - 1, at + 2));
}"""
C5, G4, BETWEEN = 523.25, 392.0, 455.0
SILENT = -150


@pytest.fixture
def listener(browser):
    """A visitor whose page keeps what it sounds like, of two notes that stay."""
    server = studio(Open(listing=HELD, seed=1, pace=Pace("frame", 60)))
    visit = Visit(browser, server)
    visit.context.add_init_script(RECORDER)
    yield visit
    visit.close()
    server.close()


def level(visit: Visit, frequency: float) -> float:
    """How loud a frequency is, in decibels."""
    return float(visit.page.evaluate(LEVEL_AT, frequency))


def wait_for(visit: Visit, condition: str, frequency: float) -> None:
    visit.page.wait_for_function(f"wanted => ({LEVEL_AT})(wanted) {condition}", arg=frequency)


def test_a_tune_is_heard_after_the_first_click(listener):
    listener.open()
    expect(listener.at("state")).to_contain_text("running")
    assert level(listener, C5) <= SILENT
    listener.at("tab-notes").click()
    # what is pressed while a note lasts hears the next one: the run begins again
    listener.page.keyboard.press("n")
    for frequency in (C5, G4):
        wait_for(listener, "> -60", frequency)
    assert level(listener, BETWEEN) < level(listener, C5) - 15


def test_who_wants_silence_has_it(listener):
    listener.open()
    expect(listener.at("state")).to_contain_text("running")
    listener.at("sound").click()
    expect(listener.at("sound")).to_have_attribute("aria-pressed", "false")
    listener.page.keyboard.press("n")
    expect(listener.at("state")).to_contain_text("running")
    listener.page.wait_for_timeout(300)
    assert level(listener, C5) <= SILENT
    listener.at("sound").click()
    listener.page.keyboard.press("n")
    wait_for(listener, "> -60", C5)
    listener.page.keyboard.press("Space")
    expect(listener.at("state")).to_contain_text("paused")
    wait_for(listener, "< -90", C5)


def with_notes(visit: Visit, listing: str, moment: int) -> None:
    visit.open(listing=packed(listing), seed=1, moment=moment)
    visit.stands(moment)
    visit.at("tab-notes").click()


def test_notes_are_walked_by_keys_and_show_their_lines(visit: Visit) -> None:
    with_notes(visit, TUNE, 3)
    expect(visit.at("notes-lines").get_by_role("button")).to_have_text(["line 1", "line 3"])
    visit.at("roll").focus()
    told = {
        "Home": "O4C · @0 · track 0, channel 0 · frames 0 to 30 · line 1",
        "ArrowRight": "O4G · @0 · track 0, channel 0 · from frame 30 on · line 1",
        "End": "BEEP 9 · frame 45 · line 3",
    }
    for key, words in told.items():
        visit.page.keyboard.press(key)
        expect(visit.at("note-told")).to_have_text(words)
    visit.page.keyboard.press("Enter")
    visit.at("notes-lines").get_by_role("button").first.click()


def test_without_notes_it_says_so(visit: Visit) -> None:
    with_notes(visit, "GPSET 1,1:GPSET 2,2\n", 1)
    expect(visit.at("notes-none")).to_have_text("No notes in the last ten seconds.")
    expect(visit.at("roll")).to_be_hidden()
