"""Sends the state of a run to the page: place, pictures, values, and how often each line ran."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from retromaze.audio.instruments import all_tables
from retromaze.display.pictures import wide_words
from retromaze.errors import UsageError
from retromaze.machine.machine import Machine
from retromaze.sources.diagrams import DiagramPart, read_parts
from retromaze.studio import messages as said
from retromaze.studio.calls import call_tree
from retromaze.studio.channel import PageChannel
from retromaze.studio.feed import Feed, MovingFeed, changed_rectangle, chosen_in_view, packed
from retromaze.studio.listing_statements import listing_of
from retromaze.studio.log import message_log, pressed_frames
from retromaze.studio.run import IDLE_FRAMES, StudioRun
from retromaze.studio.run_recording import Replayer
from retromaze.studio.values import known_variables, values_of
from retromaze.study.diagram_svg import svg_of
from retromaze.study.diagrams import Diagram, marked
from retromaze.study.run_diagrams import diagrams_of

SHARE = 4
"""Diagrams take at most one in this many parts of the time of a run that goes on."""
WAITS = "waits for a press (Z is A)"
SHOW_INTERVAL = 1 / 60
MARK_INTERVAL = 1 / 2
VALUE_INTERVAL = 1 / 8
"""Seconds between two messages of a kind while a run goes on; where it stands all is told at once."""
WAY_INTERVAL = 1 / 4
STRETCHES = 600


class DiagramSender:
    """Sends diagrams of what the page watches; `clock` gives the user's time in seconds."""

    def __init__(self, channel: PageChannel, clock: Callable[[], float]) -> None:
        self._channel, self._clock = channel, clock
        self.watch(said.WatchDiagram())

    def begin(self) -> None:
        """Another program was opened: nothing in the next diagram is marked as changed."""
        self._before: tuple[Diagram, ...] | None = None
        self._next_at = -1.0

    def watch(self, message: said.WatchDiagram) -> None:
        """Draws that from now on; what cannot be read is answered with its error."""
        self.begin()
        self._language, self._by_itself = message.language, message.by_itself and not message.draws
        self._read("")
        try:
            self._read(message.draws)
        except UsageError as error:
            self._channel.send(said.Failed(str(error)))

    def _read(self, draws: str) -> None:
        """Draws these words from now on. Raises UsageError."""
        self._parts: tuple[DiagramPart, ...] = read_parts(1, draws) if draws else ()
        self._draws = draws

    def tell(self, run: StudioRun, *, runs: bool) -> None:
        """Sends the watched diagram; while the run goes on, only as often as time allows."""
        began = self._clock()
        if not (self._parts or self._by_itself) or (runs and began < self._next_at):
            return
        if self._by_itself:
            draws = listing_of(run.source).arrays.by_themselves(known_variables(run))
            if draws != self._draws:
                self._read(draws)
        diagrams = diagrams_of(self._parts, run, {})
        if diagrams != self._before:
            shown = marked(self._before or (), diagrams)
            svg = svg_of(shown, self._language, "") if shown else ""
            self._channel.send(said.DiagramInView(run.statements, svg, self._draws))
        self._before = diagrams
        self._next_at = self._clock() + (self._clock() - began) * (SHARE - 1)


