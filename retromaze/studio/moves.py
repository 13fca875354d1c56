"""The exceptions that end a run because another moment or another program is wanted."""

from __future__ import annotations

from retromaze.errors import Stopped
from retromaze.studio.searches import Search
from retromaze.studio.targets import Target
from retromaze.studio.workspace import Workspace


class Moved(Stopped):
    """Ends the run; another is started and brought to the target, and goes on from there if `playing`.

    A `search` is made on the way there (see `searches`). `words` tell why it stands there.
    """

    def __init__(
        self,
        target: Target,
        *,
        playing: bool = False,
        search: Search | None = None,
        words: str = "",
    ) -> None:
        super().__init__("moved")
        self.target = target
        self.playing = playing
        self.search = search
        self.words = words


class Reopened(Stopped):
    """Ends the run: another program is opened."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__("opened anew")
        self.workspace = workspace
