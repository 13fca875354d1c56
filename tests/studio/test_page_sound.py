"""What a run sounds like on the page: heard after the first click, and seen as notes with their lines."""

from __future__ import annotations

from retromaze.studio.messages import Open
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


def level(visit: Visit, frequency: float) -> float:
    """How loud a frequency is, in decibels."""
    return float(visit.page.evaluate(LEVEL_AT, frequency))


def wait_for(visit: Visit, condition: str, frequency: float) -> None:
    visit.page.wait_for_function(f"wanted => ({LEVEL_AT})(wanted) {condition}", arg=frequency)


FOLLOWED = """each => {
    const frame = () => Number(/frame ([0-9,]+)/.exec(each.textContent)[1].replaceAll(",", ""));
    window.played = [frame()];
    const watch = new MutationObserver(() => window.played.push(frame()));
    watch.observe(each, { childList: true, characterData: true, subtree: true });
}"""
BEGAN_AGAIN = """() => {
    const first = window.played.findIndex((frame, at) => frame < window.played[at - 1]);
    return first > 0 && window.played.at(-1) >= window.played[first] + 20;
}"""
"""Whether the run has begun again and gone on for a third of a second."""


def test_two_notes_are_heard_after_the_first_click_unless_silence_is_wanted(browser):
    server = studio(Open(listing=HELD, seed=1))
    visit = Visit(browser, server)
    visit.context.add_init_script(RECORDER)
    page = visit.open()
    expect(visit.at("state")).to_contain_text("running")
    assert level(visit, C5) <= SILENT
    visit.at("tab-notes").click()
    # what is pressed while a note lasts hears the next one: the run begins again
    page.keyboard.press("n")
    for frequency in (C5, G4):
        wait_for(visit, "> -60", frequency)
    page.wait_for_function(
        f"([one, other]) => ({LEVEL_AT})(one) < ({LEVEL_AT})(other) - 15", arg=[BETWEEN, C5]
    )
    visit.at("sound").click()
    expect(visit.at("sound")).to_have_attribute("aria-pressed", "false")
    wait_for(visit, "< -90", C5)
    visit.at("state").evaluate(FOLLOWED)
    page.keyboard.press("n")
    page.wait_for_function(BEGAN_AGAIN)
    assert level(visit, C5) <= -90
    visit.at("sound").click()
    page.keyboard.press("n")
    wait_for(visit, "> -60", C5)
    page.keyboard.press("Space")
    expect(visit.at("state")).to_contain_text("paused")
    wait_for(visit, "< -90", C5)
    visit.close()
    server.close()


def test_notes_are_walked_by_keys_and_show_their_lines(visit: Visit) -> None:
    """Without notes it says so."""
    visit.open_at(3, listing=packed(TUNE), seed=1)
    visit.at("tab-notes").click()
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
    visit.open_at(1, listing=packed("GPSET 1,1:BEEP\n"), seed=1)
    expect(visit.at("notes-none")).to_have_text("No notes in the last ten seconds.")
    expect(visit.at("roll")).to_be_hidden()
