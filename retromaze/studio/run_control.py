"""Controls one run for the page: brings it to a *target* (a place asked for), paces it, answers messages."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, NoReturn

from retromaze.display.pacer import UNITS, Pacer, PaceUnit, speed_from_unit
from retromaze.errors import RetromazeError, Stopped, UsageError
from retromaze.input_log import GameLog
from retromaze.machine.input import Buttons, typeable
from retromaze.sources.variables import Expression
from retromaze.studio import messages as said
from retromaze.studio.channel import PageChannel, defect_message
from retromaze.studio.input_messages import game_file
from retromaze.studio.last_drawn import AnswerSteps, PixelInquiry
from retromaze.studio.last_stored import origin_search
from retromaze.studio.open_program import Workspace
from retromaze.studio.run_recording import Replayer, shows
from retromaze.studio.status import StatusSender
from retromaze.studio.stops import (
    NOWHERE,
    START,
    LastRounds,
    LastStop,
    ProgramOpened,
    RestartRequested,
    RunTarget,
    Search,
    Stops,
    ValueHistory,
    target_at_moment,
    target_or_start,
)
from retromaze.studio.traced_run import StudioRun
from retromaze.studio.value_messages import rows_of

LOOK_INTERVAL = 1 / 100
"""Seconds between two reads of the page's messages in a run that does not rest."""
ROWS = 500
"""The most events in one answer to the page."""
ANSWERED_DURING_QUESTION = (
    *(said.Pause, said.SaveGame, said.Watch, said.WatchMoving, said.WatchDiagram),
    *(said.Listen, said.Rows, said.Glimpse, said.Seen),
)
"""Messages that may arrive while an answer is computed, and do not cancel it."""


class RunTools(NamedTuple):
    """The objects that all runs of one program share; `log_head` is the head of its input log."""

    replayer: Replayer
    pixel_inquiry: PixelInquiry
    stops: Stops
    log_head: GameLog


