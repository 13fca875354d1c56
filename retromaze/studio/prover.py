"""Proves listing and port equal, as far as runs can: compares their events (calls of the machine) by seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Literal

from retromaze.comparison.coverage import LineCoverage, RunUntilCovered
from retromaze.comparison.difference import Difference
from retromaze.comparison.line_tracing import EventPaths
from retromaze.comparison.listing_recording import record
from retromaze.comparison.pairs import Comparison, Pair, compare_one, compare_programs
from retromaze.comparison.runnable_programs import load_once
from retromaze.display.pictures import WIDTH, centered_at_top, common_size, picture_size
from retromaze.errors import RetromazeError, UsageError
from retromaze.sources.basic_calls import basic_call
from retromaze.sources.matching_lines import first_lines_of_modules
from retromaze.studio import messages as said
from retromaze.studio.channel import NumberedChannel, PageChannel, PageClosed, defect_message
from retromaze.studio.input_messages import NO_INPUT
from retromaze.studio.lesson_messages import judged_answer
from retromaze.studio.messages import RunsDiffer
from retromaze.studio.open_program import UserFiles, Workspace, open_workspace
from retromaze.studio.output_messages import packed_pixels
from retromaze.studio.value_messages import port_values

END = "the end"


def runs_differ(one: Workspace, other: Workspace) -> RunsDiffer:
    """Runs two listings and returns a message with the moment before the first event in which they differ.

    It has the lines and both events in words, too. The moment is -1 if the runs are equal to their ends.
    Frames and line numbers are not compared.
    """
    traces = [
        record(each.pair.listing, each.seed, each.script, with_lines=True).trace for each in (one, other)
    ]
    for moment, (here, there) in enumerate(zip_longest(*traces)):
        # an event is None if that run has ended; its first three fields are its name, arguments and result
        if here != there and (here is None or there is None or here[:3] != there[:3]):
            line, other_line = (each.line if each else 0 for each in (here, there))
            words, other_words = (basic_call(each) if each else END for each in (here, there))
            return RunsDiffer(moment, line, other_line, words, other_words)
    return RunsDiffer(-1, 0, 0, "", "")


SEEDS = 20
CHUNK = 20_000
"""The most events whose lines of the port are in one message."""
SEED_COUNT = 1 << 32
LONGEST_RUN = 7_200
"""The most frames of a run, unless its input lasts longer: two minutes.

