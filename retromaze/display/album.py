"""Saves pictures and recordings from the window."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path

from retromaze.display.film import Film
from retromaze.display.pictures import free_path, save_png
from retromaze.display.translation import _


class Album:
    """Files in a folder, named after `title` and never replaced; `tell` hears what became of each."""

    def __init__(self, folder: Path, title: str, tell: Callable[[str], None]) -> None:
        self.folder = folder
        self._title = title
        self._tell = tell
        self._film: Film | None = None

    @property
    def recording(self) -> bool:
        """Whether what is shown goes into an animation."""
        return self._film is not None

    def shown(self, moment: float, picture: array[int]) -> None:
        """A picture is shown from that moment (seconds) on."""
        if self._film is not None:
            self._film.add(moment, picture)

    def save_picture(self, picture: array[int], frame: int) -> None:
        """Saves a picture exactly as it is."""
        path = free_path(self.folder, f"{self._title}-{frame:06}")
        self._save(path, lambda: save_png(picture, path))

    def record(self) -> None:
        """Begins a recording."""
        self._film = Film()

    def stop(self) -> None:
        """Saves the recording, if there is one with something in it."""
        film, self._film = self._film, None
        if film:
            path = free_path(self.folder, self._title, ".gif")
            self._save(path, lambda: film.save(path))

    def _save(self, path: Path, save: Callable[[], None]) -> None:
        try:
            save()
        except OSError as error:
            self._tell(_("not saved: {}").format(error.strerror or error))
        else:
            self._tell(_("saved {}").format(path.name))
