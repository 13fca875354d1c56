"""Serves one page: runs the open program, and again from its start to reach another moment (n-th event)."""

from __future__ import annotations

import base64
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from retromaze.builtins.form import Builtin
from retromaze.builtins.reference import FORMS, all_words, docstring_help
from retromaze.catalogue import CATALOGUE
from retromaze.comparison.runnable_programs import bytes_of
from retromaze.display.pacer import Pacer
from retromaze.display.window_keys import BUTTON_KEYS
from retromaze.engine.listing_file import ForeignListing, foreign_text, read_text
from retromaze.error_report import describe
from retromaze.errors import RetromazeError, Stopped, UsageError
from retromaze.input_log import log_of
from retromaze.language.lexer import with_line_feeds
from retromaze.machine.sound import missing_sounds_text
from retromaze.machine.storage import CopiedFiles, Files, SiblingFiles
from retromaze.studio import messages as said
from retromaze.studio.channel import NumberedChannel, PageChannel, PageClosed, defect_message
from retromaze.studio.input_messages import game_read, other_text
from retromaze.studio.last_drawn import PixelInquiry
from retromaze.studio.lesson_messages import judged_answer, lesson_text
from retromaze.studio.messages import HelpWord, Key, OfferedProgram, Open, Welcome
from retromaze.studio.open_program import UserFiles, Workspace, file_name, open_workspace
from retromaze.studio.opening_pace import opening_pace
from retromaze.studio.run_control import RunPlayer, RunTools
from retromaze.studio.run_recording import Replayer, RunRecording
from retromaze.studio.status import StatusSender
from retromaze.studio.stops import ProgramOpened, RestartRequested, Stops, target_at_moment
from retromaze.studio.traced_run import StudioRun

YIELDS = 4
"""The least number of interruptions of a frame that is full of work: a message may ask to pause."""
OPENING_INTERVAL = 0.1
"""Seconds between two reads of messages while a program is opened."""


class Superseded(Stopped):
    """Ends the opening of a program, since another one is to be opened."""


class WorkspaceChannel(NumberedChannel):
    """A page's channel that opens programs itself: `receive` returns a Workspace for each Open message.

    If a program cannot be opened, the error is sent to the page. Requests that need no run are answered here
    too: lessons, exercises, listings in files and logs of games. Once `receive` has returned a Workspace,
    every message sent has that program's number (`edition`). Opening a program is given up if the page wants
    another one meanwhile. Texts of ports are written into `folder`. `_waiting` are messages that arrived
    while a program was opened; none is read before the time `_next_poll_at`.
    """

    def __init__(self, channel: PageChannel, user_files: UserFiles | None, folder: Path) -> None:
        super().__init__(channel)
        self._user_files, self._folder = user_files, folder
        self._opened: Workspace | None = None
        self._waiting: deque[Any] = deque()
        self._next_poll_at = 0.0

    def _poll_while_opening(self) -> None:
        """Reads messages while a program is opened, at intervals, and stores them for later.

        Raises Superseded if one of them opens another program, and PageClosed.
        """
        now = time.monotonic()
        if now < self._next_poll_at:
            return
        self._next_poll_at = now + OPENING_INTERVAL
        message = super().receive(0.0)
        if message is not None:
            self._waiting.append(message)
        if isinstance(message, said.Open):
            raise Superseded("the page wants something else opened")

    def receive(self, seconds: float | None) -> Any:
        """Returns the next message that a run has to handle, or a Workspace for Open.

        Returns None if none arrives within `seconds` (None: waits for ever), or if it was handled here.
        """
        message = self._waiting.popleft() if self._waiting else super().receive(seconds)
        opened = self._opened
        answer: Any
        try:
            match message:
                case said.Open():
                    self._next_poll_at = time.monotonic() + OPENING_INTERVAL
                    workspace = open_workspace(
                        message, self._user_files, self._folder, self._poll_while_opening
                    )
                    # with `holds`, what is open stays open if the new listing has an error
                    if message.holds and opened and workspace.mistake:
                        problems, words = list(workspace.problems), workspace.mistake
                        self._channel.send(said.Mistaken(problems, words, edition=message.edition))
                        return None
                    self._opened, self.edition = workspace, message.edition
                    return workspace
                case said.AskLesson() if opened:
                    answer = lesson_text(opened.pair, message.language, moments=message.moments)
                case said.JudgeAnswer() if opened:
                    answer = judged_answer(opened.pair, message)
                case said.ReadGame() if opened:
                    user_listing = self._user_files.listing.name if self._user_files else ""
                    answer = game_read(message.text, message.name, user_listing, opened.listing)
                case said.ReadListing():
                    answer = listing_read(message)
                case _:
                    return message
            self.send(answer)
        except Superseded:
            # the other Open is in `_waiting`
            return None
        except PageClosed:
            raise
        except Exception as error:
            words = str(error) if isinstance(error, RetromazeError) else defect_message(error)
            # the number of the program that could not be opened, which the page waits for
            edition = message.edition if isinstance(message, said.Open) else self.edition
            self._channel.send(said.Failed(words, edition=edition))
        return None


