"""What listens to a machine: live sound, and a tape."""

import io
import pickle
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import retromaze
from retromaze.audio import loudspeaker, sound_output
from retromaze.audio.loudspeaker import Loudspeaker, NoSoundCard
from retromaze.audio.sound_output import LiveSound, SoundRecording
from retromaze.machine.machine import Machine
from tests.audio.card import Card
from tests.audio.ear import between, hertz, onsets, pitch

FRAME = 1 / 60


class Stage:
    """A machine that is heard, frame by frame in the user's time."""

    def __init__(self, muted: bool = False) -> None:
        self.card = Card()
        self.said: list[str] = []
        self.live = LiveSound(muted=muted, clock=self.card.clock, on_failure=self.said.append)
        self.machine = Machine(seed=1)
        self.live.attach(self.machine)

    def frames(self, count: int, interval: float | None = FRAME) -> None:
        for _ in range(count):
            self.machine.pass_frame()
            self.live.play_frame(self.machine.frame, interval)
            self.pass_time(interval or FRAME)

    def pass_time(self, seconds: float) -> None:
        for _ in range(4):
            self.card.pass_time(seconds / 4)
            self.live.pump()

    def heard(self) -> np.ndarray:
        """All samples of the left side that the mixer was given."""
        return np.frombuffer(b"".join(self.card.heard), np.int16)[::2]


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Stage]:
    def make(**more: bool) -> Stage:
        made = Stage(**more)
        monkeypatch.setattr(loudspeaker, "open_loudspeaker", lambda clock: Loudspeaker(made.card, clock))
        return made

    return make


def test_a_beep_is_heard_soon(stage: Any) -> None:
    made = stage()
    made.live.prepare()
    made.frames(30)
    made.machine.sound.play("@147 V1 [L1C]")
    made.frames(60)
    before = len(made.heard())
    behind = made.card.delay()
    made.machine.sound.beep(0)
    made.frames(1)
    assert np.abs(made.heard()[before:]).max() > 2000
    # the card itself keeps two of its pieces
    assert (behind + 2 * 512) / 48_000 < 0.05


def test_a_tune_is_heard_without_a_gap(stage: Any) -> None:
    made = stage()
    made.machine.sound.play("@147 [L1C]")
    made.frames(240)
    assert made.card.gaps == 0
    assert len(made.heard()) / 48_000 == pytest.approx(4, abs=0.1)


def test_a_pause_silences_and_the_next_frame_goes_on(stage: Any) -> None:
    made = stage()
    made.machine.sound.play("@147 [L1C]")
    made.frames(30)
    for _ in range(30):
        made.live.fade_out()
        made.pass_time(FRAME)
    assert not made.live.is_playing
    count = len(made.card.heard)
    made.frames(2)
    assert len(made.card.heard) > count


def test_what_is_too_quick_is_not_heard_and_held_notes_come_back(stage: Any) -> None:
    made = stage()
    made.machine.sound.play("T60 L1 @147 C")
    made.frames(30, None)
    made.machine.sound.beep(13)
    made.frames(2, None)
    assert not made.card.heard
    made.frames(3)
    assert 0 < np.abs(made.heard()).max() < 8000


def test_muted_nothing_is_heard_until_it_is_wanted(stage: Any) -> None:
    made = stage(muted=True)
    made.machine.sound.play("T60 L1 @147 C")
    made.frames(10)
    assert not made.card.heard
    made.live.toggle_mute()
    made.frames(10)
    assert made.card.heard
    made.live.toggle_mute()
    made.pass_time(0.1)
    made.frames(10)
    assert not made.live.is_playing


def test_no_sound_card_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(clock: object) -> Loudspeaker:
        raise NoSoundCard("no card")

    monkeypatch.setattr(loudspeaker, "open_loudspeaker", refuse)
    made = Stage()
    for _ in range(3):
        made.machine.sound.beep(0)
        made.frames(2)
    made.live.toggle_mute()
    made.live.toggle_mute()
    made.live.close()
    assert made.said == ["no card"]


def test_another_machine_is_another_sound(stage: Any) -> None:
    made = stage()
    made.machine.sound.play("@147 [L1C]")
    made.frames(10)
    before, made.machine = made.machine, Machine(seed=1)
    made.live.attach(made.machine)
    made.pass_time(0.2)
    before.sound.beep(0)
    count = len(made.card.heard)
    made.frames(10)
    assert len(made.card.heard) == count


