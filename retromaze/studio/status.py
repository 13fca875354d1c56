"""Sends the state of a run to the page: moment (number of events), pictures, values, how often lines ran."""

from __future__ import annotations

from collections.abc import Callable

from retromaze.audio.instruments import all_tables
from retromaze.display.pictures import wide_picture
from retromaze.errors import UsageError
from retromaze.lessons.diagram_reading import DiagramPart, read_parts
from retromaze.lessons.diagram_svg import svg_of
from retromaze.lessons.diagrams import Diagram, with_changes_marked
from retromaze.lessons.run_diagrams import diagrams_of
from retromaze.machine.machine import Machine
from retromaze.studio import messages as said
from retromaze.studio.call_tree import call_tree
from retromaze.studio.channel import PageChannel
from retromaze.studio.input_messages import message_log, pressed_frames
from retromaze.studio.listing_statements import listing_of
from retromaze.studio.output_messages import (
    PictureFeed,
    SpriteFeed,
    changed_rectangle,
    chosen_in_view,
    packed_pixels,
)
from retromaze.studio.run_recording import Replayer
from retromaze.studio.traced_run import IDLE_FRAMES, StudioRun
from retromaze.studio.value_messages import known_variables, values_of

SHARE = 4
"""Diagrams take at most one in this many parts of the time of a run that goes on."""
WAITS = "waits for a press (Z is A)"
MOST_UNSEEN = 3
"""The most states of a running program that wait for the page: enough for sixty a second."""
SHOW_INTERVAL = 1 / 60
MARK_INTERVAL = 1 / 2
VALUE_INTERVAL = 1 / 8
"""Seconds between two messages of a kind while a run goes on; when it is paused all are sent at once."""
PROGRESS_INTERVAL = 1 / 4
STRETCHES = 600
"""Equal parts of the timeline, each with its own marks."""


class DiagramSender:
    """Sends the diagram that the page watches, described by words as in `stack S`, `_parts` when parsed.

    `clock` gives the user's time in seconds. `_is_automatic`: whether the words (`_draws`) are chosen here,
    by the arrays that the program has. `_last_sent` is None if nothing was sent before, `_next_due_at` the
    time before which a run that goes on sends no diagram.
    """

    def __init__(self, channel: PageChannel, clock: Callable[[], float]) -> None:
        self._channel, self._clock = channel, clock
        self.watch(said.WatchDiagram())

    def forget_last(self) -> None:
        """Forgets the last diagram, so that nothing in the next one is marked as changed."""
        self._last_sent: tuple[Diagram, ...] | None = None
        self._next_due_at = -1.0

    def watch(self, message: said.WatchDiagram) -> None:
        """Sends this diagram from now on; sends Failed, and no diagram, if its words cannot be parsed."""
        self.forget_last()
        self._language, self._is_automatic = message.language, message.by_itself and not message.draws
        self._set_parts("")
        try:
            self._set_parts(message.draws)
        except UsageError as error:
            self._channel.send(said.Failed(str(error)))

    def _set_parts(self, draws: str) -> None:
        """Sets the parts of the diagram from the words that describe them. Raises UsageError."""
        self._parts: tuple[DiagramPart, ...] = read_parts(1, draws) if draws else ()
        self._draws = draws

    def send(self, run: StudioRun, *, is_running: bool) -> None:
        """Sends the watched diagram if it has changed; while the run goes on (`is_running`), not often."""
        began = self._clock()
        if not (self._parts or self._is_automatic) or (is_running and began < self._next_due_at):
            return
        if self._is_automatic:
            draws = listing_of(run.source).arrays.automatic_drawings(known_variables(run))
            if draws != self._draws:
                self._set_parts(draws)
        diagrams, _ = diagrams_of(self._parts, run)
        if diagrams != self._last_sent:
            shown = with_changes_marked(self._last_sent or (), diagrams)
            svg = svg_of(shown, self._language, "") if shown else ""
            self._channel.send(said.DiagramInView(run.statements, svg, self._draws))
        self._last_sent = diagrams
        # the run gets SHARE - 1 times the time that the diagram has taken
        self._next_due_at = self._clock() + (self._clock() - began) * (SHARE - 1)