class StudioSession:
    """Exchanges messages with one page, from the welcome message until it is closed.

    `opens` is what the page opens first. `storage_files` are the console's files when a run begins; what the
    run writes there is lost with the run. `siblings` are the files next to the user's listing that a changed
    text of it may load; the unchanged listing may load all that are there (`_all_siblings`). Texts of ports
    are written to a temporary folder in `home`. `clock` gives the user's time in seconds.
    """

    def __init__(
        self,
        channel: PageChannel,
        opens: said.Open,
        user_files: UserFiles | None = None,
        storage_files: Files | None = None,
        home: Path | None = None,
        clock: Callable[[], float] = time.perf_counter,
        siblings: CopiedFiles | None = None,
    ) -> None:
        self._channel = channel
        self._siblings = self._all_siblings = siblings
        if user_files and siblings:
            self._all_siblings = CopiedFiles(siblings.root, siblings.files, SiblingFiles(user_files.listing))
        self._opens, self._user_files, self._storage_files = opens, user_files, storage_files or {}
        self._home = home
        self._pacer = Pacer(clock, paused=True, yields=YIELDS)
        self._clock = clock

    def serve(self) -> None:
        """Serves the page until it is closed: runs one program after the other, as the page opens them."""
        try:
            self._channel.send(welcome(self._opens))
            with TemporaryDirectory(prefix="retromaze-studio-", dir=self._home) as folder:
                channel = WorkspaceChannel(self._channel, self._user_files, Path(folder))
                self._status = StatusSender(channel, self._clock)
                workspace = first_workspace(channel)
                while True:
                    workspace = self._run_until_reopened(workspace, channel)
        except PageClosed:
            return

    def _run_until_reopened(self, workspace: Workspace, channel: WorkspaceChannel) -> Workspace:
        """Runs this program until the page opens another one, which is returned."""
        try:
            opened = workspace.opened()
            if workspace.paced:
                pace = opening_pace(workspace, self._storage_files, self._siblings_for(workspace))
                opened = replace(opened, pace=pace)
            channel.send(opened)
            if words := other_text(workspace.log, workspace.listing):
                channel.send(said.Failed(words))
            self._status.reset_for_program()
            self._play(workspace, channel)
        except ProgramOpened as another:
            return another.workspace
        except PageClosed:
            raise
        except Exception as defect:
            channel.send(said.Failed(defect_message(defect)))
            return first_workspace(channel)

    def _play(self, workspace: Workspace, channel: WorkspaceChannel) -> NoReturn:
        """Runs the program, and runs it again from its start whenever the page wants another moment.

        Raises ProgramOpened and PageClosed.
        """
        recording = RunRecording(workspace.seed)
        tools = RunTools(
            Replayer(recording), PixelInquiry(recording), Stops(workspace.pair.listing), workspace.log_head
        )
        siblings = self._siblings_for(workspace)
        log, restart = workspace.log, RestartRequested(target_at_moment(workspace.moment))
        while True:
            player = RunPlayer(channel, self._pacer, self._status, tools, restart, self._clock)
            run = StudioRun(
                workspace.listing, workspace.pair.path, recording, log, self._storage_files, player, siblings
            )
            player.observe(run)
            try:
                # both calls raise RestartRequested when another moment is wanted
                words, failed = play_to_end(run)
                player.finish(words, failed=failed)
            except RestartRequested as another:
                # the next run gets the same input, also that after this moment
                log, restart = log_of(run.machine, with_scheduled=True), another

    def _siblings_for(self, workspace: Workspace) -> CopiedFiles | None:
        """Returns the files next to the user's listing that the program may load; None for other programs."""
        if workspace.program or workspace.name:
            return None
        return self._all_siblings if workspace.as_on_disk else self._siblings