def test_behind_the_end_the_tune_plays_on_in_the_users_time(stage: Any) -> None:
    made = stage()
    sound = made.machine.sound
    sound.play("T120 L4 @147 CC")
    made.frames(6)
    frame = made.machine.frame

    def advance() -> int:
        nonlocal frame
        frame += 1
        sound.advance(frame)
        return frame

    made.live.start_clock()
    for _ in range(120):
        made.live.play_due_frames(advance)
        made.pass_time(FRAME)
    assert not sound.playing()
    assert not made.live.is_playing
    assert len(made.heard()) / 48_000 == pytest.approx(1.05, abs=0.1)


def test_closed_it_hears_nothing_more(stage: Any) -> None:
    made = stage()
    made.machine.sound.beep(0)
    made.frames(1)
    made.live.close()
    assert not made.card.is_open
    made.machine.sound.beep(0)
    made.frames(3)
    assert made.live._pending_events == []


def samples_of(recording: SoundRecording) -> np.ndarray:
    """Both sides, -1 to 1."""
    with wave.open(io.BytesIO(recording.data)) as file:
        assert file.getparams()[:3] == (2, 2, 48_000)
        return np.frombuffer(file.readframes(file.getnframes()), np.int16).reshape(-1, 2) / 32768


def kept(source: str, **more: int) -> SoundRecording:
    return retromaze.run(source, seed=1, sound=True, **more).audio()  # type: ignore[arg-type]


def test_a_tune_is_kept_to_its_end_behind_the_program() -> None:
    recording = kept('BGMPLAY "T120 Q4 @147 L4 CEG"')
    samples = samples_of(recording)
    starts = [start for start, _ in onsets(samples)]
    assert np.diff(starts) == pytest.approx([0.5, 0.5], abs=0.003)
    found = [pitch(between(samples, start + 0.02, start + 0.22)) for start in starts]
    assert found == pytest.approx([hertz(key) for key in (60, 64, 67)], rel=0.004)
    assert 1.5 <= recording.seconds < 1.7


def test_an_endless_tune_ends_with_the_program() -> None:
    recording = kept('BGMPLAY "{A=[@147C]}:1{A}:2@147L1E"\nWAIT 60')
    assert 1.0 <= recording.seconds < 1.2


def test_a_beep_in_the_last_frame_is_heard() -> None:
    assert onsets(samples_of(kept("BEEP")))[0][1] == pytest.approx(0.09, abs=0.02)


def test_silence_lasts_as_long_as_the_run() -> None:
    recording = kept("WAIT 30")
    assert repr(recording) == "<Recording: 0.5 seconds>"
    assert not samples_of(recording).any()


def test_two_runs_sound_the_same() -> None:
    source = 'BGMPLAY "@24 L8 CEGE [N40]4"\nFOR I=0 TO 9:BEEP RND(134):WAIT 3:NEXT'
    assert kept(source).data == kept(source).data


def test_a_notebook_plays_it_and_it_is_saved(tmp_path: Path) -> None:
    recording = kept("BEEP")
    assert recording._repr_html_().startswith('<audio controls src="data:audio/wav;base64,UklGR')
    recording.save(str(tmp_path / "beep.wav"))
    assert (tmp_path / "beep.wav").read_bytes() == recording.data
    assert [path.name for path in tmp_path.iterdir()] == ["beep.wav"]
    assert pickle.loads(pickle.dumps(recording)) == recording


@pytest.mark.slow
def test_no_more_is_kept_than_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_output, "LONGEST_RECORDING", 1)
    assert kept('BGMPLAY "L1 CCCC"\nWAIT 300').seconds == 1


def test_sound_that_was_not_kept_cannot_be_heard() -> None:
    with pytest.raises(retromaze.UsageError, match=r"no sound was kept: run\(…, sound=True\) keeps it"):
        retromaze.run("BEEP", seed=1).audio()


def test_a_limit_of_frames_limits_the_sound() -> None:
    assert kept('BGMPLAY "[C]"\n@A:GOTO @A', frames=30).seconds == pytest.approx(0.6, abs=0.1)


def test_the_run_is_the_same_with_sound_and_without() -> None:
    source = 'BGMPLAY "L16CDE"\nWAIT 10:PRINT BGMCHK();MAINCNT'
    loud, silent = (retromaze.run(source, seed=1, sound=sound) for sound in (True, False))
    assert (loud.text, loud.frames) == (silent.text, silent.frames)
