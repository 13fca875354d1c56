"""`retromaze.run`: runs a listing and returns what the machine shows."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from retromaze.audio.listening import SoundRecording, Tape
from retromaze.display.headless import Headless
from retromaze.display.pictures import Film, FrameFilm, lower_words, upper_words, visible_words
from retromaze.errors import BasicError, Stopped, UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.report import describe, silence
from retromaze.runner import play


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The result of a run.

    `error` is None, or the error that stopped the listing (.number .message .slot .line .column);
    `frames` are the frames that passed; `machine` is the machine as it was left. A notebook shows its screens
    and text. It can be pickled: sent to another process, or kept; what comes back has no traceback.
    """

    machine: Machine
    error: BasicError | None
    frames: int
    film: Film | None = None
    recording: SoundRecording | None = None

    def __repr__(self) -> str:
        ending = str(self.error or "no error")
        return f"<Result: {self.frames} frames, seed {self.machine.seed}, {ending}>"

    @cached_property
    def text(self) -> str:
        """Console rows joined by "\\n"; blanks at row ends and empty rows at the end dropped."""
        return self.machine.console.text()

    @cached_property
    def pixels(self) -> array[int]:
        """The composed upper screen: 400*240 words 0xAARRGGBB, row 0 at the top.

        In XSCREEN 4 it is the upper half of the tall picture, between 40 black columns on either side;
        `machine.picture()` is that picture whole.
        """
        return upper_words(self.machine)

    @cached_property
    def lower(self) -> array[int] | None:
        """The composed lower screen: 320*240 words 0xAARRGGBB, row 0 at the top; None if it is not used.

        Programs use it in XSCREEN 2 and 3, and in XSCREEN 4 as the lower half of the tall picture.
        Source: reference of the machine, 1.1 and 1.2.
        """
        return lower_words(self.machine)

    def animation(self) -> Film:
        """The run as it was seen: a notebook shows it, `save` writes a GIF. Raises UsageError if not kept."""
        if self.film is None:
            raise UsageError("no pictures were kept: run(…, film=3) keeps one every three frames")
        return self.film

    def audio(self) -> SoundRecording:
        """The sound of the run: a notebook plays it, `save` writes it. Raises UsageError if not kept."""
        if self.recording is None:
            raise UsageError("no sound was kept: run(…, sound=True) keeps it")
        return self.recording

    def _repr_png_(self) -> bytes:
        """The PNG for a notebook that shows only pictures."""
        from retromaze.display.pictures import png

        return png(visible_words(self.machine))

    def _repr_html_(self) -> str:
        """The HTML for a notebook: the screens, the text, the error with its place, missing sounds."""
        from retromaze.display.pictures import picture_tag, text_tag

        told = (self.text, describe(self.error) if self.error else "", silence(self.machine.sound))
        return picture_tag(self._repr_png_(), "png") + "".join(map(text_tag, told))


def run(
    source: str,
    *,
    seed: int | None = None,
    frames: int | None = None,
    press: Mapping[int, Buttons] | None = None,
    storage: Path | None = None,
    film: int | None = None,
    sound: bool = False,
    strict: bool = False,
) -> Result:
    """Runs a listing without a window, at full speed, to its end or for that many frames (1/60 s each).

    `seed` (0 to 2**32 - 1) starts all eight random series (one is chosen if missing: `result.machine.seed`);
    an entry of `press` holds its buttons from that frame on, until the next entry: `{60: Buttons.A, 70:
    Buttons(0)}` presses A for ten frames; `storage` is the folder that LOAD and SAVE see (nothing touches
    the disk without one); `film` keeps the picture of every so manieth frame for `result.animation()`;
    `sound` keeps what is heard for `result.audio()`, up to an hour, and plays tunes that end to their end; a
    `strict` run stops with an error where speech or a stream of samples is asked for, which are not simulated
    yet. The listing's errors are in the result.

    Nobody is there. A program that asks for a line is left there, without an error; so is, without `frames`,
    one that for a second only looks at its buttons, with no entry of `press` to come, or for ten minutes of
    its time only waits. An endless loop that does anything else cannot be told from work: give `frames` to
    programs of strangers. Ctrl-C ends any run at once, by KeyboardInterrupt.

    Raises ValueError for a `film` below 1.
    """
    if film is not None and film < 1:
        raise ValueError(f"film={film}: a picture is kept every so many frames, 1 or more")
    machine = Machine(seed=seed, storage=storage)
    machine.sound.strict = strict
    machine.input.schedule = dict(press or {})
    error: BasicError | None
    machine.on_frame = None if frames is not None else Headless().show
    kept = None if film is None else FrameFilm(film, machine)
    tape = Tape(machine) if sound else None
    try:
        error = play(source, machine, frames=frames)
    except Stopped:
        error = None
    finally:
        machine.on_frame = None
    if kept is not None:
        kept.finish()
    return Result(machine, error, machine.frame, kept, None if tape is None else tape.finish())
