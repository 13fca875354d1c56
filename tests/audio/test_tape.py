"""Sound kept while a program runs: WAV files, and what plays in a notebook."""

from __future__ import annotations

import io
import pickle
import wave
from pathlib import Path

import numpy as np
import pytest

import retromaze
from retromaze.audio import tape
from retromaze.audio.tape import Recording
from tests.audio.ear import between, hertz, onsets, pitch


def samples_of(recording: Recording) -> np.ndarray:
    """Both sides, -1 to 1."""
    with wave.open(io.BytesIO(recording.data)) as file:
        assert file.getparams()[:3] == (2, 2, 48_000)
        return np.frombuffer(file.readframes(file.getnframes()), np.int16).reshape(-1, 2) / 32768


def kept(source: str, **more: int) -> Recording:
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
    recording.save(tmp_path / "beep.wav")
    assert (tmp_path / "beep.wav").read_bytes() == recording.data
    assert [path.name for path in tmp_path.iterdir()] == ["beep.wav"]
    assert pickle.loads(pickle.dumps(recording)) == recording


def test_no_more_is_kept_than_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tape, "LONGEST", 1)
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