def listing_read(asked: said.ReadListing) -> said.ListingRead:
    """Returns the listing in an uploaded file; an encoding other than UTF-8 is guessed, and reported.

    Raises UnreadableListing and UsageError.
    """
    name = file_name(asked.name)
    try:
        data = base64.b64decode(asked.data, validate=True)
    except ValueError:
        raise UsageError(f"{name} came damaged") from None
    try:
        return said.ListingRead(name, read_text(BytesIO(data), name))
    except ForeignListing:
        # ForeignListing is raised only if this finds a coding
        foreign = foreign_text(data)
        assert foreign is not None
        return said.ListingRead(name, with_line_feeds(foreign.text), foreign.encoding)


def first_workspace(channel: WorkspaceChannel) -> Workspace:
    """Waits until a program is opened and returns it; other messages are dropped meanwhile."""
    while True:
        message = channel.receive(None)
        if isinstance(message, Workspace):
            return message


def play_to_end(run: StudioRun) -> tuple[str, bool]:
    """Plays a run to its end. Returns how it ended in words, and whether with an error."""
    try:
        error = run.play()
    except (RestartRequested, ProgramOpened, PageClosed):
        # kinds of Stopped by which the session leaves this run, but which are no end that the page shows
        raise
    except Stopped as reason:
        return str(reason), False
    words = describe(error) if error else "", missing_sounds_text(run.machine.sound)
    return "\n".join(filter(None, words)), error is not None


# ---- the first message


PAGE_KEYS = {
    "UP": "ArrowUp",
    "DOWN": "ArrowDown",
    "LEFT": "ArrowLeft",
    "RIGHT": "ArrowRight",
    "RETURN": "Enter",
    "BACKSPACE": "Backspace",
}
"""Names of keys in a browser (KeyboardEvent.key) that differ from those in BUTTON_KEYS."""


def welcome(opens: Open) -> Welcome:
    """Returns the first message to the page: programs, words of the language, keys, and what to open."""
    programs = [
        OfferedProgram(entry.name, entry.title, entry.technique, entry.origin.provenance, dict(entry.shown))
        for entry in CATALOGUE.values()
    ]
    words = [
        HelpWord(name, "builtin" if isinstance(word, Builtin) else "variable", docstring_help(word.doc))
        for name, word in all_words().items()
    ]
    words += [HelpWord(name, "keyword", form) for name, form in FORMS.items()]
    keys = [
        Key(PAGE_KEYS.get(key, key), int(button), str(button.name)) for key, button in BUTTON_KEYS.items()
    ]
    return Welcome(programs, words, keys, opens)


@dataclass(frozen=True)
class ExportedText:
    """A file of the user's by its name, without its folder."""

    name: str
    text: str


Stored = list[list[str]]
"""A storage's files, each as project, kind, name and its bytes in base64."""


@dataclass(frozen=True)
class ExportContents:
    """The user's data in an exported page; `function` is the name of the port's main function."""

    opens: Open
    listing: ExportedText | None = None
    port: ExportedText | None = None
    function: str = "main"
    stored: Stored = field(default_factory=list)
    lessons: list[ExportedText] = field(default_factory=list)


def write_user_files(contents: ExportContents, folder: Path) -> UserFiles | None:
    """Writes the user's texts to a folder, where the studio reads them.

    Returns the paths of listing and port, None if the page has no listing of the user's.
    """
    if contents.listing is None:
        return None
    listing = write_file(contents.listing.name, contents.listing.text.encode(errors="surrogatepass"), folder)
    for each in contents.lessons:
        write_file(each.name, each.text.encode(), folder)
    port = write_file(contents.port.name, bytes_of(contents.port.text), folder) if contents.port else None
    return UserFiles(listing, port, contents.function)


def write_file(name: str, data: bytes, folder: Path) -> Path:
    """Writes a file into a folder and returns its path."""
    # only the last part of the name, which in data of a page could lead out of the folder
    path = folder / Path(name).name
    path.write_bytes(data)
    return path


def storage_as_json(files: Files) -> Stored:
    """Returns the files of a storage in a form for JSON."""
    return [[*key, base64.b64encode(data).decode()] for key, data in sorted(files.items())]


def storage_from_json(stored: Stored) -> Files:
    """Returns the files of a storage, from their form for JSON."""
    return {
        (project, kind, name): base64.b64decode(data, validate=True) for project, kind, name, data in stored
    }