Of the catalogue's programs the walker takes longest to its end: 5,748 frames.
"""
CHANGED = "the files have changed since they were opened: load the page again"
Question = said.PortState | said.CompareRuns | said.JudgeAnswer
"""The messages about the open program that are answered while a proof goes on."""


class Prover:
    """Compares listing and port of a page's open program (its workspace), and answers questions about them.

    Texts of ports are written into the `folder`; `user_files` are the user's files. `_workspace` is the open
    program, None before the first and after one that cannot be opened. `_seeds` is the number of seeds to
    compare. `_questions` have not been answered yet, the oldest first.
    """

    def __init__(self, channel: PageChannel, folder: Path, user_files: UserFiles | None = None) -> None:
        self._channel, self._folder, self._user_files = NumberedChannel(channel), folder, user_files
        self._workspace: Workspace | None = None
        self._seeds = SEEDS
        self._questions: list[Question] = []

    def serve(self) -> None:
        """Handles messages until the page is closed."""
        message: object = None
        try:
            while True:
                message = message or self._channel.receive(None)
                try:
                    # a message that interrupted a proof is handled next
                    message = self._handle(message) or self._next_message()
                except PageClosed:
                    raise
                except Exception as defect:
                    message = None
                    self._channel.send(unproved(defect_message(defect)))
        except PageClosed:
            return

    def _handle(self, message: object) -> object:
        """Handles a message; returns the message that interrupted the proof it began, if one did."""
        match message:
            case said.Open():
                self._channel.edition = message.edition
                # an answer is judged by the lesson's solution, whatever is open meanwhile
                self._questions = [each for each in self._questions if isinstance(each, said.JudgeAnswer)]
                try:
                    self._workspace = open_workspace(message, self._user_files, self._folder)
                    if message.texts not in {"", self._workspace.texts}:
                        raise UsageError(CHANGED)
                except RetromazeError as reason:
                    self._workspace = None
                    self._channel.send(unproved(str(reason)))
                    for _ in self._questions:
                        self._channel.send(said.Failed(str(reason)))
                    self._questions = []
            case said.Check():
                self._seeds = max(1, message.seeds)
            case said.PortState() | said.CompareRuns() | said.JudgeAnswer():
                self._questions.append(message)
                return None
            case _:
                return None
        # after Open, or Check with another number of seeds, the proof begins from the start
        return self._prove(self._workspace) if self._workspace else None

    def _prove(self, workspace: Workspace) -> object:
        """Compares listing and port, seed by seed; returns the message that interrupted this, if one did."""
        reason = reason_unprovable(workspace)
        if reason:
            self._channel.send(unproved(reason))
            return None
        # questions that came together with Open need not wait for the first run
        if (message := self._next_message()) is not None:
            return message
        events, error, line = 0, "", 0
        for done, (seed, comparison, lines) in enumerate(self._comparisons(workspace), 1):
            message = self._next_message()
            if message is not None:
                return message
            for each in lines:
                self._channel.send(each)
            events += comparison.events
            if done == 1:
                # the error that ends the listing's run with the page's own seed
                error, line = comparison.end.error, comparison.end.line
            proof = said.Proof(
                "running", done, self._seeds, events, error=error, line=line, texts=workspace.texts
            )
            if comparison.difference:
                difference = difference_message(comparison.difference, seed)
                # `error` is for an error with which both stop
                self._channel.send(replace(proof, state="different", difference=difference, error="", line=0))
                return None
            if done == self._seeds:
                # a proof is thin if its runs have not covered enough of the listing
                covered = self._run_for_coverage(workspace)
                state: Literal["equal", "thin"] = "equal" if covered.suffices else "thin"
                proof = replace(proof, state=state, percent=covered.percent, outcomes=covered.outcome_percent)
            self._channel.send(proof)
        return None

    def _run_for_coverage(self, workspace: Workspace) -> LineCoverage:
        """Runs the listing alone, as the proof did, and returns which of its lines have run."""
        listing = RunUntilCovered(workspace.pair.listing)
        # the player's input with the page's seed and with the others, which is often the same
        for script in dict.fromkeys((workspace.script, self._pair_for_other_seeds(workspace).script)):
            if not listing.lines.suffices:
                record(listing.program, workspace.seed, script, on_statement=listing.on_statement)
        return listing.lines

    def _next_message(self) -> object:
        """Returns the next message that is no question; answers questions while there is none.

        Returns None if no message is left. Questions wait while no program is open.
        """
        while True:
            message: object = self._channel.receive(0.0)
            if isinstance(message, Question):
                self._questions.append(message)
            elif message is None and self._questions and self._workspace:
                self._answer_question(self._questions.pop(0), self._workspace)
            else:
                return message

    def _answer_question(self, asked: Question, workspace: Workspace) -> None:
        """Sends the answer to a question; Failed if nothing can be proved or an error occurs."""
        reason = reason_unprovable(workspace)
        answer: object
        try:
            match asked:
                case said.PortState() if reason:
                    return
                case said.PortState(moment):
                    script = workspace.script
                    answer = port_values(workspace.pair, workspace.port, workspace.seed, script, moment)
                case said.JudgeAnswer() if reason:
                    answer = said.Failed(reason)
                case said.JudgeAnswer():
                    answer = judged_answer(workspace.pair, asked)
                case said.CompareRuns(other):
                    # the open program's port stays in its own folder
                    folder = self._folder / "other"
                    folder.mkdir(exist_ok=True)
                    differ = runs_differ(workspace, open_workspace(other, self._user_files, folder))
                    answer = replace(differ, other=other.edition)
        except RetromazeError as error:
            answer = said.Failed(str(error))
        self._channel.send(answer)

    def _comparisons(self, workspace: Workspace) -> Iterator[tuple[int, Comparison, list[said.PortLines]]]:
        """Yields seeds with their comparisons, first the seed of the page's run, with the port's lines."""
        yield workspace.seed, *self._compare_page_seed(workspace)
        pair = self._pair_for_other_seeds(workspace)
        for number in range(1, self._seeds):
            seed = (workspace.seed + number) % SEED_COUNT
            yield seed, compare_one(pair, seed, {}), []

    @staticmethod
    def _pair_for_other_seeds(workspace: Workspace) -> Pair:
        """Returns listing and port with the player's input of the page, if any, else with the pair's own."""
        return workspace.pair if workspace.log == NO_INPUT else with_page_input(workspace)

    def _compare_page_seed(self, workspace: Workspace) -> tuple[Comparison, list[said.PortLines]]:
        """Compares both with the page's seed and input, and returns the port's line of each event too."""
        pair = with_page_input(workspace)
        # lines of the port's modules are numbered after those of the port
        firsts = first_lines_of_modules(workspace.port, workspace.modules)
        modules = {module.path: first for module, first in zip(workspace.modules, firsts, strict=True)}
        paths = EventPaths(pair.port.file, modules)
        comparison = compare_programs(
            pair.listing,
            paths.tracing_first_run(load_once(pair.port)),
            seed=workspace.seed,
            script=pair.script,
            patience=pair.patience,
            frames=pair.limit,
            note_event=paths.on_event,
        )
        return comparison, list(port_lines(paths, comparison.port_end.error))


def unproved(reason: str) -> said.Proof:
    """Returns the message that nothing is proved, and why."""
    return said.Proof("none", done=0, seeds=0, events=0, words=reason)


def with_page_input(workspace: Workspace) -> Pair:
    """Returns listing and port with the page's input, for LONGEST_RUN frames or longer if that is longer."""
    script = workspace.script
    return replace(workspace.pair, script=script, frames=max(LONGEST_RUN, script.frames))