class StatusSender:
    """Sends states to one page, at most 60 a second; `clock` gives the user's time in seconds.

    `_watch` says which values the page shows, `sprite_watch` which sprites and layers. `_rate` is in frames a
    second. Marks are what the timeline shows: kinds of events; `_marked_length` is the number of events for
    which they were sent, -1 for none. `_log` is the player's input as it was sent last, `_counts_sent` the
    counts of statements begun in each line. `_unseen` is the number of states of the running program that the
    page has not taken yet.
    """

    def __init__(self, channel: PageChannel, clock: Callable[[], float]) -> None:
        self._watch = said.Watch()
        self._sends_sounds = False
        self.sprite_watch = said.WatchMoving(watched=False)
        self._diagrams = DiagramSender(channel, clock)
        self._channel, self._clock = channel, clock
        self._marks_sent_at = self._values_sent_at = self._rate_measured_at = -1.0
        self._rate_measured_frame, self._rate = 0, 0.0
        self._log = ""
        self.reset_for_program()

    def reset_for_program(self) -> None:
        """Prepares for another program: its first pictures are sent whole."""
        self._picture_feed, self._sprite_feed = PictureFeed(), SpriteFeed()
        self._diagrams.forget_last()
        self._unseen = 0
        self.reset_for_run()

    def reset_for_run(self) -> None:
        """Prepares for another run of the program: the counts of lines start from 0."""
        self._counts_sent: list[int] = []
        self._marked_length = -1
        self._pictures_sent_at = self._clock()

    def send_running(self, run: StudioRun) -> None:
        """Sends place, pictures and counts of a running program; values and marks at longer intervals.

        Does nothing if pictures were sent less than SHOW_INTERVAL ago, or if the page is MOST_UNSEEN behind.
        """
        now = self._clock()
        # what a slow page has not read delays all that follows, such as the next program, by minutes
        if self._unseen >= MOST_UNSEEN or now - self._pictures_sent_at < SHOW_INTERVAL:
            return
        self._pictures_sent_at = now
        self._unseen += 1
        self._measure_rate(run.machine.frame, now)
        waits = run.machine.idle_frames >= IDLE_FRAMES
        self._channel.send(self._place_message(run, "running", WAITS if waits else ""))
        self._send_pictures(run.machine)
        if self.sprite_watch.chosen:
            self._channel.send(chosen_in_view(run.machine, self.sprite_watch))
        self._send_line_counts(run.counts)
        sounds = run.sounds.new_sounds(run.machine.frame)
        if sounds is not None and self._sends_sounds:
            self._channel.send(sounds)
        if now - self._values_sent_at >= VALUE_INTERVAL:
            self.send_values(run, is_running=True)
        if now - self._marks_sent_at >= MARK_INTERVAL:
            self._send_marks(run, -1)

    def note_seen(self) -> None:
        """Notes that the page has taken a state of the running program."""
        self._unseen = max(self._unseen - 1, 0)

    def _measure_rate(self, frame: int, now: float) -> None:
        """Measures the frames a second of a run that is at this frame now, every MARK_INTERVAL."""
        seconds = now - self._rate_measured_at
        if seconds >= MARK_INTERVAL:
            is_first = self._rate_measured_at < 0
            # another run may have begun in the meantime, whose frames count from 0
            self._rate = 0.0 if is_first else max((frame - self._rate_measured_frame) / seconds, 0.0)
            self._rate_measured_at, self._rate_measured_frame = now, frame

    def send_paused(self, run: StudioRun, state: said.State, words: str = "", *, error: bool = False) -> None:
        """Sends everything about a paused or ended run; `words`: the reason, `error`: an error ended it."""
        self._rate = 0.0
        self._channel.send(self._place_message(run, state, words))
        self._send_pictures(run.machine)
        self._send_line_counts(run.counts)
        self.send_values(run)
        self._send_marks(run, run.moment if error else -1)
        # the player's input, which the page needs for links and for a proof
        log = message_log(run.machine)
        if log != self._log:
            self._log = log
            self._channel.send(said.Played(log))

    def send_progress(self, run: StudioRun) -> None:
        """Sends how far a run is on its way to a target, every quarter of a second."""
        if self._clock() - self._pictures_sent_at >= PROGRESS_INTERVAL:
            self._pictures_sent_at = self._clock()
            self._channel.send(self._place_message(run, "going"))

    def send_values(self, run: StudioRun, *, is_running: bool = False) -> None:
        """Sends values, and what else the page shows: call tree, notes, diagram, sprites and layers.

        `is_running`: the run goes on, so that a diagram is sent only now and then.
        """
        self._values_sent_at = self._clock()
        if run.computer is not None:
            self._channel.send(values_of(run, self._watch.names))
            if self._watch.calls:
                self._channel.send(call_tree(run))
            if self._watch.notes:
                self._channel.send(run.sounds.notes(run.machine.frame))
            self._diagrams.send(run, is_running=is_running)
        self.send_sprites(run.machine, run.moment)

    def watch(self, message: said.Watch | said.WatchDiagram) -> None:
        """Sends what a message asks for with the values from now on: arrays, calls, notes or a diagram."""
        if isinstance(message, said.Watch):
            self._watch = message
        else:
            self._diagrams.watch(message)

    def send_sprites(self, machine: Machine, moment: int) -> None:
        """Sends sprites and layers, if the page shows them."""
        if self.sprite_watch.watched:
            self._channel.send(self._sprite_feed.message(machine, moment))

    def preview(self, replayer: Replayer, moment: int) -> None:
        """Sends picture and line of a moment of the recording; the run itself does not go there."""
        # delays `send_progress`: a run that is on its way to another moment would replace the preview
        self._pictures_sent_at = self._clock()
        recording = replayer.recording
        moment = recording.clamped_moment(moment)
        machine, line = replayer.machine_at(moment), recording.line_at(moment)
        # the line shown is that of the last event, if there is one
        at = said.At("paused", moment, machine.frame, line, 0, len(recording), acted=moment > 0)
        self._channel.send(at)
        self._send_pictures(machine)
        self.send_sprites(machine, moment)

    def glimpse(self, replayer: Replayer, moment: int) -> None:
        """Sends a preview picture of a moment of the recording; the page shows it next to the run's own."""
        moment = replayer.recording.clamped_moment(moment)
        before = wide_picture(replayer.machine_at(max(moment - 1, 0))).tobytes()
        now = wide_picture(replayer.machine_at(moment)).tobytes()
        # the sizes differ if the event has changed which screens are shown
        changed = changed_rectangle(before, now) if len(before) == len(now) else []
        self._channel.send(
            said.Glimpsed(moment, replayer.recording.line_at(moment), packed_pixels(now), changed)
        )

    def _place_message(self, run: StudioRun, state: said.State, words: str = "") -> said.At:
        """Returns the message that says where the run is: moment, frame, line, state."""
        frame = run.machine.frame
        place = (run.moment, frame, *run.place, len(run.recording))
        return said.At(state, *place, words, run.statements, round(self._rate, 1), run.made_last_event)

    def _send_pictures(self, machine: Machine) -> None:
        for picture in self._picture_feed.pictures(machine):
            self._channel.send(picture)

    def set_listening(self, listening: bool) -> None:
        """Turns the sending of sounds on or off; the tables of instruments are sent before the first one."""
        if listening and not self._sends_sounds:
            self._channel.send(said.SoundTables(all_tables()))
        self._sends_sounds = listening

    def _send_line_counts(self, counts: list[int]) -> None:
        """Sends by how much the number of statements begun in each line has grown, for the heat map."""
        fresh = not self._counts_sent
        before = self._counts_sent or [0] * len(counts)
        counts_by_line = enumerate(zip(counts, before, strict=True))
        lines = [[line, count - sent] for line, (count, sent) in counts_by_line if count != sent]
        # the first message of a run is sent even if it is empty: the page's counts start at 0 again
        if lines or fresh:
            self._counts_sent = counts.copy()
            self._channel.send(said.Heat(lines, fresh))

    def _send_marks(self, run: StudioRun, error: int) -> None:
        """Sends what the timeline marks: kinds of events by stretch, and the moment `error` (-1 for none)."""
        self._marks_sent_at = self._clock()
        recording, length = run.recording, len(run.recording)
        if length != self._marked_length or error >= 0:
            self._marked_length = length
            kinds = recording.kinds_by_stretch(STRETCHES, pressed_frames(run.machine))
            self._channel.send(said.Marks(length, kinds, error, recording.is_full))
