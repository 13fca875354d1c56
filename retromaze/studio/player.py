"""Controls one run for the page: paces it, brings it to a moment, and answers the page's messages."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, NoReturn

from retromaze.display.pacer import UNITS, Pacer, PaceUnit, speed_from_unit
from retromaze.errors import RetromazeError, Stopped, UsageError
from retromaze.input import GameLog
from retromaze.machine.input import Buttons, typeable
from retromaze.sources.variables import Expression
from retromaze.studio import messages as said
from retromaze.studio.channel import Gone, PageChannel, words_of_defect
from retromaze.studio.drawn import Answering, Inquiry
from retromaze.studio.log import game_file
from retromaze.studio.origins import origin_search
from retromaze.studio.run import StudioRun
from retromaze.studio.run_recording import Replayer, shows
from retromaze.studio.status import StatusSender
from retromaze.studio.stops import (
    NOWHERE,
    START,
    LastRounds,
    LastStop,
    Moved,
    Reopened,
    RunTarget,
    Search,
    Stops,
    ValueHistory,
    target_at_moment,
    target_or_start,
)
from retromaze.studio.values import rows_of
from retromaze.studio.workspace import Workspace

LOOK_INTERVAL = 1 / 100
"""Seconds between two looks at what the page says, in a run that does not rest."""
ROWS = 500
BESIDE = (
    *(said.Pause, said.SaveGame, said.Watch, said.WatchCalls, said.WatchNotes),
    *(said.WatchMoving, said.WatchDiagram, said.Listen, said.Rows, said.Glimpse),
)
"""The messages that are answered beside a question, and do not give it up."""


class RunTools(NamedTuple):
    """The tools shared by all runs of one program; `heading` is the head of its log."""

    replayer: Replayer
    inquiry: Inquiry
    stops: Stops
    heading: GameLog


class RunPlayer:
    """Observes one run, which first goes to the target of a move as fast as it can, without showing anything.

    If `playing` is true it goes on from there; otherwise it stands still.
    """

    def __init__(
        self,
        channel: PageChannel,
        pacer: Pacer,
        status: StatusSender,
        tools: RunTools,
        move: Moved,
        clock: Callable[[], float],
    ) -> None:
        self.playing = move.playing
        self._channel, self._pacer, self._status, self._clock = channel, pacer, status, clock
        self._replayer, self._inquiry, self._stops, self._heading = tools
        self._target: RunTarget | None = move.target
        self._words = move.words
        self._search: Search | None = move.search
        self._stopped = False
        # Steps back to make from the target, once the run is there.
        self._backs: list[PaceUnit] = []
        # On the way to the next stop, wherever that is.
        self._seeking = False
        self._run: StudioRun
        self._stands_at: PaceUnit | None = PaceUnit.STATEMENT
        self._told = False
        self._asking = False
        self._answer: str | None = None
        self._answering: Answering | None = None
        self._looked_at = -1.0

    def follow(self, run: StudioRun) -> None:
        self._run = run
        self._stops.restart()
        self._status.restart()
        self._tune()

    # --- where the run comes to

    def at_statement(self) -> None:
        self._stands_at = PaceUnit.STATEMENT
        if self._search is not None:
            self._search.look(self._run)
        elif self._stops.any and (self._target is None or self._seeking):
            reason = self._stops.reason(self._run)
            if reason:
                self._target, self._seeking, self.playing, self._words = None, False, False, reason
                self._pacer.pause()
                self._tune()
        self._come(PaceUnit.STATEMENT, self._run.statements)

    def at_event(self, name: str) -> None:
        self._stands_at = PaceUnit.DRAW
        if self._target is not None or shows(name):
            self._come(PaceUnit.DRAW, self._run.moment)

    def at_frame(self) -> None:
        self._stands_at = PaceUnit.FRAME
        self._come(PaceUnit.FRAME, self._run.machine.frame)

    def at_yield(self) -> None:
        self._stands_at = None
        self._pacer.count_yield()
        if not self._is_on_its_way():
            self._rest(self._pacer.rest_within_frame)

    def ask(self, guide: str) -> str:
        """Waits for a line for INPUT from the page; the run is paused."""
        self._target = self._search = None
        self._step_back()
        self._asking, self._answer = True, None
        self._tell_standing()
        self._channel.send(said.Asks(guide))
        while self._answer is None:
            self._hear(None)
        self._asking = self._told = False
        return self._answer

    def finish(self, ending: tuple[str, bool]) -> NoReturn:
        """The run is over: shows what it left, until it is to stand elsewhere. Raises Moved."""
        words, failed = ending
        self._target, self._stands_at = None, None
        self._pacer.pause()
        self._end_search(is_complete=not failed and not self._stopped)
        self._step_back()
        self._status.stand(self._run, "ended", words, error=failed)
        while True:
            self._hear(None)

    # --- resting

    def _come(self, unit: PaceUnit, number: int) -> None:
        target = self._target
        if target is not None:
            if target.unit is unit and number >= target.number:
                self._arrive()
            elif unit is not PaceUnit.FRAME or self._is_on_its_way():
                return
        self._pacer.end_step(unit)
        idle = bool(self._run.machine.idle_frames)
        self._rest(partial(self._pacer.seconds_to_rest, unit, idle=idle))
        self._pacer.schedule_next(unit)

    def _is_on_its_way(self) -> bool:
        """Whether the target lies ahead, after a look at the messages that wait, which may end the way."""
        if self._target is None:
            return False
        self._look()
        if self._target is None:
            return False
        self._status.tell_way(self._run)
        return True

    def _arrive(self) -> None:
        """The target is reached: from here on the page sees the run."""
        self._target = None
        self._end_search(is_complete=False)
        self._step_back()
        if self._stops.any:
            # What is true here already is no reason to stop at the next statement.
            self._stops.reason(self._run)
        if self.playing:
            self._pacer.play()
        else:
            self._pacer.pause()
        self._tune()

    def _rest(self, seconds: Callable[[], float]) -> None:
        """Reads messages until `seconds()` is 0 or less; a message may change it."""
        self._look()
        while (rest := seconds()) > 0:
            if rest == math.inf:
                self._tell_standing()
                self._hear(None)
            else:
                self._tell()
                self._hear(rest)
        self._told = False
        self._tell()

    def _tell(self) -> None:
        if self._status.due:
            self._status.tell(self._run)

    def _tell_standing(self) -> None:
        if not self._told:
            self._told = True
            self._status.stand(self._run, "asking" if self._asking else "paused", self._words)
            self._words = ""

    def _look(self) -> None:
        """Reads the messages that wait, unless that was done a moment ago."""
        if self._clock() - self._looked_at >= LOOK_INTERVAL:
            self._hear(0.0)

    def _hear(self, seconds: float | None) -> None:
        message = self._channel.receive(seconds)
        while message is not None:
            try:
                self._handle(message)
            except UsageError as reason:
                self._channel.send(said.Failed(str(reason)))
            except RetromazeError:
                raise
            except Exception as defect:
                self._channel.send(said.Failed(words_of_defect(defect)))
            message = self._channel.receive(0.0)
        self._looked_at = self._clock()

    def _tune(self) -> None:
        """Turns on the calls of the observer that are needed now, and turns off the others."""
        target, pacer, run = self._target, self._pacer, self._run
        wanted = target.unit if target else None
        steps = wanted is PaceUnit.STATEMENT or (target is None and pacer.counts_unit(PaceUnit.STATEMENT))
        stops = self._stops.any and (target is None or self._seeking)
        run.alert = steps or stops or self._search is not None
        run.listening = wanted is PaceUnit.DRAW or (target is None and pacer.counts_unit(PaceUnit.DRAW))
        run.yield_in_pieces(pacer.yields)

    # --- what the page says

    def _handle(self, message: Any) -> None:
        """Does what a message asks for; other messages are ignored: a page may be a little behind."""
        self._steer(message)
        self._move(message)
        self._show(message)
        self._control(message)

    def _steer(self, message: Any) -> None:
        """Starts and stops the run, and sets its speed and its stops."""
        match message:
            case Workspace():
                raise Reopened(message)
            case said.Close():
                raise Gone("the page was closed")
            case said.Play() if self._run.over:
                raise Moved(START, playing=True)
            case said.Play():
                self.playing = True
                if self._target is None:
                    self._pacer.play()
                    self._tune()
            case said.Pause():
                self._stay()
            case said.GiveUp():
                self._search = None
                self._tune()
            case said.StopRun() if not self._run.over:
                self._stopped = True
                raise Stopped("stopped")
            case said.Pace():
                try:
                    self._pacer.speed = speed_from_unit(message.unit, message.rate)
                except ValueError as reason:
                    self._channel.send(said.Failed(str(reason)))
                self._tune()
            case said.SetStops():
                self._set_stops(message)

    def _stay(self) -> None:
        """Stands still, on the way to a target where it has come to."""
        self.playing = False
        self._target = self._search = None
        self._backs.clear()
        self._pacer.pause()
        self._tune()

    def _set_stops(self, wish: said.SetStops) -> None:
        try:
            self._stops.set(wish)
        finally:
            if self._target is None and self._run.computer is not None:
                # What is true here already is no reason to stop at the next statement.
                self._stops.reason(self._run)
            self._tune()

    def _move(self, message: Any) -> None:
        """Goes to another place. Raises Moved where another run has to go there."""
        run, target = self._run, self._target
        match message:
            case said.Step() if target is None and not run.over:
                self._pacer.step(UNITS[message.unit])
                self._tune()
            case said.Back():
                self._backs.append(UNITS[message.unit])
                self._step_back()
            case said.Go() if message.settled:
                raise Moved(target_at_moment(message.moment))
            case said.Go():
                if target is not None:
                    # The hand has moved on: the run stays where it has come to, and nothing is told of it.
                    self._stay()
                    self._told = True
                self._status.preview(self._replayer, message.moment)
            case said.GoStatement():
                raise Moved(target_or_start(PaceUnit.STATEMENT, message.number))
            case said.SeekStop() if not message.forward:
                here = self._statement_begun()
                raise Moved(here, search=LastStop(self._stops, here.number))
            case said.SeekStop() if not run.over:
                self._target, self._seeking = NOWHERE, True
                self._pacer.play()
                self._tune()
            case said.AskHistory():
                self._search_again(ValueHistory(Expression(message.text)))
            case said.AskRounds():
                self._search_again(LastRounds(run))
            case said.AskValue():
                search = origin_search(run, message.name, message.element if message.element >= 0 else None)
                if search is not None:
                    self._search_again(search)
                self._channel.send(said.Stored(message.name, message.element, 0, 0))

    def _step_back(self) -> None:
        """Makes the steps back that wait, in the unit of the last one. Raises Moved if there are any.

        On the way to a recorded moment they wait until the run is there: the page shows that moment already.
        """
        run, target = self._run, self._target
        if not self._backs:
            return
        if target is not None and target.unit is PaceUnit.DRAW and target.number <= len(run.recording):
            return
        unit, times = self._backs[-1], len(self._backs)
        if unit is PaceUnit.DRAW:
            moment = run.moment
            for _ in range(times):
                moment = run.recording.draw_before(moment)
            raise Moved(target_at_moment(moment))
        if target is not None and target.unit is unit:
            number = target.number
        elif unit is PaceUnit.FRAME:
            number = run.machine.frame
        else:
            is_amid = self._stands_at is not PaceUnit.STATEMENT
            number = run.statements + is_amid
        raise Moved(target_or_start(unit, number - times))

    def _search_again(self, search: Search) -> NoReturn:
        """Raises Moved: another run goes to this place, through which the search looks."""
        raise Moved(self._here, playing=self._asking, search=search)

    @property
    def _here(self) -> RunTarget:
        """Returns the run's place, or the target it is going to."""
        run, unit = self._run, self._stands_at
        if self._target is not None and not self._seeking:
            return self._target
        if run.over:
            return RunTarget(PaceUnit.STATEMENT, run.statements + 1)
        if unit is PaceUnit.DRAW or self._asking:
            return target_at_moment(run.moment)
        return RunTarget(unit, run.machine.frame) if unit is PaceUnit.FRAME else self._statement_begun()

    def _statement_begun(self) -> RunTarget:
        """Before the statement that runs, or ran last."""
        return RunTarget(PaceUnit.STATEMENT, max(self._run.statements, 1))

    def _end_search(self, *, is_complete: bool) -> None:
        """Sends what a search has found; whether the last statement is over. Raises Moved if it leads on."""
        search, self._search = self._search, None
        if search is not None:
            found = search.result(self._run, is_complete=is_complete)
            if isinstance(found, Moved):
                raise found
            self._channel.send(found)

    def _show(self, message: Any) -> None:
        """Sends what the page asks to see, now or from now on."""
        status, recording = self._status, self._run.recording
        match message:
            case said.Watch() | said.WatchCalls() | said.WatchNotes() | said.WatchDiagram():
                status.watch(message)
                if self._target is None:
                    status.tell_values(self._run)
            case said.WatchMoving():
                status.moving_watch = message
                if self._target is None:
                    status.tell_moving(self._run.machine, self._run.moment)
            case said.Listen():
                status.listen(message.listening)
            case said.Glimpse():
                status.glimpse(self._replayer, message.moment)
            case said.Rows():
                rows = rows_of(recording, message.first, min(message.count, ROWS))
                self._channel.send(said.Events(message.first, len(recording), rows))
            case said.AskPixel():
                self._work_out(self._inquiry.drawn(message))
            case said.AskArea():
                self._work_out(self._inquiry.drawn_in(message))
            case said.TraceOrder():
                self._work_out(self._inquiry.traced(message))
            case said.SaveGame():
                self._channel.send(game_file(self._run.machine, self._heading))

    def _work_out(self, answering: Answering) -> None:
        """Works out an answer and sends it; other messages of the page cancel the work."""
        is_working, self._answering = self._answering is not None, answering
        if is_working:
            return
        try:
            while self._answering is not None:
                answering = self._answering
                try:
                    next(answering)
                except StopIteration as end:
                    self._channel.send(end.value)
                    return
                message = self._channel.receive(0.0)
                if message is not None:
                    self._handle(message)
                    if self._answering is answering and not isinstance(message, BESIDE):
                        return
        finally:
            self._answering = None

    def _control(self, message: Any) -> None:
        """Does with the console's controls what the player does."""
        controls = self._run.machine.input
        if isinstance(message, said.Hold) and int(controls.buttons.next_value) == message.buttons:
            return
        if isinstance(message, said.Hold | said.Tilt | said.Touch | said.TypeText | said.Forget):
            self._forget_future()
        match message:
            case said.Hold():
                controls.hold(Buttons(message.buttons & sum(Buttons)))
            case said.Tilt():
                (controls.tilt_second if message.pad else controls.tilt)(message.x, message.y)
            case said.Touch() if message.down:
                controls.touch(message.x, message.y)
            case said.Touch():
                controls.lift()
            case said.TypeText():
                controls.type(typeable(message.text))
            case said.Forget():
                self._told = False
            case said.Answer() if self._asking:
                self._answer = message.text

    def _forget_future(self) -> None:
        """The player acts now: recorded events and inputs after this moment are dropped."""
        run = self._run
        if run.moment < len(run.recording) or run.machine.input.has_future(run.machine.frame):
            run.machine.input.forget_future(run.machine.frame)
            run.recording.cut(run.moment)
            self._replayer.forget(run.moment)
            self._inquiry.forget(run.moment)