def port_lines(paths: EventPaths, error: str) -> Iterator[said.PortLines]:
    """Yields the port's line of each event as messages of CHUNK events.

    `paths.ways` has each way (the port's lines that ran between two events) once, numbered in the order in
    which they occurred first; `paths.numbers` has the number of the way to each event. A way is sent in the
    message with the first event that it led to. `error` is the error that ended the port.
    """
    sent = 0
    # one message at least, for the error of a port without events
    for first in range(0, max(len(paths.numbers), 1), CHUNK):
        numbers = list(paths.numbers[first : first + CHUNK])
        end = max(numbers, default=-1) + 1
        new = list(map(list, paths.ways[sent:end]))
        sent = max(sent, end)
        yield said.PortLines(first, paths.lines[first : first + CHUNK], numbers, new, error)


def reason_unprovable(workspace: Workspace) -> str:
    """Returns why listing and port of the open program cannot be compared, "" if they can."""
    if not workspace.port:
        return "there is no port to prove"
    if not workspace.trusted:
        return "this port came from elsewhere and has not been run"
    if not workspace.problems:
        return ""
    problem = workspace.problems[0]
    # only the first line of its words: the others say what to write instead
    first, *_ = problem.words.split("\n")
    return f"{problem.side} line {problem.line}: {first}"


def difference_message(difference: Difference, seed: int) -> said.ProvedDifference:
    """Returns the message about a difference (events from 0), with both pictures on a ground of one size."""
    both = difference.listing_picture, difference.port_picture
    _, height = common_size([picture_size(each) for each in both])
    pictures = [packed_pixels(centered_at_top(each, (WIDTH, height)).tobytes()) for each in both]
    return said.ProvedDifference(
        seed,
        difference.event - 1,
        difference.frame,
        difference.sentence,
        difference.listing.line,
        difference.port.line,
        *pictures,
    )
