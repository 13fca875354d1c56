"""`retromaze.run`: runs a listing and returns what the machine shows."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from retromaze.audio.sound_output import SoundRecorder, SoundRecording
from retromaze.display.front_end import Headless, Waiting, waiting_reason
from retromaze.display.pictures import (
    Film,
    FrameFilm,
    lower_picture,
    picture_tag,
    png,
    text_tag,
    upper_picture,
    visible_picture,
)
from retromaze.engine.listing_file import is_file_name
from retromaze.error_report import describe
from retromaze.errors import BasicError, Stopped, UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.machine.sound import missing_sounds_text
from retromaze.runner import run_source


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The result of a run.

    `error` is None, or the error that stopped the listing (.number .message .slot .line .column);
    `frames` is the number of frames that passed; `machine` is the machine after the run; `film` and
    `recording` are its pictures and its sound, if they were kept; `waiting` says what the listing waits for
    where nobody answered, "" if it does not. A notebook shows the screens and the text.
    A result can be pickled; the copy's error has no traceback.
    """

    machine: Machine
    error: BasicError | None
    frames: int
    film: Film | None = None
    recording: SoundRecording | None = None
    waiting: str = ""

    def __repr__(self) -> str:
        ending = str(self.error or self.waiting or "no error")
        return f"<Result: {self.frames} frames, seed {self.machine.seed}, {ending}>"

    @cached_property
    def text(self) -> str:
        """The console's rows joined by "\\n", without blanks at row ends and empty rows at the end."""
        return self.machine.console.text()

    @cached_property
    def pixels(self) -> array[int]:
        """The composed upper screen: 400*240 words 0xAARRGGBB, row 0 at the top.

        In XSCREEN 4 it is the upper half of the tall picture, between 40 black columns on either side;
        `machine.picture()` is that picture whole.
        """
        return upper_picture(self.machine)

    @cached_property
    def lower(self) -> array[int] | None:
        """The composed lower screen: 320*240 words 0xAARRGGBB, row 0 at the top; None if it is not used.

        Programs use it in XSCREEN 2 and 3, and in XSCREEN 4 as the lower half of the tall picture.
        Source: reference of the machine, 1.1 and 1.2.
        """
        return lower_picture(self.machine)

    def animation(self) -> Film:
        """Returns the film of the run; its `save` writes a GIF. Raises UsageError if none was kept."""
        if self.film is None:
            raise UsageError("no pictures were kept: run(…, film=3) keeps one every three frames")
        return self.film

    def audio(self) -> SoundRecording:
        """Returns the sound of the run; its `save` writes a file. Raises UsageError if none was kept."""
        if self.recording is None:
            raise UsageError("no sound was kept: run(…, sound=True) keeps it")
        return self.recording

    def _repr_png_(self) -> bytes:
        """Returns the PNG for a notebook that shows only pictures."""
        return png(visible_picture(self.machine))

    def _repr_html_(self) -> str:
        """Returns the HTML for a notebook: screens, text, the error or what is waited for, missing sounds."""
        error = describe(self.error) if self.error else self.waiting
        texts = map(text_tag, (self.text, error, missing_sounds_text(self.machine.sound)))
        return picture_tag(self._repr_png_(), "png") + "".join(texts)


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
    the disk without one); `film=n` keeps the picture of every n-th frame for `result.animation()`;
    `sound` keeps the sound for `result.audio()`, up to an hour, and plays tunes that end to their end; a
    `strict` run stops with an error where speech or a stream of samples is played, which are not simulated
    yet. The listing's errors are in the result.

    No player answers. The run ends without an error where the program asks for a line. Without `frames` it
    also ends where the program only reads its buttons for a second, with no entry of `press` to come, or only
    waits for ten minutes of its time. Other endless loops cannot be recognized: pass `frames` to run unknown
    programs. Ctrl-C ends any run at once, by KeyboardInterrupt.

    Raises ValueError for a `film` below 1, TypeError for a `source` that is no text, a `press` that maps no
    frames, or a `seed` that is no int, and UsageError for a `source` that names a file.
    """
    if not isinstance(source, str):
        kind = type(source).__name__
        raise TypeError(f"run takes a listing's text, not {kind}; Path(…).read_text('utf-8') is a file's")
    if is_file_name(source):
        raise UsageError(f"run takes a listing's text; that of a file is Path({source!r}).read_text('utf-8')")
    if press is not None:
        words = "press maps frames to buttons, as {60: Buttons.A}"
        if not isinstance(press, Mapping):
            raise TypeError(f"{words}; it is no {type(press).__name__}")
        for each in press:
            if not isinstance(each, int):
                raise TypeError(f"{words}; {each!r} is no int")
    if seed is not None and not isinstance(seed, int):
        raise TypeError(f"a seed is an int, not {type(seed).__name__}")
    if film is not None and film < 1:
        raise ValueError(f"film={film}: a picture is kept every so many frames, 1 or more")
    machine = Machine(seed=seed, storage=storage)
    machine.sound.strict = strict
    machine.input.schedule = {frame: Buttons(held) for frame, held in dict(press or {}).items()}
    error: BasicError | None
    # without a limit of frames, programs that wait for ever are stopped
    machine.on_frame = None if frames is not None else Headless().show
    kept = None if film is None else FrameFilm(film, machine)
    tape = SoundRecorder(machine) if sound else None
    waiting = ""
    try:
        error = run_source(source, machine, frames=frames)
    except Stopped as end:
        error = None
        waiting = waiting_reason(machine) if isinstance(end, Waiting) else str(end)
    finally:
        machine.on_frame = None
    if kept is not None:
        kept.finish()
    return Result(machine, error, machine.frame, kept, None if tape is None else tape.finish(), waiting)