class StatusSender:
    """Sends states to one page, at most 60 a second; `clock` gives the user's time in seconds."""

    def __init__(self, channel: PageChannel, clock: Callable[[], float]) -> None:
        self._watched: Sequence[str] = ()
        self._watches_calls = self._watches_notes = self._listens = False
        self.moving_watch = said.WatchMoving(watched=False)
        self._diagrams = DiagramSender(channel, clock)
        self._channel, self._clock = channel, clock
        self._marked_at = self._valued_at = self._rated_at = -1.0
        self._rated_frame, self._rate = 0, 0.0
        self._log = ""
        self.begin()

    def begin(self) -> None:
        """Another program was opened: the next pictures are sent whole."""
        self._feed, self._moving = Feed(), MovingFeed()
        self._diagrams.begin()
        self.restart()

    def restart(self) -> None:
        """Another run of the program begins: the counts of lines start from 0."""
        self._heated: list[int] = []
        self._marked = -1
        self._shown_at = self._clock()

    @property
    def due(self) -> bool:
        """Whether the page would see another picture."""
        return self._clock() - self._shown_at >= SHOW_INTERVAL

    def tell(self, run: StudioRun) -> None:
        """Sends place, pictures and counts of a running program; values and marks at longer intervals."""
        now = self._shown_at = self._clock()
        if now - self._rated_at >= MARK_INTERVAL:
            passed = run.machine.frame - self._rated_frame
            self._rate = max(passed / (now - self._rated_at), 0.0) if self._rated_at >= 0 else 0.0
            self._rated_at, self._rated_frame = now, run.machine.frame
        waits = run.machine.idle_frames >= IDLE_FRAMES
        self._channel.send(self._at(run, "running", WAITS if waits else ""))
        self._send_pictures(run.machine)
        if self.moving_watch.chosen:
            self._channel.send(chosen_in_view(run.machine, self.moving_watch))
        self._send_heat(run.counts)
        sounds = run.heard.new_sounds(run.machine.frame)
        if sounds is not None and self._listens:
            self._channel.send(sounds)
        if now - self._valued_at >= VALUE_INTERVAL:
            self.tell_values(run, runs=True)
        if now - self._marked_at >= MARK_INTERVAL:
            self._send_marks(run, -1)

    def stand(self, run: StudioRun, state: said.State, words: str = "", *, error: bool = False) -> None:
        """Sends everything about a paused run."""
        self._rate = 0.0
        self._channel.send(self._at(run, state, words))
        self._send_pictures(run.machine)
        self._send_heat(run.counts)
        self.tell_values(run)
        self._send_marks(run, run.moment if error else -1)
        log = message_log(run.machine)
        if log != self._log:
            self._log = log
            self._channel.send(said.Played(log))

    def tell_way(self, run: StudioRun) -> None:
        """Sends how far a run is on its way to a target, every quarter of a second."""
        if self._clock() - self._shown_at >= WAY_INTERVAL:
            self._shown_at = self._clock()
            self._channel.send(self._at(run, "going"))

    def tell_values(self, run: StudioRun, *, runs: bool = False) -> None:
        """Sends the values, and tree of calls, notes and diagram in view, once the program has begun."""
        self._valued_at = self._clock()
        if run.computer is not None:
            self._channel.send(values_of(run, self._watched))
            if self._watches_calls:
                self._channel.send(call_tree(run))
            if self._watches_notes:
                self._channel.send(run.heard.notes(run.machine.frame))
            self._diagrams.tell(run, runs=runs)
        self.tell_moving(run.machine, run.moment)

    def watch(self, message: said.Watch | said.WatchCalls | said.WatchNotes | said.WatchDiagram) -> None:
        """Sends what this message names with the values from now on."""
        match message:
            case said.Watch():
                self._watched = tuple(message.names)
            case said.WatchCalls():
                self._watches_calls = message.watched
            case said.WatchNotes():
                self._watches_notes = message.watched
            case said.WatchDiagram():
                self._diagrams.watch(message)

    def tell_moving(self, machine: Machine, moment: int) -> None:
        """Sends sprites and layers, where they are in view."""
        if self.moving_watch.watched:
            self._channel.send(self._moving.of(machine, moment))

    def preview(self, replayer: Replayer, moment: int) -> None:
        """Sends picture and line of a moment of the recording, before a run arrives there."""
        # Of a run on its way to another moment nothing is told meanwhile.
        self._shown_at = self._clock()
        recording = replayer.recording
        moment = recording.nearest(moment)
        machine, line = replayer.at(moment), recording.line_at(moment)
        at = said.At("paused", moment, machine.frame, line, 0, len(recording), acted=moment > 0)
        self._channel.send(at)
        self._send_pictures(machine)
        self.tell_moving(machine, moment)

    def glimpse(self, replayer: Replayer, moment: int) -> None:
        """Sends a picture of a moment of the recording, beside what is shown of the run."""
        moment = replayer.recording.nearest(moment)
        before = wide_words(replayer.at(max(moment - 1, 0))).tobytes()
        now = wide_words(replayer.at(moment)).tobytes()
        changed = changed_rectangle(before, now) if len(before) == len(now) else []
        self._channel.send(said.Glimpsed(moment, replayer.recording.line_at(moment), packed(now), changed))

    def _at(self, run: StudioRun, state: said.State, words: str = "") -> said.At:
        frame = run.machine.frame
        place = (run.moment, frame, *run.place, len(run.recording))
        return said.At(state, *place, words, run.statements, round(self._rate, 1), run.acted)

    def _send_pictures(self, machine: Machine) -> None:
        for picture in self._feed.pictures(machine):
            self._channel.send(picture)

    def listen(self, listening: bool) -> None:
        """Turns the sending of sounds on or off; the tables of instruments are sent first."""
        if listening and not self._listens:
            self._channel.send(said.SoundTables(all_tables()))
        self._listens = listening

    def _send_heat(self, counts: list[int]) -> None:
        fresh = not self._heated
        before = self._heated or [0] * len(counts)
        lines = [
            [line, now - was]
            for line, (now, was) in enumerate(zip(counts, before, strict=True))
            if now != was
        ]
        if lines or fresh:
            self._heated = counts.copy()
            self._channel.send(said.Heat(lines, fresh))

    def _send_marks(self, run: StudioRun, error: int) -> None:
        self._marked_at = self._clock()
        recording, length = run.recording, len(run.recording)
        if length != self._marked or error >= 0:
            self._marked = length
            stretches = recording.stretches(STRETCHES, pressed_frames(run.machine))
            self._channel.send(said.Marks(length, stretches, error, recording.full))