class RunPlayer:
    """Observes one run: on its way to the target, unseen and as fast as it can, then at the user's pace.

    `restart` has the target; if its `playing` is true the run goes on from there, otherwise it is paused. A
    place before the present one is reached by raising RestartRequested: the session runs the program again
    from its start.

    `_target` is None once the run is there. `_is_seeking_stop`: whether it goes to the next stop, wherever
    that is; the target is NOWHERE meanwhile. `_search` collects an answer on the way, which is sent at the
    target. `_reached_unit` is what the run has reached last: a statement, an event (DRAW) or a frame; None
    within a frame and at the end. `_asking`: whether INPUT waits for the page's answer, which is stored in
    `_answer`. `_status_sent`: whether the page has the status of this pause, `_pause_reason` its reason in
    words. `_requested_steps_back` has the unit of each step back that has not been made. `_stopped`: whether
    the user ended the run. `_answer_steps` computes an answer about pixels in slices, None while there is
    none.
    """

    def __init__(
        self,
        channel: PageChannel,
        pacer: Pacer,
        status: StatusSender,
        tools: RunTools,
        restart: RestartRequested,
        clock: Callable[[], float],
    ) -> None:
        self.playing, self._pause_reason = restart.playing, restart.words
        self._channel, self._pacer, self._status, self._clock = channel, pacer, status, clock
        self._replayer, self._pixel_inquiry, self._stops, self._log_head = tools
        self._target: RunTarget | None = restart.target
        self._search: Search | None = restart.search
        self._stopped = False
        self._requested_steps_back: list[PaceUnit] = []
        self._is_seeking_stop = False
        self._run: StudioRun
        self._reached_unit: PaceUnit | None = PaceUnit.STATEMENT
        self._status_sent = False
        self._asking = False
        self._answer: str | None = None
        self._answer_steps: AnswerSteps | None = None
        self._polled_at = -1.0

    def observe(self, run: StudioRun) -> None:
        """Prepares for the run, which is about to start and will call the methods `at_...` and `ask`."""
        self._run = run
        self._stops.restart()
        self._status.reset_for_run()
        self._update_callbacks()

    # --- callbacks of the run

    def at_statement(self) -> None:
        """Called before a statement: shows it to the search, or pauses the run if a stop is set there."""
        self._reached_unit = PaceUnit.STATEMENT
        if self._search is not None:
            self._search.before_statement(self._run)
        # on the way to a fixed target no stop counts
        elif self._stops.has_any and (self._target is None or self._is_seeking_stop):
            reason = self._stops.reason_to_stop(self._run)
            if reason:
                self._target, self._is_seeking_stop = None, False
                self.playing, self._pause_reason = False, reason
                self._pacer.pause()
                self._update_callbacks()
        self._pass_place(PaceUnit.STATEMENT, self._run.statements)

    def at_event(self, name: str) -> None:
        """Called after an event of the machine, such as a draw: waits as the pace says, or at the target."""
        self._reached_unit = PaceUnit.DRAW
        # a target counts all events; the pace counts only those that the user can see
        if self._target is not None or shows(name):
            self._pass_place(PaceUnit.DRAW, self._run.moment)

    def at_frame(self) -> None:
        self._reached_unit = PaceUnit.FRAME
        self._pass_place(PaceUnit.FRAME, self._run.machine.frame)

    def at_yield(self) -> None:
        """Called several times in a frame of much work, to read messages and keep the pace there too."""
        self._reached_unit = None
        self._pacer.count_yield()
        if not self._continue_to_target():
            self._wait_for_pacer(self._pacer.rest_within_frame)

    def ask(self, guide: str) -> str:
        """Returns the line for INPUT that the user enters in the page; the run is paused meanwhile."""
        # no target after this INPUT can be reached without an answer
        self._target = self._search = None
        # steps back that were requested on the way lead back from here
        self._make_steps_back()
        self._asking, self._answer = True, None
        self._send_paused_status()
        self._channel.send(said.Asks(guide))
        while self._answer is None:
            self._read_messages(None)
        self._asking = self._status_sent = False
        return self._answer

    def finish(self, words: str, *, failed: bool) -> NoReturn:
        """Shows the ended run, and handles messages until one asks for another place.

        `words` say how the run ended; `failed`: whether with an error. Raises RestartRequested.
        """
        self._target, self._reached_unit = None, None
        self._pacer.pause()
        self._end_search(is_complete=not failed and not self._stopped)
        self._make_steps_back()
        self._status.send_paused(self._run, "ended", words, error=failed)
        while True:
            self._read_messages(None)

    # --- resting

    def _pass_place(self, unit: PaceUnit, number: int) -> None:
        """Called at each statement, event and frame: ends the way to a target there, then keeps the pace.

        `number` counts statements, events or frames, by the `unit`.
        """
        target = self._target
        if target is not None:
            if target.unit is unit and number >= target.number:
                self._end_way_to_target()
            # only frames read messages on the way; one may have cancelled the target: then wait as usual
            elif unit is not PaceUnit.FRAME or self._continue_to_target():
                return
        self._pacer.end_step(unit)
        # a program that only waits for input keeps the console's pace at full speed too
        idle = bool(self._run.machine.idle_frames)
        self._wait_for_pacer(partial(self._pacer.seconds_to_rest, unit, idle=idle))
        self._pacer.schedule_next(unit)

    def _continue_to_target(self) -> bool:
        """Handles messages and sends the progress, if the run is on its way to a target.

        Returns False if it is not, or no longer, as a message may cancel the target.
        """
        if self._target is not None:
            self._poll_messages()
        if self._target is None:
            return False
        self._status.send_progress(self._run)
        return True

    def _end_way_to_target(self) -> None:
        """Ends the way to the target: requests made on it are done, and the page shows what the run does."""
        self._target = None
        # the statement at the target is only about to begin
        self._end_search(is_complete=False)
        self._make_steps_back()
        if self._stops.has_any:
            # for its effect: what is true here already is noted, and no reason to stop at the next statement
            self._stops.reason_to_stop(self._run)
        if self.playing:
            self._pacer.play()
        else:
            self._pacer.pause()
        self._update_callbacks()

    def _wait_for_pacer(self, seconds: Callable[[], float]) -> None:
        """Waits as long as the pace says, and reads messages meanwhile, which may change the pace.

        `seconds()` returns the time that is left: 0 or less to go on, infinity while the run is paused.
        """
        self._poll_messages()
        while (left := seconds()) > 0:
            if left == math.inf:
                self._send_paused_status()
                self._read_messages(None)
            else:
                self._status.send_running(self._run)
                self._read_messages(left)
        # the run goes on: its next pause has another status
        self._status_sent = False
        self._status.send_running(self._run)

    def _send_paused_status(self) -> None:
        """Sends the page everything about the paused run, once in a pause."""
        if not self._status_sent:
            self._status_sent = True
            self._status.send_paused(self._run, "asking" if self._asking else "paused", self._pause_reason)
            self._pause_reason = ""

    def _poll_messages(self) -> None:
        """Reads the messages that have arrived, unless that was done less than LOOK_INTERVAL ago."""
        if self._clock() - self._polled_at >= LOOK_INTERVAL:
            self._read_messages(0.0)

    def _read_messages(self, seconds: float | None) -> None:
        """Waits for a message (None: for ever) and handles it and all others that have arrived."""
        message = self._channel.receive(seconds)
        while message is not None:
            try:
                self._handle(message)
            except UsageError as reason:
                self._channel.send(said.Failed(str(reason)))
            except RetromazeError:
                # not a failure of this message: the run ends, for instance by RestartRequested
                raise
            except Exception as defect:
                self._channel.send(said.Failed(defect_message(defect)))
            message = self._channel.receive(0.0)
        self._polled_at = self._clock()

    def _update_callbacks(self) -> None:
        """Makes the run call this observer only at the places that matter now, as each call takes time."""
        target, pacer, run = self._target, self._pacer, self._run
        # on the way to a target only its unit counts, else the units of the pace and of a single step
        counts_statements, counts_events = (
            target.unit is unit if target is not None else pacer.counts_unit(unit)
            for unit in (PaceUnit.STATEMENT, PaceUnit.DRAW)
        )
        looks_for_stops = self._stops.has_any and (target is None or self._is_seeking_stop)
        run.reports_statements = counts_statements or looks_for_stops or self._search is not None
        run.reports_events = counts_events
        run.set_yields_per_frame(pacer.yields)

    # --- messages of the page

    def _handle(self, message: Any) -> None:
        """Handles one message of the page: each of the four methods ignores the types of the others.

        A message that no longer applies is ignored: the page sent it before it had the last status.
        """
        self._handle_run_control(message)
        self._handle_navigation(message)
        self._handle_view_request(message)
        self._handle_player_input(message)

    def _handle_run_control(self, message: Any) -> None:
        """Handles messages that start and stop the run (an exception ends it), and set speed and stops."""
        match message:
            case Workspace():
                raise ProgramOpened(message)
            # a run that has ended is played again from its start
            case said.Play() if self._run.over:
                raise RestartRequested(START, playing=True)
            case said.Play():
                self.playing = True
                if self._target is None:
                    self._pacer.play()
                    self._update_callbacks()
            case said.Pause():
                self._pause_here()
            # gives up the search only; the run goes on to the target
            case said.GiveUp():
                self._search = None
                self._update_callbacks()
            case said.StopRun() if not self._run.over:
                self._stopped = True
                raise Stopped("stopped")
            case said.Pace():
                try:
                    self._pacer.speed = speed_from_unit(message.unit, message.rate)
                except ValueError as reason:
                    self._channel.send(said.Failed(str(reason)))
                self._update_callbacks()
            case said.SetStops():
                self._replace_stops(message)

    def _pause_here(self) -> None:
        """Pauses the run where it is; the target and the search on the way to it are given up."""
        self.playing = False
        self._target = self._search = None
        self._requested_steps_back.clear()
        self._pacer.pause()
        self._update_callbacks()

    def _replace_stops(self, message: said.SetStops) -> None:
        """Replaces the user's stops. Raises UsageError, after setting all valid ones, if one is not valid."""
        try:
            self._stops.set(message)
        finally:
            if self._target is None and self._run.computer is not None:
                # for its effect: what is true here already is noted, and no reason to stop next
                self._stops.reason_to_stop(self._run)
            self._update_callbacks()

    def _handle_navigation(self, message: Any) -> None:
        """Handles messages that go to another place of the run.

        Raises RestartRequested if the program has to run again from the start to reach it.
        """
        run, target = self._run, self._target
        match message:
            case said.Step() if target is None and not run.over:
                self._pacer.step(UNITS[message.unit])
                self._update_callbacks()
            case said.Back():
                self._requested_steps_back.append(UNITS[message.unit])
                self._make_steps_back()
            # the user has let go of the slider: the run goes to its moment
            case said.Go() if message.settled:
                raise RestartRequested(target_at_moment(message.moment))
            case said.Go():
                if target is not None:
                    # the slider has moved on: the run stays where it is, and no status of it is sent
                    self._pause_here()
                    self._status_sent = True
                self._status.preview(self._replayer, message.moment)
            case said.GoStatement():
                raise RestartRequested(target_or_start(PaceUnit.STATEMENT, message.number))
            # back to the last stop before this place, which only another run from the start finds
            case said.SeekStop() if not message.forward:
                here = self._current_statement()
                raise RestartRequested(here, search=LastStop(self._stops, here.number))
            case said.SeekStop() if not run.over:
                self._target, self._is_seeking_stop = NOWHERE, True
                self._pacer.play()
                self._update_callbacks()
            case said.AskHistory():
                self._rerun_with_search(ValueHistory(Expression(message.text)))
            case said.AskRounds():
                self._rerun_with_search(LastRounds(run))
            case said.AskValue():
                # -1: the variable itself is meant, no element
                element = message.element if message.element >= 0 else None
                search = origin_search(run, message.name, element)
                if search is not None:
                    self._rerun_with_search(search)
                # the variable does not exist, so no statement has stored it
                self._channel.send(said.Stored(message.name, message.element, number=0, line=0))

    def _make_steps_back(self) -> None:
        """Raises RestartRequested for the steps back that are requested, if any, in the last one's unit.

        On the way to a place where the run was before, such as a recorded moment, they wait until it is
        there: the page already shows that place.
        """
        run, target = self._run, self._target
        if not self._requested_steps_back:
            return
        unit, times = self._requested_steps_back[-1], len(self._requested_steps_back)
        if target is not None and not self._is_seeking_stop:
            # in its own unit a target can be counted back from without going there first
            waits_for_event = target.unit is PaceUnit.DRAW and target.number <= len(run.recording)
            if waits_for_event or target.unit not in {PaceUnit.DRAW, unit}:
                return
        if unit is PaceUnit.DRAW:
            moment = run.moment
            for _ in range(times):
                moment = run.recording.draw_before(moment)
            raise RestartRequested(target_at_moment(moment))
        # steps count back from where the run is going, not from where it is now
        if target is not None and target.unit is unit:
            number = target.number
        elif unit is PaceUnit.FRAME:
            number = run.machine.frame
        else:
            number = run.statements
            if self._reached_unit is not PaceUnit.STATEMENT:
                # in the middle of a statement the first step back leads to that statement's beginning
                number += 1
        raise RestartRequested(target_or_start(unit, number - times))

    def _rerun_with_search(self, search: Search) -> NoReturn:
        """Raises RestartRequested: the program runs again to this place, and is shown to the search."""
        # `playing`: a run that waited at INPUT goes on from the last event before it, and asks again
        raise RestartRequested(self._current_target, playing=self._asking, search=search)

    @property
    def _current_target(self) -> RunTarget:
        """The run's place, or the target that it is going to, as a target for another run."""
        run, unit = self._run, self._reached_unit
        if self._target is not None and not self._is_seeking_stop:
            return self._target
        if run.over:
            # no run reaches it, so another run goes to its end too
            return RunTarget(PaceUnit.STATEMENT, run.statements + 1)
        # a run that waits at INPUT is within a statement: it can be found again by the last event only
        if unit is PaceUnit.DRAW or self._asking:
            return target_at_moment(run.moment)
        if unit is PaceUnit.FRAME:
            return RunTarget(unit, run.machine.frame)
        return self._current_statement()

    def _current_statement(self) -> RunTarget:
        """Returns the place before the statement that runs, or ran last, as a target."""
        # before the first statement the count is 0, which no target has
        return RunTarget(PaceUnit.STATEMENT, max(self._run.statements, 1))

    def _end_search(self, *, is_complete: bool) -> None:
        """Sends what the search, if there is one, has found on the way; raises RestartRequested for a place.

        `is_complete`: whether the last statement has ended.
        """
        search, self._search = self._search, None
        if search is not None:
            answer = search.result(self._run, is_complete=is_complete)
            if isinstance(answer, RestartRequested):
                raise answer
            self._channel.send(answer)

    def _handle_view_request(self, message: Any) -> None:
        """Handles messages that ask for information about the run, now or from now on."""
        status, recording = self._status, self._run.recording
        match message:
            case said.Watch() | said.WatchDiagram():
                status.watch(message)
                # on the way to a target the values are not shown
                if self._target is None:
                    status.send_values(self._run)
            case said.WatchMoving():
                status.sprite_watch = message
                if self._target is None:
                    status.send_sprites(self._run.machine, self._run.moment)
            case said.Seen():
                status.note_seen()
            case said.Listen():
                status.set_listening(message.listening)
            case said.Glimpse():
                status.glimpse(self._replayer, message.moment)
            case said.Rows():
                rows = rows_of(recording, message.first, min(message.count, ROWS))
                self._channel.send(said.Events(message.first, len(recording), rows))
            case said.AskPixel():
                self._answer_in_slices(self._pixel_inquiry.last_drawing(message))
            case said.AskArea():
                self._answer_in_slices(self._pixel_inquiry.lines_drawing_in(message))
            case said.TraceOrder():
                self._answer_in_slices(self._pixel_inquiry.order_colors(message))
            case said.SaveGame():
                self._channel.send(game_file(self._run.machine, self._log_head))

    def _answer_in_slices(self, steps: AnswerSteps) -> None:
        """Computes an answer slice by slice and sends it; the page's messages are handled in between.

        They cancel it, except those in ANSWERED_DURING_QUESTION. Another question replaces it.
        """
        is_working, self._answer_steps = self._answer_steps is not None, steps
        if is_working:
            # an outer call of this method is computing: its loop goes on with the new question
            return
        try:
            while (steps := self._answer_steps) is not None:
                try:
                    next(steps)
                except StopIteration as end:
                    # the generator's result is the message
                    self._channel.send(end.value)
                    return
                message = self._channel.receive(0.0)
                if message is not None:
                    self._handle(message)
                    is_replaced = self._answer_steps is not steps
                    if not is_replaced and not isinstance(message, ANSWERED_DURING_QUESTION):
                        return
        finally:
            self._answer_steps = None

    def _handle_player_input(self, message: Any) -> None:
        """Handles messages about the player's input: buttons, circle pads, touch screen, keyboard, INPUT."""
        controls = self._run.machine.input
        if isinstance(message, said.Hold) and int(controls.buttons.next_value) == message.buttons:
            # the same buttons are held already: no new input, so the recorded future stays
            return
        if isinstance(message, said.Hold | said.Tilt | said.Touch | said.TypeText | said.Forget):
            self._forget_future()
        match message:
            case said.Hold():
                # `Buttons` accepts no bits other than those of its buttons
                controls.hold(Buttons(message.buttons & sum(Buttons)))
            case said.Tilt() if message.pad:
                controls.tilt_second(message.x, message.y)
            case said.Tilt():
                controls.tilt(message.x, message.y)
            case said.Touch() if message.down:
                controls.touch(message.x, message.y)
            case said.Touch():
                controls.lift()
            case said.TypeText():
                controls.type(typeable(message.text))
            case said.Forget():
                # so that the page is sent the status again, now without a future
                self._status_sent = False
            case said.Answer() if self._asking:
                self._answer = message.text

    def _forget_future(self) -> None:
        """Drops events and inputs after this moment of earlier runs, as the player acts differently now."""
        run = self._run
        if run.moment < len(run.recording) or run.machine.input.has_future(run.machine.frame):
            run.machine.input.forget_future(run.machine.frame)
            run.recording.cut(run.moment)
            self._replayer.forget(run.moment)
            self._pixel_inquiry.forget(run.moment)
